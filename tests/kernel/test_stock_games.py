"""Games with a dealt stock: the search kernel against the brute force, under every rule."""

from __future__ import annotations

import random

import pytest

from pyrtool.answers.kernels import build
from pyrtool.answers.solve import Lost, Won, solve
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.kernel.numbers.codes import PRUNES

from ..combinations import COMBINATIONS, brute_force, on_tables
from ..dealing import quick_and_slow, shuffled


@pytest.mark.parametrize(("rules", "deals"), quick_and_slow(COMBINATIONS, 5, 18), ids=str)
def test_every_rule_combination_agrees_with_the_brute_force(rules: Rules, deals: int) -> None:
    chance = random.Random(str(rules))
    tables = on_tables(rules)
    won = checked = 0
    for _ in range(36):
        table = chance.choice(tables)
        cards = shuffled(table, chance.randrange(10**9))
        expected = brute_force(cards, table)
        if expected is None:
            continue
        checked += 1
        won += expected
        verdict = solve(Deal.of(cards, table))
        assert isinstance(verdict, Won if expected else Lost), (table, " ".join(map(str, cards)))
        if checked >= deals and won:
            break
    assert checked >= deals
    assert won > 0


def test_there_are_many_combinations() -> None:
    assert len(COMBINATIONS) > 150


@pytest.mark.parametrize("rules_drawn", [12, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("prune", PRUNES)
def test_no_verdict_changes_without_a_prune(prune: str, rules_drawn: int) -> None:
    chance = random.Random(prune)
    for rules in chance.sample(COMBINATIONS, rules_drawn):
        for _ in range(12):
            table = chance.choice(on_tables(rules))
            cards = bytes(shuffled(table, chance.randrange(10**9)))
            answers = []
            for without in (frozenset[str](), frozenset({prune})):
                kernel = build.search(table, without)
                alive = kernel.load(cards)
                answer = kernel.search(2**40) if alive else "lost"
                answers.append(answer)
            assert answers[0] == answers[1], (table, cards.hex())
