"""``pyrtool chart moves``: difficulty against only moves."""

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
from pyrtool.surveys.charts import only_moves_chart

EXAMPLES: Final = (
    (
        "pyrtool puzzles list --format ndjson | pyrtool chart moves - -o moves.png",
        "Draw the collection",
    ),
    (
        "pyrtool rate 1-9 -g giza --format ndjson | pyrtool chart moves - -o nine.svg",
        "Draw nine deals",
    ),
)


def command(files: RatingArguments, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw difficulty against the number of only moves.

    Each deal whose difficulty and only moves are known is a mark.
    """
    check_chart_file(output, files)
    only_moves_chart(ratings_of(files), Path(output), title)
    return 0
