"""The messages of a site in other languages, each language in scripts of its own.

Decides what is in them: what the scripts look up, and texts made of several messages.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.difficulty import LEVELS as REASONED
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.base.messages import capital
from pyrtool.game.games import GAMES, TITLES
from pyrtool.languages import LANGUAGES, Words, noun, speaking, words_of
from pyrtool.notation import NamedRules
from pyrtool.pages.page.face_data import letter_data
from pyrtool.pages.page.scripts import EVERY_SEARCH, HIDDEN, SAY, lean_script
from pyrtool.pages.page.translation import html_messages, script_messages
from pyrtool.pages.site.lessons import Contents
from pyrtool.pages.site.pages import BOARD, LATE, OWN_TABLE, PLAY, READ, app, pages
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import subtitle

_OF_REASONS: Final = (noun("sentence"), noun("trial"))
"""The nouns that reasons count: packed.py names them in data."""


def language_files(contents: Contents) -> dict[str, bytes]:
    """Write the scripts of all languages but English: ``de.js``, ``de-pages.js`` with what only the
    pages without a board say, and ``de-solve.js`` with what only the page of a reader's own tables
    does."""
    kinds = [NamedRules(game, GAMES[game]) for game in TITLES]
    kinds += [one.named for one in (*contents.entries, *contents.lessons)]

    def of_pages() -> list[str]:
        html = pages(contents).values()
        return [text for page in html for text in html_messages(page.decode())]

    def of_boards() -> list[str]:
        html = [app(contents.title, solves=solves).decode() for solves in (False, True)]
        return [*_of_games(kinds), *(text for page in html for text in html_messages(page))]

    late = [script for scripts in LATE.values() for script in scripts]
    of_play = {*EVERY_SEARCH, *HIDDEN, *BOARD, *PLAY, *late} - {SAY}
    of_rest, of_entry = ({*scripts} - {SAY} - of_play for scripts in (READ, OWN_TABLE))
    looked_up = [*_messages(sorted(of_play)), *(level for level, _ in LEVELS)]
    rest, entered = [*_messages(sorted(of_rest))], [*_messages(sorted(of_entry))]
    scripts = sorted(of_play | of_rest | of_entry)
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
    """Write the scripts with explanations' words, ``de-reasons.js``, which no first view needs."""
    return {
        f"{language}-reasons.js": _more(words_of(language).changed(sorted(messages)))
        for language in LANGUAGES
        if language != "en"
    }


def _more(texts: Mapping[str, str]) -> bytes:
    """Write a script that adds words to those that are looked up."""
    return f"Object.assign(inLanguage.words,{_json(texts)});\n".encode()


def _messages(files: Iterable[Path], nouns: bool = False) -> Iterator[str]:
    """List what scripts say, or the nouns that they count."""
    for file in files:
        texts = script_messages(lean_script([file]))
        yield from (text for text, is_noun in texts if is_noun is nouns)


def _of_games(kinds: Sequence[NamedRules]) -> Iterator[str]:
    """List the words that data_scripts.py has of games."""
    for kind in kinds:
        yield from how_to_play(kind.rules)
        yield capital(subtitle(kind.rules, kind.game))


def _changed(english: Iterable[str], others: Iterable[str]) -> dict[str, str]:
    """Write the texts that are others in another language."""
    return {text: other for text, other in zip(english, others, strict=True) if text != other}


def _script(words: Words, texts: Mapping[str, str], counted: Collection[str]) -> bytes:
    """Write a script that app/translate.js and engine/say.js read."""
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
