"""What a page knows of its deal or position: a solution, or why there is none.

Decides how a page states a verdict; arguments are `blocks`'. All of it is hidden there until the
reader asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrtool.answers.blocks import argue, certify, describe
from pyrtool.answers.solve import Lost, Verdict, Won
from pyrtool.base.arguments import guard
from pyrtool.base.words import counted
from pyrtool.game.cards import Card
from pyrtool.game.position import Discard, Move, Position
from pyrtool.notation.rules import goal_words
from pyrtool.pictures.scenes.blocked import block_marks


def answer_of(start: Position, verdict: Verdict | None, ids: Mapping[Card, str]) -> dict[str, Any]:
    """The verdict as data: ``verdict``, what is ``told`` of it, a sentence or two each, the
    ``moves`` as words, whether they are the ``shortest``, and the ``marks`` of a block.

    `ids` are what the page calls the cards. Unknown cards have no verdict.
    """
    marks: dict[Card, str] = {}
    if isinstance(verdict, Lost) and verdict.block is not None:
        marks = block_marks(certify(verdict.block, start))
    return {
        "verdict": "unknown" if verdict is None else type(verdict).__name__.lower(),
        "told": _told(start, verdict),
        "moves": [word_of(move, ids) for move in verdict.moves] if isinstance(verdict, Won) else [],
        "shortest": isinstance(verdict, Won) and verdict.shortest,
        "marks": {ids[card]: kind for card, kind in marks.items()},
    }


def word_of(move: Move, ids: Mapping[Card, str]) -> str:
    """A move as a page writes it."""
    return "/".join(ids[card] for card in move.cards) if isinstance(move, Discard) else str(move)


def _told(start: Position, verdict: Verdict | None) -> list[str]:
    if verdict is None:
        unknown = len(start.unknown())
        are, they_are = ("is", "it is") if unknown == 1 else ("are", "they are")
        return [
            f"Not known: {counted(unknown, 'card')} of the table {are} unknown (??), and it may "
            f"depend on which {they_are}. There is no search while cards are unknown."
        ]
    if isinstance(verdict, Won):
        fewest = " No line is shorter." if verdict.shortest else ""
        return [f"Yes, in {counted(len(verdict.moves), 'move')}.{fewest}"]
    if not isinstance(verdict, Lost):
        return [f"Not known: the search reached its limit on {verdict.limit}."]
    if verdict.block is None:
        verb, goal = goal_words(start.rules, start.cards_left())
        return [f"No: every line of play was searched, and none {verb}s {goal}."]
    why = describe(verdict.block, start.rules)
    return [f"No: {why}.", argue(certify(verdict.block, start), start.rules)]


guard(__name__)
