"""The two players of a rating, in games that the kernels for sets do not know."""

from __future__ import annotations

from typing import Final

from pyrtool.answers import soundness
from pyrtool.answers.kernels.every_line import LinesFrom
from pyrtool.base.arguments import guard
from pyrtool.game.position import Position
from pyrtool.kernel.every_line.chances import LineChances
from pyrtool.kernel.every_line.games import Games

POSITIONS: Final = 1_000_000
"""How many positions are worked out at most by default; a deal of Nestor has a few thousand."""

PLAYOUTS: Final = 2_000
"""How many games are played for each player by default."""


def exact_chances(
    start: Position, positions: int, limit_bytes: int
) -> tuple[float, float, int] | None:
    """Work out how likely the plain and the clever player win from a position, and from how many.

    None with a stock to deal, and where the positions or their memory reach their limit.
    """
    if start.rules.stock == "dealt":
        return None
    if start.is_won():
        return 1.0, 1.0, 0
    lines = LinesFrom(start)
    kernel = LineChances(lines.line, lines.moves, lines.bounds, limit_bytes)
    if kernel.run(positions) != "done":
        return None
    return *kernel.chances(), kernel.positions


def games_won(start: Position, games: int, seed: int, clever: bool) -> int:
    """Count the wins among `games` games from a position.

    `clever`: the player makes no move after which a card that must go has no partner.
    """
    lines = LinesFrom(start)
    kernel = Games(lines.line, lines.moves, lines.bounds, soundness.patience(lines.rules))
    return kernel.play(games, seed, clever)


guard(__name__)
