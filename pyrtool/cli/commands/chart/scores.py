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
        "How the best scores of a survey spread.",
    ),
    (
        "pyrtool chart scores par.db -o scores.svg",
        "The same as an SVG.",
    ),
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw how best scores spread.

    The surveys are those of `survey run --best score`; a row of bars for each, and its mean.
    """
    check_chart_file(output, surveys)
    scores_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
