"""The parts of sentences as data: messages and their values, verbs and their subjects.

Decides what a text of an explanation is made of; `str` gives it in the chosen language. Its words
are grouped in English, so that an explanation has the same sentences in each language. In the
message of a verb, ``{0}`` is the card or the cards, and ``{1}`` the object.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from pyrtool.answers.explain.problem import Fact
from pyrtool.languages import Joint, count_of, joined, say, speaking


class Phrase(NamedTuple):
    """A message of an explanation with its values, in no language yet."""

    message: str
    values: "tuple[Text, ...]" = ()

    def __str__(self) -> str:
        return say(self.message, *map(str, self.values))


class Row(NamedTuple):
    """Texts one after the other, with nothing between them."""

    texts: "tuple[Text, ...]"

    def __str__(self) -> str:
        return "".join(map(str, self.texts))


class Prose(NamedTuple):
    """Sentences, each without its capital and its full stop; and the same as a head and a list."""

    sentences: "tuple[Text, ...]"
    head: "Text" = ""
    items: "tuple[Text, ...]" = ()

    def __str__(self) -> str:
        return " ".join(f"{_capital(text)}." for text in self.sentences)


class Count(NamedTuple):
    """A number with its noun, in a phrase of an explanation."""

    number: int
    noun: str

    def __str__(self) -> str:
        return count_of(self.number, self.noun)


Text: TypeAlias = str | Phrase | Row | Prose | Count


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


def _capital(text: Text) -> str:
    words = str(text)
    return f"{words[0].upper()}{words[1:]}"


def _flat(text: Text) -> Iterator[Text]:
    """Yield the texts that rows are made of, also those of rows within rows."""
    if not isinstance(text, Row):
        yield text
        return
    for part in text.texts:
        yield from _flat(part)


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


DASH: Final = "– "
"""How an item of a list begins."""

MOST_TOGETHER: Final = 105
"""Words of a step that is several sentences or a list."""

MOST_WORDS: Final = 40
"""Of a sentence in English, and of a step that is no list."""


@dataclass(frozen=True)
class Sentence:
    """A numbered deduction in words: its number, and the facts that it gives. `main`: how many of
    these, the first ones, are no steps on the way to the others."""

    number: str
    words: Text
    facts: tuple[Fact, ...]
    technique: str
    main: int

    @property
    def text(self) -> str:
        """The words in the chosen language."""
        return str(self.words)

    @property
    def texts(self) -> tuple[Text, ...]:
        """The statements, and the words between them and after them."""
        return tuple(_flat(self.words))

    @property
    def end(self) -> Text:
        """The words about the main facts, without the steps on the way to them."""
        return [text for text in self.texts if isinstance(text, Prose)][-1]

    @property
    def lines(self) -> tuple[str, ...]:
        """The words in lines, each about one thing: what is long is a head and a list."""
        lines: list[str] = []
        with speaking("en"):
            is_short = len(self.text.split()) <= MOST_WORDS
        for text in self.texts:
            if not isinstance(text, Prose):
                lines += [str(text).strip()] if str(text).strip() else []
            elif len(text.items) > 1 and len(str(text).split()) > MOST_WORDS:
                lines.append(f"{_capital(text.head)}:")
                lines += [f"{DASH}{item};" for item in text.items[:-1]]
                lines.append(f"{DASH}{text.items[-1]}.")
            elif len(str(text).split()) > MOST_WORDS:
                lines += [f"{_capital(one)}." for one in text.sentences]
            else:
                lines.append(str(text))
        return (self.text,) if is_short else tuple(lines)


class Verb(NamedTuple):
    """The clauses of one verb, by their subjects (`Subject`)."""

    one: str
    many: str
    which: str


class Subject(NamedTuple):
    """Whose clause it is: `text` has the names of one or many; the card before has none."""

    form: Literal["one", "many", "which"]
    text: Text = ""

    @property
    def many(self) -> bool:
        """Return whether it is several cards."""
        return self.form == "many"

    def says(self, verb: Verb, *objects: Text) -> Phrase:
        """Return the clause of a verb with this subject."""
        return Phrase(getattr(verb, self.form), (self.text, *objects))


WHICH: Final = Subject("which")


def named(text: Text, many: bool = False) -> Subject:
    """Return a card, or several, by name."""
    return Subject("many" if many else "one", text)
