"""How findings are told: shares, bars and tables, and who tells of counts of one kind.

Decides how numbers are written, as Markdown, CSV and lines for people, and what `report` and
`export` may ask of a `Teller`.
"""

from __future__ import annotations

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from pyrtool.door import ArgumentError, guard
from pyrtool.games import Rules
from pyrtool.survey.tally import Nodes, Outcomes

T = TypeVar("T", bound=Outcomes)

_BAR: Final = 40
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"

_MOST_BAR: Final = 10_000


def percent(share: float) -> str:
    """A share, 0 to 1, in per cent with four decimals."""
    return f"{100 * share:.4f}"


def bar(share: float, width: int = _BAR) -> str:
    """A share, 0 to 1, as a bar of so many characters at most."""
    if not 0 <= share * width <= _MOST_BAR:
        raise ArgumentError(f"share {share}: there is no such bar")
    eighths = round(8 * width * share)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def share_line(name: str, deals: int, of: int, scale: float = 1.0) -> str:
    """A name, how many deals, what share of all, and a bar, `scale` times as long as the share."""
    share = deals / of if of else 0.0
    width = max(len(f"{of:,}"), 9)
    return f"{name:<16}{deals:>{width},}  {percent(share):>8} %  {bar(scale * share)}".rstrip()


def fact_line(name: str, fact: str) -> str:
    """A name and what it is, the facts under each other."""
    return f"{name:<27} {fact}"


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A Markdown table whose first columns, `words` of them, are words and the others numbers."""
    rule = ["---" if i < words else "---:" for i in range(len(header))]
    lines = [header, rule, *([_grouped(cell) for cell in cells] for cells in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _grouped(cell: str) -> str:
    """A whole number with separators."""
    return f"{int(cell):,}" if cell.isascii() and cell.isdigit() else cell


def csv_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A CSV table with a header, lines ended by a line feed."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([header, *rows])
    return sheet.getvalue().rstrip("\n")


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


guard(__name__)
