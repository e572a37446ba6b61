"""``pyrtool chart moves``: difficulty against only moves."""

from __future__ import annotations

from pathlib import Path

from pyrtool.charts import check_chart, only_moves_chart
from pyrtool.cli.shared.charting import ChartFile, ChartTitle, RatingArguments, ratings_of


def command(files: RatingArguments, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw difficulty against only moves.

    A sign for each deal whose difficulty and only moves are known.
    """
    check_chart(Path(output))
    only_moves_chart(ratings_of(files), Path(output), title)
    return 0
