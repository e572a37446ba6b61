"""The player for par points, and what is called the best mean score, against a brute force.

The brute force takes all worlds that a player cannot distinguish, and plays them by the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from pyrtool.answers.best.best import best
from pyrtool.answers.closed import Player, PlayerError, View, scorer
from pyrtool.answers.closed.exact import Exact
from pyrtool.answers.closed.shown_cards import with_shown_cards
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules, game
from pyrtool.game.position import DealStock, Move, Position, Redeal

from ..views import in_play

PAR: dict[str, Any] = {"suits": 2, "scoring": "par"}
SMALL = [
    Rules(rows=3, total=5, passes=2, **PAR),
    Rules(rows=4, total=7, passes=2, **PAR),
    Rules(rows=3, total=5, passes=3, waste_pairs=True, **PAR),
    Rules(rows=3, total=5, passes=2, overlap=True, **PAR),
    Rules(rows=3, total=6, passes=2, **PAR),
    Rules(rows=3, total=5, draw=2, passes=2, stock_top=False, stock_waste="no", **PAR),
]
"""Rules under which few worlds are alike."""

MOST_WORLDS = 24
SCORER = Player("scorer", orders=12)


class Worlds:
    """The points that the best closed player makes in some worlds together, all alike to who looks.

    For each move this is the sum over what is seen after it; the greatest counts, or the points
    where it stops."""

    def __init__(self) -> None:
        self._known: dict[frozenset[Position], int] = {}

    def best(self, worlds: Sequence[Position]) -> int:
        key = frozenset(worlds)
        if key not in self._known:
            stopped = sum(world.score() for world in worlds)
            moves = list(worlds[0].legal_moves())
            self._known[key] = max([stopped, *(self.after(worlds, move) for move in moves)])
        return self._known[key]

    def after(self, worlds: Sequence[Position], move: Move) -> int:
        """The same once a move was made."""
        alike: dict[View, list[Position]] = {}
        for world in worlds:
            then = world.play(move)
            alike.setdefault(View.of(then), []).append(then)
        return sum(map(self.best, alike.values()))


def worlds_of(view: View) -> list[Position]:
    """The tables that look like this one."""
    return [view.with_order(order) for order in permutations(view.unseen)]


def tables(rules: Rules, games: int) -> Iterator[tuple[View, list[Position]]]:
    """What is seen in mid-game and at the start, where few worlds are alike, with these. In games 4
    and 5 a wrong move costs points under each of the rules."""
    for number in range(4, 4 + games):
        for view in in_play(rules, number):
            worlds = worlds_of(view)
            if 1 <= len(worlds) <= MOST_WORLDS:
                yield view, worlds


@pytest.mark.parametrize("games", [2, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", SMALL, ids=range(len(SMALL)))
def test_the_best_mean_score_is_that_of_all_worlds(rules: Rules, games: int) -> None:
    """At the start and in mid-game; and the player for points never has more."""
    brute, exact, unseen = Worlds(), Exact(rules), 0
    for view, worlds in tables(rules, games):
        most = exact.best_score(view)
        assert most == Fraction(brute.best(worlds), len(worlds))
        assert exact.score(SCORER, view) <= most
        unseen += len(worlds) > 1
    assert unseen


@pytest.mark.parametrize("games", [2, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", SMALL, ids=range(len(SMALL)))
def test_with_few_orders_no_closed_player_has_more_points(rules: Rules, games: int) -> None:
    exact, matters = Exact(rules), 0
    for view, _ in tables(rules, games):
        if scorer.orders_of(view) <= scorer.FEW_ORDERS:
            assert exact.score(SCORER, view) == exact.best_score(view)
            after = {
                sum(share * exact.best_score(View.of(then.play(move))) for share, then in shown)
                for move in view.legal_moves()
                for shown in [list(with_shown_cards(view, move))]
            }
            matters += len(view.unseen) > 1 and len(after) > 1
    assert matters


def test_it_loses_few_points_against_the_best_and_fewer_than_who_plays_for_the_win() -> None:
    """Whole games of a small deck, over every order of its stock."""
    rules = SMALL[4]
    exact = Exact(rules)
    views = [View.of(Position.start(deal(number, rules))) for number in range(1, 9)]
    assert min(map(scorer.orders_of, views)) > scorer.FEW_ORDERS
    best_score = sum(map(exact.best_score, views), Fraction())
    of = {
        name: sum((exact.score(Player(name), view) for view in views), Fraction())
        for name in ("careful", "strongest", "scorer")
    }
    assert of["careful"] < of["scorer"] <= best_score and of["strongest"] < of["scorer"]
    assert best_score - of["scorer"] < 1


def test_who_knows_every_card_makes_the_best_score() -> None:
    """From the redeal on, every card was seen."""
    rules = game("par")
    for number in (3, 4, 5):
        here = Position.start(deal(number, rules))
        while here.pass_number == 1:
            here = here.play(Redeal() if here.allows(Redeal()) else DealStock())
        assert SCORER.play(here).end.score() == best(here, "score").position.score()


def test_an_earlier_pass_is_worth_more_than_the_last() -> None:
    """In ten deals of par it makes more points than the player that plays for the win, though it
    wins no more of them."""
    points = {}
    for player in (Player("scorer", orders=40), Player("sampler", orders=40)):
        points[player.name] = sum(player.play(deal(n, "par")).end.score() for n in range(2, 12))
    assert points["scorer"] > points["sampler"] + 10


def test_where_nothing_clears_the_pyramid_it_leaves_few_cards() -> None:
    """Deal 4 of par has a block: the best line leaves ten cards, the careful player more."""
    start = Position.start(deal(4, "par"))
    most = best(start, "score").position.score()
    got = Player("scorer", orders=10).play(start).end.score()
    assert Player("careful").play(start).end.score() < got <= most == -10


def test_what_it_does_not_play_is_rejected() -> None:
    with pytest.raises(PlayerError, match="plays for par points: add --scoring par"):
        Player("scorer").play(deal(1, "pyramid"))
    with pytest.raises(PlayerError, match="scorer: no kernel plays for points"):
        Player("scorer").kernel(game("par"))
    with pytest.raises(PlayerError, match="does not play this game"):
        Player("scorer").check(replace(game("par"), packs=2, rows=9))


def test_the_shares_of_what_a_deal_shows_add_up() -> None:
    view = View.of(Position.start(deal(1, SMALL[0])))
    assert sum(share for share, _ in with_shown_cards(view, DealStock())) == 1
