"""The user's browser: where the pages are kept that it shows, and how one is opened.

Decides the folder, which has pages of one version of the program only, and whether there is a
screen for a browser.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.base.version import MADE_BY

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
        """The place of a page, which may be there already."""
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
    """The folder of this user: the cache of the system, or where the browser can read."""
    return PageFolder((_snap_folder() or cache_folder()) / "pyrtool")


def cache_folder() -> Path:
    """Where programs of this system keep what can be made again."""
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
    """The folder of the usual browser, where that is a snap: it can read no hidden folders, and so
    no cache."""
    if sys.platform != "linux" or os.environ.keys() & {"BROWSER", "XDG_CACHE_HOME"}:
        return None
    try:
        asked = subprocess.run(
            ["xdg-settings", "get", "default-web-browser"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ASKING_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    found = _SNAP.fullmatch(asked.stdout.strip())
    if found is None:
        return None
    folder = Path("~/snap").expanduser() / found["name"] / "common"
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
