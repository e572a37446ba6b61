"""A survey: the deals that are missing, cut into shards, solved by a pool, kept in a ledger.

Decides the size of shards and their order. No result depends on this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Protocol

from pyrtool.solver import UNLIMITED_NODES
from pyrtool.survey import ranges
from pyrtool.survey.crew import Onlooker, work_off
from pyrtool.survey.plan import Plan, SurveyError, Text
from pyrtool.survey.pools import Pool
from pyrtool.survey.ranges import Ranges
from pyrtool.survey.shard import QUESTIONS, Shard, Task, solve_shard

MOST_SHARD_DEALS: Final = 2**21
_LEAST_SHARD_DEALS: Final = 64
_SHARD_WORK: Final = 10_000_000  # nodes; some seconds
_SAMPLE_DEALS: Final = 64
_SAMPLE_NODES: Final = 50_000
_SHARDS_A_WORKER: Final = 8  # at least, so that none waits long for the last one


class Watch(Onlooker, Protocol):
    """An onlooker who is told of every shard that was added, too."""

    def added(self, shard: Shard) -> None:
        """A shard is done and kept."""


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

    def done(shard: Shard) -> None:
        _check_solver(shard, plan)
        keep(shard)
        watch.added(shard)

    waiting = deque(tasks(plan, missing, pool.width, text))
    work_off(waiting, solve_shard, pool, done, watch, plan.prefix)


def _check_solver(shard: Shard, plan: Plan) -> None:
    if shard.solver != plan.solver:
        raise SurveyError(
            f"a worker has solver version {shard.solver}; this is version {plan.solver}"
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
    sample = replace(plan, limit_nodes=limit, keep_if=None)
    shard = solve_shard(Task(sample, first, last, text.part(first, last) if text else None))
    work = shard.tally.nodes.mean + QUESTIONS[plan.question].deal_work
    size = int(_SHARD_WORK / work)
    return max(_LEAST_SHARD_DEALS, min(size, MOST_SHARD_DEALS))
