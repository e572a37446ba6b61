"""What a survey of verdicts counts: deals won, lost for each reason, left open by each limit.

Decides what the counts are called and what is derived from them: rates, intervals and bounds. How
they are written is for `report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from pyrtool.door import ArgumentError, check_fields, guard
from pyrtool.intervals import CONFIDENCE, Rate
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.survey.counts import DROPPED, LIMITS, LOST_REASONS, WON, Nodes, Outcomes

COUNTED: Final = (WON, *LOST_REASONS, *LIMITS, DROPPED)
"""The outcomes that a survey has, as `kernel.bulk.OUTCOMES` names them."""


@dataclass(frozen=True)
class Tally(Outcomes):
    """How many deals are won, and how the others are lost: `counts` for each of `COUNTED`."""

    counts: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))

    def __post_init__(self) -> None:
        check_fields(self)
        if self.counts.keys() != set(COUNTED):
            raise ArgumentError(f"counts: must be of {', '.join(COUNTED)}")

    @classmethod
    def of_counts(cls, counts: Iterable[int], nodes: Nodes) -> Tally:
        """A tally of counts in the order of `kernel.bulk.OUTCOMES`."""
        by_name = dict.fromkeys(COUNTED, 0) | dict(zip(OUTCOMES, counts, strict=False))
        return cls({name: by_name[name] for name in COUNTED}, nodes)

    @property
    def won(self) -> int:
        """The deals that can be won."""
        return self.counts[WON]

    @property
    def lost(self) -> int:
        """The deals proved lost, for any reason."""
        return sum(self.counts[reason] for reason in LOST_REASONS)

    @property
    def unknown(self) -> int:
        """The deals that a limit left open."""
        return sum(self.counts[limit] for limit in LIMITS)

    @property
    def gist(self) -> tuple[str, str]:
        """The win rate."""
        return WON, f"{100 * self.win_rate.value:.4f} %"

    @property
    def win_rate(self) -> Rate:
        """Deals won, of all deals: the unknown ones counted as lost."""
        return Rate(self.won, self.deals)

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and greatest share of these very deals that can be won, 0 to 1."""
        return self.win_rate.value, Rate(self.won + self.unknown, self.deals).value

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Wilson's interval for the win rate; its ends take all unknown deals as lost, or won."""
        low, _ = self.win_rate.interval(confidence)
        _, high = Rate(self.won + self.unknown, self.deals).interval(confidence)
        return low, high

    @property
    def simple_blocks(self) -> int:
        """The deals with a card covered by all its complements."""
        return self.counts["simple block"]

    @property
    def adjusted_win_rate(self) -> Rate:
        """Deals won, of those without a simple block: the article's adjusted win rate."""
        return Rate(self.won, self.deals - self.simple_blocks)


guard(__name__)
