"""A win as the search over the stock has it: the referee plays its moves when they are needed.

To find that a deal can be won takes less time than to play the line.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyrtool.answers.kernels.lines import moves_of
from pyrtool.answers.kernels.positions import Midgame
from pyrtool.answers.verdicts import Won, check_won
from pyrtool.base.arguments import guard
from pyrtool.game.position import Position
from pyrtool.kernel.numbers.encoding import pass_of

__all__ = ["FoundWin", "shown"]


@dataclass(frozen=True)
class FoundWin:
    """The `line` that a search found in this many `nodes` from `start`, which it had as `dealt`."""

    line: tuple[tuple[int, int, int], ...]
    start: Position
    dealt: Midgame
    nodes: int

    def shown(self) -> Won:
        """The win with its moves, which the referee plays."""
        line = moves_of(self.line, self.start, self.dealt.stock)
        check_won(line.end)
        return Won(line.moves, self.nodes)

    @property
    def most_moves(self) -> int:
        """The line has no more moves: it discards a card once, and deals it once in each pass."""
        redeals = pass_of(self.line[-1][2]) - pass_of(self.dealt.at) if self.line else 0
        return len(self.start.cards()) + (redeals + 1) * (len(self.dealt.stock) + 1)


def shown(found: FoundWin | Won) -> Won:
    """A win with its moves."""
    return found.shown() if isinstance(found, FoundWin) else found


guard(__name__)
