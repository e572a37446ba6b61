"""Discards: which cards go together, and which alone, wherever they lie.

Decides what the ranks say of a discard. Whether its cards are available is for `position`.
"""

from functools import lru_cache
from itertools import permutations

from pyrtool.game.cards import RANKS, Card
from pyrtool.game.games import Rules
from pyrtool.languages import say


@lru_cache(maxsize=64)  # 5 ms for a pack
def fitting(rules: Rules) -> frozenset[tuple[Card, ...]]:
    """Return every discard that the ranks allow: pairs, in either order, and single cards.

    >>> len(fitting(Rules()))  # six sets, each four cards with four in either order, and four kings
    196
    """
    alone = {(card,) for card in rules.deck if rules.goes_alone(card.rank)}
    pairs = permutations(rules.deck, 2)
    together = {pair for pair in pairs if rules.go_together(pair[0].rank, pair[1].rank)}
    return frozenset(alone | together)


def why_no_pair(rules: Rules, discard: tuple[Card, ...]) -> str | None:
    """Explain why one card, or two different ones, of these ranks are no discard; None if they are
    one."""
    ranks = [card.rank for card in discard]
    if rules.goes_alone(*ranks) if len(ranks) == 1 else rules.go_together(*ranks):
        return None
    names = [RANKS[rank - 1] for rank in ranks]
    if rules.pairs is None:
        return say("{0} is {1}, not {2}", " + ".join(names), sum(ranks), rules.total)
    if len(names) == 1:
        return say("{0} is not discarded alone", names[0])
    return say("{0} does not match {1}", *names)
