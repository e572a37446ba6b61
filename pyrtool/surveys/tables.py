"""How counts are written: shares, bars and tables, as Markdown, CSV and lines for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.base.arguments import ArgumentError, guard
from pyrtool.surveys.counts import Nodes

_BAR: Final = 40
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"

_MOST_BAR: Final = 10_000


def percent(share: float) -> str:
    """A share, 0 to 1, in per cent with four decimals."""
    return f"{100 * share:.4f}"


def bar(share: float, width: int = _BAR) -> str:
    """Draw a share, 0 to 1, as a bar of at most `width` characters."""
    if not 0 <= share * width <= _MOST_BAR:
        raise ArgumentError(f"share {share}: there is no such bar")
    eighths = round(8 * width * share)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def share_line(name: str, deals: int, of: int, scale: float = 1.0) -> str:
    """A name, how many deals, what share of all, and a bar, `scale` times as long as the share."""
    share = deals / of if of else 0.0
    width = max(len(f"{of:,}"), 9)
    return f"{name:<16}{deals:>{width},}  {percent(share):>8}%  {bar(scale * share)}".rstrip()


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


def effort(nodes: Nodes) -> list[str]:
    """Mean, median, 99 % and most nodes, for a row."""
    return [
        f"{nodes.mean:.1f}",
        str(nodes.quantile(0.5)),
        str(nodes.quantile(0.99)),
        str(nodes.most),
    ]


guard(__name__)
