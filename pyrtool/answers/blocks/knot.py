"""The part of a standstill that explains it: which cards wait for which, in a circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Protocol

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules

Waits = Mapping[Card, tuple[Card, ...]]


class Covers(Protocol):
    """What lies on a card, with every card outside some few gone."""

    def on(self, card: Card, among: Sequence[Card]) -> tuple[Card, ...]:
        """The cards among some that cover a card, transitively."""

    def may_overlap(self, card: Card, cover: Card) -> bool:
        """Whether the two may go together if they match, and nothing else covers the card."""


def knot(
    left: Sequence[Card], aim: Sequence[Card] | None, rules: Rules, table: Covers
) -> tuple[Waits, Waits]:
    """The smallest part of a standstill that explains it.

    Exposed cards, as few as can be, so that every complement left of each lies under some of them:
    none of them can ever go before another of them does. Such a part always exists: all exposed
    cards are one. The function returns the complements with the cards on them, and the exposed
    cards with their complements, none where all went with others. Where only some cards must go,
    one of these is held.
    """
    wanted = [card for card in left if aim is None or card in aim]
    exposed = [card for card in left if not table.on(card, left)]

    def mates(card: Card) -> tuple[Card, ...]:
        return tuple(c for c in left if rules.go_together(c.rank, card.rank) and c != card)

    def is_held(card: Card, among: Sequence[Card]) -> bool:
        on_it = table.on(card, among)
        if len(on_it) == 1 and on_it[0] in mates(card):
            between = (c for c in table.on(card, left) if c != on_it[0])
            if not any(table.on(c, among) for c in between):  # they can go before
                return not table.may_overlap(card, on_it[0])
        return bool(on_it)

    for size in range(1, len(exposed) + 1):
        for some in combinations(exposed, size):
            held = dict.fromkeys(mate for card in some for mate in mates(card))
            stuck = [c for c in wanted if c in some] or [c for c in wanted if table.on(c, some)]
            if not stuck or not all(is_held(card, some) for card in held):
                continue
            if not held and stuck[0] not in some:
                held[stuck[0]] = None
            covered = {card: table.on(card, some) for card in left if card in held}
            return covered, {card: mates(card) for card in some}
    raise AssertionError("not all exposed cards together are a knot")


guard(__name__)
