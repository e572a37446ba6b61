"""A first win, where a deck is larger than the kernels of several wastes have room for.

Decides in which order moves are tried; what can be played is for `moves`, how lines are walked
for `walk`. The order is that of `kernel.verdict.wastes.worth` (docs/development/proofs.md).
"""

from __future__ import annotations

from random import Random
from typing import Final

from pyrtool.answers.every_line.moves import State, Step

# `_Walk` past its own door: it is asked at every position.
from pyrtool.answers.every_line.walk import Line, _Walk
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limit, Limits
from pyrtool.game.position import Position

_FIRST_TRY: Final = 150  # nodes
_MORE: Final = 4  # each try has this part more than the one before, as a shift
# What a move is worth.
_DEALING: Final = -60  # a deal or a redeal
_UNCOVERED: Final = 12  # each card that a discard leaves exposed
_MATES: Final = -6  # each card left that goes with one of the two
_LACKING: Final = 100  # it is of the kind of which its set needs more; less of the other
_NEITHER: Final = -60  # its set needs none of its kind
_CHANCE: Final = 60  # chance adds less than this


def first_win(start: Position, limits: Limits) -> tuple[Line | None, int, Limit | None]:
    """A line that wins from a position, under any rules but automatic matching; None if there is
    none, or a limit was reached first; the nodes, and that limit.

    Tries take ever more nodes, so that one comes to its end (docs/development/proofs.md, "Why
    restarts end").

    >>> from pyrtool.game.deals import Deal
    >>> from pyrtool.game.games import Rules
    >>> rules = Rules(rows=9, packs=2, waste_ends="both", passes=3)
    >>> start = Position.start(Deal.of(rules.deck, rules))
    >>> first_win(start, Limits(nodes=10))
    (None, 10, 'nodes')
    """
    tries, patience = _Tries(start, limits), _FIRST_TRY
    lines = tries.lines
    found: list[Step] = []

    def visit(state: State, steps: list[Step]) -> bool:
        if lines.is_won(state):
            found.extend(steps)
            return True
        return False

    while True:
        tries.until = tries.nodes + patience
        if tries.go(visit, lambda _state, _depth, stay: bool(stay & lines.must)):
            return lines.told(found), tries.nodes, None
        if tries.limit or tries.nodes < tries.until:
            return None, tries.nodes, tries.limit
        patience += patience >> _MORE


class _Tries(_Walk):
    """A walk that takes first what is worth most; chance, the same in each search, has a part."""

    def __init__(self, start: Position, limits: Limits) -> None:
        super().__init__(start, limits)
        self._chance = Random(0)

    def _last_first(self, state: State) -> list[Step]:
        chance = self._chance.random
        moves = self.lines.moves(state)
        return sorted(moves, key=lambda step: self._worth(state[0], step) + _CHANCE * chance())

    def _worth(self, left: int, step: Step) -> int:
        if step[0] < 0:
            return _DEALING
        worth = _MATES * self.lines.ways(left, step)
        worth += _UNCOVERED * self.lines.uncovered(left, step)
        lacking = self.lines.lacking(left, step)
        if lacking is None:
            return worth
        return worth + (_LACKING if lacking > 0 else -_LACKING if lacking else _NEITHER)


guard(__name__)
