"""The words of a site in other languages, each language in scripts of its own.

Decides what is in them: what the scripts look up, and texts made of several messages.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.reasoning import LEVELS as REASONED
from pyrtool.answers.rating import LEVELS
from pyrtool.base.arguments import guard
from pyrtool.base.words import capital
from pyrtool.game.games import GAMES, TITLES
from pyrtool.languages import LANGUAGES, Words, noun, speaking, words_of
from pyrtool.notation import NamedRules
from pyrtool.pages.page import entry
from pyrtool.pages.page.drawn import letter_data
from pyrtool.pages.page.minify import lean_script
from pyrtool.pages.page.scripts import APP, ENGINE, HIDDEN, LATER, SAY
from pyrtool.pages.page.spoken import html_messages, script_messages
from pyrtool.pages.site.days import Day
from pyrtool.pages.site.entries import Entry
from pyrtool.pages.site.pages import REST, app, pages
from pyrtool.pages.site.techniques import TechniqueDeal
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.subtitle import subtitle

_HERE: Final = Path(__file__).parent
_PAGES: Final = _HERE.parent
_OF_REASONS: Final = (noun("sentence"), noun("trial"))
"""The nouns that reasons count: packed.py names them in data."""


def language_files(
    entries: Sequence[Entry],
    lessons: Sequence[Entry],
    techniques: Sequence[TechniqueDeal],
    days: Sequence[Day],
    title: str,
) -> dict[str, bytes]:
    """The scripts of all languages but English: ``de.js``, ``de-pages.js`` with what only the pages
    without a board say, and ``de-solve.js`` with what only the page of a reader's own tables
    does."""
    kinds = [NamedRules(game, GAMES[game]) for game in TITLES]
    kinds += [one.named for one in (*entries, *lessons)]

    def of_pages() -> list[str]:
        made = pages(title, entries, lessons, techniques, days, "").values()
        return [text for page in made for text in html_messages(page.decode())]

    def of_boards() -> list[str]:
        made = [app(title, solves=solves).decode() for solves in (False, True)]
        return [*_of_games(kinds), *(text for page in made for text in html_messages(page))]

    of_rest = [_HERE / "app" / f"{name}.js" for name in REST]
    of_entry = [*entry.SCRIPTS, _HERE / "app/solve.js"]
    of_app = sorted({*(_HERE / "app").glob("*.js")} - {*of_rest, *of_entry})
    engine = [_PAGES / script for script in (*ENGINE, *LATER, *HIDDEN, *APP) if script != SAY]
    looked_up = [*_messages([*engine, *of_app]), *(level for level, _ in LEVELS)]
    rest, entered = [*_messages(of_rest)], [*_messages(of_entry)]
    scripts = [*engine, *of_app, *of_rest, *of_entry]
    counted = {*_messages(scripts, nouns=True), *_OF_REASONS}
    english, of_board = of_pages(), of_boards()
    looked_up += [*REASONED, *of_board]
    files = {}
    for language in LANGUAGES:
        if language == "en":
            continue
        with speaking(language) as words:
            texts = words.changed(looked_up) | _changed(of_board, of_boards())
            others = words.changed(rest) | _changed(english, of_pages())
        files[f"{language}.js"] = _script(words, texts, counted)
        for part, more in (("pages", others), ("solve", words.changed(entered))):
            files[f"{language}-{part}.js"] = _more(
                {text: other for text, other in more.items() if text not in texts}
            )
    return files


def reason_words(messages: Iterable[str]) -> dict[str, bytes]:
    """The scripts with the words of explanations, ``de-reasons.js``, which no first view needs."""
    return {
        f"{language}-reasons.js": _more(words_of(language).changed(sorted(messages)))
        for language in LANGUAGES
        if language != "en"
    }


def _more(texts: Mapping[str, str]) -> bytes:
    """A script that adds words to those that are looked up."""
    return f"Object.assign(inLanguage.words,{_json(texts)});\n".encode()


def _messages(files: Iterable[Path], nouns: bool = False) -> Iterator[str]:
    """What scripts say, or the nouns that they count."""
    for file in files:
        found = script_messages(lean_script([file]))
        yield from (text for text, is_noun in found if is_noun is nouns)


def _of_games(kinds: Sequence[NamedRules]) -> Iterator[str]:
    """What data.py has of games in words."""
    for kind in kinds:
        yield from how_to_play(kind.rules)
        yield capital(subtitle(kind.rules, kind.game))


def _changed(english: Iterable[str], others: Iterable[str]) -> dict[str, str]:
    """The texts that are others in another language."""
    return {text: other for text, other in zip(english, others, strict=True) if text != other}


def _script(words: Words, texts: Mapping[str, str], counted: Collection[str]) -> bytes:
    """A script that app/translate.js and engine/say.js read."""
    with speaking(words.language):
        letters = letter_data()
    value = {
        "code": words.language,
        "words": texts,
        "nouns": {one: forms for one, forms in words.nouns.items() if one in counted},
        "ranks": letters,
    }
    return f"globalThis.inLanguage={_json(value)};\n".encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


guard(__name__)
