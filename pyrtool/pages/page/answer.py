"""What a page knows of its deal or position: a solution, or why there is none.

Decides how a page states a verdict; arguments are `blocks`'. All of it is hidden there until the
reader asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from pyrtool.answers.blocks import argue, certify, describe
from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.answers.solve import Lost, Verdict, Won
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Position
from pyrtool.languages import count_of, say
from pyrtool.pages.page.explained import PageExplanation
from pyrtool.pages.page.moves import word_of
from pyrtool.pages.page.whys import PageWhys
from pyrtool.pictures.scenes.blocked import block_marks


class Answer(TypedDict):
    """A verdict as data: the ``sentences`` that explain it, the ``moves`` as words, the ``marks``
    of a block by the cards that have one, and if there are any, the ``explanation`` in steps and
    the reasons for moves, ``why``."""

    verdict: str
    sentences: list[str]
    moves: list[str]
    shortest: bool
    marks: dict[str, str]
    explanation: NotRequired[PageExplanation]
    why: NotRequired[PageWhys]


def answer_of(
    start: Position,
    verdict: Verdict | None,
    ids: Mapping[Card, str],
    reasoning: Reasoning | None = None,
) -> Answer:
    """The verdict as data, and what its explanation takes.

    `ids` are what the page calls the cards. Unknown cards have no verdict.
    """
    reasoned = [] if reasoning is None else [reasoned_words(reasoning)]
    marks: dict[Card, str] = {}
    if isinstance(verdict, Lost) and verdict.block is not None:
        marks = block_marks(certify(verdict.block, start))
    return {
        "verdict": "unknown" if verdict is None else type(verdict).__name__.lower(),
        "sentences": [*_sentences(start, verdict), *reasoned],
        "moves": [word_of(move, ids) for move in verdict.moves] if isinstance(verdict, Won) else [],
        "shortest": isinstance(verdict, Won) and verdict.shortest,
        "marks": {ids[card]: kind for card, kind in marks.items()},
    }


def reasoned_words(reasoning: Reasoning) -> str:
    """What an explanation takes, as a sentence below the verdict."""
    return say("Reasoning: {0}.", reasoning.summary)


def _sentences(start: Position, verdict: Verdict | None) -> list[str]:
    if verdict is None:
        unknown = len(start.unknown())
        cards = count_of(unknown, "card")
        depends = say(
            "Not known: {0} of the table is unknown (??), and it may depend on which it is.", cards
        )
        if unknown > 1:
            depends = say(
                "Not known: {0} of the table are unknown (??), and it may depend on which they "
                "are.",
                cards,
            )
        chance = say("Solve my deal (pyrtool open) and pyrtool advise show each move's chance.")
        return [f"{depends} {chance}"]
    if isinstance(verdict, Won):
        won = say("Yes, in {0}.", count_of(len(verdict.moves), "move"))
        return [f"{won} {say('No line is shorter.')}" if verdict.shortest else won]
    if not isinstance(verdict, Lost):
        return [say("Not known: the search reached its limit on {0}.", verdict.limit)]
    if verdict.block is None:
        if start.rules.goal == "pyramid":
            return [say("No: every line of play was searched, and none clears the pyramid.")]
        if start.cards_left() == start.rules.deck_size:
            goal = say("all {0} cards", start.rules.deck_size)
        else:
            goal = say("all {0} left", count_of(start.cards_left(), "card"))
        return [say("No: every line of play was searched, and none discards {0}.", goal)]
    why = describe(verdict.block, start.rules)
    return [say("No: {0}.", why), argue(certify(verdict.block, start), start.rules)]


guard(__name__)
