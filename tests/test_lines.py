"""The kernels' lines as moves: where kings go that end the game."""

from __future__ import annotations

import pytest

from pyrtool.deals import deal
from pyrtool.games import Rules
from pyrtool.optimum import best
from pyrtool.position import Discard
from pyrtool.solver import Won, shortest, solve

ENDING = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")


@pytest.mark.parametrize("number", [6, 28])
def test_a_king_at_the_top_goes_last_where_that_ends_the_game(number: int) -> None:
    """For a verdict, for a shortest line, and for points: there after the kings of the stock."""
    cards = deal(number, rules=ENDING).cards
    assert ENDING.ends_when_cleared and ENDING.goes_alone(cards[0].rank)
    won, short = solve(cards, ENDING), shortest(cards, ENDING)
    assert isinstance(won, Won) and isinstance(short, Won)
    found = best(cards, ENDING, "score")
    assert found.proved and found.position.is_over()
    for moves in (won.moves, short.moves, found.moves):
        assert moves[-1] == Discard(cards[:1])
    kings = {card for card in cards[10:] if ENDING.goes_alone(card.rank)}
    discarded = {card for move in found.moves if isinstance(move, Discard) for card in move.cards}
    assert kings and kings <= discarded
