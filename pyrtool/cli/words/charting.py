"""The arguments and options of charts, and how what they name is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.deals.selection import (
    STDIN,
    UnreadableError,
    check_file,
    read_lines,
    source_name,
)
from pyrtool.cli.options.panels import INPUT, OUTPUT, TEXT
from pyrtool.notation.deals import placed
from pyrtool.surveys.charts import Rated, Surveyed, check_chart, read_ratings, read_surveys
from pyrtool.surveys.charts.read import chosen

ChartFile = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Picture to write, .png or .svg",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
ChartTitle = Annotated[
    str | None,
    typer.Option(
        "--title",
        metavar="TEXT",
        help="Text above the chart",
        show_default=False,
        rich_help_panel=TEXT,
    ),
]
SurveyArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="SURVEYS",
        help="Ledgers of `survey run`, or reports (`survey report --format csv`)",
        show_default=False,
    ),
]
SurveyRules = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="RULES",
        help='Only surveys of these rules ("giza, overlap"), in this order; repeatable',
        show_default=False,
        rich_help_panel=INPUT,
    ),
]
RatingArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES",
        help="JSON of `rate`, `find`, `solve --rate` or `puzzles list`; - is standard input",
        show_default=False,
    ),
]


def check_chart_file(output: str, inputs: Sequence[str]) -> None:
    """A `PyrtoolError` where no chart can be drawn, or an input would be written over."""
    check_chart(Path(output))
    check_not_input(output, inputs)


def surveys_of(words: Sequence[str], rules: Sequence[str] | None) -> list[Surveyed]:
    """The surveys in these files that have these rules."""
    return chosen([one for word in words for one in read_surveys(Path(word))], rules or ())


def ratings_of(words: Sequence[str]) -> list[Rated]:
    """The ratings in these files; errors name the file."""
    found: list[Rated] = []
    if list(words).count(STDIN) > 1:
        raise PyrtoolError("the standard input (-) can be read only once")
    for word in words:
        check_file(word, "no file")
        try:
            found += read_ratings(read_lines(word))
        except UnreadableError:
            raise
        except PyrtoolError as error:
            raise PyrtoolError(placed(source_name(word), error)) from None
    return found
