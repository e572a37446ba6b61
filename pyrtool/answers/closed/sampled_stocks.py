"""What each move is worth where no kernel of players knows the game: the solver is asked about
orders of the unseen cards, one by one.

Decides how long the solver thinks about an order. The orders follow from the view and the seed
alone, and reveal nothing of the true one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from pyrtool.answers.closed.view import View
from pyrtool.answers.solve import Lost, Unknown, Won, decide
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.game.position import Move

MOST_NODES: Final = 30_000
"""An order with which a move is neither won nor lost in this number of nodes, or those of the
limits, is left open."""


def winners(
    view: View, limits: Limits, seed: int
) -> Iterator[tuple[frozenset[Move], frozenset[Move]]]:
    """For one imagined order after another the moves that keep the win for one who knows it, and
    those of which the solver leaves that open. It ends only where there is but one order."""
    chance = Random(seed)
    moves = frozenset(view.legal_moves())
    nodes = MOST_NODES if limits.nodes is None else limits.nodes
    within = Limits(nodes=nodes, memory_mib=limits.memory_mib)
    unseen = list(view.unseen)
    while True:
        chance.shuffle(unseen)
        known = view.with_order(tuple(unseen))
        verdict = decide(known, within)
        won: set[Move] = set()
        left_open: set[Move] = set()
        if isinstance(verdict, Unknown):
            left_open.update(moves)
        elif isinstance(verdict, Won):
            won.update(moves.intersection(verdict.moves[:1]))
            for move in moves - won:
                after = decide(known.play(move), within)
                if not isinstance(after, Lost):
                    (won if isinstance(after, Won) else left_open).add(move)
        yield frozenset(won), frozenset(left_open)
        if len({card.rank for card in unseen}) < 2:
            return


guard(__name__)
