"""What a link to a site shows where it is sent: Open Graph tags, a page and a card for each day.

A fragment, ``play.html#day=2026-11-22``, says nothing to who makes a preview. So a day has a page
of its own, whose script leads to the board with what else the link carries. Decides what is on the
cards: the deal, its date and level, and nothing of how it is won.
"""

from __future__ import annotations

import re
from calendar import weekday
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from pyrtool.base.arguments import guard
from pyrtool.base.words import shorten
from pyrtool.game.games import TITLES
from pyrtool.game.position import start_of
from pyrtool.pages.site.days import GAME, Day, SiteError
from pyrtool.pictures.cards.sprites import line_of_text, tinted
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.pictures.lettering.text import plain
from pyrtool.pictures.painters.png import draw
from pyrtool.pictures.scenes.scene import compose
from pyrtool.pictures.scenes.theme import theme_named

MOST_CARDS: Final = 62
"""How many of a site's days, from the first on, have a card and a page: two months."""

SIZE_PX: Final = (600, 315)
"""Width and height of a card, which readers of Open Graph tags show whole."""

_ADDRESS: Final = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:/[\w.~%-]+)*/?", re.ASCII)
_DEAL_PX: Final = 290
_COLOURS: Final = 32
_POLICY: Final = "default-src 'none'; script-src 'self'; img-src data:; base-uri 'none'"


def checked_address(address: str) -> str:
    """The address of a site with its last slash; empty stays empty.

    >>> checked_address("https://example.org/giza")
    'https://example.org/giza/'
    """
    if address and not _ADDRESS.fullmatch(address):
        raise SiteError(
            f"address {shorten(address)}: must be the address of the site's folder, "
            "as https://example.org/giza/"
        )
    return address.rstrip("/") + "/" if address else ""


def tags(title: str, words: str, image: str, url: str = "") -> str:
    """Open Graph tags; `image` and `url` are addresses, and an empty `url` is left out."""
    given: Mapping[str, str] = {
        "og:type": "website",
        "og:title": title,
        "og:description": words,
        "og:image": image,
        **({"og:url": url} if url else {}),
    }
    return "\n".join(
        f'<meta property="{name}" content="{escape(plain(text))}">' for name, text in given.items()
    )


def day_files(days: Sequence[Day], title: str, address: str) -> dict[str, bytes]:
    """The pages and cards of the first `MOST_CARDS` days: ``day/2026-11-22.html`` and ``.png``."""
    files = {}
    for day in days[:MOST_CARDS]:
        files[f"day/{day.date}.html"] = _page(day, title, address)
        files[f"day/{day.date}.png"] = _card(day, title)
    return files


def _page(day: Day, title: str, address: str) -> bytes:
    """The page of a day; without a script it has the link."""
    heading = escape(_date(day))
    folder = f"{address}day/" if address else ""
    described = tags(
        f"{_date(day)}: {_level(day)}",
        f"{plain(title)}: a deal of {TITLES[GAME]} that can be won. How fast are you?",
        f"{folder}{day.date}.png",
        f"{folder}{day.date}.html" if folder else "",
    )
    width, height = SIZE_PX
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{heading} · {escape(plain(title))}</title>
{described}
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="data:,">
<script src="../day.js"></script>
</head>
<body>
<main>
<h1>{heading}</h1>
<p><a href="../play.html#day={day.date}">Play this problem</a></p>
</main>
</body>
</html>
""".encode()


def _card(day: Day, title: str) -> bytes:
    theme = theme_named("green")
    assert theme.page is not None
    card = Image.new("RGB", SIZE_PX, theme.page)
    scene = compose(start_of(day.deal), title="")
    deal = draw(scene, width_px=_DEAL_PX, deck="2color", background="green")
    width, height = SIZE_PX
    card.paste(deal, (12, (height - deal.height) // 2))
    named, on = _date(day).split(", ")
    lines = (
        (plain(title), 17.0, False, theme.muted),
        (named, 33.0, True, theme.text),
        (on, 25.0, True, theme.text),
        (_level(day), 19.0, False, theme.text),
    )
    left, y = _DEAL_PX + 30, 90
    for text, size_px, is_bold, colour in lines:
        coverage, above = line_of_text(text, size_px, is_bold, (0.0, 0.0), bundled(is_bold))
        shown = tinted(coverage, colour)
        if shown.width > (room := width - left - 12):
            shown = shown.resize((room, round(shown.height * room / shown.width)))
        card.paste(shown, (left, y - round(above)), shown)
        y += round(size_px * 0.75) + 22
    dots = _dots(_stars(day), theme.text)
    card.paste(dots, (left, y - 14), dots)
    file = BytesIO()
    card.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _dots(stars: int, colour: str) -> Image.Image:
    """Five dots; this many of them are filled."""
    large = Image.new("L", (5 * 104, 84))
    pen = ImageDraw.Draw(large)
    for k in range(5):
        box = (104 * k + 4, 4, 104 * k + 76, 76)
        pen.ellipse(box, fill=255 if k < stars else 0, outline=255, width=8)
    return tinted(large.resize((5 * 26, 21), Image.Resampling.LANCZOS), colour)


_NAMES: Final = MappingProxyType(
    {
        "days": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        "months": (
            *("January", "February", "March", "April", "May", "June", "July"),
            *("August", "September", "October", "November", "December"),
        ),
    }
)


def _date(day: Day) -> str:
    """``Sunday, 22 November 2026``, whatever language the machine has."""
    year, month, on = map(int, day.date.split("-"))
    named = _NAMES["days"][weekday(year, month, on)]
    return f"{named}, {on} {_NAMES['months'][month - 1]} {year}"


def _stars(day: Day) -> int:
    assert day.found.rating is not None
    return day.found.rating.stars


def _level(day: Day) -> str:
    """``Giza, master``."""
    assert day.found.rating is not None
    return f"{TITLES[GAME]}, {day.found.rating.level}"


guard(__name__)
