"""A queue of tasks that a pool does, whatever they are.

Decides how many tasks are given out in advance, and what happens when a worker dies: its task is
done again. No result depends on this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import nullcontext
from itertools import islice
from typing import Final, Protocol, TypeVar

from pyrtool.base.arguments import guard
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import Pool, WorkError, signals_held

TICK_SECONDS: Final = 0.25
"""How often a `Watch` learns that time passes."""

_AHEAD: Final = 2  # tasks given out for each that is running
_TRIES: Final = 5


class OfDeals(Protocol):
    """A task: something to do with the deals `first` to `last`."""

    @property
    def first(self) -> int:
        """The first deal's number."""

    @property
    def last(self) -> int:
        """The last deal's number."""


T = TypeVar("T", bound=OfDeals)
R = TypeVar("R")
Done = TypeVar("Done", contravariant=True)


class Watch(Protocol[Done]):
    """An observer, which is called for results, lost workers and passing time."""

    def added(self, done: Done, /) -> None:
        """A result is there, and kept."""

    def lost(self, deals: str) -> None:
        """A worker died; these deals are done again."""

    def tick(self) -> None:
        """Some time has passed."""


class Unwatched:
    """A `Watch` that does not care."""

    def added(self, done: object, /) -> None:
        """Nothing."""

    def lost(self, deals: str) -> None:
        """Nothing."""

    def tick(self) -> None:
        """Nothing."""


def work_off(
    tasks: Iterable[T],
    work: Callable[[T], R],
    pool: Pool,
    keep: Callable[[R], None],
    watch: Watch[R],
    prefix: str = "",
) -> None:
    """Do all tasks; `keep`, then `watch`, is given each result, in any order, by this thread.

    Tasks are taken when workers are there for them. However this ends, the pool is stopped.
    Whatever a task fails with ends it. `prefix` precedes deal numbers in words.
    """
    calm = signals_held if pool.delicate else nullcontext
    upcoming = iter(tasks)
    waiting: deque[T] = deque()  # taken, and not given out, or lost
    running: dict[Future[R], T] = {}
    executor = None
    failures = 0  # since a task was done
    try:
        while True:
            broken = False
            with calm():
                executor = executor or pool.start()
            idle = _AHEAD * pool.width - len(running)
            waiting.extend(islice(upcoming, max(0, idle - len(waiting))))
            if not waiting and not running:
                return
            with calm():
                try:
                    while waiting and idle > 0:
                        future = executor.submit(work, waiting[0])
                        running[future] = waiting.popleft()
                        idle -= 1
                except BrokenExecutor:
                    broken = True
                finished, _ = wait(running, TICK_SECONDS, FIRST_COMPLETED)
            idle_for_good = running and not finished and not broken and pool.has_ended()
            if idle_for_good and not any(future.done() for future in running):
                raise MemoryError("no thread hands out tasks")
            lost: list[T] = []
            for future in finished:
                task = running.pop(future)
                error = CancelledError() if future.cancelled() else future.exception()
                if error is not None and pool.is_lost(error):
                    lost.append(task)
                    continue
                result = future.result()
                keep(result)
                watch.added(result)
                failures = 0
            if lost or broken:
                # Those that are still running are lost too, or end with their executor.
                lost += running.values()
                running.clear()
                waiting.extendleft(sorted(lost, key=lambda task: task.first, reverse=True))
                with calm():
                    pool.stop()
                    executor = None
                failures += 1
                deals = ranges.normal((task.first, task.last) for task in lost or [waiting[0]])
                words = ranges.words(deals, prefix)
                if failures == _TRIES:
                    raise WorkError(f"deals {words}: their workers died {_TRIES} times")
                watch.lost(words)
            watch.tick()
    finally:
        with calm():
            pool.stop()


guard(__name__)
