"""The scale of difficulty: chances, levels, and what a rating says.

Decides how a chance becomes a difficulty and a level; `chances` finds
chances, and `only_moves` what the moves are worth. docs/understand/how-hard-is-a-deal.md
says how many deals have which level.
"""

from dataclasses import dataclass
from math import log10
from typing import Final

from pyrtool.base.arguments import ArgumentError, public
from pyrtool.base.intervals import Rate
from pyrtool.base.messages import shown
from pyrtool.languages import message

LEVELS: Final[tuple[tuple[str, float], ...]] = (
    (message("easy"), 0.0),
    (message("moderate"), 2.0),
    (message("hard"), 3.0),
    (message("expert"), 4.5),
    (message("master"), 6.0),
)
"""Each level with the difficulty at which it begins; the n-th has n stars."""

DECIMALS: Final = 4
"""The decimals of a difficulty. People see two."""


@dataclass(frozen=True)
class Chance:
    """The probability that a player wins a deal: exactly, or by the share of games played out.

    `value` is the chance, or `wins` / `playouts`; `playouts` is 0 if it is exact.
    """

    value: float
    playouts: int = 0
    wins: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.value <= 1:
            raise ArgumentError(f"value {shown(self.value)}: must be 0 to 1")
        if not 0 <= self.wins <= self.playouts:
            raise ArgumentError(f"wins: {shown(self.wins)} of {shown(self.playouts)} cannot be")

    @property
    def exact(self) -> bool:
        """Return whether `value` is the chance itself, as far as 64-bit numbers hold it."""
        return self.playouts == 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval (Wilson's score interval); of an exact chance no more than itself."""
        if self.exact:
            return self.value, self.value
        return Rate(self.wins, self.playouts).interval()

    @property
    def difficulty(self) -> float | None:
        """-log10 of the chance; None if that is 0: the player never wins, or never did."""
        return None if self.value == 0 else _difficulty(self.value)

    @property
    def least(self) -> float | None:
        """The least difficulty that the evidence allows: below `difficulty` after playouts.

        None if the chance is exactly 0: the difficulty has no bound.
        """
        high = self.interval[1]
        return None if high == 0 else _difficulty(high)

    @property
    def most(self) -> float | None:
        """The most difficulty that the evidence allows; None for no bound."""
        low = self.interval[0]
        return None if low == 0 else _difficulty(low)


@public
@dataclass(frozen=True)
class Rating:
    """The difficulty of a won deal.

    `plain`: the chance of a player who always discards kings and otherwise plays any legal move;
    `clever`: of one who creates no set block besides. `positions`: worked out for exact chances,
    else 0. `first_moves`: how many choices the deal begins with, `losing_first_moves`: after how
    many of them it cannot be won. `only_moves`: how many times along the line of play that is
    shown just one choice keeps the win. None: a limit was reached, or it was not asked for.
    """

    plain: Chance
    clever: Chance
    positions: int
    first_moves: int | None = None
    losing_first_moves: int | None = None
    only_moves: int | None = None

    @property
    def exact(self) -> bool:
        """Return whether both chances are exact."""
        return self.plain.exact

    @property
    def difficulty(self) -> float | None:
        """-log10 of the plain player's chance; None if no game is won: then see `bounded_by`."""
        return self.plain.difficulty

    @property
    def bounded_by(self) -> float | None:
        """After playouts without a win: the difficulty is greater than this."""
        return None if self.exact or self.plain.wins else self.plain.least

    @property
    def difficulty_or_bound(self) -> float | None:
        """The difficulty, or after no win in all playouts its bound; None if there is no limit."""
        return self.bounded_by if self.difficulty is None else self.difficulty

    @property
    def stars(self) -> int:
        """1 for the easiest level to 5 for the hardest; after no win the least possible."""
        if self.difficulty_or_bound is None:
            return len(LEVELS)
        return sum(begins <= self.difficulty_or_bound for _, begins in LEVELS)

    @property
    def level(self) -> str:
        """The level's name; after no win the easiest possible."""
        return LEVELS[self.stars - 1][0]


def level_named(name: str) -> int:
    """Return the stars of the level with this name; an `ArgumentError` if there is none."""
    names = [level for level, _ in LEVELS]
    if name not in names:
        raise ArgumentError(f"unknown level {shown(name)}: choose from {', '.join(names)}")
    return names.index(name) + 1


def _difficulty(chance: float) -> float:
    return round(-log10(chance), DECIMALS) + 0.0  # no negative zero
