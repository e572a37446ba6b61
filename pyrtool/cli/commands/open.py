"""``pyrtool open``: a deal, or the whole site, in the user's browser."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import Selected, select, source_name
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options import completion
from pyrtool.cli.options.browser import PageFolder, open_page, page_folder
from pyrtool.cli.options.options import (
    RULE_OPTIONS,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import complain, show
from pyrtool.cli.options.render_options import LookOptions, ShowOptions
from pyrtool.cli.options.together import Needs
from pyrtool.cli.words.drawing import Drawing
from pyrtool.game.deals import Numbering
from pyrtool.pages.site import of_collection, site_files, write_site

EXAMPLES: Final = (
    (
        "pyrtool open",
        "Problems, lessons, and a solver for your own deals",
    ),
    (
        "pyrtool open 2 --game giza",
        "Deal 2 of Giza, to be played",
    ),
)

TOGETHER: Final = (
    Needs(
        f"{RULE_OPTIONS} --numbering --limit-nodes --limit-memory --limit-seconds",
        "DEAL",
        "without it, the site with all games opens",
    ),
)

PATIENCE_SECONDS: Final = 10.0
"""How long a solution is searched where no limit is given."""


@with_groups
def command(
    ruling: RuleOptions,
    limiting: LimitOptions,
    deal: Annotated[
        str | None,
        typer.Argument(
            metavar="DEAL",
            help="Deal number, file, or - (standard input); without it, the site opens",
            show_default=False,
            autocompletion=completion.deals,
        ),
    ] = None,
    numbering: NumberingOption = None,
) -> int:
    """Play in your browser.

    Without DEAL, a site opens: the collection of problems, any deal by its number, lessons, and a
    solver for deals of your own. With DEAL, a page opens on which you play that deal or position,
    with hints and the solution.

    The command prints the name of the file that it opens, and keeps it among the files that your
    system may delete. Nothing is requested from the network. Where no browser is found, open the
    file yourself. To keep a page or a site, or to share it, see `pyrtool render` and `pyrtool
    site`.

    Without limits, a solution is searched for at most ten seconds.

    Exit status: 0 the page is made; 2 invalid input; 3 a limit left the deal unknown.
    """
    folder = page_folder()
    status = 0
    if deal is None:
        page = _site(folder)
    else:
        if limiting == LimitOptions():
            limiting = LimitOptions(limit_seconds=PATIENCE_SECONDS)
        page, status = _page(folder, _the_one(deal, ruling, numbering), limiting)
    show(str(page))
    if open_page(page):
        complain("opened in your browser; if no page appears, open this file there")
    else:
        complain("no browser was found: open this file in one")
    return status


def _site(folder: PageFolder) -> Path:
    """The first page of the site, which is made if this version has not made it yet."""
    first = folder.site / "index.html"
    if not first.exists():
        write_site(site_files(of_collection()), folder.site)
    return first


def _the_one(word: str, ruling: RuleOptions, numbering: Numbering | None) -> Selected:
    """The deal that a word names; an error if these are several."""
    found = list(islice(select([word], ruling, numbering, in_play=True), 2))
    if len(found) != 1:
        raise PyrtoolError(
            f"{source_name(word)}: several deals: `pyrtool site {word} -o DIR` makes a site of them"
        )
    return found[0]


def _page(folder: PageFolder, chosen: Selected, limiting: LimitOptions) -> tuple[Path, int]:
    """Make the page of a deal, always under the same name; the exit status."""
    key = sha256(repr((chosen.deal, chosen.moves, chosen.labels)).encode()).hexdigest()[:8]
    number = "" if chosen.deal.number is None else f"{chosen.deal.number}-"
    page = folder.page(f"{chosen.game}-{number}{key}.html")
    sieve = Sieve(None, limiting.limits())
    drawing = Drawing(str(page), ShowOptions(), LookOptions(), limiting.limit_memory)
    for one, verdict in drawing.answered(sieve, [chosen]):
        if isinstance(verdict, Unknown):
            complain(f"{one.name}: unknown, the limit on {verdict.limit} was reached")
        drawing.write(one, verdict, str(page))
    folder.delete_oldest()
    return page, sieve.end()
