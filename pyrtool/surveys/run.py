"""A survey: the deals that are missing, cut into shards, solved by a pool, kept in a ledger.

Decides the size of shards and their order. No result depends on this.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from pyrtool.base.limits import UNLIMITED_NODES
from pyrtool.game import ranges
from pyrtool.game.ranges import Ranges
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.ledger import Ledger, head_of
from pyrtool.surveys.plan import GivenDeals, SurveyError
from pyrtool.surveys.pool import Pool, Unwatched, Watch, work_off
from pyrtool.surveys.questions import Survey, solve_shard
from pyrtool.surveys.shards import Shard, ShardTask

MOST_SHARD_DEALS: Final = 2**21
_LEAST_SHARD_DEALS: Final = 64
_SHARD_WORK: Final = 10_000_000  # nodes; some seconds
_SAMPLE_DEALS: Final = 64
_SAMPLE_NODES: Final = 50_000
_SHARDS_A_WORKER: Final = 8  # at least, so that none waits long for the last one


def run(
    survey: Survey,
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
        if shard.solver != survey.solver:
            raise SurveyError(
                f"a worker has solver version {shard.solver}; this is version {survey.solver}"
            )
        keep(shard)

    work = partial(solve_shard, question=survey.question)
    waiting = tasks(survey, missing, pool, given)
    work_off(waiting, work, pool, keep_sound, watch or Unwatched(), survey.plan.prefix)


def run_in_ledger(
    path: Path,
    survey: Survey,
    wanted: Ranges,
    pool: Pool,
    watching: Callable[[int, int], AbstractContextManager[Watch[Shard]]] | None = None,
    given: GivenDeals | None = None,
) -> Outcomes:
    """Begin or resume the ledger at `path` until it holds the wanted deals; return its tally.

    `watching` gets how many of the deals are done, and how many are wanted. `StoreError` when
    the ledger was begun with another survey, `OSError` when it cannot be written.
    """
    survey.plan.check(wanted)
    with Ledger.resume(path, head_of(survey, wanted)) as ledger:
        missing = ranges.overlap(wanted, ledger.missing())
        total = ranges.count(wanted)
        done = total - ranges.count(missing)
        with watching(done, total) if watching else nullcontext() as watch:
            run(survey, missing, pool, ledger.add, watch, given)
        return ledger.tally()


def tasks(
    survey: Survey, missing: Ranges, pool: Pool, given: GivenDeals | None = None
) -> Iterator[ShardTask]:
    """Yield the missing deals as tasks for a pool, which is started before the first is taken."""
    plan = survey.plan
    fair = -(-ranges.count(missing) // (_SHARDS_A_WORKER * pool.width))
    size = max(_LEAST_SHARD_DEALS, fair)
    if size > _LEAST_SHARD_DEALS:
        size = min(size, shard_deals(survey, missing, given))
    for first, last in ranges.pieces(plan.streams(missing), size):
        yield ShardTask(plan, first, last, given.part(first, last) if given else None)


def shard_deals(survey: Survey, missing: Ranges, given: GivenDeals | None = None) -> int:
    """Return a size for shards of some seconds, by the nodes that the first deals take."""
    plan, deal_work = survey.plan, survey.question.deal_work
    if deal_work * _LEAST_SHARD_DEALS >= _SHARD_WORK:
        return _LEAST_SHARD_DEALS
    limit = min(plan.limit_nodes or UNLIMITED_NODES, _SAMPLE_NODES)
    sampled = replace(plan, limit_nodes=limit, keep_if=None)
    sample = Survey(sampled, survey.question.sampling())
    shard = first_deals(sample, missing, _SAMPLE_DEALS, given)
    size = int(_SHARD_WORK / (shard.tally.nodes.mean + deal_work))
    return max(_LEAST_SHARD_DEALS, min(size, MOST_SHARD_DEALS))


def first_deals(
    survey: Survey, wanted: Ranges, deals: int, given: GivenDeals | None = None
) -> Shard:
    """Decide at most this number of the wanted deals."""
    first, last = survey.plan.streams(wanted)[0]
    last = min(last, first + deals - 1)
    codes = given.part(first, last) if given else None
    return solve_shard(ShardTask(survey.plan, first, last, codes), survey.question)
