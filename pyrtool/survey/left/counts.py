"""What a survey of the fewest cards left counts: how many must stay, in the pyramid or in all.

Decides what the counts are called and what is derived from them, with hard bounds where a limit
left the fewest open. How they are written is for `report`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

from pyrtool.door import ArgumentError, guard, shown
from pyrtool.intervals import Rate
from pyrtool.survey.counts import DROPPED, Outcomes
from pyrtool.survey.score.counts import Spread


@dataclass(frozen=True, order=True)
class Stay:
    """The best line found in a deal: the `cards` that it leaves where the question looks, and the
    `others`: in all, where the pyramid is asked about, and the other way round. No line leaves
    fewer than `bound`; where that is less than `cards`, `limit` is what was reached first.
    """

    cards: int
    others: int
    bound: int
    limit: str = ""

    @property
    def name(self) -> str:
        """The outcome as a ledger has it: ``12 8``, or ``12 8 10 nodes`` where it is open."""
        proved = f"{self.cards} {self.others}"
        return f"{proved} {self.bound} {self.limit}" if self.limit else proved

    @classmethod
    def of_name(cls, name: str) -> Self:
        """The inverse of `name`; `ArgumentError` for any other text."""
        try:
            cards, others, *more = name.split(" ")
            bound, limit = more or (cards, "")
            return cls(int(cards), int(others), int(bound), limit)
        except ValueError:
            raise ArgumentError(f"name {shown(name)}: is no number of cards left") from None


@lru_cache(maxsize=4096)
def _stay(name: str) -> Stay:
    return Stay.of_name(name)


@dataclass(frozen=True)
class Fewest(Outcomes):
    """How many deals must leave how many cards: `counts` by `Stay.name`."""

    @cached_property
    def by_stay(self) -> Mapping[Stay, int]:
        """The deals that count, by what was found in them."""
        counts = self.counts.items()
        return {_stay(name): deals for name, deals in counts if deals and name != DROPPED}

    @cached_property
    def unknown(self) -> int:
        """The deals whose fewest a limit left open."""
        return sum(deals for stay, deals in self.by_stay.items() if stay.limit)

    @cached_property
    def found(self) -> Spread:
        """The cards that the lines found leave: the most that the fewest can be."""
        return self._spread("cards")

    @cached_property
    def bounds(self) -> Spread:
        """The least that the fewest can be; the same as `found` when nothing is unknown."""
        return self._spread("bound")

    def _spread(self, field: str) -> Spread:
        deals_by_cards: dict[int, int] = {}
        for stay, deals in self.by_stay.items():
            cards = getattr(stay, field)
            deals_by_cards[cards] = deals_by_cards.get(cards, 0) + deals
        return Spread(deals_by_cards)

    def at_most(self, cards: int) -> Rate:
        """The deals in which a line was found that leaves so many cards or fewer, of all deals."""
        return Rate(self.deals - self.found.from_up(cards + 1), self.deals)

    def at_most_bounds(self, cards: int) -> tuple[float, float]:
        """The least and greatest share of these very deals, 0 to 1, that may leave so few."""
        most = Rate(self.deals - self.bounds.from_up(cards + 1), self.deals)
        return self.at_most(cards).value, most.value

    @property
    def gist(self) -> tuple[str, str]:
        """The mean number of cards."""
        return "mean", f"{self.found.mean:.4f}"


guard(__name__)
