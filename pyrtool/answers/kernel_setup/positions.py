"""Translate positions in the middle of a game into what kernels take.

Decides how a position reaches a kernel. Where the kernel reasons with sets, it is a deal of which
some cards are gone (`as_dealt`). Elsewhere the numbers of its cards reach it (`Numbered`). What is
found from there is for `solve` and `best`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyrtool.answers.kernel_setup.build import general, piles
from pyrtool.answers.plan import unsound_from
from pyrtool.game.cards import Card
from pyrtool.game.position import Position
from pyrtool.kernel.constants import OTHERS
from pyrtool.kernel.numbers import position_of

if TYPE_CHECKING:
    from pyrtool.kernel.without_sets import General, Piles


def first_pass(start: Position) -> int:
    """Return the pass that the searches count as 0 when they begin at `start`."""
    return 1 if start.rules.passes is not None else start.pass_number


def stock_position(position: Position, stock: Sequence[Card], first: int) -> int:
    """Return the stock's position as the searches number it (`kernel.numbers`).

    `stock`: the cards by their index in the search's stock; `first`: the pass that counts as 0.
    """
    top = position.passed()[-1:]
    dealt = stock.index(top[0]) + 1 if top else 0
    return position_of(position.pass_number - first, dealt)


@dataclass(frozen=True)
class Midgame:
    """A deal that can have led to a position: `cards` in dealing order, `left` a byte a card, 0 if
    it is gone. `at` is the stock's position, as `kernel.numbers` has it; `stock` are the cards by
    their index in it."""

    cards: tuple[Card, ...]
    left: bytes
    at: int
    stock: tuple[Card, ...]


def as_dealt(position: Position) -> Midgame:
    """Return the position as a deal with some cards gone, which lie anywhere they can have lain.

    In the stock they come first, so that what is not dealt yet lies in the groups in which it
    will be dealt. What covered what among cards that are gone is not asked any more.
    """
    rules, deck = position.rules, position.rules.deck
    here = position.cards()
    if len(here) == len(deck):  # nothing is gone
        cards, left = tuple(here), b"\1" * len(deck)
    else:
        there = set(here)
        gone = [card for card in deck if card not in there]
        laid_out = [gone.pop() if card is None else card for card in position.tableau]
        laid_out += [gone.pop() if card is None else card for card in position.bouquet]
        cards = (*laid_out, *gone, *position.passed(), *position.undealt())
        left = bytes(card in there for card in cards)
    stock = cards[rules.tableau_size :]
    at = stock_position(position, stock, first_pass(position))
    return Midgame(cards, left, at, stock)


class Numbered:
    """The cards of a position by the numbers that searches without sets know them by.

    The cards of the tableau are numbered by their places. Then come those of the bouquet, of the
    wastes, and of the stock. `cards` has None where a card is gone; `left` is the mask of the
    others.
    """

    def __init__(self, position: Position) -> None:
        beside = (*position.bouquet, *position.passed(), *position.undealt())
        self.rules = position.rules
        self.cards: tuple[Card | None, ...] = (*position.tableau, *beside)
        self.number = {card: at for at, card in enumerate(self.cards) if card is not None}
        self.left = sum(1 << at for at in self.number.values())

    def ranks(self) -> bytes:
        """Return the rank of each card, 0 if it is gone."""
        return bytes(0 if card is None else card.rank for card in self.cards)

    def alone(self) -> int:
        """Return the mask of the kings."""
        goes_alone = self.rules.goes_alone
        return sum(1 << at for card, at in self.number.items() if goes_alone(card.rank))

    def mates(self) -> list[int]:
        """Return for each card the mask of those that go with it."""
        of_rank = [0] * (self.rules.highest_rank + 1)
        for card, at in self.number.items():
            of_rank[card.rank] |= 1 << at
        ways = [sum(of_rank[mate] for mate in mates) for mates in self.rules.partners]
        return [
            0 if card is None else ways[card.rank] & ~(1 << at)
            for at, card in enumerate(self.cards)
        ]


def loaded(
    position: Position, without: frozenset[str] = frozenset()
) -> "tuple[General, dict[int, Card]]":
    """Return the kernel that knows no sets, with the position in it, and the cards by their numbers
    there: those laid out from 0, all others from `OTHERS`. `without`: prunes to switch off."""
    kernel, cards = general(position.rules, unsound_from(position) | without), Numbered(position)
    size = len(position.tableau)
    at = position_of(position.pass_number - first_pass(position), len(position.waste))
    kernel.load(cards.ranks(), cards.left & ((1 << size) - 1), cards.left >> size, at)
    beside = OTHERS - size
    return kernel, {(n if n < size else n + beside): card for card, n in cards.number.items()}


def loaded_piles(position: Position, without: frozenset[str] = frozenset()) -> "Piles":
    """Return the kernel for several wastes, or both ends of one, with the position to search from;
    `without` some prunes."""
    rules, cards = position.rules, Numbered(position)
    kernel = piles(rules, without)
    sets = ([n for card, n in cards.number.items() if card.rank in ranks] for ranks in rules.sets)
    kernel.load(
        cards.mates(),
        cards.alone(),
        position.layout.pyramid & cards.left if rules.goal == "pyramid" else cards.left,
        [members for members in sets if members],
        cards.left,
        [[cards.number[card] for card in waste] for waste in position.wastes],
        [cards.number[card] for card in position.undealt()],
        position.pass_number,
    )
    # Where redeals make many orders, or the player chooses wastes, wins are many, but far apart.
    kernel.begin(rules.wastes > 1 and (rules.deal_to == "choice" or rules.passes != 1))
    return kernel
