"""``pyrtool find``: winnable deals with given properties, above all the hardest."""

from __future__ import annotations

import re
from contextlib import nullcontext
from math import inf
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from pyrtool.answers.rating import LEVELS
from pyrtool.answers.solve import Limits, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.base.words import counted
from pyrtool.cli.deals.ranges import all_deals, ranges_of
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options import completion
from pyrtool.cli.options.options import (
    MaybeDeals,
    NumberingOption,
    OlderDeals,
    RuleOptions,
    SteadyLimitOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output, complain
from pyrtool.cli.options.panels import FILTERS, OUTPUT, RANKING, WORK
from pyrtool.cli.options.progress import FindProgress
from pyrtool.cli.options.workers import Workers, pool_of
from pyrtool.cli.words.rating import RatingOptions, floored, level_words
from pyrtool.game.deals import deal
from pyrtool.notation import format_list_heading
from pyrtool.records import solve_record
from pyrtool.surveys.find import Found, Query, format_seeds, look_for, open_journal, pysolfc_game
from pyrtool.surveys.find.measures import MEASURES, MeasureName
from pyrtool.surveys.find.query import ANY, Span, judged, span_of_level
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.work import ranges

_SPAN: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)?(-)?(\d{1,9}(?:\.\d{1,9})?)?", re.ASCII)

FindFormat = Literal["text", "json", "ndjson", "numbers", "pysolfc"]
_LEVELS: Final = [name for name, _ in LEVELS]
_UNRATED: Final = ("numbers", "pysolfc")


def _wanted(
    help: str,
    metavar: str,
    panel: str = FILTERS,
    completed: completion.Completion | None = None,
) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(
        help=help,
        metavar=metavar,
        show_default=False,
        rich_help_panel=panel,
        autocompletion=completed,
    )
    return option


EXAMPLES: Final = (
    (
        "pyrtool find 1-2000 --game giza --level expert --hardest 5",
        "The five hardest expert deals",
    ),
    (
        "pyrtool find 1-200 --game microsoft --by length --hardest 3",
        "The longest shortest solutions",
    ),
    (
        "pyrtool find 1-2000 --game giza --format numbers > giza.txt",
        "Numbers of all winnable deals",
    ),
)


@with_groups
def command(
    ruling: RuleOptions,
    limiting: SteadyLimitOptions,
    rating: RatingOptions,
    deals: MaybeDeals = None,
    older_deals: OlderDeals = None,
    numbering: NumberingOption = None,
    hardest: Annotated[
        int | None, _wanted("Only the N hardest, hardest first", "N", RANKING)
    ] = None,
    by: Annotated[
        MeasureName | None,
        _wanted(
            "Rank by this measure instead of the difficulty: longest shortest solution, most "
            "passes needed, most or fewest cards that must stay, block of the highest order, or "
            "fewest winning matchings",
            "MEASURE",
            RANKING,
        ),
    ] = None,
    level: Annotated[
        str | None,
        _wanted(
            f"Only this level [{'|'.join(_LEVELS)}]",
            "LEVEL",
            completed=completion.one_of(_LEVELS),
        ),
    ] = None,
    difficulty: Annotated[
        str | None, _wanted("Only these difficulties: 4.5-6, 6- or -2", "A-B")
    ] = None,
    only_moves: Annotated[
        str | None, _wanted("Only these numbers of only moves: 12-, 3-5 or 0", "A-B")
    ] = None,
    kings_in_stock: Annotated[
        int | None, _wanted("Only deals with N kings in the stock", "N")
    ] = None,
    journal: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Save progress in this file; the same command resumes from it",
            show_default=False,
            rich_help_panel=WORK,
        ),
    ] = None,
    redo_damaged: Annotated[
        bool,
        typer.Option(
            "--redo-damaged",
            help="Drop the damaged entries of a journal, and search those deals again",
            rich_help_panel=WORK,
        ),
    ] = False,
    workers: Workers = None,
    format: Annotated[
        FindFormat,
        typer.Option(
            metavar="FORMAT",
            help="Text, records as in `rate`, deal numbers alone, or the module in which PySolFC "
            "keeps winnable deals",
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    output_file: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="File for the module of --format pysolfc",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Search many deals for winnable ones with given properties.

    Each winnable deal is rated (see `pyrtool rate`) and printed when it is found, in the order of
    the numbers. With --hardest, the deals are printed at the end, hardest first. The number of
    workers does not change the result.

    --format numbers without a filter on the rating, --by, and --format pysolfc do not rate deals,
    which is faster.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left a rating or deal open.
    """
    if level is not None and difficulty is not None:
        raise PyrtoolError("--level and --difficulty exclude each other")
    rules = ruling.rules()
    named = ruling.named()
    numbering = numbering or "native"
    words = all_deals(deals, older_deals)
    if not words:
        raise PyrtoolError("DEALS are missing: numbers or ranges to look through, such as 1-1000")
    prefix, wanted = ranges_of(words, select(words, ruling, numbering).sources, numbering)
    if by is not None and (
        format not in ("text", "numbers") or (level, difficulty, only_moves) != (None,) * 3
    ):
        raise PyrtoolError("--by: goes with --hardest and --kings-in-stock, as text or numbers")
    asked = (None if by else hardest, level, difficulty, only_moves)
    if format == "pysolfc" and (*asked, kings_in_stock) != (None,) * 5:
        raise PyrtoolError(
            "--format pysolfc lists every winnable deal, whatever its rating or kings"
        )
    if output_file is not None and format != "pysolfc":
        raise PyrtoolError("-o goes with --format pysolfc: other formats go to standard output")
    moves = ANY if hardest is None and format not in _UNRATED else None
    query = Query(
        Plan(rules, ruling.base, numbering, prefix, memory_mib=limiting.limit_memory),
        by is None and (format not in _UNRATED or asked != (None,) * len(asked)),
        _of_level(level) if level is not None else _span("--difficulty", difficulty) or ANY,
        _span("--only-moves", only_moves) or moves,
        kings_in_stock,
        hardest,
        rating.limits(limiting),
        by,
    )
    if limiting.limit_nodes is not None and not query.rated:
        raise PyrtoolError("--limit-nodes: holds for ratings, and no deal is rated here")
    seeds_game = pysolfc_game(query, wanted) if format == "pysolfc" else None
    seeds: list[int] = []
    unknown = told = 0

    def tell(found: Found) -> None:
        nonlocal unknown, told
        told += 1
        name = f"{prefix}{found.number}" if prefix else found.number
        if seeds_game is not None:
            seeds.append(found.number)
            return
        if format == "numbers":
            output.text(str(name))
            return
        if by is not None:
            measured = MEASURES[by].words(abs(found.measured or 0))
            output.text(f"deal {name} ({numbering}), {named}: {measured}")
            return
        if hardest is not None:
            found = judged(found, query)
        assert found.rating is not None
        unknown += found.rating.only_moves is None
        if format == "text":
            output.text(_line(f"deal {name} ({numbering}), {named}", found))
        else:
            dealt = deal(name, rules, numbering)
            verdict = solve(dealt, Limits(memory_mib=limiting.limit_memory))
            output.record(solve_record(dealt, named.game, verdict, found.rating))

    query.plan.check(wanted)
    if redo_damaged and journal is None:
        raise PyrtoolError("--redo-damaged: name the journal with --journal")
    if output_file is not None:
        check_not_input(output_file, (journal, *words))
    if journal is not None:
        check_not_input(journal, words, "--journal")
    book = None
    if journal is not None:
        book = open_journal(Path(journal), query, wanted, redo_damaged=redo_damaged)
    total = ranges.count(wanted)
    done = ranges.count(book.done()) if book else 0
    title = f"find, {named}"
    kept = "the journal" if book else None
    with (
        book or nullcontext(),
        Output(
            "text" if format == "numbers" or format == "pysolfc" else format, prompt=True
        ) as output,
        FindProgress(title, done, total, kept) as progress,
    ):
        if format == "numbers":
            output.text(format_list_heading(numbering, named))
        look_for(query, wanted, pool_of(workers), progress, tell, book)
        if seeds_game is not None:
            module = format_seeds(seeds_game, wanted, seeds)
            if output_file is None:
                output.lines(module)
            else:
                write_whole(Path(output_file), module.encode())
    if not told:
        kind = "as wanted" if by else "winnable and as wanted"
        complain(f"nothing was found: none of {total:,} deals is {kind}")
    return SOME_UNKNOWN if unknown else 0


def _line(name: str, found: Found) -> str:
    """A deal for people, in at most 80 columns where numbers are of common length."""
    rating = found.rating
    assert rating is not None
    if rating.difficulty is not None:
        hardness = f"{rating.difficulty:.2f}"
    else:
        hardness = "no win" if rating.exact else f"> {floored(found.hardness)}"
    moves = "? only moves" if rating.only_moves is None else counted(rating.only_moves, "only move")
    return f"{name}: {level_words(rating)} {hardness}, {moves}"


def _of_level(level: str) -> Span:
    if level not in _LEVELS:
        raise PyrtoolError(f"--level {level[:24]!r}: must be {', '.join(_LEVELS)}")
    return span_of_level(level)


def _span(option: str, text: str | None) -> Span | None:
    """``4-6``, ``4-``, ``-6`` or ``4`` as the two ends."""
    if text is None:
        return None
    ends = _SPAN.fullmatch(text)
    if ends is None or not (ends[1] or ends[3]) or (ends[3] and not ends[2]):
        raise PyrtoolError(f"{option} {text[:24]!r}: must be such as 4-6, 4-, -6 or 4")
    low = float(ends[1] or 0)
    high = float(ends[3]) if ends[3] else inf if ends[2] else low
    if low > high:
        raise PyrtoolError(f"{option} {text[:24]}: runs backwards")
    return low, high
