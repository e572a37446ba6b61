"""A part of a survey: which deals are to be answered, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass

from pyrtool.base.arguments import check_fields, guard, shown
from pyrtool.game.cards import Card
from pyrtool.game.deals import MOST_DEALS, Deal, check_span, dealer
from pyrtool.kernel.shuffle import Dealer
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.plan import Plan, SurveyError


class WrongLineError(AssertionError):
    """The solver named a line of play, and its moves do not do what it says."""


@dataclass(frozen=True)
class Task:
    """Deals `first` to `last`; `codes` are their cards when they come from a text."""

    plan: Plan
    first: int
    last: int
    codes: bytes | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        plan, size = self.plan, self.plan.rules.deck_size
        if self.codes is None:
            check_span(self.first, self.deals, plan.numbering, plan.prefix)
            return
        if not 0 <= self.deals <= MOST_DEALS or len(self.codes) != size * self.deals:
            wrong = f"{shown(self.deals)} deals of {size} cards"
            raise SurveyError(f"codes: {len(self.codes)} cards are not {wrong}")
        deck = set(plan.rules.deck)
        for at in range(0, len(self.codes), size):
            if set(self.codes[at : at + size]) != deck:
                number = self.first + at // size
                raise SurveyError(f"deal {number}: is not dealt from the deck of these rules")

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1

    def dealer(self) -> Dealer:
        """What deals them, when they have numbers."""
        return dealer(self.plan.number(self.first), self.plan.numbering, self.plan.rules)

    def cards(self, index: int) -> bytes:
        """The codes of a deal in dealing order, the first deal being 0."""
        if self.codes is None:
            return self.dealer().deal(self.first + index)
        size = self.plan.rules.deck_size
        return self.codes[size * index : size * (index + 1)]

    def deal(self, index: int) -> Deal:
        """A deal of these, the first being 0."""
        return Deal.of(tuple(map(Card.of, self.cards(index))), self.plan.rules)

    def wrong_line(self, index: int, line: str) -> WrongLineError:
        """The error that names a deal, the first being 0, and its `line`, as ``winning line``."""
        plan = self.plan
        kind = "of the text" if plan.text else f"({plan.numbering})"
        name = f"deal {plan.prefix}{self.first + index} {kind}"
        return WrongLineError(f"{name}, {plan.game}: the {line} does not hold")


@dataclass(frozen=True)
class Shard:
    """What became of a task: the tally, and `packed` each deal by itself (`Question.unpack`).

    No report has the `seconds` of processor time; `solver` is the version that answered.
    """

    first: int
    last: int
    tally: Outcomes
    packed: bytes
    seconds: float
    solver: str

    @property
    def deals(self) -> int:
        """How many deals these are, dropped ones too."""
        return self.last - self.first + 1


guard(__name__)
