"""``pyrtool chart difficulty``: how difficulties spread over the levels."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyrtool.cli.words.charting import (
    ChartFile,
    ChartTitle,
    RatingArguments,
    check_chart_file,
    ratings_of,
)
from pyrtool.surveys.charts import difficulty_chart

EXAMPLES: Final = (
    (
        "pyrtool puzzles list --format ndjson | pyrtool chart difficulty - -o levels.png",
        "Draw the collection",
    ),
    (
        "pyrtool rate 1-9 -g giza --format ndjson | pyrtool chart difficulty - -o nine.svg",
        "Draw nine deals",
    ),
)


def command(files: RatingArguments, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw the distribution of difficulties over the levels.

    Each game is a row. Deals whose difficulty has no number are counted next to it.
    """
    check_chart_file(output, files)
    difficulty_chart(ratings_of(files), Path(output), title)
    return 0
