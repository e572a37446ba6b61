"""Every question that a survey may ask, with its report; and a task answered, in a worker.

A question is added by a folder like `verdict`, `score`, `left` and `player`, and a line in
`QUESTIONS` and `REPORTS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Any, Final

from pyrtool.door import guard
from pyrtool.survey.left.question import FewestLeft
from pyrtool.survey.left.report import LeftReport
from pyrtool.survey.plan import QuestionName
from pyrtool.survey.player.question import PlayedGames
from pyrtool.survey.player.report import GamesReport
from pyrtool.survey.question import Question
from pyrtool.survey.report import Report
from pyrtool.survey.score.question import BestScores
from pyrtool.survey.score.report import ScoreReport
from pyrtool.survey.shard import Shard, Task
from pyrtool.survey.verdict.question import Verdicts
from pyrtool.survey.verdict.report import VerdictReport

QUESTIONS: Final[Mapping[QuestionName, Question]] = {
    "verdict": Verdicts(),
    "score": BestScores("score"),
    "pyramid": FewestLeft("pyramid"),
    "all": FewestLeft("all"),
    "player": PlayedGames(),
}
REPORTS: Final[Mapping[QuestionName, Report[Any]]] = {
    "verdict": VerdictReport(),
    "score": ScoreReport(),
    "pyramid": LeftReport("fewest cards left in the pyramid"),
    "all": LeftReport("fewest cards left in all"),
    "player": GamesReport(),
}


def solve_shard(task: Task) -> Shard:
    """Answer a task; a `WrongLineError` names a deal whose line of play fails.

    Counts depend on the task alone.
    """
    began = thread_time()
    tally, packed = QUESTIONS[task.plan.question].answer(task)
    seconds = thread_time() - began
    return Shard(task.first, task.last, tally, packed, seconds, task.plan.solver)


guard(__name__)
