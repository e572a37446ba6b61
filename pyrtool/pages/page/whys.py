"""Why the next move of a solution is made, and why others lose, as data of a page.

Decides how much a page asks, and how the answers are kept: each distinct sentence one time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypedDict

from pyrtool.answers.along import Against, Standing, along
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.problem import ExplainError
from pyrtool.answers.explain.telling import PLAIN, how_long
from pyrtool.answers.explain.wording.phrases import Text, phrase, row
from pyrtool.answers.explain.wording.sentence import LitStep
from pyrtool.answers.solve import Verdict, Won
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.moves import Discard
from pyrtool.game.position import start_of
from pyrtool.languages import message, speaking
from pyrtool.pages.page.explained import MOST_SENTENCES as LONG
from pyrtool.pages.page.explained import listed
from pyrtool.pages.page.moves import word_of

_ONE_OF_SEVERAL: Final = message("it is one of {0} moves of {1} that keep the win")

MOST_RUNS: Final = 1_000
"""Derivations for the reasons of a page that is made quickly: for its moves, and against others."""

MOST_SENTENCES: Final = 8
"""Sentences of a reason on such a page, so that it stays small."""

ROOM: Final = 5_500
"""Characters of the proofs on such a page, in English; the longest are counted only where all need
more."""

_KINDS: Final = {
    "last": message("no other partner is left"),
    "search": message("by search, every solution from here has this pair"),
    "free": message("it is free, as another solution does without this pair"),
}

Step = tuple[str, str, str]
"""Words, the cards that they are about, and their reasons; cards with spaces between them."""

WordedStep = tuple[Text, str, str]
"""The same, its words in the language that is chosen when they are read."""


class PageWhys(TypedDict):
    """What a page answers: ``steps``, of which an answer is a list of numbers.

    ``moves`` has an answer for each move of the solution, ``losing`` the moves that lose beside
    each, with answers.
    """

    steps: list[tuple[object, str, str]]
    moves: list[list[int]]
    losing: list[dict[str, list[int]]]


class Whys:
    """The reasons along the solution of a winnable deal, whose words any language gives."""

    def __init__(
        self,
        standings: Sequence[Standing],
        ids: Mapping[Card, str],
        most: int,
        room: int | None = None,
    ) -> None:
        """Keep each distinct sentence one time.

        Args:
            standings: What is known at each position.
            ids: What the page calls the cards.
            most: The sentences of a reason that is not too long.
            room: The characters of all proofs in English, or None for any number.
        """
        self.steps: list[WordedStep] = []
        self._numbers: dict[Step, int] = {}
        with speaking("en"):  # which sentences are distinct is the same in each language
            shown = _shown(standings, most, room)
            self._moves = [self._numbered(_why(one, ids, shown)) for one in standings]
            self._losing = [
                {
                    word_of(one.move, ids): self._numbered(_why_not(one, ids, shown))
                    for one in standing.others
                    if one.loses
                }
                for standing in standings
            ]

    def _numbered(self, some: Sequence[WordedStep]) -> list[int]:
        numbers = []
        for words, own, reasons in some:
            step = str(words), own, reasons
            if step not in self._numbers:
                self._numbers[step] = len(self.steps)
                self.steps.append((words, own, reasons))
            numbers.append(self._numbers[step])
        return numbers

    def data(self, worded: Callable[[Text], object] = str) -> PageWhys:
        """What a page answers, its words as `worded` has them: in the chosen language."""
        steps = [(worded(words), own, reasons) for words, own, reasons in self.steps]
        return {"steps": steps, "moves": self._moves, "losing": self._losing}


def page_whys(
    subject: Subject, verdict: Verdict | None, ids: Mapping[Card, str], every: bool = False
) -> Whys | None:
    """The reasons along the solution of a winnable deal, or None where deduction does not hold.

    `ids` are what the page calls the cards. With `every`, all reasons are looked for.
    """
    if not isinstance(verdict, Won):
        return None
    try:
        found = along(start_of(subject), verdict.moves, None if every else MOST_RUNS)
    except ExplainError:
        return None
    return Whys(found, ids, LONG) if every else Whys(found, ids, MOST_SENTENCES, ROOM)


def _shown(standings: Sequence[Standing], most: int, room: int | None) -> set[int]:
    """The proofs of at most `most` sentences that have room, the shortest first, by identity."""
    every = [standing.proof for standing in standings]
    every += [one.proof for standing in standings for one in standing.others]
    proofs = [proof for proof in every if proof is not None and proof.sentences <= most]
    if room is None:
        return set(map(id, proofs))
    shown: set[int] = set()
    sentences: set[str] = set()
    for proof in sorted(proofs, key=lambda proof: proof.sentences):
        sentences |= {str(words) for words in _sentences(lit_steps(proof))}
        if sum(map(len, sentences)) > room:
            break
        shown.add(id(proof))
    return shown


def _why(standing: Standing, ids: Mapping[Card, str], shown: set[int]) -> list[WordedStep]:
    """Why the solution makes a move."""
    if standing.proof is not None:
        return _steps(standing.proof, ids, shown)
    if standing.kind == "plain":
        cards = len(standing.move.cards) if isinstance(standing.move, Discard) else 0
        return _words(PLAIN[cards])
    if standing.kind in _KINDS:
        return _words(_KINDS[standing.kind])
    winning = 1 + sum(one.loses is False for one in standing.others)
    if any(one.loses is None for one in standing.others):
        return _words(message("the page knows no reason"))
    if winning == 1:
        return _words(message("every other move loses"))
    every = len(standing.others) + 1
    if winning == every:
        return _words(message("no move loses now"))
    return _words(_ONE_OF_SEVERAL, winning, every)


def _why_not(one: Against, ids: Mapping[Card, str], shown: set[int]) -> list[WordedStep]:
    """Why a move loses."""
    if one.proof is None:
        return _words(message("by search, every continuation after it is lost"))
    return _steps(one.proof, ids, shown)


def _words(text: str, *values: int) -> list[WordedStep]:
    """A message as the words of one step."""
    return [(row(phrase(text, *map(str, values)), "."), "", "")]


def _steps(proof: Explanation, ids: Mapping[Card, str], shown: set[int]) -> list[WordedStep]:
    """A proof, or how many sentences it has."""
    if id(proof) not in shown:
        return [(row(how_long(proof), "."), "", "")]
    steps = lit_steps(proof)
    return [
        (words, listed(step.own, ids), listed(step.reasons, ids))
        for words, step in zip(_sentences(steps), steps, strict=True)
    ]


def _sentences(steps: Sequence[LitStep]) -> list[Text]:
    """The words of a proof's steps, with numbers where there are several."""
    return [step.sentence.alone if len(steps) == 1 else step.numbered for step in steps]


guard(__name__)
