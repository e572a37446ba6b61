"""``pyrtool open``: a page of a deal, or the site of the collection, in the browser.

Decides the folder of the pages, which has those of one version of the program only, and whether
there is a screen for a browser.
"""

import os
import re
import shutil
import subprocess
import sys
import webbrowser
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from pyrtool.answers.verdicts import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.base.version import MADE_BY
from pyrtool.cli.deals.deal_filter import DealFilter, complain_of_limit
from pyrtool.cli.deals.selection import SelectedDeal, select, source_name
from pyrtool.cli.drawing import Drawing, LookOptions, ShowOptions
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import complain, show
from pyrtool.game.deals import Numbering
from pyrtool.pages.site.problems import of_collection
from pyrtool.pages.site.site import site_files, write_site
from pyrtool.surveys.pool import cores

MOST_PAGES: Final = 100
"""This many pages of deals are kept, of about 0.4 MB each; then the oldest are deleted."""

_VERSION: Final = "version.txt"
_SNAP: Final = re.compile(r"(?P<name>[a-z0-9-]+)_[A-Za-z0-9-]+\.desktop")
_ASKING_SECONDS: Final = 5.0


class PageFolder:
    """The folder of the pages that are opened.

    What another version of the program made there is deleted.
    """

    def __init__(self, folder: Path) -> None:
        self.site = folder / "site"
        self._pages = folder / "deals"
        stamp = folder / _VERSION
        with suppress(OSError, ValueError):
            if stamp.read_text(encoding="utf-8") == MADE_BY:
                return
        for made in (self.site, self._pages):
            with suppress(FileNotFoundError):
                shutil.rmtree(made)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(stamp, MADE_BY.encode())

    def page(self, name: str) -> Path:
        """Return the place of a page, which may be there already."""
        self._pages.mkdir(exist_ok=True)
        return self._pages / name

    def delete_oldest(self) -> None:
        """Delete the oldest pages, if there are too many."""
        pages = list(self._pages.glob("*.html"))
        for page in sorted(pages, key=_written)[: max(0, len(pages) - MOST_PAGES)]:
            page.unlink(missing_ok=True)


def _written(page: Path) -> float:
    with suppress(OSError):  # another process deleted it
        return page.stat().st_mtime
    return 0.0


def page_folder() -> PageFolder:
    """Return the folder of this user: the cache of the system, or where the browser can read."""
    return PageFolder((_snap_folder() or cache_folder()) / "pyrtool")


def cache_folder() -> Path:
    """Return where programs of this system keep what can be made again."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if Path(given).is_absolute():
        return Path(given)
    if sys.platform == "win32" and "LOCALAPPDATA" in os.environ:
        return Path(os.environ["LOCALAPPDATA"])
    try:
        home = Path.home()
    except RuntimeError:
        raise PyrtoolError("no home folder is known: name a folder in XDG_CACHE_HOME") from None
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"


def _snap_folder() -> Path | None:
    """Return the folder of the usual browser if it is a snap, which can read no hidden folder."""
    if sys.platform != "linux" or os.environ.keys() & {"BROWSER", "XDG_CACHE_HOME"}:
        return None
    try:
        browser = subprocess.run(
            ["xdg-settings", "get", "default-web-browser"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ASKING_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    snap = _SNAP.fullmatch(browser.stdout.strip())
    if snap is None:
        return None
    folder = Path("~/snap").expanduser() / snap["name"] / "common"
    return folder if folder.is_dir() else None


def open_page(page: Path) -> bool:
    """Open a page in the browser; False where there is none, or no screen for it."""
    has_screen = sys.platform in ("win32", "darwin") or bool(
        os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}
    )
    if not has_screen:
        return False
    try:
        return webbrowser.open(page.absolute().as_uri())
    except (webbrowser.Error, OSError):
        return False


PATIENCE_SECONDS: Final = 10.0
"""How long a solution is searched where no limit is given."""


def command(
    ruling: RuleOptions,
    limiting: LimitOptions,
    deal: str | None = None,
    numbering: Numbering | None = None,
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
    """Return the first page of the site, which is made if this version has not made it yet."""
    first = folder.site / "index.html"
    if not first.exists():
        complain("making the problems and lessons: this takes some seconds, once")
        write_site(site_files(of_collection(), workers=cores()), folder.site)
    return first


def _the_one(word: str, ruling: RuleOptions, numbering: Numbering | None) -> SelectedDeal:
    """Return the deal that a word names; an error if these are several."""
    deals = list(islice(select([word], ruling, numbering, in_play=True), 2))
    if len(deals) != 1:
        raise PyrtoolError(
            f"{source_name(word)}: several deals: `pyrtool site {word} -o DIR` makes a site of them"
        )
    return deals[0]


def _page(folder: PageFolder, selected: SelectedDeal, limiting: LimitOptions) -> tuple[Path, int]:
    """Make the page of a deal, always under the same name; the exit status."""
    key = sha256(repr((selected.deal, selected.moves, selected.labels)).encode()).hexdigest()[:8]
    number = "" if selected.deal.number is None else f"{selected.deal.number}-"
    page = folder.page(f"{selected.game}-{number}{key}.html")
    deal_filter = DealFilter(None, limiting.limits())
    drawing = Drawing(str(page), ShowOptions(), LookOptions(), limiting.limit_memory)
    for one, verdict in drawing.answered(deal_filter, [selected]):
        if isinstance(verdict, Unknown):
            complain_of_limit(one, verdict)
        drawing.write(one, verdict, str(page))
    folder.delete_oldest()
    return page, deal_filter.exit_status()
