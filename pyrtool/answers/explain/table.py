"""The table as the check of explanations sees it, with code of its own: what lies on what, and when
stock cards are turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Position


@dataclass(frozen=True)
class Claim:
    """A fact as a record has it: its kind, a card, and another card or a slot."""

    kind: str
    x: Card | None = None
    y: Card | int | None = None

    def is_about(self, *cards: Card) -> bool:
        """Whether it is about these cards, in any order."""
        return {self.x, self.y} == set(cards)


class Table:
    """What lies on what in a position, and when stock cards are turned; `cards`: those of the
    sets."""

    def __init__(self, position: Position, ranks: Sequence[int]) -> None:
        self.rules = position.rules
        self.cards = [card for card in position.cards() if card.rank in ranks]
        timed = self._is_timed(position)
        self.turn = {card: k for k, card in enumerate(position.undealt(), 1) if timed}
        self.piled = set(position.passed()) | set(position.undealt())
        self.never_match = self._two_never_match(timed)
        self.directly: dict[Card, set[Card]] = {}
        self.over: dict[Card, set[Card]] = {}
        for place, card in enumerate(position.tableau):
            if card is not None:
                self.directly[card] = set(position.covering(card))
                self.over[card] = self._over_place(position, place)
        waste = position.passed() if timed else ()
        for k, card in enumerate(waste):
            self.over[card] = set(waste[k + 1 :])

    def _is_timed(self, position: Position) -> bool:
        """Whether stock cards are turned singly for the last time, and all cards must go: only then
        it is known when each can go."""
        rules = self.rules
        if rules.stock != "dealt" or rules.goal != "all" or position.pass_number != rules.passes:
            return False
        plain = (rules.wastes, rules.waste_ends, rules.waste_pairs) == (1, "top", False)
        return plain and rules.draw == 1 and rules.stock_top and not self._vanish()

    def _vanish(self) -> bool:
        return self.rules.stock_waste not in ("yes", "no")

    def _two_never_match(self, timed: bool) -> bool:
        """Whether no two cards of the stock ever go together. Where some may stay, the proof goes
        on with an open stock after the game, in which they may."""
        rules = self.rules
        if timed:
            return rules.stock_waste == "no"
        if rules.stock != "dealt" or rules.goal != "all" or rules.stock_waste != "no":
            return False
        return not (rules.waste_pairs or rules.waste_match or rules.waste_ends == "both")

    def _over_place(self, position: Position, place: int) -> set[Card]:
        """All cards that cover a place, transitively."""
        found: set[Card] = set()
        visit = list(position.layout.covers[place])
        while visit:
            i = visit.pop()
            card = position.tableau[i]
            if card is not None:
                found.add(card)
            visit += position.layout.covers[i]
        return found

    def match(self, x: Card, y: Card) -> bool:
        """Whether two cards are complements."""
        return self.rules.go_together(x.rank, y.rank)

    def partners(self, z: Card) -> list[Card]:
        """All complements of a card among the sets."""
        return [card for card in self.cards if self.match(card, z)]

    def slot(self, card: Card) -> int:
        """The slot in which a card is turned, 0 for one that lies open or in the waste."""
        return self.turn.get(card, 0)

    def overlap(self, upper: Card, lower: Card) -> bool:
        """Whether these two may go in an overlap discard."""
        on_it = upper in self.directly.get(lower, ())
        return self.rules.overlap and on_it and self.match(upper, lower)

    def complete(self, apart: set[frozenset[Card]], rank: int) -> list[list[frozenset[Card]]]:
        """All ways to pair off the cards of a rank with their complements, without some pairs."""
        low = [card for card in self.cards if card.rank == rank]
        high = self.partners(low[0]) if low else []
        ways = (
            [frozenset(pair) for pair in zip(low, order, strict=True)]
            for order in permutations(high, len(low))
        )
        return [way for way in ways if not apart.intersection(way)]


guard(__name__)
