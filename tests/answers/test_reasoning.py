"""What an explanation takes: it is counted in the proof itself, whose steps are checked."""

from __future__ import annotations

import re
from functools import cache

import pytest

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.closure import Closure
from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.answers.explain.facts import SEEN, TECHNIQUES
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.reasoning import (
    LEVELS,
    ORDER,
    Reasoning,
    check_reasoned,
    check_technique,
    reason,
    reasoning_named,
    reasoning_of,
)
from pyrtool.answers.explain.writing import format_explanation
from pyrtool.answers.solve import Limits, Lost, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import Position
from pyrtool.kernel.deduction import codes

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
    alone = sum(fact >> 12 == codes.IN_PAIR for fact in closure.facts())
    assert found is not None and found.forced == len(explained(number, game).forced)
    assert found.deduced == alone <= found.forced


def test_no_reasoning() -> None:
    two_packs = deal(1, "double-pyramid")
    assert reason(two_packs, Lost("exhausted", 1)) is None
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


@pytest.mark.parametrize(
    ("game", "why"),
    [("double-pyramid", "packs 2"), ("cheops", "A matches several ranks")],
)
def test_rules_without_explanations(game: str, why: str) -> None:
    check_reasoned(GAMES["giza"])
    with pytest.raises(PyrtoolError, match=why):
        check_reasoned(GAMES[game])
