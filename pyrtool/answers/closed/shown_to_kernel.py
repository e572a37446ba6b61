"""What is put before a kernel of players, and the move that it answers.

Decides how a view reaches a kernel: its unseen cards lie in the order of `View.unseen`.
"""

from __future__ import annotations

from pyrtool.answers.closed.view import View
from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.positions import as_dealt
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.kernel.numbers.encoding import DEALING
from pyrtool.kernel.players.closed.player import ClosedPlayer


def look(kernel: ClosedPlayer, view: View, seed: int) -> None:
    """Put before a kernel what is seen: the unseen cards lie in it in the order of `unseen`."""
    dealt = as_dealt(view.table)
    kernel.open(bytes(dealt.cards), dealt.left, dealt.at, view.table.pass_number > 1, seed)


def move_of(low: int, high: int, table: Position) -> Move:
    """The move that a kernel names by two bits."""
    if low == DEALING:
        deal, redeal = DealStock(), Redeal()
        return deal if table.allows(deal) else redeal
    game = build.game(table.rules)
    cards = {Card.of(game.card(low)), Card.of(game.card(high))}
    return next(
        move
        for move in table.legal_moves()
        if isinstance(move, Discard) and set(move.cards) == cards
    )


guard(__name__)
