"""A part of a survey to be done: a range of deals, and which cards they are."""

from __future__ import annotations

from dataclasses import dataclass

from pyrtool.deals import dealer
from pyrtool.kernel.shuffle import Dealer
from pyrtool.survey.plan import Plan


class WrongLineError(AssertionError):
    """The solver named a line of play, and its moves do not do what it says."""


@dataclass(frozen=True)
class Task:
    """Deals `first` to `last`; `codes` are their cards when they come from a text."""

    plan: Plan
    first: int
    last: int
    codes: bytes | None = None

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1

    def dealer(self) -> Dealer:
        """What deals them, when they have numbers."""
        number = f"{self.plan.prefix}{self.first}" if self.plan.prefix else self.first
        return dealer(number, self.plan.numbering, self.plan.rules)

    def cards(self, index: int) -> bytes:
        """The codes of a deal in dealing order, the first deal being 0."""
        if self.codes is None:
            return self.dealer().deal(self.first + index)
        size = self.plan.rules.deck_size
        return self.codes[size * index : size * (index + 1)]

    def wrong_line(self, index: int, line: str) -> WrongLineError:
        """The error that names a deal, the first being 0, and its `line`, as ``winning line``."""
        plan = self.plan
        kind = "of the text" if plan.text else f"({plan.numbering})"
        name = f"deal {plan.prefix}{self.first + index} {kind}"
        return WrongLineError(f"{name}, {plan.game}: the {line} does not hold")
