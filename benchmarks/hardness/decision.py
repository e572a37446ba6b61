"""Decide an open deal: is there a matching that can be discarded? It knows nothing of gadgets.

The cards discarded alone hinder nothing. For every other card the search keeps the cards that go
before it under each choice that is left: what lies on it, and what lies on every partner that it
may still have. A matching of a set is dropped when one of its pairs goes before itself.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from .deal import Deal, Pair

Matching = tuple[Pair, ...]
Choices = list[list[Matching]]
"""For each set of a part the matchings that are left."""


EVERYTHING = -1
"""The mask of all cards."""


def members(mask: int) -> Iterator[int]:
    """The places of the bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def matchings(deal: Deal, cards: list[int]) -> Iterator[Matching]:
    """Every way to match all these cards in pairs."""
    if not cards:
        yield ()
        return
    first, *rest = cards
    for other in rest:
        if deal.match(first, other):
            for more in matchings(deal, [card for card in rest if card != other]):
                yield ((first, other), *more)


def waits(matching: Matching, on_it: dict[int, int]) -> list[int]:
    """For each pair the cards before it: those before its cards, and by way of other pairs."""
    masks = [on_it[one] | on_it[other] for one, other in matching]
    pairs = [1 << one | 1 << other for one, other in matching]
    own = sum(pairs)
    changed = True
    while changed:
        changed = False
        for number, mask in enumerate(masks):
            if mask == EVERYTHING or not mask & own:
                continue
            for pair, more in zip(pairs, masks, strict=True):
                if mask & pair:
                    mask |= more | pair
            if mask != masks[number]:
                masks[number] = mask
                changed = True
    return masks


def possible(matching: Matching, on_it: dict[int, int]) -> bool:
    """Whether no pair of the matching waits for itself."""
    masks = waits(matching, on_it)
    return not any(
        mask & (1 << one | 1 << other) for (one, other), mask in zip(matching, masks, strict=True)
    )


class Part:
    """Sets of cards that hinder one another, without the cards of other sets."""

    def __init__(self, deal: Deal, sets: list[list[int]], above: list[int]) -> None:
        self.cards = sorted(card for cards in sets for card in cards)
        inside = sum(1 << card for card in self.cards)
        self.above = {card: above[card] & inside for card in self.cards}
        below: dict[int, int] = defaultdict(int)
        for card, mask in self.above.items():
            for other in members(mask):
                below[other] |= 1 << card
        kinds: dict[tuple[int, int, int], int] = {}
        self.alike = {
            card: kinds.setdefault((deal.ranks[card], self.above[card], below[card]), len(kinds))
            for card in self.cards
        }
        self.direct = {
            card: [
                other
                for other in members(mask)
                if not mask & below[other]  # nothing lies between
            ]
            for card, mask in self.above.items()
        }
        most = None if any(self.above.values()) else 1  # nothing hinders: any matching will do
        self.choices = [
            [
                one
                for one in self.different(islice(matchings(deal, cards), most))
                if possible(one, self.above)
            ]
            for cards in sets
        ]

    def different(self, all_of_them: Iterator[Matching]) -> list[Matching]:
        """One of the matchings that differ only by cards that lie alike."""
        found: dict[tuple[tuple[int, ...], ...], Matching] = {}
        for matching in all_of_them:
            pairs = [tuple(sorted(self.alike[card] for card in pair)) for pair in matching]
            found.setdefault(tuple(sorted(pairs)), matching)
        return list(found.values())

    def reached(self, partners: dict[int, int]) -> list[int]:
        """The cards that can go if a card may go with a partner that has gone, in an order."""
        order: list[int] = []
        gone = free = 0
        left = self.cards
        while True:
            for card in left:
                if not self.above[card] & ~gone:
                    free |= 1 << card
            going = [card for card in left if free >> card & 1 and partners[card] & free]
            if not going:
                return order
            order += going
            gone |= sum(1 << card for card in going)
            left = [card for card in left if not gone >> card & 1]

    def before(self, choices: Choices, order: list[int]) -> dict[int, int]:
        """For each card those that go before it whatever is chosen: a greatest fixed point."""
        earlier = dict.fromkeys(order, EVERYTHING)
        place = {card: number for number, card in enumerate(order)}
        sets = sorted(choices, key=lambda some: min(place[card] for p in some[0] for card in p))
        on_it: dict[int, int] = {}
        changed = True
        while changed:
            changed = False
            for some in sets:
                cards = [card for pair in some[0] for card in pair]
                known = [on_it.get(card) for card in cards]
                for card in cards:
                    mask = 0
                    for other in self.direct[card]:
                        mask |= earlier[other] | 1 << other
                    on_it[card] = mask
                if known == [on_it[card] for card in cards]:
                    continue
                common = dict.fromkeys(cards, EVERYTHING)
                for matching in some:
                    for (one, other), mask in zip(matching, waits(matching, on_it), strict=True):
                        common[one] &= mask
                        common[other] &= mask
                for card, mask in common.items():
                    if mask != earlier[card]:
                        earlier[card] = mask
                        changed = True
        return on_it

    def partners(self, choices: Choices) -> dict[int, int]:
        """For each card the partners that are left."""
        found: dict[int, int] = dict.fromkeys(self.cards, 0)
        for some in choices:
            for matching in some:
                for one, other in matching:
                    found[one] |= 1 << other
                    found[other] |= 1 << one
        return found

    def narrowed(self, choices: Choices) -> Choices | None:
        """The choices without matchings that cannot be; None when a set has none left."""
        while True:
            order = self.reached(self.partners(choices))
            if len(order) < len(self.cards):
                return None
            on_it = self.before(choices, order)
            left = [
                [matching for matching in some if possible(matching, on_it)] for some in choices
            ]
            if not all(left):
                return None
            if left == choices:
                return choices
            choices = left

    def first_of_each(self, choices: Choices) -> Choices | None:
        """The first matching of each set, when they can all be discarded."""
        first = [some[:1] for some in choices]
        whole = len(self.reached(self.partners(first))) == len(self.cards)
        return first if whole else None

    def search(self, choices: Choices) -> Choices | None:
        """A choice of one matching a set that can be discarded, if there is one."""
        narrowed = self.narrowed(choices)
        if narrowed is None:
            return None
        found = self.first_of_each(narrowed)
        if found is not None:
            return found
        _, place = min((len(some), i) for i, some in enumerate(narrowed) if len(some) > 1)
        for matching in narrowed[place]:
            found = self.search([*narrowed[:place], [matching], *narrowed[place + 1 :]])
            if found is not None:
                return found
        return None


def parts(sets: list[list[int]], direct: list[set[int]]) -> Iterator[list[list[int]]]:
    """The sets in parts: two are of one part when each has cards above the other's, or by way of
    others. A cycle of pairs lies within a part, so each part is decided on its own."""
    set_of = {card: number for number, cards in enumerate(sets) for card in cards}
    over = [
        sum(1 << other for other in {set_of[c] for card in cards for c in direct[card]})
        for cards in sets
    ]
    for middle in range(len(sets)):
        for number in range(len(sets)):
            if over[number] >> middle & 1:
                over[number] |= over[middle]
    seen = 0
    for number in range(len(sets)):
        if seen >> number & 1:
            continue
        part = 1 << number
        for other in members(over[number]):
            if over[other] >> number & 1:
                part |= 1 << other
        seen |= part
        yield [sets[other] for other in members(part)]


def decide(deal: Deal) -> list[Pair] | None:
    """The pairs of a matching that can be discarded; None when the deal cannot be won."""
    direct: list[set[int]] = [set() for _ in deal.ranks]
    above = [0] * len(deal.ranks)
    for card in deal.top_first():
        for other in deal.covering[card]:
            direct[card] |= direct[other] if deal.alone(other) else {other}
            above[card] |= above[other] | (0 if deal.alone(other) else 1 << other)
    sets: dict[int, list[int]] = defaultdict(list)
    for card, rank in enumerate(deal.ranks):
        if not deal.alone(card):
            sets[min(rank, deal.total - rank) if deal.total else rank].append(card)
    pairs: list[Pair] = []
    for some in parts(list(sets.values()), direct):
        part = Part(deal, some, above)
        found = part.first_of_each(part.choices) or part.search(part.choices)
        if found is None:
            return None
        pairs += [pair for choice in found for pair in choice[0]]
    return pairs
