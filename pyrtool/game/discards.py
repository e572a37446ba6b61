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


def why_no_pair(rules: Rules, cards: tuple[Card, ...]) -> str:
    """Why cards, one or two, that are not `fitting` do not go together."""
    ranks = [card.rank for card in cards]
    names = [RANKS[rank - 1] for rank in ranks]
    if rules.pairs is None:
        return f"{' + '.join(names)} is {sum(ranks)}, not {rules.total}"
    return f"{names[0]} does not go {f'with {names[1]}' if len(names) > 1 else 'alone'}"


guard(__name__)
