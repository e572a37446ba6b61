"""The kinds of surveys, and a task answered. Runs in a worker. Results depend on the task alone."""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Final

from pyrtool.door import guard
from pyrtool.survey.best_scores import BestScores
from pyrtool.survey.plan import QuestionName
from pyrtool.survey.shard import Question, Shard, Task
from pyrtool.survey.verdicts import Verdicts

QUESTIONS: Final[Mapping[QuestionName, Question]] = {"verdict": Verdicts(), "score": BestScores()}


def solve_shard(task: Task) -> Shard:
    """Answer a task; a `WrongLineError` names a deal whose line of play fails."""
    began = thread_time()
    tally, packed = QUESTIONS[task.plan.question].answer(task)
    seconds = thread_time() - began
    return Shard(task.first, task.last, tally, packed, seconds, task.plan.solver)


guard(__name__)
