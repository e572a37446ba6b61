"""How long a survey will take, by solving some of its deals."""

from __future__ import annotations

from pyrtool.survey import ranges
from pyrtool.survey.plan import Plan
from pyrtool.survey.ranges import Ranges
from pyrtool.survey.run import shard_deals
from pyrtool.survey.shard import Task, solve_shard

_SAMPLES = 16  # of a shard: some tenths of a second
_LEAST_DEALS = 64  # few deals tell little where some take a hundred times as long as most


def deal_seconds(plan: Plan, wanted: Ranges) -> float:
    """Processor time a deal, measured over a part of the wanted deals."""
    total = ranges.count(wanted)
    size = min(total, max(_LEAST_DEALS, shard_deals(plan, wanted) // _SAMPLES))
    first, last = plan.streams(wanted)[0]
    shard = solve_shard(Task(plan, first, min(last, first + size - 1)))
    return shard.seconds / shard.deals
