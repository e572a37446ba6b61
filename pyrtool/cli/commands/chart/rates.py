"""``pyrtool chart rates``: win rates of surveys side by side, with intervals."""

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
from pyrtool.surveys.charts import rates_chart

EXAMPLES: Final = (
    (
        "pyrtool chart rates giza.db -o rates.png",
        "Draw one rate",
    ),
    (
        'pyrtool chart rates first.db third.db -o rates.svg --title "Two parts"',
        "Compare two surveys",
    ),
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw the win rates of surveys with their intervals.

    The intervals are the 95% confidence intervals of the report.
    """
    check_chart_file(output, surveys)
    rates_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
