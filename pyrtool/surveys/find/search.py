"""A search over many deals: parts given to a pool, put together in order.

Decides the size of parts; no result depends on it, nor on who does them. What is known to be harder
than a deal that is being looked at only saves its rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import merge
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.surveys.find.journal import Journal
from pyrtool.surveys.find.query import Found, Part, Query, Task, hardest_first, look_through
from pyrtool.surveys.work.pools import Pool
from pyrtool.surveys.work.queue import Watch, work_off
from pyrtool.surveys.work.ranges import Ranges, pieces, without

_RATED_DEALS: Final = {"none": 500, "dealt": 20, "bouquet": 4}  # a part, by the stock: seconds
_PLAIN_DEALS: Final = 20_000


def find(
    query: Query,
    deals: Ranges,
    pool: Pool,
    watch: Watch[Part],
    tell: Callable[[Found], None],
    journal: Journal | None = None,
) -> None:
    """Look for deals that match; `tell` is given each, in the order of their numbers, as early as
    that can be told; with `query.hardest` at the end, the hardest first.

    What the journal has is told too, and not looked for again.
    """
    query.plan.check(deals)
    parts = list(journal.parts) if journal else []
    missing = without(deals, journal.done()) if journal else deals
    size = _RATED_DEALS[query.plan.rules.stock] if query.rated or query.by else _PLAIN_DEALS
    spans = query.plan.streams(missing)
    collector: _InOrder | _Hardest
    if query.hardest is None:
        collector = _InOrder(parts, (first for first, _ in pieces(spans, size)), tell)
    else:
        collector = _Hardest(parts, query.hardest, tell)

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
    """Tells the hardest of all that was found, at the end."""

    def __init__(self, parts: Iterable[Part], count: int, tell: Callable[[Found], None]) -> None:
        self._count, self._tell = count, tell
        self._best = self._hardest(found for part in parts for found in part.found)

    def add(self, part: Part) -> None:
        self._best = self._hardest((*self._best, *part.found))

    def end(self) -> None:
        for found in self._best:
            self._tell(found)

    @property
    def least(self) -> float:
        """Deals that are easier are not among the hardest."""
        return self._best[-1].hardness if len(self._best) == self._count else 0.0

    def _hardest(self, found: Iterable[Found]) -> list[Found]:
        return sorted(found, key=hardest_first)[: self._count]


class _InOrder:
    """Tells what was found in the order of the deals, though parts come in any."""

    def __init__(
        self, parts: Iterable[Part], awaited: Iterable[int], tell: Callable[[Found], None]
    ) -> None:
        self._ready = {part.first: part for part in parts}
        self._firsts = merge(sorted(self._ready), awaited)
        self._next = next(self._firsts, None)
        self._tell = tell
        self._go_on()

    def add(self, part: Part) -> None:
        self._ready[part.first] = part
        self._go_on()

    def end(self) -> None:
        """Everything was told."""

    @property
    def least(self) -> float:
        """Every deal that matches is told."""
        return 0.0

    def _go_on(self) -> None:
        while self._next is not None and self._next in self._ready:
            for found in self._ready.pop(self._next).found:
                self._tell(found)
            self._next = next(self._firsts, None)


guard(__name__)
