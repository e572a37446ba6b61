"""Why a stock block holds: how far its sets can be discarded at most, and what waits for what then.

Decides how many sets are played for the argument. The end of a line in the last pass is that of an
open game: the waste is a column in which each card lies under those dealt after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from pyrtool.answers.blocks.alone import Alone, Step, alone, can_be_discarded, farthest
from pyrtool.answers.blocks.knot import Waits, knot
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Position

MOST_ARGUED: Final = 3
"""The most sets that are played for an argument: no person follows all lines of more."""


@dataclass(frozen=True)
class EndInOrder:
    """The end of a longest line of a `game`, by the names of `Certificate`'s fields."""

    game: Alone
    played: tuple[tuple[Card, Card], ...] = ()
    line: tuple[str, ...] = ()
    left: tuple[Card, ...] = ()
    waste: tuple[Card, ...] = ()
    stuck: tuple[Card, ...] = ()
    covered: Waits = field(default_factory=dict)
    wanting: Waits = field(default_factory=dict)
    aim: tuple[Card, ...] | None = None


def end_in_order(sets: Sequence[tuple[int, ...]], position: Position) -> EndInOrder | None:
    """How far these sets of a position can be discarded, the stock in its order; None if all of
    them can. For more than `MOST_ARGUED` sets the end has no line."""
    game = alone(position, sets)
    if len(sets) > MOST_ARGUED:
        return None if can_be_discarded(game) else EndInOrder(game)
    end, cards = farthest(game), game.held
    if not end.left & game.must:
        return None
    left = tuple(card for i, card in enumerate(cards) if end.left >> i & 1)
    aim = None
    if game.rules.goal == "pyramid":
        aim = tuple(card for i, card in enumerate(cards) if game.must >> i & 1)
    covered: Waits = {}
    wanting: Waits = {}
    if game.rules.passes is not None:
        covered, wanting = knot(left, aim, game.rules, _WasteAsColumn(game))
    return EndInOrder(
        game,
        tuple((cards[step[0]], cards[step[1]]) for step in end.steps if step),
        tuple(_words(game, end.steps)),
        left,
        tuple(card for card in left if card in game.stock),
        tuple(card for i, card in enumerate(cards) if not end.can_go >> i & 1),
        covered,
        wanting,
        aim,
    )


def _words(game: Alone, steps: Sequence[Step]) -> Iterator[str]:
    """The moves in words: pairs, and how many cards are dealt between them."""
    for is_deal, some in groupby(steps, lambda step: not step):
        if not is_deal:
            yield from (f"{game.held[i]}/{game.held[j]}" for i, j in some)
            continue
        deals = sum(1 for _ in some)
        yield f"deal*{deals}" if deals > 1 else "deal"


class _WasteAsColumn:
    """`Covers` when all cards are dealt: on a card of the waste lie those dealt after it."""

    def __init__(self, game: Alone) -> None:
        self.game = game
        self.number = {card: i for i, card in enumerate(game.held)}

    def on(self, card: Card, among: Sequence[Card]) -> tuple[Card, ...]:
        """The cards among some that cover a card, transitively."""
        i, tableau = self.number[card], self.game.tableau
        if i >= tableau:
            return tuple(other for other in among if self.number[other] > i)
        mask = self.game.above[i]
        return tuple(other for other in among if mask >> self.number[other] & 1)

    def may_overlap(self, card: Card, cover: Card) -> bool:
        """Whether the two may go together if they match, and nothing else covers the card."""
        i = self.number[card]
        if i >= self.game.tableau:
            return self.game.rules.waste_pairs
        return self.game.rules.overlap and bool(self.game.direct[i] >> self.number[cover] & 1)


guard(__name__)
