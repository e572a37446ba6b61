"""Surveys of best par scores: each deal of a range played for the most points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pyrtool.answers.best.best import Best
from pyrtool.base.arguments import guard
from pyrtool.surveys.counts import Nodes
from pyrtool.surveys.questions.best.question import BestLines
from pyrtool.surveys.questions.score.counts import Scored, Scores


class BestScores(BestLines):
    """The best par score of each deal, and the line that makes it."""

    columns: ClassVar = {
        "score": "INTEGER",
        "cleared_pass": "UTINYINT",
        "cards_left": "UTINYINT",
        "bound": "INTEGER",
        "limit": "VARCHAR",
        "nodes": "UBIGINT",
    }
    made = Scored
    kept: ClassVar = {"score": 128, "bound": 128, "cleared": 0, "left": 0}  # some are negative

    def line(self, found: Best) -> Scored:
        """What a line makes: a pass of clearing of 0 says that there is none."""
        (bound,), end = found.bound, found.position
        score = end.score()
        limit = "" if found.limit is None or bound == score else found.limit
        return Scored(score, end.cleared_in_pass or 0, end.cards_left(), bound, limit)

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Scores:
        """The scores with these counts."""
        return Scores(dict(counts), nodes)


guard(__name__)
