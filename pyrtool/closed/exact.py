"""The best that can be done without seeing the stock, and what a player does, exactly: for small
decks, over every order that the unseen cards can have.

Decides by the referee alone which tables follow from a move, so that it can judge the kernel's
players. The time grows with the number of orders: some eight unseen cards are much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pyrtool.cards import Card
from pyrtool.closed.player import Player, PlayerError, kings
from pyrtool.closed.view import View
from pyrtool.door import check_fields, guard
from pyrtool.games import Rules
from pyrtool.position import Move, Position

MOST_UNSEEN = 12
"""More unseen cards have too many orders."""


@dataclass
class Exact:
    """Chances under some rules, each view being worked out once.

    A `PlayerError` for rules under which one move can turn several cards, or that let one redeal
    without end.
    """

    rules: Rules
    _best: dict[object, Fraction] = field(default_factory=dict)
    _players: dict[object, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fields(self)
        rules = self.rules
        if rules.draw > 1 or rules.stock_waste in ("auto", "auto-on-turn") or not rules.passes:
            raise PlayerError("exact chances are for cards that are turned one by one, in passes")

    def best(self, view: View) -> Fraction:
        """The chance of a player who makes the best of what he sees: no honest player does better.

        Of each move the mean over the cards that may be turned next, each as likely as it is among
        the unseen ones; of these the greatest. Kings go first: with cards turned singly that never
        hurts (docs/solver.md), and what it turns is known sooner.

        >>> from pyrtool.closed.view import View
        >>> from pyrtool.deals import deal
        >>> rules = Rules(rows=3, total=6, suits=2)
        >>> Exact(rules).best(View.of(Position.start(deal(1, rules=rules).cards, rules)))
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
                king = next(kings(view.table), None)
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
        total = Fraction(0)
        for weight, table in told(view):
            after = View.of(table.play(move))
            chance = self._value(after, player, known)
            if after.unseen == view.unseen:
                return chance  # nothing was turned
            total += weight * chance
        return total


def told(view: View) -> Iterator[tuple[Fraction, Position]]:
    """The table with its next unseen card told, once for each rank that it can have, and how likely
    that is; the order of those behind it is any."""
    if not view.unseen:
        yield Fraction(1), view.table
        return
    ranks = Counter(card.rank for card in view.unseen)
    for rank, count in ranks.items():
        first = next(card for card in view.unseen if card.rank == rank)
        rest = (card for card in view.unseen if card != first)
        stock = tuple(Card.of(card) for card in (first, *rest))
        table = replace(view.table, stock=stock, gone=())
        yield Fraction(count, len(view.unseen)), table


def _ranks(view: View) -> object:
    """All of a view that matters for what can be done: the ranks, suits left out."""

    def of(cards: tuple[Card | None, ...]) -> tuple[int, ...]:
        return tuple(0 if card is None else card.rank for card in cards)

    table = view.table
    unseen = tuple(sorted(card.rank for card in view.unseen))
    seen = () if view.unseen else of(table.stock)
    return (
        of(table.tableau),
        of(table.bouquet),
        of(table.waste),
        of((table.turned,)),
        unseen,
        seen,
        table.pass_number,
    )


guard(__name__)
