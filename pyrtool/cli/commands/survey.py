"""Count wins and losses, or best par scores, over many deals: exact, resumable, every line checked.

`run` solves deals and keeps their outcomes in a ledger, a SQLite file, from which `report`,
`export` and `status` tell; `merge` joins ledgers; `article` makes the tables of the article
"Pyramid and Giza" again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from pyrtool.cli.commands.survey_article import article
from pyrtool.cli.shared.options import (
    KeepIfOption,
    NumberingName,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.shared.output import complain, tell
from pyrtool.cli.shared.workers import WORK, Cluster, Workers, pool_of

if TYPE_CHECKING:
    from pyrtool.notation import NamedRules
    from pyrtool.survey.plan import Plan, Text
    from pyrtool.work.ranges import Ranges

_LIMITS: Final = "Limits of the search"
_SHARD: Final = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)

LedgerArgument = Annotated[str, typer.Argument(metavar="LEDGER", help="A ledger of `survey run`.")]
LedgerArguments = Annotated[
    list[str], typer.Argument(metavar="LEDGERS", help="Ledgers of `survey run`.")
]
ReportFormat = Literal["text", "markdown", "csv", "json", "ndjson"]
ExportFormat = Literal["csv", "ndjson", "parquet"]
BestScore = Literal["score"]


@with_groups
def run(
    ruling: RuleOptions,
    ledger: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="The ledger: begun, or gone on with where it is.",
            show_default=False,
        ),
    ],
    deals: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DEALS",
            help="Numbers, ranges (1-1000000), or a file of deals; may be repeated. "
            "Without it, what the ledger still misses.",
            show_default=False,
        ),
    ] = None,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    best: Annotated[
        BestScore | None,
        typer.Option(
            metavar="score",
            help="Count the best par score of every deal in place of wins; the rules need par "
            "scoring.",
            show_default=False,
        ),
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="K/N",
            help="Take only part K of the deals cut into N: for machines that share nothing.",
            show_default=False,
            rich_help_panel=WORK,
        ),
    ] = None,
    redo_damaged: Annotated[
        bool,
        typer.Option(
            "--redo-damaged",
            help="Take out of a damaged ledger what is not as it was written, and do it again.",
        ),
    ] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    limit_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Give up a deal after so many nodes.", rich_help_panel=_LIMITS
        ),
    ] = None,
    limit_memory: Annotated[
        int,
        typer.Option(
            metavar="MIB", help="MiB that a deal's search may use.", rich_help_panel=_LIMITS
        ),
    ] = 256,
) -> int:
    """Solve deals and keep what became of them in a ledger, then print the report.

    With --best score the question is not whether a deal can be won but the most points it can
    make; a ledger is about one of the two.

    Interrupted in any way, the same command goes on where it stopped. The exit status is 3 when
    a limit left a deal unknown.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.shared.progress import SurveyProgress
    from pyrtool.survey import open_ledger
    from pyrtool.survey.findings import Finding, text
    from pyrtool.survey.findings import title as title_of
    from pyrtool.survey.plan import Plan
    from pyrtool.survey.run import run_in_ledger

    path = Path(ledger)
    source: Text | None = None
    if redo_damaged and not deals:
        _take_out_damage(path, None, ())
    if deals:
        named, prefix, wanted, source = _selected(deals, numbering, ruling)
        plan = Plan(
            named.rules,
            named.game,
            numbering or "native",
            prefix,
            source.digest if source else None,
            limit_nodes,
            limit_memory,
            keep_if,
            best or "verdict",
        )
        if redo_damaged:
            _take_out_damage(path, plan, wanted)
    else:
        given = (ruling, numbering, keep_if, best, shard, limit_nodes, limit_memory)
        if given != (RuleOptions(), None, None, None, None, None, 256):
            raise PyrtoolError(
                "--deals is missing; without it a ledger's own rules and limits hold"
            )
        plan, wanted = _of_ledger(path)
    if shard is not None:
        wanted = _part(wanted, shard)
    watching = partial(SurveyProgress, title_of(plan))
    run_in_ledger(path, plan, wanted, pool_of(workers, cluster), watching, source)
    with open_ledger(path) as book:
        finding = Finding.of_ledger(book)
    tell(text(finding))
    return 3 if finding.tally.unknown else 0


def _take_out_damage(path: Path, plan: Plan | None, wanted: Ranges) -> None:
    from pyrtool.survey.ledger.merge import take_out_damage
    from pyrtool.work import ranges

    missing = take_out_damage(path, plan, wanted) if path.exists() else None
    if missing is not None:
        words = ranges.words(missing) or "none"
        complain(f"{path}: was damaged; its sound shards stay, and missing deals are: {words}")


def _selected(
    words: list[str], numbering: NumberingName | None, ruling: RuleOptions
) -> tuple[NamedRules, str, Ranges, Text | None]:
    """The rules, the prefix of the deals' numbers, their ranges, and the deals themselves if they
    are a file's, which says their rules or leaves them to the options."""
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.shared.selection import Span, select
    from pyrtool.notation import NamedRules
    from pyrtool.survey.plan import Text

    sources = select(words, ruling, numbering).sources
    if any(isinstance(source, Span) for source in sources):
        named = NamedRules(ruling.base, ruling.rules())
        return named, *selected_numbers(words, numbering, ruling), None
    chosen = [one for source in sources for one in source]
    named = chosen[0].named
    for one in chosen:
        if one.rules != named.rules:
            raise PyrtoolError(f"a survey is of one game: {chosen[0].title}; {one.title}")
    if named.rules == ruling.rules():
        named = NamedRules(ruling.base, named.rules)
    text = Text.of_deals((one.deal for one in chosen), named.rules)
    return named, "", ((1, len(text)),), text


def selected_numbers(
    words: list[str], numbering: NumberingName | None, ruling: RuleOptions
) -> tuple[str, Ranges]:
    """The prefix of the deals' numbers, and their ranges."""
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.shared.selection import Span, select
    from pyrtool.work import ranges

    sources = select(words, ruling, numbering).sources
    spans = [source for source in sources if isinstance(source, Span)]
    prefixes = {span.prefix if numbering == "pysolfc" else "" for span in spans}
    if len(spans) != len(sources) or len(prefixes) > 1:
        raise PyrtoolError("--deals: numbers, ms numbers and files cannot be mixed")
    return prefixes.pop(), ranges.normal((span.low, span.high) for span in spans)


def _of_ledger(path: Path) -> tuple[Plan, Ranges]:
    from pyrtool.cards import PyrtoolError
    from pyrtool.survey import open_ledger

    with open_ledger(path) as book:
        if book.plan.text:
            raise PyrtoolError(f"{path}: is about deals of a file: give it with --deals")
        return book.plan, book.wanted


def _part(wanted: Ranges, shard: str) -> Ranges:
    from pyrtool.cards import PyrtoolError
    from pyrtool.work import ranges

    parts = _SHARD.fullmatch(shard)
    if parts is None or not 1 <= int(parts[1]) <= int(parts[2]):
        raise PyrtoolError(f"--shard {shard[:24]}: must be K/N with K from 1 to N, such as 3/16")
    return ranges.part(wanted, int(parts[1]), int(parts[2]))


def status(ledgers: LedgerArguments) -> int:
    """Tell how far surveys are, and at what speed; also while they run."""
    from pyrtool.survey import open_ledger
    from pyrtool.survey.findings import status as status_of

    for i, name in enumerate(ledgers):
        with open_ledger(Path(name)) as book:
            tell(("\n" if i else "") + status_of(book))
    return 0


def report(
    ledgers: LedgerArguments,
    format: Annotated[
        ReportFormat,
        typer.Option(help="Text with bars, a table, one JSON array, or a JSON object a line."),
    ] = "text",
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Draw the outcomes too, as a .png or .svg; needs the extra `plot`.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Tell what surveys found. No times, hosts or dates: the same deals, the same report."""
    from pyrtool.survey import findings as reports
    from pyrtool.survey import open_ledger
    from pyrtool.survey.plot import check_plot
    from pyrtool.survey.plot import plot as draw

    if plot is not None:
        check_plot(Path(plot))
    findings = []
    for name in ledgers:
        with open_ledger(Path(name)) as book:
            findings.append(reports.Finding.of_ledger(book))
    match format:
        case "text":
            tell("\n\n".join(map(reports.text, findings)))
        case "markdown":
            tell(reports.markdown(findings))
        case "csv":
            tell(reports.comma_separated(findings))
        case _:
            from pyrtool.cli.shared.output import Output

            with Output(format) as output:
                for finding in findings:
                    output.record(reports.record(finding))
    if plot is not None:
        draw(findings, Path(plot))
    return 0


def export(
    ledger: LedgerArgument,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Where to; - is standard output."),
    ] = "-",
    format: Annotated[
        ExportFormat, typer.Option(help="Parquet needs the extra `analysis`, and a file.")
    ] = "csv",
) -> int:
    """Write every deal of a ledger: its number, its outcome or score, its nodes."""
    from pyrtool.cards import PyrtoolError
    from pyrtool.survey import open_ledger
    from pyrtool.survey.ledger import export as exports

    if format == "parquet" and output == "-":
        raise PyrtoolError("--format parquet: name a file with -o")
    with open_ledger(Path(ledger)) as book:
        if output == "-":
            write = exports.write_csv if format == "csv" else exports.write_ndjson
            write(book, sys.stdout)
        else:
            exports.write_file(book, Path(output), format)
    return 0


def merge(
    ledgers: LedgerArguments,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="The new ledger.", show_default=False),
    ],
) -> int:
    """Put the parts of a survey, made with --shard or over other deals, into one ledger."""
    from pyrtool.survey.findings import Finding, text
    from pyrtool.survey.ledger import open_ledger
    from pyrtool.survey.ledger.merge import merge_ledgers

    merge_ledgers([Path(name) for name in ledgers], Path(output))
    with open_ledger(Path(output)) as book:
        tell(text(Finding.of_ledger(book)))
    return 0


COMMANDS: Final[dict[str, Callable[..., int]]] = {
    "run": run,
    "status": status,
    "report": report,
    "export": export,
    "merge": merge,
    "article": article,
}
"""The subcommands, for `app`."""
