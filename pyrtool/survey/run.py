"""A survey: the deals that are missing, cut into shards, solved by a pool, kept in a ledger.

Decides the size of shards and their order, and what happens when a worker dies: its shard is done
again. No result depends on any of this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Final, Protocol

from pyrtool.solver import UNLIMITED_NODES
from pyrtool.survey import ranges
from pyrtool.survey.plan import SOLVER_VERSION, Plan, SurveyError, Text
from pyrtool.survey.pools import Pool
from pyrtool.survey.ranges import Ranges
from pyrtool.survey.shard import Shard, Task, solve_shard

TICK_SECONDS: Final = 0.25
"""How often a `Watch` is told that time passes."""

MOST_SHARD_DEALS: Final = 2**21
_LEAST_SHARD_DEALS: Final = 64
_SHARD_WORK: Final = 10_000_000  # nodes; some seconds
_DEAL_WORK: Final = 4  # what a deal costs besides its nodes, in nodes
_SAMPLE_DEALS: Final = 64
_SAMPLE_NODES: Final = 50_000
_SHARDS_A_WORKER: Final = 8  # at least, so that none waits long for the last one
_AHEAD: Final = 2  # shards given out for each that is running
_TRIES: Final = 5


class Watch(Protocol):
    """Who looks on: is told of every shard that was added, of lost workers, and of passing time."""

    def added(self, shard: Shard) -> None:
        """A shard is done and kept."""

    def lost(self, deals: str) -> None:
        """A worker died; these deals are done again."""

    def tick(self) -> None:
        """Some time has passed."""


class Unwatched:
    """A `Watch` that does not care."""

    def added(self, shard: Shard) -> None:
        """Nothing."""

    def lost(self, deals: str) -> None:
        """Nothing."""

    def tick(self) -> None:
        """Nothing."""


def run(
    plan: Plan,
    missing: Ranges,
    pool: Pool,
    keep: Callable[[Shard], None],
    watch: Watch | None = None,
    text: Text | None = None,
) -> None:
    """Solve the missing deals; `keep` is given each shard, in any order, by this thread.

    However this ends, the pool is stopped and no shard is kept by halves. Whatever a shard fails
    with, `WrongLineError` above all, ends the run.
    """
    watch = watch or Unwatched()
    waiting = deque(tasks(plan, missing, pool.width, text))
    running: dict[Future[Shard], Task] = {}
    executor = None
    failures = 0  # since a shard was kept
    try:
        while waiting or running:
            broken = False
            executor = executor or pool.start()
            try:
                while waiting and len(running) < _AHEAD * pool.width:
                    future = executor.submit(solve_shard, waiting[0])
                    running[future] = waiting.popleft()
            except BrokenExecutor:
                broken = True
            done, _ = wait(running, TICK_SECONDS, FIRST_COMPLETED)
            lost: list[Task] = []
            for future in done:
                task = running.pop(future)
                error = CancelledError() if future.cancelled() else future.exception()
                if error is not None and pool.is_lost(error):
                    lost.append(task)
                    continue
                shard = future.result()
                _check_solver(shard)
                keep(shard)
                watch.added(shard)
                failures = 0
            if lost or broken:
                # Those that are still running are lost too, or end with their executor.
                lost += running.values()
                running.clear()
                waiting.extendleft(sorted(lost, key=lambda task: task.first, reverse=True))
                pool.stop()
                executor = None
                failures += 1
                deals = ranges.normal((task.first, task.last) for task in lost or [waiting[0]])
                words = ranges.words(deals, plan.prefix)
                if failures == _TRIES:
                    raise SurveyError(f"deals {words}: their workers died {_TRIES} times")
                watch.lost(words)
            watch.tick()
    finally:
        pool.stop()


def _check_solver(shard: Shard) -> None:
    if shard.solver != SOLVER_VERSION:
        raise SurveyError(
            f"a worker has solver version {shard.solver}; this is version {SOLVER_VERSION}"
        )


def tasks(plan: Plan, missing: Ranges, width: int, text: Text | None = None) -> Iterator[Task]:
    """The missing deals as tasks for `width` workers."""
    if not missing:
        return
    fair = -(-ranges.count(missing) // (_SHARDS_A_WORKER * width))
    size = max(_LEAST_SHARD_DEALS, fair)
    if size > _LEAST_SHARD_DEALS:
        size = min(size, shard_deals(plan, missing, text))
    for first, last in ranges.pieces(plan.streams(missing), size):
        yield Task(plan, first, last, text.part(first, last) if text else None)


def shard_deals(plan: Plan, missing: Ranges, text: Text | None = None) -> int:
    """A size for shards of some seconds, by the nodes that the first deals take."""
    limit = min(plan.limit_nodes or UNLIMITED_NODES, _SAMPLE_NODES)
    first, last = plan.streams(missing)[0]
    last = min(last, first + _SAMPLE_DEALS - 1)
    sample = Plan(plan.rules, plan.game, plan.numbering, plan.prefix, plan.text, limit)
    nodes = solve_shard(Task(sample, first, last, text.part(first, last) if text else None))
    size = int(_SHARD_WORK / (nodes.tally.nodes.mean + _DEAL_WORK))
    return max(_LEAST_SHARD_DEALS, min(size, MOST_SHARD_DEALS))
