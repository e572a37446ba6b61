"""The deal that a picture or a page carries, as a line of its metadata, and reading it again.

The line is ``[pyrtool deal: # deal 2 (native), giza | 7S KC ..]``: the heading, and the cards, or a
position in one line. A vertical bar separates what are lines in a file. docs/reference/notation.md
says in which place each kind of file has it.
"""

import re
from collections.abc import Sequence
from html import unescape
from typing import Final

from pyrtool.game.position import Move, Position, Subject
from pyrtool.notation.deals import format_deal
from pyrtool.notation.diagrams import format_position
from pyrtool.notation.headings import format_heading
from pyrtool.notation.rules import NamedRules

_CARRIED: Final = re.compile(rb"\[pyrtool deal: ([^\[\]]{1,20000})\]")
_BETWEEN: Final = " | "


def format_pictured(
    subject: Subject, named: NamedRules | None = None, after: Sequence[Move] = ()
) -> str:
    """Write the line for a deal or a position, `after` some moves; the inverse of `parse_pictured`.

    >>> from pyrtool.game.deals import deal
    >>> format_pictured(deal(2, "giza"))[:50]
    '[pyrtool deal: # deal 2 (native), giza | 7S KC 3H '
    """
    heading = format_heading(subject, named or NamedRules.nearest(subject.rules), after=after)
    if isinstance(subject, Position):
        table = format_position(subject)
    else:
        table = format_deal(subject.cards)
    lines = (line.translate(_SIGNS) for line in (heading, table))
    return f"[pyrtool deal: {_BETWEEN.join(lines)}]"


_SIGNS: Final = dict.fromkeys(map(ord, "[]|<>&"), " ")
"""Signs that the name of a variant could have, and a file or this line has for other things."""


def parse_pictured(content: bytes) -> list[str] | None:
    """Find the lines of the deal that a picture or a page carries; None if it carries none."""
    found = _CARRIED.search(content)
    if found is None:
        return None
    return unescape(found[1].decode("utf-8", "replace")).split(_BETWEEN)
