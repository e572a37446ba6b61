"""``pyrtool chart passes``: win rates by the number of passes."""

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
from pyrtool.surveys.charts import passes_chart

EXAMPLES: Final = (
    (
        "pyrtool chart passes one.db two.db -o passes.png",
        "Compare one pass with two",
    ),
    (
        'pyrtool chart passes one.db two.db -o passes.svg --title "A pass more"',
        "Add a title",
    ),
)


def command(
    surveys: SurveyArguments,
    output: ChartFile,
    rules: SurveyRules = None,
    title: ChartTitle = None,
) -> int:
    """Draw win rates by the number of passes.

    A line connects surveys that differ in their passes only.
    """
    check_chart_file(output, surveys)
    passes_chart(surveys_of(surveys, rules), Path(output), title)
    return 0
