"""Every question that a survey may ask, with its report; and a task answered, in a worker.

A question has one file, such as `verdict`, `best` or `player`, with its answer, its counts and its
report; and a line in `QUESTIONS` and `REPORTS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Final

from pyrtool.surveys.plan import QuestionName
from pyrtool.surveys.questions.best import LeftQuestion, LeftReport, ScoreQuestion, ScoreReport
from pyrtool.surveys.questions.player import PlayerQuestion, PlayerReport
from pyrtool.surveys.questions.question import AnyReport, Question
from pyrtool.surveys.questions.verdict import VerdictQuestion, VerdictReport
from pyrtool.surveys.shards import Shard, ShardTask

QUESTIONS: Final[Mapping[QuestionName, Question]] = {
    "verdict": VerdictQuestion(),
    "score": ScoreQuestion("score"),
    "pyramid": LeftQuestion("pyramid"),
    "all": LeftQuestion("all"),
    "player": PlayerQuestion(),
}
REPORTS: Final[Mapping[QuestionName, AnyReport]] = {
    "verdict": VerdictReport(),
    "score": ScoreReport(),
    "pyramid": LeftReport("fewest cards left in the pyramid"),
    "all": LeftReport("fewest cards left in all"),
    "player": PlayerReport(),
}


def solve_shard(task: ShardTask) -> Shard:
    """Answer a task; a `WrongLineError` names a deal whose line of play fails.

    Counts depend on the task alone.
    """
    began = thread_time()
    tally, packed = QUESTIONS[task.plan.question].answer(task)
    seconds = thread_time() - began
    return Shard(task.first, task.last, tally, packed, seconds, task.plan.solver)
