"""Deals of the generalised open games, and their referee."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

Pair = tuple[int, ...]
"""The cards of a discard: two, or one that is discarded alone."""


class IllegalDiscardError(ValueError):
    """A discard that the rules do not allow."""


@dataclass(frozen=True)
class Deal:
    """Cards 0, 1, ... with their ranks, in a pyramid and columns.

    With a `total`, two ranks match when they add to it, and the rank `total` is discarded alone.
    Without (0), equal ranks match.
    """

    ranks: tuple[int, ...]
    total: int
    rows: tuple[tuple[int, ...], ...]
    """The pyramid from its apex."""
    columns: tuple[tuple[int, ...], ...]
    """Each from its deepest card to the exposed one."""

    def alone(self, card: int) -> bool:
        """Whether the card is discarded alone."""
        return self.ranks[card] == self.total

    def match(self, one: int, other: int) -> bool:
        """Whether the ranks of two cards match."""
        if self.total:
            return self.ranks[one] + self.ranks[other] == self.total
        return self.ranks[one] == self.ranks[other]

    @cached_property
    def covering(self) -> tuple[tuple[int, ...], ...]:
        """For each card the cards that lie directly on it."""
        found: list[tuple[int, ...]] = [()] * len(self.ranks)
        for row, below in zip(self.rows, self.rows[1:], strict=False):
            for place, card in enumerate(row):
                found[card] = below[place : place + 2]
        for column in self.columns:
            for card, on_it in itertools.pairwise(column):
                found[card] = (on_it,)
        return tuple(found)

    def top_first(self) -> list[int]:
        """All cards, each after those that cover it."""
        pyramid = [card for row in reversed(self.rows) for card in row]
        return pyramid + [card for column in self.columns for card in reversed(column)]

    def name(self, card: int) -> str:
        """The rank as a number and a suit: the cards of a rank are C, D, H, S in their order."""
        rank = self.ranks[card]
        return f"{rank}{'CDHS'[self.ranks[:card].count(rank)]}"

    def text(self) -> str:
        """The pyramid row by row, then the columns, each from its deepest card."""
        lines = [" ".join(map(self.name, cards)) for cards in (*self.rows, *self.columns)]
        return "\n".join(lines)


def replay(deal: Deal, line: Iterable[Pair]) -> None:
    """Play a line, discard by discard, to the last card.

    Raises:
        IllegalDiscardError: a discard is not legal, or cards are left.
    """
    gone: set[int] = set()
    for number, discard in enumerate(line, 1):
        for card in discard:
            if card in gone:
                raise IllegalDiscardError(f"discard {number}: {deal.name(card)} is gone")
            if not gone.issuperset(deal.covering[card]):
                raise IllegalDiscardError(f"discard {number}: {deal.name(card)} is covered")
        if len(discard) == 1:
            fits = deal.alone(discard[0])
        else:
            fits = len(set(discard)) == 2 and deal.match(*discard)
        if not fits:
            raise IllegalDiscardError(f"discard {number}: the ranks do not match")
        gone.update(discard)
    if len(gone) != len(deal.ranks):
        raise IllegalDiscardError(f"{len(deal.ranks) - len(gone)} cards are left")


def in_order(deal: Deal, pairs: Iterable[Pair]) -> list[Pair] | None:
    """A line that discards these pairs, with the cards discarded alone; None if there is none."""
    left = list(pairs) + [(card,) for card in range(len(deal.ranks)) if deal.alone(card)]
    pair_of = {card: pair for pair in left for card in pair}
    waiting = {pair: sum(len(deal.covering[card]) for card in pair) for pair in left}
    below: list[list[int]] = [[] for _ in deal.ranks]
    for card, on_it in enumerate(deal.covering):
        for other in on_it:
            below[other].append(card)
    line = [pair for pair in left if not waiting[pair]]
    for pair in line:  # grows
        for card in pair:
            for other in below[card]:
                freed = pair_of[other]
                waiting[freed] -= 1
                if not waiting[freed]:
                    line.append(freed)
    return line if len(line) == len(left) else None
