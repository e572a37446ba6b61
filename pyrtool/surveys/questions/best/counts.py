"""What a survey of best lines counts: what each line makes, and how good a better one could be.

Decides what the counts are called and what is derived from them, with hard bounds where a limit
left the best open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, astuple, fields
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar

from pyrtool.base.arguments import ArgumentError, guard, shown
from pyrtool.surveys.counts import DROPPED, MOST_LETTERS, Outcomes, Spread


class Found:
    """The base of what a best line makes: a dataclass of numbers, the first of which is its worth.

    No line is worth more than `bound`, the last number; where that is better than what was found,
    `limit` is what was reached first, and empty elsewhere.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    bound: int
    limit: str

    @property
    def name(self) -> str:
        """The outcome as a ledger has it: ``35 2 0``, or ``-8 0 8 12 nodes`` where it is open."""
        *numbers, bound, limit = astuple(self)
        proved = " ".join(map(str, numbers))
        return f"{proved} {bound} {limit}" if limit else proved

    @classmethod
    def numbers(cls) -> tuple[str, ...]:
        """The names of its numbers, except the bound."""
        return tuple(one.name for one in fields(cls))[:-2]

    @classmethod
    def of_name(cls, name: str) -> Self:
        """The inverse of `name`; `ArgumentError` for any other text."""
        size, words = len(cls.numbers()), name.split(" ")
        bound, limit = words[size:] if len(words) == size + 2 else (words[0], "")
        made: Callable[..., Self] = cls  # the fields are those of each kind
        try:
            found = made(*map(int, words[:size]), int(bound), limit)
        except (TypeError, ValueError):
            found = None
        if found is None or found.name != name or len(name) > MOST_LETTERS:
            raise ArgumentError(f"name {shown(name)}: is not what a best line makes")
        return found


Line = TypeVar("Line", bound=Found)


class Lines(Outcomes, Generic[Line]):
    """How many deals have which best line: `counts` by the names of what is `made` by it."""

    made: ClassVar[type[Found]]

    @cached_property
    def by_line(self) -> Mapping[Line, int]:
        """The deals that count, by what was found in them."""
        kind: type[Line] = self.made  # type: ignore[assignment] # `made` has no type variable
        counts = self.counts.items()
        return {kind.of_name(name): deals for name, deals in counts if deals and name != DROPPED}

    @cached_property
    def unknown(self) -> int:
        """The deals whose best line a limit left open."""
        return sum(deals for line, deals in self.by_line.items() if line.limit)

    @cached_property
    def found(self) -> Spread:
        """What the lines found are worth: the best is no worse."""
        return self._spread(self.made.numbers()[0])

    @cached_property
    def bounds(self) -> Spread:
        """What the best lines are worth at most; the same as `found` when nothing is unknown."""
        return self._spread("bound")

    def _spread(self, number: str) -> Spread:
        by_worth: dict[int, int] = {}
        for line, deals in self.by_line.items():
            worth = getattr(line, number)
            by_worth[worth] = by_worth.get(worth, 0) + deals
        return Spread(by_worth)

    @property
    def gist(self) -> tuple[str, str]:
        """The mean worth."""
        return "mean", f"{self.found.mean:.4f}"


guard(__name__)
