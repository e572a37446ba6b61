"""``pyrtool chart outcomes``: how the deals of surveys end, a bar a survey."""

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
from pyrtool.surveys.charts import outcomes_chart

EXAMPLES: Final = (
    (
        "pyrtool chart outcomes giza.db -o giza.png",
        "Draw one survey",
    ),
    (
        "pyrtool chart outcomes first.db third.db -o both.svg",
        "Draw two surveys",
    ),
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw how the deals of each survey end.

    Each survey is a bar. For verdicts, it shows won deals, lost deals by reason, and unknown deals.
    For best scores, it shows the pass that clears the pyramid.
    """
    check_chart_file(output, surveys)
    outcomes_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
