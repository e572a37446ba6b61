"""What is left of a deal, as blocks are looked for: the tableau, and all else lying open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pyrtool.asked import position_asked, rules_asked
from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.midgame import as_dealt
from pyrtool.position import Position


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


def left_of(cards: Sequence[Card] | Position, rules: Rules | None) -> Left:
    """What is left of a deal, which is all of it, or on the table of a position."""
    if isinstance(cards, Position):
        position = position_asked(cards, rules)
        dealt = as_dealt(position)
        others = [card for card in position.bouquet if card is not None]
        held = (*position.tableau, *others, *position.passed(), *position.undealt())
        return Left(position.rules, held, bytes(dealt.cards), dealt.left)
    rules = rules_asked(rules)
    dealt_cards = rules.in_deal(cards)
    return Left(rules, dealt_cards, bytes(dealt_cards), b"\1" * len(dealt_cards))


guard(__name__)
