"""The searches for verdicts: over groups and tableaux, cards turned singly, and open games."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pyrtool import Deal, Position, deal, solve
from pyrtool.answers import plain_search, solve as solving
from pyrtool.answers.blocks import isolated_sets
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.build import matcher
from pyrtool.answers.kernel_setup.positions import Midgame, as_dealt
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel import verdict
from pyrtool.kernel.groups import Grouped
from pyrtool.kernel.verdict import Search
from pyrtool.notation import parse_deal, parse_moves

from ..dealing import NO_TOP, shuffled

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


def test_a_waste_top_of_the_second_rank_that_goes_alone_goes() -> None:
    """More than four cards that go alone: the second four are wanted, too."""
    table: dict[str, Any] = {"rows": 2, "pyramids": 2, "goal": "pyramid"}
    ranks: dict[str, Any] = {"ranks": 4, "pairs": "A-3, 4 alone, 2 alone", "suits": 3}
    rules = Rules(draw=2, passes=2, **table, **ranks, **NO_TOP)
    start = Position.start(parse_deal("3H 3D 4C AH 4H 2H 3C AD AC 4D 2D 2C", rules))
    moves = parse_moves("4C 4H 2H AH/3D deal*3 2C 2D redeal deal*2", start)
    assert solve(start.play_all(moves)).is_won


PYRAMID = GAMES["pyramid"]
SMALL = Rules(rows=3, total=7, suits=4)
CASES = [
    *(replace(PYRAMID, overlap=overlap) for overlap in (False, True)),
    *(replace(PYRAMID, goal="pyramid", passes=passes) for passes in (2, None)),
    *(GAMES[name] for name in ("clear", "microsoft", "reserve", "spanish")),
    replace(GAMES["triangle"], passes=2),
    replace(SMALL, overlap=True, passes=3),
    replace(SMALL, total=8, stock_waste="no"),
]


@pytest.fixture
def anew() -> Iterator[None]:
    """The searches of the test are no others'."""
    build.search.cache_clear()
    yield
    build.search.cache_clear()


@pytest.fixture
def general(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game has the levels for cards turned one at a time."""
    monkeypatch.setattr(verdict, "turns_singly", lambda game, prunes: False)


Answer = tuple[int, str, int, list[tuple[int, int, int]]]


def answers(rules: Rules, search: Search, budget: int = 37) -> list[Answer]:
    """What a search says of some deals, and of the middle of each, in budgets of nodes."""
    found: list[Answer] = []
    for number in range(1, 13):
        table = deal(number, rules)
        cards = bytes(table.cards)
        for middle in (False, True):
            if middle:  # every seventh card of the stock is gone, and half of it is dealt
                size = len(cards) - rules.stock_size
                left = bytes(i < size or i % 7 > 0 for i in range(len(cards)))
                search.load_position(cards, left, rules.stock_size // 2)
            elif not search.load(cards):
                continue
            answer = "paused"
            while answer == "paused" and search.nodes < 5_000:
                answer = search.search(budget)
            found.append((number, answer, search.nodes, search.line()))
    return found


def turns_singly(search: Search) -> bool:
    assert type(search) is Search
    return search.singly


@pytest.mark.parametrize("rules", CASES, ids=str)
def test_levels_of_single_cards_change_no_node(
    rules: Rules, request: pytest.FixtureRequest
) -> None:
    search = build.search(rules, frozenset({"doubt"}))
    assert turns_singly(search)
    found = answers(rules, search)
    request.getfixturevalue("general")
    search = build.search(rules)
    assert not turns_singly(search)
    assert found == answers(rules, search)
    assert found


def test_other_games_have_the_levels_of_any_game() -> None:
    for rules in (replace(PYRAMID, stock_waste="auto"), replace(PYRAMID, waste_pairs=True)):
        assert not turns_singly(build.search(rules)), rules
    for prune in ("sets", "excluded", "forced", "earlier", "kings"):
        assert not turns_singly(build.search(PYRAMID, frozenset({prune})))
    assert turns_singly(build.search(PYRAMID, frozenset({"relaxed"})))


FOUR_SETS = Rules(rows=4, total=9, suits=2)
IN_DOUBT = [
    replace(rules, passes=passes, overlap=overlap)
    for rules in (
        FOUR_SETS,
        replace(FOUR_SETS, goal="pyramid"),
        replace(FOUR_SETS, stock_waste="no"),
    )
    for passes in (2, 3, None)
    for overlap in (False, True)
]


def doubting(rules: Rules, nodes: int) -> Search:
    """The search of a game that is in doubt of a level after this many nodes."""
    search = build.search(rules)
    assert isinstance(search, Search)
    search.doubt_after(nodes)
    return search


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("rules", IN_DOUBT, ids=str)
def test_asking_two_sets_in_doubt_proves_what_is_so(rules: Rules) -> None:
    search = doubting(rules, 1)
    answers_of = set()
    for seed in range(60):
        cards = shuffled(rules, seed)
        known = plain_search.search(Deal.of(cards, rules)).answer
        answers_of.add(known)
        won = search.load(bytes(cards)) and search.search(10**9) == "won"
        assert won == (known == "won"), cards
    assert answers_of == {"won", "lost"}


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("passes", [2, 3, None])
def test_budgets_change_nothing_in_doubt(passes: int | None) -> None:
    rules = replace(PYRAMID, passes=passes, overlap=True)
    search = doubting(rules, 20)
    cut, whole = answers(rules, search), answers(rules, search, 5_000)
    assert [each for each in cut if each[2] < 5_000] == [each for each in whole if each[2] < 5_000]
    assert any(each[2] > 200 for each in whole)


@pytest.mark.parametrize("number", [1, 2, 3], ids=["simple block", "won", "set block"])
def test_a_deal_is_packed_once(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    packed, checked = [], []

    def pack(position: Position) -> Midgame:
        packed.append(position)
        return as_dealt(position)

    for module in (isolated_sets, solving):
        monkeypatch.setattr(module, "as_dealt", pack)
    monkeypatch.setattr(Position, "check_played", lambda position: checked.append(position))
    solve(deal(number, "giza"))
    assert len(packed) == 1 and not checked
    solve(Position.start(deal(number, "giza")))
    assert len(packed) == 2 and len(checked) == 1


def test_other_searches_may_run_between_two_blocks() -> None:
    for number in range(1, 60):
        given = deal(number, "giza")
        found = []
        for block in find_blocks(given):
            found.append(block)
            solve(deal(number + 100, "giza"))
        assert found == list(find_blocks(given))


@pytest.mark.parametrize(
    ("rules", "won", "nodes"),
    [
        (GAMES["bouquet"], 1337, 10931),
        (replace(GAMES["bouquet"], overlap=True), 1686, 10828),
        (replace(GAMES["bouquet"], rows=9, overlap=True), 23, 5242),
        (GAMES["giza"], 718, 73552),
        (replace(GAMES["giza6x4"], overlap=True), 763, 179944),
    ],
    ids=str,
)
def test_node_counts_of_native_deals_1_to_2000(rules: Rules, won: int, nodes: int) -> None:
    kernel = matcher(rules)
    everything = (1 << len(rules.sets)) - 1
    seen_won = seen_nodes = 0
    for number in range(1, 2001):
        kernel.load(bytes(deal(number, rules).cards))
        seen_won += kernel.solve(everything, 2**62) == "won"
        seen_nodes += kernel.nodes
    assert (seen_won, seen_nodes) == (won, nodes)
