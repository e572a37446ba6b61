"""Draw charts of surveys.

All read ledgers or reports of surveys, need the extra `plot`, and write .png or .svg.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from pyrtool.cli.options.conflicts import Entry
from pyrtool.cli.options.groups import optional
from pyrtool.cli.options.parameters import INPUT, TEXT, argument, to_write
from pyrtool.cli.output_files import check_not_input
from pyrtool.surveys.charts.canvas import check_chart
from pyrtool.surveys.charts.charts import CHARTS, ChartKind
from pyrtool.surveys.charts.survey_data import chosen, read_surveys

EXAMPLES: Final = (
    ("pyrtool chart rates giza.db -o rates.png", "Draw the win rate of a survey"),
    (
        "pyrtool chart outcomes first.db third.db -o both.svg",
        "Draw how the deals of two surveys end",
    ),
)

COMMANDS: Final = {
    "outcomes": "Draw how the deals of each survey end.",
    "rates": "Draw the win rates of surveys with their intervals.",
    "passes": "Draw win rates by the number of passes.",
    "scores": "Draw the distribution of best scores.",
}
"""The commands, each with the summary of its help."""

Surveys = Annotated[
    list[str],
    argument("Ledgers of `survey run`, or reports (`survey report --format csv`)", "SURVEYS"),
]
Output = Annotated[str, to_write("Picture to write, .png or .svg")]


def _entry(name: ChartKind, details: str, *examples: tuple[str, str]) -> Entry:
    """Make the command that draws one kind of chart."""

    def command(
        surveys: Surveys,
        output: Output,
        rules: list[str] | None = optional(
            'Only surveys of these rules ("giza, overlap"), in this order; repeatable',
            "RULES",
            INPUT,
        ),
        title: str | None = optional("Text above the chart", "TEXT", TEXT),
    ) -> int:
        check_chart(Path(output))
        check_not_input(output, surveys)
        read = [one for file in surveys for one in read_surveys(Path(file))]
        CHARTS[name](chosen(read, rules or ()), Path(output), title)
        return 0

    command.__doc__ = f"{COMMANDS[name]}\n\n{details}"
    return Entry(command, examples)


ENTRIES: Final = {
    "outcomes": _entry(
        "outcomes",
        "Each survey is a bar. For verdicts, it shows won deals, lost deals by reason, and unknown "
        "deals. For best scores, it shows the pass that clears the pyramid.",
        ("pyrtool chart outcomes giza.db -o giza.png", "Draw one survey"),
        ("pyrtool chart outcomes first.db third.db -o both.svg", "Draw two surveys"),
    ),
    "rates": _entry(
        "rates",
        "The intervals are the 95% confidence intervals of the report.",
        ("pyrtool chart rates giza.db -o rates.png", "Draw one rate"),
        (
            'pyrtool chart rates first.db third.db -o rates.svg --title "Two parts"',
            "Compare two surveys",
        ),
    ),
    "passes": _entry(
        "passes",
        "A line connects surveys that differ in their passes only.",
        ("pyrtool chart passes one.db two.db -o passes.png", "Compare one pass with two"),
        ('pyrtool chart passes one.db two.db -o passes.svg --title "A pass more"', "Add a title"),
    ),
    "scores": _entry(
        "scores",
        "The surveys come from `survey run --best score`. Each is a row of bars with its mean.",
        ("pyrtool chart scores par.db -o scores.png", "Draw one survey as PNG"),
        ("pyrtool chart scores par.db -o scores.svg", "Draw it as SVG"),
    ),
}
