"""``pyrtool chart effort``: what players win against the time that they think."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.words.charting import ChartFile, ChartTitle, check_chart_file
from pyrtool.surveys.charts import effort_chart, read_efforts

EXAMPLES: Final = (
    (
        "pyrtool chart effort docs/data/effort.csv -o effort.png",
        "What was measured of standard Pyramid.",
    ),
    (
        'pyrtool chart effort docs/data/effort.csv -o effort.svg --title "Longer"',
        "The same with another title.",
    ),
)

EffortFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="What `benchmarks/effort.py` wrote, a CSV.", show_default=False
    ),
]


def command(file: EffortFile, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw what players win against the time that they think.

    Of deals that can be won with every card known, the share that each player wins, against its CPU
    time a move.
    """
    check_chart_file(output, [file])
    effort_chart(read_efforts(Path(file)), Path(output), title)
    return 0
