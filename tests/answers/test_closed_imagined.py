"""What moves are worth unseen where no kernel plays: imagined orders that the solver is asked."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from pyrtool.answers.closed import Player, PlayerName, View, usual_orders, weigh
from pyrtool.answers.kings import kings
from pyrtool.answers.solve import Limits, Won, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position, PositionError
from pyrtool.notation import parse_moves

from ..commands import answer
from ..dealing import shuffled
from ..drawing import by_chance, drawn_seed, enough
from ..oracle import Oracle, TooManyStates
from ..wastes import starts

MOST_ORDERS = 120
NO_TOP: dict[str, Any] = {"stock_top": False, "stock_waste": "no"}
RICH = Rules(rows=3, ranks=5, suits=2, pairs="same, next", **NO_TOP)
SMALL = (
    *((RICH, seed) for seed in (9, 10, 13)),  # the order of the stock matters
    *((Rules(rows=2, total=7, suits=1, wastes=2, **NO_TOP), seed) for seed in (1, 2)),
    *((Rules(rows=2, total=7, suits=1, waste_ends="both", **NO_TOP), seed) for seed in (1, 2)),
)


def shares(view: View) -> dict[object, float] | None:
    """With what share of all orders each move keeps the win, by the brute force; None where there
    are too many orders or positions."""
    if len(view.unseen) > 4:
        return None
    orders = list(permutations(view.unseen))
    won = dict.fromkeys(map(str, view.legal_moves()), 0)
    for order in orders:
        known = view.with_order(order)
        for move in view.legal_moves():
            after = known.play(move)
            try:
                oracle = Oracle([int(card) for card in known.cards()], after.rules, after)
                won[str(move)] += after.is_won() or oracle.shortest(300) is not None
            except TooManyStates:
                return None
    return {move: count / len(orders) for move, count in won.items()}


@pytest.mark.draws
@pytest.mark.parametrize("tables", [6, pytest.param(150, marks=pytest.mark.slow)])
def test_chances_are_those_of_all_orders(tables: int) -> None:
    compared = between = 0
    dealt = (Position.start(Deal.of(shuffled(rules, seed), rules)) for rules, seed in SMALL)
    for number, start in enumerate([*dealt, *starts(tables)]):
        if start.rules.stock != "dealt" or start.cards_left() != start.rules.deck_size:
            continue
        view = View.of(start)
        right = shares(view)
        if right is None:
            continue
        chances = weigh(view, MOST_ORDERS, seed=number)
        assert chances == weigh(view, MOST_ORDERS, seed=number)
        assert chances or not right
        for one in chances:
            if not one.orders:  # it goes immediately
                assert right[str(one.move)] == max(right.values())
                continue
            share = right[str(one.move)]
            exactly = abs(one.value - share) <= 1e-9
            assert exactly or (not one.exact and by_chance(one.wins, one.orders, share)), one
            compared += 1
            between += 0 < share < 1
    enough(compared, 6)
    enough(between, 1)


@pytest.mark.draws
@pytest.mark.parametrize("game", ["treize", "apophis", "cheops", "up-and-down"])
def test_what_is_not_seen_changes_nothing(game: str) -> None:
    rules = GAMES[game]
    cards = deal(3, rules).cards
    stock = list(cards[rules.tableau_size :])
    seen = int(rules.stock_top)
    hidden = stock[seen:]
    random.Random(drawn_seed()).shuffle(hidden)
    other = (*cards[: rules.tableau_size], *stock[:seen], *hidden)
    one, two = (View.of(Position.start(Deal.of(deck, rules))) for deck in (cards, other))
    limits = Limits(nodes=500)
    assert one == two and weigh(one, 4, limits) == weigh(two, 4, limits)
    assert Player("careful").choose(one) is not None and usual_orders(one.table) == 100


def test_what_has_all_been_seen_is_exact() -> None:
    rules = GAMES["apophis"]
    position = Position.start(deal(3, rules))
    while position.pass_number == 1:
        position = position.play(list(position.legal_moves())[-1])
    chances = weigh(View.of(position), 50)
    assert {one.orders for one in chances} == {1} and all(one.exact for one in chances)
    for one in chances:
        assert one.wins == isinstance(solve(position.play(one.move)), Won)


def test_what_a_limit_leaves_open_is_reported() -> None:
    rules = GAMES["cheops"]
    view = View.of(Position.start(deal(1, rules)))
    for one in weigh(view, 3, Limits(nodes=1)):
        assert (one.wins, one.left_open, one.exact) == (0, 3, False)
        assert one.interval()[1] == 1.0
    assert {one.orders for one in weigh(view, None, Limits(seconds=1e-6))} == {1}


def test_an_order_of_other_cards_is_refused() -> None:
    view = View.of(Position.start(deal(1, GAMES["pyramid"])))
    with pytest.raises(PositionError, match="order: is not of the unseen cards"):
        view.with_order(view.unseen[1:])


def test_the_commands_print_chances() -> None:
    output = answer("advise", "3", "--game", "apophis", "--closed", "--orders", "3")
    assert "estimated with 3 orders sampled" in output and "  deal" in output
    output = answer(
        "advise", "1", "--game", "cheops", "--closed", "--orders", "2", "--limit-nodes", "1"
    )
    assert "2 orders left open" in output


@pytest.mark.parametrize("name", ["sampler", "strongest"])
def test_a_king_on_the_waste_may_have_to_wait(name: PlayerName) -> None:
    rules = GAMES["tut"]
    moves = "9H/4C KD 9S/4D deal KS deal*3 QH/AD deal*2 TS/3C deal 5H/8C JD/2D 9D/4S 5C/8H deal"
    start = Position.start(deal(16, rules))
    table = start.play_all(parse_moves(f"{moves} redeal deal*2", start))
    assert str(table.waste[-1]) == "KH" and table.pass_number == 2
    chances = {str(one.move): one.value for one in weigh(View.of(table), usual_orders(table))}
    assert chances["KH"] == 0 and max(chances.values()) == 1
    line = Player(name).play(table)
    assert line.end.is_won() and str(line.moves[0]) != "KH"
    last = replace(table, rules=replace(rules, passes=2))  # no group is to shift
    (king,) = weigh(View.of(last), 1)
    assert (str(king.move), king.orders) == ("KH", 0)


def test_a_player_who_weighs_kings_wins_from_the_start() -> None:
    """A player that takes each immediately loses it."""
    rules = GAMES["tut"]
    start = Position.start(deal(16, rules))
    line = Player("sampler", 0, 20).play(start)
    waits = [next(kings(here), move) != move for here, move, _ in line.steps()]
    assert line.end.is_won() and any(waits)
