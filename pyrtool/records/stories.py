"""The story of a solution as a record has it, and whether it holds.

The referee replays the moves. Each reason is checked in the position of its move by
`pyrtool.answers.explain.check`; what rests on a search is searched again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.closure import Closure
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.forced import together
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.reasons import located
from pyrtool.answers.explain.rebuilding import UNREADABLE, explanation_of
from pyrtool.answers.explain.story import (
    PASSED_BY,
    Choice,
    Kind,
    Reason,
    Story,
    evident,
    needs,
    rest_of_pairs,
)
from pyrtool.answers.explain.telling import paragraphs
from pyrtool.answers.explain.writing import format_explanation
from pyrtool.answers.solve import decide
from pyrtool.answers.verdicts import Lost
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position
from pyrtool.notation.moves import ReplayError, parse_event, replay
from pyrtool.records.writing import format_line

Fields = Mapping[str, Any]  # what a record has may be anything: it is found wrong where it is used


class _WrongError(Exception):
    """What is wrong with a story."""


def format_story(story: Story) -> JsonObject:
    """Write a story: its moves, each with its reasons, and the paragraphs."""
    return {
        "moves": format_line(story.moves, story.start),
        "choices": [
            {
                "kind": choice.kind,
                "explanation": _format(choice.proof),
                "against": [
                    {
                        "tried": list(map(str, reason.tried.cards)),
                        "explanation": _format(reason.proof),
                    }
                    for reason in choice.against
                ],
            }
            for choice in story.choices
        ],
        "searched": list(map(list, story.searched)),
        "free": list(map(list, story.free)),
        "paragraphs": [
            {
                "text": paragraph.text,
                "sentences": [
                    {"number": number or None, "text": text} for number, text in paragraph.sentences
                ],
            }
            for paragraph in paragraphs(story, whole=True)
        ],
    }


def _format(proof: Explanation | None) -> JsonObject | None:
    return None if proof is None else format_explanation(proof)


def wrong_story(start: Position, found: Explanation, record: Fields) -> str | None:
    """What is wrong with the story of a record; None if it holds.

    Args:
        start: The position that it begins with.
        found: The explanation of the position, which was checked.
        record: The story.
    """
    try:
        events = [parse_event(event, "moves") for event in record["moves"]]
        moves, end = replay(events, start)
        if not end.is_won():
            return "the moves do not win"
        story = _read(start, found, moves, record["choices"])
        if format_story(story) != record:
            return "its words are not those of its reasons"
    except (ReplayError, _WrongError) as error:
        return str(error)
    except UNREADABLE:
        return "it is of another shape"
    return None


def _read(
    start: Position, found: Explanation, moves: Sequence[Move], listed: Sequence[Fields]
) -> Story:
    choices: list[Choice] = []
    passed: set[Discard] = set()
    steps = list(played(start, moves).steps())
    for at, ((here, move, _), one) in enumerate(zip(steps, listed, strict=True), 1):
        try:
            choices.append(_choice(start, here, move, one))
        except _WrongError as error:
            raise _WrongError(f"move {at}: {error}") from None
        passed |= {reason.tried for reason in choices[-1].against}
    searched, free = rest_of_pairs(found, start, moves)
    return Story(start, tuple(choices), searched, free)


def _choice(start: Position, here: Position, move: Move, record: Fields) -> Choice:
    """The choice of a record, after what it claims was checked."""
    kind: Kind = record["kind"]
    proof = None
    if kind == "forced":
        proof = _proof(start, here, record["explanation"])
        names = set(map(str, move.cards)) if isinstance(move, Discard) else set()
        if names not in [set(pair) for pair in proof.forced]:
            raise _WrongError("the reason shows another pair")
    elif (seen := evident(here, move)) is None and isinstance(move, Discard):
        problem = problem_of(here)
        pair = together(*map(problem.cards.index, move.cards))
        if needs(here, Closure(problem), pair) != kind:
            raise _WrongError(f"it is not {kind}")
    elif seen != kind:
        raise _WrongError(f"it is not {kind}")
    return Choice(move, kind, proof, tuple(_reason(start, here, r) for r in record["against"]))


def _reason(start: Position, here: Position, record: Fields) -> Reason:
    names = record["tried"]
    for tried in here.legal_moves():
        if isinstance(tried, Discard) and list(map(str, tried.cards)) == names:
            after = here.play(tried)
            if record["explanation"] is not None:
                return Reason(tried, _proof(start, after, record["explanation"], "lost"))
            if not isinstance(decide(after, PASSED_BY), Lost):
                raise _WrongError(f"{tried} does not lose")
            return Reason(tried, None)
    raise _WrongError("a discard that is not legal")


def _proof(start: Position, here: Position, record: Fields, verdict: str = "won") -> Explanation:
    """The proof of a record, after each step was checked in a position."""
    wrong = wrong_step(here, record)
    if wrong is None and record["verdict"] != verdict:
        wrong = f"it is of a {record['verdict']} position"
    if wrong is not None:
        raise _WrongError(wrong)
    return explanation_of(located(start, here), record)


guard(__name__)
