"""What a survey of the fewest cards left counts: how many must stay, in the pyramid or in all.

Decides what the counts are called and what is derived from them, with hard bounds where a limit
left the fewest open. How they are written is for `report`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import Rate
from pyrtool.surveys.questions.best.counts import Found, Lines


@dataclass(frozen=True, order=True)
class Stay(Found):
    """The best line found in a deal.

    It leaves `cards` cards where the question looks: in the pyramid or in all. `others` is the
    number for the other place. No line leaves fewer than `bound`; where that is less than `cards`,
    `limit` is what was reached first.
    """

    cards: int
    others: int
    bound: int
    limit: str = ""


@dataclass(frozen=True)
class Fewest(Lines[Stay]):
    """How many deals must leave how many cards: `counts` by `Stay.name`."""

    made = Stay

    def at_most(self, cards: int) -> Rate:
        """The share of all deals with a line that leaves this number of cards or fewer."""
        return Rate(self.deals - self.found.from_up(cards + 1), self.deals)

    def at_most_bounds(self, cards: int) -> tuple[float, float]:
        """The least and greatest share of these very deals, 0 to 1, that may leave so few."""
        most = Rate(self.deals - self.bounds.from_up(cards + 1), self.deals)
        return self.at_most(cards).value, most.value


guard(__name__)
