"""Every question that a survey may ask, a survey, and a task answered, in a worker.

A question has one file, such as `verdict`, `best` or `player`, and a line in `QUESTIONS`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from time import thread_time
from typing import Final

from pyrtool.base.json_object import JsonObject
from pyrtool.surveys.plan import Plan, SurveyError, solver_of
from pyrtool.surveys.questions.best import (
    LeftQuestion as LeftQuestion,
    ScoreQuestion as ScoreQuestion,
)
from pyrtool.surveys.questions.player import PlayerQuestion as PlayerQuestion
from pyrtool.surveys.questions.question import AnyQuestion
from pyrtool.surveys.questions.verdict import VerdictQuestion
from pyrtool.surveys.shards import Shard, ShardTask

VERDICT: Final = VerdictQuestion()
QUESTIONS: Final[Mapping[str, AnyQuestion]] = {
    question.name: question
    for question in (
        VERDICT,
        ScoreQuestion(),
        LeftQuestion("pyramid"),
        LeftQuestion("all"),
        PlayerQuestion(),
    )
}
"""The questions by their names, without parameters."""


@dataclass(frozen=True)
class Survey:
    """A question that is asked of deals: everything on which an outcome depends but the deal."""

    plan: Plan
    question: AnyQuestion = VERDICT

    def __post_init__(self) -> None:
        self.question.check(self.plan.rules)

    @property
    def solver(self) -> str:
        """The version of what answers."""
        return solver_of(*self.question.versions(self.plan.rules))

    def identity(self) -> JsonObject:
        """Return what must agree for counts to be added, as JSON."""
        asked = {"question": self.question.name} | self.question.parameters()
        return asked | self.plan.identity(self.solver)

    @classmethod
    def of_identity(cls, identity: JsonObject, game: str) -> "Survey":
        """Undo `identity`, whatever solver it names; raise a `SurveyError` for other dicts."""
        names = ("question", *VERDICT.parameters())
        missing = next((name for name in names if name not in identity), None)
        if missing is not None:
            raise SurveyError(f"identity: {missing} is missing")
        plan, asked = Plan.of_identity(identity, game), {name: identity[name] for name in names}
        known = QUESTIONS.get(str(asked["question"]))
        if known is None:
            raise SurveyError(f"question {asked['question']}: must be {', '.join(QUESTIONS)}")
        question = known.with_parameters(asked)
        if {"question": question.name} | question.parameters() != asked:
            raise SurveyError(f"identity: the question {question.name!r} takes no such parameters")
        return cls(plan, question)


def solve_shard(task: ShardTask, question: AnyQuestion = VERDICT) -> Shard:
    """Answer a task; a `WrongLineError` names a deal whose line of play fails.

    Counts depend on the task and the question alone.
    """
    began = thread_time()
    tally, packed = question.answer(task)
    seconds = thread_time() - began
    solver = Survey(task.plan, question).solver
    return Shard(task.first, task.last, tally, packed, seconds, solver)
