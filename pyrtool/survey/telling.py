"""What is told of a kind of survey: the interface behind which verdicts and scores stand.

Decides what `report` and `export` may ask for; a `Teller` tells of its own kind of counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from pyrtool.games import Rules
from pyrtool.survey.tally import Nodes, Outcomes

T = TypeVar("T", bound=Outcomes)

COLOURS: Final = (
    "#009E73", "#000000", "#D55E00", "#E69F00", "#CC79A7", "#56B4E9", "#999999", "#BBBBBB",
)  # fmt: skip
"""Colours for plots: Okabe and Ito's."""

HATCHES: Final = ("", "", "//", "..", "xx", "\\\\", "--", "||")
"""Hatches for plots, for those who do not see the colours."""


@dataclass(frozen=True)
class Table:
    """A table: its title, its columns, its rows; numbers without separators."""

    title: str
    header: Sequence[str]
    rows: list[list[str]]


class Teller(ABC, Generic[T]):
    """Tells of counts of one kind.

    `subject`: what is counted, for a heading, or empty. `header`: the columns of `row`.
    """

    subject: ClassVar[str]
    header: ClassVar[tuple[str, ...]]

    @abstractmethod
    def lines(self, rules: Rules, counts: T) -> Iterator[str]:
        """Everything for people, but the nodes."""

    @abstractmethod
    def row(self, counts: T) -> list[str]:
        """A row of a table; numbers without separators."""

    @abstractmethod
    def record(self, rules: Rules, counts: T) -> dict[str, Any]:
        """Everything for JSON, but deals and nodes."""

    @abstractmethod
    def shares(self, rules: Rules, counts: T) -> Mapping[str, float]:
        """The parts of all deals, 0 to 1, that a bar is cut into."""

    def details(self, surveys: Sequence[tuple[str, T]]) -> list[Table]:
        """More tables, of surveys with their titles."""
        return []


def effort(nodes: Nodes) -> list[str]:
    """Mean, median, 99 % and most nodes, for a row."""
    return [
        f"{nodes.mean:.1f}",
        str(nodes.quantile(0.5)),
        str(nodes.quantile(0.99)),
        str(nodes.most),
    ]
