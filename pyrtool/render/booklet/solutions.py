"""Solutions in print: the numbered entries of a line of play.

Decides the words of an entry; in how many columns they stand is for ``pages.typ``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pyrtool.door import guard
from pyrtool.notation import format_moves
from pyrtool.position import Move
from pyrtool.render.words import as_drawn

_TIMES: Final = re.compile(r"\*(\d+)$")


def entries(moves: Iterable[Move]) -> list[tuple[str, str]]:
    """The moves in order as (numbers, words): ``("7", "4♣/9♥")``, ``("8–10", "deal ×3")``."""
    told, number = [], 1
    for word in format_moves(moves).split():
        found = _TIMES.search(word)
        count = int(found[1]) if found else 1
        last = number + count - 1
        numbers = str(number) if count == 1 else f"{number}–{last}"
        told.append((numbers, as_drawn(word).replace("*", " ×")))
        number = last + 1
    return told


guard(__name__)
