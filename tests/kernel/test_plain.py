"""The plain search against the brute force on small decks, the kernels against it on whole ones."""

from typing import Any

import pytest

from pyrtool import Deal, Limits, Lost, Position, Won, deal, kernel, solve
from pyrtool.answers.plain_search import Opinion, search, search_each
from pyrtool.answers.plan import plan_of
from pyrtool.game.games import ALIASES, GAMES, Rules
from pyrtool.kernel.check import Plain
from pyrtool.records import verification

from ..commands import answer, complaint, records
from ..dealing import one_in, shuffled
from ..drawing import drawn_seed, enough


def wins(position: Position) -> bool:
    return position.is_won() or search(position).answer == "won"


def test_passes_beyond_a_keys_bits_are_distinct() -> None:
    """Where nothing wins, each further pass has as many positions as the one before."""

    def positions(passes: int) -> int:
        rules = Rules(rows=1, total=3, suits=2, stock_waste="no", passes=passes)
        found = search(Deal.of(shuffled(rules, 2), rules))
        assert found.answer == "lost"
        return found.nodes

    more = positions(31) - positions(30)
    assert more > 8
    for passes in 62, 63, 64, 65, 98:
        assert positions(passes + 1) - positions(passes) == more


def test_limits() -> None:
    dealt = deal(5, "pyramid")
    whole = search(dealt)
    assert whole.answer == "lost" and whole.limit is None
    for most in (1, 1000, whole.nodes - 1):
        cut = search(dealt, Limits(nodes=most))
        assert (cut.answer, cut.nodes, cut.limit) == ("unknown", most, "nodes")
    assert search(dealt, Limits(nodes=whole.nodes)) == whole
    pauses = [Limits(nodes=most) for most in (whole.nodes, whole.nodes - 1, 1000)]
    assert [next(search_each([dealt], limits)).nodes for limits in pauses] == [
        limits.nodes for limits in pauses
    ]
    assert search(dealt, Limits(seconds=1e-9)).limit in ("seconds", None)


def test_deals_in_the_same_memory_are_answered_as_one_by_one() -> None:
    """Small after large, and after limits."""
    decks = [deal(number, "clear") for number in range(2, 8)]
    for limits in Limits(), Limits(nodes=5_000), Limits(memory_mib=4):
        one_by_one = [search(one, limits) for one in decks]
        together = list(search_each(decks, limits))
        assert [found.answer for found in together] == [found.answer for found in one_by_one]
        if limits.memory_mib != 4:  # where memory ends depends on where the search paused
            assert together == one_by_one
    assert len({found.nodes for found in one_by_one}) > 3


def test_deals_of_several_games_are_each_searched_by_their_rules() -> None:
    names = ("clear", "pyramid", "giza", "clear", "clear", "king-tut")
    decks = [deal(2, GAMES[name]) for name in names]
    assert list(search_each(decks)) == [search(one) for one in decks]


def test_a_table_that_cannot_grow_answers_memory() -> None:
    found = search(deal(1, "par"), Limits(memory_mib=4))
    assert (found.answer, found.limit) == ("unknown", "memory")
    assert 20_000 < found.nodes < 2**18


def test_a_deck_without_room_in_a_key_is_refused() -> None:
    names = ("dealt", "stock_top", "overlap", "waste_pairs", "tops_match", "tops_must")
    flags: dict[str, Any] = dict.fromkeys(names, False)
    Plain(52, [[]], 1, goes_with=[0], draw=1, passes=1, tops_vanish=False, **flags)
    with pytest.raises(ValueError, match="cards: up to"):
        Plain(53, [[]], 1, goes_with=[0], draw=1, passes=1, tops_vanish=False, **flags)


# Whole decks: the kernels against the plain search.

NODES = 1_000_000 if kernel.COMPILED else 1_000
NAMED = [
    name
    for name, rules in GAMES.items()
    if name not in ALIASES and plan_of(rules).is_plain and rules.deck_size <= 52
]


def compare(name: str, numbers: range) -> int:
    """How many of these deals the plain search decided, as `solve` did."""
    rules = GAMES[name]
    decided = 0
    for number in numbers:
        dealt = deal(number, rules)
        found = search(dealt, Limits(nodes=NODES))
        if found.answer == "unknown":
            continue
        verdict = solve(dealt)
        assert isinstance(verdict, Won | Lost), (name, number)
        assert isinstance(verdict, Won) == (found.answer == "won"), (name, number)
        decided += 1
    return decided


@pytest.mark.parametrize("name", one_in(3, NAMED))
def test_whole_decks(name: str) -> None:
    """The same three deals for every seed, one of which at least is decided."""
    assert compare(name, range(2, 5)) >= (1 if kernel.COMPILED else 0)


@pytest.mark.draws
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMED)
def test_more_whole_decks(name: str) -> None:
    first = 100 * drawn_seed()
    enough(compare(name, range(first, first + 12)), 1)


def solved(*words: str) -> str:
    return answer("solve", *words, "--format", "ndjson")


def test_verify_confirms_losses_that_a_search_found_plainly() -> None:
    claims = solved("2-7", "--game", "clear")
    lines = answer("verify", "--plain", "-", input=claims).splitlines()
    for line, claim in zip(lines, records(claims), strict=False):
        nodes = search(deal(claim["deal"], GAMES["clear"])).nodes
        ending = f"and by a plain search of {nodes} positions; not confirmed: nodes"
        assert line.endswith(ending) == (claim["reason"] == "stock block")
    assert sum("plain" in line for line in lines) > 1
    for game in "yield", "eleven-triangle":  # several wastes, and both ends
        text = answer("verify", "--plain", input=solved("1", "--game", game))
        assert "and by a plain search of" in text


def test_verify_says_when_a_search_reaches_a_limit() -> None:
    lost = solved("5", "--game", "clear")
    text = answer("verify", "--plain", "--limit-nodes", "2000", status=3, input=lost)
    assert "not confirmed: lost: stock block, but not plainly: the limit on nodes" in text
    text = answer("verify", "--limit-nodes", "50", status=3, input=lost)
    assert "not confirmed: the stock block is not confirmed: the limit on nodes" in text


def test_a_plain_search_that_wins_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """No known record claims a loss that only the plain search refutes; if one did, it fails."""
    monkeypatch.setattr(verification, "search", lambda *_: Opinion("won", 7))
    text = answer("verify", "--plain", status=1, input=solved("5", "--game", "clear"))
    assert "FAILS" in text and "a plain search wins" in text


def test_plain_goes_with_records() -> None:
    assert "--plain and --deal exclude each other" in complaint(
        "verify", "--deal", "5", "--plain", input="deal"
    )
