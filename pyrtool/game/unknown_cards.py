"""Cards with a known rank only, or unknown cards, as cards of the deck.

Decides which card of the deck each of them represents, so that the cards here and the discarded
ones make a deck. A rank gets a free suit. Unknown cards are chosen so that the discarded cards can
form pairs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted
from pyrtool.game.cards import RANKS, Card, RankCard, UnknownCard
from pyrtool.game.deck import as_packs
from pyrtool.game.games import Rules
from pyrtool.game.pairs import are_simple

_ALL: Final = range(1, len(RANKS) + 1)


class PositionError(PyrtoolError):
    """A position that cannot be under its rules; the message says why."""


def in_deck(
    held: Sequence[Card | None], gone: Sequence[Card], rules: Rules
) -> tuple[Iterator[Card | None], tuple[Card, ...]]:
    """Give each card without a suit a suit, and each unknown card a card.

    Return the cards that are here, None for gaps; and, if any card is unknown, the discarded cards
    that are named. A `PositionError` if the deck of the rules does not have all these cards.
    """
    every = list(chain(held, gone))
    every = every if rules.packs == 1 else as_packs(every)
    used = {card for card in every if card is not None and card.has_suit}
    given: list[Card | None] = []
    for card in every:
        if card is None or card.has_suit or not card.is_known:
            given.append(card)
            continue
        free = next((c for c in rules.deck if c.rank == card.rank and c not in used), None)
        if free is None:
            raise PositionError(_too_many(held, gone, rules))
        used.add(free)
        given.append(RankCard(free))
    here, named = given[: len(held)], [card for card in given[len(held) :] if card is not None]
    unknown = sum(card is not None and not card.is_known for card in here)
    if not unknown:
        return iter(here), ()
    gaps = here[: rules.tableau_size].count(None)
    fitting = iter(_that_fit(unknown, named, used, rules, gaps))
    cards = (card if card is None or card.is_known else next(fitting) for card in here)
    return cards, tuple(sorted(named))


def unnamed(here: Iterable[Card], gone: Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """Return the cards of the deck that are neither known to be here nor named as gone, sorted."""
    known = {card for card in here if card.is_known}.union(gone)
    return tuple(card for card in rules.deck if card not in known)


def check_pairs(rules: Rules) -> None:
    """Reject a game whose discards cannot be counted by pairs: a rank has several partners."""
    if not are_simple(rules.partners):
        raise PositionError(
            "unknown cards (??) are allowed only in games whose ranks pair two by two"
        )


def _too_many(held: Sequence[Card | None], gone: Sequence[Card], rules: Rules) -> str:
    """Name a rank with more cards than the deck has."""
    ranks = Counter(card.rank for card in chain(held, gone) if card is not None and card.is_known)
    rank = next(r for r, n in ranks.items() if n > rules.of_a_rank or r > rules.highest_rank)
    has = 0 if rank > rules.highest_rank else rules.of_a_rank
    return f"{RANKS[rank - 1]}: {counted(ranks[rank], 'card')}, the deck has {has}"


def _that_fit(
    unknown: int, gone: Sequence[Card], used: set[Card], rules: Rules, gaps: int
) -> list[UnknownCard]:
    """Choose `unknown` unused cards, so that the discarded cards can have formed pairs.

    Each set counts as many pairs as possible as discarded, before cards that are discarded alone.
    If no two stock cards match, at most as many pairs as the tableau has `gaps` come first.
    """
    check_pairs(rules)
    free = {rank: [c for c in rules.deck if c.rank == rank and c not in used] for rank in _ALL}
    gone_of = Counter(card.rank for card in gone)
    going = sum(map(len, free.values())) - unknown
    if going < 0:
        raise PositionError(
            f"{counted(unknown, 'card')} unknown, but only {unknown + going} of the deck are not "
            "named"
        )
    for low, high in rules.sets:  # first, those whose partners are named
        for rank, mate in ((low, high), (high, low)):
            lacking = gone_of[mate] % 2 if low == high else max(gone_of[mate] - gone_of[rank], 0)
            if lacking > len(free[rank]) or lacking > going:
                raise PositionError(f"gone: {RANKS[mate - 1]} cannot have gone without partners")
            del free[rank][:lacking]
            gone_of[rank] += lacking
            going -= lacking
    alone = [card for rank in _ALL if rules.goes_alone(rank) for card in free[rank]]
    may_go = going // 2
    if rules.no_two_stock_cards_match:
        in_pairs = sum(gone_of[rank] for rank in _ALL if not rules.goes_alone(rank)) // 2
        may_go = min(may_go, max(gaps - in_pairs, (going - len(alone) + 1) // 2))
    for low, high in rules.sets:
        most = len(free[low]) // 2 if low == high else min(len(free[low]), len(free[high]))
        pairs = min(most, may_go)
        for rank in (low, high):
            del free[rank][:pairs]
        may_go -= pairs
        going -= 2 * pairs
    if going > len(alone):
        raise PositionError(
            f"{counted(going, 'card')} too many are neither here nor unknown, nor gone in pairs"
        )
    away = set(alone[:going])
    return [UnknownCard(card) for rank in _ALL for card in free[rank] if card not in away]
