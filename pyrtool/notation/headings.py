"""Comment lines that describe the lines below: ``# deal 2 (native), giza, overlap``.

Decides how such a heading is written. Other lines that begin with ``#`` say nothing to pyrtool.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, cast

from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import printable, shorten
from pyrtool.game.deals import DealNumber, Numbering, parse_number
from pyrtool.game.games import GAMES, name_of
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.moves import format_moves
from pyrtool.notation.rules import NamedRules, parse_named_rules

_HEADING: Final = re.compile(
    r"#\s*(?:deal (?P<number>(?:ms)?[0-9]{1,40}) \((?P<of_one>native|freecell|pysolfc)\)"
    r"|(?P<text>a deal|a position)"
    r"|deals \((?P<of_all>native|freecell|pysolfc)\)), (?P<named>[^:]*?)"
    r"(?:, after (?P<after>[^:]*))?(?:: ?(?P<remark>.*))?"
)
_NEARLY: Final = re.compile(
    r"#\s*(?:a )?(?:deals?|position)(?: (?:ms)?[0-9]{1,40})?(?: ?\([a-z]+\))?\s*[,:]\s*([^,:]+).*",
    re.IGNORECASE,
)
"""What means to be a heading, where a game follows, and is written otherwise."""


@public
@dataclass(frozen=True)
class Heading:
    """The content of a heading: about the deal below it, or of all that follow where `of_all`.

    `number` is the deal's, None for one that has none; `numbering` is what the number means, or
    the numbers that follow. `after` are the moves in words that were made before. `remark` is for
    people: the answer, or where the deal came from.
    """

    named: NamedRules
    number: DealNumber | None = None
    numbering: Numbering | None = None
    of_all: bool = False
    after: str = ""
    remark: str = ""


@public
def format_heading(
    deal: Subject, named: NamedRules, remark: str = "", after: Sequence[Move] = ()
) -> str:
    """Write the heading of a deal, or of a position.

    Args:
        deal: The deal, or a position that came without its deal.
        named: The rules by their game.
        remark: What to say of it; what is not printable is escaped.
        after: The moves made since the deal, if the heading is about the position after them.

    Returns:
        The heading, without a line end.
    """
    if isinstance(deal, Position):
        name = "a position"
    else:
        name = "a deal" if deal.number is None else f"deal {deal.number} ({deal.numbering})"
    shown = printable(remark)
    moves = f", after {format_moves(after, start_of(deal))}" if after else ""
    return f"# {name}, {named}{moves}{f': {shown}' if shown else ''}"


@public
def format_list_heading(numbering: Numbering, named: NamedRules) -> str:
    """Write the heading of a list of deal numbers.

    Args:
        numbering: The numbering of the deals.
        named: The rules by their game.

    Returns:
        The heading, without a line end.
    """
    return f"# deals ({numbering}), {named}"


@public
def parse_heading(line: str, place: str = "") -> Heading | None:
    """Read a heading.

    A line that is nearly a heading is rejected, because its game must not be lost.

    Args:
        line: A line of a file.
        place: Where it stands, such as ``line 3``; messages begin with it.

    Returns:
        The heading, or None for any other comment.

    Raises:
        NotationError: The heading is wrong, or nearly one.
    """
    match = _HEADING.fullmatch(line.strip())
    if match is None:
        nearly = _NEARLY.fullmatch(line.strip())
        if nearly is not None and _is_nearly_game(nearly[1].strip()):
            raise NotationError(
                placed(
                    place,
                    f"{shorten(line.strip(), 40)} is no heading: write '# a deal, giza', "
                    "'# deal 2 (native), giza' or '# deals (native), giza'",
                )
            )
        return None
    # The pattern has the names of numberings, and no others.
    numbering = cast(Numbering | None, match["of_one"] or match["of_all"])
    try:
        number = parse_number(match["number"], numbering) if numbering and match["number"] else None
        named = parse_named_rules(match["named"])
    except PyrtoolError as error:
        raise NotationError(placed(place, error)) from None
    of_all = match["of_all"] is not None
    return Heading(named, number, numbering, of_all, match["after"] or "", match["remark"] or "")


def parse_listed(line: str, place: str = "") -> Heading | None:
    """Read a line in which an answer names its deal, as `find` prints it: a heading without its
    ``#``, such as ``deal 9 (native), giza: expert 4.80``. None for any other line."""
    is_named = line.startswith("deal ") and _HEADING.fullmatch(f"# {line.strip()}")
    return parse_heading(f"# {line}", place) if is_named else None


def _is_nearly_game(text: str) -> bool:
    """Return whether a game goes by this name, or by one that is spelt nearly so."""
    if get_close_matches(text[:24].lower(), GAMES, n=1, cutoff=0.8):
        return True
    try:
        name_of(text)
    except PyrtoolError:
        return False
    return True
