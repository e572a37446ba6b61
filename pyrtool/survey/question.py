"""What a kind of survey does: how a task is answered, and how the answers are kept.

Decides the interface behind which `verdicts` and `best_scores` stand; `shard` chooses between them.
What is told of their answers is for `telling`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from pyrtool.survey.tally import Nodes, Outcomes
from pyrtool.survey.task import Task

Cell = str | int | None


class Question(ABC):
    """A kind of survey.

    `columns`: what is kept of every deal, each with its type in SQL. `deal_work`: about what a deal
    costs besides its nodes, in nodes.
    """

    columns: ClassVar[Mapping[str, str]]
    deal_work: ClassVar[int]

    @abstractmethod
    def answer(self, task: Task) -> tuple[Outcomes, bytes]:
        """What became of the deals, counted, and each by itself, packed.

        A `WrongLineError` names a deal whose line of play fails. Depends on the task alone.
        """

    @abstractmethod
    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """The `columns` of every deal, None for a dropped one; `ValueError` for other bytes."""

    @abstractmethod
    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Outcomes:
        """The sum of such counts."""
