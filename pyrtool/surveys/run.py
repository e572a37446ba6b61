"""A survey: the deals that are missing, cut into shards, solved by a pool, kept in a ledger.

Decides the size of shards and their order. No result depends on this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from pyrtool.base.limits import UNLIMITED_NODES
from pyrtool.game import ranges
from pyrtool.game.ranges import Ranges
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.ledger import BegunError, Ledger, create_ledger, is_begun, open_ledger
from pyrtool.surveys.plan import GivenDeals, Plan, SurveyError
from pyrtool.surveys.pool import Pool, Unwatched, Watch, work_off
from pyrtool.surveys.questions import QUESTIONS, solve_shard
from pyrtool.surveys.shards import Shard, ShardTask

MOST_SHARD_DEALS: Final = 2**21
_LEAST_SHARD_DEALS: Final = 64
_SHARD_WORK: Final = 10_000_000  # nodes; some seconds
_PLAIN_WORK: Final = 70_000  # of a loss that is asked again, in nodes
_SAMPLE_DEALS: Final = 64
_SAMPLE_NODES: Final = 50_000
_SHARDS_A_WORKER: Final = 8  # at least, so that none waits long for the last one


def run(
    plan: Plan,
    missing: Ranges,
    pool: Pool,
    keep: Callable[[Shard], None],
    watch: Watch[Shard] | None = None,
    given: GivenDeals | None = None,
) -> None:
    """Solve the missing deals; `keep` is given each shard, in any order, by this thread.

    However this ends, the pool is stopped and no shard is kept by halves. Whatever a shard fails
    with, `WrongLineError` above all, ends the run.
    """
    if not missing:
        return

    def keep_sound(shard: Shard) -> None:
        if shard.solver != plan.solver:
            raise SurveyError(
                f"a worker has solver version {shard.solver}; this is version {plan.solver}"
            )
        keep(shard)

    waiting = tasks(plan, missing, pool, given)
    work_off(waiting, solve_shard, pool, keep_sound, watch or Unwatched(), plan.prefix)


def run_in_ledger(
    path: Path,
    plan: Plan,
    wanted: Ranges,
    pool: Pool,
    watching: Callable[[int, int], AbstractContextManager[Watch[Shard]]] | None = None,
    given: GivenDeals | None = None,
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
            run(plan, missing, pool, ledger.add, watch, given)
        return ledger.tally()


def open_for(path: Path, plan: Plan, wanted: Ranges) -> Ledger:
    """Return the ledger at `path` for adding these deals: a new one, or one with the same plan."""
    if not is_begun(path):
        with suppress(BegunError):  # another process may begin it at this moment
            return create_ledger(path, plan, wanted)
    ledger = open_ledger(path, writing=True)
    try:
        ledger.require(plan)
        ledger.want(wanted)
    except BaseException:
        ledger.close()
        raise
    return ledger


def tasks(
    plan: Plan, missing: Ranges, pool: Pool, given: GivenDeals | None = None
) -> Iterator[ShardTask]:
    """Yield the missing deals as tasks for a pool, which is started before the first is taken."""
    fair = -(-ranges.count(missing) // (_SHARDS_A_WORKER * pool.width))
    size = max(_LEAST_SHARD_DEALS, fair)
    if size > _LEAST_SHARD_DEALS:
        size = min(size, shard_deals(plan, missing, given))
    for first, last in ranges.pieces(plan.streams(missing), size):
        yield ShardTask(plan, first, last, given.part(first, last) if given else None)


def shard_deals(plan: Plan, missing: Ranges, given: GivenDeals | None = None) -> int:
    """Return a size for shards of some seconds, by the nodes that the first deals take."""
    if QUESTIONS[plan.question].deal_work * _LEAST_SHARD_DEALS >= _SHARD_WORK:
        return _LEAST_SHARD_DEALS
    limit = min(plan.limit_nodes or UNLIMITED_NODES, _SAMPLE_NODES)
    sample = replace(plan, limit_nodes=limit, keep_if=None, plain_sample=None)
    shard = first_deals(sample, missing, _SAMPLE_DEALS, given)
    work = shard.tally.nodes.mean + QUESTIONS[plan.question].deal_work
    work += (plan.plain_sample or 0) * _PLAIN_WORK
    size = int(_SHARD_WORK / work)
    return max(_LEAST_SHARD_DEALS, min(size, MOST_SHARD_DEALS))


def first_deals(plan: Plan, wanted: Ranges, deals: int, given: GivenDeals | None = None) -> Shard:
    """Decide at most this number of the wanted deals."""
    first, last = plan.streams(wanted)[0]
    last = min(last, first + deals - 1)
    return solve_shard(ShardTask(plan, first, last, given.part(first, last) if given else None))
