"""Which cards can go together, and the most discards besides: from a position, by brute force."""

from collections.abc import Iterator, Sequence
from random import Random

from pyrtool import Card, Limits, Position
from pyrtool.answers.best.targets import _Searches

from ..oracle import Oracle


class Wanted:
    """What the brute force knows of a position: all that can be left."""

    def __init__(self, cards: Sequence[Card], here: Position, max_states: int) -> None:
        oracle = Oracle(cards, here.rules, here)
        self.asked, self.here = _Searches(here, Limits()), here
        self.ends = set[int]()
        for tableau, bouquet, stock, turned, wastes, *_ in (
            state for state, _ in oracle.reached(max_states)
        ):
            left = [card for i, card in enumerate(cards[: oracle.size]) if tableau >> i & 1]
            left += [cards[i] for k, i in enumerate(oracle.stock) if bouquet >> k & 1]
            left += [cards[i] for i in (*stock, *(i for pile in wastes for i in pile))]
            left += [cards[turned]] if turned >= 0 else []
            self.ends.add(self.asked.mask(left))
        self.kings = self.asked.mask(card for card in cards if here.rules.goes_alone(card.rank))

    def units(self, left: int) -> int:
        """How many discards these cards are."""
        return (left & self.kings).bit_count() + (left & ~self.kings).bit_count() // 2

    def check(self, wanted: Sequence[Card]) -> bool:
        """Ask about these cards, alone and with the most discards; whether they can go."""
        mask, case = self.asked.mask(wanted), (self.here, wanted)
        there = [left for left in self.ends if not left & mask]
        every = self.units(self.asked.mask(self.here.cards()))
        for tallied, below in ((0, 1), (self.asked.tallied, every + 1)):
            moves, least, limit = self.asked.most(mask, tallied, 0, below, 0)
            assert limit is None and (moves is not None) == bool(there), case
            if moves is None:
                continue
            left = self.asked.mask(self.here.play_all(moves).cards())
            assert not left & mask, case
            if tallied:
                assert self.units(left) == least == min(map(self.units, there)), case
        return bool(there)


def choices(cards: Sequence[Card], chance: Random, count: int) -> Iterator[list[Card]]:
    """Every choice of the cards of one rank, then this many choices of all cards."""
    rank = chance.choice(cards).rank
    own = [card for card in cards if card.rank == rank]
    yield from ([card for i, card in enumerate(own) if 1 << i & n] for n in range(1 << len(own)))
    for _ in range(count):
        yield chance.sample(cards, chance.randint(1, len(cards)))
