"""The covering relation: small tableaux by hand, all pyramids by their geometry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout, Place


def names(layout: Layout) -> list[str]:
    return list(map(str, layout.places))


def test_three_rows_by_hand() -> None:
    #     0
    #    1 2
    #   3 4 5
    layout = Layout.of(Rules(rows=3))
    assert names(layout) == [
        "pyramid 1.1",
        "pyramid 2.1",
        "pyramid 2.2",
        "pyramid 3.1",
        "pyramid 3.2",
        "pyramid 3.3",
    ]
    assert layout.covers == ((1, 2), (3, 4), (4, 5), (), (), ())
    assert layout.direct == (0b110, 0b11000, 0b110000, 0, 0, 0)
    assert layout.above == (0b111110, 0b11000, 0b110000, 0, 0, 0)
    assert layout.pyramid == 0b111111


def test_two_pyramids_stand_side_by_side() -> None:
    #     0     3
    #    1 2   4 5
    layout = Layout.of(Rules(rows=2, pyramids=2))
    assert layout.covers == ((1, 2), (), (), (4, 5), (), ())
    assert names(layout)[3:] == ["pyramid 1.2", "pyramid 2.3", "pyramid 2.4"]
    assert layout.pyramid == 0b111111


def test_columns_by_hand() -> None:
    # The pyramid 0; columns 1 4, 2 5, 3 6 with 4, 5, 6 exposed.
    layout = Layout.of(Rules(rows=1, columns=(3, 2)))
    assert layout.covers == ((), (4,), (5,), (6,), (), (), ())
    assert names(layout) == ["pyramid 1.1", *(f"column {k}" for k in (1, 2, 3, 1, 2, 3))]
    assert layout.places[1] == Place("column", 1, 1)
    assert layout.places[4] == Place("column", 2, 1)
    assert layout.pyramid == 0b1


def test_deep_columns_cover_transitively() -> None:
    layout = Layout.of(Rules(rows=1, columns=(1, 4)))
    assert layout.covers == ((), (2,), (3,), (4,), ())
    assert layout.above[1] == 0b11100


def test_a_reserve_is_open() -> None:
    layout = Layout.of(Rules(rows=2, reserve=2))
    assert names(layout)[3:] == ["reserve 1", "reserve 2"]
    assert layout.covers[3:] == ((), ())
    assert layout.pyramid == 0b111


def test_giza_is_a_pyramid_over_eight_columns() -> None:
    layout = Layout.of(GAMES["giza"])
    assert len(layout.places) == 52
    exposed = [
        str(place) for place, on_it in zip(layout.places, layout.covers, strict=True) if not on_it
    ]
    assert exposed == [f"pyramid 7.{k}" for k in range(1, 8)] + [f"column {k}" for k in range(1, 9)]
    assert [place.row for place in layout.places[-8:]] == [3] * 8


def test_the_order_of_dealing() -> None:
    rules = replace(GAMES["pyramid"], rows=2, pyramids=2, columns=(2, 2), reserve=2)
    kinds = [place.kind for place in Layout.of(rules).places]
    assert kinds == ["pyramid"] * 6 + ["column"] * 4 + ["reserve"] * 2


@pytest.mark.parametrize("rows", range(1, 10))
def test_a_card_is_covered_by_the_triangle_below_it(rows: int) -> None:
    layout = Layout.of(Rules(rows=rows))
    for i, lower in enumerate(layout.places):
        for j, upper in enumerate(layout.places):
            deeper = upper.row - lower.row
            covers = deeper > 0 and lower.index <= upper.index <= lower.index + deeper
            assert bool(layout.above[i] >> j & 1) == covers
            assert bool(layout.direct[i] >> j & 1) == (covers and deeper == 1)


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_what_lies_on_a_card_is_dealt_after_it(rules: Rules) -> None:
    layout = Layout.of(rules)
    assert all(j > i for i, on_it in enumerate(layout.covers) for j in on_it)
    assert len(layout.places) == rules.tableau_size


def test_a_layout_is_made_once() -> None:
    assert Layout.of(Rules()) is Layout.of(Rules(overlap=True))


def test_a_triangle_by_hand() -> None:
    #   0 1 2
    #    3 4
    #     5
    layout = Layout.of(Rules(tableau="triangle 3"))
    assert names(layout) == [
        *(f"triangle 1.{place}" for place in (1, 2, 3)),
        *(f"triangle 2.{place}" for place in (1, 2)),
        "triangle 3.1",
    ]
    assert layout.covers == ((3,), (3, 4), (4,), (5,), (5,), ())
    assert layout.pyramid == 0b111111
    assert layout.pyramid_rows == (0b100000, 0b11000, 0b111)


def test_places_are_counted_on_along_a_row_of_the_table() -> None:
    #    0      3      9
    #   1 2    4 5
    #         6 7 8
    layout = Layout.of(Rules(tableau="pyramid 2 + pyramid 3 + pyramid 1"))
    assert names(layout) == [
        *("pyramid 1.1", "pyramid 2.1", "pyramid 2.2"),
        *("pyramid 1.2", "pyramid 2.3", "pyramid 2.4"),
        *(f"pyramid 3.{place}" for place in (1, 2, 3)),
        "pyramid 1.3",
    ]
    assert layout.piles[0] == "Pyramid 1, row 1" and layout.piles[9] == "Pyramid 3, row 1"
    assert layout.pyramid_rows == (0b111000000, 0b110110, 0b1000001001)


@pytest.mark.parametrize(
    "tableau",
    ["triangle 7", "reserve 2 + triangle 3 + columns 2x2", "pyramid 2 + triangle 2 + triangle 4"],
)
def test_every_place_has_a_name_of_its_own_and_later_cards_lie_on_earlier(tableau: str) -> None:
    layout = Layout.of(Rules(tableau=tableau))
    rows = {(place.kind, place.row, place.index) for place in layout.places}
    assert len(rows) == len(layout.places)
    assert all(j > i for i, on_it in enumerate(layout.covers) for j in on_it)
