"""How far some sets can be discarded at most with every other card gone, by plain search.

Decides nothing about kinds of blocks. It shares nothing with the kernel, so that a block can
be checked with it; all positions are tried, except where a pair can go
immediately without harm (`_Table.free_pair`). Few sets have few positions: about a hundred on
average, about ten thousand for all six sets of a Giza deal. Two packs may have millions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.answers.blocks.open_deal import Left, left_of
from pyrtool.answers.soundness import sets_answer
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.base.limits import LeftOpenError
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout

Pair = tuple[int, int]

MOST_POSITIONS: Final = 200_000
"""Of one search: some ten seconds."""


@dataclass(frozen=True)
class Standstill:
    """A longest line of discards, and where it ends.

    `played` are its pairs in order; `left` the cards left, in dealing order; `stuck` those that
    no line at all discards; `cleared`: nothing is left that must go. `aim`: the cards that must
    go, None where all must; the line leaves as few of them as can be.
    """

    played: tuple[tuple[Card, Card], ...]
    left: tuple[Card, ...]
    stuck: tuple[Card, ...]
    cleared: bool
    aim: tuple[Card, ...] | None = None


def cards_of(cards: Sequence[Card | None], sets: Sequence[tuple[int, ...]]) -> tuple[Card, ...]:
    """The cards of these sets, in dealing order; None is a card that is gone."""
    ranks = {rank for pair in sets for rank in pair}
    return tuple(card for card in cards if card is not None and card.rank in ranks)


def _aim(left: Left, chosen: Sequence[Card]) -> tuple[Card, ...] | None:
    """The chosen cards that must go, where some may be left; else None.

    Only where columns may be left, or a rank goes with several, are pyramid cards distinguished:
    otherwise all of a set go when its pyramid cards do.
    """
    rules = left.rules
    if rules.goal == "all" or (sets_answer(rules) and not rules.has_columns):
        return None
    inside = Layout.of(rules).in_pyramid
    in_pyramid = {card for card, is_in in zip(left.held, inside, strict=False) if is_in}
    return tuple(card for card in chosen if card in in_pyramid)


def stand_still(
    subject: Subject, sets: Sequence[tuple[int, ...]], stop_when_cleared: bool = False
) -> Standstill:
    """The longest line of the sets' cards alone, the stock lying open.

    Among lines that clear as many cards that must go, and as many at all, it is the first that the
    search finds, so the answer is always the same. A `LeftOpenError` beyond `MOST_POSITIONS`.
    """
    return stand_still_of(left_of(subject), sets, stop_when_cleared)


def stand_still_of(
    left: Left, sets: Sequence[tuple[int, ...]], stop_when_cleared: bool = False
) -> Standstill:
    """`stand_still` of what is left."""
    chosen = cards_of(left.held, sets)
    table = _Table(left, chosen)
    aim = _aim(left, chosen)
    must = sum(1 << i for i, card in enumerate(chosen) if aim is None or card in aim)
    search = _Search(table, must)
    search.explore((1 << len(chosen)) - 1, stop_when_cleared)
    return Standstill(
        tuple((chosen[i], chosen[j]) for i, j in search.best),
        tuple(card for i, card in enumerate(chosen) if search.best_left >> i & 1),
        tuple(card for i, card in enumerate(chosen) if not search.can_go >> i & 1),
        not search.best_left & search.must,
        aim,
    )


def goes_only_with(rules: Rules, rank: int, other: int) -> bool:
    """Whether two ranks go with each other, and with none else."""
    return rules.partners[rank] == (other,) and rules.partners[other] == (rank,)


class _Table:
    """The chosen cards as bits, in dealing order, and what lies on what."""

    def __init__(self, left: Left, chosen: Sequence[Card]) -> None:
        rules, cards = left.rules, left.held
        layout = Layout.of(rules)
        bit = {card: i for i, card in enumerate(chosen)}

        def among(mask: int) -> int:
            held = (cards[i] for i in bits(mask))
            return sum(1 << bit[card] for card in held if card is not None and card in bit)

        self.overlap = rules.overlap
        self.above = [0] * len(chosen)
        self.direct = [0] * len(chosen)
        for i, card in enumerate(cards[: len(layout.above)]):
            if card is not None and card in bit:
                self.above[bit[card]] = among(layout.above[i])
                self.direct[bit[card]] = among(layout.direct[i])
        of_rank = [0] * (rules.highest_rank + 1)
        for card, i in bit.items():
            of_rank[card.rank] |= 1 << i
        self.ranks = [(mask, rank) for rank, mask in enumerate(of_rank) if rank]
        self.mates = [
            sum(of_rank[rank] for rank in rules.partners[card.rank]) & ~(1 << i)
            for card, i in bit.items()
        ]
        self.sides = [
            (mask, other)
            for mask, rank in self.ranks
            for other, complementing in self.ranks
            if mask and goes_only_with(rules, rank, complementing)
        ]

    def exposed(self, left: int) -> tuple[int, int]:
        """The masks of the exposed cards, and of those that cover something."""
        exposed = covering = 0
        for i in bits(left):
            on_it = self.above[i] & left
            covering |= on_it
            if not on_it:
                exposed |= 1 << i
        return exposed, covering

    def pairs(self, left: int, exposed: int) -> Iterator[Pair]:
        """All discards of this position, each once, by the cards' places."""
        for i in bits(left if self.overlap else exposed):
            if exposed >> i & 1:
                for j in bits(self.mates[i] & exposed >> i + 1 << i + 1):
                    yield i, j
            elif self.overlap:
                on_it = self.above[i] & left
                if not on_it & on_it - 1 and on_it & self.direct[i] & self.mates[i]:
                    yield i, on_it.bit_length() - 1

    def free_pair(self, left: int, exposed: int, covering: int, must: int) -> Pair | None:
        """A pair of two ranks that match only each other, which can go immediately: a longest line
        continues from there.

        When all cards left of a rank are exposed and cover nothing, an exposed card x of the other
        rank, of which there are no more, may go with any of them, y. Take a line. If it never
        discards x, some card y' of the rank stays too; let y' do in the line what y does, and
        discard x with y first. If it discards x with y', let y and y' change their parts: they
        cover nothing and can go at any time. Neither loses a card that must go, since cards of the
        rank that must go are taken first.
        """
        for mask, other in self.sides:
            x, y = mask & left, other & left
            if not x & exposed or y & ~exposed or y & covering:
                continue
            if mask == other:
                if x & x - 1 and x & must in (0, x):
                    first, second = list(bits(x))[:2]
                    return first, second
            elif x.bit_count() <= y.bit_count():
                chosen = y & must or y
                if chosen:
                    i, j = next(bits(x & exposed)), next(bits(chosen))
                    return min(i, j), max(i, j)
        return None


class _Search:
    """Depth first over what is left; `best` is the longest line so far."""

    def __init__(self, table: _Table, must: int) -> None:
        self.table, self.must = table, must
        self.seen: set[int] = set()
        self.path: list[Pair] = []
        self.best: tuple[Pair, ...] = ()
        self.best_left = (1 << len(table.above)) - 1
        self.can_go = 0

    def explore(self, left: int, stop: bool) -> bool:
        """Try everything from here; True when all that must go is gone and that is enough."""
        kept = len(self.path)
        while left not in self.seen:  # else all from here on was tried, and it was not enough
            self.seen.add(left)
            if len(self.seen) > MOST_POSITIONS:
                raise LeftOpenError("the limit on positions was reached")
            exposed, covering = self.table.exposed(left)
            self._note(left, exposed)
            pair = self.table.free_pair(left, exposed, covering, self.must)
            if pair:
                self.path.append(pair)
                left = _without(left, pair)
                continue
            if stop and not left & self.must:
                return True
            for pair in self.table.pairs(left, exposed):
                self.path.append(pair)
                if self.explore(_without(left, pair), stop):
                    return True
                self.path.pop()
        del self.path[kept:]
        return False

    def _note(self, left: int, exposed: int) -> None:
        """Keep the line if it is the best, and remember which cards can go here."""
        if self._worth(left) < self._worth(self.best_left):
            self.best, self.best_left = tuple(self.path), left
        for i, j in self.table.pairs(left, exposed):
            self.can_go |= 1 << i | 1 << j

    def _worth(self, left: int) -> tuple[int, int]:
        return (left & self.must).bit_count(), left.bit_count()


def _without(left: int, pair: Pair) -> int:
    return left & ~(1 << pair[0] | 1 << pair[1])


guard(__name__)
