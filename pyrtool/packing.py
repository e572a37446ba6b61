"""Rules and tableaux as the numbers that the kernel takes.

Decides nothing: it turns layouts and sets into masks and tables, once for each rules
record. Which kernel answers which question is for `blocks` and `solver`.
"""

from __future__ import annotations

from functools import lru_cache

from pyrtool.cards import Card
from pyrtool.games import Rules
from pyrtool.kernel.bulk import Bulk
from pyrtool.kernel.matching import Matcher
from pyrtool.kernel.search import PRUNES, STOCK_WASTE, Search
from pyrtool.layout import Layout

NO_GROUP = 255


def groups(rules: Rules) -> tuple[bytes, bytes, bytes]:
    """For each card code its group, for each group its partner and its size in the deck.

    Groups 2s and 2s + 1 are the lower and the higher rank of set s; a rank that completes
    itself is group 2s and its own partner, and group 2s + 1 is empty.
    """
    group_of = bytearray([NO_GROUP] * len(Card.ALL))
    partner_of = bytearray(2 * len(rules.sets))
    total = bytearray(2 * len(rules.sets))
    for s, (low, high) in enumerate(rules.sets):
        partner_of[2 * s] = 2 * s + (low != high)
        partner_of[2 * s + 1] = 2 * s
        for card in rules.deck:
            if card.rank in (low, high):
                group = 2 * s + (card.rank != low)
                group_of[card] = group
                total[group] += 1
    return bytes(group_of), bytes(partner_of), bytes(total)


@lru_cache(maxsize=64)
def matcher(rules: Rules) -> Matcher:
    """The matching kernel for this tableau, everything that is not laid out lying open."""
    layout = Layout.of(rules)
    return Matcher(list(layout.above), list(layout.direct), *groups(rules), rules.overlap)


def bits(rules: Rules) -> bytes:
    """For each card code its bit in set order (see `kernel.sets`)."""
    group_of, _, _ = groups(rules)
    alone = 8 * len(rules.sets)
    bit_of = bytearray(len(Card.ALL))
    for card in rules.deck:
        group = group_of[card]
        bit_of[card] = (alone if group == NO_GROUP else 4 * group) + card.suit
    return bytes(bit_of)


def early_never_hurts(rules: Rules) -> bool:
    """Whether removing a pair earlier can never hurt (docs/solver.md has the proof).

    It can where its absence shifts the groups of the next pass, or keeps apart or brings together
    what vanishes by itself.
    """
    if rules.stock != "dealt":
        return True
    if rules.stock_waste in ("auto", "auto-on-turn"):
        return False
    return rules.draw == 1 or (rules.passes == 1 and not rules.waste_pairs)


@lru_cache(maxsize=64)
def search(rules: Rules, without: frozenset[str] = frozenset()) -> Search:
    """The search kernel for these rules, with all prunes but those named in `without`."""
    layout = Layout.of(rules)
    return Search(
        rules.deck_size,
        bits(rules),
        bytes(low == high for low, high in rules.sets),
        [list(on_it) for on_it in layout.covers],
        bytes(place.kind == "pyramid" for place in layout.places),
        {
            "draw": rules.draw,
            "passes": rules.passes or 0,
            "stock_top": rules.stock_top,
            "stock_waste": STOCK_WASTE[rules.stock_waste],
            "waste_pairs": rules.waste_pairs,
            "overlap": rules.overlap,
            "goal_pyramid": rules.goal == "pyramid",
            "dealt": rules.stock == "dealt",
            "monotone": early_never_hurts(rules),
            "prunes": sum(bit for name, bit in PRUNES.items() if name not in without),
        },
    )


@lru_cache(maxsize=16)
def bulk(rules: Rules) -> Bulk:
    """The kernel for many deals of these rules."""
    return Bulk(
        matcher(rules),
        None if decided_by_matching(rules) else search(rules),
        has_blocks(rules),
        count_matters(rules),
    )


def has_blocks(rules: Rules) -> bool:
    """Whether blocks are defined: all cards of a set must go, or all that lie in the tableau."""
    return rules.goal == "all" or rules.columns is None


def decided_by_matching(rules: Rules) -> bool:
    """Whether the matching kernel answers the game: every card is open, and all must go."""
    return rules.stock != "dealt" and has_blocks(rules)


def count_matters(rules: Rules) -> bool:
    """Whether numbers alone can make a deal impossible: no two stock cards ever match."""
    return (
        rules.stock == "dealt"
        and rules.goal == "all"
        and rules.stock_waste == "no"
        and not rules.waste_pairs
    )
