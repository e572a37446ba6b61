"""Sentences that differ only in their cards, and how one of them can speak for all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pyrtool.answers.explain.facts import Fact
from pyrtool.answers.explain.wording.matching import WITH
from pyrtool.answers.explain.wording.phrases import Text, listed, phrase, row
from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANK_FORM

_CARD: Final = re.compile(rf"\b(?:{RANK_FORM})[CDHS]\b")

MOST_EXCHANGED: Final = 2
"""A reader does not follow the exchange of more cards."""


def exchanged(first: str, second: str) -> dict[str, str] | None:
    """The cards that have others in their place in a second sentence, each with the other of its
    rank. None if the sentences differ in anything else, or in too many cards."""
    if _CARD.sub("", first) != _CARD.sub("", second):
        return None
    found: dict[str, str] = {}
    for old, new in zip(_CARD.findall(first), _CARD.findall(second), strict=True):
        if found.setdefault(old, new) != new or old[:-1] != new[:-1]:
            return None
    if len(set(found.values())) < len(found):
        return None
    found = {old: new for old, new in found.items() if old != new}
    return found if len(found) <= MOST_EXCHANGED else None


class Alike:
    """More cards that one sentence is true of; `also` adds them after it."""

    def __init__(self, fact: Fact, about: Sequence[str]) -> None:
        """Begin with none.

        Args:
            fact: A fact of the sentence.
            about: The cards of its fact, in the words of the sentence.
        """
        self._fact, self._about = fact, tuple(about)
        self._partners: dict[str, list[Text]] = {}
        self._pairs: list[Text] = []
        self._single: list[Text] = []
        self._others: list[Text] = []

    def add(self, places: Mapping[str, Text]) -> None:
        """Add an exchange of cards: each that has another in its place, and that with its place."""
        about = self._about
        (old, new), *rest = sorted(places.items(), key=lambda one: one[0] not in about)
        if rest and str(places[rest[0][0]]).split()[0] == old:
            self._others.append(phrase("with {0} and {1} exchanged", old, rest[0][0]))
        elif self._fact.kind == "apart" and all(card in about for card in places):
            self._pairs.append(phrase(WITH, *(places.get(card, card) for card in about)))
            self._partners.setdefault("" if rest else old, []).append(new)
        elif rest:
            (instead_of, other), *_ = rest
            self._others.append(phrase("{0}, with {1} in place of {2}", new, other, instead_of))
        else:
            self._single.append(new)

    @property
    def also(self) -> Text:
        """The words, with a space before them; none if no card was added.

        What is said of pairs names both cards, unless all have one card in common.
        """
        common = len(self._partners) == 1 and "" not in self._partners
        pairs = next(iter(self._partners.values())) if common else self._pairs
        single = [listed(cards) for cards in (pairs, self._single) if cards]
        return row(*(phrase(" Likewise {0}.", words) for words in (*single, *self._others)))


guard(__name__)
