"""The reason for any one move: why it loses, why it is the only one, or what it opens.

Decides what is said of a move that is free: what it uncovers, and which winning move uncovers more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.answers.blocks.wording import describe
from pyrtool.answers.explain.explanation import explanation_if_any
from pyrtool.answers.explain.printout import (
    LOSES,
    UNCOVERS,
    Paragraph,
    against,
    name_of,
    paragraphs_of,
    reason,
)
from pyrtool.answers.explain.problem import ExplainError
from pyrtool.answers.explain.story import TRIED, Choice, Kind, choose
from pyrtool.answers.explain.wording.sentences import COLON
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.arguments import public
from pyrtool.base.limits import Limits
from pyrtool.game.cards import Card
from pyrtool.game.line import uncovered
from pyrtool.game.moves import DealStock, Discard, Move
from pyrtool.game.position import Position, Subject, position_of
from pyrtool.languages import listed, say

MOST_SENTENCES: Final = 12
"""A longer proof against a move is given by its ideas."""


@public
@dataclass(frozen=True)
class MoveReason:
    """The reason for a move, or against it.

    Attributes:
        move: The move.
        verdict: Whether the position after it is won.
        only: Whether every other move loses.
        uncovers: The cards that it uncovers.
        lines: The reason in words, in the language chosen when it was made.
    """

    move: Move
    verdict: Literal["won", "lost", "unknown"]
    only: bool
    uncovers: tuple[Card, ...]
    lines: tuple[str, ...]


@public
def explain_move(subject: Subject, move: Move, limits: Limits = Limits()) -> MoveReason:
    """Say why a move loses, why it is the only one, or what it opens.

    Args:
        subject: A deal, or a position from which play goes on.
        move: A legal move.
        limits: Limits of the search for the verdict after it.

    Returns:
        The verdict after the move, and its reason in words.

    Raises:
        IllegalMoveError: The move is not legal.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.notation import parse_moves
        >>> from pyrtool.game.position import start_of
        >>> start = start_of(deal(17, "giza"))
        >>> (move,) = parse_moves("6D/7H", start)
        >>> explain_move(start, move).lines[0].partition(": 7C")[0]
        '6D with 7H loses: 6S (1.1) and 6C (7.4) both need 7D (column 1.1)'
    """
    here = position_of(subject)
    return reason_for(here, here, move, solve(here.play(move), limits))


def reason_for(start: Position, here: Position, move: Move, verdict: Verdict) -> MoveReason:
    """Explain a move after which the verdict is known; a reader counts stock cards from `start`."""
    bared = tuple(uncovered(here, here.play(move)))
    if isinstance(verdict, Unknown):
        return MoveReason(move, "unknown", False, bared, ())
    if isinstance(verdict, Lost):
        lines = why_lost(start, here, move, verdict)
        if isinstance(verdict_only(here, TRIED), Lost):
            lines = (say("No move wins any more."), *lines)
        return MoveReason(move, "lost", False, bared, lines)
    judged = {
        other: verdict_only(here.play(other), TRIED)
        for other in here.legal_moves()
        if other != move
    }
    only = all(isinstance(one, Lost) for one in judged.values())
    first, others, kind = _choice(start, here, move, verdict, judged)
    name, more = name_of(move), []
    if bared:
        more.append(say(UNCOVERS, name, _names(bared)) + ".")
    if only and judged:
        more.append(say("Every other move loses."))
    elif kind in ("free", "open"):
        opened = {
            other: uncovered(here, here.play(other))
            for other, one in judged.items()
            if isinstance(one, Won)
        }
        best = max(opened, key=lambda other: len(opened[other]), default=move)
        if len(opened.get(best, ())) > len(bared):
            names = name_of(best), _names(opened[best])
            more.append(say("{0} is as good, and uncovers more: {1}.", *names))
        else:
            more.append(say("No other winning move uncovers more."))
    last = [" ".join(more)] if more else []
    if others or kind == "forced":
        return MoveReason(move, "won", only, bared, (first, *others, *last))
    return MoveReason(move, "won", only, bared, (" ".join([first, *last]),))


def _choice(
    start: Position, here: Position, move: Move, won: Won, judged: Mapping[Move, Verdict]
) -> tuple[str, list[str], Kind]:
    """Say why a winning move is made beside others: a line, further ones, and its kind; where
    deductions do not hold, that it keeps the win."""
    made = [one for one in won.moves if isinstance(one, Discard)]
    beside = set(move.cards) if isinstance(move, Discard) else None
    traps = [
        other
        for other, one in judged.items()
        if isinstance(other, Discard) and isinstance(one, Lost) and len(other.cards) > 1
        if (other not in made if beside is None else beside & {*other.cards})
    ]
    try:
        choice = choose(start, here, move, traps)
    except ExplainError:
        choice = Choice(move, "open")
    if choice.kind == "open" and not choice.against:
        return say("{0} keeps the win", name_of(move)) + ".", [], "open"
    proofs = [choice.proof, *(one.proof for one in choice.against)]
    whole = all(proof is None or proof.sentences <= MOST_SENTENCES for proof in proofs)
    first, *others = _lines(paragraphs_of(choice, whole))
    return first, others, choice.kind


def _names(cards: Sequence[Card]) -> str:
    return listed(list(map(str, cards)))


def why_lost(start: Position, here: Position, move: Move | None, verdict: Lost) -> tuple[str, ...]:
    """Say why a position is lost, or why a move in it loses; a reader counts stock cards from
    `start`."""
    after = here if move is None else here.play(move)
    name = say("this deal") if move is None else name_of(move)
    if isinstance(move, DealStock) and here.turned is not None:
        name = say("dealing {0}", here.turned)
    head = say(LOSES, name) if move else say("this deal cannot be won")
    explanation = explanation_if_any(after, verdict, start)
    if explanation is not None and explanation.parts:
        return _lines([reason(explanation, head, explanation.sentences <= MOST_SENTENCES)])
    if verdict.block is not None:
        return (say(COLON, head, describe(verdict.block, after.rules)) + ".",)
    return _lines([against(head, None)])


def _lines(paragraphs: list[Paragraph]) -> tuple[str, ...]:
    """Write paragraphs in lines, each numbered sentence in one of its own."""
    lines: list[str] = []
    for one in paragraphs:
        lines += [one.text, *(f"{n}. {text}" if n else text for n, text in one.sentences)]
    return tuple(lines)
