"""Open games: the matching kernel against the brute force, and what is known of real deals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrtool.answers import solve as solving
from pyrtool.answers.blocks import check_block, find_block, find_blocks, open_deal
from pyrtool.answers.kernels.build import checker, game, matcher, open_game, stock_game
from pyrtool.answers.kernels.positions import Midgame, as_dealt
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, replay, solve
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.kernel.bulk import Bulk
from pyrtool.kernel.numbers.buffers import halves
from pyrtool.kernel.verdict.pairing.deductions import DEDUCTIONS
from pyrtool.kernel.verdict.pairing.open_game import OpenGame
from pyrtool.kernel.verdict.pairing.pairing import Pairing

from ..combinations import SMALL
from ..dealing import legal, quick_and_slow, shuffled
from ..oracle import Oracle, TooManyStates


@pytest.mark.parametrize(("rules", "deals"), quick_and_slow(SMALL, 8, 40), ids=str)
def test_small_open_games_agree_with_the_brute_force(rules: Rules, deals: int) -> None:
    for seed in range(deals):
        cards = shuffled(rules, seed)
        try:
            expected = Oracle(cards, rules).shortest() is not None
        except TooManyStates:
            continue
        verdict = solve(Deal.of(cards, rules))
        assert isinstance(verdict, Won) == expected
        if isinstance(verdict, Lost):
            assert verdict.block is not None
            assert check_block(verdict.block, Deal.of(cards, rules))
        else:
            assert find_block(Deal.of(cards, rules)) is None


@pytest.mark.parametrize("number", [1, 2, 3], ids=["simple block", "won", "set block"])
def test_a_deal_is_packed_once(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    packed, checked = [], []

    def pack(position: Position) -> Midgame:
        packed.append(position)
        return as_dealt(position)

    for module in (open_deal, solving):
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


def test_the_small_games_are_many() -> None:
    assert len(SMALL) > 40


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


LAID_OUT = [
    rules
    for tableau, deck in (
        ({"rows": 4}, {"total": 5, "suits": 2}),
        ({"tableau": "triangle 4"}, {"total": 5, "suits": 2}),
        ({"tableau": "columns 5x2"}, {"total": 5, "suits": 2}),
        ({"tableau": "columns 2x2 + pyramid 3"}, {"total": 5, "suits": 2}),
        ({"tableau": "pyramid 3 + columns 3x3"}, {"total": 5, "suits": 3}),
        ({"tableau": "pyramid 2 + columns 3x3"}, {"total": 3, "suits": 4}),
        ({"tableau": "columns 7x2"}, {"total": 7, "suits": 2}),
    )
    for overlap in (False, True)
    if (rules := legal(tableau, deck, {"stock": "bouquet", "overlap": overlap})) is not None
]
"""Open games in which all cards are laid out, of small decks."""


def impatient(rules: Rules, patience: int) -> OpenGame:
    """What decides an open game, and leaves deals to the search over partners after few nodes."""
    return OpenGame(matcher(rules), Pairing(game(rules), sum(DEDUCTIONS.values())), patience)


def test_deals_are_left_to_partners_where_all_cards_are_laid_out() -> None:
    answers: list[bool] = []
    for rules in LAID_OUT:
        everything = (1 << len(rules.sets)) - 1
        for seed in range(30):
            cards = shuffled(rules, seed)
            try:
                known = Oracle(cards, rules).shortest(20_000) is not None
            except TooManyStates:
                continue
            for patience in (0, 1, 3, 10**6):
                kernel = impatient(rules, patience)
                kernel.load_position(bytes(cards), b"\1" * len(cards))
                answer = kernel.solve(everything, 1)
                while answer == "paused":
                    answer = kernel.go_on(1)
                assert answer == ("won" if known else "lost"), (rules, cards, patience)
                if known:
                    laid_out = (1 << rules.tableau_size) - 1
                    line = kernel.matcher.order(laid_out, laid_out)
                    pairs = [pair for pair in line if pair[0] != pair[1]]
                    assert checker(rules).check_matching(bytes(cards), pairs)
            answers.append(known)
    assert len(LAID_OUT) >= 10 and all(rules.stock_size == 0 for rules in LAID_OUT)
    assert answers.count(True) > 40 < answers.count(False)


@pytest.mark.parametrize("name", ["giza", "giza6x4", "giza-triangle", "pharaohs"])
@pytest.mark.parametrize("overlap", [False, True])
def test_patience_changes_nodes_but_no_outcome(name: str, overlap: bool) -> None:
    rules = replace(GAMES[name], overlap=overlap)
    ended, taken = [], []
    for patience in (0, 20, 100, 10**9):
        bulk = Bulk(stock_game(rules), impatient(rules, patience), None, checker(rules))
        outcomes, nodes = bytearray(400), halves(400)
        bulk.deal_outcomes(dealer(1, "native", rules), 1, outcomes, nodes, 2**62)
        ended.append(outcomes)
        taken.append(max(nodes))
    assert ended[0] == ended[1] == ended[2] == ended[3]
    assert taken[2] < 400 < taken[3] or name == "pharaohs"


def test_games_with_other_cards_have_the_matcher_alone() -> None:
    for name in ("bouquet", "pyramid", "dozen"):  # in the last, sixes go together
        rules = GAMES[name]
        kernel = open_game(rules)
        kernel.load_position(bytes(deal(1, rules).cards), b"\1" * 52)
        kernel.solve((1 << len(rules.sets)) - 1, 2**40)
        assert kernel.nodes == kernel.matcher.nodes


@pytest.mark.parametrize("limit", [1, 50, 100, 101, 110, 10_000])
def test_a_limit_is_kept_by_both(limit: int) -> None:
    rules = GAMES["giza"]
    reached = 0
    for number in range(1, 60):
        found = solve(deal(number, rules), Limits(nodes=limit))
        assert found.nodes <= limit
        if isinstance(found, Unknown):
            assert (found.limit, found.nodes) == ("nodes", limit)
            reached += 1
    assert (reached > 0) == (limit < 10_000)


@pytest.mark.parametrize("name", ["bouquet", "giza", "giza6x4"])
@pytest.mark.parametrize("overlap", [False, True])
def test_every_solution_of_real_deals_replays(name: str, overlap: bool) -> None:
    rules = replace(GAMES[name], overlap=overlap)
    won = 0
    for number in range(1, 61):
        cards = deal(number, rules).cards
        verdict = solve(Deal.of(cards, rules))
        if isinstance(verdict, Won):
            won += 1
            assert replay(Deal.of(cards, rules), verdict.moves).cards_left() == 0
    assert won > 5


def test_goal_pyramid_of_a_bouquet_is_the_same_question_and_shorter() -> None:
    rules = GAMES["bouquet"]
    for number in range(1, 60):
        cards = deal(number, rules).cards
        everything = solve(Deal.of(cards, rules))
        pyramid = solve(Deal.of(cards, replace(rules, goal="pyramid")))
        assert type(everything) is type(pyramid)
        if isinstance(everything, Won) and isinstance(pyramid, Won):
            assert len(everything.moves) == 28
            assert len(pyramid.moves) < 28


def test_a_node_limit_is_unknown() -> None:
    rules = GAMES["giza"]
    cards = deal(2, rules).cards
    won = solve(Deal.of(cards, rules))
    assert isinstance(won, Won)
    assert won.nodes == 25
    assert solve(Deal.of(cards, rules), Limits(nodes=24)) == Unknown("nodes", 24)
    assert solve(Deal.of(cards, rules), Limits(nodes=25)) == won


def test_overlap_wins_what_is_won_without() -> None:
    for number in range(1, 400):
        rules = GAMES["giza"]
        cards = deal(number, rules).cards
        if isinstance(solve(Deal.of(cards, rules)), Won):
            assert isinstance(solve(Deal.of(cards, replace(rules, overlap=True))), Won)
