"""``pyrtool chart difficulty``: how difficulties spread over the levels."""

from __future__ import annotations

from pathlib import Path

from pyrtool.charts import check_chart, difficulty_chart
from pyrtool.cli.shared.charting import ChartFile, ChartTitle, RatingArguments, ratings_of


def command(files: RatingArguments, output: ChartFile, title: ChartTitle = None) -> int:
    """Draw how difficulties spread over the levels.

    A row for each game. Deals whose difficulty has no number are counted beside it.
    """
    check_chart(Path(output))
    difficulty_chart(ratings_of(files), Path(output), title)
    return 0
