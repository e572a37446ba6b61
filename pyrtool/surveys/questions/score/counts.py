"""What a survey of best par scores counts: scores, and the passes in which pyramids are cleared.

Decides what the counts are called and what is derived from them: mean, quantiles, and hard bounds
where a limit left a best score open. How they are written is for `report`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import CONFIDENCE, standard_errors
from pyrtool.surveys.questions.best.counts import Found, Lines


@dataclass(frozen=True, order=True)
class Scored(Found):
    """The best line found in a deal: its par score, the pass in which it clears the pyramid (0: it
    does not) and the cards it leaves. No line scores more than `bound`; where that is more than
    `score`, `limit` is what was reached first, and empty elsewhere.
    """

    score: int
    cleared: int
    left: int
    bound: int
    limit: str = ""


@dataclass(frozen=True)
class Scores(Lines[Scored]):
    """How many deals have which best par score: `counts` by `Scored.name`."""

    made = Scored

    def unknown_by(self, limit: str) -> int:
        """The deals that this limit left open."""
        return sum(deals for scored, deals in self.by_line.items() if scored.limit == limit)

    def proved(self, score: int) -> int:
        """The deals of which this is proved to be the best score."""
        return sum(
            deals
            for scored, deals in self.by_line.items()
            if scored.score == score and not scored.limit
        )

    def cleared_in(self, number: int) -> int:
        """The deals whose best line, proved, clears the pyramid in this pass; 0: in none."""
        return sum(
            deals
            for scored, deals in self.by_line.items()
            if scored.cleared == number and not scored.limit
        )

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """An interval for the mean score of all deals, by the normal distribution.

        Its lower end takes what was found in the unknown deals, its upper end their bounds.
        """
        z = standard_errors(confidence)
        low, high = self.found, self.bounds
        return low.mean - z * low.standard_error, high.mean + z * high.standard_error


guard(__name__)
