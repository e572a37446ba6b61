"""The search for deals, in parts, which workers do.

Decides the size of parts. No result depends on it, nor on who does them. What is known to be harder
than a deal that is looked at only saves its rating.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from typing import Final

from pyrtool.answers.explain.difficulty import Level, reason
from pyrtool.answers.rating.chances import RatingLimits, rate_range, won_range
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.answers.verdicts import Lost, Unknown
from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import shown
from pyrtool.game import ranges
from pyrtool.game.deals import Deal, DealError, Numbering, check_span, numbering_of, rules_of
from pyrtool.game.games import Rules
from pyrtool.game.ranges import Ranges, pieces, without
from pyrtool.notation.rules import parse_named_rules
from pyrtool.surveys.find.journal import FindPart, Journal
from pyrtool.surveys.find.measures import MEASURES, MeasureName
from pyrtool.surveys.find.query import ANY, Found, Query, Span, fits, may_fit, surely_fits
from pyrtool.surveys.find.themes import THEMES, ThemeName, finder, plays
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import LocalPool, Pool, ThisProcess, Unwatched, Watch, work_off


@dataclass(frozen=True)
class FindTask:
    """The deals `first` to `last` to search.

    Where the hardest are wanted, deals easier than `least` are left out: enough are known already.
    """

    query: Query
    first: int
    last: int
    least: float = 0.0


def look_through(task: FindTask) -> FindPart:
    """Return the deals of the task that match; a `LeftOpenError` names one without a verdict."""
    query, found, left_open = task.query, list[Found](), 0
    for one in _matching_deals(task):
        if one.rating is None or (one.hardness >= task.least and fits(one.rating, query)):
            found.append(one)
        left_open += one.rating is not None and not surely_fits(one.rating, query)
    if query.ranking is not None:
        count, key = query.ranking
        found = sorted(found, key=key)[:count]
    return FindPart(task.first, task.last, tuple(found), left_open)


def judged(found: Found, query: Query) -> Found:
    """Judge the moves of a deal, too; raise a `DealError` if it cannot be won."""
    unlimited = replace(
        query, difficulty=ANY, only_moves=ANY, levels=(), themes=(), kings_in_stock=None
    )  # `_rated_deals` does not look at explanations
    rated = next(_rated_deals(unlimited, found.number, 1), None)
    if rated is None:
        raise DealError(f"deal {shown(found.number)}: cannot be won")
    return replace(rated, reasoning=found.reasoning)


def _matching_deals(task: FindTask) -> Iterator[Found]:
    """Yield the deals that are as wanted, and those that a limit leaves open."""
    query, plan = task.query, task.query.plan
    count = task.last - task.first + 1
    if query.by is not None:  # of unwinnable deals, where these are wanted: no others have it
        found = _measured_deals(task, query.by)
    elif query.differs is not None:
        found = _differing_deals(query, query.differs, task.first, count)
    elif query.lost:
        found = _lost_deals(query, task.first, count)
    elif query.rated:
        found = _rated_deals(query, task.first, count, task.least)
    else:
        found = map(Found, _winnable_deals(query, task.first, count))
    if not query.explains and not any(THEMES[name].in_play for name in query.themes):
        yield from found
        return
    for one in found:
        dealt = plan.deal(one.number)
        if not plays(dealt, query.themes, query.limits):
            continue
        if not query.explains:
            yield one
        elif (explained := _with_reasoning(query, one, dealt)) is not None:
            yield explained


def _with_reasoning(query: Query, found: Found, dealt: Deal) -> Found | None:
    """Return the deal with what its explanation takes, if that is as wanted."""
    reasoning = reason(dealt, solve(dealt, Limits(memory_mib=query.plan.memory_mib)))
    if reasoning is None or query.reasoning not in (None, reasoning.level):
        return None
    if query.technique not in (None, reasoning.technique):
        return None
    return replace(found, reasoning=reasoning)


def _lost_deals(query: Query, first: int, count: int) -> Iterator[Found]:
    plan = query.plan
    for number in _with_wanted_cards(query, first, count):
        verdict = verdict_only(plan.deal(number), Limits(memory_mib=plan.memory_mib))
        if isinstance(verdict, Unknown):
            name = plan.number(number)
            raise LeftOpenError(f"deal {name}: no verdict within {plan.memory_mib} MiB")
        if isinstance(verdict, Lost):
            yield Found(number)


def _winnable_deals(query: Query, first: int, count: int) -> Iterator[int]:
    wanted = _mark_wanted(query, first, count)
    return _won_by(query.plan.rules, query, first, count, wanted)


def _with_wanted_cards(query: Query, first: int, count: int) -> Iterator[int]:
    wanted = _mark_wanted(query, first, count)
    return (first + i for i in range(count) if wanted is None or wanted[i])


def _mark_wanted(query: Query, first: int, count: int) -> bytearray | None:
    """Return a byte for each deal, 0 for those whose cards are not as wanted; None if all are."""
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    themes = finder(query.themes, query.kings_in_stock, plan.rules)
    marks = None if themes is None else themes.mark(plan.dealer(first), first, count)
    for rules, is_won in query.also:
        won = set(_won_by(rules, query, first, count, marks))
        marks = bytearray(
            (marks is None or marks[i]) and (first + i in won) is is_won for i in range(count)
        )
    return marks


def _won_by(
    rules: Rules, query: Query, first: int, count: int, wanted: bytearray | None
) -> Iterator[int]:
    """Yield the numbers of the deals whose cards are won by these rules."""
    dealing, memory_mib = query.plan.dealer(first), query.plan.memory_mib
    return (number for number, _ in won_range(dealing, first, count, rules, memory_mib, wanted))


def _differing_deals(query: Query, other: Rules, first: int, count: int) -> Iterator[Found]:
    wanted = _mark_wanted(query, first, count)
    here = set(_won_by(query.plan.rules, query, first, count, wanted))
    for number in sorted(here.symmetric_difference(_won_by(other, query, first, count, wanted))):
        yield Found(number, measured=int(number in here))


def _rated_deals(query: Query, first: int, count: int, known: float = 0.0) -> Iterator[Found]:
    plan = query.plan
    rated = rate_range(
        first,
        count,
        plan.numbering,
        plan.rules,
        max(known, min(low for low, _ in query.spans)),
        query.only_moves is not None,
        query.limits,
        _mark_wanted(query, first, count),
        plan.prefix,
    )
    for number, rating in rated:
        if may_fit(rating, query):
            yield Found(number, rating)


def _measured_deals(task: FindTask, by: MeasureName) -> Iterator[Found]:
    query, plan = task.query, task.query.plan
    measure, limits = MEASURES[by], Limits(memory_mib=plan.memory_mib)
    worst = int(abs(task.least)) or None
    count = task.last - task.first + 1
    listed = _winnable_deals if measure.winnable else _with_wanted_cards
    for number in listed(query, task.first, count):
        try:
            value = measure.of(plan.deal(number), limits, worst)
        except LeftOpenError as error:
            raise LeftOpenError(f"deal {plan.number(number)}: {error}") from None
        if value is not None:
            yield Found(number, None, value if measure.most else -value)


RATED_DEALS: Final = {"none": 500, "dealt": 20, "bouquet": 4}  # a part, by the stock: seconds
_PLAYED_DEALS: Final = 20  # where a theme needs the solver, or deals are explained
_PLAIN_DEALS: Final = 20_000


class FindError(PyrtoolError):
    """A search whose wishes contradict each other."""


@public
def find(
    numbers: Iterable[int],
    rules: str | Rules = "pyramid",
    numbering: Numbering | None = None,
    *,
    level: str | Sequence[str] | None = None,
    difficulty: Span | None = None,
    only_moves: Span | None = None,
    kings_in_stock: int | None = None,
    themes: Sequence[ThemeName] = (),
    hardest: int | None = None,
    easiest: int | None = None,
    first: int | None = None,
    by: MeasureName | None = None,
    lost: bool = False,
    reasoning: Level | None = None,
    technique: str | None = None,
    also_won: Sequence[str | Rules] = (),
    also_lost: Sequence[str | Rules] = (),
    differs_under: str | Rules | None = None,
    limits: RatingLimits = RatingLimits(),
    workers: int = 0,
    watch: Watch[FindPart] | None = None,
) -> list[Found]:
    """Look through many numbered deals for those that are as wanted, winnable ones above all.

    `solve_many` is faster where no rating is wanted. Of a deal of whose difficulty the limits leave
    only a bound (`Rating.bounded_by`), the bound counts.

    Args:
        numbers: Deal numbers, in any order; a ``range`` is fastest.
        rules: A game by its name, or its rules.
        numbering: What the numbers mean, in place of what the game means by them.
        level: Only deals of this level, ``easy`` to ``master``, or of these levels.
        difficulty: Only deals of these difficulties: the least and the greatest.
        only_moves: Only deals with this many only moves: the least and the greatest.
        kings_in_stock: Only deals with this many kings in the stock.
        themes: Only deals with all these themes (``pyrtool find --help`` names them).
        hardest: Only this many deals, the hardest first.
        easiest: Only this many deals, the easiest first.
        first: Only this many deals, the first that are found; then the search ends.
        by: What `hardest` goes by, in place of the difficulty; no deal is rated then.
        lost: Unwinnable deals in place of winnable ones; they have no rating.
        reasoning: Only deals whose explanation takes this many trials, in words.
        technique: Only deals whose explanation has this technique as its hardest.
        also_won: Only deals whose cards are won by these rules, too: ``pyramid, overlap``.
        also_lost: Only deals whose cards are lost by these rules.
        differs_under: The deals that are won by exactly one of these rules and `rules`, in place of
            winnable ones. They have no rating; `measured` is 1 if they are won by `rules`, else 0.
        limits: What a rating may use.
        workers: Processes; 0 is this process.
        watch: Hears of the parts that are done, for a progress display.

    Returns:
        The deals in the order of their numbers, each once, or the hardest first; each with its
        rating, or as `measured` with its number by the measure `by`.

    Raises:
        FindError: What is wanted contradicts itself.
        DealError: A number names no deal.

    Examples:
        >>> for found in find(range(1, 101), "giza", hardest=2):
        ...     print(found.number, found.rating.level, found.rating.only_moves)
        99 master 16
        55 expert 8
        >>> [found.number for found in find(range(1, 101), "giza", level="expert")]
        [9, 39, 55]
        >>> [one.number for one in find(range(1, 401), also_lost=["pyramid, stock-waste auto"])]
        [289, 329]
    """
    levels = () if level is None else (level,) if isinstance(level, str) else tuple(level)
    _check_spans(levels, difficulty, only_moves)
    if sum(count is not None for count in (hardest, easiest, first)) > 1:
        raise FindError("hardest, easiest and first exclude each other")
    ranked = hardest is not None or easiest is not None
    rated = bool(levels) or difficulty is not None or only_moves is not None
    _check_together(by, lost, differs_under, rated, ranked, easiest is None and first is None)
    query = Query(
        Plan(
            rules_of(rules),
            numbering=numbering or numbering_of(rules),
            memory_mib=limits.memory_mib,
        ),
        by is None and not lost and differs_under is None,
        difficulty or ANY,
        only_moves or (None if ranked else ANY),
        kings_in_stock,
        hardest,
        limits,
        by,
        levels,
        easiest,
        first,
        tuple(themes),
        lost,
        reasoning,
        technique,
        tuple((_rules_of(one), won) for won in (True, False) for one in (also_lost, also_won)[won]),
        None if differs_under is None else _rules_of(differs_under),
    )
    found: list[Found] = []
    pool = LocalPool(workers) if workers else ThisProcess()
    look_for(query, ranges.of_numbers(numbers), pool, watch or Unwatched(), found.append)
    if by is not None:
        return [replace(one, measured=abs(one.measured or 0)) for one in found]
    return [judged(one, query) for one in found] if ranked else found


def _check_together(
    by: str | None,
    lost: bool,
    differs_under: str | Rules | None,
    judged: bool,
    ranked: bool,
    by_hardness: bool,
) -> None:
    """Reject what excludes each other. `judged` and `ranked`: what only rated deals can be."""
    if by is not None and (judged or not by_hardness):
        raise FindError("by: goes with hardest, kings_in_stock and themes alone")
    if lost and (ranked or judged):
        raise FindError("lost: goes with kings_in_stock, themes, reasoning, technique and first")
    if differs_under is not None and (ranked or judged or by is not None):
        raise FindError("differs_under: goes with kings_in_stock, themes, also_won and first")


def _rules_of(rules: str | Rules) -> Rules:
    """Return rules, or those of a game and its changes in words."""
    return rules if isinstance(rules, Rules) else parse_named_rules(rules).rules


def _check_spans(levels: Sequence[str], difficulty: Span | None, only_moves: Span | None) -> None:
    """Reject levels beside difficulties, and spans that run backwards."""
    if levels and difficulty is not None:
        raise FindError("level and difficulty exclude each other")
    for name, span in (("difficulty", difficulty), ("only_moves", only_moves)):
        if span is not None and span[0] > span[1]:
            raise FindError(f"{name} {shown(span)}: runs backwards")


def look_for(
    query: Query,
    deals: Ranges,
    pool: Pool,
    watch: Watch[FindPart],
    report: Callable[[Found], None],
    journal: Journal | None = None,
) -> int:
    """Look for deals that match, and call `report` for each; of how many a limit leaves it open.

    Deals are reported in the order of their numbers, as early as possible. With `query.hardest` or
    `query.easiest` they are reported at the end, in that order. With `query.first` the search ends
    with the last of these. Deals in the journal are reported too, and not looked for again.
    """
    query.plan.check(deals)
    parts = list(journal.parts()) if journal else []
    missing = without(deals, journal.done()) if journal else deals
    size = _PLAIN_DEALS
    if query.explains or any(THEMES[name].in_play for name in query.themes):
        size = _PLAYED_DEALS
    elif query.rated or query.by:
        size = RATED_DEALS[query.plan.rules.stock]
    spans = query.plan.streams(missing)
    results = _Results(query, parts, (first for first, _ in pieces(spans, size)), report)
    # A task is made when a worker is there for it, and knows what was found until then.
    tasks = (FindTask(query, first, last, results.worst) for first, last in pieces(spans, size))

    def keep(part: FindPart) -> None:
        if journal is not None:
            journal.add(part)
        results.add(part)

    try:
        results.report_ready()
        if missing:
            work_off(tasks, look_through, pool, keep, watch, query.plan.prefix)
        results.report_ranked()
    except _EnoughError:
        pass
    return results.left_open


class _EnoughError(Exception):
    """So many deals were found as were wanted."""


class _Results:
    """The deals found, which are reported in their order although parts arrive in any order; where
    they are ranked, the first of all deals in that order are reported at the end."""

    def __init__(
        self,
        query: Query,
        parts: Sequence[FindPart],
        awaited: Iterable[int],
        report: Callable[[Found], None],
    ) -> None:
        self._query, self._report, self._reported = query, report, 0
        self._ready = {part.first: part for part in parts}
        self._firsts = merge(sorted(self._ready), awaited)
        self._next = next(self._firsts, None)
        self._best: list[Found] = []
        self.left_open = 0
        for part in parts if query.ranking else ():
            self.add(part)

    def add(self, part: FindPart) -> None:
        """Add a part, and report what is ready."""
        if self._query.ranking is None:
            self._ready[part.first] = part
            self.report_ready()
            return
        count, key = self._query.ranking
        self.left_open += part.left_open
        self._best = sorted((*self._best, *part.found), key=key)[:count]

    @property
    def worst(self) -> float:
        """The hardness of the last deal that is kept, once there are as many as wanted."""
        full = len(self._best) == self._query.hardest
        return self._best[-1].hardness if full else 0.0

    def report_ready(self) -> None:
        """Report the deals of the parts that come next, up to as many as are wanted."""
        while not self._query.ranking and self._next is not None and self._next in self._ready:
            part = self._ready.pop(self._next)
            self.left_open += part.left_open
            for found in part.found:
                self._report(found)
                self._reported += 1
                if self._reported == self._query.first:
                    raise _EnoughError
            self._next = next(self._firsts, None)

    def report_ranked(self) -> None:
        """Report the ranked deals, the search being over."""
        for found in self._best:
            self._report(found)
