"""What readers of pages have: pages, tables to enter, keys to tap, storage that is full."""

import re
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from pyrtool import Limits, Rules, deal, solve
from pyrtool.pages.page import page
from pyrtool.pictures import PictureSettings

from .chromium import Page
from .paths import ROOT


def taken_settings(more: dict[str, Any]) -> PictureSettings:
    """The settings of a picture, which are taken out of what is given."""
    names = [one.name for one in fields(PictureSettings) if one.name in more]
    return PictureSettings(**{name: more.pop(name) for name in names})


@cache
def made(
    game: str | Rules, number: int, /, limits: Limits = Limits(nodes=300_000), **more: Any
) -> str:
    """The page of a deal, which many tests open."""
    given = deal(number, game)
    return page(given, solve(given, limits), taken_settings(more), **more).decode()


def half_played() -> str:
    """Read the position of the docs, which the tests of a wheel do not have."""
    return (ROOT / "docs" / "data" / "half-played.txt").read_text()


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.evaluate("key => document.querySelector(`[data-key='${key}']`).click()", key)


def status_of(page: Page) -> str:
    text = page.locator(".entry .status").first.get_attribute("data-text")
    assert text is not None
    return text


FAMOUS = (  # 1,290 points in 45 moves, the fewest
    "6D 5H AH JD 4S KS 6S 8C 2H 4D 9S KD 6C AD 8S AC 5C 9D 7H 3H 8D 5S 4C QC JH KC KH 3C 3S 9C AS "
    "5D QH TS 4H 7S TD 9H TH 7C 8H 2C 7D TC 2D 6H 2S JS QD 3D QS JC"
)

UNKEPT = "storage is full or blocked: new results are lost when you close this page."

FULL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };
}"""

READ = """
([games, cases]) => cases.map(([name, text]) => {
  try {
    const { game, position, seen } = readTable(text, games, name);
    return [game.name, seen ? formatPartlySeen(seen) : formatPosition(game, position)];
  } catch (error) {
    if (error instanceof ReadingError) return error.message;
    throw error;
  }
})
"""
"""What a game's name and a text are read as by the scripts of a page: a table, or why not."""


def unpacked(pool: Sequence[str], words: Any) -> str:
    """The words: a text, a number and its noun, or a message with its values."""
    if isinstance(words, str):
        return words
    message, *values = words
    if message < 0:
        number, noun = values
        return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
    text = re.sub(r"\{(\d)\}", lambda found: unpacked(pool, values[int(found[1])]), pool[message])
    return text[1].upper() + text[2:] if text[0] == "^" else text
