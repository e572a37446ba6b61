"""``pyrtool site``: a web site on which people play problems."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.solve import solution
from pyrtool.answers.verdicts import Lost, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted
from pyrtool.cli.deals.deal_filter import DealFilter
from pyrtool.cli.deals.selection import SelectedDeal, select
from pyrtool.cli.options.input_output import DealKind
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import complain
from pyrtool.cli.output_files import check_not_in_folder
from pyrtool.cli.progress import Progress
from pyrtool.game.cards import Card
from pyrtool.game.deals import Numbering
from pyrtool.pages.site.previews import checked_address
from pyrtool.pages.site.problems import Day, Entry, check_days, day_deals, of_collection, title_for
from pyrtool.pages.site.reasons import REASONED_DAYS
from pyrtool.pages.site.site import TITLE, check_site_folder, check_title, site_files, write_site
from pyrtool.surveys.pool import cores


@dataclass(frozen=True)
class _SiteOptions:
    """The content of a site, and its title."""

    title: str = TITLE
    collection: bool = True
    days: int = 31
    begin: str | None = None
    explain_days: int = REASONED_DAYS
    rate: bool = True

    address: str = ""


def command(
    output: str,
    contents: _SiteOptions,
    ruling: RuleOptions,
    limiting: LimitOptions,
    deals: list[str] | None = None,
    numbering: Numbering | None = None,
    keep_if: DealKind | None = None,
) -> int:
    """Make a web site on which people play problems.

    The site has the problems of the collection and DEALS, any deal by its number, lessons, and
    statistics. Each day has a problem, from easy on Mondays to master on Sundays; after --days,
    each date repeats the problem of another date on the same day of the week.

    Its files work on any web server, under any path, and offline after the first visit. They make
    no requests elsewhere. The same command makes the same files.

    The command rejects unwinnable DEALS, unless --keep-if winnable leaves them out. If a record of
    `twins` names an exchange of two cards that makes a deal winnable, the problem is to find it. A
    deal that a limit left unknown is named and left out.

    Exit status: 0 every deal included; 2 invalid input; 3 a limit left a deal unknown.
    """
    check_not_in_folder(output, deals or [])
    check_site_folder(Path(output))
    checked_address(contents.address)
    check_title(contents.title)
    check_days(contents.days, "--days")
    check_days(contents.explain_days, "--explain-days", least=0)
    days = day_deals(contents.begin or f"{date.today()}", max(contents.days, 1))
    deal_filter = DealFilter(keep_if, limiting.limits())
    entries = list(of_collection()) if contents.collection else []
    added = list(_won(deal_filter.decided(select(deals or [], ruling, numbering))))
    if entries or added:
        complain(_work(len(entries), len(added), contents))
    limits = RatingLimits(memory_mib=limiting.limit_memory)
    for selected, exchange, won in added:
        deal = selected.whole_deal
        solved = deal.exchanged(*exchange) if exchange else deal
        number = len(entries) + 1
        entries.append(
            Entry(
                f"a{number}",
                selected.own_title or title_for(deal, number),
                selected.teaser,
                deal,
                selected.named,
                won,
                rate(solved, None, limits) if contents.rate else None,
                exchange,
            )
        )
    if entries:
        day_problems = list(_watched(days, contents.days)) if contents.days else []
        files = site_files(
            entries,
            day_problems,
            title=contents.title,
            address=contents.address,
            reasoned_days=contents.explain_days,
            workers=cores(),
        )
        write_site(files, Path(output))
    return deal_filter.exit_status()


def _won(
    decided: Iterable[tuple[SelectedDeal, Won | Lost]],
) -> Iterator[tuple[SelectedDeal, tuple[Card, Card] | None, Won]]:
    """Yield the deals with the exchange that makes a lost one winnable, if a record has one, and
    their solutions."""
    for selected, verdict in decided:
        if isinstance(verdict, Won):
            yield selected, None, verdict
        elif selected.exchange is None:
            raise PyrtoolError(
                f"{selected.name}: cannot be won ({verdict.reason}), and a site has problems that "
                "can be won (--keep-if winnable takes only deals that can be won)"
            )
        else:
            with selected.naming_errors():
                twin = selected.whole_deal.exchanged(*selected.exchange)
                yield selected, selected.exchange, solution(twin)


def _work(collected: int, added: int, contents: _SiteOptions) -> str:
    """Say what is to be done, as it can take a minute and only the days have a progress bar."""
    words = [f"explaining the solutions of {counted(collected + added, 'problem')}"]
    if added and contents.rate:
        words.insert(0, f"rating {counted(added, 'problem')}")
    if contents.days:
        words.append(f"finding problems of {counted(contents.days, 'day')}")
    return f"site: {', '.join(words)}"


def _watched(days: Iterator[Day], count: int) -> Iterator[Day]:
    """Yield the deals of the days, with progress on a terminal."""
    with Progress("days", 0, count, None) as progress:
        for day in days:
            yield day
            progress.count(1)
            progress.tick()
