"""What is seen of games in closed play, and the chance of the best player who sees it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from pyrtool.answers.closed import View
from pyrtool.answers.closed.exact import Exact
from pyrtool.answers.closed.shown_cards import with_shown_cards
from pyrtool.answers.kings import harmless_kings
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position

from .dealing import shuffled


def in_play(rules: Rules, number: int) -> Iterator[View]:
    """What is seen in a game in which chance chooses the moves, at each of them."""
    chance = Random(number)
    here = Position.start(Deal.of(shuffled(rules, number), rules))
    while True:
        while king := next(harmless_kings(here), None):
            here = here.play(king)
        moves = list(here.legal_moves())
        if not moves or here.is_won():
            return
        yield View.of(here)
        here = here.play(chance.choice(moves))


def chance_after(exact: Exact, view: View, move: Move) -> Fraction:
    """The chance of the best player from a move on."""
    weighed = [(part, View.of(then.play(move))) for part, then in with_shown_cards(view, move)]
    return sum((part * exact.best(then) for part, then in weighed), Fraction(0))
