"""The two players of a rating, in games that the kernels for sets do not play out."""

from __future__ import annotations

from typing import Final

from pyrtool.answers import soundness
from pyrtool.answers.kernels.every_line import LinesFrom
from pyrtool.base.arguments import guard
from pyrtool.game.position import Position
from pyrtool.kernel.every_line.games import Games

MOST_PLAYED: Final = 2_000
"""The most games that are played for each player."""


def games_won(start: Position, games: int, seed: int, clever: bool) -> int:
    """Count the wins among `games` games from a position.

    `clever`: the player makes no move after which a card that must go has no partner.
    """
    lines = LinesFrom(start)
    kernel = Games(lines.line, lines.moves, lines.bounds, soundness.patience(lines.rules))
    return kernel.play(games, seed, clever)


guard(__name__)
