"""The progress of long runs on stderr: a bar on a terminal, or a line every ten seconds.

Nothing depends on it.
"""

import sys
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, Self

from pyrtool.base.messages import printable
from pyrtool.cli.output import complain
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.shards import Shard

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from pyrtool.surveys.compose import Climb
    from pyrtool.surveys.find.journal import FindPart

LINE_SECONDS: Final = 10.0
HINT_SECONDS: Final = 1.0
FEW_DEALS: Final = 500
"""So many deals without one of the level that is looked for, and it is said to be rare."""


class Progress:
    """Watches work on `total` deals, of which `done` were done at its begin; `kept` says where."""

    noun: ClassVar[str] = "deals"

    def __init__(self, title: str, done: int, total: int, kept: str | None = "the ledger") -> None:
        self._title, self._total = printable(title), total
        self._done = self._before = done
        self._kept = kept
        self._began = self._reported = monotonic()
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and self._done < self._total:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[words]}"),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task(
                self._title, total=self._total, completed=self._done, words=""
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, *raised: object) -> None:
        if self._bar is not None:
            self._bar.stop()
        interrupted = kind is not None and not issubclass(kind, Exception)
        if interrupted and self._kept:
            complain(
                f"stopped: {self._done:,} of {self._total:,} {self.noun} are in {self._kept}; "
                "the same command resumes"
            )

    def lost(self, deals: str) -> None:
        """Report that a worker died."""
        complain(f"a worker died: deals {deals} are started again")

    def tick(self) -> None:
        """Report the progress, when it is time."""
        now = monotonic()
        if self._bar is None and now - self._reported >= LINE_SECONDS:
            self._reported = now
            complain(f"{self._title}: {self._words()}")

    def _words(self) -> str:
        seconds = monotonic() - self._began
        rate = (self._done - self._before) / seconds if seconds else 0.0
        words = f"{self._done:,} of {self._total:,} {self.noun} ({self._done / self._total:.1%})"
        if rate:
            left = duration((self._total - self._done) / rate)
            shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
            words += f", {shown} {self.noun}/s, {left} left"
        return words + self._gist()

    def count(self, deals: int) -> None:
        """Count deals that are done."""
        self._done += deals
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, words=self._words())

    def _gist(self) -> str:
        """Return what was found so far, to end the words."""
        return ""


class SurveyProgress(Progress):
    """Watches a survey (a `Watch` of `work.queue`)."""

    _found: Outcomes | None = None

    def added(self, shard: Shard) -> None:
        """Count a shard of the survey."""
        self._found = shard.tally if self._found is None else self._found + shard.tally
        self.count(shard.deals)

    def _gist(self) -> str:
        if self._found is None or not self._found.deals:
            return ""
        return ", {} {}".format(*self._found.gist)


class FindProgress(Progress):
    """Watches a search (a `Watch` of `work.queue`), perhaps for deals of the level `wanted`."""

    def __init__(
        self, title: str, done: int, total: int, kept: str | None, wanted: str | None = None
    ) -> None:
        super().__init__(title, done, total, kept)
        self._found, self._wanted = 0, wanted

    def added(self, part: "FindPart") -> None:
        """Count a part; if the first deal of a level takes long, say that there are hardly any."""
        self._found += len(part.found)
        self.count(part.deals)
        waited = monotonic() - self._began
        if self._wanted and not self._found and waited >= HINT_SECONDS and self._done >= FEW_DEALS:
            complain(
                f"none of {self._done:,} deals so far is winnable and {self._wanted}: this game "
                "has hardly any; the search goes on (Ctrl-C ends it)"
            )
            self._wanted = None

    def _gist(self) -> str:
        return f", {self._found:,} found"


class ClimbProgress(Progress):
    """Watches a composition."""

    noun = "climbs"
    _found = 0

    def added(self, climb: "Climb") -> None:
        """Count a climb."""
        self._found += len(climb.found)
        self.count(1)

    def _gist(self) -> str:
        return f", {self._found:,} found"


def duration(seconds: float) -> str:
    """Return ``12 s``, ``3 min 5 s``, ``2 h 7 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
