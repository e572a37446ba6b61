"""A survey: the deals that are missing, cut into shards, solved by a pool, kept in a ledger.

Decides the size of shards and their order, and how the time is estimated. No result depends
on this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from pyrtool.answers.solve import UNLIMITED_NODES
from pyrtool.base.arguments import guard
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.ledger import Ledger, create_ledger, is_begun, open_ledger
from pyrtool.surveys.plan import Plan, SurveyError, Text
from pyrtool.surveys.questions import QUESTIONS, solve_shard
from pyrtool.surveys.shard import Shard, Task
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import Pool
from pyrtool.surveys.work.queue import Unwatched, Watch, work_off
from pyrtool.surveys.work.ranges import Ranges

MOST_SHARD_DEALS: Final = 2**21
_LEAST_SHARD_DEALS: Final = 64
_SHARD_WORK: Final = 10_000_000  # nodes; some seconds
_PLAIN_WORK: Final = 70_000  # of a loss that is asked again, in nodes
_SAMPLE_DEALS: Final = 64
_SAMPLE_NODES: Final = 50_000
_SHARDS_A_WORKER: Final = 8  # at least, so that none waits long for the last one
_ESTIMATES_A_SHARD: Final = 16  # an estimate takes some tenths of a second
_LEAST_ESTIMATE_DEALS: Final = 64  # few deals show little where some take a hundred times the rest


def run(
    plan: Plan,
    missing: Ranges,
    pool: Pool,
    keep: Callable[[Shard], None],
    watch: Watch[Shard] | None = None,
    text: Text | None = None,
) -> None:
    """Solve the missing deals; `keep` is given each shard, in any order, by this thread.

    However this ends, the pool is stopped and no shard is kept by halves. Whatever a shard fails
    with, `WrongLineError` above all, ends the run.
    """
    if not missing:
        return

    def keep_sound(shard: Shard) -> None:
        _check_solver(shard, plan)
        keep(shard)

    waiting = tasks(plan, missing, pool, text)
    work_off(waiting, solve_shard, pool, keep_sound, watch or Unwatched(), plan.prefix)


def run_in_ledger(
    path: Path,
    plan: Plan,
    wanted: Ranges,
    pool: Pool,
    watching: Callable[[int, int], AbstractContextManager[Watch[Shard]]] | None = None,
    text: Text | None = None,
) -> Outcomes:
    """Begin or resume the ledger at `path` until it holds the wanted deals; return its tally.

    `watching` gets how many of the deals are done, and how many are wanted. `LedgerError` when
    the ledger was begun with another plan, `OSError` when it cannot be written.
    """
    plan.check(wanted)
    with open_for(path, plan, wanted) as ledger:
        missing = ranges.overlap(wanted, ledger.missing())
        total = ranges.count(wanted)
        done = total - ranges.count(missing)
        with watching(done, total) if watching else nullcontext() as watch:
            run(plan, missing, pool, ledger.add, watch, text)
        return ledger.tally()


def open_for(path: Path, plan: Plan, wanted: Ranges) -> Ledger:
    """The ledger at `path` for adding these deals: a new one, or one with the same plan."""
    if not is_begun(path):
        return create_ledger(path, plan, wanted)
    ledger = open_ledger(path, writing=True)
    try:
        ledger.require(plan)
        ledger.want(wanted)
    except BaseException:
        ledger.close()
        raise
    return ledger


def _check_solver(shard: Shard, plan: Plan) -> None:
    if shard.solver != plan.solver:
        raise SurveyError(
            f"a worker has solver version {shard.solver}; this is version {plan.solver}"
        )


def tasks(plan: Plan, missing: Ranges, pool: Pool, text: Text | None = None) -> Iterator[Task]:
    """The missing deals as tasks for a pool, which must be started when the first is taken."""
    fair = -(-ranges.count(missing) // (_SHARDS_A_WORKER * pool.width))
    size = max(_LEAST_SHARD_DEALS, fair)
    if size > _LEAST_SHARD_DEALS:
        size = min(size, shard_deals(plan, missing, text))
    for first, last in ranges.pieces(plan.streams(missing), size):
        yield Task(plan, first, last, text.part(first, last) if text else None)


def shard_deals(plan: Plan, missing: Ranges, text: Text | None = None) -> int:
    """A size for shards of some seconds, by the nodes that the first deals take."""
    if QUESTIONS[plan.question].deal_work * _LEAST_SHARD_DEALS >= _SHARD_WORK:
        return _LEAST_SHARD_DEALS
    limit = min(plan.limit_nodes or UNLIMITED_NODES, _SAMPLE_NODES)
    sample = replace(plan, limit_nodes=limit, keep_if=None, plain_sample=None)
    shard = _first_deals(sample, missing, _SAMPLE_DEALS, text)
    work = shard.tally.nodes.mean + QUESTIONS[plan.question].deal_work
    work += (plan.plain_sample or 0) * _PLAIN_WORK
    size = int(_SHARD_WORK / work)
    return max(_LEAST_SHARD_DEALS, min(size, MOST_SHARD_DEALS))


def deal_seconds(plan: Plan, wanted: Ranges) -> float:
    """Processor time a deal, measured over a part of the wanted deals."""
    size = max(_LEAST_ESTIMATE_DEALS, shard_deals(plan, wanted) // _ESTIMATES_A_SHARD)
    shard = _first_deals(plan, wanted, size)
    return shard.seconds / shard.deals


def _first_deals(plan: Plan, wanted: Ranges, deals: int, text: Text | None = None) -> Shard:
    """Decide at most this number of the wanted deals."""
    first, last = plan.streams(wanted)[0]
    last = min(last, first + deals - 1)
    return solve_shard(Task(plan, first, last, text.part(first, last) if text else None))


guard(__name__)
