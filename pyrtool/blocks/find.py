"""Which block a deal has: the kernels' answers as `Block` records.

Decides the order of the kinds. Blocks of the tableau come first, with all that is not laid
out lying open: what is blocked then is blocked however the stock is dealt. In open games a
deal is lost exactly when it has one. Then comes the count of a dealt stock. Its order alone
never blocks a set: docs/blocks.md has the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pyrtool.blocks.block import Block, BlockError
from pyrtool.cards import Card, complement
from pyrtool.door import guard, shown
from pyrtool.games import Rules
from pyrtool.layout import Layout
from pyrtool.packing import matcher, search_of_sets
from pyrtool.theory import count_matters, has_blocks

_NO_LIMIT = 2**62


def find_block(cards: Sequence[Card], rules: Rules) -> Block | None:
    """The simplest block of a deal: simple, set, crossblocks by order, count.

    `cards` is the whole deck in dealing order. Among several of one kind it is the first: by
    the covered card's place in dealing order, or by the sets' order. None when there is no block.
    """
    return next(find_blocks(cards, rules), None)


def find_blocks(cards: Sequence[Card], rules: Rules) -> Iterator[Block]:
    """All blocks of the smallest order, the one that `find_block` gives first.

    A set with a simple block is not listed again as a set block; nor are counts listed where
    the tableau is blocked.
    """
    block = None
    for block in _of_tableau(cards, rules):
        yield block
    if block is None:
        yield from _of_count(cards, rules)


def _of_tableau(cards: Sequence[Card], rules: Rules) -> Iterator[Block]:
    every_set = range(len(rules.sets))
    lost: Callable[[tuple[int, ...]], bool]
    kernel = matcher(rules)
    kernel.load(bytes(cards))
    places = range(rules.tableau_size if kernel.simple() >= 0 else 0)
    if has_blocks(rules):
        # Sets that are not constrained never hinder others, so no smallest choice has one.
        constrained = [s for s in every_set if kernel.constrained() >> s & 1]

        def lost(choice: tuple[int, ...]) -> bool:
            kernel.load(bytes(cards))  # between two answers another deal may have been loaded
            return kernel.solve(sum(1 << s for s in choice), _NO_LIMIT) == "lost"
    else:
        constrained = list(every_set)

        def lost(choice: tuple[int, ...]) -> bool:
            search = search_of_sets(rules)
            search.load_sets(bytes(cards), sum(1 << s for s in choice))
            return search.search(_NO_LIMIT) == "lost"

    simple = [place for place in places if is_simple(cards, place, rules)]
    found = [simple_block(cards, place, rules) for place in simple]
    yield from found
    done = {block.sets for block in found}
    any_single = bool(found)
    for s in constrained:
        if (rules.sets[s],) not in done and lost((s,)):
            any_single = True
            yield Block("set block", (rules.sets[s],))
    if any_single or not lost(tuple(constrained)):
        return
    for order in range(2, len(constrained) + 1):
        choices = [choice for choice in combinations(constrained, order) if lost(choice)]
        for choice in choices:
            yield Block("crossblock", tuple(rules.sets[s] for s in choice))
        if choices:
            return
    raise AssertionError("the sets together are blocked, but no choice of them is")


def _of_count(cards: Sequence[Card], rules: Rules) -> Iterator[Block]:
    if not count_matters(rules):
        return
    kernel = matcher(rules)
    kernel.load(bytes(cards))
    short = kernel.short()
    for s, ranks in enumerate(rules.sets):
        if short >> s & 1:
            yield Block("count", (ranks,))


def is_simple(cards: Sequence[Card], place: int, rules: Rules) -> bool:
    """Whether the card at this place of the tableau must go and is covered by all its complements.

    With overlap discards one of them that lies directly on it could go with it.
    """
    layout = Layout.of(rules)
    if not 0 <= place < rules.tableau_size:
        raise BlockError(f"place {shown(place)}: must be 0 to {rules.tableau_size - 1}")
    rank = complement(cards[place].rank, rules.total)
    if rank is None or rank == cards[place].rank:
        return False
    if rules.goal == "pyramid" and not layout.pyramid >> place & 1:
        return False
    complements = [cards.index(card) for card in rules.of_rank(rank)]
    above, on_it = layout.above[place], layout.covers[place]
    return all(above >> i & 1 for i in complements) and not (
        rules.overlap and any(i in on_it for i in complements)
    )


def simple_block(cards: Sequence[Card], place: int, rules: Rules) -> Block:
    """The simple block of the card at this place; a `BlockError` if there is none."""
    card = cards[place] if is_simple(cards, place, rules) else None
    rank = complement(card.rank, rules.total) if card is not None else None
    if card is None or rank is None:
        raise BlockError(f"place {place}: {cards[place]} is not covered by all its complements")
    above = Layout.of(rules).above[place]
    covers = tuple(c for i, c in enumerate(cards) if above >> i & 1 and c.rank == rank)
    ranks = (min(card.rank, rank), max(card.rank, rank))
    return Block("simple block", (ranks,), card, covers)


guard(__name__)
