"""``pyrtool chart effort``: the win rate of players against their thinking time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.words.charting import ChartFile, ChartTitle, check_chart_file
from pyrtool.surveys.charts import effort_chart, read_efforts

EXAMPLES: Final = (
    (
        "pyrtool chart effort docs/data/effort.csv -o effort.png",
        "Draw the measurements of Pyramid",
    ),
    (
        'pyrtool chart effort docs/data/effort.csv -o effort.svg --title "Longer"',
        "Change the title",
    ),
)

EffortFile = Annotated[
    str,
    typer.Argument(metavar="FILE", help="CSV file of `benchmarks/effort.py`", show_default=False),
]


def command(file: EffortFile, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw the win rate of players against their thinking time.

    The chart shows the share of winnable deals that each player wins against its CPU time per move.
    """
    check_chart_file(output, [file])
    effort_chart(read_efforts(Path(file)), Path(output), title)
    return 0
