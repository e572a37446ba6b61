"""The shortest reason found why a pair is in every solution of a position, or why a move loses.

Decides which proof is the reason: one from few sets before others, without a trial before others.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Final

from pyrtool.answers.explain.closure import Closure, opposite
from pyrtool.answers.explain.explanation import Explanation, explained_by
from pyrtool.answers.explain.forced import together
from pyrtool.answers.explain.problem import Problem, problem_of
from pyrtool.answers.explain.proof import Part, forced, lightest
from pyrtool.answers.explain.trials import Planning
from pyrtool.answers.explain.trimming import Trimming
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.game.position import Position

SHORTENING: Final = 48
"""Derivations to shorten the proof of a pair: a limit by count."""


def located(start: Position, position: Position) -> Problem:
    """The problem of a position that play from `start` led to, the places as a reader counts them:
    stock cards from the beginning, and no number for what lies in the waste by now."""
    first, here = problem_of(start), problem_of(position)
    place_of = dict(zip(first.cards, first.places, strict=True))
    waste = position.passed()
    return replace(
        here,
        places=tuple(
            "waste" if card in waste and "stock" in place_of[card] else place_of[card]
            for card in here.cards
        ),
    )


def why_together(closure: Closure, pair: int, runs: int = SHORTENING) -> Explanation | None:
    """Deductions that show a pair in every solution; None if none are found.

    Where deduction does not show it, each other partner of one of the two is tried. A proof without
    a trial is shortened in at most `runs` derivations.
    """
    problem = closure.problem
    every = tuple(range(len(problem.sets)))
    chosen = problem.of_sets(every)
    if not closure.fails(chosen) and closure.holds(pair):
        for count in range(1, len(every) + 1):
            for sets in combinations(every, count):
                chosen = problem.of_sets(sets)
                if not closure.is_about(pair, chosen):
                    continue
                if not closure.fails(chosen) and closure.holds(pair):
                    steps = Trimming(closure, chosen, runs=runs, end=pair).shortest()
                    assert steps is not None
                    return explained_by(problem, "won", sets, [Part(None, steps)])
    trials = _alternatives(closure, chosen, pair)
    if trials is None:
        return None
    return explained_by(problem, "won", every, forced(closure, trials, [pair]))


def _alternatives(closure: Closure, chosen: int, pair: int) -> list[int] | None:
    """The fewest trials that refute all other partners of one of the two."""
    found = []
    for one, other in ((pair >> 6 & 63, pair & 63), (pair & 63, pair >> 6 & 63)):
        trials: list[int] = []
        for y in bits(closure.partners[one] & ~(1 << other)):
            refuted = [opposite(trial) for trial in trials]
            trial = together(one, y)
            closure.fails(chosen, (), refuted)
            if closure.holds(opposite(trial)):
                continue
            if not closure.fails(chosen, [trial], refuted):
                break
            trials.append(trial)
        else:
            found.append(trials)
    return min(found, key=len, default=None)


def why_lost(closure: Closure, runs: int | None = None) -> Explanation | None:
    """Deductions without a trial that show a position to be lost; None if none are found.

    With `runs`, take the first proof, and shorten it in at most this many derivations.
    """
    problem = closure.problem
    if not closure.fails(problem.of_sets(range(len(problem.sets)))):
        return None
    plans = Planning(closure).plans()
    if runs is not None:
        chosen = problem.of_sets(plans[0].sets)
        steps = Trimming(closure, chosen, runs=runs).shortest()
        assert steps is not None
        return explained_by(problem, "lost", plans[0].sets, [Part(None, steps)])
    found = lightest(closure, plans)
    assert found is not None
    plan, parts = found
    return explained_by(problem, "lost", plan.sets, parts)


guard(__name__)
