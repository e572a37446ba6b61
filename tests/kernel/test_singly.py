"""The search of games whose cards are turned one at a time does what the general one does, node for
node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pyrtool.answers import second_opinion
from pyrtool.answers.kernels import build
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.verdict import partners, turning
from pyrtool.kernel.verdict.positions import Positions
from pyrtool.kernel.verdict.search import Search
from pyrtool.kernel.verdict.singly import Singly

from ..dealing import shuffled

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
def general(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No game has the search for cards turned one at a time."""
    build.search.cache_clear()
    monkeypatch.setattr(turning, "turns_singly", lambda game, prunes: False)
    yield
    build.search.cache_clear()


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


@pytest.mark.parametrize("rules", CASES, ids=str)
def test_it_is_the_general_search_node_for_node(
    rules: Rules, request: pytest.FixtureRequest
) -> None:
    search = build.search(rules, frozenset({"doubt"}))
    assert type(search) is Singly
    found = answers(rules, search)
    request.getfixturevalue("general")
    search = build.search(rules)
    assert type(search) is Positions
    assert found == answers(rules, search)
    assert found


def test_other_games_have_the_general_search() -> None:
    for rules in (replace(PYRAMID, stock_waste="auto"), replace(PYRAMID, waste_pairs=True)):
        assert not isinstance(build.search(rules), Singly), rules
    for prune in ("sets", "excluded", "forced", "earlier", "kings"):
        assert type(build.search(PYRAMID, frozenset({prune}))) is Positions
    assert type(build.search(PYRAMID, frozenset({"relaxed"}))) is Singly


@pytest.mark.parametrize("passes", [3, 4, None])
@pytest.mark.parametrize(
    "rules",
    [
        PYRAMID,
        replace(PYRAMID, stock_waste="no"),
        GAMES["triangle"],
        SMALL,
        replace(SMALL, total=8),
    ],
    ids=str,
)
def test_partners_chosen_first_change_no_verdict(
    rules: Rules, passes: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = replace(rules, passes=passes)
    search = build.search(rules)
    assert isinstance(search, Singly) and search.partners is not None
    chosen = answers(rules, search)
    build.search.cache_clear()
    monkeypatch.setattr(partners, "chooses_partners", lambda game, prunes: False)
    searched = answers(rules, build.search(rules))
    build.search.cache_clear()
    assert len(chosen) == len(searched)
    for (_, one, _, _), (_, other, _, _) in zip(chosen, searched, strict=True):
        assert one == other or "paused" in (one, other)


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


def doubting(rules: Rules, nodes: int) -> Singly:
    """The search of a game that is in doubt of a level after this many nodes."""
    search = build.search(rules)
    assert isinstance(search, Singly)
    search.doubt_after(nodes)
    return search


@pytest.fixture
def anew() -> Iterator[None]:
    """The searches of the test are no others'."""
    build.search.cache_clear()
    yield
    build.search.cache_clear()


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("rules", IN_DOUBT, ids=str)
def test_asking_two_sets_in_doubt_proves_what_is_so(rules: Rules) -> None:
    search = doubting(rules, 1)
    answers_of = set()
    for seed in range(60):
        cards = shuffled(rules, seed)
        known = second_opinion.search(Deal.of(cards, rules)).answer
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


@pytest.mark.parametrize("passes", [2, 3, None])
@pytest.mark.parametrize("overlap", [False, True])
def test_asking_two_sets_in_doubt_changes_no_verdict(passes: int | None, overlap: bool) -> None:
    rules = replace(PYRAMID, passes=passes, overlap=overlap)
    without = build.search(rules, frozenset({"doubt"}))
    found = [answers(rules, one, 10**6) for one in (build.search(rules), without)]
    assert [(each[0], each[1]) for each in found[0]] == [(each[0], each[1]) for each in found[1]]
