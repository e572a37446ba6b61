"""What a survey of best par scores counts: scores, and the passes in which pyramids are cleared.

Decides what the counts are called and what is derived from them: mean, quantiles, and hard bounds
where a limit left a best score open. How they are written is for `report`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import sqrt
from statistics import NormalDist
from typing import Self

from pyrtool.door import ArgumentError, guard, shown
from pyrtool.intervals import CONFIDENCE
from pyrtool.survey.counts import DROPPED, Outcomes, quantile


@dataclass(frozen=True, order=True)
class Scored:
    """The best line found in a deal: its par score, the pass in which it clears the pyramid (0: it
    does not) and the cards it leaves. No line scores more than `bound`; where that is more than
    `score`, `limit` is what was reached first, and empty elsewhere.
    """

    score: int
    cleared: int
    left: int
    bound: int
    limit: str = ""

    @property
    def name(self) -> str:
        """The outcome as a ledger has it: ``35 2 0``, or ``-8 0 8 12 nodes`` where it is open."""
        proved = f"{self.score} {self.cleared} {self.left}"
        return f"{proved} {self.bound} {self.limit}" if self.limit else proved

    @classmethod
    def of_name(cls, name: str) -> Self:
        """The inverse of `name`; `ArgumentError` for any other text."""
        try:
            score, cleared, left, *more = name.split(" ")
            bound, limit = more or (score, "")
            return cls(int(score), int(cleared), int(left), int(bound), limit)
        except ValueError:
            raise ArgumentError(f"name {shown(name)}: is not a best score") from None


@lru_cache(maxsize=4096)
def _scored(name: str) -> Scored:
    return Scored.of_name(name)


@dataclass(frozen=True)
class Spread:
    """How many deals had which score."""

    deals_by_score: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.deals_by_score.values())

    @cached_property
    def _sum(self) -> int:
        return sum(score * deals for score, deals in self.deals_by_score.items())

    @property
    def mean(self) -> float:
        """Points a deal, 0 of no deals."""
        return self._sum / self.deals if self.deals else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 for fewer than two deals."""
        if self.deals < 2:
            return 0.0
        squares = sum(score * score * deals for score, deals in self.deals_by_score.items())
        # Whole numbers up to here, so that no order of adding changes the last digit.
        spread = self.deals * squares - self._sum * self._sum
        return sqrt(spread / (self.deals - 1)) / self.deals

    def quantile(self, share: float) -> int:
        """The least score that at least this share of the deals does not exceed, 0 of no deals."""
        return quantile(self.deals_by_score, share)

    def from_up(self, score: int) -> int:
        """How many deals have this score or more."""
        return sum(deals for other, deals in self.deals_by_score.items() if other >= score)


@dataclass(frozen=True)
class Scores(Outcomes):
    """How many deals have which best par score: `counts` by `Scored.name`."""

    @cached_property
    def by_scored(self) -> Mapping[Scored, int]:
        """The deals that count, by what was found in them."""
        counts = self.counts.items()
        return {_scored(name): deals for name, deals in counts if deals and name != DROPPED}

    @cached_property
    def unknown(self) -> int:
        """The deals whose best score a limit left open."""
        return sum(deals for scored, deals in self.by_scored.items() if scored.limit)

    def unknown_by(self, limit: str) -> int:
        """The deals that this limit left open."""
        return sum(deals for scored, deals in self.by_scored.items() if scored.limit == limit)

    def proved(self, score: int) -> int:
        """The deals of which this is proved to be the best score."""
        return sum(
            deals
            for scored, deals in self.by_scored.items()
            if scored.score == score and not scored.limit
        )

    @cached_property
    def found(self) -> Spread:
        """The scores of the lines found: the least that the best ones can be."""
        return self._spread("score")

    @cached_property
    def bounds(self) -> Spread:
        """The most that the best scores can be; the same as `found` when nothing is unknown."""
        return self._spread("bound")

    def _spread(self, field: str) -> Spread:
        by_score: dict[int, int] = {}
        for scored, deals in self.by_scored.items():
            score = getattr(scored, field)
            by_score[score] = by_score.get(score, 0) + deals
        return Spread(by_score)

    def cleared_in(self, number: int) -> int:
        """The deals whose best line, proved, clears the pyramid in this pass; 0: in none."""
        return sum(
            deals
            for scored, deals in self.by_scored.items()
            if scored.cleared == number and not scored.limit
        )

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """An interval for the mean score of all deals, by the normal distribution.

        Its lower end takes what was found in the unknown deals, its upper end their bounds.
        """
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        low, high = self.found, self.bounds
        return low.mean - z * low.standard_error, high.mean + z * high.standard_error

    @property
    def gist(self) -> tuple[str, str]:
        """The mean score."""
        return "mean", f"{self.found.mean:.4f}"


guard(__name__)
