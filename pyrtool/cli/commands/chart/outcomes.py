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
        "How the deals of a survey end.",
    ),
    (
        "pyrtool chart outcomes first.db third.db -o both.svg",
        "Two surveys, a bar each.",
    ),
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw how the deals of surveys end, a bar a survey.

    Of surveys of verdicts won, lost for each reason, and unknown; of surveys of scores the pass in
    which the pyramid is cleared.
    """
    check_chart_file(output, surveys)
    outcomes_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
