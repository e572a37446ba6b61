"""Views: what a player that has not seen the stock knows of a table, and what a move may show.

Decides what has been seen: all that lies open, and after the first pass the whole stock. A view
keeps which cards are unseen, and nothing of their order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pyrtool.base.arguments import check_fields, public
from pyrtool.base.messages import counted
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.position import Move, Position, PositionError


@public
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
    def of(cls, position: Position) -> "View":
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
        return with_names(table, dict(zip(table.unknown(), order, strict=True)))

    def legal_moves(self) -> Iterator[Move]:
        """Generate every legal move, which follows from what is seen.

        Returns:
            The moves, in the order of `Position.legal_moves`.
        """
        return self.table.legal_moves()


def with_names(table: Position, names: Mapping[Card, Card], gone: Sequence[Card] = ()) -> Position:
    """Put other cards in the place of unknown ones, wherever these lie."""

    def place(card: Card | None) -> Card | None:
        return None if card is None else names.get(card, card)

    def pile(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(names.get(card, card) for card in cards)

    return replace(
        table,
        tableau=tuple(map(place, table.tableau)),
        bouquet=tuple(map(place, table.bouquet)),
        stock=pile(table.stock),
        turned=place(table.turned),
        waste=pile(table.waste),
        further_wastes=tuple(map(pile, table.further_wastes)),
        gone=tuple(gone),
    )


def with_shown_cards(view: View, move: Move) -> Iterator[tuple[Fraction, Position]]:
    """Yield the table with the cards that a move shows, one for all ranks that these can have, and
    how likely those are. The order of the other unseen cards is any."""
    before = (*view.table.tableau, *view.table.stock)
    hidden = [at for at, card in enumerate(before) if card is not None and not card.is_known]
    codes = [Card.of(card) for at in hidden if (card := before[at]) is not None]
    after = _laid(view, dict(zip(hidden, codes, strict=True))).play(move).unseen()
    shown = [at for at, card in zip(hidden, codes, strict=True) if card not in after]
    places = [*shown, *(at for at in hidden if at not in shown)]
    for weight, cards in _drawn(len(shown), tuple(codes)):
        yield weight, _laid(view, dict(zip(places, cards, strict=True)))


def _laid(view: View, cards: Mapping[int, Card]) -> Position:
    """Return the table with these cards in the places where cards are unseen."""
    laid_out = len(view.table.tableau)
    tableau = tuple(cards.get(at, card) for at, card in enumerate(view.table.tableau))
    stock = tuple(cards.get(at, card) for at, card in enumerate(view.table.stock, laid_out))
    return replace(view.table, tableau=tableau, stock=stock, gone=())


def _drawn(count: int, unseen: tuple[Card, ...]) -> Iterator[tuple[Fraction, tuple[Card, ...]]]:
    """Yield the unseen cards in an order, one for all ranks that the first of them can have, and
    how likely those are."""
    if count == 0:
        yield Fraction(1), unseen
        return
    for rank, alike in Counter(card.rank for card in unseen).items():
        first = next(card for card in unseen if card.rank == rank)
        others = tuple(card for card in unseen if card != first)
        for weight, cards in _drawn(count - 1, others):
            yield weight * Fraction(alike, len(unseen)), (first, *cards)
