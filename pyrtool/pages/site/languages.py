"""The words of a site in other languages, each language in a script of its own.

Decides what is in it: the catalogue, and the texts that are made of several messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pyrtool.base.arguments import guard
from pyrtool.game.games import GAMES, TITLES
from pyrtool.languages import LANGUAGES, speaking
from pyrtool.notation import NamedRules
from pyrtool.pages.page.drawn import letter_data
from pyrtool.pages.page.spoken import html_messages
from pyrtool.pages.site.days import Day
from pyrtool.pages.site.entries import Entry
from pyrtool.pages.site.pages import pages
from pyrtool.pages.site.techniques import TechniqueDeal
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.subtitle import subtitle
from pyrtool.pictures.lettering.titles import capital


def language_files(
    entries: Sequence[Entry],
    lessons: Sequence[Entry],
    techniques: Sequence[TechniqueDeal],
    days: Sequence[Day],
    title: str,
) -> dict[str, bytes]:
    """The scripts of all languages but English: ``de.js``, and so on."""
    kinds = [NamedRules(game, GAMES[game]) for game in TITLES]
    kinds += [entry.named for entry in (*entries, *lessons)]

    def texts(language: str) -> list[str]:
        with speaking(language):
            made = pages(title, entries, lessons, techniques, days, "").values()
            found = [text for page in made for text in html_messages(page.decode())]
            return [*found, *_of_games(kinds)]

    english = texts("en")
    return {
        f"{language}.js": _script(language, dict(zip(english, texts(language), strict=True)))
        for language in LANGUAGES
        if language != "en"
    }


def _of_games(kinds: Sequence[NamedRules]) -> Iterator[str]:
    """What data.py has of games in words."""
    for kind in kinds:
        yield from how_to_play(kind.rules)
        yield capital(subtitle(kind.rules, kind.game))


def _script(language: str, texts: dict[str, str]) -> bytes:
    """A script that app/translate.js and engine/say.js read; a text that stays is left out."""
    with speaking(language) as words:
        letters = letter_data()
    changed = {text: other for text, other in texts.items() if text != other}
    value = {
        "code": language,
        "words": {**changed, **words.messages},
        "nouns": dict(words.nouns),
        "ranks": letters,
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.inLanguage={text};\n".encode()


guard(__name__)
