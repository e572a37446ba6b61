"""Losses of a survey that the plain search is asked again: a second opinion on its verdicts.

Decides which deals are in a sample: that follows from their numbers alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pyrtool.answers import second_opinion
from pyrtool.answers.solve import Limits
from pyrtool.base.arguments import ArgumentError, guard, shown
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.surveys.counts import LOST_REASONS
from pyrtool.surveys.plan import LEAST_SAMPLE
from pyrtool.surveys.questions.verdict.counts import Opinions
from pyrtool.surveys.shard import Task

_PARTS: Final = round(1 / LEAST_SAMPLE)
_LOST: Final = frozenset(OUTCOMES.index(reason) for reason in LOST_REASONS)


def sampled(first: int, last: int, share: float) -> Iterator[int]:
    """The numbers, `first` to `last`, of a sample of this `share`, 1e-9 to 1.

    Number n is one of them when n times the share is the first to reach another whole number.

    >>> list(sampled(5, 30, 0.1))
    [10, 20, 30]
    """
    if not LEAST_SAMPLE <= share <= 1:
        raise ArgumentError(f"share {shown(share)}: must be {LEAST_SAMPLE:g} to 1")
    step = round(share * _PARTS)
    number = first
    while True:
        whole = (number - 1) * step // _PARTS + 1
        number = -(-whole * _PARTS // step)
        if number > last:
            return
        yield number
        number += 1


def ask_again(task: Task, outcomes: bytearray) -> Opinions:
    """What the plain search says of the losses in the sample of the plan, within its limits."""
    plan = task.plan
    if plan.plain_sample is None:
        return Opinions()
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    numbers = [
        number
        for number in sampled(task.first, task.last, plan.plain_sample)
        if outcomes[number - task.first] in _LOST
    ]
    deals = (task.deal(number - task.first) for number in numbers)
    answers: Counter[str] = Counter()
    disagreed = []
    for number, found in zip(numbers, second_opinion.search_each(deals, limits), strict=True):
        answers[found.answer] += 1
        if found.answer == "won":
            disagreed.append(f"{plan.prefix}{number}")
    return Opinions(answers["lost"], answers["unknown"], tuple(disagreed))


guard(__name__)
