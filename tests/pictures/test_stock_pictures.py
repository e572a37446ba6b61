"""Pictures and solutions of games with a dealt stock, after some moves of a solution."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from pyrtool.answers.solve import Won, solve
from pyrtool.cli.app import app
from pyrtool.game.cards import Card
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Move, Position, Redeal
from pyrtool.notation import format_solution
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.scene import compose

from ..pictured import assert_on_page

CASES = {
    "microsoft": (GAMES["microsoft"], 9),
    "par": (GAMES["par"], 9),
    "tut": (GAMES["tut"], 9),
    "king-tut": (GAMES["king-tut"], 180),
    "auto on turn": (replace(GAMES["pyramid"], stock_waste="auto-on-turn"), 47),
}


def solved(rules: Rules, number: int) -> tuple[tuple[Move, ...], list[Position]]:
    """A solution, and the positions from the first to the last."""
    verdict = solve(deal(number, rules))
    assert isinstance(verdict, Won)
    start = Position.start(deal(number, rules))
    positions = list(accumulate(verdict.moves, lambda at, move: at.play(move), initial=start))
    return verdict.moves, positions


def piles(scene: Scene, position: Position) -> dict[str, list[Card]]:
    """The cards under each label beside the tableau, line by line from the left."""
    tableau = [face for face in scene.faces if face.card in position.tableau]
    assert len(tableau) == sum(card is not None for card in position.tableau)
    labels = [text for text in scene.texts if text.role == "label"]
    found: dict[str, list[Card]] = {label.text.partition(",")[0]: [] for label in labels}
    beside = [face for face in scene.faces if face not in tableau]
    for face in sorted(beside, key=lambda face: (face.y, face.x)):
        nearest = max(label.y for label in labels if label.y < face.y)
        line = [label for label in labels if label.y == nearest and label.x <= face.x + 0.01]
        label = max(line, key=lambda label: label.x)
        found[label.text.partition(",")[0]].append(face.card)
    return found


@pytest.mark.parametrize("name", [*CASES, "day"])
def test_as_seen_the_stock_is_one_pile_beside_the_others(name: str) -> None:
    rules, number = CASES.get(name) or (GAMES["day"], 1)
    for after in range(4):
        position = Position.start(deal(number, rules))
        for _ in range(after):
            position = position.play(DealStock(1 if rules.wastes > 1 else 0))
        scene = compose(position, as_seen=True)
        (back,) = [face for face in scene.faces if face.down]
        assert back.card == position.stock[0]
        shown = {*position.tableau, *sum(position.wastes, ()), position.turned, back.card}
        assert {face.card for face in scene.faces} == shown - {None}
        labels = [text for text in scene.texts if text.role == "label"]
        assert labels[-1].text.partition(",")[0] == f"Stock {len(position.stock)}"
        assert labels[-1].x == pytest.approx(back.x) and len({label.y for label in labels}) == 1
        assert_on_page(scene)


@pytest.mark.parametrize("name", CASES)
def test_after_any_moves_waste_turned_card_and_stock_lie_in_dealing_order(name: str) -> None:
    rules, number = CASES[name]
    _, positions = solved(rules, number)
    start = positions[0]
    first = [card for card in (start.turned, *start.stock) if card is not None]
    passes = set()
    for position in positions:
        scene = compose(position)
        shown = piles(scene, position)
        stock = shown.get("Stock", [])
        turned = [] if position.turned is None else [position.turned]
        if any(text.text == "Stock, in the order of dealing" for text in scene.texts):
            assert stock == [*turned, *position.stock] == first and not position.waste
            continue
        assert shown.get("Waste", []) + shown.get("Top", []) == list(position.waste)
        assert shown.get("Turned", []) == turned
        assert stock == list(position.stock)
        assert [card for card in first if card in position.stock] == stock
        if position.stock or position.waste:
            words = " ".join(text.text for text in scene.texts)
            assert (f", pass {position.pass_number}" in words) == (rules.passes != 1)
            passes.add(position.pass_number)
    assert max(passes) == positions[-1].pass_number or not positions[-1].waste


def test_the_top_of_a_waste_of_several_rows_lies_apart_beside_the_turned_card() -> None:
    position = Position.start(deal(2, GAMES["pyramid"]))
    for _ in range(15):
        position = position.play(DealStock())
    scene = compose(position)
    shown = piles(scene, position)
    assert shown["Top"] == [position.waste[-1]]
    spots = {face.card: face for face in scene.faces}
    assert position.turned is not None
    top, turned = spots[position.waste[-1]], spots[position.turned]
    assert top.y == turned.y == spots[position.waste[0]].y and top.x + 1 < turned.x
    assert all(spots[card].x + 1 < top.x for card in position.waste[:-1])


def test_the_command_draws_what_stands_after_so_many_moves(tmp_path: Path) -> None:
    rules, number = CASES["microsoft"]
    moves, positions = solved(rules, number)
    at = next(i for i, move in enumerate(moves, 1) if isinstance(move, Redeal)) + 2
    words = [str(number), "--game", "microsoft", "--after", str(at), "-o", str(tmp_path / "x.png")]
    done = CliRunner().invoke(app, ["render", *words])
    assert done.exit_code == 0, done.stderr
    drawn = Image.open(tmp_path / "x.png")
    scene = compose(positions[at])
    assert positions[at].pass_number == 2
    assert drawn.height / drawn.width == pytest.approx(scene.height / scene.width, rel=0.1)


@pytest.mark.parametrize("name", CASES)
def test_a_solution_draws_every_discard_and_counts_every_move(name: str) -> None:
    rules, number = CASES[name]
    moves, positions = solved(rules, number)
    text = format_solution(moves, positions[0])
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    count = 0
    for line in lines:
        words = line.replace(":", " ").split()
        if words[0] == "Pass":
            count += 1 if "redeal" in words else 0
        elif words[0] == "deal":
            count += int(words[1].partition("x")[0])
            words = words[2:]
        numbers = [int(word[:-1]) for word in words if word[:-1].isdigit() and word[-1] == "."]
        for counted_moves in numbers:
            count += "redeal" not in words
            assert counted_moves == count, line
    assert count == len(moves)
    for position in positions:
        for pair in position.vanished:
            assert "auto " + " + ".join(map(str, pair)) in text
    passes = [line for line in lines if line.startswith("Pass")]
    assert len(passes) == (positions[-1].pass_number if positions[-1].pass_number > 1 else 0)


@pytest.mark.parametrize("width_px", [300, 1200])
@pytest.mark.parametrize("label_times", [1.0, 2.2])
@pytest.mark.parametrize("name", ["alonso", "up-and-down", "day", "microsoft"])
def test_no_label_runs_into_the_next(name: str, label_times: float, width_px: int) -> None:
    position = Position.start(deal(1, GAMES[name]))
    for dealt in range(position.rules.stock_size):
        scene = compose(position, label_times=label_times, width_px=width_px)
        labels = [text for text in scene.texts if text.role == "label"]
        for left, right in pairwise(labels):
            assert left.y != right.y or left.x + left.width < right.x, (dealt, left, right)
        counted_passes = sum(", pass 1 of" in label.text for label in labels)
        assert counted_passes == (0 if dealt == 0 or label_times > 1 else 1)
        position = position.play(DealStock(1 if name == "day" else 0))
