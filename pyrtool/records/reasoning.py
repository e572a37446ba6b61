"""What an explanation takes as JSON, and whether a claim of it holds.

Decides the fields. A claim is checked by explaining again.
"""

from __future__ import annotations

from typing import Final

from pyrtool.answers.explain.reasoning import ORDER, Reasoning, reason
from pyrtool.answers.solve import Limits, solve
from pyrtool.answers.subject import Subject
from pyrtool.answers.verdicts import Unknown
from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shown
from pyrtool.records.claims import Claims

_FIELDS: Final = ("level", "trials", "technique", "forced", "deduced")


class ReasoningError(PyrtoolError):
    """Fields that are not what an explanation takes."""


def format_reasoning(reasoning: Reasoning) -> JsonObject:
    """The fields of what an explanation takes. `level`, `trials` and `technique` are null where
    nothing is deduced, `forced` and `deduced` for a lost deal."""
    return {
        "level": reasoning.level,
        "trials": None if reasoning.technique is None else reasoning.trials,
        "technique": reasoning.technique,
        "forced": reasoning.forced,
        "deduced": reasoning.deduced,
    }


def parse_reasoning(fields: JsonObject) -> Reasoning:
    """Read what `format_reasoning` wrote; a `ReasoningError` for anything else."""
    if sorted(fields) != sorted(_FIELDS):
        raise ReasoningError(f"reasoning: the fields must be {', '.join(_FIELDS)}")
    technique, trials = fields["technique"], fields["trials"]
    forced, deduced = fields["forced"], fields["deduced"]
    counts = (0 if trials is None else trials, forced or 0, deduced or 0)
    if technique not in (None, *ORDER) or not all(type(n) is int and n >= 0 for n in counts):
        raise ReasoningError("the field 'reasoning' is not what an explanation takes")
    found = Reasoning("lost" if forced is None else "won", counts[0], technique, forced, deduced)
    if format_reasoning(found) != fields:
        raise ReasoningError("the fields of 'reasoning' contradict each other")
    return found


def check_reasoning(start: Subject, claimed: JsonObject, claims: Claims, limits: Limits) -> None:
    """Judge what the explanation of a deal or a position is claimed to take."""
    verdict = solve(start, limits)
    if isinstance(verdict, Unknown):
        claims.limit(f"; the reasoning is not confirmed: the limit on {verdict.limit} was reached")
        return
    found = reason(start, verdict)
    again = {} if found is None else format_reasoning(found)
    for name in _FIELDS:
        if found is None or again[name] != claimed[name]:
            right = "none" if found is None else shown(again[name])
            words = f"the reasoning's {name} is {shown(claimed[name])}, should be {right}"
            claims.contradict(words, "reasoning")
            return
    claims.confirm("reasoning")
    claims.say(", explained again")


guard(__name__)
