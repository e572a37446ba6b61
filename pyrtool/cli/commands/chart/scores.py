"""``pyrtool chart scores``: how best scores spread."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyrtool.cli.words.charting import (
    ChartFile,
    ChartTitle,
    SurveyArguments,
    SurveyRules,
    check_chart_file,
    surveys_of,
)
from pyrtool.surveys.charts import scores_chart

EXAMPLES: Final = (
    (
        "pyrtool chart scores par.db -o scores.png",
        "Draw one survey as PNG",
    ),
    (
        "pyrtool chart scores par.db -o scores.svg",
        "Draw it as SVG",
    ),
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw the distribution of best scores.

    The surveys come from `survey run --best score`. Each is a row of bars with its mean.
    """
    check_chart_file(output, surveys)
    scores_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
