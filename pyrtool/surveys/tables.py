"""Counts in writing: shares, bars and tables, as Markdown, CSV and lines for people."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.base.arguments import ArgumentError
from pyrtool.surveys.counts import Nodes

_BAR: Final = 40
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"

_MOST_BAR: Final = 10_000


def percent(share: float) -> str:
    """Return a share, 0 to 1, in per cent with four decimals."""
    return f"{100 * share:.4f}"


def bar(share: float, width: int = _BAR) -> str:
    """Draw a share, 0 to 1, as a bar of at most `width` characters."""
    if not 0 <= share * width <= _MOST_BAR:
        raise ArgumentError(f"share {share}: there is no such bar")
    eighths = round(8 * width * share)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def share_line(name: str, deals: int, of: int, scale: float = 1.0) -> str:
    """Write a name, a number of deals, their share, and a bar `scale` times as long."""
    share = deals / of if of else 0.0
    width = max(len(f"{of:,}"), 9)
    return f"{name:<16}{deals:>{width},}  {percent(share):>8}%  {bar(scale * share)}".rstrip()


def fact_line(name: str, fact: str) -> str:
    """Return a name and what it is, the facts under each other."""
    return f"{name:<27} {fact}"


def nodes_line(nodes: Nodes) -> str:
    """Write the line of a report about the nodes."""
    return fact_line(
        "nodes a deal",
        f"mean {nodes.mean:,.1f}, median {nodes.quantile(0.5):,}, "
        f"99% {nodes.quantile(0.99):,}, most {nodes.most:,}",
    )


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """Write a Markdown table; its first columns, `words` of them, are words, the others numbers."""
    lines = [header, ["---" if i < words else "---:" for i in range(len(header))]]
    for cells in rows:  # whole numbers get separators
        lines.append([f"{int(c):,}" if c.isascii() and c.isdigit() else c for c in cells])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def csv_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a CSV table with a header, lines ended by a line feed."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([header, *rows])
    return sheet.getvalue().rstrip("\n")


@dataclass(frozen=True)
class Table:
    """A table: its title, its columns, its rows; numbers without separators."""

    title: str
    header: Sequence[str]
    rows: list[list[str]]


def effort(
    nodes: Nodes, median: str = "median nodes", percentile: str = "99 % nodes"
) -> dict[str, str]:
    """Return mean, median, 99 % and most nodes by their columns, for a row; `median` and
    `percentile` are the names of two of these."""
    return {
        "mean nodes": f"{nodes.mean:.1f}",
        median: str(nodes.quantile(0.5)),
        percentile: str(nodes.quantile(0.99)),
        "most nodes": str(nodes.most),
    }
