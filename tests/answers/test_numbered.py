"""The numbers by which searches without sets know the cards of a position."""

from __future__ import annotations

from hypothesis import given, settings

from pyrtool.answers.kernels.positions import Numbered
from pyrtool.game.position import Move, Position

from ..playouts import lines_of_play


@given(lines_of_play())
@settings(max_examples=60)
def test_numbers_say_of_each_card_left_what_it_goes_with(
    line: tuple[Position, tuple[Move, ...]],
) -> None:
    start, moves = line
    position, rules = start.play_all(moves), start.rules
    numbered = Numbered(position)
    assert list(numbered.number) == position.cards()
    assert [card for card in numbered.cards if card is not None] == position.cards()
    assert numbered.cards[: rules.tableau_size] == position.tableau
    assert numbered.left == sum(1 << at for at in numbered.number.values())
    alone, mates, ranks = numbered.alone(), numbered.mates(), numbered.ranks()
    for at, card in enumerate(numbered.cards):
        if card is None:
            assert ranks[at] == mates[at] == 0 and not alone >> at & 1
            continue
        assert ranks[at] == card.rank and alone >> at & 1 == rules.goes_alone(card.rank)
        assert mates[at] == sum(
            1 << other
            for mate, other in numbered.number.items()
            if mate != card and rules.go_together(card.rank, mate.rank)
        )
