"""Messages in the language that was chosen, which is English at first.

Decides how a message gets its values. The language belongs to the thread that chose it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from pyrtool.base.arguments import guard
from pyrtool.languages.words import Words, words_of

_ENGLISH: Final = words_of("en")
_CHOSEN: Final = ContextVar("words", default=_ENGLISH)
_Text = TypeVar("_Text", bound=str)


@contextmanager
def speaking(language: str) -> Iterator[Words]:
    """Choose the language of `say` until the block ends.

    Args:
        language: One of `LANGUAGES`.

    Yields:
        Its words.

    Raises:
        LanguageError: The language has no catalogue.

    Examples:
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
    """The words of the chosen language.

    >>> chosen().language
    'en'
    """
    return _CHOSEN.get()


def say(text: str, *values: object) -> str:
    """A message in the chosen language.

    Args:
        text: The message in English, with ``{0}`` as the place of the first value.
        values: The values. Without any, braces are signs like others.

    Returns:
        The message with its values.

    Examples:
        >>> say("pass {0}", 2)
        'pass 2'
    """
    translated = _CHOSEN.get().say(text)
    return translated.format(*values) if values else translated


def count_of(count: int, noun: str) -> str:
    """A number with its noun in the chosen language.

    >>> count_of(2, "card")
    '2 cards'
    """
    return f"{count} {_CHOSEN.get().forms(noun)[min(count, 2)]}"


def grouped(number: float) -> str:
    """A whole number, its thousands apart as in the chosen language.

    >>> grouped(32000)
    '32,000'
    """
    return f"{number:,.0f}".replace(",", say(_THOUSAND)[1])


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


_THOUSAND: Final = message("1,000")

guard(__name__)
