"""What is left of a deal, as blocks are looked for: the tableau, and all else lying open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pyrtool.answers.kernels.positions import Midgame, as_dealt
from pyrtool.answers.subject import Subject, position_of
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Position


@dataclass(frozen=True)
class Left:
    """`held`: what lies at each place of the tableau, None where it is gone, and then the cards
    that lie elsewhere. `dealt` and `marks` are the deal and what is left of it, as kernels load
    them."""

    rules: Rules
    held: tuple[Card | None, ...]
    dealt: bytes
    marks: bytes

    def of_ranks(self, ranks: Collection[int]) -> set[Card]:
        """The cards left of these ranks."""
        return {card for card in self.held if card is not None and card.rank in ranks}


def left_of(subject: Subject) -> Left:
    """What is left of a deal, which is all of it, or in a position."""
    position = position_of(subject)
    return left_in(position, as_dealt(position))


def left_in(position: Position, dealt: Midgame) -> Left:
    """What is left in a position that was checked, `dealt` being its form for the kernels."""
    others = [card for card in position.bouquet if card is not None]
    held = (*position.tableau, *others, *position.passed(), *position.undealt())
    return Left(position.rules, held, bytes(dealt.cards), dealt.left)


guard(__name__)
