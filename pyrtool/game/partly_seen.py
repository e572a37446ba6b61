"""A position of which only some cards are seen; the number of the others may be unknown.

Decides how many cards can lie in the stock and under the waste, and makes a position for each.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pyrtool.base.arguments import check_fields
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.position import Position, PositionError
from pyrtool.game.rules import Rules

_FACE_DOWN = UnknownCard(0)


@dataclass(frozen=True)
class PartlySeen:
    """The seen cards of a position, as `Position.of` takes them.

    `stock` is None where some cards lie face down in it, nobody knows how many. `more_below`: any
    number of cards lies face down in the first waste, under those of `waste`.

    Examples:
        >>> from pyrtool.game.cards import Card
        >>> small = Rules(rows=1, total=3, suits=2, passes=1)
        >>> seen = PartlySeen(small, (Card.parse("3C"),), turned=Card.parse("AC"))
        >>> [len(position.stock) for position in seen.positions]
        [1, 2, 3, 4]
    """

    rules: Rules
    tableau: tuple[Card | None, ...]
    bouquet: tuple[Card | None, ...] = ()
    stock: tuple[Card, ...] | None = None
    turned: Card | None = None
    waste: tuple[Card, ...] = ()
    more_below: bool = False
    further_wastes: tuple[tuple[Card, ...], ...] = ()
    pass_number: int = 1
    cleared_in_pass: int | None = None
    gone: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position that can be, fewer cards in the stock first, then fewer in the waste."""
        positions: list[Position] = []
        for stock, below in () if self._lacks() else self._numbers():
            try:
                positions.append(self.position(stock, below))
            except PositionError:
                continue
        return tuple(positions)

    def check_possible(self) -> None:
        """Raise a `PositionError` if no number of cards can be: what is wrong with the most."""
        if self.positions:
            return
        if lacks := self._lacks():
            raise PositionError(lacks)
        for stock, below in reversed([*self._numbers()]):
            self.position(stock, below)
        raise PositionError("stock: no card is left that can lie face down")

    def _lacks(self) -> str:
        """Name the cards that a player sees and that are missing."""
        if self.stock is None and self.rules.stock_top and self.turned is None:
            return "the turned card is unknown: name it before the stock: turned 5C"
        if self.more_below and self.rules.waste_ends == "both":
            return "the bottom card of the waste is available: say how many cards lie on it"
        return ""

    def position(self, stock: int = 0, below: int = 0) -> Position:
        """Return the position with this many cards in a stock of any number, and `below` the waste.

        A `PositionError` where it cannot be.
        """
        return Position.of(
            self.rules,
            self.tableau,
            bouquet=self.bouquet,
            stock=[_FACE_DOWN] * stock if self.stock is None else self.stock,
            turned=self.turned,
            waste=[_FACE_DOWN] * below + list(self.waste),
            further_wastes=self.further_wastes,
            pass_number=self.pass_number,
            cleared_in_pass=self.cleared_in_pass,
            gone=self.gone,
        )

    def named(self) -> int:
        """Return the number of cards that are named, here or gone."""
        piles = (self.tableau, self.bouquet, self.stock or (), self.waste, *self.further_wastes)
        here = [card for pile in (*piles, [self.turned], self.gone) for card in pile]
        return sum(card is not None and card.is_known for card in here)

    def _numbers(self) -> Iterator[tuple[int, int]]:
        """Yield the possible numbers of cards in the stock and under the waste."""
        piled = sum(map(len, (self.waste, *self.further_wastes)))
        room = max(self.rules.stock_size - piled - (self.turned is not None), 0)
        for stock in range(1, room + 1) if self.stock is None else [len(self.stock)]:
            for below in range(max(room - stock, 0) + 1) if self.more_below else [0]:
                yield stock, below
