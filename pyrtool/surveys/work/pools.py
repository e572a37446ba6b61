"""Where tasks are done: this process, processes of this machine, or a cluster.

All through the interface of `concurrent.futures`. Decides how workers are started, how they end
with their parent, and which failures mean that a worker was lost rather than that the task failed.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, ParamSpec, TypeVar

from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import let_locks_go

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
        """How many tasks it does side by side, now that it is started."""
        return 1

    @abstractmethod
    def start(self) -> Executor:
        """A fresh executor in place of the one that ended."""

    @abstractmethod
    def stop(self) -> None:
        """End immediately; what is running is dropped."""

    def has_ended(self) -> bool:
        """Whether nothing will ever be done, as a thread of its own had no memory."""
        return False

    def is_lost(self, error: BaseException) -> bool:
        """Whether a task failed because its worker was lost, so that it is worth another try."""
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
        """An executor that does a task when it is submitted."""
        return _Here()

    def stop(self) -> None:
        """Nothing is running."""


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
    """What Ctrl-C and SIGTERM do, they do at the end of this."""
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
        """The processes."""
        return self._workers

    def start(self) -> Executor:
        """New processes (see `_how_to_start`)."""
        self.stop()
        context = multiprocessing.get_context(_how_to_start())
        self._executor = _Workers(self._workers, context, _prepare_worker)
        return self._executor

    def has_ended(self) -> bool:
        """Whether the thread that hands out tasks has ended."""
        manager = getattr(self._executor, "_executor_manager_thread", None)
        return manager is not None and not manager.is_alive()

    def stop(self) -> None:
        """Kill the workers."""
        if self._executor is None:
            return
        # The executor has no public way to end its processes before Python 3.14.
        workers = list((getattr(self._executor, "_processes", None) or {}).values())
        manager = getattr(self._executor, "_executor_manager_thread", None)
        self._executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            with suppress(ValueError, OSError):  # it is gone already
                worker.kill()
        if manager is not None:  # it ends with them; Python's exit must not find it ending
            manager.join(_END_SECONDS)
        self._executor = None


def _how_to_start() -> str:
    """How processes are made: copies of this one, or started afresh.

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
    let_locks_go()
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
    """The workers of a Dask scheduler, tcp://HOST:PORT; needs ``pyrtool[cluster]``.

    Give each Dask worker one thread: the kernels of a process take turns.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise WorkError("a cluster needs Dask: pip install 'pyrtool[cluster]'") from None
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
        """A new connection to the scheduler."""
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
        """Also when Dask gave a task up after several of its workers had died."""
        return super().is_lost(error) or type(error).__name__ in ("KilledWorker", "CommClosedError")


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


guard(__name__)
