"""Reasons in print: comments on a solution, and why a deal cannot be won.

Decides which reasons are printed: those of a few sentences, and of a long proof its block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pyrtool.answers.blocks.words import describe
from pyrtool.answers.explain.explanation import Explanation, explained_if_known
from pyrtool.answers.explain.reasoning import Reasoning, reasoning_of
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.explain.telling import Paragraph, key_reasons, pairs_known
from pyrtool.answers.solve import Lost, Won
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.game.games import Rules
from pyrtool.game.moves import Move
from pyrtool.game.position import Position, start_of
from pyrtool.languages import say


@dataclass(frozen=True)
class Comments:
    """What is said of a solution.

    Attributes:
        known: The pairs that are in every solution.
        reasons: The numbers of moves, each with a reason for it, or against one it passes by.
    """

    known: str
    reasons: tuple[tuple[int, Paragraph], ...]


def comments_on(found: Explanation, start: Position, moves: Sequence[Move]) -> Comments:
    """Comment on a solution of what was explained, from `start` on."""
    story = story_of(found, start, moves)
    known = " ".join([found.shared, *pairs_known(found, story)])
    return Comments(known, tuple(key_reasons(story)))


def proof_of(lost: Lost, found: Explanation | None, rules: Rules) -> tuple[Paragraph, ...]:
    """Why a deal cannot be won: the sentences of its explanation, each part under its heading.

    A block, if the deal has one, takes the place of a proof that is long or was not `found`.
    """
    if found is None:
        if lost.block is None:
            return (Paragraph(say("Unwinnable by exhaustive search.")),)
        return (Paragraph(say("Unwinnable: {0}.", describe(lost.block, rules))),)
    head = Paragraph(f"{found.conclusion} {found.meaning}".rstrip())
    if found.statement and (found.is_long or not found.parts):
        size = [say("The proof has {0} sentences.", found.sentences)] if found.is_long else []
        return head, Paragraph(" ".join([*size, say("In short: {0}.", found.statement)]))
    return head, *(
        Paragraph(str(heading), tuple((one.number, one.text) for one in sentences))
        for heading, sentences in found.sections
    )


class Printed(NamedTuple):
    """What a booklet prints of the explanation of a deal.

    Attributes:
        reasoning: What it takes; None if that is not wanted, or if deductions do not hold under
            the rules.
        comments: Comments on a solution; None for the same reasons.
        proof: Why a deal cannot be won; empty if it can.
    """

    reasoning: Reasoning | None = None
    comments: Comments | None = None
    proof: tuple[Paragraph, ...] = ()


NOTHING: Final = Printed()
"""Where nothing is explained."""


def explained_for_print(
    subject: Subject, verdict: Won | Lost, *, rated: bool, commented: bool
) -> Printed:
    """Explain a deal for a booklet: always why it cannot be won, the rest if it is wanted."""
    is_lost = isinstance(verdict, Lost)
    found = explained_if_known(subject, verdict) if rated or commented or is_lost else None
    reasoning = None if found is None or not rated else reasoning_of(found)
    if isinstance(verdict, Lost):
        return Printed(reasoning, proof=proof_of(verdict, found, subject.rules))
    if found is None or not commented:
        return Printed(reasoning)
    return Printed(reasoning, comments_on(found, start_of(subject), verdict.moves))


guard(__name__)
