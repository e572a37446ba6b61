"""What can wait until the next card was seen, and how many orders are asked about."""

from dataclasses import replace
from typing import Any

import pytest

from pyrtool.answers.closed import Player, View, weigh
from pyrtool.answers.closed.player import look, move_of
from pyrtool.game.games import Rules, game
from pyrtool.game.position import DealStock, Discard, Move, Position
from pyrtool.kernel.closed_players import Planner
from pyrtool.notation import parse_position

from ..dealing import one_in
from ..exact import Exact, in_play

SMALL = [
    Rules(rows=4, total=7, suits=2),
    Rules(rows=3, total=6, suits=2, goal="pyramid"),
    Rules(rows=3, total=6, suits=2, overlap=True),
    Rules(rows=3, total=5, suits=2, passes=2),
    Rules(rows=3, total=6, suits=2, stock_waste="no"),
    Rules(rows=3, total=5, suits=2, stock_top=False, stock_waste="no", waste_pairs=True),
]
"""Rules under which discards can wait, on decks so small that every chance is exact."""


def is_with_waste_top(table: Position, move: Move) -> bool:
    """Whether the card on top of the waste has a part in a move."""
    top = table.waste[-1:]
    return isinstance(move, Discard) and any(card in move.cards for card in top)


def frees_waste_top(table: Position) -> bool:
    """Whether the waste top can go before the next deal, by trying whatever the tableau allows."""
    tables, seen = [table], {table.tableau}
    while tables:
        here = tables.pop()
        for move in here.legal_moves():
            if not isinstance(move, Discard):
                continue
            if is_with_waste_top(table, move):
                return True
            then = here.play(move)
            if then.turned == here.turned and then.tableau not in seen:
                seen.add(then.tableau)
                tables.append(then)
    return False


@pytest.mark.parametrize("rules", one_in(6, SMALL), ids=str)
def test_what_can_wait_gains_nothing_by_coming_first(rules: Rules) -> None:
    """By the referee alone: a turned card with a tableau card; all while the waste top stays."""
    exact, compared = Exact(rules), 0
    for number in range(4):
        for view in in_play(rules, number):
            table = view.table
            if len(view.unseen) < 2 or not table.allows(DealStock()):
                continue
            dealing = exact.after(view, DealStock())
            stays = not frees_waste_top(table)
            for move in table.legal_moves():
                if not isinstance(move, Discard) or is_with_waste_top(table, move):
                    continue
                if stays or table.turned in move.cards:
                    assert exact.after(view, move) <= dealing
                    compared += dealing > 0
    assert compared


@pytest.mark.parametrize("name", ["pyramid", "elizabeth", "par-till-dawn"])
@pytest.mark.parametrize("overlap", [False, True])
@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_who_deals_at_once_buries_no_card_that_could_go(
    name: str, overlap: bool, games: int
) -> None:
    rules = replace(game(name), overlap=overlap)
    at_once = thought = 0
    for number in range(games):
        for view in in_play(rules, number):
            if len(list(view.legal_moves())) == 1 or len(view.unseen) < 2:
                continue
            kernel = planner(view, 1)
            move = kernel.choose()
            assert move is not None
            if kernel.imagined:
                thought += 1
                continue
            at_once += 1
            assert move_of(*move, view.table) == DealStock()
            assert not frees_waste_top(view.table)
    assert at_once > 2 * games and thought > 2 * games


def planner(view: View, orders: int | None = None) -> Planner:
    """The strongest player's kernel, with a table before it."""
    kernel = Player("strongest", 0, orders).kernel(view.table.rules)
    assert isinstance(kernel, Planner)
    look(kernel, view, 0)
    return kernel


def seen(table: str, **rules: Any) -> View:
    """What is seen of a table of Elizabeth, written with the stock, all other cards being gone."""
    return View.of(parse_position(table, replace(game("elizabeth"), **rules)))


def test_each_unseen_card_comes_first_equally_often() -> None:
    """The seven of spades must be turned next: any other card buries the eight."""
    rows = " / ".join(["5H", "6H JD", *(" ".join(["--"] * row) for row in range(3, 8))])
    table = f"{rows} turned 2C waste 8S stock 7S AC QC 3C TC 4C 9C"
    for orders in (7, 70, 700):
        counts = (orders // 7, orders)
        chances = weigh(seen(table, stock_waste="no"), orders)
        assert {str(one.move): (one.wins, one.orders) for one in chances} == {
            "JD/2C": counts,
            "deal": counts,
        }


CLEAR = """QC / 8C 3H / 5C 6S 8H / TS 6D -- JD / 9S -- -- -- -- / KD -- -- -- -- -- /
7D -- -- -- -- -- -- turned AS waste QD 4S stock AC TC 2D 3S 7S 7H 5D KS 6C"""
CLOSE = """5S / QC 3C / JD 9C 6H / TC QD 7C JH / 6C AD 5H TD 4C / -- -- 4H -- -- 9S /
-- -- -- -- -- -- -- turned 8C waste JC 8H TS 3S 5C
stock AC AS 2C 2D 2S 3D 5D 7H 8D 8S QS KC"""


def test_fewer_orders_are_asked_about_where_a_move_is_far_ahead() -> None:
    """In the first table 6D/7D wins with half of the orders and dealing with none."""
    for table, least, most in ((CLEAR, 40, 150), (CLOSE, 400, 1600)):
        kernel = planner(seen(table.replace("\n", " ")))
        assert kernel.choose() is not None
        assert least <= kernel.imagined <= most
