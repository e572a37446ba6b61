"""Surveys of the fewest cards left: each deal of a range played so that as few stay as can."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pyrtool.answers.best.best import Best, worth
from pyrtool.base.arguments import guard
from pyrtool.surveys.counts import Nodes
from pyrtool.surveys.questions.best.question import BestLines
from pyrtool.surveys.questions.left.counts import Fewest, Stay


class FewestLeft(BestLines):
    """The fewest cards that must stay in each deal, in the pyramid or in all, with their line."""

    columns: ClassVar = {
        "cards_left": "UTINYINT",
        "others_left": "UTINYINT",
        "bound": "UTINYINT",
        "limit": "VARCHAR",
        "nodes": "UBIGINT",
    }
    made = Stay
    kept: ClassVar = {"cards": 0, "others": 0, "bound": 0}

    def line(self, found: Best) -> Stay:
        """What a line makes."""
        left, others = worth(found.position, self.by)
        bound = left if found.limit is None else found.bound[0]
        return Stay(left, others, bound, found.limit or "" if bound < left else "")

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Fewest:
        """The cards left with these counts."""
        return Fewest(dict(counts), nodes)


guard(__name__)
