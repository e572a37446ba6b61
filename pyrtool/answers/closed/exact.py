"""The best that can be done without seeing the stock, and what a player does, exactly: for small
decks, over every order that the unseen cards can have.

Decides by the referee alone which tables follow from a move, so that it can judge the kernel's
players. The time grows with the number of orders: some eight unseen cards are much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from pyrtool.answers.choices import Key, ranks_of
from pyrtool.answers.closed.player import Player, PlayerError
from pyrtool.answers.closed.shown_cards import with_shown_cards
from pyrtool.answers.closed.view import View
from pyrtool.answers.kings import harmless_kings
from pyrtool.base.arguments import check_fields, guard
from pyrtool.game.games import Rules
from pyrtool.game.position import Move

MOST_UNSEEN = 12
"""More unseen cards have too many orders."""


@dataclass
class Exact:
    """Chances and mean scores under some rules, each view being worked out once.

    A `PlayerError` for rules under which cards vanish by themselves, or that let one redeal without
    end.
    """

    rules: Rules
    _best: dict[object, Fraction] = field(default_factory=dict)
    _players: dict[object, Fraction] = field(default_factory=dict)
    _best_scores: dict[object, Fraction] = field(default_factory=dict)
    _scores: dict[object, Fraction] = field(default_factory=dict)

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
        >>> from pyrtool.game.position import Position
        >>> rules = Rules(rows=3, total=6, suits=2)
        >>> Exact(rules).best(View.of(Position.start(deal(1, rules))))
        Fraction(1, 2)
        """
        return self._value(view, None, self._best, False)

    def chance(self, player: Player, view: View) -> Fraction:
        """The chance of a player from a view on."""
        return self._value(view, player, self._players, False)

    def best_score(self, view: View) -> Fraction:
        """The mean score of a player that plays for points and makes the best of what it sees: no
        closed player has more.

        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.game.position import Position
        >>> rules = Rules(rows=3, total=6, suits=2, passes=2, scoring="par")
        >>> Exact(rules).best_score(View.of(Position.start(deal(2, rules))))
        Fraction(-2, 1)
        """
        return self._value(view, None, self._best_scores, True)

    def score(self, player: Player, view: View) -> Fraction:
        """The mean score of a player from a view on."""
        return self._value(view, player, self._scores, True)

    def _value(
        self, view: View, player: Player | None, known: dict[object, Fraction], scores: bool
    ) -> Fraction:
        if len(view.unseen) > MOST_UNSEEN:
            raise PlayerError(f"{len(view.unseen)} cards are unseen: exact up to {MOST_UNSEEN}")
        if view.table.is_won() and not scores:
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
            chances = (self._after(view, move, player, known, scores) for move in moves)
            stopped = Fraction(view.table.score() if scores else 0)
            known[key] = max(chances, default=stopped)
        return known[key]

    def _after(
        self,
        view: View,
        move: Move,
        player: Player | None,
        known: dict[object, Fraction],
        scores: bool,
    ) -> Fraction:
        """The chance or the mean score after a move: the mean over what may be turned by it."""
        return sum(
            (
                weight * self._value(View.of(table.play(move)), player, known, scores)
                for weight, table in with_shown_cards(view, move)
            ),
            Fraction(0),
        )


def _ranks(view: View) -> Key:
    """All of a view that matters for what can be done: the ranks, suits left out."""
    return *ranks_of(view.table), *sorted(card.rank for card in view.unseen)


guard(__name__)
