"""Derivations: what is kept and gone on from gives what a derivation from the start gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrtool.answers.explain.closure import Closure, X, opposite
from pyrtool.answers.explain.forced import together
from pyrtool.answers.explain.problem import problem_of
from pyrtool.base.bits import bits
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules, game
from pyrtool.kernel.deduction.codes import IN_TIME, NOT_BEFORE

OVERLAP = replace(game("pyramid"), overlap=True)
CASES = [
    *((game("pyramid"), number) for number in (9, 12, 47)),
    *((game("giza"), number) for number in (8, 14, 16)),
    *((OVERLAP, number) for number in (9, 46)),
]
"""Deals that deduction alone does not decide, winnable and not."""


def tightest(closure: Closure) -> set[int]:
    """All facts, but of the slots of a card only those that say most."""
    found = {}
    for fact in closure.facts():
        slots = fact >> 12 in (NOT_BEFORE, IN_TIME)
        key = (fact >> 6, slots) if slots else (fact, slots)
        if key not in found or fact >> 12 == NOT_BEFORE:  # later ones are for later slots
            found[key] = fact
    return set(found.values())


@pytest.mark.parametrize(("rules", "number"), CASES)
def test_going_on_from_what_is_kept_gives_the_same(rules: Rules, number: int) -> None:
    problem = problem_of(deal(number, rules))
    whole, kept = Closure(problem), Closure(problem)
    every = problem.of_sets(range(len(problem.sets)))
    assert not kept.fails(every)
    kept.keep()
    refuted: list[int] = []
    answers = []
    for pair in [together(x, y) for x, mask in enumerate(kept.partners) for y in bits(mask)]:
        answers.append(kept.fails_on([pair]))
        assert answers[-1] == whole.fails(every, [pair], refuted)
        if not answers[-1]:
            assert tightest(kept) == tightest(whole)
            continue
        steps = kept.derivation(X)
        assert all(set(premises) <= set(steps) for _, premises in steps.values())
        if kept.fails_on((), [opposite(pair)]):
            break
        refuted.append(opposite(pair))
        kept.keep()
    assert True in answers


def test_the_weight_of_a_derivation_is_that_of_its_steps() -> None:
    closure = Closure(problem_of(deal(3, "giza")))
    assert closure.fails(closure.problem.of_sets(range(len(closure.problem.sets))))
    steps = closure.derivation(X)
    assert closure.weight_of(X) == closure.weight(steps) > 0
    assert list(steps)[-1] == X
    place = {fact: k for k, fact in enumerate(steps)}
    assert all(place[p] < place[fact] for fact, (_, given) in steps.items() for p in given)
    missing = next(f for f in range(X) if not closure.holds(f))
    assert closure.weight_of(missing) == 0
    assert closure.derivation(missing) == {}
