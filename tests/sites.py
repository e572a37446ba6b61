"""The site of the collection, as a web server gives it from a folder below its root."""

import http.server
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .browser import PATIENCE
from .chromium import Browser, BrowserContext, Page

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
SITE = "a site"
FIRST_DAY = "2026-11-16"  # a Monday
DAYS = 9
PROBLEMS = ("1", "2", "3", "7", "8", "12", "30", "48")
"""What tests play of the collection: all of its problems take a minute."""
SUNDAY_NOON_MS = 1795348800000  # 22 November 2026, UTC
DATE = """\
const Now = Date;
globalThis.Date = class extends Now {
  constructor(...given) { super(...(given.length ? given : [Date.now()])); }
  static now() { return Now.now() + AHEAD; }
};
"""
"""Moves a page's date."""
PAGES = ("index", "problems", "numbers", "lessons", "statistics", "about", "settings")


def collection_site(folder: Path) -> Path:
    """Make a site in a root below a folder, unless another process has done so."""
    import fcntl  # no site is made where Python lacks it

    from pyrtool.pages.site.problems import day_deals, of_collection
    from pyrtool.pages.site.site import site_files, write_site

    root = folder / "root"
    with (folder / "root.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / SITE).exists():
            root.mkdir(exist_ok=True)
            entries = [entry for entry in of_collection() if entry.name in PROBLEMS]
            write_site(site_files(entries, list(day_deals(FIRST_DAY, DAYS))), root / SITE)
    return root


@dataclass
class Served:
    """Where a site is, and what went wrong on its pages."""

    address: str
    server: http.server.ThreadingHTTPServer
    chromium: Browser
    trouble: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def context(self, how: dict[str, Any] | None = None) -> BrowserContext:
        """A reader's browser; if not said otherwise, one that keeps no pages for later. There it
        is noon of a Sunday, on whatever day the tests run."""
        options = {"reduced_motion": "reduce", "service_workers": "block", **DESK, **(how or {})}
        self.contexts.append(self.chromium.new_context(timezone_id="UTC", **options))
        self.contexts[-1].set_default_timeout(PATIENCE)
        ahead = SUNDAY_NOON_MS - int(time.time() * 1000)
        self.contexts[-1].add_init_script(DATE.replace("AHEAD", str(ahead)))
        return self.contexts[-1]

    def page(self, at: str, context: BrowserContext | None = None) -> Page:
        """A page of the site in a window, watched for whatever goes wrong."""
        page = (context or self.context()).new_page()
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda message: self._wrote(message.text))
        page.on("request", lambda request: self._requested(request.url))
        page.goto(self.address + at)
        return page

    def _wrote(self, text: str) -> None:
        if text != "Service Worker registration blocked by Playwright":
            self.trouble.append(text)

    def _requested(self, url: str) -> None:
        if not url.startswith((self.address, "blob:", "data:")):
            self.trouble.append(f"asked for {url}")


@contextmanager
def serving(root: Path, name: str, chromium: Browser) -> Iterator[Served]:
    """Serves the folder `root`; the site is in a folder of it. At the end nothing may be wrong."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, directory=str(root), **more)

        def log_message(self, *_: Any) -> None:
            """Nothing is reported."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{quote(name)}/"
        served = Served(address, server, chromium)
        try:
            yield served
            assert not served.trouble, served.trouble
        finally:
            for context in served.contexts:
                context.close()
            server.shutdown()


def laid(page: Page) -> Page:
    """Wait until a problem lies on the board."""
    page.wait_for_selector("html.laid")
    return page


def go_offline(page: Page) -> None:
    """Take the network away, once the service worker has the page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(
        "navigator.serviceWorker.controller !== null || new Promise((done) => "
        "{ navigator.serviceWorker.oncontrollerchange = done; })"
    )
    page.context.set_offline(True)


def without_places(words: str) -> str:
    """Leave out the places of cards, as pages do, which light the cards up."""
    place = r" \((?:[^\W\d_][^()\d]* \d+(?:\.\d+)?|\d+\.\d+)(?:, [^()]*)?\)"
    return re.sub(place, "", words)
