"""The most that can be done in a deal, where the goal may be out of reach.

Decides what `by` asks of the kernels and what their answers say; the lines they find are replayed
by the referee. A limit that was reached leaves a line and a bound, never a claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyrtool.answers.best.challenges import (
    fewest_to_remove,
    fewest_to_score,
    most_points,
    most_removed,
    one_that_stays,
)
from pyrtool.answers.best.line import (
    Best,
    BestError,
    as_win,
    best_of_every_line,
    check_question,
    clearing_of,
    first_clearing,
    possible,
)
from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.lines import moves_of
from pyrtool.answers.kernels.positions import as_dealt
from pyrtool.answers.solve import MIB, Budget, Limit, Limits, Lost, Verdict, Won, decide
from pyrtool.answers.soundness import (
    By,
    searched_by_sets,
    tableaux_answer,
    unsound_from,
    with_stock_top,
)
from pyrtool.answers.subject import Subject, position_of
from pyrtool.answers.worth import worth
from pyrtool.base.arguments import guard, shown
from pyrtool.game.cards import rank_of
from pyrtool.game.line import played
from pyrtool.game.points import PAR_POINTS
from pyrtool.game.position import Move, Position
from pyrtool.kernel.best.best import VALUES

__all__ = ["Best", "BestError", "By", "best", "possible", "worth"]

_SCORE_OFFSET: Final = 64  # the kernel's value of a par score is 64 less the score


def best(
    subject: Subject,
    by: By = "pyramid",
    limits: Limits = Limits(),
    at_least: int | None = None,
    shortest: bool = False,
) -> Best:
    """Find the most that can be done with every card known, under any rules that `solve` takes.

    Args:
        subject: A deal, or a position from which play goes on.
        by: What is best: fewest cards left in the ``pyramid`` or in ``all``, most points
            (``score``), or most cards of a rank (``A`` to ``K``).
        limits: They hold for the verdict, and for each search after it.
        at_least: This many points, or cards of the rank, are enough.
        shortest: Find a line of the fewest moves among those that do as well.

    Returns:
        The best line, what it reaches, and the bound that proves it.

    Raises:
        BestError: The rules keep no score, the deck lacks the rank, `at_least` is not `possible`,
            or `at_least` or `shortest` go with something other than a score or a rank.
        RulesError: No search knows the game.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> best(deal(1, "par"), "score").position.score()
        -8
        >>> found = best(deal(1, "microsoft"), "A", shortest=True)
        >>> worth(found.position, "A"), len(found.moves)
        ((3,), 35)
    """
    start = position_of(subject)
    rules = start.rules
    check_question(rules, by)
    by_sets = searched_by_sets(rules)
    left = by in ("pyramid", "all")
    if left and (at_least is not None or shortest):
        what = "shortest" if shortest else "at_least"
        raise BestError(f"best {by}: {what} needs a score or a rank")
    if at_least is not None:
        least, most = possible(rules, by)
        if not least <= at_least <= most:
            wrong = f"at least {shown(at_least)}: must be from {least} to {most}"
            several = " for one deal; for D deals, add --over D" * (at_least > most)
            raise BestError(f"best {by}, {wrong}{several}")
    verdict = decide(start, limits)
    if start.is_over():
        least_moves = 0 if shortest else None
        return Best(by, verdict, (), start, 0, None, worth(start, by), at_least, least_moves)
    if not by_sets:
        found = best_of_every_line(start, by, verdict, limits, at_least, shortest)
    elif left:
        found = _least_left(start, by, verdict, limits)
    else:
        found = _Challenge(start, by, verdict, limits, at_least).met(shortest)
    return as_win(found, start)


def _least_left(start: Position, by: By, verdict: Verdict, limits: Limits) -> Best:
    """The line that leaves the fewest cards."""
    if isinstance(verdict, Won) and start.rules.goal == "all":
        position = played(start, verdict.moves).end
        bound = worth(position, by)
        return Best(by, verdict, verdict.moves, position, verdict.nodes, None, bound)
    in_hand = [verdict.moves] if isinstance(verdict, Won) else []
    if tableaux_answer(with_stock_top(start.rules)) and not start.rules.ends_when_cleared:
        return _least_by_tableaux(start, by, verdict, limits)
    moves, least, nodes, limit = _searched(start, by, in_hand, limits)
    assert moves is not None
    nodes += verdict.nodes
    return Best(by, verdict, moves, played(start, moves).end, nodes, limit, divmod(least, 64))


def _least_by_tableaux(start: Position, by: By, verdict: Verdict, limits: Limits) -> Best:
    """`_least_left`, value by value: whether a line leaves so little, else whether a card more."""
    kernel = build.fewest_left(start.rules)
    kernel.limit_memory(limits.memory_mib * MIB)
    dealt = as_dealt(start)
    moves = verdict.moves if isinstance(verdict, Won) else ()
    value, least, nodes = _value(played(start, moves).end, by), 0, 0
    line: list[tuple[int, int, int]] | None = None
    budget = Budget(limits)
    limit: Limit | None = None
    while least < value and limit is None:
        enough = min(least | 63, value - 1)  # however many cards count besides, at first
        kernel.ask(bytes(dealt.cards), dealt.left, dealt.at, VALUES[by], enough)
        if kernel.least() > enough:
            least = enough + 1
            continue
        answer, limit = budget.run(kernel, kernel.search, nodes)
        nodes += kernel.nodes
        if answer == "lost":
            least = enough + 1
        if kernel.best < value:
            value, line = kernel.best, kernel.line()
    if line is not None:
        moves = moves_of(line, start, dealt.stock, "best").moves
    end = played(start, moves).end
    if _value(end, by) != value or value < least:
        raise AssertionError(f"a line of value {_value(end, by)}, not {value}, or below {least}")
    return Best(by, verdict, moves, end, verdict.nodes + nodes, limit, divmod(least, 64))


def _searched(
    start: Position,
    by: By,
    in_hand: Sequence[tuple[Move, ...]],
    limits: Limits,
    cleared_before: int = 0,
    cleared: bool = False,
    enough: int = -1,
    may_clear: bool = False,
) -> tuple[tuple[Move, ...] | None, int, int, Limit | None]:
    """The line of the least value, None if there is none, what no line falls below, the nodes, and
    the limit that was reached.

    `in_hand`: lines that are known. `cleared_before`: this number of passes is too few to clear the
    pyramid. `cleared`: it must be, at the end. `enough`: a value that need not be bettered.
    `may_clear`: whether the pyramid perhaps can be cleared.
    """
    rules = start.rules
    earned = PAR_POINTS[: rules.passes] if rules.stock == "dealt" else PAR_POINTS[:1]
    dealt = as_dealt(start)
    kernel = build.best(rules, by, earned, unsound_from(start, "best"))
    kernel.limit_memory(limits.memory_mib * MIB)
    kernel.only_cleared(cleared)
    kernel.settle_for(enough)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at, start.cleared_in_pass or 0)
    kernel.never_before(cleared_before)
    asked = 0
    if by == "score" and not may_clear:
        one_stays, asked = one_that_stays(start, limits)
        if one_stays:
            kernel.one_of(one_stays)
    _, limit = Budget(limits).run(kernel, kernel.search, asked)
    moves = None
    if kernel.has_line():
        line = moves_of(kernel.line(), start, dealt.stock, "best")
        moves = line.moves
        if _value(line.end, by) != kernel.best:
            raise AssertionError(f"a line of value {_value(line.end, by)}, not {kernel.best}")
    least = kernel.best if limit is None else kernel.least
    for other in in_hand:
        value = _value(played(start, other).end, by)
        if value < least and least > enough:
            raise AssertionError(f"no line below {least}, but one of value {value}")
        if moves is None or value < kernel.best:  # a limit was reached before it was found
            moves = other
    return moves, least, asked + kernel.nodes, limit


@dataclass(frozen=True)
class _Line:
    """A line, what it reaches, what no line reaches more than, and the limit that was reached."""

    moves: tuple[Move, ...]
    reached: int
    most: int
    limit: Limit | None
    least_moves: int | None = None


class _Challenge:
    """A question about points or a rank, and what is found out about it."""

    def __init__(
        self, start: Position, by: By, verdict: Verdict, limits: Limits, at_least: int | None
    ) -> None:
        self.start, self.by, self.verdict, self.limits = start, by, verdict, limits
        self.at_least, self.nodes = at_least, verdict.nodes
        self.rank = rank_of(by)
        self.par = not self.rank and start.rules.scoring == "par"
        self.clearing = verdict
        self.unsettled: Limit | None = None
        if start.rules.goal == "all" and not isinstance(verdict, Won) and not self.par:
            self.clearing = clearing_of(start, limits)
            self.nodes += self.clearing.nodes
        if self.par:
            self.cleared_before, self.clearing, asked = first_clearing(start, verdict, limits)
            self.nodes += asked

    def met(self, shortest: bool) -> Best:
        """The best line, or one that is enough. Where it does not clear the pyramid, though that
        can be done, the best line that does comes with it."""
        line, both = self._most_par() if self.par else self._most()
        if shortest:
            line, both = self._shortest(line, both)
        return self._answer(line, None if both is None else self._answer(both, None))

    def _answer(self, line: _Line, cleared: Best | None) -> Best:
        most = line.most
        if self._is_enough(line.reached):
            _, most = possible(self.start.rules, self.by)
        return Best(
            self.by,
            self.verdict,
            line.moves,
            played(self.start, line.moves).end,
            self.nodes,
            line.limit or (None if cleared else self.unsettled),
            (most,),
            self.at_least,
            line.least_moves,
            cleared,
        )

    def _is_enough(self, reached: int) -> bool:
        return self.at_least is not None and reached >= self.at_least

    def _reached(self, moves: Sequence[Move]) -> int:
        return worth(played(self.start, moves).end, self.by)[0]

    def _clears(self, moves: Sequence[Move]) -> bool:
        return played(self.start, moves).end.is_pyramid_clear()

    # The best line.

    def _most(self) -> tuple[_Line, _Line | None]:
        """The best line; and the best of those that clear the pyramid, if it does not."""
        both = None if isinstance(self.clearing, Lost) else self._asked(cleared=True)
        if both is not None and self._is_enough(both.reached):
            return both, None
        free = self._asked(cleared=False, beyond=None if both is None else both.reached)
        assert free is not None
        if both is None or free.reached > both.reached:
            return free, both
        most, limit = max(free.most, both.most), both.limit or free.limit
        return replace(both, most=most, limit=limit), None

    def _asked(self, cleared: bool, beyond: int | None = None) -> _Line | None:
        """The best line that is found, of those that need not clear the pyramid one that goes
        `beyond` what those reach that do; None if no line is known."""
        if self.rank:
            found = most_removed(self.start, self.rank, cleared, self.at_least, beyond, self.limits)
        else:
            clears = {Won: True, Lost: False}.get(type(self.clearing))
            found = most_points(self.start, clears, cleared, self.at_least, beyond, self.limits)
        self.nodes += found.nodes
        return self._best_of(found.moves, found.most, found.limit, cleared, beyond)

    def _most_par(self) -> tuple[_Line, _Line | None]:
        """`_most`, of par scores."""
        free = self._asked_par(cleared=False)
        assert free is not None
        if isinstance(self.clearing, Lost) or self._clears(free.moves):
            return free, None
        return free, self._asked_par(cleared=True)

    def _asked_par(self, cleared: bool) -> _Line | None:
        """`_asked`, of par scores."""
        clearing = self.clearing.moves if isinstance(self.clearing, Won) else ()
        if played(self.start, clearing).end.cards_left() == 0:
            return _Line(clearing, self._reached(clearing), self._reached(clearing), None)
        enough = -1 if self.at_least is None else max(_SCORE_OFFSET - self.at_least, -1)
        moves, least, nodes, limit = _searched(
            self.start,
            "score",
            (),
            self.limits,
            self.cleared_before,
            cleared,
            enough,
            not isinstance(self.clearing, Lost),
        )
        self.nodes += nodes
        return self._best_of(moves, _SCORE_OFFSET - least, limit, cleared, None)

    def _best_of(
        self,
        found: tuple[Move, ...] | None,
        most: int,
        limit: Limit | None,
        cleared: bool,
        beyond: int | None,
    ) -> _Line | None:
        """The best of the line that was found and those in hand; None if there is none."""
        known: list[tuple[Move, ...]] = [] if cleared else [()]
        known += [found] if found is not None else []
        won = (self.clearing, self.verdict)
        known += [verdict.moves for verdict in won if isinstance(verdict, Won)]
        if not known:
            self.unsettled = limit  # whether the pyramid can be cleared as well
            return None
        moves = max(known, key=self._reached)
        reached = self._reached(moves)
        known_most = most if beyond is None else max(most, beyond)
        if limit is None and not self._is_enough(most) and reached > known_most:
            raise AssertionError(f"no line of more than {most}, but one of {reached}")
        return _Line(moves, reached, max(most, reached), limit)

    # The fewest moves.

    def _shortest(self, line: _Line, both: _Line | None) -> tuple[_Line, _Line | None]:
        """The same with the fewest moves.

        A line that clears the pyramid is kept besides where that takes more of them.
        """
        if both is not None:
            return self._fewest(line, cleared=False), self._fewest(both, cleared=True)
        quick = self._fewest(line, cleared=False)
        if not self._clears(line.moves) or self._clears(quick.moves):
            return quick, None
        both = self._fewest(line, cleared=True)
        if both.limit is None and len(both.moves) == len(quick.moves):
            return both, None
        return quick, both

    def _fewest(self, line: _Line, cleared: bool) -> _Line:
        """A line of the fewest moves that reaches as much as this one, or what is enough."""
        goal = line.reached
        if self.at_least is not None and self._is_enough(goal):
            goal = self.at_least
        longest = len(line.moves)
        if self.rank:
            found = fewest_to_remove(self.start, self.rank, goal, cleared, longest, self.limits)
        else:
            found = fewest_to_score(self.start, goal, cleared, longest, self.limits)
        self.nodes += found.nodes
        if found.moves is None:
            return replace(line, limit=line.limit or found.limit, least_moves=found.least)
        reached = self._reached(found.moves)
        return replace(line, moves=found.moves, reached=reached, least_moves=found.least)


def _value(position: Position, by: By) -> int:
    """The kernel's value of a line that ends here."""
    first, *second = worth(position, by)
    return 64 * first + second[0] if second else _SCORE_OFFSET - first


guard(__name__)
