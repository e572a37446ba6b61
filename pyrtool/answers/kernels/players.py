"""The kernels of players that do not see the stock.

Decides nothing, as `build` does.
"""

from __future__ import annotations

from pyrtool.answers import soundness
from pyrtool.answers.kernels.build import pairing, search, stock_game
from pyrtool.base.arguments import guard
from pyrtool.base.threads import per_thread
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.kernel.players.closed.plain import PLAIN, PlainPlayer
from pyrtool.kernel.players.closed.planner import FORESIGHT, ROOM, Planner
from pyrtool.kernel.players.closed.player import ClosedPlayer
from pyrtool.kernel.players.closed.sampler import Sampler


@per_thread(16)
def closed_player(rules: Rules, player: str, orders: int, look: int = 0) -> ClosedPlayer:
    """Build the kernel of a player that does not see the stock.

    It is one of `PLAIN`, which looks some moves further ahead, or the sampler or the strongest,
    which imagine orders for a move.
    """
    rows, down = list(Layout.of(rules).pyramid_rows), rules.face_down == "covered"
    soundness.check_sets(rules, "player")
    made = stock_game(rules)
    if player in PLAIN:
        return PlainPlayer(made, PLAIN[player], rows, down, look)
    if player == "strongest":
        pool = _pool(orders)
        return Planner(
            made, search(rules), rows, down, orders, pool, FORESIGHT, ROOM, pairing(rules)
        )
    return Sampler(made, search(rules), rows, down, orders, pairs=pairing(rules))


def _pool(orders: int) -> int:
    """How many winning orders the strongest player keeps: 3 of 20."""
    return max(1, orders * 3 // 20)


@per_thread(1)
def planner(rules: Rules, room: int) -> Planner:
    """A planner for bounds, with room for this number of nodes; `bound` gives the number of
    orders."""
    rows = list(Layout.of(rules).pyramid_rows)
    down = rules.face_down == "covered"
    return Planner(
        stock_game(rules), search(rules), rows, down, 1, 1, FORESIGHT, room, pairing(rules)
    )


guard(__name__)
