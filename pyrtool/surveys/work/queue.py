"""A queue of tasks that a pool does, whatever they are.

Decides how many tasks are given out in advance, and what happens when a worker dies: its task is
done again. No result depends on this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import nullcontext
from itertools import islice
from typing import Final, Generic, Protocol, TypeVar

from pyrtool.base.arguments import guard
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import Pool, WorkError, signals_held
from pyrtool.surveys.work.ranges import Ranges

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
    queue = _Queue(tasks, work, pool)
    try:
        while queue.give_out():
            for result in queue.results():
                keep(result)
                watch.added(result)
            if deals := queue.begin_again():
                words = ranges.words(deals, prefix)
                if queue.failures == _TRIES:
                    raise WorkError(f"the workers of deals {words} died {_TRIES} times")
                watch.lost(words)
            watch.tick()
    finally:
        queue.stop()


class _Queue(Generic[T, R]):
    """The tasks that wait for a worker, and those that are given out to one.

    Signals are held back while a `delicate` pool is touched.
    """

    def __init__(self, tasks: Iterable[T], work: Callable[[T], R], pool: Pool) -> None:
        self._upcoming, self._work, self._pool = iter(tasks), work, pool
        self._calm = signals_held if pool.delicate else nullcontext
        self._waiting: deque[T] = deque()  # taken, and not given out, or lost
        self._running: dict[Future[R], T] = {}
        self._finished: set[Future[R]] = set()
        self._lost: list[T] = []
        self._broken = False
        self._executor: Executor | None = None
        self.failures = 0  # since a task was done

    def give_out(self) -> bool:
        """Give tasks to idle workers, and wait for some to end; False if none is left."""
        with self._calm():
            self._executor = self._executor or self._pool.start()
        idle = _AHEAD * self._pool.width - len(self._running)
        self._waiting.extend(islice(self._upcoming, max(0, idle - len(self._waiting))))
        if not self._waiting and not self._running:
            return False
        self._broken = False
        with self._calm():
            try:
                while self._waiting and idle > 0:
                    future = self._executor.submit(self._work, self._waiting[0])
                    self._running[future] = self._waiting.popleft()
                    idle -= 1
            except BrokenExecutor:
                self._broken = True
            self._finished, _ = wait(self._running, TICK_SECONDS, FIRST_COMPLETED)
        self._check_is_alive()
        return True

    def _check_is_alive(self) -> None:
        """A `MemoryError` if the pool has ended without a word."""
        idle_for_good = self._running and not self._finished and not self._broken
        if (
            idle_for_good
            and self._pool.has_ended()
            and not any(future.done() for future in self._running)
        ):
            raise MemoryError("no thread hands out tasks")

    def results(self) -> Iterator[R]:
        """What the tasks that ended gave; those whose worker died are lost."""
        for future in self._finished:
            task = self._running.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is not None and self._pool.is_lost(error):
                self._lost.append(task)
                continue
            yield future.result()
            self.failures = 0

    def begin_again(self) -> Ranges:
        """If a worker died, stop the pool and put what is lost back; the deals of what was lost."""
        if not (self._lost or self._broken):
            return ()
        # Those that are still running are lost too, or end with their executor.
        lost = [*self._lost, *self._running.values()]
        self._lost = []
        self._running.clear()
        self._waiting.extendleft(sorted(lost, key=lambda task: task.first, reverse=True))
        self.stop()
        self.failures += 1
        return ranges.normal((task.first, task.last) for task in lost or [self._waiting[0]])

    def stop(self) -> None:
        """Stop the pool; it starts again where tasks are given out."""
        with self._calm():
            self._pool.stop()
            self._executor = None


guard(__name__)
