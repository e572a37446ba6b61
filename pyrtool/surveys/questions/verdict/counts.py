"""What a survey of verdicts counts: deals won, lost for each reason, and left open by each limit.

It also counts the plain search's second opinions of losses. Decides the names of the counts and
what follows from them: rates, intervals and bounds. `report` decides how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from pyrtool.base.arguments import ArgumentError, check_fields, guard
from pyrtool.base.intervals import CONFIDENCE, Rate
from pyrtool.base.words import share_words
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.surveys.counts import DROPPED, LIMITS, LOST_REASONS, WON, Nodes, Outcomes

COUNTED: Final = (WON, *LOST_REASONS, *LIMITS, DROPPED)
"""The outcomes that a survey has, as `kernel.bulk.OUTCOMES` names them."""

_AGREED: Final = "plain agreed"
_OPEN: Final = "plain left open"
_DISAGREED: Final = re.compile(r"plain disagreed ((?:ms)?\d{1,20})", re.ASCII)


@dataclass(frozen=True)
class Opinions:
    """The plain search's opinions of losses: how many it confirms, how many are `left_open`.

    `disagreed` are the numbers of the deals that it wins, in their order when parts are added.
    """

    agreed: int = 0
    left_open: int = 0
    disagreed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def asked(self) -> int:
        """The losses that were asked again."""
        return self.agreed + self.left_open + len(self.disagreed)

    @property
    def counts(self) -> Mapping[str, int]:
        """As a ledger has it: by name, and each deal of a disagreement by its number."""
        counts = {_AGREED: self.agreed, _OPEN: self.left_open}
        disagreed = {f"plain disagreed {number}": 1 for number in self.disagreed}
        return {name: deals for name, deals in counts.items() if deals} | disagreed

    @classmethod
    def of_counts(cls, counts: Mapping[str, int]) -> Self:
        """The inverse of `counts`; other names are passed over."""
        disagreed = (found[1] for name in counts if (found := _DISAGREED.fullmatch(name)))
        return cls(counts.get(_AGREED, 0), counts.get(_OPEN, 0), tuple(disagreed))

    def __add__(self, other: Opinions) -> Opinions:
        return Opinions(
            self.agreed + other.agreed,
            self.left_open + other.left_open,
            tuple(sorted((*self.disagreed, *other.disagreed), key=lambda name: (len(name), name))),
        )


@dataclass(frozen=True)
class Tally(Outcomes):
    """How many deals are won, and how the others are lost: `counts` for each of `COUNTED`."""

    counts: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    opinions: Opinions = field(default_factory=Opinions)

    def __post_init__(self) -> None:
        check_fields(self)
        if self.counts.keys() != set(COUNTED):
            raise ArgumentError(f"counts: must be of {', '.join(COUNTED)}")

    def __add__(self, other: Self) -> Self:
        return replace(super().__add__(other), opinions=self.opinions + other.opinions)

    @property
    def kept(self) -> Mapping[str, int]:
        """The counts and the opinions."""
        return {**super().kept, **self.opinions.counts}

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
        return WON, share_words(self.win_rate.value, 4)

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
