"""A language in which every message is masked: what stays Latin was never translated."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import ascii_letters

import pytest

from pyrtool import languages
from pyrtool.game.cards import RANKS
from pyrtool.game.games import TITLES
from pyrtool.game.rules import RULE_WORDS, TABLE
from pyrtool.languages import Words, words_of
from pyrtool.pages.page.scripts import SAY, lean_script
from pyrtool.pages.page.translation import html_messages, script_messages
from pyrtool.pages.site.lessons import LESSONS, TECHNIQUE_LESSONS
from pyrtool.records.collection import puzzles

from .paths import PACKAGE, ROOT, nodes

MASKED = "de"
"""The language that is masked."""

NAMES = set(re.findall(r"[A-Za-z]{2,}", " ".join(TITLES.values())))
"""Words of the games' titles, which are names."""

CARDS = {rank + suit for rank in RANKS for suit in "CDHS"}

_MASK = str.maketrans(ascii_letters, "ж" * 26 + "Ж" * 26)
_WORD = re.compile(r"[A-Za-z]{2,}")


def mask_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mask all messages and nouns of a language; card letters stay."""
    texts = [text for text, is_noun in messages() if not is_noun and len(text) > 1]
    nouns = [text for text, is_noun in messages() if is_noun]
    words = Words(
        MASKED,
        {text: text.translate(_MASK) for text in texts},
        {text: (text.translate(_MASK),) * 3 for text in nouns},
    )

    def read(language: str) -> Words:
        return words if language == MASKED else words_of(language)

    monkeypatch.setattr(languages, "words_of", read)


def unmasked(text: str) -> list[str]:
    """The words that are no message's, in their order."""
    return list(dict.fromkeys(_WORD.findall(text)))


Message = tuple[str, bool]
"""A text, and whether it is a noun."""
MARKS = {
    "say": (0, False),
    "message": (0, False),
    "phrase": (0, False),
    "noun": (0, True),
    "count_of": (1, True),
}
"""Functions that mark a text: which argument it is, and whether it is a noun."""
OF_TYPST = re.compile(r'\bsay\("([^"]*)"')


@cache
def messages() -> Mapping[Message, str]:
    """Every message, with the first file that has it."""
    found: dict[Message, str] = {}
    for path in sorted(PACKAGE.rglob("*.*")):
        for message in of_file(path):
            found.setdefault(message, path.relative_to(ROOT).as_posix())
    for puzzle in puzzles():
        for text in filter(None, (puzzle.title, puzzle.teaser)):
            found.setdefault((text, False), "puzzles")
    lessons = [text for one in LESSONS for text in (one.title, one.words)]
    lessons += [text for one in TECHNIQUE_LESSONS for text in (one.title, one.words)]
    found |= dict.fromkeys(((text, False) for text in lessons), "pyrtool/pages/site/lessons.toml")
    said = [called for one in RULE_WORDS.values() for _, called in (one.said or {}).values()]
    said += [one.apart for one in RULE_WORDS.values() if one.apart]
    found |= dict.fromkeys(((text, False) for text in said), "pyrtool/game/rules.toml")
    nouns = (facts["counted"] for facts in TABLE.values() if "counted" in facts)
    found |= dict.fromkeys(((text, True) for text in nouns), "pyrtool/game/rules.toml")
    return found


def of_file(path: Path) -> Iterator[Message]:
    """The messages of a file."""
    if path.suffix == ".py":
        yield from of_code(path)
    elif path.suffix == ".typ":
        yield from ((text, False) for text in OF_TYPST.findall(path.read_text(encoding="utf-8")))
    elif PACKAGE / "pages" not in path.parents:
        return
    elif path.suffix == ".js" and path != SAY:
        yield from script_messages(lean_script([path]))
    elif path.suffix == ".html":
        yield from ((text, False) for text in html_messages(path.read_text(encoding="utf-8")))


def of_code(path: Path) -> Iterator[Message]:
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            at, is_noun = MARKS[node.func.id]
            given = node.args[at]
            if isinstance(given, ast.Constant):
                assert isinstance(given.value, str)
                yield given.value, is_noun
