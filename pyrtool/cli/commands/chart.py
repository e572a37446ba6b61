"""Draw charts of surveys.

All read ledgers or reports of surveys, need the extra `plot`, and write .png or .svg.
"""

from collections.abc import Callable
from pathlib import Path

from pyrtool.cli.output_files import check_not_input
from pyrtool.surveys.charts.canvas import check_chart
from pyrtool.surveys.charts.charts import CHARTS, ChartKind
from pyrtool.surveys.charts.survey_data import chosen, read_surveys


def _drawing(kind: ChartKind, words: str) -> Callable[..., int]:
    """Make the command that draws one kind of chart; `words` are its help."""

    def command(
        surveys: list[str], output: str, rules: list[str] | None = None, title: str | None = None
    ) -> int:
        check_chart(Path(output))
        check_not_input(output, surveys)
        read = [one for file in surveys for one in read_surveys(Path(file))]
        CHARTS[kind](chosen(read, rules or ()), Path(output), title)
        return 0

    command.__doc__ = words
    return command


outcomes_command = _drawing(
    "outcomes",
    """Draw how the deals of each survey end.

    Each survey is a bar. For verdicts, it shows won deals, lost deals by reason, and unknown deals.
    For best scores, it shows the pass that clears the pyramid.
    """,
)
rates_command = _drawing(
    "rates",
    """Draw the win rates of surveys with their intervals.

    The intervals are the 95% confidence intervals of the report.
    """,
)
passes_command = _drawing(
    "passes",
    """Draw win rates by the number of passes.

    A line connects surveys that differ in their passes only.
    """,
)
scores_command = _drawing(
    "scores",
    """Draw the distribution of best scores.

    The surveys come from `survey run --best score`. Each is a row of bars with its mean.
    """,
)
