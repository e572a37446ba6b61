"""``pyrtool site``: a web site on which problems are played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.same_file import check_not_in_folder
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options import completion
from pyrtool.cli.options.options import (
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.progress import DaysProgress
from pyrtool.cli.words.rating import rate_alone
from pyrtool.pages.site import (
    TITLE,
    Day,
    check_days,
    check_site_folder,
    day_deals,
    entry_of,
    of_collection,
    site_files,
    write_site,
)

EXAMPLES: Final = (
    (
        "pyrtool site -o site --days 7",
        "The collection, and a deal for each day of a week.",
    ),
    (
        "pyrtool site 1-30 --game giza --keep-if winnable -o site --days 0",
        "The collection and deals of your own.",
    ),
)


@with_groups
def command(
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="The folder of the site: new, empty, or of a site that is made again.",
            show_default=False,
        ),
    ],
    ruling: RuleOptions,
    limiting: LimitOptions,
    deals: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEALS",
            help="Deals beside the collection: numbers (12), ranges (1-1000), file names, -.",
            show_default=False,
            autocompletion=completion.deals,
        ),
    ] = None,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="What the site is called.")] = TITLE,
    collection: Annotated[
        bool,
        typer.Option("--collection/--no-collection", help="Whether it has the collection."),
    ] = True,
    days: Annotated[
        int,
        typer.Option(
            metavar="N", help="How many days have a problem of their own: 7 or more, or 0."
        ),
    ] = 31,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="DATE",
            help="The first of these days, as 2026-11-22.",
            show_default="today",
        ),
    ] = None,
    rate: Annotated[
        bool, typer.Option("--rate/--no-rate", help="Whether stars say how hard DEALS are.")
    ] = True,
) -> int:
    """Make a web site on which problems are played.

    It has the problems of the collection and DEALS, any deal by its number, lessons, a problem for
    each day (easy on Mondays to master on Sundays; beyond --days the deal of another date of the
    same day of the week), statistics, and works offline after the first
    visit. Its files go on any web server, under any path; nothing in them makes a request
    elsewhere. The same command makes the same files. DEALS that cannot be won are refused
    (--keep-if winnable leaves them out); one that a limit left unknown is named and left out, and
    the exit status is 3.
    """
    check_not_in_folder(output, deals or [])
    check_site_folder(Path(output))
    check_days(days, "--days")
    dated = day_deals(begin or f"{date.today()}", max(days, 1))
    if not collection and not deals:
        raise PyrtoolError("--no-collection: then DEALS are missing")
    sieve = Sieve(keep_if, limiting.limits())
    selected = select(deals or [], ruling, numbering)
    entries = list(of_collection()) if collection else []
    for chosen, won in sieve.won(selected, "a site has problems that can be won"):
        entries.append(
            entry_of(
                len(entries) + 1,
                chosen.whole,
                chosen.named,
                won,
                title=chosen.own_title,
                teaser=chosen.teaser,
                rating=rate_alone(chosen, limiting.limit_memory) if rate else None,
            )
        )
    if entries:
        found = list(_watched(dated, days)) if days else []
        write_site(site_files(entries, found, title=title), Path(output))
    return sieve.end()


def _watched(days: Iterator[Day], count: int) -> Iterator[Day]:
    """The deals of the days; how far it is is told on a terminal."""
    with DaysProgress("days", 0, count, None) as progress:
        for day in days:
            yield day
            progress.added(day)
