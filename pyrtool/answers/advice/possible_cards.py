"""Unknown cards: which they can be, in which order, and what holds whatever they are.

Decides which tables an unknown card leaves possible, and asks the solver about them. Each verdict
is one with every card known, order by order: what a player could do who saw the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import factorial, prod
from random import Random

from pyrtool.answers.hidden.naming import with_cards
from pyrtool.answers.soundness import with_open_stock
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Position, PositionError

MOST_HANDS = 1_000
"""Choices of which cards are unknown and which are gone, where the position leaves it open."""


def hands(position: Position, most: int) -> list[tuple[Card, ...]] | None:
    """Which cards the unknown ones can be, apart from suits, or None for more than `most` choices.

    A card that is not known to be here or gone is one or the other; gone cards went in pairs, or
    alone.
    """
    rules = position.rules
    of_rank: dict[int, list[Card]] = {rank: [] for rank in range(1, rules.highest_rank + 1)}
    for card in position.can_be():
        of_rank[card.rank].append(card)
    gone_before = Counter(card.rank for card in position.gone)
    going = sum(map(len, of_rank.values())) - len(position.unknown())
    found: list[tuple[Card, ...]] = []
    gone: dict[int, int] = {}
    ranks = sorted(of_rank)

    def choose(at: int, rest: int) -> bool:
        """Continue with the rank at this place; False when there are too many choices."""
        if at == len(ranks):
            if rest == 0:
                found.append(tuple(c for r in ranks for c in of_rank[r][gone[r] :]))
            return len(found) <= most
        rank = ranks[at]
        mate = rules.mates[rank] or None
        for count in range(min(len(of_rank[rank]), rest) + 1):
            if mate == rank and (gone_before[rank] + count) % 2:
                continue
            if (
                mate in gone
                and mate != rank
                and gone_before[mate] + gone[mate] != gone_before[rank] + count
            ):
                continue
            gone[rank] = count
            if not choose(at + 1, rest - count):
                return False
        gone.pop(rank, None)
        return True

    return found if choose(0, going) else None


def count_orders(hand: Sequence[Card]) -> int:
    """How many orders these cards have, apart from suits."""
    return factorial(len(hand)) // prod(map(factorial, Counter(c.rank for c in hand).values()))


@dataclass(frozen=True)
class PossibleCards:
    """A position with its unknown cards named: `cards`, in the order of `Position.unknown`."""

    cards: tuple[Card, ...]
    position: Position


def orders(position: Position, most: int) -> tuple[Iterator[PossibleCards], bool]:
    """Name the unknown cards in every order, or in `most` random orders that are always the same.

    Also return whether these are all. Suits do not count.

    Where there are too many choices of which cards are unknown, there is no order at all.
    """
    choices = hands(position, MOST_HANDS)
    if choices is None:
        return iter(()), False
    counts = list(map(count_orders, choices))
    if sum(counts) <= most:
        return _possible(position, (order for hand in choices for order in _all(hand))), True
    chance = Random(0)
    drawn = chance.choices(choices, counts, k=most)
    return _possible(position, (tuple(chance.sample(hand, len(hand))) for hand in drawn)), False


def _all(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every order of these cards, one of those that differ in suits alone."""
    if not hand:
        yield ()
    for at, card in enumerate(hand):
        if card.rank not in {before.rank for before in hand[:at]}:
            for rest in _all((*hand[:at], *hand[at + 1 :])):
                yield (card, *rest)


def _possible(
    position: Position, hands_of_cards: Iterator[tuple[Card, ...]]
) -> Iterator[PossibleCards]:
    for cards in hands_of_cards:
        with suppress(PositionError):  # play cannot have led there
            yield PossibleCards(cards, with_cards(position, cards))


def opened(position: Position) -> Iterator[Position] | None:
    """Open games that allow more than the position with any order of its unknown cards: if all of
    them are lost, it is lost with every order. None where there are none.

    One for each choice of which cards are unknown, with all that is not in the tableau as an open
    bouquet. A line of play with some order has a line there, its discards in their order: each card
    of the stock or the waste lies open from the start. So a discard is legal whenever the cards on
    its tableau cards are gone, which the same discards took (`with_open_stock`). In the bouquet the
    order says nothing, so all orders of the same cards are one game. An unknown card of the tableau
    has a place, so then there are none.
    """
    if not all(card is None or card.is_known for card in position.tableau):
        return None
    choices = hands(position, MOST_HANDS)
    if choices is None:
        return None
    rules = with_open_stock(position.rules)
    known = [card for card in position.cards() if card.is_known and card not in position.tableau]
    return (Position.of(rules, position.tableau, bouquet=[*known, *hand]) for hand in choices)


guard(__name__)
