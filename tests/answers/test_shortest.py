"""Shortest lines against breadth-first search, under every rule combination."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from pyrtool.answers.kernels import build
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, replay, shortest, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.notation import parse_deal

from ..combinations import COMBINATIONS, SMALL, on_tables
from ..dealing import quick_and_slow, shuffled
from ..drawing import cases
from ..oracle import Oracle, TooManyStates


def check(rules: Rules, seed: int) -> bool | None:
    cards = shuffled(rules, seed)
    try:
        expected = Oracle(cards, rules).shortest(max_states=20_000)
    except TooManyStates:
        return None
    verdict = shortest(Deal.of(cards, rules))
    if expected is None:
        assert isinstance(verdict, Lost)
        return False
    assert isinstance(verdict, Won), (rules, " ".join(map(str, cards)))
    assert len(verdict.moves) == expected, (rules, " ".join(map(str, cards)))
    assert replay(Deal.of(cards, rules), verdict.moves).is_won()
    limited = shortest(Deal.of(cards, rules), Limits(nodes=1 + seed % 50))
    if isinstance(limited, Won) and limited.limit is not None:
        assert limited.least_moves is not None
        assert limited.least_moves <= expected <= len(limited.moves), (rules, seed)
        assert replay(Deal.of(cards, rules), limited.moves).is_won()
    return True


@pytest.mark.parametrize(("rules", "deals"), quick_and_slow(COMBINATIONS, 4, 12), ids=str)
def test_every_rule_combination_agrees_with_breadth_first_search(rules: Rules, deals: int) -> None:
    chance = random.Random(str(rules))
    tables = on_tables(rules)
    results: list[bool | None] = []
    while len(results) < deals or (True not in results and len(results) < 24):
        results.append(check(chance.choice(tables), chance.randrange(10**9)))
    assert True in results


@pytest.mark.parametrize("deals", [3, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", random.Random(1).sample(SMALL, 30), ids=str)
def test_open_games_agree_with_breadth_first_search(rules: Rules, deals: int) -> None:
    for seed in range(deals):
        check(rules, seed)


def test_cards_that_stand_alone_and_need_not_go_cost_no_move() -> None:
    rules = replace(GAMES["bouquet"], goal="pyramid")
    lengths = []
    for number in range(20, 32):
        cards = deal(number, rules).cards
        verdict, first = shortest(Deal.of(cards, rules)), solve(Deal.of(cards, rules))
        lengths.append(len(verdict.moves) if isinstance(verdict, Won) else None)
        if isinstance(first, Won) and isinstance(verdict, Won):
            assert len(verdict.moves) <= len(first.moves)
    assert lengths == BOUQUET_LENGTHS


def test_a_proof_that_a_line_in_hand_refutes_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        bound = nodes = 0
        next_bound = 200

        def limit_memory(self, limit_bytes: int) -> None: ...
        def load_position(self, cards: bytes, left: bytes, position: int) -> int:
            return 54

        def begin(self, bound: int) -> None:
            self.bound = bound

        def search(self, node_budget: int) -> str:
            return "longer"

    rules = GAMES["microsoft"]
    cards = deal(3, rules).cards
    monkeypatch.setattr(build, "shortest", lambda rules, kings_go: Wrong())
    with pytest.raises(AssertionError, match="no line of fewer than 200 moves, but one of"):
        shortest(Deal.of(cards, rules))


def test_lengths_of_native_microsoft_deals() -> None:
    rules = GAMES["microsoft"]
    lengths = []
    for number in range(1, 13):
        cards = deal(number, rules).cards
        verdict = shortest(Deal.of(cards, rules))
        lengths.append(len(verdict.moves) if isinstance(verdict, Won) else None)
        first = solve(Deal.of(cards, rules))
        if isinstance(first, Won) and isinstance(verdict, Won):
            assert len(verdict.moves) <= len(first.moves)
    assert lengths == LENGTHS


@pytest.mark.parametrize(
    ("game", "number"), [("microsoft", 2), ("par", 3), ("tut", 5), ("apophis", 17)]
)
def test_a_limit_leaves_a_line_that_wins_and_what_none_is_shorter_than(
    game: str, number: int
) -> None:
    rules = GAMES[game]
    start = Position.start(deal(number, rules))
    fewest: int | None = None
    least_moves = []
    for nodes in (4_000_000, 3, 300, 1_000, 3_000, 10_000):
        verdict = shortest(start, limits=Limits(nodes=nodes))
        if isinstance(verdict, Unknown):
            assert verdict == solve(start, limits=Limits(nodes=nodes))
            continue
        assert isinstance(verdict, Won)
        made = len(verdict.moves)
        assert replay(start, verdict.moves).is_won()
        if verdict.shortest:
            assert verdict.limit is None and verdict.least_moves is None
            assert fewest in (None, made)
            fewest = made
            continue
        assert verdict.limit == "nodes" and verdict.nodes <= nodes
        assert verdict.least_moves is not None and 0 < verdict.least_moves <= made
        assert fewest is None or verdict.least_moves <= fewest <= made
        least_moves.append(verdict.least_moves)
    assert least_moves and least_moves == sorted(least_moves)


BOUQUET_LENGTHS = [22, 20, 23, None, None, None, 23, 21, 20, 21, 19, None]
LENGTHS = [None, 45, 36, None, 46, None, None, 44, 38, None, None, 43]


PRUNES = ("sets", "excluded", "forced", "earlier", "kings")


@pytest.mark.parametrize(
    ("count", "felt"), [(100, ("sets", "kings")), pytest.param(600, PRUNES, marks=pytest.mark.slow)]
)
def test_without_any_one_prune_lines_are_as_short(count: int, felt: tuple[str, ...]) -> None:
    """And without those that are `felt` in so few cases other nodes are searched."""
    nodes: Counter[str] = Counter()
    for case in islice(cases(7), count):
        try:
            answer = Oracle(case.cards, case.rules).answer(1_000)
        except TooManyStates:
            continue
        if answer.shortest is None or case.rules.stock != "dealt" or case.rules.ends_when_cleared:
            continue
        for prune in ("", *PRUNES):
            kernel = build.shortest(case.rules, without=frozenset({prune} - {""}))
            bound = kernel.load(bytes(case.cards))
            kernel.begin(bound)
            while kernel.search(10**6) == "longer":
                bound = kernel.next_bound
                kernel.begin(bound)
            assert bound == answer.shortest, (prune, str(case))
            nodes[prune] += kernel.nodes
    assert all(nodes[prune] != nodes[""] for prune in felt), nodes


def test_where_no_cards_pair_each_takes_a_move() -> None:
    alone = Rules(rows=2, columns=(1, 1), reserve=3, ranks=2, pairs="2 alone, A alone")
    rules = replace(alone, passes=None, stock_waste="no", overlap=True)
    for seed in range(20):
        verdict = shortest(Deal.of(shuffled(rules, seed), rules))
        assert isinstance(verdict, Won) and verdict.shortest
        assert len(verdict.moves) >= 8  # a discard a card
    verdict = shortest(Deal.of(parse_deal("AC AS AD 2S 2H 2D 2C AH", rules).cards, rules))
    assert isinstance(verdict, Won) and len(verdict.moves) == 8
