"""Solutions in print: the numbered entries of a line of play.

Decides the words of an entry; ``pages.typ`` sets them in columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.position import Move, Position
from pyrtool.languages.table import move_words
from pyrtool.notation import format_moves
from pyrtool.pictures.lettering.words import as_drawn

_TIMES: Final = re.compile(r"\*(\d+)$")
_TEN: Final = re.compile(r"(?<![^/])T(?=[@/]|$)")  # a ten without a suit
_COLUMNS: Final = ((8, 6), (13, 4))  # longest word, columns
_LEAST_COLUMNS: Final = 3


def entries(moves: Iterable[Move], start: Position) -> list[tuple[str, str]]:
    """The moves from `start` as (numbers, words): ``("7", "4♣/9♥")``, ``("8–10", "deal ×3")``, in
    the chosen language.

    A card that is not the only one of its name has its place: ``6♥@7.1/7♣``.
    """
    entries, number = [], 1
    for word in format_moves(moves, start).split():
        found = _TIMES.search(word)
        count = int(found[1]) if found else 1
        last = number + count - 1
        numbers = str(number) if count == 1 else f"{number}–{last}"
        entries.append((numbers, move_words(_TEN.sub("10", as_drawn(word))).replace("*", " ×")))
        number = last + 1
    return entries


def columns(entries: Iterable[tuple[str, str]]) -> int:
    """Count the columns of a list of entries."""
    longest = max((len(words) for _, words in entries), default=0)
    return next((many for most, many in _COLUMNS if longest <= most), _LEAST_COLUMNS)


def example(every: Iterable[tuple[str, str]]) -> str | None:
    """The first of some entries that discards two cards, without places; None if there is none."""
    pairs = (re.sub(r"@[^/]*", "", words) for _, words in every if "/" in words)
    return next(pairs, None)


guard(__name__)
