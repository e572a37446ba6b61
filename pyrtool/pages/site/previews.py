"""The icons of a site, and the previews of its links: tags, and a page and a card for each day.

Decides what they show; the same arguments give the same bytes.
"""

import re
from calendar import weekday
from collections.abc import Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from pyrtool.base.messages import shorten
from pyrtool.game.cards import Card
from pyrtool.game.games import TITLES
from pyrtool.game.position import start_of
from pyrtool.pages.page import fill
from pyrtool.pages.site.problems import GAME, Day, SiteError
from pyrtool.pictures.cards.sprites import cards_of, line_of_text, tinted
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.pictures.lettering.typesetting import plain
from pyrtool.pictures.painters.png import draw
from pyrtool.pictures.scenes.positions import compose
from pyrtool.pictures.scenes.themes import theme_named
from pyrtool.pictures.settings import PictureSettings

SIZES_PX: Final = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}
"""The icons: name -> width and height."""

_FELT: Final = (36, 96, 74)
_PAIR: Final = (("9S", 9.0, -0.13), ("4H", -9.0, 0.13))  # card, degrees, to the right
_WHOLE_PX: Final = 1024


def icons() -> dict[str, bytes]:
    """Make the icons as PNG files. A maskable one leaves its edge free, which systems cut off."""
    return {name: _icon(size, "maskable" in name) for name, size in SIZES_PX.items()}


def _icon(size_px: int, is_maskable: bool) -> bytes:
    whole = Image.new("RGBA", (_WHOLE_PX, _WHOLE_PX), (*_FELT, 255 if is_maskable else 0))
    if not is_maskable:
        shape = (0, 0, _WHOLE_PX - 1, _WHOLE_PX - 1)
        ImageDraw.Draw(whole).rounded_rectangle(shape, radius=200, fill=(*_FELT, 255))
    width_px = 400 if is_maskable else 500
    for name, degrees, right in _PAIR:
        card = cards_of("2color", width_px, "#000000").face(Card.parse(name)).convert("RGBA")
        turned = card.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
        left = round(_WHOLE_PX * (0.5 + right) - turned.width / 2)
        whole.alpha_composite(turned, (left, (_WHOLE_PX - turned.height) // 2))
    icon = whole.resize((size_px, size_px), Image.Resampling.LANCZOS)
    file = BytesIO()
    icon.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


MOST_CARDS: Final = 62
"""The number of a site's days, from the first on, that have a card and a page: two months."""

SIZE_PX: Final = (600, 315)
"""Width and height of a card, which readers of Open Graph tags show whole."""

_ADDRESS: Final = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:/[\w.~%-]+)*/?", re.ASCII)
_DEAL_PX: Final = 290
_COLOURS: Final = 32
_DAY: Final = Path(__file__).parent / "html/day.html"


def checked_address(address: str) -> str:
    """Return the address of a site with its last slash; empty stays empty.

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
    given = {"type": "website", "title": title, "description": words, "image": image}
    given |= {"url": url} if url else {}
    return "\n".join(
        f'<meta property="og:{name}" content="{escape(plain(text))}">'
        for name, text in given.items()
    )


def day_files(days: Sequence[Day], title: str, address: str) -> dict[str, bytes]:
    """Make pages and cards of the first `MOST_CARDS` days: ``day/2026-11-22.html``, ``.png``."""
    files = {}
    for day in days[:MOST_CARDS]:
        files[f"day/{day.date}.html"] = _page(day, title, address)
        files[f"day/{day.date}.png"] = _card(day, title)
    return files


def _page(day: Day, title: str, address: str) -> bytes:
    """Make the page of a day; without a script it has the link."""
    folder = f"{address}day/" if address else ""
    described = tags(
        f"{_date(day)}: {_level(day)}",
        f"{plain(title)}: a deal of {TITLES[GAME]} that can be won. How fast are you?",
        f"{folder}{day.date}.png",
        f"{folder}{day.date}.html" if folder else "",
    )
    parts = {
        "heading": escape(_date(day)),
        "title": escape(plain(title)),
        "described": described,
        "width": str(SIZE_PX[0]),
        "height": str(SIZE_PX[1]),
        "date": day.date,
        "play": "Play this problem",  # in English, as whoever follows the link sees another page
    }
    return fill(_DAY.read_text(encoding="utf-8"), parts).encode()


def _card(day: Day, title: str) -> bytes:
    theme = theme_named("green")
    assert theme.page is not None
    card = Image.new("RGB", SIZE_PX, theme.page)
    scene = compose(start_of(day.deal))
    deal = draw(scene, PictureSettings(width_px=_DEAL_PX, background="green"))
    width, height = SIZE_PX
    card.paste(deal, (12, (height - deal.height) // 2))
    day_name, date = _date(day).split(", ")
    lines = (
        (plain(title), 17.0, False, theme.muted),
        (day_name, 33.0, True, theme.text),
        (date, 25.0, True, theme.text),
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
    dots = _dots(day.rating.stars, theme.text)
    card.paste(dots, (left, y - 14), dots)
    file = BytesIO()
    card.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _dots(stars: int, colour: str) -> Image.Image:
    large = Image.new("L", (5 * 104, 84))
    pen = ImageDraw.Draw(large)
    for k in range(5):
        box = (104 * k + 4, 4, 104 * k + 76, 76)
        pen.ellipse(box, fill=255 if k < stars else 0, outline=255, width=8)
    return tinted(large.resize((5 * 26, 21), Image.Resampling.LANCZOS), colour)


_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def _date(day: Day) -> str:
    """``Sunday, 22 November 2026``, whatever language the machine has."""
    year, month, on = map(int, day.date.split("-"))
    return f"{_DAYS[weekday(year, month, on)]}, {on} {_MONTHS[month - 1]} {year}"


def _level(day: Day) -> str:
    """``Giza, master``."""
    return f"{TITLES[GAME]}, {day.rating.level}"
