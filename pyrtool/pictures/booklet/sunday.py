"""A Sunday page: one sheet with today's problem, and last week's solution upside down.

Decides what the sheet contains; ``sunday.typ`` has the layout. The QR code of a link needs segno,
which comes with the extra ``print``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.version import MADE_BY
from pyrtool.base.words import counted
from pyrtool.pictures.booklet import (
    Problem,
    check_booklet,
    entry,
    explained,
    fonts,
    how_written,
    inks,
    printed,
    printed_rule,
    typeset_pages,
)
from pyrtool.pictures.booklet.sizes import MARGIN_MM, PAPERS, diagram
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import OwnFont
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import game_title

MOST_PROBLEMS: Final = 2
"""Problems of a Sunday page: today's, and last week's."""

MOST_LINK: Final = 300
"""Characters of a link: its code can still be read in print."""

_LINK: Final = re.compile(r"https?://[!-~]+")
_DIAGRAM: Final = 0.55  # of the sheet's height, about


def sunday_page(
    problems: Sequence[Problem],
    *,
    title: str | None = None,
    author: str | None = None,
    date: str | None = None,
    link: str = "",
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
) -> bytes:
    """Make the sheet as a PDF. The same arguments give the same bytes.

    It has the diagram of the first problem as large as it can be, its rules, and the solution of a
    second, last week's. `title` (by default the game) and `date` are the top line, set in `font`
    if given. Without a `link` it has no QR code. `paper` is one of `PAPERS`.
    """
    check_booklet([title, author, date], 1, paper, deck)
    check_link(link)
    wide, high = PAPERS[paper]
    if not 1 <= len(problems) <= MOST_PROBLEMS:
        raise RenderError(
            f"a Sunday page of {counted(len(problems), 'problem')}: give today's, and last week's "
            "if its solution is to be printed"
        )
    today = problems[0].named
    game = printed(game_title(today))
    room = wide - 2 * MARGIN_MM, _DIAGRAM * high
    scenes = [diagram(problem.start, room)[0] for problem in problems]
    shown = [entry(problem, scene) for problem, scene in zip(problems, scenes, strict=True)]
    book = {
        "title": game if title is None else printed(title),
        "author": printed(author or ""),
        "made_by": MADE_BY,
        "date": letters.plain(date or ""),
        "fonts": fonts(font),
        "inks": inks(deck),
        "wide": wide,
        "high": high,
        "margin": MARGIN_MM,
        "game": game,
        "rules": [printed_rule(part) for part in how_to_play(today.rules)],
        "link": link,
        "problems": shown,
        **explained(problems[1:]),
        **how_written(shown[1:]),
    }
    files = {"code.svg": _code(link)} if link else {}
    return typeset_pages("sunday.typ", scenes, book, deck, font, files)


def check_link(link: str) -> None:
    """A `RenderError` unless a text is an address of the web, or empty."""
    if link and not _LINK.fullmatch(link):
        raise RenderError(f"link {link[:48]!r}: must be an address that begins with https://")
    if len(link) > MOST_LINK:
        raise RenderError(f"link: {len(link)} characters: at most {MOST_LINK} have room")


def _code(link: str) -> bytes:
    """The QR code of a link as SVG, with the free border that it needs."""
    try:
        import segno
    except ImportError:
        raise RenderError(
            "a QR code needs segno: install the extra, as in pip install 'pyrtool[print]'"
        ) from None
    out = io.BytesIO()
    segno.make_qr(link, error="m").save(out, kind="svg", border=4, omitsize=True, light="white")
    return out.getvalue()


guard(__name__)
