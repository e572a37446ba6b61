"""Pages of deals in Chromium, and a reader's hands on them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyrtool import Card, Limits, Position, Rules, Won, deal, solve
from pyrtool.pages.page import page as make
from pyrtool.records.links import id_of

from .chromium import Browser, ConsoleMessage, Error, Page, Request, ViewportSize
from .dealing import won
from .paths import TESTS
from .readers import made, taken_settings

Open = Callable[..., Page]

PATIENCE = 120_000
"""Milliseconds that a page may take, on a machine that does much else."""
PHONE: ViewportSize = {"width": 320, "height": 640}
DESK: ViewportSize = {"width": 1440, "height": 900}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

CHANGED = ("viewport", "color_scheme", "reduced_motion", "forced_colors")
"""Options of a window that can be changed while it is open."""


class Windows:
    """Windows of a browser, each another reader's: what is kept in one is not seen in the others.

    A window costs more than a page in it, so that it is used again, for other tests too.
    """

    def __init__(self, chromium: Browser) -> None:
        self.chromium = chromium
        self.free: dict[str, list[Page]] = {}

    def new(self, options: dict[str, Any]) -> Page:
        context = self.chromium.new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def take(self, options: dict[str, Any]) -> Page:
        """A window with nothing in it, one that is free or a new one."""
        free = self.free.setdefault(device(options), [])
        page = free.pop() if free else self.new(options)
        page.set_viewport_size(options["viewport"])
        page.emulate_media(
            media="null",
            color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "no-preference"),
            forced_colors=options.get("forced_colors", "none"),
        )
        return page

    def give_back(self, page: Page, options: dict[str, Any]) -> None:
        """Empty a window in which a page was shown and kept things."""
        page.goto("about:blank")
        page.mouse.move(0, 0)
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "all"})
        session.detach()
        self.free[device(options)].append(page)


def device(options: dict[str, Any]) -> str:
    """What of a window's options cannot be changed once it is open."""
    return repr({name: options[name] for name in options if name not in CHANGED})


@contextmanager
def opening(windows: Windows, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a deal or a position as a file; in the end nothing may have gone wrong.

    A page that is opened `alone` has a window of its own, whose clock, say, can be changed.
    """
    cleanups: list[Callable[[], None]] = []
    trouble: list[str] = []

    def open_page(
        rules: Rules | str, what: int | Position, how: dict[str, Any] | None = None, **more: Any
    ) -> Page:
        fragment = more.pop("fragment", "")
        alone = more.pop("alone", False)
        file = tmp_path / f"{len(cleanups)}.html"
        if isinstance(what, Position):
            verdict = None if what.unknown() else solve(what)
            file.write_bytes(make(what, verdict, taken_settings(more), **more))
        else:
            file.write_text(made(rules, what, Limits(), **more), encoding="utf-8")
        options = {"viewport": DESK, "reduced_motion": "reduce", **(how or {})}
        page = windows.new(options) if alone else windows.take(options)

        def went_wrong(error: Error) -> None:
            trouble.append(str(error))

        def wrote(line: ConsoleMessage) -> None:
            # A debugger that reads the style sheets asks for the page's own file again.
            again = (
                f"Unsafe attempt to load URL {file.as_uri()} from frame with URL {file.as_uri()}"
            )
            if not line.text.startswith(again):
                trouble.append(line.text)

        def asked_for(request: Request) -> None:
            url = request.url.split("#")[0]
            if url != file.as_uri() and not url.startswith(("blob:", "data:")):
                trouble.append(f"asked for {url}")

        def close() -> None:
            page.remove_listener("pageerror", went_wrong)
            page.remove_listener("console", wrote)
            page.remove_listener("request", asked_for)
            if alone:
                page.context.close()
            else:
                windows.give_back(page, options)

        page.on("pageerror", went_wrong)
        page.on("console", wrote)
        page.on("request", asked_for)
        cleanups.append(close)
        page.goto(file.as_uri() + fragment)
        return page

    yield open_page
    for close in cleanups:
        close()
    assert trouble == []


def solution(rules: Rules | str, number: int) -> Won:
    return won(deal(number, rules))


def positions(rules: Rules | str, number: int) -> list[Position]:
    """The tables of the solution, from the start to the goal."""
    tables = [Position.start(deal(number, rules))]
    for move in solution(rules, number).moves:
        tables.append(tables[-1].play(move))
    return tables


def card(page: Page, which: Card | str) -> Any:
    return page.locator(f'[data-card="{named(which)}"]')


def named(which: Card | str) -> str:
    return id_of(which) if isinstance(which, Card) else which


LOOK = (TESTS / "pages" / "look.js").read_text()


def seen(page: Page, function: str, given: object = None) -> Any:
    """What a function of tests/pages/look.js gives on a page."""
    return page.evaluate(f"(given) => {{ {LOOK} return {function}(given); }}", given)


def spot(page: Page, which: Card | str) -> list[float]:
    """Where a card's index is, in the window: the part that shows of every card on the table."""
    found: list[float] = seen(page, "spotOf", named(which))
    return found


def click(page: Page, which: Card | str, tap: bool = False) -> None:
    (page.touchscreen.tap if tap else page.mouse.click)(*spot(page, which))


def push(page: Page, button: str) -> None:
    """Push a button, wherever it is and even if it is marked as useless now."""
    page.evaluate("button => byId(button).click()", button)


def pushed(page: Page, button: str, times: int) -> list[list[str]]:
    """The table in words each time that a button was pushed."""
    tables: list[list[str]] = page.evaluate(
        """([button, times]) => Array.from({ length: times }, () => {
          byId(button).click();
          return [...document.querySelectorAll("#words li")].map((line) => line.textContent);
        })""",
        [button, times],
    )
    return tables


def message(page: Page) -> str:
    text = page.locator("#message").get_attribute("data-text")
    assert text is not None
    return text


def searched(page: Page) -> None:
    page.wait_for_selector('#message:not([data-text^="Searching"])')


def words(page: Page) -> list[str]:
    return page.locator("#words li").all_text_contents()


def shown(page: Page) -> list[str]:
    """The cards that can be seen, in the order of dealing."""
    found: list[str] = page.locator(".card").evaluate_all(
        "cards => cards.filter(c => getComputedStyle(c).visibility === 'visible')"
        ".map(c => c.dataset.card)"
    )
    return found
