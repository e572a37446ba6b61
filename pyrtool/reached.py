"""What a line of play reaches, where the goal may be out of reach.

Decides what better means for each question, and which line is best where every line is looked at;
for other games that is `optimum`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pyrtool.cards import RANKS, PyrtoolError
from pyrtool.door import guard
from pyrtool.every_line import Most, most_done
from pyrtool.games import Rules
from pyrtool.played import played
from pyrtool.position import Move, Position
from pyrtool.solver import Limit, Limits, Lost, Verdict, Won, solve
from pyrtool.theory import By


class BestError(PyrtoolError):
    """A question that the rules do not answer."""


@dataclass(frozen=True)
class Best:
    """A line of play and what it reaches.

    `by`: what was asked, fewest cards left in the pyramid, then in all (`pyramid`), the two the
    other way round (`all`), the most points (`score`), or the most cards of a rank that are gone.
    `verdict`: whether the goal can be reached. `moves` lead to `position`. `limit`: None when all
    that was asked is proved; otherwise the limit that was reached. `bound` is what no line does
    better than, in the order of the question: (in the pyramid, in all), (in all, in the pyramid),
    each by itself at least so many, or (points,) or (cards,), at most so many.

    `at_least`: the points or cards that were enough; where the line reaches them, nothing better
    was looked for. `least_moves`: where the fewest moves were asked for, no line that does as well
    has fewer. `cleared`: where to clear the pyramid as well costs something, the line that does.
    """

    by: By
    verdict: Verdict
    moves: tuple[Move, ...]
    position: Position
    nodes: int
    limit: Limit | None
    bound: tuple[int, ...]
    at_least: int | None = None
    least_moves: int | None = None
    cleared: Best | None = None

    @property
    def proved(self) -> bool:
        """Whether the line is proved to be what was asked for."""
        return self.limit is None

    @property
    def is_enough(self) -> bool:
        """Whether the line reaches the `at_least` that was asked for."""
        return self.at_least is not None and worth(self.position, self.by)[0] >= self.at_least


def worth(position: Position, by: By) -> tuple[int, ...]:
    """What a line that ends here reaches, in the order of the question, as `Best.bound` has it."""
    in_pyramid, in_all = position.pyramid_left(), position.cards_left()
    if by == "pyramid":
        return in_pyramid, in_all
    if by == "all":
        return in_all, in_pyramid
    if by == "score":
        return (position.score(),)
    there = {*position.cards()}
    return (sum(RANKS[card.rank - 1] == by and card not in there for card in position.rules.deck),)


def best_of_every_line(
    start: Position, by: By, verdict: Verdict, limits: Limits, at_least: int | None
) -> Best:
    """The best line of a game that the kernels give no more than a verdict on: of all lines, or of
    those that the limits let be looked at."""
    rank = RANKS.find(by) + 1
    clearing = solve(to_clear(start, start.rules), limits=limits)
    there = sum(card.rank == rank for card in start.cards())
    enough = None if at_least is None else (max(0, there - at_least),)

    def left(in_pyramid: int, in_all: int, of_rank: int) -> tuple[int, ...]:
        if rank:
            return (of_rank,)
        return (in_pyramid, in_all) if by == "pyramid" else (in_all, in_pyramid)

    def value(moves: Sequence[Move]) -> tuple[int, ...]:
        reached = worth(played(start, moves).end, by)
        return tuple(-many for many in reached) if rank else reached

    known = [one.moves for one in (verdict, clearing) if isinstance(one, Won)]
    nodes = verdict.nodes + clearing.nodes
    if isinstance(verdict, Won) and start.rules.goal == "all":
        found = Most(verdict.moves, verdict.moves, 0, None)
    else:
        found = most_done(start, left, rank, enough, limits)
    moves = min([*known, found.moves], key=value)
    bound = reached = worth(played(start, moves).end, by)
    if found.limit:
        lost = isinstance(verdict, Lost) and start.rules.goal == "all"
        in_pyramid = int(isinstance(clearing, Lost))
        in_all = max(in_pyramid, int(lost))
        bound = (
            (sum(card.rank == rank for card in start.rules.deck),)
            if rank
            else left(in_pyramid, in_all, 0)
        )
    limit = None if bound == reached else found.limit
    end = played(start, moves).end
    told = Best(by, verdict, moves, end, nodes + found.nodes, limit, bound, at_least)
    ways = [*known, *([found.clearing] if found.clearing is not None else [])]
    ways = [one for one in ways if not played(start, one).end.pyramid_left()]
    if not rank or not told.position.pyramid_left() or not ways:
        return told
    way = min(ways, key=value)
    end = played(start, way).end
    return replace(told, cleared=replace(told, moves=way, position=end))


def to_clear(start: Position, rules: Rules) -> Position:
    """The position with the goal to clear the pyramid."""
    return replace(start, rules=replace(rules, goal="pyramid"))


guard(__name__)
