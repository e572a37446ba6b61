"""A whole proof: its trials in order, and the contradiction, each step once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.answers.explain.closure import (
    KNOWN,
    SEEN_CODES,
    SUPPOSED,
    TRIAL,
    Closure,
    Derivation,
    X,
    opposite,
)
from pyrtool.answers.explain.trials import Plan
from pyrtool.answers.explain.trimming import Trimming
from pyrtool.base.arguments import guard
from pyrtool.kernel.deduction.codes import IN_PAIR, IN_TIME

FIRST_LOOK: Final = 24
"""Derivations to shorten each part of a plan before the best are chosen."""

MOST_LOOKS: Final = 32
"""Parts of plans that are looked at: a limit by count, as all here are."""

BEST: Final = 2
"""Plans that are shortened in full."""

FULL: Final = 400
"""Derivations to shorten all parts of such a plan."""


@dataclass(frozen=True)
class Part:
    """Steps that follow from what was shown before, and from a supposition if this is a trial.

    A trial ends in a contradiction, and so does the last part of a lost deal.
    """

    supposed: int | None
    steps: Derivation


def lightest(
    closure: Closure, plans: Sequence[Plan], runs: int = FULL
) -> tuple[Plan, list[Part]] | None:
    """The lightest proof that was found, with its plan; None for no plans. All plans have as many
    trials, and those with the lightest proofs at first are shortened in `runs` derivations."""
    looked = []
    count = 1 + max((len(plan.trials) for plan in plans), default=0)
    for number, plan in enumerate(plans[: max(BEST, MOST_LOOKS // count)]):
        parts = _prove(closure, plan, FIRST_LOOK)
        if parts is not None:
            looked.append((_weight(closure, parts), number, plan, parts))
    looked.sort(key=lambda one: one[:2])
    best = looked[0] if looked else None
    for weight, number, plan, _ in looked[:BEST]:
        parts = _prove(closure, plan, runs // count)
        assert parts is not None and best is not None
        best = min(
            best,
            (min(weight, _weight(closure, parts)), number, plan, parts),
            key=lambda one: one[:2],
        )
    return None if best is None else (best[2], best[3])


def forced(
    closure: Closure, trials: Sequence[int], ends: Sequence[int] | None = None
) -> list[Part]:
    """What shows pairs that are in every solution of a winnable deal, and the latest moments of
    cards: what deduction gives after some of these trials, which are refuted one after the other.
    With `ends`, only these facts."""
    chosen = closure.problem.of_sets(range(len(closure.problem.sets)))
    refuted = [opposite(trial) for trial in trials]
    closure.fails(chosen, (), refuted)
    if ends is None:
        ends = _found(closure.facts())
    last = closure.derivation(*ends)
    needed = {fact for fact, (technique, _) in last.items() if technique == TRIAL}
    found: list[tuple[int | None, Derivation]] = [(None, last)]
    for number in range(len(trials) - 1, -1, -1):
        if refuted[number] in needed:
            trial = [trials[number]]
            steps = Trimming(closure, chosen, trial, refuted[:number], runs=FIRST_LOOK).shortest()
            assert steps is not None
            needed |= {fact for fact, (technique, _) in steps.items() if technique == TRIAL}
            found.append((trials[number], steps))
    shown: Derivation = {}
    parts: list[Part] = []
    for supposed, steps in reversed(found):
        new = {fact: step for fact, step in steps.items() if fact not in shown}
        bound = _bound(steps)
        free = {fact: step for fact, step in new.items() if fact not in bound}
        shown |= free
        if free:
            parts.append(Part(None, free))
        if supposed is not None:
            parts.append(Part(supposed, {f: step for f, step in new.items() if f in bound}))
    return parts


def _found(facts: Sequence[int]) -> list[int]:
    """The pairs among facts, and for each card the earliest slot before which it goes."""
    latest: dict[int, int] = {}
    for fact in facts:
        if fact >> 12 == IN_TIME and fact < latest.get(fact >> 6 & 63, X):
            latest[fact >> 6 & 63] = fact
    return [*(fact for fact in facts if fact >> 12 == IN_PAIR), *latest.values()]


def _weight(closure: Closure, parts: Sequence[Part]) -> int:
    return sum(closure.weight(part.steps) for part in parts)


def _prove(closure: Closure, plan: Plan, runs: int) -> list[Part] | None:
    """The parts of a plan. What a trial derives without its supposition comes before it, and what
    was derived before is not derived again."""
    chosen = closure.problem.of_sets(plan.sets)
    shown: Derivation = {}
    refuted: list[int] = []
    parts: list[Part] = []
    for supposed in (*plan.trials, None):
        assumed = () if supposed is None else (supposed,)
        found = Trimming(closure, chosen, assumed, refuted, tuple(shown), runs).shortest()
        if found is None:
            return None
        steps = {f: step for f, step in found.items() if step[0] != KNOWN}
        bound = _bound(steps)
        free = {f: step for f, step in steps.items() if f not in bound}
        if supposed is None:
            parts.append(Part(None, steps))
            break
        if any(technique not in SEEN_CODES for technique, _ in free.values()):
            parts.append(Part(None, free))
            shown |= free
        parts.append(Part(supposed, {f: step for f, step in steps.items() if f not in shown}))
        refuted.append(opposite(supposed))
    return _used(parts)


def _bound(steps: Derivation) -> set[int]:
    """The steps that rest on a supposition."""
    found: set[int] = set()
    for fact, (technique, premises) in steps.items():
        if technique == SUPPOSED or any(premise in found for premise in premises):
            found.add(fact)
    return found


def _used(parts: Sequence[Part]) -> list[Part]:
    """The parts without steps that nothing rests on: what was shown before one trial and is seen
    differently by all others."""
    needed: set[int] = {X}
    kept: list[Part] = []
    for part in reversed(parts):
        if part.supposed is not None:
            needed.add(X)
        steps: Derivation = {}
        for fact, step in reversed(part.steps.items()):
            if fact in needed:
                steps[fact] = step
                needed.update(step[1])
        if steps:
            kept.append(Part(part.supposed, dict(reversed(steps.items()))))
    return kept[::-1]


guard(__name__)
