"""What somebody knows of a table who has not seen the stock.

Decides what has been seen: all that lies open, and after the first pass the whole stock. A view
keeps which cards are unseen, and nothing of their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyrtool.base.arguments import check_fields, guard
from pyrtool.base.words import counted
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.position import Move, Position, PositionError


@dataclass(frozen=True)
class View:
    """A table as a player sees it: `table`, on which every unseen card is ``??``; and `unseen`,
    the cards that these are, sorted.

    Tables that look alike have equal views, whatever the order of their stocks. A `PositionError`
    where a card is ``??`` that has been seen, or one is not that was not.
    """

    table: Position
    unseen: tuple[Card, ...]

    def __post_init__(self) -> None:
        check_fields(self)
        table = self.table
        stock = table.stock if table.pass_number == 1 else ()
        hidden = (*table.face_down(), *stock)
        if table.turned is not None and not table.turned.is_known:
            raise PositionError(
                f"the turned card is unknown, which a player has seen: name it, as in turned 5C, "
                f"with stock {len(table.stock)} face down"
            )
        if table.unknown() != hidden:
            others = "those that lie face down" if table.face_down() else "no others"
            raise PositionError(
                f"{counted(len(table.unknown()), 'card')} unknown: a player has not seen the "
                f"{counted(len(stock), 'card')} of the stock in the first pass, and {others}"
            )
        if self.unseen != table.can_be():
            raise PositionError("unseen: are not the cards that the unknown ones are")

    @classmethod
    def of(cls, position: Position) -> View:
        """Show what a player sees of a position.

        A position whose stock is written ``??`` already shows that.

        Args:
            position: The position, its cards known or those of the stock unknown.

        Returns:
            The view.

        Raises:
            PositionError: Other cards are unknown, or the position does not show which cards they
                can be.

        Examples:
            >>> from pyrtool.game.deals import deal
            >>> from pyrtool.game.games import game
            >>> start = Position.start(deal(1, "pyramid"))
            >>> view = View.of(start)
            >>> len(view.unseen), str(view.table.stock[0]), view == View.of(
            ...     replace(start, stock=start.stock[::-1]))
            (23, '??', True)
        """
        if position.unknown():
            unseen = position.can_be()
            if len(unseen) != len(position.unknown()):
                raise PositionError(
                    f"{counted(len(position.unknown()), 'card')} unknown, and {len(unseen)} can be "
                    "there: name the cards that are gone, or leave out --closed"
                )
            return cls(replace(position, vanished=()), unseen)
        unseen = position.unseen()
        if not unseen:
            return cls(replace(position, vanished=()), ())
        gone = set(position.rules.deck).difference(position.cards())
        hidden = iter(map(UnknownCard, unseen))
        down = set(position.face_down())
        tableau = tuple(next(hidden) if card in down else card for card in position.tableau)
        stock = tuple(hidden) or position.stock  # after the first pass it was seen
        table = replace(
            position, tableau=tableau, stock=stock, vanished=(), gone=tuple(sorted(gone))
        )
        return cls(table, unseen)

    def with_order(self, order: tuple[Card, ...]) -> Position:
        """Put the unseen cards in an order.

        Args:
            order: The unseen cards, from the first place on that hides one.

        Returns:
            The position in which no card is hidden.

        Raises:
            PositionError: These are not the unseen cards.
        """
        if tuple(sorted(order)) != self.unseen:
            raise PositionError("order: is not of the unseen cards")
        if not order:
            return self.table
        table = self.table
        names = dict(zip(table.unknown(), order, strict=True))
        tableau = tuple(names.get(card, card) if card else card for card in table.tableau)
        stock = tuple(names.get(card, card) for card in table.stock)
        return replace(table, tableau=tableau, stock=stock, gone=())

    def legal_moves(self) -> Iterator[Move]:
        """Generate every legal move, which follows from what is seen.

        Returns:
            The moves, in the order of `Position.legal_moves`.
        """
        return self.table.legal_moves()


guard(__name__)
