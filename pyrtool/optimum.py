"""The most that can be done in a deal, where the goal may be out of reach.

Decides what `by` asks of the kernel and what its answer says; the line it found is replayed by the
referee. A limit that was reached leaves a line and a bound, never a claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from pyrtool import packing
from pyrtool.cards import Card, PyrtoolError
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.lines import moves_of
from pyrtool.midgame import as_dealt
from pyrtool.position import PAR_POINTS, Move, Position
from pyrtool.solver import MIB, Budget, Limit, Limits, Lost, Verdict, Won, solve, start_asked
from pyrtool.theory import unsound_from

By = Literal["pyramid", "all", "score"]

_SCORE_OFFSET: Final = 64  # the kernel's value of a par score is 64 less the score


class BestError(PyrtoolError):
    """A question that the rules do not answer."""


@dataclass(frozen=True)
class Best:
    """A line of play and what it leaves.

    `by`: what was asked, fewest cards left in the pyramid, then in all (`pyramid`), the two the
    other way round (`all`), or the best par `score`. `verdict`: whether the goal can be reached.
    `moves` lead to `position`. `limit`: None when no line does better, which is proved; otherwise
    the limit that was reached. `bound` is what no line does better than, in the order of the
    question: (in the pyramid, in all), (in all, in the pyramid), each by itself at least so many,
    or (score,), at most so much.
    """

    by: By
    verdict: Verdict
    moves: tuple[Move, ...]
    position: Position
    nodes: int
    limit: Limit | None
    bound: tuple[int, ...]

    @property
    def proved(self) -> bool:
        """Whether no line does better."""
        return self.limit is None


def best(
    cards: Sequence[Card] | Position,
    rules: Rules | None = None,
    by: By = "pyramid",
    limits: Limits = Limits(),
) -> Best:
    """The most that can be done with every card known, under any rules that `solve` takes.

    `cards` is the whole deck in dealing order, or a `Position`, which has its own rules. The limits
    hold for the verdict and for the search for the best line, each. A `BestError` where `by` is
    score and the rules keep none.

    >>> from pyrtool.deals import deal
    >>> from pyrtool.games import game
    >>> best(deal(1).cards, game("par"), "score").position.score()
    -8
    """
    if by not in get_args(By):
        raise BestError(f"best {by}: must be {', '.join(get_args(By))}")
    start = start_asked(cards, rules)
    rules = start.rules
    if by == "score" and rules.scoring != "par":
        raise BestError("best score: these rules keep no score; add --scoring par")
    verdict = solve(cards, None if isinstance(cards, Position) else rules, limits)
    if isinstance(verdict, Won) and rules.goal == "all" and by != "score":
        return _optimum(by, verdict, start, verdict.moves, verdict.nodes)
    nodes = verdict.nodes
    in_hand = [verdict.moves] if isinstance(verdict, Won) else []
    points = PAR_POINTS[: rules.passes] if rules.stock == "dealt" else PAR_POINTS[:1]
    cleared_before = 0
    if by == "score":
        cleared_before, clearing, asked = _first_clearing(start, limits)
        nodes += asked
        if start.play_all(clearing).cards_left() == 0:
            return _optimum(by, verdict, start, clearing, nodes)
        in_hand.append(clearing)
    dealt = as_dealt(start)
    kernel = packing.best(rules, by, points, unsound_from(start, "best"))
    kernel.limit_memory(limits.memory_mib * MIB)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at, start.cleared_in_pass or 0)
    kernel.never_before(cleared_before)
    budget = Budget(limits)
    limit: Limit | None = None
    while limit is None and (answer := kernel.search(budget.slice(kernel.nodes))) != "done":
        limit = budget.reached(kernel.nodes, answer)
    found, position = moves_of(kernel.line(), start, dealt.stock, "best")
    moves = tuple(found)
    if _value(position, by) != kernel.best:
        raise AssertionError(f"a line of value {_value(position, by)}, not {kernel.best}")
    least = kernel.best if limit is None else kernel.least
    for other in in_hand:
        ends = start.play_all(other)
        if _value(ends, by) < least:
            raise AssertionError(f"no line below {least}, but one of value {_value(ends, by)}")
        if _value(ends, by) < _value(position, by):  # a limit was reached before it was found
            moves, position = other, ends
    return Best(by, verdict, moves, position, nodes + kernel.nodes, limit, _told(least, by))


def _optimum(
    by: By, verdict: Verdict, start: Position, moves: tuple[Move, ...], nodes: int
) -> Best:
    """A line than which there can be no better."""
    position = start.play_all(moves)
    return Best(by, verdict, moves, position, nodes, None, worth(position, by))


def _first_clearing(start: Position, limits: Limits) -> tuple[int, tuple[Move, ...], int]:
    """How many passes are known to be too few to clear the pyramid; the moves of a line that clears
    it in the pass after those, if one is known, and if one discards all cards, which no score
    exceeds, of that; the nodes it took."""
    nodes = 0
    rules = start.rules
    passes = rules.passes or 1
    for number in range(start.pass_number, passes + 1):
        of_pass = rules if rules.stock != "dealt" else replace(rules, passes=number)
        clearing, all_gone = (
            replace(start, rules=replace(of_pass, goal=goal)) for goal in ("pyramid", "all")
        )
        verdict = solve(clearing, limits=limits)
        nodes += verdict.nodes
        if isinstance(verdict, Won):
            in_full = solve(all_gone, limits=limits)
            nodes += in_full.nodes
            line = in_full if isinstance(in_full, Won) else verdict
            return number - 1, line.moves, nodes
        if not isinstance(verdict, Lost):
            return number - 1, (), nodes
    return passes, (), nodes


def worth(position: Position, by: By) -> tuple[int, ...]:
    """What a line that ends here reaches, in the order of the question, as `Best.bound` has it."""
    in_pyramid, in_all = position.pyramid_left(), position.cards_left()
    if by == "score":
        return (position.score(),)
    return (in_pyramid, in_all) if by == "pyramid" else (in_all, in_pyramid)


def _value(position: Position, by: By) -> int:
    """The kernel's value of a line that ends here."""
    first, *second = worth(position, by)
    return _SCORE_OFFSET - first if by == "score" else 64 * first + second[0]


def _told(value: int, by: By) -> tuple[int, ...]:
    return (_SCORE_OFFSET - value,) if by == "score" else divmod(value, 64)


guard(__name__)
