"""The prior: which cards the unknown ones can be, how likely, and what a player comes to see.

Decides the prior. Each number of stock cards that is possible is equally likely, then each number
of waste cards. With these numbers, each choice of the discarded cards, in pairs or alone, and each
order of the others is equally likely. It does not check whether the discards can have been made.
A move shows the cards that lie exposed, the turned card, the tops of the wastes, and all that were
dealt. What was seen stays known.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby, product
from math import comb, factorial, perm, prod
from random import Random
from typing import Final

from pyrtool.answers.closed.view import with_names
from pyrtool.answers.equivalent_moves import Key
from pyrtool.base.messages import counted
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Discard, Move, Position, PositionError
from pyrtool.game.unknown_cards import unnamed


def with_cards(position: Position, cards: Sequence[Card]) -> Position:
    """Find the position with these cards for its unknown ones, in the order of `Position.unknown`.

    A `PositionError` if that cannot be.
    """
    unknown = position.unknown()
    if len(cards) != len(unknown):
        raise PositionError(f"{counted(len(cards), 'card')} given, {len(unknown)} are unknown")
    known = with_names(position, dict(zip(unknown, cards, strict=True)))
    known.check_played()
    return known


@dataclass(frozen=True)
class Sight:
    """A position with every card known, and which of its cards the player has not seen.

    `gone`: the discarded cards that it knows. `counts`: it knows how many cards lie face down.
    """

    position: Position
    unseen: frozenset[Card]
    gone: frozenset[Card]
    counts: bool = True

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, without those that discard a card that was not seen; their order
        follows from what is seen."""
        return tuple(
            move
            for move in self.position.legal_moves()
            if not isinstance(move, Discard) or self.unseen.isdisjoint(move.cards)
        )

    def play(self, move: Move) -> "Sight":
        """Return what is seen after a move."""
        before, after = self.position, self.position.play(move)
        gone = self.gone.union(set(before.cards()).difference(after.cards()))
        unseen = self.unseen
        if unseen:
            dealt = set(before.undealt()).difference(after.undealt())
            unseen = unseen.difference(after.available(), dealt, gone)
        return Sight(after, unseen, gone, self.counts)

    @cached_property
    def key(self) -> Key:
        """All that is seen, apart from suits: two positions with one key look alike."""
        position = self.position
        return (
            self._ranks(position.tableau),
            tuple(sorted(self._ranks(position.bouquet))),
            tuple(self._pile(waste) for waste in position.wastes),
            self._ranks([position.turned]),
            self._pile(position.stock),
            position.pass_number,
            position.cleared_in_pass,
        )

    def _ranks(self, cards: Iterable[Card | None]) -> tuple[int, ...]:
        """List the ranks, 0 for a gap and -1 for a card that was not seen."""
        return tuple(
            0 if card is None else -1 if card in self.unseen else card.rank for card in cards
        )

    def _pile(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """List the ranks of a pile; if cards are not counted, unseen neighbours are one."""
        ranks = self._ranks(cards)
        if self.counts:
            return ranks
        runs = (list(run) for _, run in groupby(ranks, key=lambda rank: rank < 0))
        return tuple(chain(*(run[:1] if run[0] < 0 else run for run in runs)))


Ranks = tuple[int, ...]

_NO_CARDS: Final[tuple[Card, ...]] = ()


@dataclass(frozen=True)
class _Way:
    """The number of cards of each rank of a set that are gone, besides those named; `cards`: how
    many these are, `choices`: how many choices of the cards there are."""

    gone: tuple[tuple[int, int], ...]
    cards: int
    choices: int


class Hands:
    """The ways to choose the cards that are gone.

    `free`: the cards that are neither here nor named as gone; `going` of them are gone. `gone`:
    the cards that are named. `gaps`: the places of the tableau without a card.
    """

    def __init__(
        self, rules: Rules, free: Sequence[Card], going: int, gone: Sequence[Card], gaps: int
    ) -> None:
        self.free: dict[int, list[Card]] = {}
        for card in free:
            self.free.setdefault(card.rank, []).append(card)
        self.going = going
        self._alone = [card for card in free if rules.goes_alone(card.rank)]
        named = Counter(card.rank for card in gone)
        self._sets = [_ways(ranks, self.free, named) for ranks in rules.sets]
        self._least_alone = 0
        if rules.no_two_stock_cards_match:
            alone = sum(rules.goes_alone(card.rank) for card in gone)
            self._least_alone = going + len(gone) - 2 * gaps - alone

    @cached_property
    def _after(self) -> list[list[int]]:
        """For each set, how many choices it and those after it leave for a number of gone cards."""
        tables = [[1] + [0] * max(self.going, 0)]
        for ways in reversed(self._sets):
            later, table = tables[-1], [0] * len(tables[-1])
            for way in ways:
                for cards in range(len(table) - way.cards):
                    table[cards + way.cards] += way.choices * later[cards]
            tables.append(table)
        return tables[::-1]

    @cached_property
    def _by_alone(self) -> list[int]:
        """For each number of gone cards that went alone, how many choices there are."""
        if self.going < 0:
            return []
        return [
            comb(len(self._alone), alone) * self._after[0][self.going - alone]
            if alone >= self._least_alone
            else 0
            for alone in range(min(len(self._alone), self.going) + 1)
        ]

    @cached_property
    def count(self) -> int:
        """Return how many choices of the gone cards there are, card by card."""
        return sum(self._by_alone)

    def draw(self, chance: Random) -> list[Card]:
        """Return the gone cards of a choice by chance, each as likely as the others."""
        (alone,) = chance.choices(range(len(self._by_alone)), self._by_alone)
        gone = chance.sample(self._alone, alone)
        rest = self.going - alone
        for ways, after in zip(self._sets, self._after[1:], strict=True):
            fitting = [way for way in ways if way.cards <= rest]
            weights = [way.choices * after[rest - way.cards] for way in fitting]
            (way,) = chance.choices(fitting, weights)
            rest -= way.cards
            for rank, cards in way.gone:
                gone += chance.sample(self.free.get(rank, []), cards)
        return gone

    def each(self) -> Iterator[Mapping[int, int]]:
        """Yield for each choice, apart from suits, how many cards of each rank are still here."""
        of_alone = Counter(card.rank for card in self._alone)
        ranks = sorted(of_alone)
        for counts in product(*(range(of_alone[rank] + 1) for rank in ranks)):
            alone = sum(counts)
            if self._least_alone <= alone <= self.going:
                for gone in self._each_pairs(0, self.going - alone):
                    left = dict(zip(ranks, counts, strict=True)) | gone
                    yield {
                        rank: len(cards) - left.get(rank, 0) for rank, cards in self.free.items()
                    }

    def _each_pairs(self, at: int, rest: int) -> Iterator[dict[int, int]]:
        """Yield how many cards of each rank go, from the set with this number on, `rest` in all."""
        if at == len(self._sets):
            if rest == 0:
                yield {}
            return
        for way in self._sets[at]:
            if way.cards <= rest and self._after[at + 1][rest - way.cards]:
                for others in self._each_pairs(at + 1, rest - way.cards):
                    yield dict(way.gone) | others


def _ways(
    ranks: Sequence[int], free: Mapping[int, Sequence[Card]], named: Mapping[int, int]
) -> list[_Way]:
    """List the ways in which cards of a set are gone in pairs, those that are `named` with them."""
    low, high = ranks
    has_low, has_high = len(free.get(low, _NO_CARDS)), len(free.get(high, _NO_CARDS))
    if low == high:
        return [
            _Way(((low, cards),), cards, comb(has_low, cards))
            for cards in range(has_low + 1)
            if (named.get(low, 0) + cards) % 2 == 0
        ]
    ways = []
    for cards in range(has_low + 1):
        mates = named.get(low, 0) + cards - named.get(high, 0)
        if 0 <= mates <= has_high:
            choices = comb(has_low, cards) * comb(has_high, mates)
            ways.append(_Way(((low, cards), (high, mates)), cards + mates, choices))
    return ways


@dataclass(frozen=True)
class Case:
    """A position with unknown cards, and the deals behind it."""

    position: Position

    @cached_property
    def unknown(self) -> tuple[Card, ...]:
        """The unknown cards, as `Position.unknown` lists them."""
        return self.position.unknown()

    @cached_property
    def hands(self) -> Hands:
        """The ways to choose the cards that are gone."""
        position = self.position
        free = unnamed(position.cards(), position.gone, position.rules)
        gaps = position.tableau.count(None)
        going = len(free) - len(self.unknown)
        return Hands(position.rules, free, going, position.gone, gaps)

    @cached_property
    def deals(self) -> int:
        """Return how many ways there are to name the unknown cards, card by card."""
        return self.hands.count * factorial(len(self.unknown))

    def draw(self, chance: Random) -> tuple[Card, ...]:
        """Return the unknown cards of a deal by chance, each deal as likely as the others."""
        gone = set(self.hands.draw(chance))
        here = [card for cards in self.hands.free.values() for card in cards if card not in gone]
        chance.shuffle(here)
        return tuple(here)

    def orders(self, most: int) -> int:
        """Count the orders of the unknown cards, apart from suits; `most` + 1 for more."""
        total = 0
        for here in self.hands.each():
            total += factorial(len(self.unknown)) // prod(map(factorial, here.values()))
            if total > most:
                return most + 1
        return total

    def each(self) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Yield for each choice, apart from suits, how many cards of each rank are still here."""
        free = self.hands.free
        for here in self.hands.each():
            deals = prod(perm(len(free[rank]), count) for rank, count in here.items())
            for ranks in _orders(dict(here)):
                cards = {rank: iter(free[rank]) for rank in here}
                yield tuple(next(cards[rank]) for rank in ranks), deals


def weights_of(cases: Sequence[Case]) -> list[Fraction]:
    """Return how likely each case is, before the deals behind it are looked at."""
    stocks = Counter(len(case.position.stock) for case in cases)
    return [Fraction(1, len(stocks) * stocks[len(case.position.stock)]) for case in cases]


def _orders(here: dict[int, int]) -> Iterator[Ranks]:
    """Yield every order of this many cards of each rank."""
    if not any(here.values()):
        yield ()
        return
    for rank in sorted(here):
        if here[rank]:
            here[rank] -= 1
            for others in _orders(here):
                yield (rank, *others)
            here[rank] += 1
