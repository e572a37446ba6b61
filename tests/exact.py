"""The best that can be done without seeing the stock, and what a player does, exactly: for small
decks, over every order that the unseen cards can have.

Decides by the referee alone which tables follow from a move, so that it can judge the kernel's
players. The time grows with the number of orders: some eight unseen cards are much.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from pyrtool import Rules
from pyrtool.answers.closed import View
from pyrtool.answers.closed.player import Player
from pyrtool.answers.closed.view import with_shown_cards
from pyrtool.answers.equivalent_moves import Key, harmless_kings, ranks_of
from pyrtool.game.position import Move

from .dealing import shuffled_start


@dataclass
class Exact:
    """Chances and mean scores under some rules, each view being worked out once."""

    rules: Rules
    _known: dict[object, Fraction] = field(default_factory=dict)

    def best(self, view: View) -> Fraction:
        """The chance of a player that makes the best of what it sees: no closed player does better.

        For each move this is the mean over the cards that may be turned next, each as likely as it
        is among the unseen ones; the greatest counts. Kings go first where that never hurts
        (docs/development/proofs.md): what it turns is known sooner. Any other may wait.
        """
        return self._value(view, None, False)

    def chance(self, player: Player, view: View) -> Fraction:
        """The chance of a player from a view on."""
        return self._value(view, player, False)

    def best_score(self, view: View) -> Fraction:
        """The mean score of a player that plays for points and makes the best of what it sees."""
        return self._value(view, None, True)

    def score(self, player: Player, view: View) -> Fraction:
        """The mean score of a player from a view on."""
        return self._value(view, player, True)

    def _value(self, view: View, player: Player | None, scores: bool) -> Fraction:
        if view.table.is_won() and not scores:
            return Fraction(1)
        key = player, scores, _ranks(view) if player is None else view
        if key not in self._known:
            moves: Iterator[Move]
            if player is None:
                king = next(harmless_kings(view.table), None)
                moves = view.legal_moves() if king is None else iter([king])
            else:
                chosen = player.choose(view)
                moves = iter(() if chosen is None else [chosen])
            chances = (self.after(view, move, player, scores) for move in moves)
            stopped = Fraction(view.table.score() if scores else 0)
            self._known[key] = max(chances, default=stopped)
        return self._known[key]

    def after(
        self, view: View, move: Move, player: Player | None = None, scores: bool = False
    ) -> Fraction:
        """The chance or the mean score after a move: the mean over what may be turned by it."""
        then = ((part, View.of(one.play(move))) for part, one in with_shown_cards(view, move))
        return sum((part * self._value(one, player, scores) for part, one in then), Fraction(0))


def _ranks(view: View) -> Key:
    """All of a view that matters for what can be done: the ranks, suits left out."""
    return *ranks_of(view.table), *sorted(card.rank for card in view.unseen)


def in_play(rules: Rules, number: int) -> Iterator[View]:
    """What is seen in a game in which chance chooses the moves, at each of them."""
    chance = Random(number)
    here = shuffled_start(rules, number)
    while True:
        while king := next(harmless_kings(here), None):
            here = here.play(king)
        moves = list(here.legal_moves())
        if not moves or here.is_won():
            return
        yield View.of(here)
        here = here.play(chance.choice(moves))
