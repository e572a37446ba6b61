"""What a survey may ask of every deal: the interface of the questions.

Each question has a folder of its own: the answer (`question`), what is counted (`counts`)
and the report of that (`report`). `questions` has them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from pyrtool.base.arguments import guard
from pyrtool.surveys.counts import DROPPED, Nodes, Outcomes
from pyrtool.surveys.shard import Task

Cell = str | int | None
"""What a column has of a deal."""


class Question(ABC):
    """A question that each deal answers, and how the answers are kept.

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

    def recount(self, packed: bytes, first: int, deals: int) -> Outcomes:
        """The counts and sums of the deals from `first` on, made again; errors as of `unpack`."""
        counts: Counter[str] = Counter()
        nodes: Counter[int] = Counter()
        hardest, most = None, -1
        for number, found in enumerate(self.unpack(packed, deals), first):
            if found is None:
                counts[DROPPED] += 1
                continue
            name, spent = self.outcome(found)
            counts[name] += 1
            nodes[spent] += 1
            if spent > most:
                hardest, most = number, spent
        return self.outcomes(counts, Nodes.of_counts(nodes, hardest))

    @abstractmethod
    def outcome(self, found: tuple[Cell, ...]) -> tuple[str, int]:
        """The name under which a deal with these `columns` is counted, and its nodes."""


guard(__name__)
