"""Spanish decks: ranks 1 to 12 for people, letters for programs, and both are read."""

from __future__ import annotations

import pytest

from pyrtool.answers.solve import Won, solve
from pyrtool.game.cards import Card, CardError, RankCard
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.notation import format_deal, format_diagram, format_solution, parse_position
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import SPANISH, goal

from ..commands import answer

RULES = GAMES["spanish"]


def test_cards_are_read_with_letters_and_numbers() -> None:
    for card in RULES.deck:
        text = card.spanish
        assert Card.parse(text) is card and Card.parse(str(card)) is card
        assert int(text[:-1]) == card.rank and RankCard(card).spanish == str(RankCard(card))
    for wrong in ("13S", "0S", "1", "112S", "1 S"):
        with pytest.raises(CardError):
            Card.parse(wrong)


def test_diagrams_have_numbers_and_are_read_back() -> None:
    for number in range(1, 30):
        position = Position.start(deal(number, RULES))
        text = format_diagram(position)
        assert not set(text.replace("turned", "").replace("stock", "")) & set("ATJQK")
        assert parse_position(text, RULES) == position
        verdict = solve(position)
        if isinstance(verdict, Won):
            solution = format_solution(verdict.moves, position)
            assert " 12" in solution and not set(solution) & set("TJQK")
            for move in verdict.moves[:9]:
                position = position.play(move)
            assert parse_position(format_diagram(position), RULES) == position


def test_wide_columns_stay_apart() -> None:
    rules = Rules(rows=1, columns=(24, 1), total=12)
    position = Position.start(deal(1, rules))
    assert parse_position(format_diagram(position), rules) == position


def test_other_decks_keep_their_letters() -> None:
    assert "Q" in format_diagram(Position.start(deal(1, Rules())))
    assert "Q" in format_deal(deal(1, RULES).cards)


def test_the_legend_says_which_deck_serves() -> None:
    assert "French deck without kings" in SPANISH and SPANISH in goal(RULES)
    assert SPANISH not in goal(Rules())
    assert any("French deck" in paragraph for paragraph in how_to_play(RULES))
    assert "12H" in answer("deal", "1", "-g", "spanish", "--diagram")
