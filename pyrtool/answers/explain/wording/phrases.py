"""Sentences as data: messages and their values, which `str` gives in the chosen language.

Decides what a text of an explanation is made of. How its words are grouped is decided in English,
so that an explanation has the same sentences in each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from pyrtool.base.arguments import guard
from pyrtool.languages import Joint, count_of, joined, say


class Phrase(NamedTuple):
    """A message with its values."""

    message: str
    values: tuple[Text, ...] = ()

    def __str__(self) -> str:
        return say(self.message, *map(str, self.values))


class Row(NamedTuple):
    """Texts one after the other, with nothing between them."""

    texts: tuple[Text, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.texts))


class Prose(NamedTuple):
    """Sentences, each without its capital and its full stop."""

    sentences: tuple[Text, ...]

    def __str__(self) -> str:
        texts = map(str, self.sentences)
        return " ".join(f"{text[0].upper()}{text[1:]}." for text in texts)


class Nor(NamedTuple):
    """A text that goes on from the one before it, and the same text where it begins a sentence."""

    text: Text
    alone: Text

    def __str__(self) -> str:
        return str(self.text)


class Count(NamedTuple):
    """A number with its noun."""

    number: int
    noun: str

    def __str__(self) -> str:
        return count_of(self.number, self.noun)


Text: TypeAlias = str | Phrase | Row | Prose | Nor | Count


def phrase(text: str, *values: Text) -> Phrase:
    """A message of the catalogues with its values.

    >>> str(phrase("pass {0}", "2"))
    'pass 2'
    """
    return Phrase(text, values)


def row(*texts: Text) -> Text:
    """Texts one after the other; empty ones are left out."""
    some = tuple(text for text in texts if text)
    if len(some) > 1:
        return Row(some)
    return some[0] if some else ""


def without(text: Text, lead: str) -> Text:
    """A text without the message that it begins with, but with the first value of that."""
    match text:
        case Phrase() if text.message == lead:
            return text.values[0]
        case Phrase() if text.values:
            first, *others = text.values
            return Phrase(text.message, (without(first, lead), *others))
        case Prose() if (begun := without(text.sentences[0], lead)) != text.sentences[0]:
            rest = text.sentences[1:]
            return row(begun, ". ", Prose(rest)) if rest else row(begun, ".")
        case Row() if text.texts:
            first, *others = text.texts
            return row(without(first, lead), *others)
    return text


def listed(texts: Iterable[Text], joint: Joint = "and") -> Text:
    """``A, B and C``.

    >>> str(listed(["A", "B", "C"], "or"))
    'A, B or C'
    """
    *most, last = texts
    if not most:
        return last
    text, values = joined(separated(most, ", "), joint, last)
    return phrase(text, *values)


def separated(texts: Sequence[Text], between: str) -> Text:
    """Texts with a sign between each two."""
    first, *others = texts
    return row(first, *(part for text in others for part in (between, text)))


guard(__name__)
