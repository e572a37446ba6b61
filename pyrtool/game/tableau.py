"""Tableaux in words: ``pyramid 7 + columns 8x3``, the shapes in dealing order.

Decides how a tableau is written. Which shapes there are, and how large, is for `shapes`.
"""

import re
from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import shorten
from pyrtool.game.shapes import KINDS, MOST_COLUMNS, Part

MOST_PYRAMIDS: Final = 9
"""Side by side, in the short form."""
MOST_SHAPES: Final = 12


class TableauError(PyrtoolError):
    """A text that is no tableau."""


Parts = tuple[Part, ...]

USUAL: Final[Mapping[str, int | None]] = MappingProxyType(
    {"rows": 7, "pyramids": 1, "columns": None, "reserve": 0}
)
"""The fields that say the usual tableaux, and what they say of standard Pyramid."""

_PART: Final = re.compile(r"([a-z]+) +([0-9]{1,3})(?: *x *([0-9]{1,2})( +rectified)?)?")


def parse_tableau(text: str) -> Parts:
    """Read ``pyramid 7 + columns 8x3``; a `TableauError` says which shape is wrong.

    >>> [part.cards for part in parse_tableau("triangle 4 + reserve 5")]
    [10, 5]
    """
    words = text.lower().split("+")
    if len(words) > MOST_SHAPES:
        raise TableauError(f"tableau: {len(words)} shapes, at most {MOST_SHAPES}")
    return tuple(_part(" ".join(word.split())) for word in words)


def format_tableau(parts: Parts) -> str:
    """Write a tableau in words, as `parse_tableau` reads it."""
    return " + ".join(map(str, parts))


def fields_of(text: str) -> JsonObject:
    """Return the fields of `Rules` that say a tableau. Pyramids of one size that are dealt before
    columns, and these before a reserve, have short forms; any other is in words.

    >>> fields_of("pyramid 7+columns 8x3")
    {'rows': 7, 'pyramids': 1, 'columns': (8, 3), 'reserve': 0, 'tableau': None}
    >>> fields_of("triangle 7")
    {'rows': 7, 'pyramids': 1, 'columns': None, 'reserve': 0, 'tableau': 'triangle 7'}
    """
    parts = parse_tableau(text)
    rest = list(parts)
    pyramids = []
    while rest and rest[0].kind == "pyramid":
        pyramids.append(rest.pop(0))
    columns = rest.pop(0) if rest and rest[0].kind == "columns" else None
    reserve = rest.pop(0) if rest and rest[0].kind == "reserve" else None
    in_short = len(set(pyramids)) == 1 and not (columns and columns.rectified)
    if rest or not in_short or len(pyramids) > MOST_PYRAMIDS:
        return dict(USUAL, tableau=format_tableau(parts))
    wide = None if columns is None else (columns.size, columns.depth)
    cards = reserve.size if reserve else 0
    return {
        "rows": pyramids[0].size,
        "pyramids": len(pyramids),
        "columns": wide,
        "reserve": cards,
        "tableau": None,
    }


def rows_of(parts: Parts) -> int:
    """Count the rows of the pyramid; a row is everything on one line.

    Pyramids and triangles that follow each other lie side by side, and count as many rows as the
    tallest. Other shapes lie below one another, and each counts its own rows.

    >>> [rows_of(parse_tableau(f"pyramid 2 + {rest}pyramid 7")) for rest in ("", "reserve 3 + ")]
    [7, 9]
    """
    groups = groupby(parts, key=lambda part: part.has_rows)
    return sum(max(part.size for part in group) for in_rows, group in groups if in_rows)


def _part(text: str) -> Part:
    match = _PART.fullmatch(text)
    kind = KINDS.get(match[1]) if match else None
    if match is None or kind is None or kind.has_depth != bool(match[3]):
        *forms, last = (kind.form for kind in KINDS.values())
        raise TableauError(
            f"tableau: {shorten(text)} is no shape: write {', '.join(forms)}, or {last}, "
            "with + between them"
        )
    size, depth = int(match[2]), int(match[3] or 1)
    if not (1 <= size <= kind.most and 1 <= depth <= MOST_COLUMNS):
        raise TableauError(f"tableau: {shorten(text)}: must be 1 to {kind.most}")
    return Part(match[1], size, depth, bool(match[4]))
