"""Which cards a move may show, and how likely each is, by the referee alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pyrtool.answers.closed.view import View
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Move, Position


def with_shown_cards(view: View, move: Move) -> Iterator[tuple[Fraction, Position]]:
    """The table with the cards that a move shows, one for all ranks that these can have, and how
    likely those are. The order of the other unseen cards is any."""
    before = (*view.table.tableau, *view.table.stock)
    hidden = [at for at, card in enumerate(before) if card is not None and not card.is_known]
    codes = [Card.of(card) for at in hidden if (card := before[at]) is not None]
    after = _laid(view, dict(zip(hidden, codes, strict=True))).play(move).unseen()
    shown = [at for at, card in zip(hidden, codes, strict=True) if card not in after]
    places = [*shown, *(at for at in hidden if at not in shown)]
    for weight, cards in _drawn(len(shown), tuple(codes)):
        yield weight, _laid(view, dict(zip(places, cards, strict=True)))


def _laid(view: View, cards: Mapping[int, Card]) -> Position:
    """The table with these cards in the places where cards are unseen."""
    laid_out = len(view.table.tableau)
    tableau = tuple(cards.get(at, card) for at, card in enumerate(view.table.tableau))
    stock = tuple(cards.get(at, card) for at, card in enumerate(view.table.stock, laid_out))
    return replace(view.table, tableau=tableau, stock=stock, gone=())


def _drawn(count: int, unseen: tuple[Card, ...]) -> Iterator[tuple[Fraction, tuple[Card, ...]]]:
    """The unseen cards in an order, one for all ranks that the first of them can have, and how
    likely those are."""
    if count == 0:
        yield Fraction(1), unseen
        return
    for rank, alike in Counter(card.rank for card in unseen).items():
        first = next(card for card in unseen if card.rank == rank)
        others = tuple(card for card in unseen if card != first)
        for weight, cards in _drawn(count - 1, others):
            yield weight * Fraction(alike, len(unseen)), (first, *cards)


guard(__name__)
