"""How often numbers alone make a deal impossible: counted exactly, without any deal.

Decides how many choices of stock cards leave every stock card a partner in the tableau. Whether
a given deal is such a one is for `find`.
"""

from __future__ import annotations

from math import comb

from pyrtool.answers.soundness import check_sets
from pyrtool.base.arguments import guard
from pyrtool.game.games import Rules


def countable_stocks(rules: Rules) -> tuple[int, int]:
    """How many choices of stock cards leave every stock card a partner in the tableau, of how many.

    A condition where no two stock cards match: then at most half of a set's cards may lie there.
    All choices are equally likely, so the first part of the second bounds the win rate. A
    `RulesError` where a rank goes with several.
    """
    check_sets(rules, "count of stocks")
    alone = sum(rules.goes_alone(rank) for rank in range(1, rules.highest_rank + 1)) * rules.suits
    sets = [rules.suits * (1 if low == high else 2) for low, high in rules.sets]
    return (
        _choices(rules.stock_size, [(size, size // 2) for size in sets] + [(alone, alone)]),
        _choices(rules.stock_size, [(rules.deck_size, rules.stock_size)]),
    )


def _choices(cards: int, parts: list[tuple[int, int]]) -> int:
    """Count the ways to choose cards from parts of given sizes, with a greatest number from
    each."""
    ways = [1] + [0] * cards
    for size, most in parts:
        ways = [
            sum(ways[n - k] * comb(size, k) for k in range(min(most, n) + 1))
            for n in range(cards + 1)
        ]
    return ways[cards]


guard(__name__)
