"""The kernels' lines as moves: where kings go that end the game."""

from __future__ import annotations

import pytest

from pyrtool.answers.best.best import best
from pyrtool.answers.kernels.build import game
from pyrtool.answers.kernels.lines import moves_of
from pyrtool.answers.kernels.positions import first_pass, stock_position
from pyrtool.answers.solve import Won, shortest, solve
from pyrtool.answers.soundness import early_never_hurts
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Discard, IllegalMoveError, Position

ENDING = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")


@pytest.mark.parametrize("number", [6, 28])
def test_a_king_at_the_top_goes_last_where_that_ends_the_game(number: int) -> None:
    """For a verdict, for a shortest line, and for points: there after the kings of the stock."""
    cards = deal(number, ENDING).cards
    assert ENDING.ends_when_cleared and ENDING.goes_alone(cards[0].rank)
    won, short = solve(Deal.of(cards, ENDING)), shortest(Deal.of(cards, ENDING))
    assert isinstance(won, Won) and isinstance(short, Won)
    found = best(Deal.of(cards, ENDING), "score")
    assert found.proved and found.position.is_over()
    for moves in (won.moves, short.moves, found.moves):
        assert moves[-1] == Discard(cards[:1])
    kings = {card for card in cards[10:] if ENDING.goes_alone(card.rank)}
    discarded = {card for move in found.moves if isinstance(move, Discard) for card in move.cards}
    assert kings and kings <= discarded


def test_a_discard_that_is_illegal_where_the_search_had_it_is_named() -> None:
    """Under rules where a pair may not go earlier or later than the search discards it."""
    rules = Rules(rows=2, total=5, suits=2, draw=2, passes=2, stock_top=False, stock_waste="no")
    cards = tuple(map(Card.parse, ["AC", "4C", "3C", "2C", "AD", "2D", "3D", "4D", "5C", "5D"]))
    start = Position.start(Deal.of(cards, rules))
    assert not early_never_hurts(rules)
    bit = game(rules).bit
    when = stock_position(start, start.stock, first_pass(start))
    with pytest.raises(IllegalMoveError, match=r"AC \(pyramid 1.1\) is covered by 4C and 3C"):
        moves_of([(bit(cards[0]), bit(cards[1]), when)], start, start.stock)
