"""The shards of a survey: a task of consecutive deals for a worker, and its result.

Which deals are asked about is for `ranges`, and what is asked for `plan`.
"""

from dataclasses import dataclass

from pyrtool.base.messages import shown
from pyrtool.game.cards import Card
from pyrtool.game.deals import MOST_DEALS, Deal, check_span
from pyrtool.kernel.shuffle import Dealer
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.plan import Plan, SurveyError


class WrongLineError(AssertionError):
    """The solver named a line of play, and its moves do not do what it says."""


@dataclass(frozen=True)
class ShardTask:
    """Deals `first` to `last`; `codes` are their cards when they come from a text."""

    plan: Plan
    first: int
    last: int
    codes: bytes | None = None

    def __post_init__(self) -> None:
        plan, size = self.plan, self.plan.rules.deck_size
        if self.codes is None:
            check_span(self.first, self.deals, plan.numbering, plan.prefix)
            return
        if not 0 <= self.deals <= MOST_DEALS or len(self.codes) != size * self.deals:
            wrong = f"{shown(self.deals)} deals of {size} cards"
            raise SurveyError(f"codes: {len(self.codes)} cards are not {wrong}")

    @property
    def deals(self) -> int:
        """The number of deals of this task of a survey."""
        return self.last - self.first + 1

    def dealer(self) -> Dealer:
        """Return the dealer of the deals, if they have numbers."""
        return self.plan.dealer(self.first)

    def cards(self, index: int) -> bytes:
        """Return the codes of a deal in dealing order, the first deal being 0."""
        if self.codes is None:
            return self.dealer().deal(self.first + index)
        size = self.plan.rules.deck_size
        return self.codes[size * index : size * (index + 1)]

    def deal(self, index: int) -> Deal:
        """Return a deal of these, the first being 0."""
        return Deal.of(tuple(map(Card.of, self.cards(index))), self.plan.rules)

    def wrong_line(self, index: int, line: str) -> WrongLineError:
        """Make the error that names a deal, the first being 0, and its `line`."""
        plan = self.plan
        kind = "of the text" if plan.text else f"({plan.numbering})"
        name = f"deal {plan.prefix}{self.first + index} {kind}"
        return WrongLineError(f"{name}, {plan.game}: the {line} does not hold")


@dataclass(frozen=True)
class Shard:
    """The result of a task: the tally, and `packed` each deal by itself (`Question.unpack`).

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
        """The number of these deals, dropped ones too."""
        return self.last - self.first + 1
