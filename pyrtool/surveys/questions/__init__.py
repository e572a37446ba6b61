"""Every question that a survey may ask, with its report; and a task answered, in a worker.

A question is added by a folder like `verdict`, `score`, `left` and `player`, and a line in
`QUESTIONS` and `REPORTS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.surveys.plan import QuestionName
from pyrtool.surveys.questions.left.question import FewestLeft
from pyrtool.surveys.questions.left.report import LeftReport
from pyrtool.surveys.questions.player.question import PlayedGames
from pyrtool.surveys.questions.player.report import GamesReport
from pyrtool.surveys.questions.question import Question
from pyrtool.surveys.questions.report import AnyReport
from pyrtool.surveys.questions.score.question import BestScores
from pyrtool.surveys.questions.score.report import ScoreReport
from pyrtool.surveys.questions.verdict.question import Verdicts
from pyrtool.surveys.questions.verdict.report import VerdictReport
from pyrtool.surveys.shard import Shard, Task

QUESTIONS: Final[Mapping[QuestionName, Question]] = {
    "verdict": Verdicts(),
    "score": BestScores("score"),
    "pyramid": FewestLeft("pyramid"),
    "all": FewestLeft("all"),
    "player": PlayedGames(),
}
REPORTS: Final[Mapping[QuestionName, AnyReport]] = {
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
