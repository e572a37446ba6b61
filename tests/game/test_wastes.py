"""Several wastes, and both ends of one: the rules, the referee, words and pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrtool.answers.kernels import several_wastes
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules, RulesError, changed, differences
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Position
from pyrtool.notation import (
    ReplayError,
    events,
    format_diagram,
    format_event,
    format_moves,
    format_position,
    format_solution,
    parse_event,
    parse_moves,
    parse_position,
    parse_typed,
    replay,
)
from pyrtool.pictures.scenes.scene import compose

from ..commands import answer, complaint
from ..dealing import shuffled
from ..oracle import Oracle, TooManyStates
from ..playouts import play_out
from ..wastes import drawn

NO_TOP: dict[str, Any] = {"stock_top": False, "stock_waste": "no"}
THREE = Rules(rows=2, total=5, wastes=3, waste_match=True, passes=3, **NO_TOP)
CHOICE = Rules(rows=2, total=5, wastes=2, deal_to="choice", passes=2)
ENDS = Rules(rows=2, total=5, waste_ends="both", waste_pairs=True, **NO_TOP)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"wastes": 5}, "wastes 5: must be 1 to 4"),
        ({"wastes": 2}, "deal-to each has no meaning with the stock top available"),
        ({"deal_to": "choice"}, "deal-to has no meaning with one waste: add --wastes 2"),
        ({"waste_match": True}, "waste-match has no meaning with one waste: add --wastes 2"),
        ({"wastes": 2, "draw": 2, **NO_TOP}, "draw 2 has no meaning with 2 wastes"),
        (
            {"waste_ends": "both", "stock_waste": "auto"},
            "stock-waste auto has no meaning with both",
        ),
        (
            {"wastes": 2, "deal_to": "choice", "stock_waste": "auto-on-turn"},
            "stock-waste auto-on-turn has no meaning with 2 wastes",
        ),
        ({"stock": "bouquet", "waste_ends": "both"}, "waste-ends has no meaning with an open bouq"),
        ({"waste_ends": "bottom"}, "waste_ends 'bottom': must be top, both"),
        ({"wastes": 2, "deal_to": 1}, "deal_to 1: must be each, choice"),
    ],
)
def test_rules_without_a_meaning_are_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**given)
    assert str(caught.value).startswith(why)


def test_records_of_before_are_read_and_those_of_now_are_whole() -> None:
    new = {"deal_to", "waste_match", "waste_ends"}
    before = {name: value for name, value in Rules().to_dict().items() if name not in new}
    assert Rules.from_dict(before) == Rules()
    for _, rules, _ in drawn(1, 30):
        assert Rules.from_dict(rules.to_dict()) == rules
        assert changed(Rules(), differences(rules)) == rules


REST = "4C 5H AD AH AS 2C 2H 2S 3C 3S 4D 4H 4S 5S"


def at(rules: Rules, text: str) -> Position:
    return parse_position(text, rules)


def refused(position: Position, word: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        position.play(Discard(tuple(map(Card.parse, word.split("/")))))
    return str(caught.value)


def test_a_deal_puts_a_card_on_each_waste_and_the_last_fewer() -> None:
    here = at(THREE, "5C / -- -- stock AC 4C 2D 3D 5H")
    with pytest.raises(IllegalMoveError, match="does not choose the waste"):
        here.play(DealStock(2))
    here = here.play(DealStock())
    assert here.wastes == tuple((card,) for card in map(Card.parse, ("AC", "4C", "2D")))
    here = here.play(DealStock())
    assert [len(waste) for waste in here.wastes] == [2, 2, 1]
    assert here.where(Card.parse("3D")) == "waste 1"


def test_a_redeal_takes_the_first_waste_first() -> None:
    here = at(THREE, "5C / -- -- waste 1 AC 3D waste 2 4C waste 3 2D")
    (after,) = [here.play(move) for move in here.legal_moves() if str(move) == "redeal"]
    assert " ".join(map(str, after.stock)) == "AC 3D 4C 2D"
    assert after.passed() == ()


def test_tops_of_different_wastes_match_where_the_rules_say_so() -> None:
    text = "5C / -- -- waste 1 AC 3D waste 2 4C waste 3 2D"
    assert "3D/2D" in set(map(str, at(THREE, text).legal_moves()))
    apart = replace(THREE, waste_match=False)
    whole = at(THREE, "5C / AC 3H stock 5D 3D 2D " + REST)
    dealt = Position.start(Deal.of(whole.cards(), apart)).play(DealStock())
    assert "cards of different wastes do not match" in refused(dealt, "3D/2D")
    assert "AC is in the waste 1 under 3D" in refused(at(THREE, text), "4C/AC")


def test_the_player_chooses_the_waste() -> None:
    here = at(CHOICE, "5C / -- -- turned AC stock 4C 2D 3D")
    assert {"deal1", "deal2"} < set(map(str, here.legal_moves()))
    with pytest.raises(IllegalMoveError, match="say to which waste: deal1, deal2"):
        here.play(DealStock())
    moves = parse_moves("deal2 4C/AC deal1*2", here)
    assert here.play(DealStock(2)).where(Card.parse("AC")) == "waste 2"
    line_events = [format_event(event) for event in events(moves, here)]
    assert line_events[0] == {"deal": ["AC"], "to": 2}
    assert format_moves(moves) == "deal2 4C/AC deal1*2"
    assert "deal 2 to 1" in format_solution(moves, here)


def test_what_is_typed_at_the_table_says_the_waste() -> None:
    here = Position.start(deal(3, GAMES["day"]))
    assert format_moves(parse_typed("d2*2 deal1 d2", here)) == "deal2*2 deal1 deal2"
    one = Position.start(deal(3, GAMES["pyramid"]))
    assert format_moves(parse_typed("d2", one)) == "deal*2"
    with pytest.raises(ReplayError, match="does not choose the waste"):
        parse_moves("deal2", one)


def test_both_ends_of_a_waste_go_together() -> None:
    here = at(ENDS, "5C / -- -- waste AC 3D 2C 4C")
    assert here.where(Card.parse("AC")) == "waste bottom"
    assert "AC/4C" in set(map(str, here.legal_moves()))
    assert "3D is in the waste under 4C" in refused(here, "3D/2C")
    after = here.play(Discard((Card.parse("AC"), Card.parse("4C"))))
    assert " ".join(map(str, after.waste)) == "3D 2C"


def test_the_referee_and_the_brute_force_play_the_same_game() -> None:
    for chance, rules, cards in drawn(2, 150):
        start = Position.start(Deal.of(cards, rules))
        oracle = Oracle(cards, rules)
        for _ in range(3):
            _, here = play_out(start, chance.randrange(2**32), chance.randrange(16))
            mine = {oracle.at(here.play(move)) for move in here.legal_moves()}
            assert mine == set(oracle.successors(oracle.at(here))), f"{differences(rules)}\n{here}"


def test_positions_and_moves_are_read_back() -> None:
    for chance, rules, cards in drawn(3, 120):
        start = Position.start(Deal.of(cards, rules))
        moves, here = play_out(start, chance.randrange(2**32), chance.randrange(20))
        if here.cards_left() and here.cards_left() < rules.deck_size:
            assert parse_position(format_diagram(here), rules) == here, f"\n{here}"
            assert parse_position(format_position(here), rules) == here
        assert parse_moves(format_moves(moves), start) == tuple(moves)
        line_events = [parse_event(format_event(event), "") for event in events(moves, start)]
        assert replay(line_events, start) == (tuple(moves), here)
        assert all(len(line) <= 80 for line in format_solution(moves, start).splitlines())


def test_the_wastes_lie_side_by_side_and_their_cards_in_order() -> None:
    here = Position.start(deal(2, GAMES["apophis"]))
    while here.stock:
        here = here.play(DealStock())
        scene = compose(here)
        labels = [text for text in scene.texts if text.text.startswith("Waste")]
        assert len({text.y for text in labels}) == 1
        assert [text.x for text in labels] == sorted(text.x for text in labels)
        spots = {face.card: (face.y, face.x) for face in scene.faces}
        for waste, label, after in zip(
            here.wastes, labels, [*(text.x for text in labels[1:]), scene.width], strict=True
        ):
            assert [spots[card] for card in waste] == sorted(spots[card] for card in waste)
            assert all(label.x <= spots[card][1] + 1e-6 < after - 1 for card in waste)


def test_a_picture_shows_every_waste() -> None:
    here = at(THREE, "5C / -- -- waste 1 AC 3D waste 2 4C waste 3 2D")
    scene = compose(here)
    assert {"Waste 1", "Waste 2", "Waste 3"} <= {
        text.text.partition(",")[0] for text in scene.texts
    }
    assert {face.card for face in scene.faces} == set(here.cards())


# Verdicts.

PRUNES = ("sets", "excluded", "forced", "earlier", "kings")


def check_verdicts(seed: int, count: int) -> None:
    """The solver against the brute force, from starts and from the middle of play, with each prune
    off in turn and with all of them off."""
    won = lost = 0
    for chance, rules, cards in drawn(seed, count):
        start = Position.start(Deal.of(cards, rules))
        if chance.random() < 0.4:
            _, start = play_out(start, chance.randrange(2**32), chance.randrange(12))
        try:
            can = Oracle(cards, rules, start).shortest(4_000) is not None
        except TooManyStates:
            continue
        case = f"{differences(rules)}\n{start}"
        assert isinstance(solve(start), Won if can else Lost), case
        won, lost = won + can, lost + (not can)
        for off in () if start.is_won() else ((), *((name,) for name in PRUNES), PRUNES):
            kernel = several_wastes.load(start, frozenset(off))
            assert kernel.search(10**6) == ("won" if can else "lost"), f"{off} {case}"
    assert won > count / 5 and lost > count / 20


def test_verdicts_are_those_of_the_brute_force() -> None:
    check_verdicts(4, 100)


@pytest.mark.slow
def test_verdicts_of_thousands_of_deals() -> None:
    check_verdicts(5, 1_500)


NODES: dict[str, list[str]] = {
    "treize": [
        "lost 0",
        "won 53",
        "won 147",
        "lost 0",
        "won 150",
        "lost 0",
        "lost 0",
        "won 999",
        "won 52",
        "lost 0",
        "lost 0",
        "won 52",
    ],
    "yield": [
        "lost 576",
        "unknown 2000",
        "lost 108",
        "lost 0",
        "lost 0",
        "unknown 2000",
        "lost 146",
        "won 349",
        "won 53",
        "won 390",
        "lost 0",
        "lost 25",
    ],
    "day": [
        "lost 0",
        "won 90",
        "won 45",
        "lost 0",
        "won 54",
        "lost 0",
        "lost 0",
        "won 47",
        "unknown 2000",
        "lost 0",
        "lost 0",
        "won 451",
    ],
    "apophis": [
        "lost 0",
        "won 47",
        "won 40",
        "lost 0",
        "won 42",
        "lost 0",
        "lost 0",
        "won 43",
        "unknown 2000",
        "lost 0",
        "lost 0",
        "won 41",
    ],
    "eleven-triangle": [
        "lost 319",
        "lost 0",
        "won 97",
        "lost 0",
        "lost 0",
        "lost 0",
        "lost 564",
        "lost 0",
        "lost 882",
        "lost 54",
        "lost 321",
        "lost 306",
    ],
}


@pytest.mark.parametrize("name", NODES)
def test_real_deals_take_the_same_nodes(name: str) -> None:
    found = []
    for number in range(1, 13):
        verdict = solve(deal(number, GAMES[name]), Limits(nodes=2_000))
        word = {Won: "won", Lost: "lost", Unknown: "unknown"}[type(verdict)]
        found.append(f"{word} {verdict.nodes}")
    assert found == NODES[name]


def test_later_tries_weigh_moves_in_other_ways() -> None:
    """The first 32 tries end after 14,000 nodes; alike, millions more of them found no win here."""
    verdict = solve(deal(4468, GAMES["apophis"]), Limits(nodes=20_000))
    assert isinstance(verdict, Won)
    assert verdict.nodes == 14_160


def test_limits_are_kept() -> None:
    cards = shuffled(GAMES["day"], 5)
    verdict = solve(Deal.of(cards, GAMES["day"]), Limits(nodes=3))
    assert isinstance(verdict, Lost | Unknown)
    assert verdict.nodes <= 3


def test_what_is_not_answered_is_refused_in_a_line() -> None:
    assert "does not play this game" in complaint(
        "watch", "3", "--game", "treize", "--player", "sampler"
    )


def test_a_survey_solves_them_one_by_one(tmp_path: Path) -> None:
    ledger = str(tmp_path / "yield.db")
    output = answer(
        "survey", "run", "1-12", "--game", "yield", "--ledger", ledger, "--workers", "1"
    )
    won = sum(word.startswith("won") for word in NODES["yield"])
    assert output.split("won")[1].split()[0] == str(won)
