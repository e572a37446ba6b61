"""Pairs: which ranks match, ``sum 12, Q-K``, and what follows for every rank.

Decides how the pairs of a game are written and read, and which pairs can be played: every rank must
be discarded alone, with other ranks, or with itself. Ranks are numbers from 1, the ace.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted, shorten
from pyrtool.game.cards import RANK_FORM, RANKS, rank_of

MOST_SETS: Final = 7
"""The most sets of a game for the searches over sets, which number them in three bits."""
_MOST_BITS: Final = 52
"""The most bits for the cards of all sets. A search gives 8 bits to a set of two ranks, and to a
rank that matches itself if other sets follow."""

Partners = tuple[tuple[int, ...], ...]
"""For each rank those it goes with, none where it goes alone; the first is no rank's."""


class PairsError(PyrtoolError):
    """A text that names no pairs, or pairs that cannot be played."""


_SUM: Final = re.compile(r"sum ([0-9]{1,2})")
_RANK: Final = rf"(10|{RANK_FORM})"
_TWO: Final = re.compile(rf"{_RANK} ?- ?{_RANK}")
_ALONE: Final = re.compile(rf"{_RANK} alone")
_MOST_TERMS: Final = 40


def normal(text: str) -> str:
    """Return the same pairs as they are printed: ``Sum 12,q-k`` is ``sum 12, Q-K``."""
    return ", ".join(dict.fromkeys(map(_printed, _terms(text))))


def partners_of(text: str, ranks: int) -> Partners:
    """Return the partners of each rank by pairs in words; a `PairsError` says what is wrong.

    >>> partners_of("sum 4, 4 alone, 5-6, same", 6)[1:]
    Traceback (most recent call last):
    pyrtool.game.pairs.PairsError: pairs: 4 is alone and matches 4: a rank does one of these
    >>> partners_of("next, same", 3)
    ((), (1, 2), (1, 2, 3), (2, 3))
    """
    together: dict[int, set[int]] = {rank: set() for rank in range(1, ranks + 1)}
    for low, high in _pairs(text, ranks):
        together[low].add(high)
        together[high].add(low)
    alone = {rank_of(match[1]) for term in _terms(text) if (match := _ALONE.fullmatch(term))}
    for rank, others in together.items():
        name = RANKS[rank - 1]
        if not others and rank not in alone:
            raise PairsError(
                f"pairs: {name} matches no rank of the deck; add {name} alone, or a pair"
            )
        if others and rank in alone:
            ways = " and ".join(RANKS[other - 1] for other in sorted(others))
            raise PairsError(f"pairs: {name} is alone and matches {ways}: a rank does one of these")
    return ((), *(tuple(sorted(others)) for others in together.values()))


def partners_of_total(total: int, ranks: int) -> Partners:
    """Return the partners of each rank if pairs add to `total`; errors are as of `partners_of`."""
    if total > ranks + 1:
        name = RANKS[ranks - 1]
        raise PairsError(f"total {total}: A matches no rank up to {name}: use ranks {total - 1}")
    if total < ranks:
        high = RANKS[total]
        raise PairsError(f"total {total}: {high} matches no rank: use total {ranks} or {ranks + 1}")
    pairs = f"sum {total}" + (f", {RANKS[total - 1]} alone" if total <= ranks else "")
    return partners_of(pairs, ranks)


def total_of(partners: Partners) -> int | None:
    """Return the total that the pairs of a whole deck add to, None if they add to none.

    >>> total_of(partners_of("2-3, A-4, 5 alone", 5)), total_of(partners_of("same", 5))
    (5, None)
    """
    ranks = len(partners) - 1
    for total in (ranks,) if ranks < len(RANKS) else (ranks, ranks + 1):
        try:
            if partners_of_total(total, ranks) == partners:
                return total
        except PairsError:  # some rank goes with none
            continue
    return None


def sets_of(partners: Partners) -> tuple[tuple[int, ...], ...]:
    """Return the ranks of every set, the lowest first: those that are connected by going together.

    A rank that matches only itself is listed twice. The sets are in the order of their lowest
    ranks, those last that are one rank.

    >>> sets_of(partners_of("A-4, 2-3, 5-5", 5)), sets_of(partners_of("same, next", 5))
    (((1, 4), (2, 3), (5, 5)), ((1, 2, 3, 4, 5),))
    """
    sets: list[tuple[int, ...]] = []
    for rank in range(1, len(partners)):
        if not partners[rank] or any(rank in ranks for ranks in sets):
            continue
        connected, waiting = {rank}, [rank]
        while waiting:
            others = set(partners[waiting.pop()]) - connected
            connected |= others
            waiting += others
        sets.append((rank, rank) if connected == {rank} else tuple(sorted(connected)))
    return tuple(sorted(sets, key=lambda ranks: ranks[0] == ranks[-1]))


def are_simple(partners: Partners) -> bool:
    """Return whether each rank goes alone or with one rank, in few enough sets for the searches.

    Then a set has one or two ranks.

    >>> are_simple(partners_of("sum 12, Q-K", 13)), are_simple(partners_of("same", 13))
    (True, False)
    """
    own = sum(others == (rank,) for rank, others in enumerate(partners))
    kings = partners[1:].count(())
    sets = (len(partners) - 1 - own - kings) // 2 + own
    return (
        max(map(len, partners)) <= 1
        and own <= 1
        and sets <= MOST_SETS
        and 8 * sets + 4 * kings - 4 * (own and not kings) <= _MOST_BITS
    )


def why_some_stay(partners: Partners, of_a_rank: int, all_go: bool) -> str | None:
    """Explain why cards of a whole deck cannot all pair by their numbers; None if they can.

    >>> why_some_stay(partners_of("sum 4, 4 alone", 4), 3, all_go=True)
    '3 cards of rank 2 match only each other, and one would be left over'
    """
    own = next((rank for rank, ways in enumerate(partners) if ways == (rank,)), None)
    if own is not None and of_a_rank % 2:
        cards = f"{counted(of_a_rank, 'card')} of rank {RANKS[own - 1]}"
        return f"{cards} match only each other, and one would be left over"
    wrong = unpaired(partners, dict.fromkeys(range(1, len(partners)), of_a_rank))
    if wrong is None or not all_go:
        return None
    return f"{wrong} cannot all be discarded in pairs: use goal pyramid"


def unpaired(partners: Partners, counts: Mapping[int, int]) -> str | None:
    """Name ranks whose cards cannot all be discarded in pairs, by their numbers alone, with these
    numbers; None if all cards can pair.

    >>> unpaired(partners_of("A-2, 2-3", 3), {1: 4, 2: 4, 3: 4})
    '4 of A, 4 of 2, 4 of 3'
    """
    there = tuple(
        tuple(other for other in others if counts.get(other)) if counts.get(rank) else ()
        for rank, others in enumerate(partners)
    )
    lonely = [(r,) for r, mates in enumerate(partners) if mates and counts.get(r) and not there[r]]
    for ranks in (*lonely, *(tuple(sorted(set(ranks))) for ranks in sets_of(there))):
        if not _pair_off(ranks, there, counts) and _falls_apart(ranks, there, counts):
            return ", ".join(f"{counts[rank]} of {RANKS[rank - 1]}" for rank in ranks)
    return None


def _pair_off(ranks: Iterable[int], partners: Partners, counts: Mapping[int, int]) -> bool:
    """Try to pair off all these cards: the next one always has the fewest partners left, and so has
    its partner. True shows that they can be paired off; False shows nothing."""
    left = {rank: counts[rank] for rank in ranks}

    def others(rank: int) -> int:
        return sum(left[other] for other in partners[rank])

    while waiting := [rank for rank, count in left.items() if count]:
        rank = min(waiting, key=others)
        left[rank] -= 1
        ways = [other for other in partners[rank] if left[other]]
        if not ways:
            return False
        left[min(ways, key=others)] -= 1
    return True


def _falls_apart(ranks: Sequence[int], partners: Partners, counts: Mapping[int, int]) -> bool:
    """Return whether they cannot be paired off, by Tutte's theorem: some cards, taken away, leave
    more groups of an odd number that go with no card outside than they are. Cards of a rank are
    alike, so that it is enough to take away whole ranks."""
    for number in range(len(ranks)):
        for away in combinations(ranks, number):
            rest = {rank for rank in ranks if rank not in away}
            if _odd_groups(rest, partners, counts) > sum(counts[rank] for rank in away):
                return True
    return False


def _odd_groups(ranks: set[int], partners: Partners, counts: Mapping[int, int]) -> int:
    """Count the groups of an odd number of cards into which these ranks fall; going together
    connects them, and a card that goes with none of them is a group."""
    groups = 0
    while ranks:
        connected, waiting = set[int](), [min(ranks)]
        while waiting:
            rank = waiting.pop()
            connected.add(rank)
            waiting += ranks.intersection(partners[rank]) - connected
        cards = sum(counts[rank] for rank in connected)
        alone = not ranks.intersection(partners[rank])
        groups += cards if alone else cards % 2
        ranks = ranks - connected
    return groups


def _terms(text: str) -> Iterable[str]:
    terms = [" ".join(term.split()) for term in re.split("[,+]", text)]
    if len(terms) > _MOST_TERMS:
        raise PairsError(f"pairs: {len(terms)} terms, at most {_MOST_TERMS}")
    for term in terms:
        plain = " ".join(
            word.upper() if not re.fullmatch("sum|alone|same|next", word.lower()) else word.lower()
            for word in term.split(" ")
        )
        if plain not in ("same", "next") and not any(
            form.fullmatch(plain) for form in (_SUM, _TWO, _ALONE)
        ):
            raise PairsError(
                f"pairs: {shorten(term)} is none: write sum N, two ranks as Q-K, a rank as "
                "K alone, same, or next, with commas between them"
            )
        yield plain


def _printed(term: str) -> str:
    if term.startswith("sum"):
        return term
    return re.sub(r"\b10\b", "T", re.sub(" ?- ?", "-", term))


def _pairs(text: str, ranks: int) -> Iterable[tuple[int, int]]:
    """Yield the pairs that the terms name, among the ranks of the deck."""
    every = range(1, ranks + 1)
    for term in _terms(text):
        pairs: list[tuple[int, int]] = []
        if added := _SUM.fullmatch(term):
            pairs = [(rank, int(added[1]) - rank) for rank in every]
        elif two := _TWO.fullmatch(term):
            pairs = [(rank_of(two[1]), rank_of(two[2]))]
        elif term == "same":
            pairs = [(rank, rank) for rank in every]
        elif term == "next":
            pairs = [(rank, rank + 1) for rank in every]
        in_deck = [pair for pair in pairs if pair[0] in every and pair[1] in every]
        if pairs and not in_deck:
            raise PairsError(f"pairs: {term} has no two ranks of the deck")
        yield from in_deck
