"""A site's page on which readers enter tables of their own, in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.notation import format_position, parse_moves, parse_position
from pyrtool.pages.site import of_collection, site_files, write_site
from pyrtool.pictures.lettering.words import name

from ..browser import message, positions
from ..readers import FAMOUS, HALF, tap, told
from ..sites import PHONE, Served, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's root that has a site below."""
    folder = tmp_path_factory.mktemp("root")
    write_site(site_files(of_collection()[:2]), folder / "site")
    return folder


@pytest.fixture
def served(root: Path, chromium: Browser) -> Iterator[Served]:
    with serving(root, "site", chromium) as one:
        yield one


PLACE_SHOWS = """[...document.querySelectorAll(".entry-slot.filled")].at(-1)
  .getBoundingClientRect().bottom
  <= document.querySelector(".keypad.holds").getBoundingClientRect().top"""


def solved(page: Page) -> str:
    page.wait_for_selector(".result .worths li")
    return page.inner_text(".result h2")


def test_a_table_is_entered_by_taps_solved_and_linked(served: Served) -> None:
    context = served.context(PHONE)
    page = served.page("index.html", context)
    page.click("text=Solve my deal")
    page.wait_for_selector(".entry-slot")
    page.select_option(".entry select", "microsoft")
    first, *others = (card[0] for card in FAMOUS.split())
    page.tap(f"[data-key='{first}']")
    tap(page, *others)
    assert page.evaluate(PLACE_SHOWS)
    page.click("button:text-is('Solve')")
    assert solved(page) == "Won in 45 moves"
    assert page.evaluate(
        "document.querySelector('.result h2').getBoundingClientRect().bottom < innerHeight"
    )
    page.set_viewport_size({"width": 390, "height": 400})  # the keys would hide the table
    page.wait_for_selector(".keypad:not(.holds)")
    page.click("text=Step through it")
    assert page.is_visible("#stepper")
    assert page.evaluate("document.activeElement.dataset.card === table.board.focused")
    page.evaluate("table.follow(3)")
    page.evaluate("byId('share-link').click()")
    link = page.input_value("#share-text")
    other = served.page(link.removeprefix(served.address), context)
    other.wait_for_selector("#status:has-text('3 moves')")
    assert other.inner_text("h1:visible") == "Microsoft's Pyramid"
    other.evaluate("table.undo()")
    other.reload()
    other.wait_for_selector("#status:has-text('2 moves')")
    page.evaluate("table.run()")
    page.click("text=Change the table")
    assert page.evaluate("table.timer") is None
    assert page.evaluate("document.activeElement.matches('.entry-slot')")
    assert page.is_visible("text=52 cards: ready to be solved.")
    page.keyboard.press("u")
    assert page.evaluate("table.play.at") == 4
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


def test_a_pasted_text_is_solved_and_a_script_stays_text(served: Served) -> None:
    cards = deal(617, GAMES["giza"], "freecell").cards
    page = served.page("solve.html")
    page.select_option(".entry select", "microsoft")
    page.fill("#entry-text", HALF)
    page.focus("text=Step through it")  # the worth of moves comes later, and replaces all
    assert solved(page) == "Won in 32 moves"
    assert page.evaluate("document.activeElement.textContent") == "Step through it"
    page.fill("#entry-text", "# deals (freecell), giza\n617")
    page.wait_for_selector("[data-slot=tableau-51].filled")
    label = page.get_attribute("[data-slot=tableau-0]", "aria-label")
    assert label is not None and label.startswith(name(cards[0]))
    assert page.input_value(".entry select") == "giza"
    page.fill("#entry-text", "<img src=x onerror=alert(1)>")
    page.wait_for_selector(".told.bad")
    assert told(page) == "line 1, card 1: '<img' is not a card: write 7S, TD or KH"
    assert page.locator(".entry img").count() == 0


@pytest.mark.slow
def test_of_a_lost_table_it_is_told_what_is_best(served: Served) -> None:
    """On the page that solves it and on the board, with code that comes when it is asked for."""
    page = served.page("solve.html")
    page.select_option(".entry select", "clear")
    assert page.evaluate("!('best' in arrived)")
    page.fill("#entry-text", " ".join(map(str, deal(6).cards)))
    assert solved(page) == "Cannot be won"
    best = "loses, at best 10 left in the pyramid, 18 in all"
    assert page.inner_text(".result .worths li >> nth=0").endswith(best)
    page.click("text=Open the table")
    page.evaluate("byId('advice').open = true")
    page.wait_for_selector(f"#advice-body .worths :text('{best}')")


def test_a_link_that_is_none_says_so(served: Served) -> None:
    page = served.page("solve.html#g=giza&p=%3Cb%3E7")
    page.wait_for_selector(".told.bad")
    assert told(page) == "line 2, card 1: '<b>7' is not a card: write 7S, TD or KH"
    assert page.is_visible(".entry-slot >> nth=0")


@pytest.mark.parametrize(
    ("fragment", "lack"), [("p=5~9.K", "names no game"), ("g=giza&p=", "has no table")]
)
def test_a_link_without_a_table_says_so(served: Served, fragment: str, lack: str) -> None:
    page = served.page(f"solve.html#{fragment}")
    page.wait_for_selector(".told.bad")
    assert told(page) == f"The link {lack}: enter the table here."
    page.fill("#entry-text", HALF)
    solved(page)
    page.click("text=Open the table")
    page.evaluate("fragment => { location.hash = fragment; }", fragment)
    page.wait_for_selector("#message.refused")
    assert message(page) == f"The link {lack}: this is the table as it was."


def test_where_there_are_no_days_such_a_link_leads_to_the_first_problem(served: Served) -> None:
    page = served.page("play.html#day=")
    page.wait_for_selector("#message.refused")
    assert message(page) == "The link names no date: this is the first problem."
    assert page.inner_text("#subtitle") == "Problem 1 · Giza"


OTHERS = [("day", 3), ("treize", 3), ("cheops", 3), ("apophis", 2)]


@pytest.mark.parametrize(
    ("game", "number"),
    [("two-pyramids", 1), *(pytest.param(*one, marks=pytest.mark.slow) for one in OTHERS)],
)
def test_tables_of_other_searches_are_solved_in_the_middle_of_a_game(
    served: Served, game: str, number: int
) -> None:
    """Several wastes, both ends of one, pairs of several partners, two packs; on the board too."""
    told_of = format_position(positions(GAMES[game], number)[20])
    here = parse_position(told_of, GAMES[game])
    page = served.page("solve.html")
    page.fill("#entry-text", f"# a position, {game}\n{told_of}")
    page.wait_for_selector(".result h2:has-text('Won in')")
    entered = page.evaluate("formatPosition(view.entered.game, Position.start(view.game))")
    assert entered == told_of
    page.click("text=Step through it")
    page.evaluate("byId('share-link').click()")
    link = page.input_value("#share-text")
    page.evaluate("table.follow(table.play.solution.length)")
    page.evaluate("byId('share-moves').click()")
    line = page.input_value("#share-text").splitlines()[-1]
    assert here.play_all(parse_moves(line, here)).is_won()
    other = served.page(link.removeprefix(served.address))
    other.wait_for_selector("#answer-body :text('Yes')", state="attached")
    assert other.evaluate("table.position.cardsLeft()") == here.cards_left()


def test_a_search_in_vain_tells_the_cards_that_are_left(served: Served) -> None:
    page = served.page("solve.html")
    page.select_option(".entry select", "cheops")
    page.fill(
        "#entry-text",
        "QS / -- TD / -- -- 9D / -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- -- / "
        "-- -- -- -- -- -- -- turned JC stock 9S KD 6D KC TH 8D waste QH 8C QC 7C",
    )
    page.wait_for_selector(".result h2")
    assert page.inner_text(".result p >> nth=0") == (
        "Every line of play was searched, and none discards all 14 cards left."
    )
