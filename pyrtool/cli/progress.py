"""How a long survey is watched: a bar on a terminal, else a line every ten seconds, on stderr.

Decides when and how progress is told; nothing depends on it.
"""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from pyrtool.cli.output import complain

if TYPE_CHECKING:
    from pyrtool.survey.shard import Shard

LINE_SECONDS: Final = 10.0


class SurveyProgress:
    """Watches a survey (`survey.run.Watch`): `done` of `total` deals were there at its begin."""

    def __init__(self, title: str, done: int, total: int) -> None:
        self._title, self._total = title, total
        self._done = self._before = done
        self._won = self._counted = 0
        self._began = self._told = monotonic()
        self._bar: Any = None

    def __enter__(self) -> SurveyProgress:
        if sys.stderr.isatty() and self._done < self._total:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[told]}"),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task(
                self._title, total=self._total, completed=self._done, told=""
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        interrupted = kind is not None and not issubclass(kind, Exception)
        if interrupted:
            complain(
                f"stopped: {self._done:,} of {self._total:,} deals are in the ledger; "
                "the same command goes on"
            )

    def added(self, shard: Shard) -> None:
        """Count a shard."""
        self._done += shard.deals
        self._won += shard.tally.won
        self._counted += shard.tally.deals
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, told=self._words())

    def lost(self, deals: str) -> None:
        """Tell that a worker died."""
        complain(f"a worker died: deals {deals} are done again")

    def tick(self) -> None:
        """Tell how far it is, when it is time."""
        now = monotonic()
        if self._bar is None and now - self._told >= LINE_SECONDS:
            self._told = now
            complain(f"{self._title}: {self._words()}")

    def _words(self) -> str:
        seconds = monotonic() - self._began
        rate = (self._done - self._before) / seconds if seconds else 0.0
        words = f"{self._done:,} of {self._total:,} deals ({self._done / self._total:.1%})"
        if rate:
            left = duration((self._total - self._done) / rate)
            words += f", {rate:,.0f} deals/s, {left} left"
        if self._counted:
            words += f", won {self._won / self._counted:.2%}"
        return words


def duration(seconds: float) -> str:
    """``12 s``, ``3 min 5 s``, ``2 h 7 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
