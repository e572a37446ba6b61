"""The most that can be done in a deal if the goal may be out of reach.

Decides what better means for each question, what `by` asks of the kernels, and what their answers
say; the lines they find are replayed by the referee. A limit that was reached leaves a line and a
bound, never a claim.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeVar, get_args

from pyrtool.answers.best.targets import (
    fewest_to_remove,
    fewest_to_score,
    most_points,
    most_removed,
    one_that_stays,
)
from pyrtool.answers.every_line import fewest_to, most_done
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.lines import moves_of
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.objectives import By, as_left, worth
from pyrtool.answers.plan import plan_of, unsound_from
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import MIB, Budget, Limit, Limits
from pyrtool.base.messages import shown
from pyrtool.game.cards import rank_of
from pyrtool.game.games import Goal, Rules, RulesError
from pyrtool.game.line import played
from pyrtool.game.points import PAR_POINTS, points
from pyrtool.game.position import Move, Position, Subject, position_of
from pyrtool.kernel.best import VALUES


class BestError(PyrtoolError):
    """A question that the rules do not answer."""


@public
@dataclass(frozen=True)
class Best:
    """A line of play and what it reaches.

    `by`: the question. `pyramid`: fewest cards left in the pyramid, then in all; `all`: the other
    way round; `score`: the most points; a rank: the most of its cards that are gone. `verdict`:
    whether the goal can be reached. `moves` lead to `position`. `limit`: None when all that was
    asked is proved; otherwise the limit that was reached. `bound` is what no line does better than,
    in the order of the question: (in the pyramid, in all), (in all, in the pyramid), each by itself
    a least number, or (points,) or (cards,), a greatest number.

    `at_least`: the points or cards that were enough; if the line reaches them, nothing better
    was looked for. `least_moves`: if the fewest moves were asked for, no line that does as well
    has fewer. `cleared`: the line that clears the pyramid as well, if that costs something.
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
    cleared: "Best | None" = None

    @property
    def proved(self) -> bool:
        """Return whether the line is proved to be what was asked for."""
        return self.limit is None

    @property
    def is_enough(self) -> bool:
        """Return whether the line reaches the `at_least` that was asked for."""
        return self.at_least is not None and worth(self.position, self.by)[0] >= self.at_least


def check_question(rules: Rules, by: By) -> None:
    """Reject a question that the rules do not answer (`BestError`), or a game that no search knows
    (`RulesError`)."""
    if by not in get_args(By):
        raise BestError(f"best {shown(by)}: must be {', '.join(get_args(By))}")
    plan_of(rules).check_searched()
    if by == "pyramid" and not rules.has_pyramid:
        raise BestError("best pyramid has no meaning: the tableau has no pyramid and no triangle")
    if by == "score" and rules.scoring == "none":
        raise BestError(
            "best score: these rules keep no score; add --scoring par, or --scoring microsoft"
        )
    if rank_of(by) > rules.highest_rank:
        raise BestError(f"best {by}: the deck has no such cards")
    if rules.goes_alone(rank_of(by)) and rules.mates.count(0) > 2:
        raise BestError(f"best {by}: has no meaning where several ranks are discarded alone")


def possible(rules: Rules, by: By) -> tuple[int, int]:
    """Return the least and the most that the rules allow of a score or of the cards of a rank.

    >>> from pyrtool.game.games import game
    >>> possible(game("par"), "score"), possible(game("microsoft"), "A")
    ((-52, 50), (0, 4))
    """
    if rank_of(by):
        return 0, sum(card.rank == rank_of(by) for card in rules.deck)
    if rules.scoring == "par":
        return -rules.deck_size, PAR_POINTS[0]
    kings = sum(rules.goes_alone(card.rank) for card in rules.deck)
    return 0, points(rules.row_count, kings + (rules.deck_size - kings) // 2)


def as_win(line: Best, start: Position) -> Best:
    """Return the best line, or a win that a limit kept `solve` from finding."""
    if not isinstance(line.verdict, Unknown):
        return line
    steps = enumerate(played(start, line.moves).positions)
    count = next((count for count, here in steps if here.is_won()), None)
    if count is None:
        return line
    return replace(line, verdict=Won(line.moves[:count], line.verdict.nodes))


def best_of_every_line(
    start: Position, by: By, verdict: Verdict, limits: Limits, at_least: int | None, shortest: bool
) -> Best:
    """Return the best line of a game that the kernels give no more than a verdict on: of all lines,
    or of those that the limits let be looked at."""
    passes = start.rules.passes or 1
    if by == "score" and start.rules.scoring == "par":
        too_few, clearing, nodes = first_clearing(start, verdict, limits)
    else:
        clearing = clearing_of(start, limits)
        too_few, nodes = passes * isinstance(clearing, Lost), clearing.nodes
    known = [one.moves for one in (verdict, clearing) if isinstance(one, Won)]
    of_cards = by in ("pyramid", "all")
    enough = None if at_least is None else as_left((at_least,), start.rules, by)
    if of_cards:
        in_pyramid = int(isinstance(clearing, Lost))
        in_all = max(in_pyramid, int(isinstance(verdict, Lost) and start.rules.goal == "all"))
        enough = (in_pyramid, in_all) if by == "pyramid" else (in_all, in_pyramid)
    most = most_done(start, by, known, too_few, enough, limits)
    end = played(start, most.moves).end
    reached = worth(end, by)
    best = Best(
        by, verdict, most.moves, end, verdict.nodes + nodes + most.nodes, None, reached, at_least
    )
    if most.limit or best.is_enough:
        least = most.floor
        if of_cards and enough is not None:
            least = tuple(max(both) for both in zip(least, enough, strict=True))
        best = replace(best, bound=as_left(least, start.rules, by))
        best = replace(best, limit=None if best.bound == reached else most.limit)
    if of_cards:
        return best
    best, cleared = _cut(best, start), None
    if end.pyramid_left() and most.clearing is not None:
        way = played(start, most.clearing).end
        bound = best.bound if most.limit or best.is_enough else worth(way, by)
        limit = None if bound == worth(way, by) else most.limit
        cleared = replace(best, moves=most.clearing, position=way, bound=bound, limit=limit)
        cleared = _cut(cleared, start)
        if cleared.is_enough or worth(way, by) == reached:  # it costs nothing
            best, cleared = cleared, None
    if shortest:
        best, cleared = _with_fewest(start, best, cleared, limits)
    return replace(best, cleared=cleared)


def _cut(best: Best, start: Position) -> Best:
    """Return the line up to the move after which it reaches as much."""
    end = best.position
    wanted, cleared = worth(end, best.by), not end.pyramid_left()
    for count, here in enumerate(played(start, best.moves).positions):
        if worth(here, best.by) == wanted and (not cleared or not here.pyramid_left()):
            return replace(best, moves=best.moves[:count], position=here)
    return best


def _with_fewest(
    start: Position, best: Best, cleared: Best | None, limits: Limits
) -> tuple[Best, Best | None]:
    """Find the fewest moves for both lines; one that clears the pyramid is kept if dearer."""

    def fewest(line: Best, clears: bool) -> Best:
        goal = worth(line.position, line.by)
        if line.at_least is not None and line.is_enough:
            goal = (line.at_least,)
        moves, least, nodes, limit = fewest_to(
            start, line.by, line.moves, as_left(goal, start.rules, line.by), clears, limits
        )
        nodes += line.nodes
        if moves is None:
            return replace(line, nodes=nodes, limit=line.limit or limit, least_moves=least)
        end = played(start, moves).end
        return replace(line, moves=moves, position=end, nodes=nodes, least_moves=least)

    return _both_fewest(best, cleared, fewest, lambda line: not line.position.pyramid_left())


_L = TypeVar("_L", "Best", "_Line")


def _both_fewest(
    line: _L, both: _L | None, fewest: Callable[[_L, bool], _L], clears: Callable[[_L], bool]
) -> tuple[_L, _L | None]:
    """Find the fewest moves for a line, and for one that clears the pyramid, if that takes more."""
    quick = fewest(line, False)
    if both is not None:
        return quick, fewest(both, True)
    if not clears(line) or clears(quick):
        return quick, None
    both = fewest(line, True)
    if both.limit is None and len(both.moves) == len(quick.moves):
        return both, None
    return quick, both


def first_clearing(start: Position, verdict: Verdict, limits: Limits) -> tuple[int, Verdict, int]:
    """Find how many passes are known to be too few to clear the pyramid.

    Also return whether the pass after those can clear it, a line of that pass that discards all
    cards, if there is one (no score exceeds it), and the nodes. `verdict`: that of `start`.

    A verdict's line says in which pass it clears the pyramid: only fewer passes are searched.
    Nearly always the pyramid can be cleared in the first pass in which all cards can go, or in none
    before the last.
    """
    clearings = _Clearings(start, limits)
    clears = verdict
    if not isinstance(verdict, Won):
        clears = clearings.to_clear(clearings.passes)
        if isinstance(clears, Lost):
            return clearings.passes, clears, clearings.nodes
    known = clearings.passes
    if isinstance(clears, Won):
        known = played(start, clears.moves).end.cleared_in_pass or known
    all_go = isinstance(verdict, Won) and start.rules.goal == "all"
    for number in range(start.pass_number, known + 1):
        clearing: Verdict | None = clears if number == known and isinstance(clears, Won) else None
        if clearing is None and (number == start.pass_number or not all_go):
            clearing = clearings.to_clear(number)
        if clearing is None or (isinstance(clearing, Won) and not isinstance(verdict, Lost)):
            if clearing is None or played(start, clearing.moves).end.cards_left():
                every_card = clearings.to_discard_all(number)
                if every_card is not None:
                    return number - 1, every_card, clearings.nodes
            clearing = clearings.to_clear(number) if clearing is None else clearing
        if not isinstance(clearing, Lost):
            return number - 1, clearing, clearings.nodes
    return known, clears, clearings.nodes


class _Clearings:
    """Questions about the first passes of a game, and the nodes that they took."""

    def __init__(self, start: Position, limits: Limits) -> None:
        self.start, self.limits, self.nodes = start, limits, 0
        self.passes = start.rules.passes or 1

    def to_clear(self, number: int) -> Verdict:
        """Return whether the pyramid can be cleared in this number of passes."""
        return self._verdict(to_clear(self.start, self._of_pass(number)))

    def to_discard_all(self, number: int) -> Won | None:
        """Return a line that discards all cards in this number of passes, if one is found."""
        rules = self._of_pass(number)
        try:
            every_card = _with_goal(rules, "all", rules.passes)
        except RulesError:  # these pairs never go all
            return None
        verdict = self._verdict(replace(self.start, rules=every_card))
        return verdict if isinstance(verdict, Won) else None

    def _of_pass(self, number: int) -> Rules:
        rules = self.start.rules
        return rules if rules.stock != "dealt" else _with_goal(rules, rules.goal, number)

    def _verdict(self, position: Position) -> Verdict:
        verdict = verdict_only(position, self.limits)
        self.nodes += verdict.nodes
        return verdict


def clearing_of(start: Position, limits: Limits) -> Verdict:
    """Return the verdict on clearing the pyramid; without one nothing is to be done."""
    if not start.rules.has_pyramid:
        return Won((), 0)
    return verdict_only(to_clear(start, start.rules), limits)


def to_clear(start: Position, rules: Rules) -> Position:
    """Return the position with the goal to clear the pyramid."""
    return replace(start, rules=_with_goal(rules, "pyramid", rules.passes))


@lru_cache(16)  # rules take 0.15 ms to be checked, once for each pass of each deal
def _with_goal(rules: Rules, goal: Goal, passes: int | None) -> Rules:
    return replace(rules, goal=goal, passes=passes)


_SCORE_OFFSET: Final = 64  # the kernel's value of a par score is 64 less the score


@public
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
    by_sets = plan_of(rules).searched_by_sets
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
    verdict = verdict_only(start, limits)
    if start.is_over():
        least_moves = 0 if shortest else None
        return Best(by, verdict, (), start, 0, None, worth(start, by), at_least, least_moves)
    if not by_sets:
        line = best_of_every_line(start, by, verdict, limits, at_least, shortest)
    elif left:
        line = _least_left(start, by, verdict, limits)
    else:
        line = _Target(start, by, verdict, limits, at_least).met(shortest)
    return as_win(line, start)


def _least_left(start: Position, by: By, verdict: Verdict, limits: Limits) -> Best:
    """Return the line that leaves the fewest cards."""
    if isinstance(verdict, Won) and start.rules.goal == "all":
        position = played(start, verdict.moves).end
        bound = worth(position, by)
        return Best(by, verdict, verdict.moves, position, verdict.nodes, None, bound)
    in_hand = [verdict.moves] if isinstance(verdict, Won) else []
    rules = plan_of(start.rules).with_stock_top
    if plan_of(rules).tableaux_answer and not rules.ends_when_cleared:
        return _least_by_tableaux(start, by, verdict, limits)
    moves, least, nodes, limit = _searched(start, by, in_hand, limits)
    assert moves is not None
    nodes += verdict.nodes
    return Best(by, verdict, moves, played(start, moves).end, nodes, limit, divmod(least, 64))


def _least_by_tableaux(start: Position, by: By, verdict: Verdict, limits: Limits) -> Best:
    """Do as `_least_left`, value by value: can a line leave so little, else a card more."""
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
    """Return the line of the least value, None if there is none, what no line falls below, the
    nodes, and the limit that was reached.

    `in_hand`: lines that are known. `cleared_before`: this number of passes is too few to clear the
    pyramid. `cleared`: it must be, at the end. `enough`: a value that need not be bettered.
    `may_clear`: whether the pyramid perhaps can be cleared.
    """
    rules = start.rules
    earned = PAR_POINTS[: rules.passes] if rules.stock == "dealt" else PAR_POINTS[:1]
    dealt = as_dealt(start)
    kernel = build.best(rules, by, earned, unsound_from(start, "best"))
    kernel.limit_memory(limits.memory_mib * MIB)
    one_stays = nodes = 0
    if by == "score" and not may_clear:
        one_stays, nodes = one_that_stays(start, limits)
    kernel.load_position(
        bytes(dealt.cards),
        dealt.left,
        dealt.at,
        enough=enough,
        one_stays=one_stays,
        cleared=start.cleared_in_pass or 0,
        first_clearing=cleared_before,
        must_clear=cleared,
    )
    _, limit = Budget(limits).run(kernel, kernel.search, nodes)
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
    return moves, least, nodes + kernel.nodes, limit


@dataclass(frozen=True)
class _Line:
    """A line, what it reaches, what no line reaches more than, and the limit that was reached."""

    moves: tuple[Move, ...]
    reached: int
    most: int
    limit: Limit | None
    least_moves: int | None = None


class _Target:
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
            self.cleared_before, self.clearing, nodes = first_clearing(start, verdict, limits)
            self.nodes += nodes

    def met(self, shortest: bool) -> Best:
        """Return the best line, or one that is enough. If it does not clear the pyramid, though
        that can be done, the best line that does comes with it."""
        line, both = self._most_par() if self.par else self._most()
        if shortest:
            line, both = _both_fewest(line, both, self._fewest, lambda one: self._clears(one.moves))
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

    def _worth_of(self, moves: Sequence[Move]) -> int:
        return worth(played(self.start, moves).end, self.by)[0]

    def _clears(self, moves: Sequence[Move]) -> bool:
        return played(self.start, moves).end.is_pyramid_clear()

    # The best line.

    def _most(self) -> tuple[_Line, _Line | None]:
        """Return the best line; and the best of those that clear the pyramid, if it does not."""
        both = None if isinstance(self.clearing, Lost) else self._best_line(cleared=True)
        if both is not None and self._is_enough(both.reached):
            return both, None
        free = self._best_line(cleared=False, beyond=None if both is None else both.reached)
        assert free is not None
        if both is None or free.reached > both.reached:
            return free, both
        most, limit = max(free.most, both.most), both.limit or free.limit
        return replace(both, most=most, limit=limit), None

    def _best_line(self, cleared: bool, beyond: int | None = None) -> _Line | None:
        """Return the best line that is found, of those that need not clear the pyramid one that
        goes `beyond` what those reach that do; None if no line is known."""
        if self.rank:
            line = most_removed(self.start, self.rank, cleared, self.at_least, beyond, self.limits)
        else:
            clears = {Won: True, Lost: False}.get(type(self.clearing))
            line = most_points(self.start, clears, cleared, self.at_least, beyond, self.limits)
        self.nodes += line.nodes
        return self._best_of(line.moves, line.bound, line.limit, cleared, beyond)

    def _most_par(self) -> tuple[_Line, _Line | None]:
        """Do as `_most`, for par scores."""
        free = self._best_par_line(cleared=False)
        assert free is not None
        if isinstance(self.clearing, Lost) or self._clears(free.moves):
            return free, None
        return free, self._best_par_line(cleared=True)

    def _best_par_line(self, cleared: bool) -> _Line | None:
        """Do as `_best_line`, for par scores."""
        clearing = self.clearing.moves if isinstance(self.clearing, Won) else ()
        if played(self.start, clearing).end.cards_left() == 0:
            return _Line(clearing, self._worth_of(clearing), self._worth_of(clearing), None)
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
        """Return the best of the line that was found and those in hand; None if there is none."""
        known: list[tuple[Move, ...]] = [] if cleared else [()]
        known += [found] if found is not None else []
        won = (self.clearing, self.verdict)
        known += [verdict.moves for verdict in won if isinstance(verdict, Won)]
        if not known:
            self.unsettled = limit  # whether the pyramid can be cleared as well
            return None
        moves = max(known, key=self._worth_of)
        reached = self._worth_of(moves)
        known_most = most if beyond is None else max(most, beyond)
        if limit is None and not self._is_enough(most) and reached > known_most:
            raise AssertionError(f"no line of more than {most}, but one of {reached}")
        return _Line(moves, reached, max(most, reached), limit)

    # The fewest moves.

    def _fewest(self, line: _Line, cleared: bool) -> _Line:
        """Return a line of the fewest moves that reaches as much as this one, or what is enough."""
        goal = line.reached
        if self.at_least is not None and self._is_enough(goal):
            goal = self.at_least
        longest = len(line.moves)
        if self.rank:
            fewest = fewest_to_remove(self.start, self.rank, goal, cleared, longest, self.limits)
        else:
            fewest = fewest_to_score(self.start, goal, cleared, longest, self.limits)
        self.nodes += fewest.nodes
        if fewest.moves is None:
            return replace(line, limit=line.limit or fewest.limit, least_moves=fewest.bound)
        reached = self._worth_of(fewest.moves)
        return replace(line, moves=fewest.moves, reached=reached, least_moves=fewest.bound)


def _value(position: Position, by: By) -> int:
    """Return the kernel's value of a line that ends here."""
    first, *second = worth(position, by)
    return 64 * first + second[0] if second else _SCORE_OFFSET - first
