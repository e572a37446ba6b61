"""Why the next move of a solution is made, and why others lose, as data of a page.

Decides how much a page asks, and how the answers are kept: each distinct sentence one time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from pyrtool.answers.along import Against, Standing, along
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.problem import ExplainError
from pyrtool.answers.explain.telling import PLAIN, how_long
from pyrtool.answers.solve import Verdict, Won
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.moves import Discard
from pyrtool.game.position import start_of
from pyrtool.languages import message, say
from pyrtool.pages.page.explained import MOST_SENTENCES as LONG
from pyrtool.pages.page.explained import listed
from pyrtool.pages.page.moves import word_of

MOST_RUNS: Final = 1_000
"""Derivations for the reasons of a page that is made quickly: for its moves, and against others."""

MOST_SENTENCES: Final = 8
"""Sentences of a reason on such a page, so that it stays small."""

_KINDS: Final = {
    "last": message("no other partner is left"),
    "search": message("by search, every solution from here has this pair"),
    "free": message("it is free, as another solution does without this pair"),
}

Step = tuple[str, str, str]
"""Words, the cards that they are about, and their reasons; cards with spaces between them."""


class PageWhys(TypedDict):
    """What a page answers: ``steps``, of which an answer is a list of numbers.

    ``moves`` has an answer for each move of the solution, ``losing`` the moves that lose beside
    each, with answers.
    """

    steps: list[Step]
    moves: list[list[int]]
    losing: list[dict[str, list[int]]]


def page_whys(
    subject: Subject, verdict: Verdict | None, ids: Mapping[Card, str], every: bool = False
) -> PageWhys | None:
    """The reasons along the solution of a winnable deal, or None where deduction does not hold.

    `ids` are what the page calls the cards. With `every`, all reasons are looked for.
    """
    if not isinstance(verdict, Won):
        return None
    try:
        found = along(start_of(subject), verdict.moves, None if every else MOST_RUNS)
    except ExplainError:
        return None
    most = LONG if every else MOST_SENTENCES
    steps: dict[Step, int] = {}

    def numbered(some: list[Step]) -> list[int]:
        return [steps.setdefault(step, len(steps)) for step in some]

    moves = [numbered(_why(standing, ids, most)) for standing in found]
    losing = [
        {
            word_of(one.move, ids): numbered(_why_not(one, ids, most))
            for one in s.others
            if one.loses
        }
        for s in found
    ]
    return {"steps": list(steps), "moves": moves, "losing": losing}


def _why(standing: Standing, ids: Mapping[Card, str], most: int) -> list[Step]:
    """Why the solution makes a move."""
    if standing.proof is not None:
        return _steps(standing.proof, ids, most)
    if standing.kind == "plain":
        cards = len(standing.move.cards) if isinstance(standing.move, Discard) else 0
        return _words(say(PLAIN[cards]))
    if standing.kind in _KINDS:
        return _words(say(_KINDS[standing.kind]))
    winning = 1 + sum(one.loses is False for one in standing.others)
    if any(one.loses is None for one in standing.others):
        return _words(say("the page knows no reason"))
    if winning == 1:
        return _words(say("every other move loses"))
    every = len(standing.others) + 1
    if winning == every:
        return _words(say("no move loses now"))
    return _words(say("it is one of {0} moves of {1} that keep the win", winning, every))


def _why_not(one: Against, ids: Mapping[Card, str], most: int) -> list[Step]:
    """Why a move loses."""
    if one.proof is None:
        return _words(say("by search, every continuation after it is lost"))
    return _steps(one.proof, ids, most)


def _words(words: str) -> list[Step]:
    return [(f"{words}.", "", "")]


def _steps(proof: Explanation, ids: Mapping[Card, str], most: int) -> list[Step]:
    """A proof, or that it has more than `most` sentences."""
    if proof.sentences > most:
        return _words(how_long(proof))
    steps = lit_steps(proof)
    found = []
    for step in steps:
        words = step.numbered
        if len(steps) == 1:
            words = step.alone
        found.append((words, listed(step.own, ids), listed(step.reasons, ids)))
    return found


guard(__name__)
