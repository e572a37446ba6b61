"""A sentence of an explanation, and its cards: what is shown, apart from how it is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrtool.answers.explain.facts import Fact
from pyrtool.answers.explain.wording.phrases import Text, row, without
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.languages import message

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
        """The words where it is plain that it is a contradiction."""
        return without(self.words, CONTRADICTION)


@dataclass(frozen=True)
class LitStep:
    """A sentence of an explanation with its cards.

    Attributes:
        number: Its number, ``4`` or in a trial ``a2``.
        supposed: What its trial supposes, in words; empty where it is in none.
        sentence: The sentence.
        techniques: The technique of its conclusion, and those that are said within it.
        own: The cards that it is about.
        reasons: The other cards that it names.
    """

    number: str
    supposed: Text
    sentence: Sentence
    techniques: frozenset[str]
    own: frozenset[Card]
    reasons: frozenset[Card]

    @property
    def heading(self) -> str:
        """What its trial supposes, in the chosen language."""
        return str(self.supposed)

    @property
    def text(self) -> str:
        """The sentence in the chosen language."""
        return self.sentence.text

    @property
    def numbered(self) -> Text:
        """The sentence with its number, after what its trial supposes."""
        sentence = row(self.number, ". ", self.sentence.words)
        return row(self.supposed, " ", sentence) if self.supposed else sentence


guard(__name__)
