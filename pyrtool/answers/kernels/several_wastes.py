"""Games with several wastes, or with both ends of one available, as a kernel takes them.

Decides how a position is told to `kernel.wastes` and how the moves that it finds are read; verdicts
are for `solve`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrtool.answers.kernels.build import piles
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.kernel.verdict.wastes.piles import Piles


def numbered(position: Position) -> list[Card | None]:
    """The cards by the numbers that the kernel knows them by: the tableau's in dealing order, then
    those of the wastes and of the stock."""
    return [*position.tableau, *position.passed(), *position.undealt()]


def load(position: Position, without: frozenset[str] = frozenset()) -> Piles:
    """The kernel with a position to search from, `without` some prunes."""
    rules, cards = position.rules, numbered(position)
    kernel = piles(rules, without)
    size = len(position.tableau)
    number = {card: at for at, card in enumerate(cards) if card is not None}
    left = _mask(card is not None for card in cards)
    kernel.load(
        _mates(rules, cards),
        _mask(card is not None and rules.goes_alone(card.rank) for card in cards),
        position.layout.pyramid & left if rules.goal == "pyramid" else left,
        _sets(rules, cards),
        left,
        [[number[card] for card in waste] for waste in position.wastes],
        list(range(size + len(position.passed()), len(cards))),
        position.pass_number,
    )
    # Where redeals make many orders, or the player chooses wastes, wins are many, but far apart.
    kernel.begin(rules.wastes > 1 and (rules.deal_to == "choice" or rules.passes != 1))
    return kernel


def moves_found(kernel: Piles, position: Position) -> tuple[Move, ...]:
    """The moves of the kernel's win from the position that was loaded."""
    cards = numbered(position)
    return tuple(_move(found, cards) for found in kernel.line())


def _move(found: tuple[int, int, int], cards: Sequence[Card | None]) -> Move:
    kind, first, second = found
    if kind == 1:
        return DealStock(first)
    if kind == 2:
        return Redeal()
    return Discard(tuple(card for n in dict.fromkeys((first, second)) if (card := cards[n])))


def _mates(rules: Rules, cards: Sequence[Card | None]) -> list[int]:
    """For each card the mask of those that go with it."""
    of_rank = [0] * (rules.highest_rank + 1)
    for at, card in enumerate(cards):
        if card is not None:
            of_rank[card.rank] |= 1 << at
    ways = [sum(of_rank[mate] for mate in mates) for mates in rules.partners]
    return [0 if card is None else ways[card.rank] & ~(1 << at) for at, card in enumerate(cards)]


def _mask(bits: Iterable[bool]) -> int:
    return sum(1 << at for at, bit in enumerate(bits) if bit)


def _sets(rules: Rules, cards: Sequence[Card | None]) -> list[list[int]]:
    """The numbers of the cards of each set of which some are left."""
    sets = (
        [at for at, card in enumerate(cards) if card is not None and card.rank in ranks]
        for ranks in rules.sets
    )
    return [members for members in sets if members]


guard(__name__)
