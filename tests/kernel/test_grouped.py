"""The search over the graph of tableaux: several cards at a time, redeals, stock cards apart."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pyrtool.answers import soundness
from pyrtool.answers.kernels import build
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.kernel.numbers.codes import PRUNES
from pyrtool.kernel.verdict.groups.grouped import Grouped
from pyrtool.notation import parse_deal, parse_moves

from ..combinations import COMBINATIONS, brute_force, on_tables
from ..dealing import shuffled

GROUPED = [rules for rules in COMBINATIONS if soundness.tableaux_answer(rules)]
DEEP = replace(GAMES["king-tut"], passes=3)


def answer(cards: bytes, rules: Rules, *without: str) -> str:
    kernel = build.search(rules, frozenset(without))
    return kernel.search(2**40) if kernel.load(cards) else "lost"


def test_the_games_whose_groups_matter_are_searched_so() -> None:
    assert isinstance(build.search(GAMES["king-tut"]), Grouped)
    assert isinstance(build.search(replace(GAMES["tut"], passes=2)), Grouped)
    for other in (
        GAMES["tut-single"],
        replace(GAMES["tut"], passes=1),
        replace(GAMES["tut"], waste_pairs=True),
        GAMES["pyramid"],
    ):
        assert not isinstance(build.search(other), Grouped)
    assert not isinstance(build.search(GAMES["tut"], frozenset({"tableaux"})), Grouped)


@pytest.mark.parametrize("deals", [5, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", GROUPED, ids=str)
def test_each_prune_leaves_the_verdict(rules: Rules, deals: int) -> None:
    chance = random.Random(str(rules))
    tables = on_tables(rules)
    for _ in range(deals):
        table = chance.choice(tables)
        cards = shuffled(table, chance.randrange(10**9))
        expected = brute_force(cards, table)
        if expected is None:
            continue
        for prune in ("", *PRUNES):
            found = answer(bytes(cards), table, prune)
            assert (found == "won") == expected, (prune, table, " ".join(map(str, cards)))


@pytest.mark.parametrize("number", [19, 21, 122, 3474])
@pytest.mark.parametrize("passes", [2, 3, None])
def test_real_deals_have_the_verdict_of_the_plain_search(number: int, passes: int | None) -> None:
    rules = replace(GAMES["king-tut"], passes=passes)
    cards = deal(number, rules).cards
    verdict = solve(Deal.of(cards, rules))
    assert isinstance(verdict, Won | Lost)
    assert isinstance(verdict, Won) == (answer(bytes(cards), rules, "tableaux") == "won")


def test_a_pair_of_the_tableau_may_be_the_last_discard() -> None:
    rules = replace(GAMES["king-tut"], passes=2)
    verdict = solve(deal(3474, rules))
    assert isinstance(verdict, Won)


def test_the_graph_grows() -> None:
    """Deal 19 of three passes takes more nodes than there is room for at first."""
    cards = bytes(deal(19, DEEP).cards)
    kernel = build.search(DEEP)
    assert isinstance(kernel, Grouped)
    assert kernel.load(cards)
    assert kernel.search(2**40) == answer(cards, DEEP, "tableaux")
    assert kernel.tableaux.used > 1024


def test_without_memory_the_answer_is_unknown() -> None:
    cards = deal(19, DEEP).cards
    build.search.cache_clear()  # a kernel that has grown keeps some of its room
    kernel = build.search(DEEP)
    kernel.limit_memory(1 << 10)
    assert kernel.load(bytes(cards))
    assert kernel.search(2**40) == "memory"
    kernel.limit_memory(1 << 30)
    assert kernel.load(bytes(cards))
    assert kernel.search(2**40) in ("won", "lost")


def test_a_deal_lost_at_once_stays_lost() -> None:
    rules = GAMES["king-tut"]
    kernel = build.search(rules)
    blocked = [number for number in range(1, 60) if not kernel.load(bytes(deal(number).cards))]
    assert blocked
    for number in blocked:
        kernel.load(bytes(deal(number).cards))
        assert kernel.search(100) == "lost"


def test_a_paused_search_goes_on() -> None:
    rules = GAMES["king-tut"]
    for number in (122, 249):
        cards = deal(number, rules).cards
        whole = solve(Deal.of(cards, rules))
        assert isinstance(whole, Won | Lost)
        kernel = build.search(rules)
        kernel.load(bytes(cards))
        answers = {"paused"}
        while "paused" in answers:
            answers = {kernel.search(1000)}
        assert answers == {"won" if isinstance(whole, Won) else "lost"}
        assert kernel.nodes == whole.nodes
        few = solve(Deal.of(cards, rules), Limits(nodes=whole.nodes // 2))
        assert isinstance(few, Unknown) and few.limit == "nodes"


def test_a_waste_top_of_the_second_rank_that_goes_alone_goes() -> None:
    """More than four cards that go alone: the second four are wanted, too."""
    rules = Rules(
        rows=2,
        pyramids=2,
        draw=2,
        passes=2,
        stock_top=False,
        stock_waste="no",
        goal="pyramid",
        ranks=4,
        pairs="A-3, 4 alone, 2 alone",
        suits=3,
    )
    dealt = parse_deal("3H 3D 4C AH 4H 2H 3C AD AC 4D 2D 2C", rules)
    start = Position.start(Deal.of(dealt.cards, rules))
    moves = parse_moves("4C 4H 2H AH/3D deal*3 2C 2D redeal deal*2", start)
    assert isinstance(solve(start.play_all(moves)), Won)
