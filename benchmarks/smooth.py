"""Frames that a page shows while cards move, and how soon they move and it can be played, on a slow
processor.

    python benchmarks/smooth.py

Chromium's DevTools slow the page down to a sixth. Each motion is repeated, and the best run
counts: other programs only make it worse.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from measure import machine

from pyrtool.answers.solve import solve
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.pages.page import page as make
from pyrtool.pages.site.problems import of_collection
from pyrtool.pages.site.site import site_files, write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

SLOWER = 6
RUNS = 3
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
MOTIONS = {
    "a discard flies": ("table.again()", "table.next()", 300),
    "a deal is laid out": ("", "table.again(); table.board.motion.dealIn()", 600),
    "cards rain upon a win": ("table.follow(table.play.solution.length - 1)", "table.next()", 2150),
}
"""What comes before a motion, what starts it, and the milliseconds that it takes."""

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
SHIFTS = """
globalThis.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
}).observe({ type: "layout-shift", buffered: true });
"""
PLAYABLE = """
new MutationObserver((_, observer) => {
  if (typeof table === "undefined" || !table.play || !document.querySelector(".card .face")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { globalThis.playable = performance.now(); }));
}).observe(document, { subtree: true, childList: true });
"""
"""Notes when the first frame with the table has been drawn, and the page answers again. A question
from outside would have to wait, and make the page wait."""


def slowed(browser: Browser) -> Page:
    """A window of a phone, of a sixth of the speed."""
    context = browser.new_context(**PHONE, bypass_csp=True)
    context.add_init_script(SHIFTS)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def busy_ms(session: CDPSession) -> list[float]:
    """Milliseconds so far of script, style, and layout."""
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return [1000 * found[f"{what}Duration"] for what in ("Script", "RecalcStyle", "Layout")]


def ready(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until the board can be played, and how far things shifted."""
    page = slowed(browser)
    page.add_init_script(PLAYABLE)
    page.goto(address)
    page.wait_for_timeout(1500)
    took: float = page.evaluate(
        "playable - performance.getEntriesByType('navigation')[0].responseEnd"
    )
    shifts: float = page.evaluate("shifts")
    page.context.close()
    return took, shifts


def shown(browser: Browser, page: Page, start: str, ms: int) -> tuple[float, float, float]:
    """Frames a second that are shown while something moves, the longest time between two of them,
    and when the first came. Most are drawn without the page's thread: no script sees them."""
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(f"console.timeStamp(); {start}; 0")
    page.wait_for_timeout(ms + 500)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    (began,) = [event["ts"] for event in events if event["name"] == "TimeStamp"]
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    first, *_ = (ts for ts in drawn if ts > began)
    gaps = [b - a for a, b in pairwise(drawn) if first <= a and b <= first + ms * 1000]
    return 1e6 * len(gaps) / sum(gaps), max(gaps) / 1000, (first - began) / 1000


def best(run: Callable[[], Any]) -> Any:
    """The best of some runs."""
    return min(run() for _ in range(RUNS))


def main() -> None:
    """Measure, and print a Markdown table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    from playwright.sync_api import sync_playwright

    print(machine(), f"load {os.getloadavg()[0]:.1f}", sep="\n", end="\n\n")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        given = deal(2, GAMES["giza"])
        file = Path(folder) / "giza2.html"
        file.write_bytes(make(given, solve(given)))
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = slowed(browser)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        page.goto(file.as_uri())
        page.wait_for_selector("#board.ready")
        heads = "| motion | frames a second | longest gap, ms | first frame after, ms"
        print(f"{heads} | script, style, and layout, ms |", "|---|---|---|---|---|", sep="\n")
        for name, (before, start, ms) in MOTIONS.items():

            def run(before: str = before, start: str = start, ms: int = ms) -> list[float]:
                page.evaluate(before or "0")
                page.wait_for_function("!document.getAnimations().length")
                page.wait_for_timeout(200)
                earlier = busy_ms(session)
                frames, gap, first = shown(browser, page, start, ms)
                return [
                    -frames,
                    gap,
                    first,
                    *(b - a for a, b in zip(earlier, busy_ms(session), strict=True)),
                ]

            frames, gap, first, *busy = best(run)
            print(
                f"| {name} | {-frames:.0f} | {gap:.0f} | {first:.0f}"
                f" | {', '.join(f'{ms:.0f}' for ms in busy)} |"
            )
        page.context.close()
        write_site(site_files(of_collection()[:3]), Path(folder) / "site")
        print("\n| page | playable after, ms | layout shift |", "|---|---|---|", sep="\n")
        for name in ("giza2.html", "site/play.html#problem=2", "site/play.html#g=giza&n=2"):
            address = f"{Path(folder).as_uri()}/{name}"
            took, shifts = best(partial(ready, browser, address))
            print(f"| {name} | {took:.0f} | {shifts:.3f} |")
        browser.close()


if __name__ == "__main__":
    main()
