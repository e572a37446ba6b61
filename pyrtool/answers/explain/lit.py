"""Which cards a sentence of an explanation is about, and which it names as its reasons.

Decides what pictures and pages light up at each step.
"""

from __future__ import annotations

import re
from typing import Final

from pyrtool.answers.explain.explanation import Explanation, Part
from pyrtool.answers.explain.facts import Fact
from pyrtool.answers.explain.wording.phrases import Text
from pyrtool.answers.explain.wording.sentence import LitStep, Sentence
from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANK_FORM, Card
from pyrtool.languages import speaking

_CARD: Final = re.compile(rf"\b(?:{RANK_FORM})[CDHS]\b")


def lit_steps(explanation: Explanation) -> tuple[LitStep, ...]:
    """Return the numbered sentences of an explanation in their order, with the cards to be lit.

    Args:
        explanation: What `explain` returns.

    Returns:
        The steps; there are none where no proof was found.

    Examples:
        >>> from pyrtool.answers.explain.explanation import explain
        >>> from pyrtool.game.deals import deal
        >>> (step,) = lit_steps(explain(deal(6)))
        >>> [str(card) for card in step.own]
        ['AS']
    """
    found = []
    for part, (heading, sentences) in zip(explanation.parts, explanation.sections, strict=True):
        numbered = {fact for sentence in sentences for fact in sentence.facts}
        found += [_lit(explanation, part, heading, sentence, numbered) for sentence in sentences]
    return tuple(found)


def _lit(
    explanation: Explanation, part: Part, heading: Text, sentence: Sentence, numbered: set[Fact]
) -> LitStep:
    cards = explanation.problem.cards
    facts = [fact for fact in sentence.facts if fact.kind != "contradiction"]
    own = {x for fact in facts for x in fact.cards}
    own |= {x for fact in facts if len(fact.cards) == 1 for x in _turned(explanation, fact.y)}
    if not facts:
        own = _in_conflict(part, sentence)
    within = _found_within(part, sentence, numbered)
    with speaking("en"):  # the same cards are lit in each language
        whole, head = sentence.text, _head(str(sentence.alone))
    lit, named = {cards[x] for x in own}, _named(explanation, whole)
    if not all(card.has_suit for card in cards):  # words leave open which card
        named = {cards[x] for fact in within for x in fact.cards}
        lit = lit or named
    elif not lit or not lit <= named:  # it says more than its fact, or of more cards
        lit = _named(explanation, head)
    return LitStep(
        sentence.number,
        heading,
        sentence,
        frozenset(
            part.proof[fact].technique
            for fact in within
            if fact in part.proof and (fact in sentence.facts or fact not in numbered)
        ),
        frozenset(lit),
        frozenset(named - lit),
    )


def _found_within(part: Part, sentence: Sentence, numbered: set[Fact]) -> set[Fact]:
    """The facts of a sentence and those that it rests on, up to those that have a number."""
    found: set[Fact] = set()
    visit = list(sentence.facts)
    while visit:
        fact = visit.pop()
        found.add(fact)
        step = part.proof.get(fact)  # none where it was shown before this part
        if step is not None and (fact in sentence.facts or fact not in numbered):
            visit += step.premises
    return found


def _turned(explanation: Explanation, slot: int) -> list[int]:
    """The card that is turned at the beginning of a slot, if it is in a set."""
    return [x for x, turn in enumerate(explanation.problem.turn) if turn == slot > 0]


def _in_conflict(part: Part, sentence: Sentence) -> set[int]:
    """The cards that all reasons of a contradiction are about; none where it is about a choice."""
    step = part.proof[sentence.facts[0]]
    return set.intersection(*(set(fact.cards) for fact in step.premises))


def _head(text: str) -> str:
    """What a sentence says before it gives its reasons."""
    return text.partition(". ")[0].partition(": ")[0]


def _named(explanation: Explanation, text: str) -> set[Card]:
    """The cards that a text names."""
    named = set(_CARD.findall(text))
    return {card for card in explanation.problem.cards if str(card) in named}


guard(__name__)
