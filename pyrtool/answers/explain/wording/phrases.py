"""The parts of sentences as data: messages and their values, verbs and their subjects.

Decides what a text of an explanation is made of; `str` gives it in the chosen language. Its words
are grouped in English, so that an explanation has the same sentences in each language. In the
message of a verb, ``{0}`` is the card or the cards, and ``{1}`` the object.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from pyrtool.answers.explain.problem import Fact
from pyrtool.languages import Joint, count_of, joined, message, say


class Phrase(NamedTuple):
    """A message of an explanation with its values, in no language yet."""

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
    """A number with its noun, in a phrase of an explanation."""

    number: int
    noun: str

    def __str__(self) -> str:
        return count_of(self.number, self.noun)


Text: TypeAlias = str | Phrase | Row | Prose | Nor | Count


def phrase(text: str, *values: Text) -> Phrase:
    """Return a message of the catalogues with its values.

    >>> str(phrase("pass {0}", "2"))
    'pass 2'
    """
    return Phrase(text, values)


def row(*texts: Text) -> Text:
    """Join texts one after the other; empty ones are left out."""
    some = tuple(text for text in texts if text)
    if len(some) > 1:
        return Row(some)
    return some[0] if some else ""


def without(text: Text, lead: str) -> Text:
    """Return a text without the message that it begins with, but with the first value of that."""
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
    """Join texts as a list: ``A, B and C``.

    >>> str(listed(["A", "B", "C"], "or"))
    'A, B or C'
    """
    *most, last = texts
    if not most:
        return last
    text, values = joined(separated(most, ", "), joint, last)
    return phrase(text, *values)


def separated(texts: Sequence[Text], between: str) -> Text:
    """Join texts with a sign between each two."""
    first, *others = texts
    return row(first, *(part for text in others for part in (between, text)))


CONTRADICTION: Final = message("Contradiction: {0}")
"""How a sentence begins that ends a proof."""


@dataclass(frozen=True)
class Sentence:
    """A numbered deduction in words: its number, and the facts that it gives."""

    number: str
    words: Text
    facts: tuple[Fact, ...]
    technique: str

    @property
    def text(self) -> str:
        """The words in the chosen language."""
        return str(self.words)

    @property
    def alone(self) -> Text:
        """The words if it is plain that it is a contradiction."""
        return without(self.words, CONTRADICTION)


class Verb(NamedTuple):
    """The clauses of one verb, by their subjects (`Subject`)."""

    one: str
    many: str
    it: str
    which: str
    which_many: str


class Subject(NamedTuple):
    """Whose clause it is: `text` has the names of one or many; the cards before have none."""

    form: Literal["one", "many", "it", "which", "which_many"]
    text: Text = ""

    @property
    def many(self) -> bool:
        """Return whether it is several cards."""
        return self.form in ("many", "which_many")

    def says(self, verb: Verb, *objects: Text) -> Phrase:
        """Return the clause of a verb with this subject."""
        return Phrase(getattr(verb, self.form), (self.text, *objects))


IT: Final = Subject("it")
WHICH: Final = Subject("which")
WHICH_MANY: Final = Subject("which_many")


def named(text: Text, many: bool = False) -> Subject:
    """Return a card, or several, by name."""
    return Subject("many" if many else "one", text)
