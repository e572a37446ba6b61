"""What a survey of a player counts: games won, and which of the same deals can be won at all.

Decides what the counts are called and what is derived from them: rates, intervals and mean scores.
How they are written is for `report`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Self

from pyrtool.base.arguments import ArgumentError, guard, shown
from pyrtool.base.intervals import CONFIDENCE, Rate, standard_errors
from pyrtool.base.words import share_words
from pyrtool.surveys.counts import DROPPED, MOST_LETTERS, Outcomes, Spread

_VERDICTS = ("won", "lost", "unknown")


@dataclass(frozen=True, order=True)
class Ended:
    """How a game ended: whether the player `won`, and the deal's `verdict` with every card known.

    The pass is the one in which the player cleared the pyramid, 0 if it did not. The score is 0
    where none is kept.
    """

    won: bool
    verdict: str
    cleared: int
    score: int

    @property
    def name(self) -> str:
        """The outcome as a ledger has it: ``lost won 0 -12``."""
        return f"{'won' if self.won else 'lost'} {self.verdict} {self.cleared} {self.score}"

    @classmethod
    def of_name(cls, name: str) -> Self:
        """The inverse of `name`; `ArgumentError` for any other text."""
        try:
            won, verdict, cleared, score = name.split(" ")
            ended = cls(won == "won", verdict, int(cleared), int(score))
        except ValueError:
            ended = None
        known = ended is not None and ended.name == name and len(name) <= MOST_LETTERS
        if ended is None or not known or verdict not in _VERDICTS:
            raise ArgumentError(f"name {shown(name)}: is not how a game ended")
        return ended


@dataclass(frozen=True)
class Games(Outcomes):
    """How many deals ended how: `counts` by `Ended.name`. A deal is `unknown` where a limit left
    its thoughtful verdict open; how the player fared is known."""

    @cached_property
    def by_end(self) -> Mapping[Ended, int]:
        """The deals that count, by how they ended."""
        counts = self.counts.items()
        return {Ended.of_name(name): deals for name, deals in counts if deals and name != DROPPED}

    def _deals(self, verdict: str) -> int:
        return sum(deals for end, deals in self.by_end.items() if end.verdict == verdict)

    @cached_property
    def unknown(self) -> int:
        """The deals of which a limit left it open whether they can be won."""
        return self._deals("unknown")

    @cached_property
    def won(self) -> int:
        """The deals that the player won."""
        return sum(deals for end, deals in self.by_end.items() if end.won)

    @property
    def rate(self) -> Rate:
        """Deals that the player won, of all deals."""
        return Rate(self.won, self.deals)

    @property
    def thoughtful(self) -> Rate:
        """Deals that can be won with every card known, of all deals; unknown ones are lost."""
        return Rate(self._deals("won"), self.deals)

    @property
    def share(self) -> Rate:
        """Deals that the player won, of those that can be won."""
        winnable = self._deals("won")
        won = sum(d for end, d in self.by_end.items() if end.won and end.verdict == "won")
        return Rate(won, winnable)

    def cleared_in(self, number: int) -> int:
        """The deals in which it cleared the pyramid in this pass; 0: in none."""
        return sum(deals for end, deals in self.by_end.items() if end.cleared == number)

    @cached_property
    def scores(self) -> Spread:
        """How many deals had which score."""
        by_score: dict[int, int] = {}
        for end, deals in self.by_end.items():
            by_score[end.score] = by_score.get(end.score, 0) + deals
        return Spread(by_score)

    def score_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """An interval for the mean score of all deals, by the normal distribution."""
        half = standard_errors(confidence) * self.scores.standard_error
        return self.scores.mean - half, self.scores.mean + half

    def against_thoughtful(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Bound how much less the player wins than is winnable, as shares of all deals.

        The deals are the same, so the difference is surer than either rate.
        """
        if not self.deals:
            return 0.0, 1.0
        less = Rate(self._deals("won") - self.share.hits, self.deals)
        half = standard_errors(confidence) * sqrt(less.value * (1 - less.value) / self.deals)
        return max(0.0, less.value - half), min(1.0, less.value + half)

    @property
    def gist(self) -> tuple[str, str]:
        """The rate of the player."""
        return "won", share_words(self.rate.value, 4)


guard(__name__)
