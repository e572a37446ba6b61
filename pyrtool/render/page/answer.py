"""What a page knows of its deal: a solution, or why there is none.

Decides how a verdict is told on a page; arguments are `blocks`'. All of it is hidden there until
the reader asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from pyrtool.blocks import argue, certify, describe
from pyrtool.cards import Card, counted
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.notation.named import goal_words
from pyrtool.render.blocked import block_marks
from pyrtool.render.looks import MARKS
from pyrtool.render.svg import badge
from pyrtool.solver import Lost, Unknown, Verdict, Won

_STEPPER: Final = (
    ("first", "M5 5v14M19 5L9 12l10 7z", "To the start"),
    ("previous", "M17 5L7 12l10 7z", "Previous move"),
    ("next", "M7 5l10 7-10 7z", "Next move"),
    ("last", "M19 5v14M5 5l10 7-10 7z", "To the end"),
)
"""The buttons that step: what they do, their sign as a path of 24 by 24 units, their name."""


def answer_of(cards: Sequence[Card], rules: Rules, verdict: Verdict) -> dict[str, Any]:
    """The verdict as data: ``verdict``, the ``moves`` as words, whether they are the
    ``shortest``, and the ``marks`` of a block."""
    moves = [str(move) for move in verdict.moves] if isinstance(verdict, Won) else []
    marks: dict[Card, str] = {}
    if isinstance(verdict, Lost) and verdict.block is not None:
        marks = block_marks(certify(verdict.block, cards, rules))
    return {
        "verdict": type(verdict).__name__.lower(),
        "moves": moves,
        "shortest": isinstance(verdict, Won) and verdict.shortest,
        "marks": {str(card): kind for card, kind in marks.items()},
    }


def answer_html(cards: Sequence[Card], rules: Rules, verdict: Verdict) -> str:
    """The verdict in words, with the means to follow a solution."""
    verb, goal = goal_words(rules)
    match verdict:
        case Won(moves):
            fewest = " No line is shorter." if verdict.shortest else ""
            told = f"<p>Yes, in {counted(len(moves), 'move')}.{fewest}</p>{_controls()}"
            items = "".join(
                f'<li><button type="button"><span class="rich">{str(move).replace("/", " ")}</span>'
                "</button></li>"
                for move in moves
            )
            return f'{told}<ol id="moves" aria-label="The moves of the solution">{items}</ol>'
        case Lost(block=block):
            if block is None:
                return f"<p>No: every line of play was searched, and none {verb}s {goal}.</p>"
            argument = argue(certify(block, cards, rules), rules)
            why = describe(block, rules)
            return (
                f'<p class="rich">No: {escape(why)}.</p>'
                f'<p class="rich">{escape(argument)}</p>{_legend()}'
            )
        case Unknown(limit):
            return f"<p>Not known: the search reached its limit on {limit}.</p>"


def _controls() -> str:
    steps = "".join(
        f'<button type="button" id="{action}" aria-label="{words}" title="{words}">'
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg>'
        "</button>"
        for action, sign, words in _STEPPER
    )
    return (
        '<div class="stepper" role="group" aria-label="Step through the solution">'
        f'{steps}<button type="button" id="run">Play</button></div><p id="progress"></p>'
    )


def _legend() -> str:
    """What the marks on the board mean."""
    kinds = {"stuck": "stuck", "waits": "waits for others"}
    items = "".join(
        f'<li><svg class="sign-of-mark" viewBox="-100 -100 200 200" aria-hidden="true">'
        f"{badge(MARKS[kind], 100)}</svg> {words}</li>"
        for kind, words in kinds.items()
    )
    return f'<ul class="legend" aria-label="Marks on the cards">{items}</ul>'


guard(__name__)
