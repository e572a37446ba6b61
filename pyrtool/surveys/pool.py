"""The workers of a survey, and the queue of tasks that they do.

Tasks are done in this process, in processes of this machine, or on a cluster, all through the
interface of `concurrent.futures`. Decides how workers are started, how they end with their parent,
which failures mean that a worker was lost rather than that the task failed, and how many tasks are
given out in advance. If a worker dies, its task is done again. No result depends on this.
"""

import multiprocessing
import os
import re
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Generic, ParamSpec, Protocol, TypeVar

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import needs, shown
from pyrtool.game import ranges
from pyrtool.game.ranges import Ranges

if TYPE_CHECKING:  # Dask comes with an extra
    from distributed import Client


_P = ParamSpec("_P")
_T = TypeVar("_T")

_CONNECT_SECONDS: Final = 20
_END_SECONDS: Final = 5
_ADDRESS: Final = re.compile(r"(tcp|tls|ucx|wss?)://\S+:\d{1,5}/?", re.ASCII)

MOST_WORKERS: Final = 1024


class WorkError(PyrtoolError):
    """Workers that cannot be had, or that die again and again."""


class Pool(ABC):
    """An executor that can be started again.

    `delicate`: an exception in the midst of it leaves threads and locks that never end, so that
    signals are to wait (`signals_held`).
    """

    delicate: ClassVar[bool] = False

    @property
    def width(self) -> int:
        """The number of tasks that it does side by side, now that it is started."""
        return 1

    @abstractmethod
    def start(self) -> Executor:
        """Return a fresh executor in place of the one that ended."""

    @abstractmethod
    def stop(self) -> None:
        """End immediately; what is running is dropped."""

    def has_ended(self) -> bool:
        """Return whether nothing will ever be done, as a thread of its own had no memory."""
        return False

    def is_lost(self, error: BaseException) -> bool:
        """Return whether a task failed because its worker was lost, and is worth another try."""
        return isinstance(error, BrokenExecutor | CancelledError)


class _Here(Executor):
    def submit(self, task: Callable[_P, _T], /, *given: _P.args, **named: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        try:
            future.set_result(task(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class ThisProcess(Pool):
    """The calling process itself: no workers."""

    def start(self) -> Executor:
        """Return an executor that does a task when it is submitted."""
        return _Here()

    def stop(self) -> None:
        """Do nothing: nothing is running."""


class _Workers(ProcessPoolExecutor):
    def submit(self, task: Callable[_P, _T], /, *given: _P.args, **named: _P.kwargs) -> Future[_T]:
        # This may start workers: until they ignore Ctrl-C themselves, it waits.
        with _interrupts_held():
            return super().submit(task, *given, **named)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    if sys.platform == "win32":  # has no such mask
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def signals_held() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back until this ends."""
    if threading.current_thread() is not threading.main_thread():  # signals do nothing here
        yield
        return
    ours = (signal.SIGINT, signal.SIGTERM)
    handlers = {one: handler for one in ours if callable(handler := signal.getsignal(one))}
    came: list[int] = []
    for one in handlers:
        signal.signal(one, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)
    for number in came[:1]:
        handlers[signal.Signals(number)](number, None)


class LocalPool(Pool):
    """Processes of this machine. They end with the calling process, however it ends."""

    delicate = True

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise WorkError(f"workers {shown(workers)}: at least 1 is needed")
        if workers > MOST_WORKERS:
            raise WorkError(f"workers {shown(workers)}: {MOST_WORKERS} are the most")
        self._workers = workers
        self._executor: _Workers | None = None

    @property
    def width(self) -> int:
        """The number of worker processes."""
        return self._workers

    def start(self) -> Executor:
        """Start new processes (see `_how_to_start`)."""
        self.stop()
        context = multiprocessing.get_context(_how_to_start())
        self._executor = _Workers(self._workers, context, _prepare_worker)
        return self._executor

    def has_ended(self) -> bool:
        """Return whether the thread that hands out tasks has ended."""
        manager = getattr(self._executor, "_executor_manager_thread", None)
        return manager is not None and not manager.is_alive()

    def stop(self) -> None:
        """Kill the worker processes of this machine."""
        if self._executor is None:
            return
        # The executor has no public way to end its processes before Python 3.14.
        workers = list((getattr(self._executor, "_processes", None) or {}).values())
        manager = getattr(self._executor, "_executor_manager_thread", None)
        results = getattr(self._executor, "_result_queue", None)
        self._executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            with suppress(ValueError, OSError):  # it is gone already
                worker.kill()
        # The manager would wait for the rest of a result that a killed worker was sending. With
        # the last end that could send it closed, it reads the end of the pipe.
        writer = getattr(results, "_writer", None)
        if writer is not None:
            writer.close()
        if manager is not None:  # it ends with them; Python's exit must not find it ending
            manager.join(_END_SECONDS)
        self._executor = None


def _how_to_start() -> str:
    """Return how processes are made: copies of this one, or started afresh.

    A copy has what is imported here, which otherwise takes each worker longer than thousands of
    deals. It has no other thread of this process, but what such a thread holds, held for good. So
    copies are made where there is no other thread. On macOS system libraries have threads of their
    own; Windows makes no copies.
    """
    try:
        threads = len([*Path("/proc/self/task").iterdir()])
    except OSError:
        return "spawn"
    return "fork" if sys.platform == "linux" and threads == 1 else "spawn"


def _prepare_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # held since before it began
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class Cluster(Pool):
    """The workers of a Dask scheduler, tcp://HOST:PORT; needs the extra ``cluster``.

    Give each Dask worker one thread: the kernels of a process take turns.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise WorkError(needs("a cluster", "Dask", "cluster")) from None
        if not _ADDRESS.fullmatch(address):
            raise WorkError(f"cluster {address[:64]!r}: must be an address such as tcp://HOST:8786")
        self.address = address
        self._client: Client | None = None
        self._threads = 1

    @property
    def width(self) -> int:
        """The threads of its workers at this moment, of which there may be more than before."""
        if self._client is not None:
            with suppress(Exception):  # while it is out of reach, the number that was known last
                self._threads = max(1, sum(self._client.nthreads().values()))
        return self._threads

    def start(self) -> Executor:
        """Return a new connection to the scheduler."""
        from distributed import Client

        self.stop()
        try:
            self._client = Client(self.address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkError(f"cluster {self.address}: {error or 'no answer'}") from None
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def stop(self) -> None:
        """Take the tasks back and disconnect; the cluster stays."""
        if self._client is not None:
            with suppress(Exception):  # it is going anyway
                self._client.close()
            self._client = None

    def is_lost(self, error: BaseException) -> bool:
        """Return this also when Dask gave a task up after several of its workers had died."""
        return super().is_lost(error) or type(error).__name__ in ("KilledWorker", "CommClosedError")


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


TICK_SECONDS: Final = 0.25
"""How often a `Watch` learns that time passes."""

_AHEAD: Final = 2  # tasks given out for each that is running
_TRIES: Final = 5


class OfDeals(Protocol):
    """A task or its result: something with the deals `first` to `last`."""

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
        """Hear that a result is there, and kept."""

    def lost(self, deals: str) -> None:
        """Hear that a worker died: these deals are done again."""

    def tick(self) -> None:
        """Hear that some time has passed."""


class Unwatched:
    """A `Watch` that does not care."""

    def added(self, done: object, /) -> None:
        """Do nothing."""

    def lost(self, deals: str) -> None:
        """Do nothing."""

    def tick(self) -> None:
        """Do nothing."""


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
        """Raise a `MemoryError` if the pool has ended without a word."""
        idle_for_good = self._running and not self._finished and not self._broken
        if (
            idle_for_good
            and self._pool.has_ended()
            and not any(future.done() for future in self._running)
        ):
            raise MemoryError("no thread hands out tasks")

    def results(self) -> Iterator[R]:
        """Give the results of the tasks that ended; those whose worker died are lost."""
        for future in self._finished:
            task = self._running.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is not None and self._pool.is_lost(error):
                self._lost.append(task)
                continue
            yield future.result()
            self.failures = 0

    def begin_again(self) -> Ranges:
        """Stop the pool if a worker died, put back what is lost, and return its deals."""
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
