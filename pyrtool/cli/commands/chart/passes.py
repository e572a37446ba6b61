"""``pyrtool chart passes``: win rates by the number of passes."""

from __future__ import annotations

from pathlib import Path

from pyrtool.charts import check_chart, passes_chart
from pyrtool.cli.shared.charting import (
    ChartFile,
    ChartTitle,
    SurveyArguments,
    SurveyRules,
    surveys_of,
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw win rates by the number of passes.

    Surveys that differ in nothing but their passes make a line.
    """
    check_chart(Path(output))
    passes_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
