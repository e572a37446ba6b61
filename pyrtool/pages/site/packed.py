"""Words that the reader's language gives: messages by their numbers, with their values, as data.

Decides the form that app/problem.js reads. A text is itself. A list is the number of a message in
the pool, and its values; -1 is before a number and its noun. A message that begins with ``^`` has a
capital.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pyrtool.answers.explain.wording.phrases import Count, Nor, Phrase, Prose, Row, Text, row
from pyrtool.base.arguments import guard
from pyrtool.languages import LANGUAGES, speaking

Packed: TypeAlias = str | list["int | Packed"]

SENTENCE: Final = "^{0}."
_MOST: Final = 10
"""Values of a message: their places have one digit."""


@dataclass
class Pool:
    """The messages of a file, each one time."""

    _numbers: dict[str, int] = field(default_factory=dict, init=False)

    @property
    def messages(self) -> list[str]:
        """The messages by their numbers."""
        return list(self._numbers)

    def packed(self, text: Text) -> Packed:
        """A text as data."""
        match text:
            case str():
                return text
            case Nor():
                return self.packed(text.text)
            case Count():
                return [-1, text.number, text.noun]
            case Prose():
                return self.packed(row(*_with_spaces(text)))
            case Row() if len(text.texts) > _MOST:
                most, rest = text.texts[: _MOST - 1], text.texts[_MOST - 1 :]
                return self.packed(row(*most, row(*rest)))
            case Row():
                places = "".join(f"{{{k}}}" for k in range(len(text.texts)))
                return self._message(places, text.texts)
            case Phrase():
                return self._message(text.message, text.values)

    def _message(self, message: str, values: tuple[Text, ...]) -> Packed:
        number = self._numbers.setdefault(message, len(self._numbers))
        return [number, *map(self.packed, values)]


def translations(texts: Callable[[], Sequence[str]]) -> dict[str, dict[str, str]]:
    """What texts are in each language by what they are in English, where they differ; `texts` gives
    them in the chosen one."""
    english = texts()
    found = {}
    for language in LANGUAGES:
        with speaking(language):
            pairs = zip(english, texts(), strict=True)
            found[language] = {text: other for text, other in pairs if text != other}
    return found


def messages_in(value: object) -> set[str]:
    """The messages in the pools of a value and of the values in it."""
    if not isinstance(value, dict):
        return set()
    return set(value.get("pool", ())).union(*map(messages_in, value.values()))


def _with_spaces(prose: Prose) -> list[Text]:
    """The sentences with their signs, a space between each two."""
    first, *others = (Phrase(SENTENCE, (one,)) for one in prose.sentences)
    return [first, *(part for one in others for part in (" ", one))]


guard(__name__)
