"""The catalogue of a language, a gettext file, as it is read, and the table that all share.

Decides which part of that form catalogues have: messages, nouns with their plural, comments. In a
message, ``{0}`` is the place of its first value. `rules_and_shapes.toml` has the messages of rules
and shapes in every language, so that a new language has all its words in one place.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shown

_HEADER: Final = re.compile(r'"X-Language-Name: (.+)\\n"')


def _own_name(catalogue: Path) -> str:
    """Read how the readers of a language call it, from the header of its catalogue."""
    with catalogue.open(encoding="utf-8") as lines:
        return next(match[1] for line in lines if (match := _HEADER.match(line)))


LANGUAGES: Final = MappingProxyType(
    {"en": "English"}
    | {path.stem: _own_name(path) for path in sorted(Path(__file__).parent.glob("*.po"))}
)
"""The languages by their codes, each as its readers call it. The first is that of the sources;
every other language has a catalogue in this folder."""

SHARED: Final = Path(__file__).with_name("rules_and_shapes.toml")

_QUOTED: Final = re.compile(r'(msgid|msgid_plural|msgstr(?:\[[01]\])?) "(.*)"|"(.*)"')
_ESCAPED: Final = re.compile(r"\\(.)")


class LanguageError(PyrtoolError):
    """A language that has no catalogue."""


@dataclass(frozen=True)
class Words:
    """The words of a language.

    `messages` are translations by the English text, and `nouns` the forms for none, for one and
    for more by the English noun. The letters of cards, ``K``, are messages too.
    """

    language: str
    messages: Mapping[str, str]
    nouns: Mapping[str, tuple[str, str, str]]

    def say(self, text: str) -> str:
        """Translate a message; a missing one stays English."""
        return self.messages.get(text, text)

    def changed(self, texts: Iterable[str]) -> dict[str, str]:
        """Return the texts that are others in this language."""
        return {text: self.say(text) for text in texts if self.say(text) != text}

    def forms(self, noun: str) -> tuple[str, str, str]:
        """Return the noun as it follows 0, 1 and 2."""
        return self.nouns.get(noun) or (f"{noun}s", noun, f"{noun}s")


@cache  # a catalogue is read once; nothing changes its words
def words_of(language: str) -> Words:
    """Read the words of a language; those of English are empty.

    A `LanguageError` if it has no catalogue.

    >>> words_of("de").say("Undo")
    'Zurück'
    >>> words_of("fr").forms("move")
    ('coup', 'coup', 'coups')
    """
    if language not in LANGUAGES:
        raise LanguageError(f"language {shown(language)}: choose from {', '.join(LANGUAGES)}")
    messages: dict[str, str] = {}
    nouns: dict[str, tuple[str, str, str]] = {}
    none_is_one = False
    for entry in entries(language):
        if "msgid_plural" in entry:
            one, many = entry["msgstr[0]"], entry["msgstr[1]"]
            nouns[entry["msgid"]] = (one if none_is_one else many, one, many)
        elif entry["msgid"]:
            messages[entry["msgid"]] = entry["msgstr"]
        else:  # the header
            none_is_one = "plural=(n > 1)" in entry["msgstr"]
    return Words(language, MappingProxyType(messages), MappingProxyType(nouns))


@cache
def _shared() -> dict[str, dict[str, str]]:
    import tomllib  # only other languages than English need it

    return tomllib.loads(SHARED.read_text(encoding="utf-8"))


def entries(language: str) -> Iterator[dict[str, str]]:
    """Yield the entries of a catalogue and the shared table, each by gettext's keywords."""
    if language == "en":
        return
    for message, words in _shared().items():
        if language in words:
            yield {"msgid": message, "msgstr": words[language]}
    text = Path(__file__).with_name(f"{language}.po").read_text(encoding="utf-8")
    for block in re.split(r"\n\s*\n", text):
        entry: dict[str, str] = {}
        keyword = ""
        for line in block.splitlines():
            match = _QUOTED.fullmatch(line)
            if match is None:
                continue  # a comment
            keyword = match[1] or keyword
            more = _ESCAPED.sub(r"\1", match[2] if match[1] else match[3])
            entry[keyword] = entry.get(keyword, "") + more
        if entry:
            yield entry
