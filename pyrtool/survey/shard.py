"""One shard: a task answered, counted and packed. Runs in a worker.

Decides which kind of survey answers a plan. Results depend on the task alone.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from time import process_time
from typing import Final

from pyrtool.survey.best_scores import BestScores
from pyrtool.survey.plan import QuestionName
from pyrtool.survey.question import Question
from pyrtool.survey.tally import Outcomes
from pyrtool.survey.task import Task, WrongLineError
from pyrtool.survey.verdicts import Verdicts

__all__ = ["QUESTIONS", "Shard", "Task", "WrongLineError", "solve_shard"]

QUESTIONS: Final[Mapping[QuestionName, Question]] = {"verdict": Verdicts(), "score": BestScores()}

_KERNELS: Final = threading.Lock()  # they keep their buffers: threads of a process take turns


@dataclass(frozen=True)
class Shard:
    """What became of a task: the tally, and `packed` each deal by itself (`Question.unpack`).

    `seconds` of processor time stand in no report; `solver` is the version that answered.
    """

    first: int
    last: int
    tally: Outcomes
    packed: bytes
    seconds: float
    solver: str

    @property
    def deals(self) -> int:
        """How many deals these are, dropped ones too."""
        return self.last - self.first + 1


def solve_shard(task: Task) -> Shard:
    """Answer a task; a `WrongLineError` names a deal whose line of play fails."""
    with _KERNELS:
        began = process_time()
        tally, packed = QUESTIONS[task.plan.question].answer(task)
        seconds = process_time() - began
        return Shard(task.first, task.last, tally, packed, seconds, task.plan.solver)
