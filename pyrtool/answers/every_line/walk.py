"""A walk through every line of play: the fewest moves, and the most that can be done.

Decides in which order lines are looked at, and which are left out because none of them is better;
what can be played is for `moves`, what a line is worth for `values`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.answers.every_line.moves import EveryLine, State, Step

# `_Aim` past its own door: it is asked at every position.
from pyrtool.answers.every_line.values import _Aim
from pyrtool.answers.soundness import By
from pyrtool.answers.worth import Value
from pyrtool.base.arguments import guard
from pyrtool.base.limits import MIB, Budget, Limit, Limits
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position

Line = tuple[Move, ...]

_STATE_BYTES: Final = 400  # that a position takes in a dictionary, at most
_LOOK: Final = 64  # nodes between looks at the limits


class _Walk:
    """A walk through the positions that play can reach, within limits; `plain`: by every move."""

    def __init__(self, start: Position, limits: Limits, plain: bool = False) -> None:
        self.lines, self.budget = EveryLine(start, plain), Budget(limits)
        self.nodes = self.reached = 0  # moves that were tried, positions of the last `go`
        self.limit: Limit | None = None
        self.until: int | None = None  # nodes in all, after which `go` gives up
        self._room = limits.memory_mib * MIB // _STATE_BYTES

    def go(
        self,
        visit: Callable[[State, list[Step]], bool],
        is_vain: Callable[[State, int, int], bool] = lambda *_: False,
        most: int | None = None,
    ) -> bool:
        """Visit positions; whether `visit` said of one that it is enough. If one that is wanted can
        be reached, one as good is visited, by the fewest moves where `most` bounds them: then only
        lines of at most that length count. The proof is in docs/development/proofs.md,
        "Exclusions". What follows a position is left out where `is_vain` says so, of it, the moves
        made and the cards that stay. Where a limit is reached `self.limit` says so, and not all
        were visited."""
        lines = self.lines
        depth_of = {lines.key(lines.first): 0}
        line: list[Step] = []
        if visit(lines.first, line):
            return True
        bans = not lines.rules.ends_when_cleared
        stay = self.staying()
        if is_vain(lines.first, 0, stay):
            return False
        levels = [(lines.first, self._last_first(lines.first), list[Step](), stay)]
        while levels:
            state, moves, banned, stay = levels[-1]
            if not moves:
                levels.pop()
                del line[len(levels) - 1 :]
                continue
            if self.nodes == self.until or self._is_out(len(depth_of)):
                return False
            self.nodes += 1
            move = moves.pop()
            after = lines.after(state, move)
            passed_on = list(banned)
            # A line that makes this discard later is as one after it, and has no fewer moves; so
            # what was visited counts without exclusions, too.
            if bans and move[0] >= 0 and lines.is_early_free(state):
                banned.append(move)
            key, depth = lines.key(after), len(line) + 1
            if (known := depth_of.get(key)) is not None and (most is None or known <= depth):
                continue
            depth_of[key] = depth
            self.reached = len(depth_of)
            line.append(move)
            if visit(after, line):
                return True
            stays = lines.stay_after(after, move, stay)
            if is_vain(after, depth, stays):
                line.pop()
                continue
            further = [one for one in self._last_first(after) if one not in passed_on]
            levels.append((after, further, passed_on, stays))
        return False

    def _last_first(self, state: State) -> list[Step]:
        """The moves of a position, the one to be tried first at the end."""
        return self.lines.moves(state)[::-1]

    def staying(self) -> int:
        """The cards that stay in every line."""
        left = self.lines.first[0]
        return self.lines.staying(left, 0, left)

    def _is_out(self, positions: int) -> bool:
        if positions > self._room:
            self.limit = "memory"
        elif self.nodes >= self.budget.nodes or not self.nodes % _LOOK:
            self.limit = self.budget.reached(self.nodes, "nodes")
        return self.limit is not None

    def shortest(
        self,
        is_met: Callable[[State], bool],
        is_vain: Callable[[State, int], bool],
        at_least: Callable[[State], int],
        longest: int,
    ) -> tuple[Line | None, int]:
        """A line of the fewest moves that meets what is asked, if fewer than `longest`, and what no
        line is shorter than. All lines of one length are examined, then those of one more, and so
        on."""
        found: list[Step] = []

        def visit(state: State, moves: list[Step]) -> bool:
            if is_met(state):
                found.extend(moves)
                return True
            return False

        for most in range(at_least(self.lines.first), longest):

            def is_late(state: State, depth: int, stay: int, most: int = most) -> bool:
                return depth + at_least(state) > most or is_vain(state, stay)

            if self.go(visit, is_late, most):
                return self.lines.told(found), most
            if self.limit:
                return None, most
        return None, longest


def fewest_moves(
    start: Position, line: Sequence[Move], limits: Limits
) -> tuple[Line, int, int, Limit | None]:
    """A line of the fewest moves from a position that `line` wins, what no line is shorter than,
    the nodes, and the limit; if one was reached it is `line` again."""
    walk = _Walk(start, limits)
    lines = walk.lines
    must = lines.must
    moves, least = walk.shortest(
        lines.is_won, lambda _, stay: bool(stay & must), lines.at_least, len(line)
    )
    return moves or tuple(line), least, walk.nodes, walk.limit


@dataclass(frozen=True)
class Most:
    """The line that leaves the least, and the one of those that clear the pyramid, None if none was
    found; what no line falls below; the nodes, and the limit that was reached, None if all lines
    were looked at."""

    moves: Line
    clearing: Line | None
    floor: Value
    nodes: int
    limit: Limit | None


def most_done(
    start: Position,
    by: By,
    in_hand: Sequence[Line],
    too_few: int,
    enough: Value | None,
    limits: Limits,
) -> Most:
    """The line that does best, of those `in_hand` and all others. `too_few`: in so many passes the
    pyramid cannot be cleared. `enough`: what need not be bettered."""
    walk = _Walk(start, limits)
    lines = walk.lines
    aim = _Aim(lines, by, too_few)
    floor = aim.floor(lines.first, walk.staying())
    enough = floor if enough is None else max(enough, floor)
    pyramid = lines.pyramid
    ends = {one: played(start, one).end for one in [*in_hand, ()]}
    moves = min(ends, key=lambda one: aim.of(ends[one]))
    clearings = [one for one, end in ends.items() if end.is_pyramid_clear()]
    way = min(clearings, key=lambda one: aim.of(ends[one]), default=None)
    best, clearing = aim.of(ends[moves]), () if way is None else aim.of(ends[way])
    # For cards left, no line that clears the pyramid is kept besides.
    apart = len(floor) == 1 and aim.may_clear

    def visit(state: State, steps: list[Step]) -> bool:
        nonlocal best, moves, clearing, way
        value = aim.value(state)
        if value < best:
            best, moves = value, lines.told(steps)
        if apart and not state[0] & pyramid and (way is None or value < clearing):
            clearing, way = value, lines.told(steps)
        return is_enough()

    def is_enough() -> bool:
        return best <= enough and (not apart or (way is not None and clearing <= enough))

    def is_vain(state: State, _: int, stay: int) -> bool:
        least = aim.floor(state, stay)
        if enough < best and least < best:
            return False
        return not apart or bool(stay & pyramid) or (way is not None and least >= clearing)

    if not is_enough():
        walk.go(visit, is_vain)
    return Most(moves, way, floor, walk.nodes, walk.limit)


def fewest_to(
    start: Position, by: By, line: Line, goal: Value, cleared: bool, limits: Limits
) -> tuple[Line | None, int, int, Limit | None]:
    """A line of the fewest moves that is worth `goal`, as `line` is, and has the pyramid `cleared`
    if asked; what no such line is shorter than; the nodes, and the limit, with which there is no
    line."""
    walk = _Walk(start, limits)
    lines = walk.lines
    aim = _Aim(lines, by, 0)
    pyramid = lines.pyramid if cleared else 0
    lines.at_once &= pyramid  # others cost a move
    moves, least = walk.shortest(
        lambda state: aim.is_met(state, goal, cleared),
        lambda state, stay: bool(stay & pyramid) or aim.floor(state, stay) > goal,
        lambda state: aim.moves_to(state, goal, cleared),
        len(line),
    )
    if walk.limit is None and moves is None:
        moves = line
    return moves, least, walk.nodes, walk.limit


guard(__name__)
