"""What players win against the time that they think about a move.

Decides how the figures of `benchmarks/effort.py` are read, and what the chart shows.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrtool.answers.closed import PLAYERS
from pyrtool.base.arguments import guard
from pyrtool.base.colours import letters_in
from pyrtool.base.intervals import Rate
from pyrtool.base.words import file_name
from pyrtool.surveys.charts.canvas import (
    GREY,
    MEASURED,
    WON,
    Canvas,
    ChartError,
    in_percent,
)
from pyrtool.surveys.charts.labels import Label, place_labels
from pyrtool.surveys.charts.read import MOST_BYTES, whole

HEADER: Final = ("player", "orders", "deals", "can be won", "won", "moves", "seconds")
"""The columns of a file of efforts."""

MOST: Final = 100
"""Efforts on a chart."""

_LEAST_SECONDS: Final = 1e-9
_MOST_SECONDS: Final = 1e12

_COLOURS: Final = {"sampler": MEASURED, "strongest": WON}
_MARKS: Final = {"sampler": "o", "strongest": "s"}


@dataclass(frozen=True)
class Effort:
    """What a player took: its name, and the `orders` of unseen cards that it imagines (or 0).

    `winnable` of the `deals` are winnable with every card known. The player played these and `won`
    some. It chose `moves` moves in `seconds` of CPU time.
    """

    name: str
    orders: int
    deals: int
    winnable: int
    won: int
    moves: int
    seconds: float

    @property
    def milliseconds(self) -> float:
        """CPU time a move that was chosen."""
        return 1000 * self.seconds / self.moves

    @property
    def rate(self) -> Rate:
        """The share of the winnable deals that it won."""
        return Rate(self.won, self.winnable)


def read_efforts(path: Path) -> list[Effort]:
    """The figures that `benchmarks/effort.py` wrote; a `ChartError` where they are none."""
    if path.stat().st_size > MOST_BYTES:
        raise ChartError(f"{file_name(path)}: too large for a file of efforts")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = [_effort(row) for row in csv.DictReader(file, strict=True)]
    except (UnicodeDecodeError, csv.Error, KeyError, TypeError, ValueError):
        found = []
    if not found:
        raise ChartError(f"{file_name(path)}: is no file of efforts (columns {', '.join(HEADER)})")
    return found


def _effort(row: dict[str, str]) -> Effort:
    orders, deals, winnable, won, moves = (whole(row[name]) for name in HEADER[1:-1])
    name, seconds = row["player"], float(row["seconds"])
    counts = 0 <= won <= winnable <= deals and winnable and moves > 0 and orders >= 0
    if name not in PLAYERS or not counts or not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise ValueError(row)
    return Effort(name, orders, deals, winnable, won, moves, seconds)


def effort_chart(efforts: Sequence[Effort], target: Path, title: str | None = None) -> None:
    """What is won of the deals that can be won, against CPU time a move: a line a player who
    imagines orders, with their number at each mark."""
    if not 1 <= len(efforts) <= MOST:
        raise ChartError(f"{len(efforts)} efforts: a chart has room for 1 to {MOST}")
    if len({(one.deals, one.winnable) for one in efforts}) > 1:
        raise ChartError("these efforts are not of the same deals")
    with Canvas(target, 5.2) as canvas:
        axes = canvas.axes()
        labels: list[Label] = []
        for name in dict.fromkeys(one.name for one in efforts):
            line = [one for one in efforts if one.name == name]
            values, errors = in_percent([one.rate for one in line])
            axes.errorbar(
                [one.milliseconds for one in line], values, yerr=errors, capsize=3,
                color=_COLOURS.get(name, GREY), marker=_MARKS.get(name, "D"),
                label=f"{name}, by sampled orders" if line[0].orders else None,
            )  # fmt: skip
            colour = letters_in(_COLOURS.get(name, "#000000"))
            labels += [
                Label(str(one.orders or name), (one.milliseconds, value), colour)
                for one, value in zip(line, values, strict=True)
            ]
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.margins(x=0.12)
        axes.set_ylim(0, 110 * max(one.rate.interval()[1] for one in efforts))
        axes.set_xlabel("CPU time a move, milliseconds", color=GREY)
        axes.set_ylabel("% of what can be won (95% intervals)", color=GREY)
        first = efforts[0]
        heading = f"Standard Pyramid: {first.winnable:,} of {first.deals:,} deals can be won"
        canvas.title(title or "What thinking longer wins", heading)
        canvas.legend()
        place_labels(canvas, labels)
        canvas.save()


guard(__name__)
