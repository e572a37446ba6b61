"""A game as it was played, with every card known: which moves kept the win, and which one lost it.

Decides what each move is called. A position before a winnable one is winnable, so that at most one
move of a game loses the win. It is found by halving.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, Literal

from pyrtool.answers.equivalent_moves import is_free_king, settled, settled_choices
from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.only_moves import BySearch, LimitReached, only_choice
from pyrtool.answers.shortest import shortest
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.arguments import public
from pyrtool.base.limits import MOST_NODES, Budget, LeftOpenError, Limits
from pyrtool.game.line import Played, played
from pyrtool.game.position import Move, Position, Subject, position_of

Mark = Literal["keeps", "only", "loses", "lost", "unknown"]
"""`keeps`: a win is still there. `only`: and no other choice keeps it. `loses`: the win was there
before. `lost`: it was not. `unknown`: a limit was reached."""

LINE_NODES: Final = 200_000
"""For the shortest line from where the win was lost; then the shortest known counts."""

_RATED: Final = RatingLimits(positions=100_000, playouts=1_000)  # for the level of one decision


def last_winnable(last: int, verdict: Callable[[int], Verdict]) -> int | Unknown:
    """Return the number of the last winnable position of a game, or the verdict that is open.

    Position 0 is winnable, and position `last` is lost.
    """
    won, lost = 0, last
    while lost - won > 1:
        half = (won + lost) // 2
        found = verdict(half)
        if isinstance(found, Unknown):
            return found
        won, lost = (half, lost) if isinstance(found, Won) else (won, half)
    return won


@dataclass(frozen=True)
class Judged:
    """A move, its mark, and of how many choices how many keep the win.

    Moves that can be made in either order to the same end are one choice for the mark `only`.
    `choices` is 0 if the position before it is lost or has no choice; or if a limit was reached,
    and then the choices are not `counted`.
    """

    move: Move
    mark: Mark
    choices: int = 0
    keeping: int = 0
    counted: bool = True

    @property
    def is_decision(self) -> bool:
        """Return whether a choice at the move loses."""
        return self.keeping < self.choices


@public
@dataclass(frozen=True)
class Review:
    """A game as it was played, judged with every card known.

    Attributes:
        line: The game, up to its goal if it reaches that.
        verdict: Whether the deal is winnable.
        moves: The moves, each judged.
        instead: A line that wins where the win was lost, the shortest one if `is_shortest`.
        level: How hard the hardest decision passed is, of `rating.scale.LEVELS`.
    """

    line: Played
    verdict: Verdict
    moves: tuple[Judged, ...]
    instead: tuple[Move, ...] = ()
    is_shortest: bool = False
    level: str | None = None

    @property
    def mistake(self) -> int | None:
        """The index of the move that loses the win, if one does."""
        return next((at for at, one in enumerate(self.moves) if one.mark == "loses"), None)

    @property
    def hardest(self) -> int | None:
        """The index of the decision passed at which the smallest share of the choices wins."""
        passed = [n for n, one in enumerate(self.moves) if one.is_decision and one.mark != "loses"]
        moves = self.moves
        return min(
            passed,
            key=lambda at: (moves[at].keeping / moves[at].choices, -moves[at].choices),
            default=None,
        )

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of a player that makes no mistake, before each move and at the end: 1 or 0."""
        won = [float(one.mark in ("keeps", "only", "loses")) for one in self.moves]
        return (*won, float(bool(won) and self.moves[-1].mark in ("keeps", "only")))

    @property
    def decisive(self) -> tuple[int, ...]:
        """The indices of the moves to be looked at: the mistake, and the hardest decision."""
        return tuple(at for at in (self.mistake, self.hardest) if at is not None)

    @property
    def is_open(self) -> bool:
        """Return whether a limit left a move unjudged."""
        return any(one.mark == "unknown" for one in self.moves)

    @property
    def is_partial(self) -> bool:
        """Return whether a limit left open a mark, choices, or the line that would have won."""
        lacks_line = self.mistake is not None and not self.instead
        return self.is_open or lacks_line or not all(one.counted for one in self.moves)


@public
def review(subject: Subject, moves: Sequence[Move], limits: Limits = Limits()) -> Review:
    """Judge each move of a game with every card known.

    Args:
        subject: The deal, or the position before the first move.
        moves: The moves of the game; those after it reached its goal are left out.
        limits: Seconds for all searches together; nodes and memory for each.

    Returns:
        The game and its moves, judged.

    Raises:
        IllegalMoveError: A move is not legal where it is made.
        PositionError: Play cannot have led to the position, or a card of it is unknown.
        RulesError: No search knows the game.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> nine = deal(9, "giza")
        >>> moves = solve(nine).moves
        >>> {one.mark for one in review(nine, moves).moves} <= {"keeps", "only"}
        True
    """
    return _Judge(to_goal(position_of(subject), moves), limits).review()


def to_goal(start: Position, moves: Sequence[Move]) -> Played:
    """Return a game up to its goal, if it reaches that: with par scoring it may go on."""
    whole = played(start, moves)
    made = len(list(takewhile(lambda here: not here.is_won(), whole.positions[:-1])))
    return played(start, whole.moves[:made])


class _Judge:
    """Judges a game within limits."""

    def __init__(self, line: Played, limits: Limits) -> None:
        self.line, self.limits = line, limits
        self.budget = Budget(replace(limits, nodes=None))
        nodes = MOST_NODES if limits.nodes is None else limits.nodes
        self.search = BySearch(nodes, limits.memory_mib, self.budget)

    def review(self) -> Review:
        """Find where the win was lost, and judge the moves before it."""
        line, count = self.line, len(self.line.moves)
        start = line.positions[0]
        won: Verdict = Won(line.moves, 0)
        verdict = won if line.end.is_won() else self._ask(solve, start)
        if not isinstance(verdict, Won):
            mark: Mark = "lost" if isinstance(verdict, Lost) else "unknown"
            return Review(line, verdict, tuple(Judged(move, mark) for move in line.moves))
        at: int | Unknown = count
        end = won if line.end.is_won() else self._verdict(count)
        if isinstance(end, Lost):
            at = last_winnable(count, self._verdict)
        if isinstance(end, Unknown) or isinstance(at, Unknown):
            return Review(line, verdict, tuple(Judged(move, "unknown") for move in line.moves))
        judged = tuple(
            self._judged(k, "keeps" if k < at else "loses" if k == at else "lost")
            for k in range(count)
        )
        found = Review(line, verdict, judged)
        if at < count:
            few = min(self.limits.nodes or LINE_NODES, LINE_NODES)
            instead = self._ask(shortest, line.positions[at], few)
            if not isinstance(instead, Won):
                instead = self._ask(solve, line.positions[at])
            if isinstance(instead, Won):
                found = replace(found, instead=instead.moves, is_shortest=instead.shortest)
        if found.hardest is not None:
            level = rate(line.positions[found.hardest], limits=_RATED).level
            found = replace(found, level=level)
        return found

    def _verdict(self, at: int) -> Verdict:
        return self._ask(verdict_only, self.line.positions[at])

    def _ask(
        self,
        question: Callable[[Position, Limits], Verdict],
        position: Position,
        nodes: int | None = None,
    ) -> Verdict:
        """Ask within the seconds that are left."""
        rest = self.budget.rest(0, self.limits.memory_mib)
        if not isinstance(rest, Limits):
            return Unknown(rest, 0)
        return question(position, replace(rest, nodes=nodes or self.limits.nodes))

    def _judged(self, at: int, mark: Mark) -> Judged:
        """Judge a move before which the win is there, by the choices beside it."""
        here, move = self.line.positions[at], self.line.moves[at]
        if mark == "lost" or is_free_king(move, here):
            return Judged(move, mark)
        there = settled(here)
        if there.is_won():
            return Judged(move, mark)
        try:
            wins = [after.is_won() or self.search(after) for _, after in settled_choices(there)]
            only = only_choice(there, self.search) if mark == "keeps" else ()
        except (LimitReached, LeftOpenError):
            return Judged(move, mark, counted=False)
        keeping = sum(wins)
        if only:  # moves that can be made in either order are one choice
            return Judged(move, "only", len(wins) - keeping + 1, 1)
        return Judged(move, mark, len(wins), keeping)
