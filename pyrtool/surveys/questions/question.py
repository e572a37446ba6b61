"""The interface of a survey's questions, and of their reports.

A question's file has its answer, what is counted, and the report on that. `questions` has them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from pyrtool.base.json_object import JsonObject
from pyrtool.game.games import Rules
from pyrtool.surveys.counts import Nodes, Outcomes
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.tables import Table

Cell = str | int | None
"""The value of a deal in a column."""


class Question(ABC):
    """A question that each deal answers, and how the answers are kept.

    `columns`: what is kept of every deal, each with its type in SQL. `deal_work`: about what a deal
    costs besides its nodes, in nodes.
    """

    columns: ClassVar[Mapping[str, str]]
    deal_work: ClassVar[int]

    @abstractmethod
    def answer(self, task: ShardTask) -> tuple[Outcomes, bytes]:
        """Answer the question of each deal: the counts, and each answer by itself, packed.

        A `WrongLineError` names a deal whose line of play fails. Depends on the task alone.
        """

    @abstractmethod
    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Yield the `columns` of each deal, None for a dropped one; `ValueError` for others."""

    @abstractmethod
    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Outcomes:
        """Return the sum of such counts."""


T = TypeVar("T", bound=Outcomes)


class Report(ABC, Generic[T]):
    """The report on the counts of one question.

    `subject`: what is counted, for a heading, or empty.
    """

    subject: str

    @abstractmethod
    def lines(self, rules: Rules, counts: T) -> Iterator[str]:
        """Write the report for people, without the line of the nodes."""

    @abstractmethod
    def row(self, counts: T) -> dict[str, str]:
        """Return a row of a table by the names of its columns; numbers without separators."""

    @abstractmethod
    def record(self, rules: Rules, counts: T) -> JsonObject:
        """Write the fields for JSON, without those of the deals and nodes."""

    @abstractmethod
    def shares(self, rules: Rules, counts: T) -> Mapping[str, float]:
        """Return the parts of all deals, 0 to 1, that a bar is cut into."""

    def details(self, surveys: Sequence[tuple[str, T]]) -> list[Table]:
        """List more tables, of surveys with their titles."""
        return []


AnyReport = Report[Any]
"""The report of some question: its counts are those of the same question, which no type says."""
