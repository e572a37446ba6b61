"""Explanations as records, and whether they hold.

Each step is checked by `pyrtool.answers.explain.check`; the words are made again from the steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.rebuilding import explanation_of, rebuilt
from pyrtool.answers.explain.story import Story
from pyrtool.answers.explain.writing import format_explanation
from pyrtool.answers.solve import Limits, solve
from pyrtool.answers.subject import Subject
from pyrtool.answers.verdicts import Lost, Unknown
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import counted
from pyrtool.game.position import Move, Position
from pyrtool.records.claims import Claims
from pyrtool.records.stories import format_story, wrong_story
from pyrtool.records.writing import deal_record


def explain_record(
    deal: Subject,
    game: str,
    explanation: Explanation,
    after: Sequence[Move] = (),
    story: Story | None = None,
) -> JsonObject:
    """Write the record of an explanation, each of its steps with what it rests on. `after` are the
    moves that were made before. A winnable deal's has the `story` of a solution."""
    record = format_explanation(explanation)
    if story is not None:
        record["story"] = format_story(story)
    return deal_record(deal, game, after) | {"explanation": record}


def check_explanation(
    start: Position, claimed: Mapping[str, object], claims: Claims, limits: Limits
) -> None:
    """Judge each step, the verdict, and the words of an explanation.

    A proof is its own evidence; a verdict without one is searched again.
    """
    claimed = dict(claimed)
    story = claimed.pop("story", None)
    verdict, parts = claimed.get("verdict"), claimed.get("parts")
    if verdict == "unknown" and parts == []:
        claims.says_unknown("unknown: a limit was reached")
        claims.confirm("explanation")
        return
    if parts != []:
        wrong = wrong_step(start, claimed)
        if wrong is None and not _is_rebuilt(start, claimed):
            wrong = "the words are not those of the steps"
        if wrong is not None:
            claims.contradict(f"explanation: {wrong}", "explanation")
            return
    steps = sum(len(part["steps"]) for part in parts) if isinstance(parts, list) else 0
    if verdict == "lost" and steps:
        claims.confirm("explanation")
        claims.say(f"lost: {counted(steps, 'step')} hold")
        return
    found = solve(start, limits)
    if isinstance(found, Unknown):
        claims.limit(f"the verdict is open: the limit on {found.limit} was reached")
        return
    if story is not None and (wrong := _wrong_story(start, claimed, story)) is not None:
        claims.contradict(f"story: {wrong}", "explanation")
        return
    true = "lost" if isinstance(found, Lost) else "won"
    if verdict != true:
        claims.contradict(f"explanation: the deal is {true}", "explanation")
        return
    claims.confirm("explanation")
    claims.say(f"{true}, searched again; {counted(steps, 'step')} hold")


def _is_rebuilt(start: Position, claimed: Mapping[str, object]) -> bool:
    """Whether the words are those of the steps; earlier records have no latest moments."""
    made = rebuilt(start, claimed)
    if made is not None and "latest" not in claimed:
        del made["latest"]
    return made == claimed


def _wrong_story(start: Position, claimed: Mapping[str, object], story: object) -> str | None:
    if not isinstance(story, dict) or claimed.get("verdict") != "won":
        return "it is none"
    found = explanation_of(problem_of(start), claimed)
    return wrong_story(start, found, story)


guard(__name__)
