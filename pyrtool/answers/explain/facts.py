"""Facts and techniques by name, as explanations, records, and the kernel's numbers have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.base.arguments import guard
from pyrtool.kernel.deduction import codes

Kind = Literal["before", "apart", "together", "not before", "in time", "contradiction"]

KINDS: Final[tuple[Kind, ...]] = (
    *("before", "apart", "together", "not before", "in time", "contradiction"),
)
"""In the order of the kernel's codes."""

COST: Final = {
    "covers": 0,
    "turned": 0,
    "supposed": 0,
    "trial": 30,
    "known": 0,
    "never match": 1,
    "uncovered": 6,
    "order": 3,
    "taken": 3,
    "window": 6,
    "late": 6,
    "chain": 7,
    "partner": 7,
    "stock pair": 7,
    "only": 10,
    "share": 16,
    "wait": 12,
    "either": 14,
    "buried": 4,
    "ahead": 6,
    "cross": 15,
    "circle": 5,
    "never": 5,
    "none left": 5,
    "crowd": 5,
    "clash": 5,
    "squeeze": 18,
    "tangle": 24,
    "miss": 14,
}
"""What a step of each technique costs a reader, in the order of the kernel's codes. Explanations
prefer cheap techniques; nothing else depends on the costs."""

TECHNIQUES: Final = tuple(COST)
SEEN: Final = frozenset({"covers", "turned", "supposed", "known", "never match"})
"""What a reader sees on the table, or was shown before: no deduction."""


@dataclass(frozen=True)
class Fact:
    """Something that holds in every prompt solution of the sets.

    `x` and `y` are numbers of cards (`Problem`), and `y` is a slot for the kinds ``not before`` and
    ``in time``: the slot that begins when that stock card is turned. ``before``: x goes before y.
    ``apart``: they do not go together, ``together``: they do. ``not before``: x does not go before
    slot y; ``in time``: it does.
    """

    kind: Kind
    x: int = 0
    y: int = 0

    @property
    def code(self) -> int:
        """The fact as the kernel has it."""
        return KINDS.index(self.kind) << 12 | self.x << 6 | self.y

    @classmethod
    def of(cls, code: int) -> Fact:
        """The fact that the kernel has as this number."""
        return cls(KINDS[code >> 12], code >> 6 & 63, code & 63)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that it speaks of."""
        if self.kind == "contradiction":
            return ()
        return (self.x,) if self.kind in ("not before", "in time") else (self.x, self.y)


@dataclass(frozen=True)
class Step:
    """A fact, the technique that gives it, and the facts that it rests on."""

    fact: Fact
    technique: str
    premises: tuple[Fact, ...]


CONTRADICTION: Final = Fact("contradiction")
assert CONTRADICTION.code == codes.CONTRADICTION

guard(__name__)
