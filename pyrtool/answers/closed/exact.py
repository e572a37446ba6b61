"""The best that can be done without seeing the stock, and what a player does, exactly: for small
decks, over every order that the unseen cards can have.

Decides by the referee alone which tables follow from a move, so that it can judge the kernel's
players. The time grows with the number of orders: some eight unseen cards are much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pyrtool.answers.choices import Key, ranks_of
from pyrtool.answers.closed.player import Player, PlayerError
from pyrtool.answers.closed.view import View
from pyrtool.answers.kings import harmless_kings
from pyrtool.base.arguments import check_fields, guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position

MOST_UNSEEN = 12
"""More unseen cards have too many orders."""


@dataclass
class Exact:
    """Chances under some rules, each view being worked out once.

    A `PlayerError` for rules under which cards vanish by themselves, or that let one redeal without
    end.
    """

    rules: Rules
    _best: dict[object, Fraction] = field(default_factory=dict)
    _players: dict[object, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fields(self)
        rules = self.rules
        if rules.stock_waste in ("auto", "auto-on-turn") or not rules.passes:
            raise PlayerError(
                "exact chances are for a limited number of passes, and cards that do not vanish"
            )

    def best(self, view: View) -> Fraction:
        """The chance of a player that makes the best of what it sees: no closed player does better.

        For each move this is the mean over the cards that may be turned next, each as likely as it
        is among the unseen ones; the greatest counts. Kings go first where that never hurts
        (docs/development/proofs.md): what it turns is known sooner. Any other may wait.

        >>> from pyrtool.answers.closed.view import View
        >>> from pyrtool.game.deals import deal
        >>> rules = Rules(rows=3, total=6, suits=2)
        >>> Exact(rules).best(View.of(Position.start(deal(1, rules))))
        Fraction(1, 2)
        """
        return self._value(view, None, self._best)

    def chance(self, player: Player, view: View) -> Fraction:
        """The chance of a player from a view on."""
        return self._value(view, player, self._players)

    def _value(self, view: View, player: Player | None, known: dict[object, Fraction]) -> Fraction:
        if len(view.unseen) > MOST_UNSEEN:
            raise PlayerError(f"{len(view.unseen)} cards are unseen: exact up to {MOST_UNSEEN}")
        if view.table.is_won():
            return Fraction(1)
        key = player, _ranks(view) if player is None else view
        if key not in known:
            moves: Iterator[Move]
            if player is None:
                king = next(harmless_kings(view.table), None)
                moves = view.legal_moves() if king is None else iter([king])
            else:
                chosen = player.choose(view)
                moves = iter(() if chosen is None else [chosen])
            chances = (self._after(view, move, player, known) for move in moves)
            known[key] = max(chances, default=Fraction(0))
        return known[key]

    def _after(
        self, view: View, move: Move, player: Player | None, known: dict[object, Fraction]
    ) -> Fraction:
        """The chance after a move: the mean over what may be turned by it."""
        return sum(
            (
                weight * self._value(View.of(table.play(move)), player, known)
                for weight, table in told(view, move)
            ),
            Fraction(0),
        )


def told(view: View, move: Move) -> Iterator[tuple[Fraction, Position]]:
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


def _ranks(view: View) -> Key:
    """All of a view that matters for what can be done: the ranks, suits left out."""
    return *ranks_of(view.table), *sorted(card.rank for card in view.unseen)


guard(__name__)
