"""``pyrtool site``: a web site on which people play problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.answers.rating import Rating
from pyrtool.answers.solve import Won
from pyrtool.cli.deals.same_file import check_not_in_folder
from pyrtool.cli.deals.selection import Selected, select
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options import completion
from pyrtool.cli.options.options import (
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.panels import OUTPUT, SHOWING, TEXT
from pyrtool.cli.options.progress import DaysProgress
from pyrtool.cli.options.together import Needs
from pyrtool.cli.words.rating import rate_alone
from pyrtool.pages.site import (
    TITLE,
    Day,
    Entry,
    check_days,
    check_site_folder,
    checked_address,
    day_deals,
    entry_of,
    of_collection,
    site_files,
    write_site,
)

EXAMPLES: Final = (
    (
        "pyrtool site -o site --days 7",
        "The collection, and a week of daily deals",
    ),
    (
        "pyrtool site 1-30 --game giza --keep-if winnable -o site --days 0",
        "The collection, and deals of your own",
    ),
)

TOGETHER: Final = (Needs("--no-collection", "DEALS", "otherwise the site has no problems"),)


@dataclass(frozen=True)
class _SiteOptions:
    """What a site has, and its title."""

    title: Annotated[
        str, typer.Option(metavar="TEXT", help="Title of the site", rich_help_panel=TEXT)
    ] = TITLE
    collection: Annotated[
        bool,
        typer.Option(
            "--collection/--no-collection",
            help="Include the collection of problems",
            rich_help_panel=SHOWING,
        ),
    ] = True
    days: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Days with a problem of their own: 7 or more, or 0",
            rich_help_panel=SHOWING,
        ),
    ] = 31
    begin: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="DATE",
            help="First of these days, such as 2026-11-22",
            show_default="today",
            rich_help_panel=SHOWING,
        ),
    ] = None
    rate: Annotated[
        bool,
        typer.Option(
            "--rate/--no-rate", help="Difficulty of DEALS as stars", rich_help_panel=SHOWING
        ),
    ] = True

    address: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Address of the published site, for previews of its links",
            show_default="relative addresses",
            rich_help_panel=TEXT,
        ),
    ] = ""

    def days_from(self, today: date) -> Iterator[Day]:
        """The deals of the days, as they are found; a `SiteError` for days that cannot be."""
        check_days(self.days, "--days")
        return day_deals(self.begin or f"{today}", max(self.days, 1))


@with_groups
def command(
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder of the site: new, empty, or an earlier site to replace",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ],
    contents: _SiteOptions,
    ruling: RuleOptions,
    limiting: LimitOptions,
    deals: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEALS",
            help="Further deals: numbers (12), ranges (1-1000), file names, or - (standard input)",
            show_default=False,
            autocompletion=completion.deals,
        ),
    ] = None,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
) -> int:
    """Make a web site on which people play problems.

    The site has the problems of the collection and DEALS, any deal by its number, lessons, and
    statistics. Each day has a problem, from easy on Mondays to master on Sundays; after --days,
    each date repeats the problem of another date on the same day of the week.

    Its files work on any web server, under any path, and offline after the first visit. They make
    no requests elsewhere. The same command makes the same files.

    The command rejects unwinnable DEALS, unless --keep-if winnable leaves them out. A deal that a
    limit left unknown is named and left out.

    Exit status: 0 every deal included; 2 invalid input; 3 a limit left a deal unknown.
    """
    check_not_in_folder(output, deals or [])
    check_site_folder(Path(output))
    checked_address(contents.address)
    days = contents.days_from(date.today())
    sieve = Sieve(keep_if, limiting.limits())
    entries = list(of_collection()) if contents.collection else []
    for chosen, won in sieve.won(
        select(deals or [], ruling, numbering), "a site has problems that can be won"
    ):
        rating = rate_alone(chosen, limiting.limit_memory) if contents.rate else None
        entries.append(_entry(len(entries) + 1, chosen, won, rating))
    if entries:
        found = list(_watched(days, contents.days)) if contents.days else []
        write_site(
            site_files(entries, found, title=contents.title, address=contents.address), Path(output)
        )
    return sieve.end()


def _entry(number: int, chosen: Selected, won: Won, rating: Rating | None) -> Entry:
    """The problem of one of DEALS."""
    return entry_of(
        number,
        chosen.whole,
        chosen.named,
        won,
        title=chosen.own_title,
        teaser=chosen.teaser,
        rating=rating,
    )


def _watched(days: Iterator[Day], count: int) -> Iterator[Day]:
    """The deals of the days, with progress on a terminal."""
    with DaysProgress("days", 0, count, None) as progress:
        for day in days:
            yield day
            progress.added(day)
