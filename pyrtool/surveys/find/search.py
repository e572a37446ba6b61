"""A search over many deals: parts given to a pool, put together in order; all in one call: `find`.

Decides the size of parts; no result depends on it, nor on who does them. What is known to be harder
than a deal that is being looked at only saves its rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from heapq import merge
from typing import Final

from pyrtool.answers.rating import RatingLimits
from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.deals import Numbering, rules_of
from pyrtool.game.games import Rules
from pyrtool.surveys.find.journal import Journal
from pyrtool.surveys.find.measures import MeasureName
from pyrtool.surveys.find.query import (
    ANY,
    Found,
    Part,
    Query,
    Span,
    Task,
    hardest_first,
    judged,
    look_through,
    span_of_level,
)
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import LocalPool, Pool, ThisProcess
from pyrtool.surveys.work.queue import Unwatched, Watch, work_off
from pyrtool.surveys.work.ranges import Ranges, pieces, without

_RATED_DEALS: Final = {"none": 500, "dealt": 20, "bouquet": 4}  # a part, by the stock: seconds
_PLAIN_DEALS: Final = 20_000


class FindError(PyrtoolError):
    """A search whose wishes contradict each other."""


def find(
    numbers: Iterable[int],
    rules: str | Rules = "pyramid",
    numbering: Numbering = "native",
    *,
    level: str | None = None,
    difficulty: Span | None = None,
    only_moves: Span | None = None,
    kings_in_stock: int | None = None,
    hardest: int | None = None,
    by: MeasureName | None = None,
    limits: RatingLimits = RatingLimits(),
    workers: int = 0,
    watch: Watch[Part] | None = None,
) -> list[Found]:
    """Look through many numbered deals for winnable ones that are as wanted.

    `solve_many` is faster where no rating is wanted.

    Args:
        numbers: Deal numbers, in any order; a ``range`` is fastest.
        rules: A game by its name, or its rules.
        numbering: What the numbers mean.
        level: Only deals of this level, ``easy`` to ``master``.
        difficulty: Only deals of these difficulties: the least and the greatest.
        only_moves: Only deals with this many only moves: the least and the greatest.
        kings_in_stock: Only deals with this many kings in the stock.
        hardest: Only this many deals, the hardest first.
        by: What `hardest` goes by, in place of the difficulty; no deal is rated then.
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
    """
    if level is not None and difficulty is not None:
        raise FindError("level and difficulty exclude each other")
    for name, span in (("difficulty", difficulty), ("only_moves", only_moves)):
        if span is not None and span[0] > span[1]:
            raise FindError(f"{name} {shown(span)}: runs backwards")
    if by is not None and (level, difficulty, only_moves) != (None,) * 3:
        raise FindError("by: goes with hardest and kings_in_stock alone")
    query = Query(
        Plan(rules_of(rules), numbering=numbering, memory_mib=limits.memory_mib),
        by is None,
        difficulty or (ANY if level is None else span_of_level(level)),
        only_moves or (ANY if hardest is None else None),
        kings_in_stock,
        hardest,
        limits,
        by,
    )
    found: list[Found] = []
    pool = LocalPool(workers) if workers else ThisProcess()
    look_for(query, ranges.of_numbers(numbers), pool, watch or Unwatched(), found.append)
    if by is not None:
        return [replace(one, measured=abs(one.measured or 0)) for one in found]
    return found if hardest is None else [judged(one, query) for one in found]


def look_for(
    query: Query,
    deals: Ranges,
    pool: Pool,
    watch: Watch[Part],
    report: Callable[[Found], None],
    journal: Journal | None = None,
) -> None:
    """Look for deals that match, and call `report` for each.

    Deals are reported in the order of their numbers, as early as possible. With `query.hardest`
    they are reported at the end, the hardest first. Deals in the journal are reported too, and not
    looked for again.
    """
    query.plan.check(deals)
    parts = list(journal.parts) if journal else []
    missing = without(deals, journal.done()) if journal else deals
    size = _RATED_DEALS[query.plan.rules.stock] if query.rated or query.by else _PLAIN_DEALS
    spans = query.plan.streams(missing)
    collector: _InOrder | _Hardest
    if query.hardest is None:
        collector = _InOrder(parts, (first for first, _ in pieces(spans, size)), report)
    else:
        collector = _Hardest(parts, query.hardest, report)

    # A task is made when a worker is there for it, and knows what was found until then.
    tasks = (Task(query, first, last, collector.least) for first, last in pieces(spans, size))

    def keep(part: Part) -> None:
        if journal is not None:
            journal.add(part)
        collector.add(part)

    if missing:
        work_off(tasks, look_through, pool, keep, watch, query.plan.prefix)
    collector.end()


class _Hardest:
    """Reports the hardest of all deals found, at the end."""

    def __init__(self, parts: Iterable[Part], count: int, report: Callable[[Found], None]) -> None:
        self._count, self._report = count, report
        self._best = self._hardest(found for part in parts for found in part.found)

    def add(self, part: Part) -> None:
        self._best = self._hardest((*self._best, *part.found))

    def end(self) -> None:
        for found in self._best:
            self._report(found)

    @property
    def least(self) -> float:
        """Deals that are easier are not among the hardest."""
        return self._best[-1].hardness if len(self._best) == self._count else 0.0

    def _hardest(self, found: Iterable[Found]) -> list[Found]:
        return sorted(found, key=hardest_first)[: self._count]


class _InOrder:
    """Reports deals in their order, although parts arrive in any order."""

    def __init__(
        self, parts: Iterable[Part], awaited: Iterable[int], report: Callable[[Found], None]
    ) -> None:
        self._ready = {part.first: part for part in parts}
        self._firsts = merge(sorted(self._ready), awaited)
        self._next = next(self._firsts, None)
        self._report = report
        self._go_on()

    def add(self, part: Part) -> None:
        self._ready[part.first] = part
        self._go_on()

    def end(self) -> None:
        """Everything is reported."""

    @property
    def least(self) -> float:
        """Every deal that matches is reported."""
        return 0.0

    def _go_on(self) -> None:
        while self._next is not None and self._next in self._ready:
            for found in self._ready.pop(self._next).found:
                self._report(found)
            self._next = next(self._firsts, None)


guard(__name__)
