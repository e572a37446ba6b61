"""Lines: shortest ones, kernels' lines as moves, and verdicts all along a line."""

from dataclasses import replace
from typing import Any

import pytest

from pyrtool import Card, Deal, Limits, Lost, Unknown, Won, best, deal, shortest
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.lines import moves_of
from pyrtool.answers.kernel_setup.positions import first_pass, stock_position
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import replay, solve
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.position import Discard, IllegalMoveError, Position
from pyrtool.notation import format_deal, parse_deal, parse_moves

from ..dealing import one_in, shuffled


@pytest.mark.parametrize(
    ("rules", "first", "lengths"),
    [
        (GAMES["microsoft"], 1, [None, 45, 36, None, 46, None, None, 44, 38, None, None, 43]),
        (  # cards that stand alone and need not go cost no move
            replace(GAMES["bouquet"], goal="pyramid"),
            20,
            [22, 20, 23, None, None, None, 23, 21, 20, 21, 19, None],
        ),
    ],
)
def test_lengths_of_native_deals(rules: Rules, first: int, lengths: list[int | None]) -> None:
    for number, length in enumerate(lengths, first):
        fewest, won = shortest(deal(number, rules)), solve(deal(number, rules))
        if isinstance(fewest, Won) and isinstance(won, Won):
            assert len(fewest.moves) == length and len(fewest.moves) <= len(won.moves)
        else:
            assert length is None and isinstance(won, Lost)


def test_a_proof_that_a_line_in_hand_refutes_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        bound = nodes = 0
        least, next_bound = 54, 200

        def __init__(self) -> None:
            self.lines = self

        def limit_memory(self, limit_bytes: int) -> None: ...
        def load_position(self, cards: bytes, left: bytes, position: int) -> None: ...
        def begin(self, bound: int) -> None:
            self.bound = bound

        def search(self, node_budget: int) -> str:
            return "longer"

    rules = GAMES["microsoft"]
    cards = deal(3, rules).cards
    monkeypatch.setattr(build, "shortest", lambda rules, kings_go: Wrong())
    with pytest.raises(AssertionError, match="no line of fewer than 200 moves, but one of"):
        shortest(Deal.of(cards, rules))


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


def test_where_no_cards_pair_each_takes_a_move() -> None:
    alone = Rules(rows=2, columns=(1, 1), reserve=3, ranks=2, pairs="2 alone, A alone")
    rules = replace(alone, passes=None, stock_waste="no", overlap=True)
    for seed in range(20):
        verdict = shortest(Deal.of(shuffled(rules, seed), rules))
        assert isinstance(verdict, Won) and verdict.shortest
        assert len(verdict.moves) >= 8  # a discard a card
    verdict = shortest(parse_deal("AC AS AD 2S 2H 2D 2C AH", rules))
    assert isinstance(verdict, Won) and len(verdict.moves) == 8


ENDING = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")


@pytest.mark.parametrize("number", [6, 28])
def test_a_king_at_the_top_goes_last_where_that_ends_the_game(number: int) -> None:
    """For a verdict, for a shortest line, and for points: there after the kings of the stock."""
    dealt = deal(number, ENDING)
    assert ENDING.ends_when_cleared and ENDING.goes_alone(dealt.cards[0].rank)
    won, short = solve(dealt), shortest(dealt)
    assert isinstance(won, Won) and isinstance(short, Won)
    found = best(dealt, "score")
    assert found.proved and found.position.is_over()
    for moves in (won.moves, short.moves, found.moves):
        assert moves[-1] == Discard(dealt.cards[:1])
    kings = {card for card in dealt.cards[10:] if ENDING.goes_alone(card.rank)}
    discarded = {card for move in found.moves if isinstance(move, Discard) for card in move.cards}
    assert kings and kings <= discarded


def test_a_discard_that_is_illegal_where_the_search_had_it_is_named() -> None:
    """Under rules where a pair may not go earlier or later than the search discards it."""
    rules = Rules(rows=2, total=5, suits=2, draw=2, passes=2, stock_top=False, stock_waste="no")
    cards = tuple(map(Card.parse, ["AC", "4C", "3C", "2C", "AD", "2D", "3D", "4D", "5C", "5D"]))
    start = Position.start(Deal.of(cards, rules))
    assert not plan_of(rules).early_never_hurts
    bit = build.game(rules).bit
    when = stock_position(start, start.stock, first_pass(start))
    with pytest.raises(IllegalMoveError, match=r"AC \(pyramid 1.1\) is covered by 4C and 3C"):
        moves_of([(bit(cards[0]), bit(cards[1]), when)], start, start.stock)


@pytest.mark.parametrize("name", one_in(3, GAMES))
def test_a_won_line_is_won_all_along(name: str) -> None:
    rules = game(name)
    limits = Limits(nodes=200_000)
    for number in range(1, 60):
        dealt = deal(number, rules)
        verdict = solve(dealt, limits)
        if isinstance(verdict, Won):
            break
    assert isinstance(verdict, Won)
    position = Position.start(dealt)
    for move in verdict.moves:
        position = position.play(move)
        assert not solve(position, limits=limits).is_lost
    assert solve(position) == Won((), 0)


def test_a_king_passed_by_keeps_waste_cards_apart() -> None:
    stock: dict[str, Any] = {"stock_top": False, "stock_waste": "no", "waste_pairs": True}
    rules = Rules(rows=2, total=5, suits=2, **stock)
    start = Position.start(parse_deal("3C 3D 5D 2C AC 5C 4D 2D 4C AD", rules))
    for words, left in (
        ("5D deal 3D/2C deal*6 AD/4C 3C/2D", "AC 5C 4D"),
        ("5D deal 3D/2C deal*2 5C deal*4 AD/4C 3C/2D", "AC 4D"),
    ):
        here = start.play_all(parse_moves(words, start))
        assert format_deal(here.waste) == left
        assert isinstance(solve(here), Lost if "5C" in left else Won)
