"""The commands about ledgers: their progress, report, export, and merging."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, get_args

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.options.survey import complain_of, show_results
from pyrtool.cli.output import show
from pyrtool.cli.output_files import check_not_input
from pyrtool.surveys import export as exports, reports
from pyrtool.surveys.charts.canvas import check_chart
from pyrtool.surveys.charts.charts import outcomes_chart
from pyrtool.surveys.charts.survey_data import of_result
from pyrtool.surveys.export import Chosen
from pyrtool.surveys.ledger import merge_ledgers, open_ledger
from pyrtool.surveys.reports import SurveyResult, orders_table, status as status_of, text
from pyrtool.surveys.tables import csv_table, markdown_table


def status_command(ledgers: list[str]) -> int:
    """Show the progress and speed of surveys.

    It also works while a survey runs.
    """
    for i, name in enumerate(ledgers):
        with open_ledger(Path(name)) as book:
            show(("\n" if i else "") + status_of(book))
    return 0


ReportFormat = Literal["text", "markdown", "csv", "json", "ndjson"]


def report_command(
    ledgers: list[str], format: ReportFormat = "text", orders: bool = False, plot: str | None = None
) -> int:
    """Report what surveys found.

    The report has no times, hosts or dates: the same deals give the same report.
    """
    if plot is not None:
        check_chart(Path(plot))
        check_not_input(plot, ledgers)
    if orders:
        return _orders(ledgers, format)
    results = []
    for name in ledgers:
        with open_ledger(Path(name)) as book:
            results.append(reports.SurveyResult.of_ledger(book))
    if format == "text":
        show("\n\n".join(map(reports.text, results)))
    else:
        show_results(results, format)
    if plot is not None:
        outcomes_chart(list(map(of_result, results)), Path(plot))
    return complain_of(results)


def _orders(ledgers: list[str], format: ReportFormat) -> int:
    with ExitStack() as books:
        opened = [books.enter_context(open_ledger(Path(name))) for name in ledgers]
        table = orders_table(opened)
    write = csv_table if format == "csv" else markdown_table
    show(write(table.header, table.rows))
    return 0


ExportFormat = exports.Format


def export_command(
    ledger: str,
    output: str = "-",
    format: ExportFormat | None = None,
    columns: str | None = None,
    rate_to: int = 0,
) -> int:
    """Write every deal of a ledger with its outcome or score.

    The columns are the number, the outcome or the score, the nodes, the game, its rules, the
    numbering, the version, and the solver version. A Parquet file also names the deals, the limits,
    the command that solves them again, and the meaning of each column.
    """
    format = _format_of(output, format)
    chosen = Chosen(tuple(columns.split(",")) if columns else (), rate_to)
    with open_ledger(Path(ledger)) as book:
        if output == "-":
            write = exports.write_csv if format == "csv" else exports.write_ndjson
            write(book, sys.stdout, chosen)
        else:
            exports.write_file(book, Path(output), format, chosen)
    return 0


def _format_of(output: str, format: ExportFormat | None) -> ExportFormat:
    """Return the requested format, or that of the file's suffix; the two must not disagree."""
    ending = "" if output == "-" else Path(output).suffix.removeprefix(".").lower()
    suffix_format = next((name for name in get_args(ExportFormat) if name == ending), None)
    if format is not None and suffix_format is not None and format != suffix_format:
        raise PyrtoolError(f"{output}: does not go with --format {format}")
    if format is None and suffix_format is None and ending:
        raise PyrtoolError(f"{output}: does not end with .csv, .ndjson or .parquet; add --format")
    return format or suffix_format or "csv"


def merge_command(ledgers: list[str], output: str) -> int:
    """Merge several ledgers into one.

    They must be parts of one survey: made with --shard, or over different deals.
    """
    check_not_input(output, ledgers)
    merge_ledgers([Path(name) for name in ledgers], Path(output))
    with open_ledger(Path(output)) as book:
        result = SurveyResult.of_ledger(book)
    show(text(result))
    return complain_of([result])
