"""The brute force on some sets alone, every other card gone: which blocks there are, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from itertools import combinations
from operator import and_

from pyrtool import Card, Deal, Position, Rules
from pyrtool.answers.blocks.certificate import Certificate, Shortage, certify
from pyrtool.answers.blocks.find import find_block, find_blocks
from pyrtool.game.rules import StockWaste

from ..oracle import Oracle, State


class Alone(Oracle):
    """The brute force with every card gone but those of some sets.

    Cards are dealt singly, and pairs do not vanish. What covered a card still does, through cards
    that are gone too; only a card that lies directly on another may overlap it.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        rules: Rules,
        sets: Sequence[tuple[int, ...]],
        begin: Position | None = None,
    ) -> None:
        singly = replace(rules, scoring="none")  # the game goes on when the pyramid is cleared
        if rules.stock == "dealt":
            stock_waste: StockWaste = "no" if rules.stock_waste == "no" else "yes"
            singly = replace(singly, draw=1, stock_waste=stock_waste)
        super().__init__(cards, singly, begin)
        self.on_top, self.direct = self.direct, self.all_covers()
        self.ranks_left = {rank for ranks in sets for rank in ranks}

    def all_covers(self) -> list[list[int]]:
        found: list[set[int]] = [set() for _ in self.direct]
        for place in range(self.size - 1, -1, -1):
            for other in self.direct[place]:
                found[place] |= {other} | found[other]
        return [sorted(places) for places in found]

    @cached_property
    def _mates_on(self) -> set[tuple[int, int]]:
        return {(i, j) for i, places in enumerate(self.direct) for j in places} - {
            (i, j) for i, places in enumerate(self.on_top) for j in places
        }

    def pair(self, i: int, j: int) -> bool:
        return (i, j) not in self._mates_on and super().pair(i, j)

    def start(self) -> State:
        tableau, bouquet, stock, turned, wastes, number, cleared = super().start()
        kept = [self.ranks[i] in self.ranks_left for i in range(len(self.cards))]
        tableau = sum(1 << i for i in range(self.size) if tableau >> i & kept[i])
        bouquet = sum(1 << k for k, i in enumerate(self.stock) if bouquet >> k & kept[i])
        stock = tuple(i for i in stock if kept[i])
        wastes = (tuple(i for i in wastes[0] if kept[i]),)
        turned = turned if turned >= 0 and kept[turned] else -1
        return self.turn((tableau, bouquet, stock, turned, wastes, number, cleared))

    def is_lost(self) -> bool:
        return not any(self.goal(state) for state, _ in self.reached(200_000))

    @staticmethod
    def mask(places: Iterable[int]) -> int:
        """These places, a bit each."""
        return sum(1 << place for place in places)

    def left_open(self, state: State) -> int:
        """The cards left where no stock is dealt, a bit each."""
        return state[0] | state[1] << self.size

    @cached_property
    def must(self) -> int:
        """The cards that must go: with goal pyramid, columns may stay."""
        may_stay = self.rules.goal == "pyramid" and self.rules.has_columns
        return self.left_open(self.start()) & (self.pyramid if may_stay else -1)

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The fewest cards that must go and are left by a line, and all cards that can go."""
        left = [self.left_open(state) for state, _ in self.reached(200_000)]
        kept = reduce(and_, left)
        return min((one & self.must).bit_count() for one in left), left[0] & ~kept

    def on(self, place: int) -> set[int]:
        """The cards that cover one, directly and at all."""
        return set(self.direct[place]) if place < self.size else set()

    def may_overlap(self, place: int, other: int) -> bool:
        """Whether a card lies directly on another, and may go with it."""
        return self.rules.overlap and place < self.size and other in self.on_top[place]


class Without(Alone):
    """The brute force on some sets alone, a card of the tableau being gone from the beginning."""

    def __init__(
        self, cards: Sequence[Card], rules: Rules, sets: Sequence[tuple[int, ...]], place: int
    ) -> None:
        super().__init__(cards, rules, sets)
        self.taken_off = 1 << place

    def start(self) -> State:
        tableau, bouquet, stock, turned, wastes, number, cleared = super().start()
        return tableau & ~self.taken_off, bouquet, stock, turned, wastes, number, cleared


def blocking_sets(
    cards: Sequence[Card], rules: Rules, begin: Position | None = None
) -> list[tuple[tuple[int, ...], ...]]:
    """The least choices of sets that cannot be discarded alone."""
    for order in range(1, len(rules.sets) + 1):
        choices = combinations(rules.sets, order)
        if found := [c for c in choices if Alone(cards, rules, c, begin).is_lost()]:
            return found
    return []


Named = tuple[str, object]
"""The kind of a block, and its card if it is a simple one, else its sets."""


def check_blocks(dealt: Deal) -> None:
    """The blocks of an open deal are those that there are, each with an argument that holds."""
    blocks = list(find_blocks(dealt))
    named = [(one.kind, one.card if one.kind == "simple block" else one.sets) for one in blocks]
    assert named == open_blocks(dealt.cards, dealt.rules)
    assert find_block(dealt) == (blocks[0] if blocks else None)
    for block in blocks:
        check_certificate(certify(block, dealt), dealt.cards, dealt.rules)


def open_blocks(cards: Sequence[Card], rules: Rules) -> list[Named]:
    """The blocks of the smallest order with the stock lying open, simple ones first."""
    every = Alone(cards, rules, rules.sets)
    simple = []
    for place, card in enumerate(cards):
        mates = {other for other, one in enumerate(cards) if one.rank == rules.mates[card.rank]}
        if place in mates or not mates <= every.on(place) or not every.must >> place & 1:
            continue
        if mates and not any(every.may_overlap(place, mate) for mate in mates):
            simple.append(card)
    ranks = {rank for card in simple for rank in (card.rank, rules.mates[card.rank])}
    for order in range(1, len(rules.sets) + 1):
        choices = combinations(rules.sets, order)
        lost = [sets for sets in choices if Alone(cards, rules, sets).ends[0]]
        if order > 1:
            found: list[Named] = [("crossblock", sets) for sets in lost]
        else:
            found = [("simple block", card) for card in simple]
            found += [("set block", sets) for sets in lost if sets[0][0] not in ranks]
        if found:
            return found
    return []


def check_certificate(certificate: Certificate, cards: Sequence[Card], rules: Rules) -> None:
    """The line is legal and no other is longer, the stuck cards are, and the argument is one."""
    block = certificate.block
    alone = Alone(cards, rules, block.sets)
    fewest, can_go = alone.ends
    place = {card: i for i, card in enumerate(cards)}
    state = alone.start()
    chosen = {card for card in cards if alone.left_open(state) >> place[card] & 1}
    stuck = {card for card in chosen if not can_go >> place[card] & 1}
    assert certificate.waits.keys() <= chosen
    if block.kind == "simple block":
        assert certificate.stuck == (block.card,) and block.card in stuck
        return
    assert set(certificate.stuck) == stuck
    for pair in certificate.played:
        after = alone.remove(state, [place[card] for card in pair])
        assert after in alone.successors(state)
        state = after
    left = alone.left_open(state)
    assert alone.mask(map(place.__getitem__, certificate.left)) == left
    assert (left & alone.must).bit_count() == fewest > 0
    assert not list(alone.successors(state))
    held, holding = set(certificate.held), set(certificate.holding)
    assert held and not held & holding and held | holding <= chosen
    if certificate.shortage is not None:
        assert block.kind == "set block"
        assert certificate.shortage.kind != "covers" or held <= stuck
        check_shortage(certificate.shortage, cards, alone)
        return
    for card, on_it in certificate.covered.items():
        assert on_it and {place[one] for one in on_it} <= alone.on(place[card])
    for card, mates in certificate.wanting.items():
        assert not alone.mask(alone.on(place[card])) & left
        assert set(mates) == {
            one for one in certificate.left if one.rank == rules.mates[card.rank] and one != card
        }
        assert set(mates) <= certificate.covered.keys()
    # Those that lie on others leave it only by going, and each waits for one that is held.
    assert {c for on_it in certificate.covered.values() for c in on_it} <= set(certificate.wanting)


def check_shortage(shortage: Shortage, cards: Sequence[Card], alone: Alone) -> None:
    """With overlap discards a card may go with one that lies directly on it, and on no other."""
    place = {card: i for i, card in enumerate(cards)}
    rank = shortage.cards[0].rank
    same = [card for card in cards if card.rank == rank]
    mates = [card for card in cards if card.rank == alone.rules.mates[rank]]

    def on(card: Card) -> set[Card]:
        return {mate for mate in mates if place[mate] in alone.on(place[card])}

    def overlapping(card: Card, among: Iterable[Card]) -> bool:
        return any(alone.may_overlap(place[card], place[one]) for one in among)

    def may_pair(card: Card, mate: Card) -> bool:
        """Whether they are ever both exposed, or one lies directly on the other."""
        if mate in on(card):
            return overlapping(card, [mate])
        return place[card] not in alone.on(place[mate]) or overlapping(mate, [card])

    if shortage.kind == "partners":
        others = [mate for mate in mates if any(may_pair(card, mate) for card in shortage.cards)]
        assert list(shortage.others) == others
        assert list(shortage.by) == [mate for mate in mates if mate not in others]
        assert shortage.needed == len(shortage.cards) > len(others)
        return
    needed = [len(on(card)) - overlapping(card, on(card)) for card in shortage.cards]
    assert shortage.needed == min(needed) > len(shortage.others)
    assert list(shortage.others) == [card for card in same if card not in shortage.cards]
    assert {*shortage.by} == {mate for card in shortage.cards for mate in on(card)}
