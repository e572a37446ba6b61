"""The search of a part of the deals. Runs in a worker.

Results depend on the task alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyrtool.answers.explain.reasoning import reason
from pyrtool.answers.rating import rate_range, won_range
from pyrtool.answers.solve import Limits, Lost, Unknown, decide
from pyrtool.base.arguments import guard, shown
from pyrtool.base.limits import LeftOpenError
from pyrtool.game.deals import Deal, DealError, check_span, deal, dealer
from pyrtool.kernel.shuffle import Dealer
from pyrtool.surveys.find.measures import MEASURES, Measure, MeasureName
from pyrtool.surveys.find.query import ANY, Found, Query, fits, may_fit, surely_fits, wanted_spans
from pyrtool.surveys.find.themes import THEMES, finder, plays


@dataclass(frozen=True)
class Task:
    """The deals `first` to `last` to search.

    Where the hardest are wanted, only deals at least as hard as `least` are reported, since enough
    are known already.
    """

    query: Query
    first: int
    last: int
    least: float = 0.0


@dataclass(frozen=True)
class Part:
    """What was found in the deals `first` to `last`, in their order, or the hardest first.

    `left_open`: of how many deals, found or not, a limit leaves open whether they are as wanted.
    """

    first: int
    last: int
    found: tuple[Found, ...]
    left_open: int = 0

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1


def look_through(task: Task) -> Part:
    """The deals of the task that match; a `LeftOpenError` names one without a verdict."""
    query, found, left_open = task.query, list[Found](), 0
    for one in _matching(task):
        if one.rating is None or (one.hardness >= task.least and fits(one.rating, query)):
            found.append(one)
        left_open += one.rating is not None and not surely_fits(one.rating, query)
    if query.ranking is not None:
        count, key = query.ranking
        found = sorted(found, key=key)[:count]
    return Part(task.first, task.last, tuple(found), left_open)


def judged(found: Found, query: Query) -> Found:
    """The same deal, its moves judged too; a `DealError` if it cannot be won."""
    unlimited = replace(
        query, difficulty=ANY, only_moves=ANY, levels=(), themes=(), kings_in_stock=None
    )  # `_rated` does not look at explanations
    matches = _rated(unlimited, found.number, 1)
    rated = next(matches, None)
    if rated is None:
        raise DealError(f"deal {shown(found.number)}: cannot be won")
    return replace(rated, reasoning=found.reasoning)


def _matching(task: Task) -> Iterator[Found]:
    """The deals that are as wanted, and those of which a limit leaves that open."""
    query, plan = task.query, task.query.plan
    count = task.last - task.first + 1
    if query.lost:
        found = _lost(query, task.first, count)
    elif query.by is not None:
        found = _measured(task, query.by)
    elif query.rated:
        found = _rated(query, task.first, count, task.least)
    else:
        found = _won(query, task.first, count)
    if not query.explains and not any(THEMES[name].in_play for name in query.themes):
        yield from found
        return
    for one in found:
        dealt = deal(plan.number(one.number), plan.rules, plan.numbering)
        if not plays(dealt, query.themes, query.limits):
            continue
        if not query.explains:
            yield one
        elif (explained := _explained(query, one, dealt)) is not None:
            yield explained


def _explained(query: Query, found: Found, dealt: Deal) -> Found | None:
    """The deal with what its explanation takes, if that is as wanted."""
    reasoning = reason(dealt, decide(dealt, Limits(memory_mib=query.plan.memory_mib)))
    if reasoning is None or query.reasoning not in (None, reasoning.level):
        return None
    if query.technique not in (None, reasoning.technique):
        return None
    return replace(found, reasoning=reasoning)


def _lost(query: Query, first: int, count: int) -> Iterator[Found]:
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    wanted = _wanted(query, first, count)
    for number in range(first, first + count):
        if wanted is None or wanted[number - first]:
            dealt = deal(plan.number(number), plan.rules, plan.numbering)
            verdict = decide(dealt, Limits(memory_mib=plan.memory_mib))
            if isinstance(verdict, Unknown):
                raise LeftOpenError(
                    f"deal {plan.number(number)}: no verdict within {plan.memory_mib} MiB"
                )
            if isinstance(verdict, Lost):
                yield Found(number)


def _won(query: Query, first: int, count: int) -> Iterator[Found]:
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    wanted = _wanted(query, first, count)
    dealing = _dealer(query, first)
    for won, _ in won_range(dealing, first, count, plan.rules, plan.memory_mib, wanted):
        yield Found(won)


def _dealer(query: Query, first: int) -> Dealer:
    plan = query.plan
    return dealer(plan.number(first), plan.numbering, plan.rules)


def _wanted(query: Query, first: int, count: int) -> bytearray | None:
    """A byte for each deal, 0 for those whose cards are not as wanted; None where all are."""
    themes = finder(query.themes, query.kings_in_stock, query.plan.rules)
    return None if themes is None else themes.mark(_dealer(query, first), first, count)


def _rated(query: Query, first: int, count: int, known: float = 0.0) -> Iterator[Found]:
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    rated = rate_range(
        first,
        count,
        plan.numbering,
        plan.rules,
        max(known, min(low for low, _ in wanted_spans(query))),
        query.only_moves is not None,
        query.limits,
        _wanted(query, first, count),
        plan.prefix,
    )
    for number, rating in rated:
        if may_fit(rating, query):
            yield Found(number, rating)


def _measured(task: Task, by: MeasureName) -> Iterator[Found]:
    query, plan = task.query, task.query.plan
    measure, limits = MEASURES[by], Limits(memory_mib=plan.memory_mib)
    worst = int(abs(task.least)) or None
    count = task.last - task.first + 1
    for number in _to_be_measured(query, measure, task.first, count):
        dealt = deal(plan.number(number), plan.rules, plan.numbering)
        try:
            value = measure.of(dealt, limits, worst)
        except LeftOpenError as error:
            raise LeftOpenError(f"deal {plan.number(number)}: {error}") from None
        if value is not None:
            yield Found(number, None, value if measure.most else -value)


def _to_be_measured(query: Query, measure: Measure, first: int, count: int) -> Iterator[int]:
    """The numbers of the deals whose cards are as wanted, and which can have such a number."""
    if measure.winnable:
        yield from (found.number for found in _won(query, first, count))
        return
    check_span(first, count, query.plan.numbering, query.plan.prefix)
    wanted = _wanted(query, first, count)
    yield from (first + i for i in range(count) if wanted is None or wanted[i])


guard(__name__)
