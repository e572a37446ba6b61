"""A shape that only this test knows goes from the deal to the page: nothing else asks for kinds.

The cross has an arm on each side of its middle card, which the four cards of the arms cover. It
replaces the reserve: five cards, so that the rules' count of cards holds.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pyrtool import Card, Deal, Position, Rules, deal, render, solve
from pyrtool.game import layout
from pyrtool.game.shapes import KINDS, Part, Place, Shape
from pyrtool.notation import format_diagram, parse_diagram
from pyrtool.pages.page import page
from pyrtool.pictures.scenes.positions import compose

from ..oracle import Oracle

RULES = Rules(rows=2, reserve=5, total=7, suits=2, stock="bouquet")


def cross(part: Part, before: tuple[Part, ...], of: int) -> Shape:
    assert part.size == 5 and not before and of == 1
    return Shape(
        places=tuple(Place("cross", 1, index) for index in range(1, 6)),
        covers=((1, 2, 3, 4), (), (), (), ()),
        spots=((1, 1), (1, 0), (0, 1), (2, 1), (1, 2)),
        piles=("Cross",) * 5,
        lesson="The middle of the cross is free when its arms are gone.",
        label="cross",
    )


@pytest.fixture(autouse=True)
def with_crosses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(KINDS, "reserve", replace(KINDS["reserve"], build=cross))
    layout.laid_out.cache_clear()
    yield
    layout.laid_out.cache_clear()


def dealt(number: int = 3) -> Deal:
    return deal(number, RULES)


def test_the_referee_knows_what_covers_it() -> None:
    start = Position.start(Deal.of(dealt().cards, RULES))
    middle, *arms = start.tableau[3:]
    assert middle is not None
    assert start.covering(middle) == arms
    assert start.where(middle) == "cross 1"
    assert middle not in start.available()


def test_its_diagram_shows_it_and_is_read_back() -> None:
    start = Position.start(Deal.of(dealt().cards, RULES))
    diagram = format_diagram(start)
    middle, top, left, right, bottom = map(str, start.tableau[3:])
    lines = diagram.splitlines()[2:5]
    assert [line.removeprefix("cross").split() for line in lines] == [
        [top],
        [left, middle, right],
        [bottom],
    ]
    assert parse_diagram(diagram, RULES).cards == dealt().cards


def test_verdicts_are_the_brute_force_s() -> None:
    found = set()
    for number in range(1, 60):
        cards = dealt(number).cards
        oracle = Oracle(cards, RULES)
        oracle.direct[3:] = [[4, 5, 6, 7], [], [], [], []]
        won = oracle.shortest() is not None
        assert solve(Deal.of(cards, RULES)).is_won == won, number
        found.add(won)
    assert found == {True, False}


def test_pictures_have_it_where_it_says(tmp_path: Path) -> None:
    start = Position.start(Deal.of(dealt().cards, RULES))
    scene = compose(start)
    at = {face.card: (face.x, face.y) for face in scene.faces}

    def spot(i: int) -> tuple[float, float]:
        card = start.tableau[i]
        assert isinstance(card, Card)
        return at[card]

    (middle_x, middle_y), top, left, right, bottom = (spot(i) for i in range(3, 8))
    assert left[1] == right[1] == middle_y
    assert top[0] == bottom[0] == middle_x
    assert left[0] < middle_x < right[0]
    assert top[1] < middle_y < bottom[1]
    path = tmp_path / "cross.svg"
    render(start, path)
    assert "Cross: " in path.read_text(encoding="utf-8")


def test_the_page_explains_how_it_is_played() -> None:
    verdict = solve(Deal.of(dealt().cards, RULES))
    text = page(dealt(), verdict).decode()
    assert "cross 1" in text
    assert "The middle of the cross is free when its arms are gone." in text
