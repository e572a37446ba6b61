"""Five pages and two boards in Firefox and WebKit: they open, fit, are played, and go on."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..browser import LOOK
from ..chromium import Browser
from ..engines import FIREFOX, PATIENCE_S, WPE, Engine, Firefox, Lasting, Wpe
from ..readers import made
from ..sites import SITE, Served, serving

pytestmark = pytest.mark.slow

PAGES = ("index", "problems", "lessons", "numbers", "statistics")
BOARDS = ("problem=1", None)
"""What links name; None is the page of one file, of a game with a stock."""
ENGINES: dict[str, tuple[Callable[[Path], Engine], Path]] = {
    "firefox": (Firefox, FIREFOX),
    "wpe": (Wpe, WPE),
}
"""What starts an engine, and the file that it needs."""


@pytest.fixture(scope="module", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Lasting]:
    start, needed = ENGINES[request.param]
    if not needed.exists():
        pytest.skip(f"there is no {needed}")
    one = Lasting(lambda: start(tmp_path_factory.mktemp(request.param)))
    yield one
    one.close()


@pytest.fixture(scope="module")
def address(root: Path, chromium: Browser) -> Iterator[str]:
    """Where a site is; beside it is a page of one file."""
    (root / "pyramid47.html").write_text(made("pyramid", 47))
    with serving(root, SITE, chromium) as served:
        yield served.address


def wait(engine: Engine, condition: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not engine.evaluate(f"return Boolean({condition})"):
        assert time.monotonic() < end, condition
        time.sleep(0.05)


LAID = """typeof table !== "undefined" && table.play
&& (table.position.isWon() || document.querySelector(".card .face"))"""
"""A table that was won has no cards."""
STILL = "!document.getAnimations().length"
SOLVED = "table.play.solution.length"
ARRIVED = """(typeof asked === "undefined" || Object.keys(asked).every((name) => name in arrived))
&& (typeof pictureless === "undefined" || !pictureless.size)"""
"""Nothing is on its way to a site's page: some browsers report what they no longer wait for."""
FITS = "return document.documentElement.scrollWidth <= innerWidth"
BOARD_FITS = 'return byId("felt").scrollWidth <= byId("felt").clientWidth'


def pages_fit(engine: Engine, address: str) -> None:
    for page in PAGES:
        engine.go(f"{address}{page}.html")
        wait(engine, 'document.querySelector("html.filled")')
        assert engine.evaluate(FITS), page
    assert engine.heard() == []


def board_is_there_offline(engine: Engine, served: Served) -> None:
    engine.go(f"{served.address}index.html")
    if not engine.evaluate('return "serviceWorker" in navigator'):
        pytest.skip("this browser keeps no pages")
    wait(engine, "navigator.serviceWorker.controller")
    assert engine.heard() == []
    served.server.shutdown()
    served.server.server_close()
    engine.go(f"{served.address}play.html#problem=1")
    wait(engine, LAID)


def seen_by(engine: Engine, function: str, card: str) -> Any:
    """What a function of tests/pages/look.js gives for a card."""
    return engine.evaluate(f"{LOOK} return {function}({json.dumps(card)});")


def spot(engine: Engine, card: str) -> tuple[float, float]:
    """A point of a card that no other covers."""
    x, y = seen_by(engine, "spotOf", card)
    return x, y


def clicks(engine: Engine, *cards: str) -> None:
    for card in cards:
        engine.click(*spot(engine, card))


def drags(engine: Engine, card: str, other: str) -> None:
    spot(engine, card)  # it may scroll there
    end = spot(engine, other)
    engine.drag(spot(engine, card), end)


def types(engine: Engine, *cards: str) -> None:
    """Walk to the cards with the arrow keys, on a way found by the page's own map of them.

    Enter presses a button only in a window that is active, which Firefox's is not without a screen.
    """
    for card in cards:
        engine.evaluate("table.board.focus()")
        for key in seen_by(engine, "wayTo", card):
            before = engine.evaluate("return table.board.focused")
            engine.press(key)
            wait(engine, f"table.board.focused !== {json.dumps(before)}")
        if engine.evaluate("return document.hasFocus()"):
            engine.press("Enter")
        else:
            engine.evaluate("document.activeElement.click()")
        wait(engine, f"table.play.at === 1 || table.selected === {json.dumps(card)}")


def board_is_played(engine: Engine, address: str) -> None:
    engine.go(address)
    wait(engine, LAID)
    assert engine.evaluate(FITS)
    assert engine.evaluate(BOARD_FITS)
    engine.evaluate("table.again()")  # another page of the same deal was played
    move = engine.evaluate(
        'return table.position.legalMoves().find((one) => one.includes("/")) ?? null'
    )
    if move:
        for play in (clicks, drags, types):
            wait(engine, STILL)
            play(engine, *move.split("/"))
            wait(engine, "table.play.at === 1")
            engine.press("u")
            wait(engine, "table.play.at === 0")
    engine.evaluate('byId("hint").click()')
    wait(engine, '!/^Searching/.test(byId("message").dataset.text)')
    hint: Any = engine.evaluate('return byId("message").dataset.text')
    assert hint.startswith("Hint")
    wait(engine, SOLVED)
    engine.evaluate("table.follow(2)")
    wait(engine, ARRIVED)
    engine.go("about:blank")  # not location.reload(): a browser may die of a script that meets it
    engine.go(address)
    wait(engine, f"{LAID} && table.play.at === 2 && {SOLVED}")
    wait(engine, ARRIVED)
    engine.evaluate("table.last()")
    assert engine.evaluate('return byId("won").offsetHeight > 0')
    assert engine.heard() == []


def test_pages_fit(engine: Lasting, address: str) -> None:
    engine.use(lambda one: pages_fit(one, address))


@pytest.mark.parametrize("board", BOARDS)
def test_boards_are_played(engine: Lasting, address: str, board: str | None) -> None:
    page = "../pyramid47.html" if board is None else f"play.html?{board}#{board}"
    engine.use(lambda one: board_is_played(one, address + page))


def test_a_board_is_there_offline(engine: Lasting, root: Path, chromium: Browser) -> None:
    def opened_twice(one: Engine) -> None:
        with serving(root, SITE, chromium) as served:
            board_is_there_offline(one, served)

    engine.use(opened_twice)
