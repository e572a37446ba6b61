"""What is called exact in closed play, and the bound on it, against a brute force.

It takes all worlds that a player cannot distinguish, and plays them by the referee alone.
"""

import importlib
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import closed_bound
import pytest
from closed_bound import gap, orders_like

from pyrtool import Card, Deal, DealStock, Limits, Position, deal, solve
from pyrtool.answers.closed import Player, View, weigh
from pyrtool.answers.closed.player import look
from pyrtool.answers.equivalent_moves import harmless_kings
from pyrtool.game.games import Rules, game
from pyrtool.kernel.closed_players import Planner
from pyrtool.notation import format_position, parse_position

from ..commands import answer
from ..dealing import NO_TOP, few_and_all, one_in
from ..exact import Exact, in_play
from ..tables import BestPlayer, Guess

weighing = importlib.import_module("pyrtool.answers.closed.chances")

SMALL = [
    Rules(rows=3, total=6, suits=2),
    Rules(rows=4, total=7, suits=2),
    Rules(rows=3, total=6, suits=2, goal="pyramid"),
    Rules(rows=3, total=5, suits=2, passes=2),
    Rules(rows=3, total=6, suits=2, passes=3, waste_pairs=True),
    Rules(rows=3, total=5, suits=2, **NO_TOP),
    Rules(rows=3, total=5, suits=2, draw=2, passes=2, **NO_TOP),
    Rules(rows=2, total=4, suits=2, face_down="covered"),
    Rules(rows=3, total=5, suits=2, face_down="covered", passes=2, **NO_TOP),
    Rules(rows=3, total=6, suits=2, face_down="covered", goal="pyramid", waste_pairs=True),
]
"""Rules under which few worlds are alike."""

BOUNDED = [
    (SMALL[0], (7, 70)),
    (SMALL[2], (7,)),
    pytest.param(SMALL[3], (0, 1), marks=pytest.mark.slow),
    pytest.param(Rules(rows=4, total=8, suits=2), (105,), marks=pytest.mark.slow),
    pytest.param(SMALL[0], (87, 125), marks=pytest.mark.slow),
    pytest.param(SMALL[2], (109,), marks=pytest.mark.slow),
    pytest.param(Rules(rows=4, total=7, suits=3, goal="pyramid"), (128,), marks=pytest.mark.slow),
]
"""Games in which the best closed player loses some worlds that can be won, except two passes."""

MOST_WORLDS = 24


def worlds_of(view: View) -> list[Guess]:
    """The tables that look like this one."""
    return [guess(view.with_order(order)) for order in permutations(view.unseen)]


def guess(world: Position) -> Guess:
    """A table of which a player sees what it sees of any."""
    return Guess(world, frozenset(View.of(world).unseen), Fraction(1))


def tables(rules: Rules, games: int) -> Iterator[View]:
    """What is seen in mid-game and at the start, where few worlds are alike."""
    for number in range(games):
        for view in in_play(rules, number):
            if 1 <= len(list(permutations(view.unseen))) <= MOST_WORLDS:
                yield view


@pytest.fixture
def limited() -> Iterator[Any]:
    """A function that gives the strongest player's kernel, with so few nodes for each question."""
    changed: list[tuple[Planner, int, int]] = []

    def kernel_of(kernel: Planner, nodes: int) -> Planner:
        changed.append((kernel, kernel.order_nodes, kernel.known_nodes))
        kernel.order_nodes = kernel.known_nodes = nodes
        return kernel

    yield kernel_of
    for kernel, order_nodes, known_nodes in reversed(changed):
        kernel.order_nodes, kernel.known_nodes = order_nodes, known_nodes


def strongest(rules: Rules) -> Planner:
    kernel = Player("strongest").kernel(rules)
    assert isinstance(kernel, Planner)
    return kernel


@pytest.mark.parametrize(("rules", "games"), few_and_all(10, SMALL, 3, 4))
def test_an_exact_chance_is_that_of_the_best_closed_player(rules: Rules, games: int) -> None:
    """Every move, at the start and in mid-game; by the worlds, and by `Exact`."""
    worlds, exact, compared = BestPlayer(counts=True), Exact(rules), 0
    for view in tables(rules, games):
        alike = worlds_of(view)
        assert worlds.chance(alike) / len(alike) == exact.best(view)
        for one in weigh(view, 1):
            assert one.exact and one.complete and not one.left_open
            right = worlds.chance(alike, one.move) / len(alike)
            assert Fraction(one.wins, one.orders) == right == exact.after(view, one.move)
            compared += 1
    assert compared


@pytest.mark.slow
def test_an_exact_chance_distinguishes_several_wastes() -> None:
    """A card on the second waste matters as one on the first does."""
    rules = Rules(rows=3, total=6, suits=2, wastes=2, deal_to="each", passes=1, **NO_TOP)
    view = View.of(Position.start(deal(1, rules)))
    alike = worlds_of(view)
    right = BestPlayer(counts=True).chance(alike) / len(alike)
    assert Exact(rules).best(view) == right == Fraction(317, 360)


@pytest.mark.parametrize("rules", one_in(10, SMALL), ids=range(len(SMALL)))
def test_what_is_left_open_counts_both_ways(rules: Rules, limited: Any) -> None:
    """However few nodes a question may take, the best closed player's chance is in the interval; it
    is not called exact if that is not one number; and nodes that are spare settle it."""
    worlds = BestPlayer(counts=True)
    for nodes, view in product((0, 1, 4), tables(rules, 2)):
        alike = worlds_of(view)
        moves = [one.move for one in weigh(view, 1)]
        right = [worlds.chance(alike, move) / len(alike) for move in moves]
        limited(strongest(rules), nodes)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(weighing, "_FIRST_SPARE", 0)
            patch.setattr(weighing, "_MOST_SPARE", 0)
            narrow = {one.move: one for one in weigh(view, 1)}
        for move, share in zip(moves, right, strict=True):
            one = narrow[move]
            assert Fraction(one.wins, one.orders) <= share
            assert share <= Fraction(one.wins + one.left_open, one.orders)
            assert one.complete and one.exact == (one.left_open == 0)
        for one in weigh(view, 1):  # the same few nodes, and a million to spare
            assert one.exact and Fraction(one.wins, one.orders) == right[moves.index(one.move)]


def test_few_nodes_leave_something_open(limited: Any) -> None:
    """Else the test before would say nothing."""
    rules = SMALL[3]
    limited(strongest(rules), 0)
    weighed = []
    for view in tables(rules, 3):
        kernel = strongest(rules)
        look(kernel, view, 0)
        weighed += kernel.weigh(1)
    assert any(unsure > 0 for *_, unsure in weighed)


UNDECIDED = """6D / KC AD / 9S 7S KH / 6S 7C 8C KD / 8D 5D AS JD 6C / 9C 5C 8H 2S KS 5H /
JS 3C QS 9D AH 2H 8S turned TH stock 3 face down
waste 4H 6H 3S 4C 2D 7D JC JH 4D 4S 9H TS 3H 7H AC QC 2C TD 3D 5S"""


def undecided() -> View:
    """A table of `par` of which one order takes the solver more than 20,000 nodes."""
    return View.of(parse_position(UNDECIDED.replace("\n", " "), game("par")))


def three_unseen() -> View:
    """Deal 1588 of `par`, dealt on until three cards are unseen."""
    here = Position.start(deal(1588, game("par")))
    while len(View.of(here).unseen) > 3:
        here = here.play(next(harmless_kings(here), DealStock()))
    return View.of(here)


def winnable(view: View, dealt: int) -> Fraction:
    """With what share of the worlds the solver wins once this many cards were dealt."""
    ends = [one.position.play_all([DealStock()] * dealt) for one in worlds_of(view)]
    return Fraction(sum(solve(end).is_won for end in ends), len(ends))


@pytest.mark.parametrize(
    ("view", "share"), [(undecided(), Fraction(1)), (three_unseen(), Fraction(5, 6))], ids=range(2)
)
def test_an_order_that_takes_long_is_asked_about_until_it_is_decided(
    view: View, share: Fraction
) -> None:
    """A player that deals to the end of the pass knows every card, and wins with as many
    orders as the solver that knows them from the start."""
    assert winnable(view, 0) == winnable(view, 4) == share
    best, *_ = chances = weigh(view, 100)
    assert all(one.exact for one in chances) and Fraction(best.wins, best.orders) == share
    dealing = next(one for one in chances if one.move == DealStock())
    assert Fraction(dealing.wins, dealing.orders) == share


def test_what_is_not_decided_is_not_called_exact(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(weighing, "_FIRST_SPARE", 0)
    monkeypatch.setattr(weighing, "_MOST_SPARE", 0)
    for view, share in ((undecided(), 1.0), (three_unseen(), 5 / 6)):
        chances = weigh(view, 100)
        assert all(one.complete for one in chances) and not all(one.exact for one in chances)
        dealing = next(one for one in chances if one.move == DealStock())
        low, high = dealing.interval()
        assert low <= share <= high and low == dealing.value and dealing.left_open
    file = tmp_path / "table.txt"
    file.write_text(format_position(undecided().table) + "\n")
    words = ("advise", str(file), "--game", "par", "--closed")
    text = answer(*words, status=3)
    assert "over all 3 orders; a limit left some of it open" in text and "exact" not in text
    assert "66.7%  (66.7 to 100.0%), 1 order left open" in text
    closed = json.loads(answer(*words, "--format", "ndjson", status=3))["closed"]
    assert (closed["complete"], closed["exact"], closed["orders"]) == (True, False, 3)
    assert {one["left_open"] for one in closed["choices"]} == {1}
    monkeypatch.undo()
    text = answer(*words)
    assert "exact, over all 3 orders" in text and "deal   100.0%" in text


def test_little_memory_leaves_open_and_claims_nothing(limited: Any) -> None:
    """A question that finds no room in its table is not answered, in this call alone."""
    view = undecided()
    few = weigh(view, 1, Limits(memory_mib=1))
    for one, other in zip(few, weigh(view, 1), strict=True):
        assert one.left_open or (one.move, one.wins) == (other.move, other.wins)
        assert one.exact == (not one.left_open) and other.exact


def unseen_of(world: Position) -> bytes:
    """The codes of the cards that a view of this table does not show, as they lie."""
    return bytes(map(int, world.stock[: len(View.of(world).unseen)]))


def parted(view: View, parts: Sequence[int]) -> list[Guess]:
    """The tables that look like this one, with the same cards in each part of the stock."""
    orders = permutations(view.unseen)

    def shown(order: Sequence[Card]) -> list[list[str]]:
        return [
            sorted(str(card) for card, part in zip(order, parts, strict=True) if part == one)
            for one in sorted(set(parts))
        ]

    alike = (order for order in orders if shown(order) == shown(view.unseen))
    return [guess(view.with_order(order)) for order in alike]


@pytest.mark.parametrize("nodes", [0, 1, 20_000])
@pytest.mark.parametrize(("rules", "numbers"), BOUNDED, ids=range(len(BOUNDED)))
def test_the_best_closed_player_loses_no_less_than_the_bound_says(
    rules: Rules, numbers: Sequence[int], nodes: int, limited: Any
) -> None:
    """At the start and in mid-game, with any parts revealed and any number of nodes a question:
    the bound's loss is no more than what the best player loses of the worlds that can be won, and
    just that where every question is decided and plans go to the end."""
    worlds, lost = BestPlayer(counts=True), Fraction(0)
    kernel = limited(closed_bound.planner(rules, 1 << 12), nodes)
    views = [view for number in numbers for view in in_play(rules, number)]
    for view, parts in product(views, range(1, 4)):
        count = len(view.unseen)
        if not 2 <= count <= 4:
            continue
        part = [Random(count + parts).randrange(parts) for _ in range(count)]
        alike = parted(view, part)
        won = sum((worlds.chance([one]) for one in alike), Fraction(0))
        loses = won - worlds.chance(alike)
        orders = len(alike)
        for foresight in (1, 2, 60):
            look(kernel, view, 0)
            found = kernel.bound(b"".join(unseen_of(one.position) for one in alike), foresight)
            assert found is not None
            winners, kept = found
            assert Fraction(winners, orders) >= won / len(alike)
            assert Fraction(winners - kept, orders) <= loses / len(alike)
            assert Fraction(winners - kept, max(1, winners)) <= loses / (won or 1)
        if nodes == 20_000:
            assert Fraction(winners - kept, orders) == loses / len(alike)
        lost += loses
    assert lost or rules.passes == 2


@pytest.mark.slow
def test_a_bound_on_deals_holds_whatever_is_shown_and_however_few_nodes_a_question_takes(
    limited: Any,
) -> None:
    """Over all orders of a stock it is just what the best closed player wins, some being lost; it
    says no more with each order's first cards shown, or with fewer nodes than are wanted."""
    rules = SMALL[0]
    cards = deal(136, rules).cards
    view = View.of(Position.start(Deal.of(cards, rules)))
    seen_cards, rest = cards[: -len(view.unseen)], cards[-len(view.unseen) :]
    every = [Deal.of((*seen_cards, *order), rules) for order in permutations(rest)]
    wide = gap(every, 1, 9, 0)
    share, best = wide.won / wide.deals, float(Exact(rules).best(view))
    assert best == pytest.approx(share * (1 - wide.least)) and best < share
    assert best + 1e-9 < share * (1 - gap(every, 1, 9, 2).least) < share - 1e-9
    limited(closed_bound.planner(rules, closed_bound.PLANNER_NODES), 1)
    narrow = gap(every, 1, 9, 0)
    assert narrow.won == wide.won
    assert 0 <= narrow.least <= wide.least + 1e-9


@pytest.mark.parametrize("most", [2000, 1])
def test_orders_of_a_bound_begin_with_what_is_shown(most: int) -> None:
    """All orders of the other cards come, each once."""
    cards = [Card.parse(f"{rank}C") for rank in "K23456789T"]
    own = bytes(map(int, cards))
    drawn = list(orders_like(cards, most, 4, Random(5)))
    assert {order[:4] for order in drawn} == {own[:4]}
    assert {bytes(sorted(order)) for order in drawn} == {bytes(sorted(own))}
    assert len(set(drawn)) == len(drawn) == 720 and own in drawn


def test_orders_of_a_bound_are_drawn_where_there_are_many() -> None:
    """As many as are wanted, each card of the rest at each of its places."""
    cards = [Card.parse(f"{rank}C") for rank in "A23456789TJQK"]
    drawn = list(orders_like(cards, 1000, 3, Random(3)))
    assert len(drawn) == 1000 and all(sorted(order) == sorted(drawn[0]) for order in drawn)
    assert [len({order[at] for order in drawn}) for at in range(13)] == [1] * 3 + [10] * 10
    assert next(orders_like(cards, 1000, 52, Random(3))) == bytes(map(int, cards))
