"""Which ranks go together: ``sum 12, Q-K``, and what follows for every rank.

Decides how the pairs of a game are written and read, and which of them can be played: those in
which every rank goes alone, or with one rank, which may be itself. Ranks are numbers from 1, the
ace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from pyrtool.cards import RANKS, PyrtoolError, shorten
from pyrtool.door import guard

MOST_SETS: Final = 7
"""Of one game: a search tells them apart by three bits."""
_MOST_BITS: Final = 52
"""For the cards of all sets: a search gives a set of two ranks 8 of them, and so one that is a rank
with itself, if others come after it."""

Mates = tuple[int, ...]
"""For each rank the one it goes with, 0 where it goes alone; the first is no rank's."""


class PairsError(PyrtoolError):
    """A text that tells no pairs, or pairs that are not played."""


_SUM: Final = re.compile(r"sum ([0-9]{1,2})")
_RANK: Final = rf"(10|[{RANKS}])"
_TWO: Final = re.compile(rf"{_RANK} ?- ?{_RANK}")
_ALONE: Final = re.compile(rf"{_RANK} alone")
_MOST_TERMS: Final = 40


def normal(text: str) -> str:
    """The same pairs as they are printed: ``Sum 12,q-k`` is ``sum 12, Q-K``."""
    return ", ".join(dict.fromkeys(map(_printed, _terms(text))))


@lru_cache(maxsize=256)  # asked twice of all rules that are made
def mates_of(text: str, ranks: int) -> Mates:
    """With what each rank of the deck goes, by pairs in words; a `PairsError` says what is wrong.

    >>> mates_of("sum 4, 4 alone, 5-6", 6)
    (0, 3, 2, 1, 0, 6, 5)
    """
    together: dict[int, set[int]] = {rank: set() for rank in range(1, ranks + 1)}
    for low, high in _pairs(text, ranks):
        together[low].add(high)
        together[high].add(low)
    alone = {_rank(found[1]) for term in _terms(text) if (found := _ALONE.fullmatch(term))}
    mates = [0]
    for rank, others in together.items():
        name = RANKS[rank - 1]
        if not others and rank not in alone:
            raise PairsError(
                f"pairs: {name} goes with no rank of the deck; add {name} alone, or a pair"
            )
        if len(others) + (rank in alone) > 1:
            ways = [RANKS[other - 1] for other in sorted(others)] + ["alone"] * (rank in alone)
            raise PairsError(
                f"pairs: {name} goes with {' and '.join(ways)}; pairs in which a rank goes with "
                "more than one are not played yet"
            )
        mates.append(*others or (0,))
    _check_room(mates)
    return tuple(mates)


def mates_of_total(total: int, ranks: int) -> Mates:
    """With what each rank goes where pairs add to `total`; a `PairsError` as of `mates_of`."""
    told = f"sum {total}" + (f", {RANKS[total - 1]} alone" if total <= ranks else "")
    return mates_of(told, ranks)


def sets_of(mates: Mates) -> tuple[tuple[int, int], ...]:
    """(lower, higher) rank of every set in their order, one that completes itself last."""
    two = [(rank, mate) for rank, mate in enumerate(mates) if mate > rank]
    return (*two, *((rank, rank) for rank, mate in enumerate(mates) if rank == mate != 0))


def _check_room(mates: list[int]) -> None:
    own = sum(rank == mate != 0 for rank, mate in enumerate(mates))
    kings = mates[1:].count(0)
    sets = (len(mates) - 1 - own - kings) // 2 + own
    if own > 1:
        raise PairsError("pairs: more than one rank goes with itself, which is not played yet")
    if sets > MOST_SETS or 8 * sets + 4 * kings - 4 * (own and not kings) > _MOST_BITS:
        raise PairsError(
            f"pairs: {sets} sets and {kings} ranks alone, one of them with itself, are not "
            "played yet"
        )


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
    return re.sub(" ?- ?", "-", term).replace("10", "T")


def _rank(name: str) -> int:
    return RANKS.index(name.replace("10", "T")) + 1


def _pairs(text: str, ranks: int) -> Iterable[tuple[int, int]]:
    """The pairs that the terms tell, of ranks that the deck has."""
    every = range(1, ranks + 1)
    for term in _terms(text):
        found: list[tuple[int, int]] = []
        if added := _SUM.fullmatch(term):
            found = [(rank, int(added[1]) - rank) for rank in every]
        elif two := _TWO.fullmatch(term):
            found = [(_rank(two[1]), _rank(two[2]))]
        elif term == "same":
            found = [(rank, rank) for rank in every]
        elif term == "next":
            found = [(rank, rank + 1) for rank in every]
        kept = [pair for pair in found if pair[0] in every and pair[1] in every]
        if found and not kept:
            raise PairsError(f"pairs: {term} has no two ranks of the deck")
        yield from kept


guard(__name__)
