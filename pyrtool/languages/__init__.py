"""The messages that players read, in their language: a catalogue, such as `de.po`, for each, and
`rules_and_shapes.toml` for the words of rules and shapes in all of them.

The sources are in English. `say` translates a message into the language of `speaking`, and
`count_of`, `listed`, `decimal`, and `percent` write counts, lists, and numbers in it. A message
that a catalogue lacks stays English. The choice belongs to the thread that made it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, TypeAlias, TypeVar

from pyrtool.languages.catalogues import (
    LANGUAGES as LANGUAGES,
    LanguageError as LanguageError,
    Words as Words,
    words_of as words_of,
)

_ENGLISH: Final = words_of("en")
_CHOSEN: Final = ContextVar("words", default=_ENGLISH)
T = TypeVar("T")
_Text = TypeVar("_Text", bound=str)
Joint: TypeAlias = Literal["and", "or"]
"""The word that joins the last of a list to those before it."""


@contextmanager
def speaking(language: str) -> Iterator[Words]:
    """Choose the language of `say` until the block ends; yield its words.

    A `LanguageError` if it has no catalogue.

    >>> with speaking("de"):
    ...     say("pass {0}", 2)
    'Durchgang 2'
    """
    words = words_of(language)
    before = _CHOSEN.set(words)
    try:
        yield words
    finally:
        _CHOSEN.reset(before)


def chosen() -> Words:
    """Return the words of the chosen language.

    >>> chosen().language
    'en'
    """
    return _CHOSEN.get()


def say(text: str, *values: object) -> str:
    """Translate a message into the chosen language.

    The English `text` has ``{0}`` for the first value. Without values, braces are plain signs.

    >>> say("pass {0}", 2)
    'pass 2'
    """
    translated = _CHOSEN.get().say(text)
    return translated.format(*values) if values else translated


def count_of(count: int, noun: str) -> str:
    """Write a number with its noun in the chosen language.

    >>> count_of(2, "card")
    '2 cards'
    """
    return f"{count} {_CHOSEN.get().forms(noun)[2 if count < 0 else min(count, 2)]}"


def grouped(number: float) -> str:
    """Write a whole number, its thousands apart as in the chosen language.

    >>> grouped(32000)
    '32,000'
    """
    return f"{number:,.0f}".replace(",", say(_THOUSAND)[1])


def decimal(number: float, digits: int = 2) -> str:
    """Write a number with this many digits after the decimal sign of the chosen language.

    >>> decimal(3.224)
    '3.22'
    """
    return f"{number:.{digits}f}".replace(".", say(_DECIMAL)[1])


def percent(share: float) -> str:
    """Write a share, 0 to 1, in hundredths as in the chosen language.

    >>> percent(0.3654)
    '36.5%'
    """
    return say("{0}%", _hundredths(share))


def percents(low: float, high: float) -> str:
    """Write an interval of shares in hundredths as in the chosen language.

    >>> percents(0.352, 0.37)
    '35.2 to 37.0%'
    """
    return say("{0} to {1}%", _hundredths(low), _hundredths(high))


def _hundredths(share: float) -> str:
    return decimal(100 * share, 1)


def message(text: _Text) -> _Text:
    """Mark a text as a message: `say` has it later.

    >>> message("Two colours")
    'Two colours'
    """
    return text


def noun(text: str) -> str:
    """Mark a word as a noun: `count_of` has it later.

    >>> noun("row")
    'row'
    """
    return text


def joined(first: T, joint: Joint, last: T) -> tuple[str, tuple[T, ...]]:
    """Return the message that joins the last text of a list to those before it, and its values.

    Before the sound of o, Spanish has another "or": a message of its own, with the last text as
    its third value.

    >>> joined("7C", "or", "7D"), joined("7C", "or", "8D")
    (('{0} or {1}', ('7C', '7D')), ('{0} or {2}', ('7C', '8D', '8D')))
    """
    if joint == "or" and _OCHO.match(str(last)):
        return _BEFORE_O, (first, last, last)
    return _JOINTS[joint], (first, last)


def listed(words: Iterable[object], joint: Joint = "and") -> str:
    """Write ``A, B and C`` in the chosen language.

    >>> listed(["A", "B", "C"], "or")
    'A, B or C'
    """
    *most, last = map(str, words)
    if not most:
        return last
    text, values = joined(", ".join(most), joint, last)
    return say(text, *values)


_THOUSAND: Final = message("1,000")
_DECIMAL: Final = message("0.5")
_JOINTS: Final[dict[Joint, str]] = {"and": message("{0} and {1}"), "or": message("{0} or {1}")}
_BEFORE_O: Final = message("{0} or {2}")
_OCHO: Final = re.compile(r"8|11(?!\d)")
"""Numbers that begin with the sound of o in Spanish: ocho, once."""
