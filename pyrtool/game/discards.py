"""Which cards are discarded together, and which alone, wherever they lie.

Decides what the ranks say of a discard. Whether its cards are available is for `position`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANKS, Card
from pyrtool.game.games import Rules


@lru_cache(maxsize=64)
def fitting(rules: Rules) -> frozenset[tuple[Card, ...]]:
    """Every discard that the ranks of its cards allow: pairs, in either order, and single cards.

    >>> len(fitting(Rules()))  # six sets, each four cards with four in either order, and four kings
    196
    """
    alone = {(card,) for card in rules.deck if rules.goes_alone(card.rank)}
    pairs = permutations(rules.deck, 2)
    together = {pair for pair in pairs if rules.go_together(pair[0].rank, pair[1].rank)}
    return frozenset(alone | together)


def why_no_pair(rules: Rules, discard: tuple[Card, ...]) -> str | None:
    """Why one card, or two different ones, of these ranks are no discard; None if they are one,
    where they are available."""
    ranks = [card.rank for card in discard]
    if rules.goes_alone(*ranks) if len(ranks) == 1 else rules.go_together(*ranks):
        return None
    names = [RANKS[rank - 1] for rank in ranks]
    if rules.pairs is None:
        return f"{' + '.join(names)} is {sum(ranks)}, not {rules.total}"
    return f"{names[0]} does not go {f'with {names[1]}' if len(names) > 1 else 'alone'}"


def why_no_match(rules: Rules, one: int, other: int) -> str | None:
    """Why available cards of these two piles may not go together: of wastes, numbered from 1, of
    the turned card, -1, or of others, 0."""
    low, high = sorted((one, other))
    if low < 0 < high and rules.stock_waste == "no":
        return "the turned card and the waste top do not match under these rules"
    if 0 < low < high and not rules.waste_match:
        return "cards of different wastes do not match under these rules"
    return None


guard(__name__)
