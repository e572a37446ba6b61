"""``pyrtool chart reasoning``: difficulty against forced pairs."""

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
from pyrtool.surveys.charts import reasoning_chart

EXAMPLES: Final = (
    (
        "pyrtool puzzles list --reasoning --format ndjson | pyrtool chart reasoning - -o pairs.png",
        "Draw the collection",
    ),
    (
        "pyrtool rate 1-9 -g giza --format ndjson | pyrtool chart reasoning - -o nine.svg",
        "Draw nine deals",
    ),
)


def command(files: RatingArguments, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw difficulty against the number of forced pairs.

    A forced pair was found to be in every solution (see `pyrtool explain`). Each deal whose
    difficulty and forced pairs are known is a mark.
    """
    check_chart_file(output, files)
    reasoning_chart(ratings_of(files), Path(output), title)
    return 0
