"""The evaluation of a move, as records."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.answers.best.best import Best
from pyrtool.answers.objectives import worth
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.base.arguments import public
from pyrtool.base.limits import Limit
from pyrtool.game.cards import Card
from pyrtool.game.position import Move, Position

Value = Literal["won", "lost", "depends", "unknown"]
"""Whether the goal can be reached: `depends` on which the unknown cards are, `unknown` if a
limit was reached first."""


@dataclass(frozen=True)
class Orders:
    """The findings of naming the unknown cards, each time differently.

    `won` of the `tried` orders are winnable; `all` says that there are no others. A move is not
    tried with more of them once it is known to depend: only with `all` is `won` of `tried` a
    chance. `won_with` and `lost_with` are examples: cards for `Position.unknown`, in its order;
    empty if there is none.
    """

    tried: int = 0
    won: int = 0
    all: bool = False
    won_with: tuple[Card, ...] = ()
    lost_with: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Assumed:
    """The assumptions of chances about a table with unknown cards.

    `stock`, `waste` and `gone`: how many cards lie there or are gone, each number that is possible.
    `unknown` of the `unnamed` cards lie somewhere. `hidden.prior` has how likely each deal is that
    agrees with this. `deals` of them were looked at, which are `all` there are, or were drawn with
    the `seed`; `games` were played on. `limit` ended the drawing early.
    """

    stock: tuple[int, ...]
    waste: tuple[int, ...]
    gone: tuple[int, ...]
    unnamed: int
    unknown: tuple[int, ...]
    deals: int
    all: bool
    games: int
    seed: int
    limit: Limit | None = None


@dataclass(frozen=True)
class Worth:
    """The value of a move.

    `moves` come to the same: after each of them cards of the same ranks lie at the same places.
    `line` wins, with the first of them in front, and is empty if none is known; `shortest`: no
    other has fewer moves. `only`: no other choice keeps the win (`rating.choices`), None if that is
    not known. `best` is the best that is left after a move that loses, from the position after it.
    `limit` was reached with the verdict, the fewest moves, or what is best. `orders` and `chance`
    are about unknown cards.
    """

    moves: tuple[Move, ...]
    verdict: Value
    line: tuple[Move, ...] = ()
    shortest: bool = False
    only: bool | None = False
    best: Best | None = None
    limit: Limit | Literal["orders"] | None = None
    orders: Orders | None = None
    chance: TableChance | None = None


@public
@dataclass(frozen=True)
class Advice:
    """The value of each legal move of a position, and so of the position.

    `worths` begin with the moves that keep the win, those with the fewest moves to the end first.
    There are none if the game is over. `nodes` were searched. `orders` and `assumed` are about
    unknown cards; with chances the move with the best one comes first, after kings that
    can go at no loss."""

    position: Position
    verdict: Value
    worths: tuple[Worth, ...]
    nodes: int
    orders: Orders | None = None
    assumed: Assumed | None = None

    @property
    def limit(self) -> Limit | Literal["orders"] | None:
        """A limit that left something open."""
        return next((worth.limit for worth in self.worths if worth.limit), None)


_RANKING: Final = ("won", "depends", "unknown", "lost")


def best_first(worths: Sequence[Worth]) -> tuple[Worth, ...]:
    """Return the worths with those in front that have the best chance, or without chances those
    that keep the win, the fewest moves first; among those that lose, those that leave more last."""

    def rank(one: Worth) -> tuple[object, ...]:
        left: tuple[int, ...] = ()
        if one.best is not None:
            left = worth(one.best.position, one.best.by)
            left = tuple(-points for points in left) if one.best.by == "score" else left
        chance = () if one.chance is None else (-one.chance.value, -one.chance.winnable)
        return chance, _RANKING.index(one.verdict), len(one.line), left

    return tuple(sorted(worths, key=rank))
