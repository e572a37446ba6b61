"""The options of surveys and long runs: ledgers, limits, workers; how results are printed."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pyrtool.cli.output import Output, complain, show
from pyrtool.surveys import pool as pools, reports
from pyrtool.surveys.pool import Pool
from pyrtool.surveys.questions.verdict import Tally
from pyrtool.surveys.reports import SurveyResult


def pool_of(workers: int | None) -> Pool:
    """Make the pool of processes of this machine, by default one a core."""
    return pools.LocalPool(workers or pools.cores())


TableFormat = Literal["markdown", "csv", "json", "ndjson"]


def show_results(results: Sequence[SurveyResult], format: TableFormat) -> None:
    """Print results as tables, or a record for each."""
    if format == "markdown" or format == "csv":
        show(reports.written(results, format))
    else:
        with Output(format) as output:
            for result in results:
                output.record(reports.record(result))


def complain_of(results: Iterable[SurveyResult]) -> int:
    """Name the deals that count as lost and that the plain search wins; the exit status, 1 or 0."""
    status = 0
    for result in results:
        tally = result.tally
        if isinstance(tally, Tally) and tally.opinions.disagreed:
            deals = ", ".join(tally.opinions.disagreed)
            complain(f"{result.title}: the plain search wins what counts as lost, deals {deals}")
            status = 1
    return status
