"""The explanation of a lost deal as data: what a page shows one step at a time.

Decides when a page has one: the deductions hold under its rules, and their proof is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypedDict

from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.wording.phrases import Text
from pyrtool.answers.explain.wording.sentence import LitStep
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card

MOST_SENTENCES: Final = 12
"""Of an explanation on a page, so that the page stays small and a reader can follow it."""


class PageStep(TypedDict):
    """A step: its ``words``, the cards that it is about (``own``), and its ``reasons``; cards with
    spaces between them."""

    words: object
    own: str
    reasons: str


class PageExplanation(TypedDict):
    """An explanation: its ``steps``, and ``at`` which it begins: 0 shows none until the reader
    asks."""

    steps: list[PageStep]
    at: int


def page_explanation(
    found: Explanation, ids: Mapping[Card, str], long: bool = False
) -> PageExplanation | None:
    """The explanation of a lost deal, or None where there is none, or none that is short.

    `ids` are what the page calls the cards. With `long`, it may have any length.
    """
    if found.verdict != "lost" or not found.sentences:
        return None
    if found.sentences > MOST_SENTENCES and not long:
        return None
    return explanation_data(found, ids)


def explanation_data(
    found: Explanation,
    ids: Mapping[Card, str],
    at: int = 0,
    worded: Callable[[Text], object] = str,
) -> PageExplanation:
    """An explanation as a page has it, with step `at` shown first; `worded` gives its words, those
    of the chosen language."""
    return {"steps": [_step(step, ids, worded) for step in lit_steps(found)], "at": at}


def _step(step: LitStep, ids: Mapping[Card, str], worded: Callable[[Text], object]) -> PageStep:
    return {
        "words": worded(step.numbered),
        "own": listed(step.own, ids),
        "reasons": listed(step.reasons, ids),
    }


def listed(cards: Iterable[Card], ids: Mapping[Card, str]) -> str:
    """The page's names of cards, with spaces between them."""
    return " ".join(ids[card] for card in sorted(cards))


guard(__name__)
