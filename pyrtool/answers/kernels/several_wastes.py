"""Games with several wastes, or with both ends of one available, as a kernel takes them.

Decides how a position reaches `kernel.verdict.wastes`, and how the moves that it finds are read;
verdicts are for `solve`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrtool.answers.kernels.build import piles
from pyrtool.answers.kernels.positions import Numbered
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.kernel.verdict.wastes.piles import Piles


def load(position: Position, without: frozenset[str] = frozenset()) -> Piles:
    """The kernel with a position to search from, `without` some prunes."""
    rules, cards = position.rules, Numbered(position)
    kernel = piles(rules, without)
    kernel.load(
        cards.mates(),
        cards.alone(),
        position.layout.pyramid & cards.left if rules.goal == "pyramid" else cards.left,
        _sets(rules, cards),
        cards.left,
        [[cards.number[card] for card in waste] for waste in position.wastes],
        [cards.number[card] for card in position.undealt()],
        position.pass_number,
    )
    # Where redeals make many orders, or the player chooses wastes, wins are many, but far apart.
    kernel.begin(rules.wastes > 1 and (rules.deal_to == "choice" or rules.passes != 1))
    return kernel


def moves_found(kernel: Piles, position: Position) -> tuple[Move, ...]:
    """The moves of the kernel's win from the position that was loaded."""
    cards = Numbered(position).cards
    return tuple(_move(found, cards) for found in kernel.line())


def _move(found: tuple[int, int, int], cards: Sequence[Card | None]) -> Move:
    kind, first, second = found
    if kind == 1:
        return DealStock(first)
    if kind == 2:
        return Redeal()
    return Discard(tuple(card for n in dict.fromkeys((first, second)) if (card := cards[n])))


def _sets(rules: Rules, cards: Numbered) -> list[list[int]]:
    """The numbers of the cards of each set of which some are left."""
    sets = ([at for card, at in cards.number.items() if card.rank in ranks] for ranks in rules.sets)
    return [members for members in sets if members]


guard(__name__)
