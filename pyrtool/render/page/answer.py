"""What a page knows of its deal: a solution, or why there is none.

Decides how a verdict is told on a page; arguments are `blocks`'. All of it is hidden there until
the reader asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyrtool.blocks import argue, certify, describe
from pyrtool.cards import Card, counted
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.notation.named import goal_words
from pyrtool.render.blocked import block_marks
from pyrtool.solver import Lost, Verdict, Won


def answer_of(cards: Sequence[Card], rules: Rules, verdict: Verdict) -> dict[str, Any]:
    """The verdict as data: ``verdict``, what is ``told`` of it, a sentence or two each, the
    ``moves`` as words, whether they are the ``shortest``, and the ``marks`` of a block."""
    marks: dict[Card, str] = {}
    if isinstance(verdict, Lost) and verdict.block is not None:
        marks = block_marks(certify(verdict.block, cards, rules))
    return {
        "verdict": type(verdict).__name__.lower(),
        "told": _told(cards, rules, verdict),
        "moves": [str(move) for move in verdict.moves] if isinstance(verdict, Won) else [],
        "shortest": isinstance(verdict, Won) and verdict.shortest,
        "marks": {str(card): kind for card, kind in marks.items()},
    }


def _told(cards: Sequence[Card], rules: Rules, verdict: Verdict) -> list[str]:
    if isinstance(verdict, Won):
        fewest = " No line is shorter." if verdict.shortest else ""
        return [f"Yes, in {counted(len(verdict.moves), 'move')}.{fewest}"]
    if not isinstance(verdict, Lost):
        return [f"Not known: the search reached its limit on {verdict.limit}."]
    if verdict.block is None:
        verb, goal = goal_words(rules)
        return [f"No: every line of play was searched, and none {verb}s {goal}."]
    why = describe(verdict.block, rules)
    return [f"No: {why}.", argue(certify(verdict.block, cards, rules), rules)]


guard(__name__)
