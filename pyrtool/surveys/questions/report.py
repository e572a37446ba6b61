"""The interface of each question's report on the counts of a survey.

`findings` has what every survey reports.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.games import Rules
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.tables import Table

T = TypeVar("T", bound=Outcomes)


class Report(ABC, Generic[T]):
    """The report on the counts of one question.

    `subject`: what is counted, for a heading, or empty. `header`: the columns of `row`.
    """

    subject: str
    header: ClassVar[tuple[str, ...]]

    @abstractmethod
    def lines(self, rules: Rules, counts: T) -> Iterator[str]:
        """Everything for people, but the nodes."""

    @abstractmethod
    def row(self, counts: T) -> list[str]:
        """A row of a table; numbers without separators."""

    @abstractmethod
    def record(self, rules: Rules, counts: T) -> JsonObject:
        """Everything for JSON, but deals and nodes."""

    @abstractmethod
    def shares(self, rules: Rules, counts: T) -> Mapping[str, float]:
        """The parts of all deals, 0 to 1, that a bar is cut into."""

    def details(self, surveys: Sequence[tuple[str, T]]) -> list[Table]:
        """More tables, of surveys with their titles."""
        return []


AnyReport = Report[Any]
"""The report of some question: its counts are those of the same question, which no type says."""

guard(__name__)
