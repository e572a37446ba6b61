"""Why a deal is impossible: the blocks of its tableau.

Decides which block a deal has, taking the cards that are not laid out as lying open: what
is blocked then is blocked however the stock is dealt. In open games a deal is lost exactly
when it has a block of some order (docs/blocks.md has the proofs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from pyrtool.cards import Card, PyrtoolError, complement, set_name
from pyrtool.games import Rules
from pyrtool.layout import Layout
from pyrtool.packing import has_blocks, matcher

Kind = Literal["simple block", "set block", "crossblock"]


@dataclass(frozen=True)
class Block:
    """Sets, as (lower, higher) rank, that cannot be discarded with every other card gone.

    A simple block names the `card` and its `covers`, all of its complements, which lie on it.
    """

    kind: Kind
    sets: tuple[tuple[int, int], ...]
    card: Card | None = None
    covers: tuple[Card, ...] = ()

    @property
    def order(self) -> int:
        """How many sets take part."""
        return len(self.sets)


def find_block(cards: Sequence[Card], rules: Rules) -> Block | None:
    """The simplest block of a deal: simple, set, crossblocks by order; None when there is none.

    `cards` is the whole deck in dealing order. Among several of one kind it is the first: by
    the covered card's place in dealing order, or by the sets' order.
    """
    if not has_blocks(rules):
        return None
    kernel = matcher(rules)
    kernel.load(bytes(cards))
    place = kernel.simple()
    if place >= 0:
        return _simple_block(cards, place, rules)
    constrained = [s for s in range(len(rules.sets)) if kernel.constrained() >> s & 1]
    if kernel.solve(sum(1 << s for s in constrained), _NO_LIMIT) == "won":
        return None
    # Sets that are not constrained never hinder others, so no smallest choice has one.
    for order in range(1, len(constrained) + 1):
        for choice in combinations(constrained, order):
            if kernel.solve(sum(1 << s for s in choice), _NO_LIMIT) == "lost":
                sets = tuple(rules.sets[s] for s in choice)
                return Block("set block" if order == 1 else "crossblock", sets)
    raise AssertionError("the sets together are blocked, but no choice of them is")


_NO_LIMIT = 2**63


def _simple_block(cards: Sequence[Card], place: int, rules: Rules) -> Block:
    card = cards[place]
    rank = complement(card.rank, rules.total)
    assert rank is not None
    above = Layout.of(rules).above[place]
    covers = tuple(c for i, c in enumerate(cards) if above >> i & 1 and c.rank == rank)
    ranks = (min(card.rank, rank), max(card.rank, rank))
    return Block("simple block", (ranks,), card, covers)


def check_block(block: Block, cards: Sequence[Card], rules: Rules) -> bool:
    """Whether `block` holds in the deal, by a plain search that shares nothing with the kernel.

    With every card outside the block's sets gone, all orders of play are tried.
    """
    if not has_blocks(rules) or not set(block.sets) <= set(rules.sets):
        return False
    if block.kind == "simple block" and block != _simple_block_of(block.card, cards, rules):
        return False
    layout = Layout.of(rules)
    ranks = {rank for pair in block.sets for rank in pair}
    chosen = sum(1 << i for i, card in enumerate(cards) if card.rank in ranks)
    above = [mask & chosen for mask in layout.above] + [0] * (len(cards) - len(layout.above))
    direct = list(layout.direct) + [0] * (len(cards) - len(layout.above))
    return not _clears(chosen, cards, above, direct, rules)


def _simple_block_of(card: Card | None, cards: Sequence[Card], rules: Rules) -> Block | None:
    """The simple block of this very card, if it is one."""
    if card is None or card not in cards:
        return None
    layout = Layout.of(rules)
    place = cards.index(card)
    if place >= len(layout.above) or complement(card.rank, rules.total) is None:
        return None
    block = _simple_block(cards, place, rules)
    on_it = {cards[i] for i in layout.covers[place]}
    needed = {c for c in rules.deck if c.rank == complement(card.rank, rules.total)}
    holds = needed == set(block.covers) and not (rules.overlap and on_it & needed)
    return block if holds else None


def _clears(
    left: int, cards: Sequence[Card], above: list[int], direct: list[int], rules: Rules
) -> bool:
    """Whether the cards of the mask `left` can all be discarded in pairs, by trying all orders."""
    dead: set[int] = set()

    def attempt(left: int) -> bool:
        if not left:
            return True
        if left in dead:
            return False
        places = [i for i in range(len(cards)) if left >> i & 1]
        for i, j in combinations(places, 2):
            if cards[i].rank + cards[j].rank != rules.total:
                continue
            on_i, on_j = above[i] & left, above[j] & left
            if rules.overlap and direct[i] >> j & 1:
                on_i &= ~(1 << j)
            if not on_i and not on_j and attempt(left & ~(1 << i | 1 << j)):
                return True
        dead.add(left)
        return False

    return attempt(left)


def describe(block: Block, rules: Rules) -> str:
    """The block in one line of words."""
    names = ", ".join(set_name(low, rules.total) for low, _ in block.sets)
    if block.kind == "simple block":
        return f"{block.card} is covered by all its complements: {' '.join(map(str, block.covers))}"
    if block.kind == "set block":
        return f"the set {names} cannot be discarded even with every other card gone"
    return f"the sets {names} cannot be discarded together even with every other card gone"


class BlockError(PyrtoolError):
    """A block that a record claims and that does not hold."""
