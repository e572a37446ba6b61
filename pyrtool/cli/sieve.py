"""``--keep-if``: which of the selected deals a command takes.

Decides whether a deal must be solved for that, and tells the deals that a limit left
unknown, which are not taken but make the exit status 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pyrtool.blocks import find_block
from pyrtool.cards import PyrtoolError
from pyrtool.cli.options import KeepIf
from pyrtool.cli.output import complain
from pyrtool.cli.selection import Selected
from pyrtool.games import Rules
from pyrtool.packing import has_blocks
from pyrtool.solver import Limits, Lost, Unknown, Verdict, Won, solve

SOME_UNKNOWN: Final = 3
"""The exit status when a limit left at least one answer open."""


@dataclass
class Sieve:
    """Passes on what is to be kept. `unknown` counts the deals that reached a limit."""

    rules: Rules
    keep_if: KeepIf | None
    limits: Limits
    unknown: int = 0

    def kept(self, selected: Iterable[Selected]) -> Iterator[Selected]:
        """The deals to be kept."""
        return (chosen for chosen, _ in self._sifted(selected))

    def solved(self, selected: Iterable[Selected]) -> Iterator[tuple[Selected, Verdict]]:
        """The deals to be kept with their verdicts, each solved once."""
        for chosen, verdict in self._sifted(selected):
            verdict = verdict or self.solve(chosen)
            if isinstance(verdict, Unknown):
                self.unknown += 1
            yield chosen, verdict

    def solve(self, chosen: Selected) -> Verdict:
        """The verdict on one deal."""
        return solve(chosen.deal.cards, self.rules, self.limits)

    @property
    def status(self) -> int:
        """The exit status that the deals so far call for."""
        return SOME_UNKNOWN if self.unknown else 0

    def _sifted(self, selected: Iterable[Selected]) -> Iterator[tuple[Selected, Verdict | None]]:
        if self.keep_if in ("blocked", "unblocked") and not has_blocks(self.rules):
            raise PyrtoolError(f"--keep-if {self.keep_if}: these rules have no blocks")
        for chosen in selected:
            if self.keep_if is None:
                yield chosen, None
            elif self.keep_if in ("blocked", "unblocked"):
                blocked = find_block(chosen.deal.cards, self.rules) is not None
                if blocked == (self.keep_if == "blocked"):
                    yield chosen, None
            else:
                verdict = self.solve(chosen)
                if isinstance(verdict, Unknown):
                    self.unknown += 1
                    complain(f"{chosen.name}: unknown, the limit on {verdict.limit} was reached")
                elif isinstance(verdict, Won if self.keep_if == "winnable" else Lost):
                    yield chosen, verdict
