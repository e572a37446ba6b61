"""An explanation made again from the steps of a record, with its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pyrtool.answers.explain.explanation import Explanation, Part
from pyrtool.answers.explain.facts import KINDS, Fact, Step
from pyrtool.answers.explain.problem import ExplainError, Problem, problem_of
from pyrtool.answers.explain.writing import format_explanation
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.position import Position

Fields = Mapping[str, Any]  # what a record has may be anything: `check` looks at its types

UNREADABLE: Final = (LookupError, TypeError, ValueError, StopIteration, ExplainError)
"""What a record of another shape may raise."""


def rebuilt(position: Position, record: Fields) -> JsonObject | None:
    """The record that the steps of a record give; None if no words can be made of them.

    The record was checked (`check`). The shape of steps that hold may still be one that the search
    never makes, and that has no words.
    """
    try:
        return format_explanation(explanation_of(problem_of(position), record))
    except UNREADABLE:
        return None


def explanation_of(problem: Problem, record: Fields) -> Explanation:
    """The explanation of a record; one of `UNREADABLE` if it is of another shape."""
    names = {str(card): x for x, card in enumerate(problem.cards)}
    facts: dict[int, Fact] = {}
    parts = []
    for part in record["parts"]:
        supposed = part["suppose"]
        steps = []
        for step in part["steps"]:
            facts[step["step"]] = fact = _fact(step["fact"], names)
            premises = tuple(facts[number] for number in step["from"])
            steps.append(Step(fact, step["technique"], premises))
        parts.append(Part(None if supposed is None else _fact(supposed, names), tuple(steps)))
    sets = tuple(_set(problem, name) for name in record["sets"])
    return Explanation(problem, record["verdict"], sets, tuple(parts))


def _fact(words: list[Any], names: Mapping[str, int]) -> Fact:
    """A fact from a record, of two partners the card with the lower number first."""
    kind, *rest = words
    if kind == "contradiction":
        return Fact(KINDS[-1])
    x, y = names[rest[0]], rest[1] if isinstance(rest[1], int) else names[rest[1]]
    if kind in ("apart", "together"):
        x, y = min(x, y), max(x, y)
    return Fact(kind, x, y)


def _set(problem: Problem, name: str) -> int:
    return problem.names.index(name)


guard(__name__)
