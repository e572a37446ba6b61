"""The plain search against the brute force on small decks, the kernels against it on whole ones."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from typer.testing import CliRunner

from pyrtool import kernel
from pyrtool.answers import second_opinion
from pyrtool.answers.second_opinion import Opinion, search, search_each
from pyrtool.answers.solve import Limits, Lost, Won, solve
from pyrtool.answers.soundness import is_plain
from pyrtool.cli.app import app
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import ALIASES, GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.kernel.check.plain_search import Plain
from pyrtool.records import confirmed_losses

from ..dealing import every_third, legal, random_rules, shuffled
from ..drawing import drawn_seed, enough
from ..oracle import Oracle, TooManyStates
from ..wastes import drawn

SMALL_TABLEAUX: list[dict[str, Any]] = [
    {"rows": 2},
    {"rows": 3},
    {"rows": 1, "pyramids": 3},
    {"rows": 2, "columns": (2, 2)},
    {"rows": 1, "reserve": 2},
    {"rows": 2, "pyramids": 2},
]
SMALL_DECKS: list[dict[str, Any]] = [
    {"total": 3, "suits": 4},
    {"total": 4, "suits": 4},
    {"total": 5, "suits": 2},
    {"total": 5, "suits": 3},
    {"total": 6, "suits": 2},
    {"total": 7, "suits": 2},
    {"total": 13, "suits": 1},
    {"total": 14, "suits": 1},
]
QUICK = 500 if kernel.COMPILED else 50
MOST_STATES = 1_000


def small_rules(chance: random.Random) -> Rules:
    """Rules of a deck that the brute force can exhaust, every field drawn."""
    while True:
        rules = random_rules(chance, rows=1, pyramids=1, columns=None, reserve=0, total=3, suits=4)
        drawn = {name: getattr(rules, name) for name in rules.to_dict()}
        found = legal(drawn, chance.choice(SMALL_TABLEAUX), chance.choice(SMALL_DECKS))
        if found is not None:
            return found


@pytest.mark.draws
@pytest.mark.parametrize("deals", [QUICK // 2, pytest.param(8 * QUICK, marks=pytest.mark.slow)])
def test_the_plain_search_agrees_with_the_brute_force_under_all_rules(deals: int) -> None:
    seed = drawn_seed()
    chance = random.Random(seed)
    answers: list[str] = []
    for i in range(deals):
        rules = small_rules(chance)
        cards = shuffled(rules, chance.randrange(2**32))
        try:
            shortest = Oracle(cards, rules).shortest(MOST_STATES)
        except TooManyStates:
            continue
        wanted = "lost" if shortest is None else "won"
        found = search(Deal.of(cards, rules))
        assert (found.answer, found.limit) == (wanted, None), (seed, i, cards, rules)
        answers.append(wanted)
    enough(len(answers), deals / 2)
    enough(min(map(answers.count, ("won", "lost"))), deals / 20)


@pytest.mark.draws
@pytest.mark.parametrize("deals", [60, pytest.param(2 * QUICK, marks=pytest.mark.slow)])
def test_where_there_is_no_kernel_every_line_is_walked(
    deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several wastes, both ends of one, and such games as the kernel knows too."""
    seed = drawn_seed()
    asked = [(rules, cards) for _, rules, cards in drawn(seed, deals)]
    plain_rules = [small_rules(random.Random(f"{seed} {i}")) for i in range(deals)]
    asked += [
        (rules, shuffled(rules, i))
        for i, rules in enumerate(plain_rules)
        if rules.stock_waste in ("yes", "no")
    ]
    monkeypatch.setattr(second_opinion, "has_kernel", lambda rules: False)
    answers: list[str] = []
    for rules, cards in asked:
        try:
            shortest = Oracle(cards, rules).shortest(MOST_STATES)
        except TooManyStates:
            continue
        wanted = "lost" if shortest is None else "won"
        (found,) = search_each([Deal.of(cards, rules)])
        assert (found.answer, found.limit) == (wanted, None), (seed, cards, rules)
        assert search(Deal.of(cards, rules)) == found
        answers.append(wanted)
    enough(len(answers), deals / 2)
    enough(min(map(answers.count, ("won", "lost"))), deals / 20)
    cut = search(deal(6, GAMES["yield"]), Limits(nodes=500))
    assert (cut.answer, cut.limit) == ("unknown", "nodes") and cut.nodes <= 500


@pytest.mark.draws
def test_positions_in_mid_game() -> None:
    """Random games, asked about after every move: by the start that the referee shows."""
    seed = drawn_seed()
    chance = random.Random(seed)
    answers: list[str] = []
    for _ in range(QUICK // 2):
        rules = small_rules(chance)
        position = Position.start(Deal.of(shuffled(rules, chance.randrange(2**32)), rules))
        while moves := list(position.legal_moves()):
            position = position.play(chance.choice(moves))
            if position.is_won() or position.pass_number > 3:
                break
            found = search(position, Limits(nodes=1_000))
            if found.answer == "unknown":
                break
            wanted = (
                "won"
                if any(wins(position.play(move)) for move in position.legal_moves())
                else "lost"
            )
            assert found.answer == wanted, (seed, position)
            answers.append(wanted)
    enough(min(map(answers.count, ("won", "lost"))), QUICK / 10)


def wins(position: Position) -> bool:
    """Whether the goal is reached, or can be."""
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
    rules = GAMES["pyramid"]
    cards = deal(5, rules).cards
    whole = search(Deal.of(cards, rules))
    assert whole.answer == "lost" and whole.limit is None
    for most in (1, 1000, whole.nodes - 1):
        cut = search(Deal.of(cards, rules), Limits(nodes=most))
        assert (cut.answer, cut.nodes, cut.limit) == ("unknown", most, "nodes")
    assert search(Deal.of(cards, rules), Limits(nodes=whole.nodes)) == whole
    pauses = [Limits(nodes=most) for most in (whole.nodes, whole.nodes - 1, 1000)]
    assert [next(search_each([Deal.of(cards, rules)], limits)).nodes for limits in pauses] == [
        limits.nodes for limits in pauses
    ]
    assert search(Deal.of(cards, rules), Limits(seconds=1e-9)).limit in ("seconds", None)


def test_deals_in_the_same_memory_are_answered_as_one_by_one() -> None:
    """Small after large, and after limits."""
    rules = GAMES["clear"]
    decks = [deal(number, rules) for number in range(2, 8)]
    for limits in Limits(), Limits(nodes=5_000), Limits(memory_mib=4):
        one_by_one = [search(one, limits) for one in decks]
        assert list(search_each(decks, limits)) == one_by_one
    assert len({found.nodes for found in one_by_one}) > 3


def test_deals_of_several_games_are_each_searched_by_their_rules() -> None:
    names = ("clear", "pyramid", "giza", "clear", "clear", "king-tut")
    decks = [deal(2, GAMES[name]) for name in names]
    assert list(search_each(decks)) == [search(one) for one in decks]


def test_a_table_that_cannot_grow_answers_memory() -> None:
    rules = GAMES["par"]
    found = search(deal(1, rules), Limits(memory_mib=4))
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
    if name not in ALIASES and is_plain(rules) and rules.deck_size <= 52
]


def compare(name: str, numbers: range) -> int:
    """How many of these deals the plain search decided, as `solve` did."""
    rules = GAMES[name]
    decided = 0
    for number in numbers:
        cards = deal(number, rules).cards
        found = search(Deal.of(cards, rules), Limits(nodes=NODES))
        if found.answer == "unknown":
            continue
        verdict = solve(Deal.of(cards, rules))
        assert isinstance(verdict, Won | Lost), (name, number)
        assert isinstance(verdict, Won) == (found.answer == "won"), (name, number)
        decided += 1
    return decided


@pytest.mark.parametrize("name", every_third(NAMED))
def test_whole_decks(name: str) -> None:
    """The same three deals for every seed, one of which at least is decided."""
    assert compare(name, range(2, 5)) >= (1 if kernel.COMPILED else 0)


@pytest.mark.draws
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMED)
def test_more_whole_decks(name: str) -> None:
    first = 100 * drawn_seed()
    enough(compare(name, range(first, first + 25)), 1)


# `verify --plain`.


def verify(text: str, *words: str) -> Any:
    return CliRunner().invoke(app, ["verify", *words], input=text)


def records(*words: str) -> str:
    return CliRunner().invoke(app, ["solve", *words, "--format", "ndjson"]).stdout


def test_verify_confirms_losses_that_a_search_found_plainly() -> None:
    done = verify(records("2-7", "--game", "clear"), "--plain", "-")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    claims = [json.loads(line) for line in records("2-7", "--game", "clear").splitlines()]
    for line, claim in zip(lines, claims, strict=False):
        nodes = search(deal(claim["deal"], GAMES["clear"])).nodes
        ending = f"and by a plain search of {nodes} positions; not confirmed: nodes"
        assert line.endswith(ending) == (claim["reason"] == "stock block")
        old = {name: it for name, it in claim.items() if name != "block"} | {"reason": "exhausted"}
        again = verify(json.dumps(old), "--plain", "-").stdout
        if claim["reason"] == "stock block":  # as earlier versions wrote it
            assert f"ok: lost: exhausted, searched again, {ending}" in again
    assert sum("plain" in line for line in lines) > 1


def test_verify_confirms_losses_of_several_wastes_and_both_ends() -> None:
    for game in "yield", "eleven-triangle":
        done = verify(records("1", "--game", game), "--plain")
        assert done.exit_code == 0 and "and by a plain search of" in done.stdout


def test_verify_says_when_the_plain_search_reaches_a_limit() -> None:
    done = verify(records("5", "--game", "clear"), "--plain", "--limit-nodes", "2000")
    assert done.exit_code == 3
    assert "not confirmed: lost: stock block, but not plainly: the limit on nodes" in done.stdout
    done = verify(records("5", "--game", "clear"), "--limit-nodes", "50")
    assert done.exit_code == 3
    assert "not confirmed: the stock block is not confirmed: the limit on nodes" in done.stdout


def test_a_plain_search_that_wins_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """No known record claims a loss that only the plain search refutes; if one did, it fails."""
    monkeypatch.setattr(confirmed_losses, "search", lambda *_: Opinion("won", 7))
    done = verify(records("5", "--game", "clear"), "--plain")
    assert done.exit_code == 1 and "FAILS" in done.stdout and "a plain search wins" in done.stdout


def test_plain_goes_with_records() -> None:
    done = verify("deal", "--deal", "5", "--plain")
    assert done.exit_code == 2 and "--plain and --deal exclude each other" in done.stderr
