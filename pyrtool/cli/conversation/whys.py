"""Reasons at the prompt: for the next move, or against one that loses.

Decides which of the reasons that were found is printed, and in which words.
"""

from __future__ import annotations

from typing import Final

from pyrtool.answers.blocks import describe
from pyrtool.answers.explain.explanation import Explanation, explained
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.story import choose
from pyrtool.answers.explain.telling import (
    LOSES,
    Paragraph,
    against,
    name_of,
    paragraphs_of,
    reason,
)
from pyrtool.answers.solve import Limit, Limits, Lost, Won, solve
from pyrtool.answers.verdicts import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.words.answers import limit_words
from pyrtool.game.line import played
from pyrtool.game.moves import DealStock, Discard, Move
from pyrtool.game.position import Position
from pyrtool.languages import say
from pyrtool.notation import parse_typed
from pyrtool.records.session import Back, GiveUp, Session, Unsure

MOST_SENTENCES: Final = 12
"""A longer proof is only named."""


def why(session: Session, limits: Limits) -> list[str]:
    """Lines with the reason for the next move; in a lost position, against the move that lost."""
    hint = session.hint(limits)
    if isinstance(hint, Unsure):
        return [_unknown(hint.limit)]
    if isinstance(hint, GiveUp):
        return _lost(session.start, None, limits)
    if isinstance(hint, Back):
        line = played(session.start, session.moves)
        at = len(session.moves) - hint.moves
        return _lost(line.positions[at], line.moves[at], limits)
    if not hint.moves:
        return [say("this game is won")]
    problem_of(session.position)  # or an error, also where no reason is needed
    later = frozenset(other for other in hint.moves if isinstance(other, Discard))
    choice = choose(session.start, session.position, hint.moves[0], later)
    proofs = [choice.proof, *(one.proof for one in choice.against)]
    return _lines(paragraphs_of(choice, all(proof is None or _fits(proof) for proof in proofs)))


def why_not(session: Session, words: str, limits: Limits) -> list[str]:
    """Lines against a move that somebody thinks of.

    Raises:
        PyrtoolError: The words are no legal move, or several.
    """
    moves = parse_typed(words, session.position)
    if len(moves) != 1:
        raise PyrtoolError(say("why explains one move at a time"))
    return _lost(session.position, moves[0], limits)


def _lost(here: Position, move: Move | None, limits: Limits) -> list[str]:
    """Why a position is lost, or a move in it loses."""
    after = here if move is None else here.play(move)
    name = say("this deal") if move is None else name_of(move)
    if isinstance(move, DealStock) and here.turned is not None:
        name = say("dealing {0}", here.turned)
    verdict = solve(after, limits)
    if isinstance(verdict, Unknown):
        return [_unknown(verdict.limit)]
    if isinstance(verdict, Won):
        return [say("{0} does not lose: a solution begins with it", name)]
    found = explained(after, verdict)
    if found.parts:
        head = say(LOSES, name) if move else say("this deal is lost")
        return _lines([reason(found, head, _fits(found))])
    return [*_lines([against(say(LOSES, name), None)]), *_block(verdict, after)]


def _block(verdict: Lost, after: Position) -> list[str]:
    return [] if verdict.block is None else [describe(verdict.block, after.rules)]


def _fits(proof: Explanation) -> bool:
    return proof.sentences <= MOST_SENTENCES


def _unknown(limit: Limit) -> str:
    return say("unknown, {0}", limit_words(limit))


def _lines(some: list[Paragraph]) -> list[str]:
    lines = []
    for one in some:
        numbered = [f"{number}. {text}" if number else text for number, text in one.sentences]
        lines += [one.text, *numbered]
    return lines
