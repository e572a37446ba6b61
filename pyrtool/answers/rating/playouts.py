"""The two players of a rating, in games that the kernels do not play out.

Decides what the clever player sees there: that a card which must go lies under all its partners.
The games follow the generator of `kernel.players`, so that they are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

# Past its own door: it is asked for every move of thousands of games.
from pyrtool.answers import soundness
from pyrtool.answers.every_line.moves import EveryLine
from pyrtool.base.arguments import guard
from pyrtool.game.position import Position
from pyrtool.kernel.numbers.bits import splitmix

MOST_PLAYED: Final = 2_000
"""Games a player, however many are asked for: each is played move by move in Python."""

_GAMMA: Final = 0x9E3779B97F4A7C15
_MASK: Final = 2**64 - 1
_WORD: Final = 2**32


def games_won(start: Position, games: int, seed: int, clever: bool) -> int:
    """Count the wins among `count` games from a position.

    `clever`: the player makes no move after which a card that must go has no partner.
    """
    lines, below = EveryLine(start), _bounded(seed)
    if lines.is_dead(lines.first):
        return 0
    return sum(_is_won(lines, below, clever) for _ in range(games))


def _bounded(seed: int) -> Callable[[int], int]:
    """Numbers from 0 to n - 1 by SplitMix64, without bias."""
    state = seed

    def below(n: int) -> int:
        nonlocal state
        while True:
            state = state + _GAMMA & _MASK
            product = (splitmix(state) >> 32) * n
            if product % _WORD >= _WORD % n:
                return product >> 32

    return below


def _is_won(lines: EveryLine, below: Callable[[int], int], clever: bool) -> bool:
    """One game. A position in which a card that must go can go with none is given up."""
    patience = soundness.patience(lines.rules)
    state, idle = lines.first, 1  # redeals since the last discard, at the start as if after one
    while not lines.is_won(state):
        moves = lines.choices(state)
        while True:
            if not moves:
                return False
            move = moves.pop(below(len(moves)))
            after = lines.after(state, move)
            if not lines.is_dead(after):
                break
            if not clever:
                return False
        if after[3] != state[3]:  # a redeal
            if idle >= patience:
                return False
            idle += 1
        elif move[0] >= 0:
            idle = 0
        state = after
    return True


guard(__name__)
