"""How well closed play is played: players against the best there is, and advice by it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from closed_bound import gap

from pyrtool import Deal, DealStock, Discard, Position, Redeal, best, deal
from pyrtool.answers.closed import Chance, Player, PlayerError, View, weigh
from pyrtool.answers.closed.player import FEW_ORDERS, orders_of
from pyrtool.answers.closed.view import with_shown_cards
from pyrtool.answers.equivalent_moves import harmless_kings, kings
from pyrtool.base.limits import LimitError, Limits
from pyrtool.game.games import Rules, game
from pyrtool.notation import format_position, parse_deal

from .. import exact as exact_module
from ..commands import answer
from ..dealing import NO_TOP, few_and_all, shuffled_start
from ..exact import Exact, in_play
from ..paths import ROOT

TINY = [
    Rules(rows=3, total=6, suits=2),
    Rules(rows=4, total=7, suits=2),
    Rules(rows=3, total=6, suits=2, goal="pyramid"),
    Rules(rows=3, total=5, suits=2, **NO_TOP),
    Rules(rows=3, total=5, suits=2, passes=2),
    Rules(rows=3, total=5, suits=2, draw=2, passes=2, **NO_TOP),
    Rules(rows=3, total=5, suits=2, face_down="covered"),
    Rules(rows=3, total=5, suits=2, face_down="covered", goal="pyramid"),
]
"""Rules under which so few cards are unseen that all their orders are taken."""

GROUPED: dict[str, Any] = {"rows": 3, "suits": 2} | NO_TOP
TWOS = Rules(total=5, draw=2, passes=2, **GROUPED)
BY_GROUPS = [
    TWOS,
    replace(TWOS, waste_pairs=True, goal="pyramid"),
    Rules(total=5, draw=3, passes=2, **GROUPED),
]
"""The same where several cards are dealt together, so that kings of the waste may have to wait."""

OTHERS = (Player("random"), Player("careful"), Player("sampler", 0, 10))


def views(rules: Rules, count: int) -> Iterator[View]:
    """What is seen at the start of deals, the kings gone that need not wait."""
    for number in range(count):
        here = shuffled_start(rules, number)
        while king := next(harmless_kings(here), None):
            here = here.play(king)
        yield View.of(here)


@pytest.mark.parametrize(("rules", "deals"), few_and_all(4, [*TINY, *BY_GROUPS], 1, 2))
def test_where_few_orders_are_left_the_strongest_plays_best(rules: Rules, deals: int) -> None:
    exact, between = Exact(rules), 0
    count = 4 if rules == TINY[0] else deals // (2 if rules.face_down == "covered" else 1)
    for view in views(rules, count):
        best = exact.best(view)
        between += 0 < best < 1
        assert exact.chance(Player("strongest"), view) == best
        for player in OTHERS:
            assert exact.chance(player, view) <= best
    assert between or rules != TINY[0]


def test_a_king_that_waits_may_win_more(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(views(TWOS, 1))
    best, strongest = Exact(TWOS).best(view), Exact(TWOS).chance(Player("strongest"), view)
    monkeypatch.setattr(exact_module, "harmless_kings", kings)  # then they all go immediately
    assert (best, strongest, Exact(TWOS).best(view)) == (Fraction(3, 4),) * 2 + (Fraction(2, 3),)


def test_what_may_be_turned_next_has_its_likelihood() -> None:
    view = View.of(Position.start(deal(1, game("pyramid"))))
    weights = list(with_shown_cards(view, DealStock()))
    assert sum(weight for weight, _ in weights) == 1
    for weight, table in weights:
        same = [card for card in view.unseen if card.rank == table.stock[0].rank]
        assert weight == Fraction(len(same), 23)
        assert View.of(table) == view


def test_plans_have_room_for_every_pass() -> None:
    """Where cards of the tableau stay unseen after the first pass, plans go on through all: they
    went beyond the rows that a player has, and the interpreter ended."""
    deck: dict[str, Any] = {"ranks": 4, "pairs": "sum 5", "suits": 3}
    rules = Rules(rows=3, stock_waste="no", goal="pyramid", face_down="covered", **deck)
    cards = parse_deal("3D 3C 2D AD 4D AH 4C AC 2C 3H 2H 4H", rules).cards
    for passes in (3, 99, None):
        many = replace(rules, passes=passes)
        view = View.of(Position.start(Deal.of(cards, many)).play(DealStock()))
        best = weigh(view, 20)[0]
        assert best.wins == best.orders, passes
        assert Player("strongest").choose(view) is not None


def test_all_orders_are_tried_before_none_is_reported_to_win() -> None:
    """The first forty orders of deal 141 are lost, and one in fifty is winnable."""
    view = View.of(Position.start(deal(141, game("pyramid"))))
    few, many = weigh(view, 40), weigh(view, 400)
    assert not any(one.wins for one in few)
    assert many[0].orders == 400 and many[0].wins > 3


def test_advice_is_the_same_for_tables_that_look_alike() -> None:
    start = Position.start(deal(87, game("pyramid")))
    other = replace(start, stock=start.stock[::-1])
    one, two = (weigh(View.of(table), 300) for table in (start, other))
    assert one == two and one[0].orders >= 300
    low, high = one[0].interval()
    assert low < one[0].value < high
    wide = one[0].interval(0.99)
    assert wide[0] < low and high < wide[1]
    timed = weigh(View.of(start), limits=Limits(seconds=0.01))
    assert timed[0].orders >= 1


def test_advice_knows_no_covered_card_that_lies_face_down() -> None:
    start = Position.start(deal(87, game("thirteen")))
    while king := next(kings(start), None):
        start = start.play(king)
    hidden = start.unseen()
    other = dict(zip(hidden, hidden[::-1], strict=True))
    tableau = tuple(card and other.get(card, card) for card in start.tableau)
    turned = replace(start, tableau=tableau, stock=tuple(other[card] for card in start.stock))
    one, two = (weigh(View.of(table), 150) for table in (start, turned))
    assert one == two and not one[0].exact and one[0].wins > 0


def test_advice_says_what_it_needs() -> None:
    view = View.of(Position.start(deal(87, game("pyramid"))))
    for orders in (None, 0, 10**9):
        with pytest.raises(PlayerError, match="orders"):
            weigh(view, orders)
    with pytest.raises(LimitError):
        weigh(view, limits=Limits(seconds=-1.0))
    with pytest.raises(PlayerError, match="a limit on nodes has no effect"):
        weigh(view, 5, Limits(nodes=100))
    with pytest.raises(ValueError, match="hits"):
        _ = Chance(DealStock(), 3, 2, False).value
    waiting = View.of(Position.start(deal(60, game("pyramid"))))
    (only,) = weigh(waiting, 5)
    assert isinstance(only.move, Discard) and only.orders == 0


def test_closed_advice_on_the_command_line(tmp_path: Path) -> None:
    text = answer("advise", "87", "--closed", "--orders", "200")
    record = json.loads(answer("advise", "87", "--closed", "--orders", "200", "--format", "ndjson"))
    best = record["closed"]["choices"][0]
    low, high = best["interval"]
    assert low <= best["chance"] <= high and best["words"] in text
    assert record["closed"]["orders"] >= 200 and record["closed"]["exact"] is False
    view = View.of(Position.start(deal(87, game("pyramid"))))
    file = tmp_path / "unknown.txt"
    file.write_text(format_position(view.table) + "\n")
    unknown = answer("advise", str(file), "--closed", "--orders", "200")
    assert unknown.partition(":")[2].split() == text.partition(":")[2].split()


@pytest.mark.parametrize(
    ("number", "name", "files"),
    [
        (82, "pyramid", {1: "pyramid82-a", 8: "pyramid82-b", 28: "pyramid82-c", 29: "pyramid82-d"}),
        (9, "microsoft", {1: "microsoft9"}),
    ],
    ids=("pyramid", "microsoft"),
)
def test_the_tables_of_the_commented_games(number: int, name: str, files: dict[int, str]) -> None:
    """They are what `strongest` sees after this many moves, and `careful` plays differently."""
    here = Position.start(deal(number, game(name)))
    for at in range(max(files) + 1):
        move = Player("strongest").choose(View.of(here))
        assert move is not None
        if at in files:
            text = (ROOT / "docs" / "data" / f"{files[at]}.txt").read_text()
            assert text == format_position(View.of(here).table) + "\n"
            assert Player("careful").choose(View.of(here)) != move
        here = here.play(move)


def test_hints_are_fair_while_the_stock_lies_face_down() -> None:
    entered = "hint\nhint open\nhint me\nmoves chances\nopen\nhint\n"
    text = " ".join(answer("play", "87", input=entered).split())
    move = Player("strongest").choose(View.of(Position.start(deal(87, game("pyramid")))))
    assert f"hint: {move} (by what you can know; hint open looks at the stock)" in text
    assert text.count("(found by looking at the stock)") == 1
    assert "chances without seeing the stock, estimated with" in text
    assert text.count("by what you can know") == 1


def test_a_watched_game_that_goes_on_with_kings_after_the_win_is_verified(tmp_path: Path) -> None:
    """The last pair uncovers the king of the stock, which goes when the pyramid is gone."""
    file = tmp_path / "deal.txt"
    file.write_text("2D 3C 2H AH 2C AD 3H AC 3D\n")
    rules = ["--rows=2", "--pyramids=2", "--goal=pyramid", "--total=3", "--suits=3"]
    record = answer("watch", str(file), "--player", "greedy", *rules, "--format", "ndjson")
    made = json.loads(record)
    assert (made["verdict"], made["moves"][-1]["discard"][0]["card"]) == ("won", "3D")
    assert "ok: won in 6 moves" in answer("verify", input=record)
    for name in ("pyramid_left", "cards_left", "player", "seed", "orders"):
        made.pop(name, None)
    refused = answer("verify", status=1, input=json.dumps(made))
    assert "but the record has 1 more move" in refused


def test_a_bound_is_tighter_the_later_the_order_is_known() -> None:
    rules = Rules(rows=4, total=9, suits=2, goal="pyramid")
    starts = [deal(number, rules) for number in range(12)]
    gaps = [gap(starts, 80, foresight, 0) for foresight in (1, 2, 4)]
    assert len({one.won for one in gaps}) == 1
    assert 0 <= gaps[0].least <= gaps[1].least <= gaps[2].least
    assert gaps[2].least > 0
    low, high = gaps[2].interval()
    assert low < gaps[2].least < high


def test_a_bound_says_what_it_needs() -> None:
    assert gap([]).deals == 0
    for rules, orders, foresight, shown_first in (
        (game("giza"), 9, 1, 3),
        (game("tut"), 9, 1, 3),
        (game("pyramid"), 0, 1, 3),
        (game("pyramid"), 9, 0, 3),
        (game("pyramid"), 9, 1, -1),
        (game("pyramid"), 9, 1, 53),
        (game("thirteen"), 9, 1, 3),
    ):
        with pytest.raises(PlayerError):
            gap([deal(1, rules)], orders, foresight, shown_first)


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

SCORER = Player("scorer", orders=12)


@pytest.mark.parametrize(("rules", "games"), few_and_all(3, SMALL, 2, 4))
def test_with_few_orders_no_closed_player_has_more_points(rules: Rules, games: int) -> None:
    """In games 4 and 5 a wrong move costs points under each of the rules."""
    exact, matters = Exact(rules), 0
    for view in (view for number in range(4, 4 + games) for view in in_play(rules, number)):
        if orders_of(view) <= FEW_ORDERS:
            assert exact.score(SCORER, view) == exact.best_score(view)
            after = {
                sum(share * exact.best_score(View.of(then.play(move))) for share, then in shown)
                for move in view.legal_moves()
                for shown in [list(with_shown_cards(view, move))]
            }
            matters += len(view.unseen) > 1 and len(after) > 1
    assert matters


@pytest.mark.slow
def test_it_loses_few_points_against_the_best_and_fewer_than_who_plays_for_the_win() -> None:
    """Whole games of a small deck, over every order of its stock."""
    rules = SMALL[4]
    exact = Exact(rules)
    views = [View.of(Position.start(deal(number, rules))) for number in range(1, 6)]
    assert min(map(orders_of, views)) > FEW_ORDERS
    best_score = sum(map(exact.best_score, views), Fraction())
    of = {
        name: sum((exact.score(Player(name), view) for view in views), Fraction())
        for name in ("careful", "strongest", "scorer")
    }
    assert of["careful"] < of["scorer"] <= best_score and of["strongest"] < of["scorer"]
    assert best_score - of["scorer"] < 1


def test_who_knows_every_card_makes_the_best_score() -> None:
    """From the redeal on, every card was seen."""
    for number in (3, 4, 5):
        here = Position.start(deal(number, "par"))
        while here.pass_number == 1:
            here = here.play(Redeal() if here.allows(Redeal()) else DealStock())
        assert SCORER.play(here).end.score() == best(here, "score").position.score()


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
