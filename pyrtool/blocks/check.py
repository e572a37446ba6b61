"""Whether a block that is claimed holds, by plain search that shares nothing with the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pyrtool.blocks.block import Block
from pyrtool.blocks.find import is_simple, simple_block
from pyrtool.blocks.left import Left, left_of
from pyrtool.blocks.standstill import cards_of, stand_still
from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.position import Position
from pyrtool.theory import count_matters


def check_block(block: Block, cards: Sequence[Card] | Position, rules: Rules | None = None) -> bool:
    """Whether `block` holds in the deal or the position, and is of the kind that it says it is.

    A set block may have a simple block in it; a crossblock must be smallest: each of its sets
    away, the others can be discarded.
    """
    left = left_of(cards, rules)
    named = set(block.sets)
    if not named or len(named) != len(block.sets) or not named <= set(left.rules.sets):
        return False
    if (len(named) > 1) != (block.kind == "crossblock"):
        return False
    if block.kind != "simple block" and (block.card is not None or block.covers):
        return False
    match block.kind:
        case "simple block":
            return _is_simple(block, cards, left)
        case "count":
            return _is_short(block, left)
    if _clears(block.sets, cards, rules):
        return False
    return block.kind == "set block" or all(
        _clears(smaller, cards, rules) for smaller in combinations(block.sets, block.order - 1)
    )


def _clears(
    sets: tuple[tuple[int, ...], ...], cards: Sequence[Card] | Position, rules: Rules | None
) -> bool:
    return stand_still(cards, rules, sets, stop_when_cleared=True).cleared


def _is_simple(block: Block, cards: Sequence[Card] | Position, left: Left) -> bool:
    if block.card is None or block.card not in left.held:
        return False
    place = left.held.index(block.card)
    if place >= left.rules.tableau_size or not is_simple(cards, place, left.rules):
        return False
    return block == simple_block(cards, place, left.rules)


def _is_short(block: Block, left: Left) -> bool:
    """Whether more than half of the set are in a stock whose cards never match each other."""
    if not count_matters(left.rules):
        return False
    in_stock = cards_of(left.held[left.rules.tableau_size :], block.sets)
    return 2 * len(in_stock) > len(cards_of(left.held, block.sets))


guard(__name__)
