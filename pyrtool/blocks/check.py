"""Whether a block that is claimed holds, by plain search that shares nothing with the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pyrtool.blocks.block import Block
from pyrtool.blocks.find import is_simple, simple_block
from pyrtool.blocks.standstill import cards_of, stand_still
from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.layout import Layout


def check_block(block: Block, cards: Sequence[Card], rules: Rules) -> bool:
    """Whether `block` holds in the deal, and is of the kind that it says it is.

    A set block may have a simple block in it; a crossblock must be smallest: each of its sets
    away, the others can be discarded.
    """
    named = set(block.sets)
    if not named or len(named) != len(block.sets) or not named <= set(rules.sets):
        return False
    if (len(named) > 1) != (block.kind == "crossblock"):
        return False
    if block.kind != "simple block" and (block.card is not None or block.covers):
        return False
    match block.kind:
        case "simple block":
            return _is_simple(block, cards, rules)
        case "count":
            return _is_short(block, cards, rules)
    if _clears(block.sets, cards, rules):
        return False
    return block.kind == "set block" or all(
        _clears(smaller, cards, rules) for smaller in combinations(block.sets, block.order - 1)
    )


def _clears(sets: tuple[tuple[int, int], ...], cards: Sequence[Card], rules: Rules) -> bool:
    return stand_still(cards, rules, sets, stop_when_cleared=True).cleared


def _is_simple(block: Block, cards: Sequence[Card], rules: Rules) -> bool:
    if block.card is None or block.card not in cards:
        return False
    place = list(cards).index(block.card)
    if place >= len(Layout.of(rules).above) or not is_simple(cards, place, rules):
        return False
    return block == simple_block(cards, place, rules)


def _is_short(block: Block, cards: Sequence[Card], rules: Rules) -> bool:
    """Whether more than half of the set are in a stock whose cards never match each other."""
    if rules.stock != "dealt" or rules.stock_waste != "no" or rules.waste_pairs:
        return False
    in_stock = cards_of(cards[rules.tableau_size :], block.sets)
    return rules.goal == "all" and 2 * len(in_stock) > len(cards_of(cards, block.sets))


guard(__name__)
