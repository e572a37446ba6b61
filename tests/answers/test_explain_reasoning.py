"""What an explanation takes: it is counted in the proof, whose steps are checked and kept."""

import re
from dataclasses import replace
from functools import cache

import pytest

from pyrtool import Explanation, Limits, Lost, Position, PyrtoolError, deal, explain, solve
from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.difficulty import (
    LEVELS,
    ORDER,
    Reasoning,
    check_reasoned,
    check_technique,
    reason,
    reasoning_named,
    reasoning_of,
)
from pyrtool.answers.explain.problem import SEEN, TECHNIQUES, problem_of, together
from pyrtool.answers.explain.proof import Closure, X, opposite
from pyrtool.base.bits import bits
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.kernel import constants
from pyrtool.kernel.constants import IN_TIME, NOT_BEFORE
from pyrtool.records.explanations import format_explanation

from ..paths import page

LOST = [(1, "pyramid"), (19, "pyramid"), (14, "giza"), (38, "giza")]
WON = [(2, "giza"), (9, "giza"), (20, "giza"), (39, "giza")]


@cache
def explained(number: int, game: str) -> Explanation:
    return explain(deal(number, game))


def test_every_technique_has_its_place_in_the_order() -> None:
    """A new technique must be put into `ORDER`, or no proof that uses it has a reasoning."""
    assert sorted(ORDER) == sorted(set(TECHNIQUES) - SEEN - {"trial"})
    section = page("techniques").read_text().split("\n## ")[1]
    assert tuple(re.findall(r"\*([a-z\s]+)\*", section)) == ORDER


@pytest.mark.parametrize(("number", "game"), LOST + WON)
def test_it_is_what_the_proof_has(number: int, game: str) -> None:
    found = reasoning_of(explained(number, game))
    record = format_explanation(explained(number, game))
    assert found is not None and found.verdict == record["verdict"]
    assert found == reason(deal(number, game), solve(deal(number, game)))
    assert wrong_step(Position.start(deal(number, game)), record) is None
    steps = [step["technique"] for part in record["parts"] for step in part["steps"]]
    counted = [ORDER.index(name) for name in steps if name in ORDER]
    assert found.trials == sum(part["suppose"] is not None for part in record["parts"])
    if not counted:
        assert (found.level, found.technique, found.forced) == (None, None, 0)
        return
    assert found.level == LEVELS[min(found.trials, 2)]
    assert found.technique == ORDER[max(counted)]


def test_deals_of_every_level_are_looked_at() -> None:
    levels = {explained(*one).trials for one in LOST + WON}
    assert {0, 1} <= levels and max(levels) > 1


@pytest.mark.parametrize(("number", "game"), WON)
def test_what_deduction_alone_forces(number: int, game: str) -> None:
    found = reasoning_of(explained(number, game))
    problem = problem_of(deal(number, game))
    closure = Closure(problem)
    closure.fails(problem.of_sets(range(len(problem.sets))))
    alone = sum(fact >> 12 == constants.IN_PAIR for fact in closure.facts())
    assert found is not None and found.forced == len(explained(number, game).forced)
    assert found.deduced == alone <= found.forced


def test_no_reasoning() -> None:
    two_packs = deal(1, "double-pyramid")
    assert reason(two_packs, Lost("exhausted", 1)) is None
    with pytest.raises(PyrtoolError, match="A matches several ranks"):
        check_reasoned(GAMES["cheops"])
    assert reason(deal(87), solve(deal(87), Limits(nodes=1))) is None


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Reasoning("lost", 0, "wait"), "pure deduction"),
        (Reasoning("lost", 1, "wait"), "one trial"),
        (Reasoning("lost", 4, "wait"), "4 trials"),
        (Reasoning("lost", 0, None), "no proof of at most 12 trials was found"),
        (Reasoning("won", 0, None, 0, 0), "no forced pair was found"),
        (Reasoning("won", 0, "only", 1, 1), "1 forced pair by pure deduction"),
        (Reasoning("won", 3, "only", 2, 0), "2 forced pairs by 3 trials"),
        (
            Reasoning("won", 1, "only", 5, 4),
            "5 forced pairs, 4 by pure deduction and 1 by one trial",
        ),
    ],
)
def test_words(found: Reasoning, words: str) -> None:
    assert found.words == words


def test_names() -> None:
    assert [reasoning_named(name) for name in ("no trial", *LEVELS)] == [LEVELS[0], *LEVELS]
    with pytest.raises(PyrtoolError, match="must be no trial, one trial, several trials"):
        reasoning_named("two trials")
    assert check_technique("cross") == "cross"
    with pytest.raises(PyrtoolError, match=", ".join(ORDER)):
        check_technique("covers")


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
