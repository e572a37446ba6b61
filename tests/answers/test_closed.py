"""Closed play: what a view shows, players that choose by it alone, and sampled orders."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, permutations
from random import Random
from typing import Any

import pytest

from pyrtool import Card, Limits, PyrtoolError, Won, parse_moves, solve
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.closed import (
    PLAYERS,
    Player,
    PlayerError,
    PlayerName,
    View,
    usual_orders,
    weigh,
)
from pyrtool.answers.closed.player import SIMPLE_PLAYERS, look, move_of
from pyrtool.answers.equivalent_moves import harmless_kings, kings
from pyrtool.answers.kernel_setup import build
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.line import Played
from pyrtool.game.position import DealStock, Position, PositionError
from pyrtool.kernel.closed_players import OUTCOME_BYTES, ClosedPlayer, Sampler

from ..bruteforce.games import cases
from ..dealing import NO_TOP, few_and_all, one_in, shuffled, shuffled_start
from ..drawing import by_chance, drawn_seed, enough
from ..oracle import Oracle, TooManyStates

SHORT: dict[str, Any] = {"rows": 3, "total": 5}
MANY_RULES = [
    Rules(**SHORT),
    Rules(rows=4, total=7),
    Rules(goal="pyramid", **SHORT),
    Rules(passes=3, scoring="par", **SHORT),
    Rules(passes=3, goal="pyramid", scoring="microsoft", **SHORT),
    Rules(stock_waste="no", **SHORT),
    Rules(stock_waste="auto", passes=2, **SHORT),
    Rules(stock_waste="auto-on-turn", **SHORT),
    Rules(stock_waste="no", stock_top=False, waste_pairs=True, **SHORT),
    Rules(stock_waste="no", stock_top=False, draw=3, passes=None, overlap=True, **SHORT),
    Rules(stock_waste="no", stock_top=False, draw=2, passes=3, **SHORT),
    Rules(stock="bouquet", **SHORT),
    Rules(rows=3, columns=(2, 3), stock="bouquet", goal="pyramid", total=5),
    Rules(face_down="covered", stock_top=False, stock_waste="no", waste_pairs=True, **SHORT),
    Rules(face_down="covered", goal="pyramid", passes=2, scoring="microsoft", rows=4, total=6),
    Rules(face_down="covered", stock_waste="auto", passes=2, **SHORT),
    Rules(
        face_down="covered", stock_waste="no", stock_top=False, draw=3, passes=None, rows=4, total=6
    ),
    Rules(face_down="covered", stock="bouquet", **SHORT),
]


def imagining(name: PlayerName, seed: int = 0) -> Player:
    """A player who does not think long."""
    player = Player(name, seed)
    return replace(player, orders=6) if player.imagines else player


def tables(rules: Rules, count: int) -> Iterator[Position]:
    """Tables on which no king waits but those that may have to, somewhere in play."""
    chance = Random(7)
    for number in range(count):
        here = shuffled_start(rules, number)
        for _ in range(chance.randrange(26)):
            moves = list(here.legal_moves())
            if not moves:
                break
            here = here.play(next(harmless_kings(here), chance.choice(moves)))
        while king := next(harmless_kings(here), None):
            here = here.play(king)
        if not here.is_won() and next(here.legal_moves(), None):
            yield here


def test_a_view_hides_the_order_and_nothing_else() -> None:
    start = Position.start(deal(1, "pyramid"))
    other = replace(start, stock=start.stock[::-1])
    view = View.of(start)
    assert view == View.of(other) and hash(view) == hash(View.of(other))
    assert repr(view) == repr(View.of(other))
    assert set(view.unseen) == set(start.stock) and view.table.turned == start.turned
    assert list(view.legal_moves()) == list(start.legal_moves())
    assert View.of(view.table) == view
    passed = start.play_all([DealStock()] * 24)
    assert View.of(passed).unseen == ()


def test_after_the_first_pass_everything_is_known() -> None:
    start = Position.start(deal(1, game("microsoft")))
    here = start.play_all([DealStock()] * 24)
    again = here.play(next(m for m in here.legal_moves() if str(m) == "redeal"))
    assert View.of(again).table == again and View.of(again).unseen == ()


PLAYED = [
    pytest.param(name, rules, id=f"{name}-{number}")
    for name in PLAYERS
    for number, rules in enumerate(MANY_RULES)
    if name != "scorer" or rules.scoring == "par"
]
"""The players with the rules that each plays."""


@pytest.mark.parametrize(("name", "rules", "share"), few_and_all(13, PLAYED, 3, 1))
def test_tables_that_look_alike_are_played_alike(
    name: PlayerName, rules: Rules, share: int
) -> None:
    """The stock is shuffled from some card on, or all that lies face down: the players differ only
    after they saw it. One deal in each `share` is played."""
    for number in range(0, 2 if name == "strongest" else 4, share):
        cards = shuffled(rules, number)
        start = Position.start(Deal.of(cards, rules))
        hidden = [cards.index(card) for card in start.unseen()]
        if not start.face_down():
            hidden = sorted(hidden)[number:]
        mixed = dict(zip(hidden, Random(number).sample(hidden, len(hidden)), strict=True))
        other = tuple(cards[mixed.get(at, at)] for at in range(len(cards)))
        player = imagining(name, number)
        one, two = player.play(start), player.play(Position.start(Deal.of(other, rules)))
        for at, here in enumerate(two.positions):
            if View.of(one.positions[at]) != View.of(here):
                break
            assert one.moves[at : at + 1] == two.moves[at : at + 1]
        else:
            assert one.moves == two.moves


def played(kernel: ClosedPlayer, number: int, rules: Rules, seed: int) -> list[int]:
    outcome = memoryview(bytearray(OUTCOME_BYTES))
    kernel.play_cards(dealer(number, "native", rules).deal(number), seed, outcome)
    return outcome.tolist()


@pytest.mark.parametrize(
    ("name", "rules", "share"),
    few_and_all(13, [one for one in PLAYED if one.values[0] != "scorer"], 3, 1),
)
def test_the_kernel_plays_whole_deals_as_the_player_does(
    name: PlayerName, rules: Rules, share: int
) -> None:
    """It is given the deal, the player views alone: so it does not look at the stock either."""
    count, seed = (3 if name == "strongest" else 6) // share, 3
    player = imagining(name, seed)
    for number in range(count):
        end = player.play(deal(number, rules)).end
        outcome = played(player.kernel(rules), number, rules, seed)
        assert outcome == [
            end.is_won(),
            outcome[1] and 1 if rules.passes is None else end.cleared_in_pass or 0,
            end.cards_left(),
            end.rows_cleared(),
            end.discards_made(),
        ]


@pytest.mark.parametrize(("rules", "count"), few_and_all(1, MANY_RULES, 40, 60))
def test_a_sampler_who_knows_all_cards_has_the_solvers_verdicts(rules: Rules, count: int) -> None:
    kernel = build.closed_player(rules, "sampler", 1)
    assert isinstance(kernel, Sampler)
    asked = won = 0
    for here in tables(rules, count):
        if len(here.unseen()) > 1:
            continue
        look(kernel, View.of(here), 0)
        for low, high, wins, _ in kernel.weigh(1):
            verdict = solve(here.play(move_of(low, high, here)))
            assert wins == isinstance(verdict, Won)
            asked, won = asked + 1, won + wins
    assert asked


def exchanged(here: Position, cards: dict[Card, Card]) -> Position:
    tableau = tuple(card and cards.get(card, card) for card in here.tableau)
    return replace(here, tableau=tableau, stock=tuple(cards.get(c, c) for c in here.stock))


@pytest.mark.parametrize("rules", [MANY_RULES[0], MANY_RULES[-5]], ids=["open", "face down"])
def test_a_sampler_counts_what_the_solver_wins(rules: Rules) -> None:
    """Two unseen cards have two orders: each move wins with none, some or all of them."""
    kernel = build.closed_player(rules, "sampler", 1)
    assert isinstance(kernel, Sampler)
    seen = set()
    for here in tables(rules, 300):
        unseen = here.unseen()
        if len(unseen) != 2:
            continue
        orders = [here, exchanged(here, dict(zip(unseen, unseen[::-1], strict=True)))]
        look(kernel, View.of(here), 0)
        for low, high, wins, _ in kernel.weigh(40):
            move = move_of(low, high, here)
            won = sum(solve(one.play(move)).is_won for one in orders)
            assert (wins > 0, wins == 40) == (won > 0, won == 2)
            seen.add(won)
    assert seen == {0, 1, 2}


def test_players_win_what_they_are_known_to_win() -> None:
    won = {}
    for name in ("random", "greedy", "careful"):
        rules = game("microsoft")
        kernel = Player(name).kernel(rules)
        won[name] = sum(played(kernel, number, rules, 0)[0] for number in range(1, 301))
    assert won == {"random": 9, "greedy": 116, "careful": 134}


def test_a_king_that_may_wait_stays_when_the_game_is_won() -> None:
    """When the pyramid is gone nobody thinks on: only kings that go immediately are discarded."""
    player, rules, cards = Player("sampler"), game("tut"), deal(2049).cards
    end = player.play(Deal.of(cards, rules)).end
    outcome = memoryview(bytearray(OUTCOME_BYTES))
    player.kernel(rules).play_cards(bytes(map(int, cards)), 0, outcome)
    assert (end.is_won(), end.cards_left()) == (bool(outcome[0]), outcome[2]) == (True, 9)


def test_who_looks_far_enough_wins_what_can_be_won() -> None:
    rules = Rules(rows=4, columns=(3, 3), total=5, stock="bouquet")
    wins = {}
    for further in (0, 1, 12):
        player, outcome = Player("careful", look=further), memoryview(bytearray(OUTCOME_BYTES))
        won = []
        for number in range(24):
            cards = shuffled(rules, number)
            player.kernel(rules).play_cards(bytes(map(int, cards)), 0, outcome)
            assert outcome[2] == player.play(Deal.of(cards, rules)).end.cards_left()
            won.append(bool(outcome[0]))
        wins[further] = won
    can = [solve(Deal.of(shuffled(rules, number), rules)).is_won for number in range(24)]
    assert wins[12] == can and sum(wins[0]) < sum(can) < 24


def test_seeds_matter_to_players_who_leave_something_to_chance() -> None:
    start, rules = deal(9).cards, game("microsoft")
    lines = {Player("random", seed).play(Deal.of(start, rules)).moves for seed in range(4)}
    assert len(lines) > 1
    assert Player("random", 2).play(Deal.of(start, rules)).moves in lines
    assert len({Player("greedy", seed).play(Deal.of(start, rules)).moves for seed in range(4)}) == 1


def test_what_is_no_player_and_no_view_is_refused() -> None:
    for wrong in (
        {"name": "clairvoyant"},
        {"name": "careful", "seed": -1},
        {"name": "careful", "seed": 2**64},
        {"name": "careful", "orders": 5},
        {"name": "sampler", "orders": 0},
        {"name": "sampler", "orders": 10**9},
        {"name": "careful", "look": -1},
        {"name": "careful", "look": 10**9},
        {"name": "greedy", "look": 1},
    ):
        with pytest.raises(PlayerError):
            Player(**wrong)
    with pytest.raises(PyrtoolError, match="must be a Deal or Position"):
        Player("greedy").play(deal(1).cards)  # type: ignore[arg-type]
    with pytest.raises(PlayerError, match="look: only where no card is dealt"):
        Player("careful", look=1).play(deal(1, game("pyramid")))
    with pytest.raises(PlayerError, match="look: only in games that are searched by sets"):
        Player("careful", look=1).check(Rules(rows=3, stock="bouquet", pairs="same, next"))
    thirteen = game("thirteen")
    with pytest.raises(PlayerError, match="face down"):
        Player("sampler").play(deal(1, replace(thirteen, overlap=True)))
    with pytest.raises(PositionError, match="and those that lie face down"):
        View(Position.start(deal(1, thirteen)), ())
    start = Position.start(deal(1, game("pyramid")))
    with pytest.raises(PositionError, match="has not seen the 23 cards"):
        View(start, ())
    view = View.of(start)
    with pytest.raises(PositionError, match="unseen"):
        View(view.table, view.unseen[:-1])
    with_a_card_less = replace(view.table, stock=view.table.stock[:-1])
    with pytest.raises(PositionError, match="name the cards that are gone"):
        View.of(with_a_card_less)


def test_a_game_goes_on_from_any_position() -> None:
    start = Position.start(deal(9, "microsoft"))
    line = Player("careful").play(start)
    middle = Played(start, line.moves[:5]).end
    assert Player("careful").play(middle).moves == line.moves[5:]
    assert Card.ALL[0] not in View.of(start).table.gone


@pytest.mark.parametrize(
    "name",
    one_in(6, ["day", "cheops", "thirteen with overlap", "treize", "apophis", "up-and-down"]),
)
def test_plain_players_play_by_thumb_where_no_kernel_does(name: str) -> None:
    """By what is seen alone; the careful one leaves fewer cards than one who plays by chance."""
    rules, left = game(name.partition(" ")[0]), {}
    if "overlap" in name:
        rules = replace(rules, overlap=True)
    for who in SIMPLE_PLAYERS:
        player = Player(who, seed=3)
        games = [player.play(deal(number, rules)) for number in (2, 3)]
        left[who] = sum(line.end.cards_left() for line in games)
        again = player.play(deal(3, rules))
        assert again.moves == games[1].moves
        for before, move, _ in list(games[1].steps())[::7]:
            down = iter(before.face_down()[::-1])
            hidden = set(before.face_down())
            tableau = tuple(next(down) if card in hidden else card for card in before.tableau)
            other = replace(before, tableau=tableau, stock=before.stock[::-1])
            assert before.pass_number > 1 or player.choose(View.of(other)) == move
    assert left["careful"] < left["random"]
    for asks in ("sampler", "strongest"):
        with pytest.raises(PlayerError, match="choose from random, greedy, careful"):
            Player(asks).play(deal(3, rules))


def test_the_careful_player_blocks_nothing_by_thumb() -> None:
    for number in range(1, 5):
        line = Player("careful").play(deal(number, "treize"))
        for before, _, after in line.steps():
            if find_block(before) is None and find_block(after) is not None:
                assert all(find_block(before.play(move)) for move in before.legal_moves())


def test_who_knows_every_card_does_not_deal_on_while_a_discard_wins() -> None:
    line = Player("sampler").play(deal(9, game("tut")))
    assert line.end.is_won() and line.end.pass_number > 1


MOST_ORDERS = 120
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
@pytest.mark.parametrize("tables", [6, pytest.param(20, marks=pytest.mark.slow)])
def test_chances_are_those_of_all_orders(tables: int) -> None:
    compared = between = 0
    dealt = (shuffled_start(rules, seed) for rules, seed in SMALL)
    kinds = (islice(cases(kind, drawn_seed()), tables) for kind in ("several wastes", "any pairs"))
    starts = (case.start for case in chain(*kinds) if case.rules.stock == "dealt")
    for number, start in enumerate([*dealt, *starts]):
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
    position = Position.start(deal(3, "apophis"))
    while position.pass_number == 1:
        position = position.play(list(position.legal_moves())[-1])
    chances = weigh(View.of(position), 50)
    assert {one.orders for one in chances} == {1} and all(one.exact for one in chances)
    for one in chances:
        assert one.wins == solve(position.play(one.move)).is_won


def test_what_a_limit_leaves_open_is_reported() -> None:
    view = View.of(Position.start(deal(1, "cheops")))
    for one in weigh(view, 3, Limits(nodes=1)):
        assert (one.wins, one.left_open, one.exact) == (0, 3, False)
        assert one.interval()[1] == 1.0
    assert {one.orders for one in weigh(view, None, Limits(seconds=1e-6))} == {1}


def test_an_order_of_other_cards_is_refused() -> None:
    view = View.of(Position.start(deal(1, GAMES["pyramid"])))
    with pytest.raises(PositionError, match="order: is not of the unseen cards"):
        view.with_order(view.unseen[1:])


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
    start = Position.start(deal(16, "tut"))
    line = Player("sampler", 0, 20).play(start)
    waits = [next(kings(here), move) != move for here, move, _ in line.steps()]
    assert line.end.is_won() and any(waits)
