"""The pages of a site that are read: home, problems, numbers, lessons, statistics, about.

Decides what they show without scripts; app/ has what the scripts add, and html/ the texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from pyrtool.answers.rating import LEVELS
from pyrtool.base.arguments import guard
from pyrtool.base.version import MADE_BY, __version__
from pyrtool.base.words import counted
from pyrtool.game.games import TITLES
from pyrtool.pages.page import Frame, app_page
from pyrtool.pages.page.appearance import BACKGROUNDS, LIGHTS, PALETTES
from pyrtool.pages.page.entry import STYLE
from pyrtool.pages.site.days import GAME, WEEK, Day
from pyrtool.pages.site.entries import Entry
from pyrtool.pictures.lettering.subtitle import subtitle
from pyrtool.pictures.lettering.text import plain

MOST_TITLE: Final = 60
"""Characters of a site's title."""

NAVIGATION: Final = (
    ("problems", "Problems"),
    ("numbers", "By number"),
    ("solve", "Solve my deal"),
    ("lessons", "Lessons"),
    ("statistics", "Statistics"),
    ("about", "About"),
)
"""The pages that every page leads to: file name without .html -> what it is called."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_LINKS: Final = (
    '<link rel="icon" href="icon-192.png">\n<link rel="apple-touch-icon" href="icon-192.png">\n'
    '<link rel="manifest" href="manifest.webmanifest">\n'
    '<meta name="theme-color" content="#24604a">'
)
_DATA: Final = {
    "index": ("games",),
    "problems": ("games", "catalogue"),
    "numbers": ("games",),
    "lessons": ("games", "lesson-games", "lessons"),
    "statistics": ("games",),
    "about": (),
}
"""The pages, and the data that each shows first."""

_STEPS: Final = (
    '<span class="steps"><a id="before" href="#" hidden>‹</a>'
    '<a id="after" href="#" hidden>›</a></span>'
)
_HERE: Final = Path(__file__).parent / "html"
_FRAME: Final = Path(__file__).parent / "style/frame.css"


def app(title: str, *, solves: bool = False) -> bytes:
    """The page with the board, on which every problem is played; or if it `solves`, the one on
    which a reader's own tables are."""
    current = "solve" if solves else ""
    links = "".join(
        f'<a href="{name}.html"{_CURRENT if name == current else ""}>{words}</a>'
        for name, words in NAVIGATION[:4]
    )
    home = f'<a href="index.html" class="home">{_said(title)}</a>'
    return app_page(
        _HEADINGS["solve"] if solves else title,
        Frame(
            head=_LINKS,
            navigation=f'<nav id="site" aria-label="Site">{home}{links}{_STEPS}</nav>',
            styles=(_FRAME, STYLE) if solves else (_FRAME,),
            scripts=("entry-games.js", "solve.js") if solves else ("games.js", "play.js"),
        ),
    )


def pages(
    title: str, entries: Sequence[Entry], lessons: Sequence[Entry], days: Sequence[Day]
) -> dict[str, bytes]:
    """The other pages: file name without .html -> its bytes."""
    palette, light = BACKGROUNDS["green"]
    return {
        name: _fill(
            "layout",
            {
                "title": _said(title),
                "heading": _HEADINGS.get(name, _said(title)),
                "page": name,
                "policy": _POLICY,
                "links": _LINKS,
                "palette": palette,
                "light": light,
                "navigation": _navigation(name),
                "main": _fill(name, _parts(title, entries, lessons, days)),
                "palettes": _options(PALETTES, palette),
                "lights": _options(LIGHTS, light),
                "data": "".join(f'<script defer src="{data}.js"></script>\n' for data in told),
                "version": escape(__version__),
                "maker": escape(MADE_BY),
            },
        ).encode()
        for name, told in _DATA.items()
    }


_HEADINGS: Final = dict(NAVIGATION)
_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_CURRENT: Final = ' aria-current="page"'


def _parts(
    title: str, entries: Sequence[Entry], lessons: Sequence[Entry], days: Sequence[Day]
) -> dict[str, str]:
    """What the pages' own texts leave open."""
    played = sorted({entry.named.game for entry in entries}, key=list(TITLES).index)
    levels = [level for level, _ in LEVELS]
    of_collection = any(entry.name.isdigit() for entry in entries)  # others are a1, a2
    return {
        "listed": "The collection" if of_collection else "The problems",
        "how_hard": " from easy to the hardest that were found" if of_collection else "",
        "title": _said(title),
        "problems": counted(len(entries), "problem"),
        "lessons_count": counted(len(lessons), "lesson"),
        "grid": "\n".join(map(_card, entries)),
        "lessons": "\n".join(_card(lesson) for lesson in lessons),
        "game_options": _options({"": "All", **{name: TITLES[name] for name in played}}, ""),
        "level_options": _options(
            {"": "All", **{str(n): level.title() for n, level in enumerate(levels, 1)}}, ""
        ),
        "games": _options(TITLES, GAME),
        "no_days": "" if days else " hidden",
        "week": "".join(
            f"<li><strong>{day}</strong><br>{level}</li>"
            for day, level in zip(_WEEKDAYS, WEEK, strict=True)
        ),
    }


def _navigation(current: str) -> str:
    return "".join(
        f'<a href="{name}.html"{_CURRENT if name == current else ""}>{words}</a>'
        for name, words in NAVIGATION
    )


def _card(entry: Entry) -> str:
    """A problem in the grid; its picture is drawn when it comes into sight."""
    stars = 0 if entry.rating is None else entry.rating.stars
    level = f"{LEVELS[stars - 1][0].title()}, {stars} of 5 stars" if stars else ""
    changed = subtitle(entry.named.rules, entry.named.game)
    game = ", ".join(filter(None, [TITLES[entry.named.game], changed]))
    signs = "★" * stars + "☆" * (5 - stars)
    rated = f'<span class="stars" role="img" aria-label="{level}">{signs}</span>' if stars else ""
    is_lesson = entry.name.startswith("lesson-")
    under = f'<span class="game">{escape(game)}</span>{rated}'
    if is_lesson:
        under = f'<span class="words">{_said(entry.teaser)}</span>'
    return (
        f'<li data-name="{entry.name}" data-game="{entry.named.game}" data-stars="{stars}">'
        f'<a href="play.html#problem={entry.name}"><span class="picture" aria-hidden="true"></span>'
        f'<span class="name"><span class="number">{_number(entry)}</span> '
        f"{_said(entry.title)}</span>{under}</a></li>"
    )


def _number(entry: Entry) -> str:
    return entry.name.removeprefix("lesson-").removeprefix("a")


def _options(choices: Mapping[str, str], chosen: str) -> str:
    return "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(words)}</option>'
        for value, words in choices.items()
    )


def _said(text: str) -> str:
    return escape(plain(text))


def _fill(name: str, parts: dict[str, str]) -> str:
    template = (_HERE / f"{name}.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)


guard(__name__)
