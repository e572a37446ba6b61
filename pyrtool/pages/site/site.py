"""A web site in one call: its problems solved and rated, its files written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pyrtool.answers.rating import RatingLimits, rate
from pyrtool.answers.solve import solution
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.game.deals import Deal
from pyrtool.notation import NamedRules
from pyrtool.pages.site.days import SiteError, check_days, day_deals
from pyrtool.pages.site.entries import entry_of, of_collection
from pyrtool.pages.site.files import TITLE, site_files
from pyrtool.pages.site.folder import check_site_folder, write_site
from pyrtool.pages.site.previews import checked_address


def site(
    folder: str | os.PathLike[str],
    deals: Iterable[Deal] = (),
    *,
    title: str = TITLE,
    collection: bool = True,
    days: int = 0,
    begin: str | None = None,
    rated: bool = True,
    address: str = "",
    limits: Limits = Limits(),
) -> dict[str, bytes]:
    """Make a web site on which problems are played.

    The same arguments give the same files.

    Args:
        folder: Where it is written: a folder that is new, empty, or of a site that is made again.
        deals: Deals beside the collection. All must be winnable.
        title: What the site is called.
        collection: Whether it has the collection.
        days: How many days have a problem of their own: 7 or more, or 0.
        begin: The first of these days, ``2026-11-22``. Unlike the command, the library does not
            take today for it.
        rated: Whether stars say how hard the deals are.
        address: Where the folder will be, ``https://example.org/giza/``, for the pictures that are
            shown with its links; without it they have relative addresses.
        limits: What the search for each solution may use.

    Returns:
        The files by their names in the folder.

    Raises:
        SiteError: The folder has other files, the site would have no problem, or the address is
            none.
        NoSolutionError: A deal cannot be won, or is won already.
        LeftOpenError: A limit was reached before a solution was found.
        OSError: The folder cannot be written.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     files = site(folder, [deal(2, "giza")], collection=False)
        >>> "index.html" in files
        True
    """
    place = Path(folder)
    check_site_folder(place)
    check_days(days)
    checked_address(address)
    if days and begin is None:
        raise SiteError("begin: is missing: the first of the days, as 2026-11-22")
    dated = [] if begin is None else day_deals(begin, max(days, 1))
    entries = list(of_collection()) if collection else []
    for deal in deals:
        won = solution(deal, limits)
        rating = rate(deal, None, RatingLimits(memory_mib=limits.memory_mib)) if rated else None
        named = NamedRules.nearest(deal.rules)
        entries.append(entry_of(len(entries) + 1, deal, named, won, rating=rating))
    files = site_files(entries, list(dated) if days else [], title=title, address=address)
    write_site(files, place)
    return files


guard(__name__)
