"""The covering relation, and Microsoft's scoring of rows: by hand, and by their geometry."""

import pytest

from pyrtool import Card, Deal, best, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.points import points
from pyrtool.game.position import Discard, IllegalMoveError, Position
from pyrtool.pictures.scenes.positions import compose

from ..dealing import shuffled_start, won
from ..oracle import Oracle
from ..small_games import BANDED_TABLEAUX, ONE_FOUR, ONE_FOUR_CARDS


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


@pytest.mark.parametrize("rows", range(1, 10))
def test_a_card_is_covered_by_the_triangle_below_it(rows: int) -> None:
    layout = Layout.of(Rules(rows=rows))
    for i, lower in enumerate(layout.places):
        for j, upper in enumerate(layout.places):
            deeper = upper.row - lower.row
            covers = deeper > 0 and lower.index <= upper.index <= lower.index + deeper
            assert bool(layout.above[i] >> j & 1) == covers
            assert bool(layout.direct[i] >> j & 1) == (covers and deeper == 1)


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


TABLEAUX = ("reserve 2 + triangle 3 + columns 2x2", "pyramid 2 + triangle 2 + triangle 4")


@pytest.mark.parametrize("rules", [*GAMES.values(), *(Rules(tableau=one) for one in TABLEAUX)])
def test_every_place_has_a_name_of_its_own_and_later_cards_lie_on_earlier(rules: Rules) -> None:
    layout = Layout.of(rules)
    rows = {(place.kind, place.row, place.index) for place in layout.places}
    assert len(rows) == len(layout.places) == rules.tableau_size
    assert all(j > i for i, on_it in enumerate(layout.covers) for j in on_it)


MICROSOFT = GAMES["microsoft"]


def test_the_most_is_1290() -> None:
    assert points(7, 28) == 1290
    assert [points(rows, 0) for rows in range(8)] == [0, 25, 75, 150, 250, 400, 650, 1150]
    assert (points(8, 0), points(9, 0)) == (1650, 2150)  # as much as the seventh


def test_a_game_begins_without_points_and_ends_when_the_pyramid_is_cleared() -> None:
    dealt = deal(9, MICROSOFT)
    verdict = won(dealt)
    scores, rows = [], []
    position = Position.start(dealt)
    for move in verdict.moves:
        assert not position.is_over()
        scores.append(position.score())
        rows.append(position.rows_cleared())
        position = position.play(move)
    assert scores[0] == 0 and scores == sorted(scores)
    assert rows == sorted(rows) and rows[-1] in (5, 6)
    assert position.rows_cleared() == 7 and position.is_over() and position.is_won()
    assert position.score() == 1150 + 5 * position.discards_made()
    assert not list(position.legal_moves())
    with pytest.raises(IllegalMoveError, match="the pyramid is cleared, which ends the game"):
        position.play(Discard((Card.parse("KC"),)))


def rows_of(tableau: str) -> list[set[str]]:
    """The names of the places in each row, the bottom row first."""
    layout = Layout.of(Rules(tableau=tableau))
    return [
        {str(place) for i, place in enumerate(layout.places) if row >> i & 1}
        for row in layout.pyramid_rows
    ]


def test_a_row_is_what_stands_on_one_line() -> None:
    assert rows_of("pyramid 1 + columns 2x2 + triangle 3") == [
        {"triangle 3.1"},
        {"triangle 2.1", "triangle 2.2"},
        {"triangle 1.1", "triangle 1.2", "triangle 1.3"},
        {"pyramid 1.1"},
    ]
    assert rows_of("pyramid 2 + triangle 1") == [
        {"pyramid 2.1", "pyramid 2.2"},
        {"pyramid 1.1", "triangle 1.1"},
    ]


def test_the_row_of_a_card_is_its_line_in_the_pictures() -> None:
    """Where rows score, what is drawn lower is of a lower row, and a line is one row."""
    for tableau in (
        *BANDED_TABLEAUX,
        "pyramid 2 + pyramid 5 + triangle 3",
        "pyramid 3 + columns 2x4",
    ):
        rules = Rules(tableau=tableau, goal="pyramid", scoring="microsoft")
        start = shuffled_start(rules, 1)
        drawn = {face.card: face.y for face in compose(start).faces}
        heights = Layout.of(rules).heights
        lines = [
            (drawn[card], height)
            for card, height in zip(start.tableau, heights, strict=True)
            if card is not None and height is not None
        ]
        levels = sorted({y for y, _ in lines}, reverse=True)
        assert {levels.index(y) for y, _ in lines} == set(range(rules.row_count))
        assert all(levels.index(y) == height for y, height in lines)


def test_the_lower_row_comes_first() -> None:
    found = best(Deal.of(ONE_FOUR_CARDS, ONE_FOUR), "score")
    assert found.proved and found.position.score() == 25 + 4 * 5
    assert Oracle(ONE_FOUR_CARDS, ONE_FOUR).answer().most(0, False) == 45
