"""Walk through every line of play, if no kernel searches for more than a verdict.

Asks questions about the lines, within limits. The walk is that of `kernel.without_sets`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pyrtool.answers.kernel_setup.every_line import LinesFrom, packed, passes_of, unpacked
from pyrtool.answers.objectives import By, Value, as_left, worth
from pyrtool.base.limits import MIB, Budget, Limit, Limits
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.kernel.without_sets import FewestTo, MostDone, MoveWorth, Tries, Walk

Line = tuple[Move, ...]

POSITION_BYTES: Final = 400
"""That a visited position takes, at most."""


def _limited(walk: Walk, limits: Limits) -> None:
    """Let a walk visit as many positions as have room."""
    walk.room = limits.memory_mib * MIB // POSITION_BYTES


def any_win(start: Position, limits: Limits) -> tuple[str, int, Limit | None]:
    """Decide whether a position can be won, by every legal move of every position: ``won`` or
    ``lost``; how many positions were reached; and the limit if it is neither."""
    lines = LinesFrom(start, plain=True)
    walk = Walk(lines.line, lines.moves)
    _limited(walk, limits)
    walk.begin()
    answer, limit = Budget(limits).run(walk, walk.search)
    return answer, walk.reached, limit


def win_by_tries(start: Position, limits: Limits) -> tuple[Line | None, int, Limit | None]:
    """Find a line that wins from a position, under any rules except automatic matching.

    Tries take ever more nodes, so that one comes to its end (docs/development/proofs.md, "Why
    restarts end").

    Returns:
        The line, None if there is none, or a limit was reached first; the nodes; and that limit.

    Examples:
        >>> from pyrtool.game.deals import Deal
        >>> from pyrtool.game.games import Rules
        >>> rules = Rules(rows=9, packs=2, waste_ends="both", passes=3)
        >>> start = Position.start(Deal.of(rules.deck, rules))
        >>> win_by_tries(start, Limits(nodes=10))
        (None, 10, 'nodes')
    """
    lines = LinesFrom(start)
    cards = lines.cards
    worth = MoveWorth(cards.exposed, cards.goes, cards.covers, cards.covered)
    # The same chance in each search.
    walk = Tries(lines.line, lines.moves, lines.bounds, worth, Random(0).random)
    _limited(walk, limits)
    answer, limit = Budget(limits).run(walk, walk.search)
    line = lines.as_moves(walk.found()) if answer == "won" else None
    return line, walk.nodes, limit


def fewest_moves(
    start: Position, line: Sequence[Move], limits: Limits
) -> tuple[Line, int, int, Limit | None]:
    """Find a line of the fewest moves from a position that `line` wins: the line; what no line is
    shorter than; the nodes; and the limit. If one was reached, the line is `line` again."""
    lines = LinesFrom(start)
    walk = FewestTo(lines.line, lines.moves, lines.bounds, lines.aim(), 0, False)
    moves, least, limit = _shortest(walk, lines, len(line), limits)
    return moves or tuple(line), least, walk.nodes, limit


def _shortest(
    walk: FewestTo, lines: LinesFrom, longest: int, limits: Limits
) -> tuple[Line | None, int, Limit | None]:
    """Return a line of the fewest moves that meets the aim, if fewer than `longest`; the length
    that no line is shorter than; and the limit.

    All lines of one length are examined, then those of one more, and so on.
    """
    _limited(walk, limits)
    budget = Budget(limits)
    for most in range(walk.least_moves(), longest):
        walk.begin(most)
        answer, limit = budget.run(walk, walk.search)
        if limit or answer == "won":
            return None if limit else lines.as_moves(walk.found()), most, limit
    return None, longest, None


@dataclass(frozen=True)
class WalkResult:
    """The line that leaves the least, and the best that clears the pyramid, None if none was found;
    what no line falls below; the nodes, and the limit reached, None if all lines were looked at."""

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
) -> WalkResult:
    """Find the best line, of those `in_hand` and all others, and the best that clears the pyramid.

    In `too_few` passes the pyramid cannot be cleared; what is `enough` need not be bettered.
    """
    rules = start.rules
    ends = {one: played(start, one).end for one in [*in_hand, ()]}
    values = {one: packed(as_left(worth(end, by), rules, by)) for one, end in ends.items()}
    moves = min(values, key=lambda one: values[one])
    clearings = [one for one, end in ends.items() if end.is_pyramid_clear()]
    clearing = min(clearings, key=lambda one: values[one], default=None)
    lines = LinesFrom(start)
    walk = MostDone(
        lines.line,
        lines.moves,
        lines.bounds,
        lines.aim(by, too_few),
        best=values[moves],
        clearing=None if clearing is None else values[clearing],
        enough=None if enough is None else packed(enough),
        # For cards left, no line that clears the pyramid is kept besides.
        apart=by not in ("pyramid", "all") and too_few < passes_of(rules),
    )
    _limited(walk, limits)
    _, limit = Budget(limits).run(walk, walk.search)
    better, clears_better = walk.lines()
    if better is not None:
        moves = lines.as_moves(better)
    if clears_better is not None:
        clearing = lines.as_moves(clears_better)
    return WalkResult(moves, clearing, unpacked(walk.least(), by), walk.nodes, limit)


def fewest_to(
    start: Position, by: By, line: Line, goal: Value, cleared: bool, limits: Limits
) -> tuple[Line | None, int, int, Limit | None]:
    """Find a line of the fewest moves that is worth `goal`, as `line` is.

    With `cleared`, it must clear the pyramid, too. Also what no such line is shorter than; the
    nodes; and the limit, with which there is no line.
    """
    lines = LinesFrom(start)
    lines.moves.wait_for(lines.pyramid if cleared else 0)  # others cost a move
    aim = lines.aim(by, 0)
    walk = FewestTo(lines.line, lines.moves, lines.bounds, aim, packed(goal), cleared)
    moves, least, limit = _shortest(walk, lines, len(line), limits)
    if limit is None and moves is None:
        moves = line
    return moves, least, walk.nodes, limit
