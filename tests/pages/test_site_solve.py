"""A site's page on which readers enter tables of their own, in Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyrtool.answers.advice import advise
from pyrtool.cli.words.at_the_table import table_text
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import start_of
from pyrtool.notation import (
    Defaults,
    NamedRules,
    format_position,
    parse_moves,
    parse_position,
    read_deals,
)
from pyrtool.notation.face_down import format_partly_seen
from pyrtool.pages.site import of_collection, site_files, write_site
from pyrtool.pictures.lettering.words import name

from ..browser import message, positions
from ..paths import ROOT
from ..readers import FAMOUS, HALF, status_of, tap
from ..seen_tables import PYRAMID, SEEN
from ..sites import PHONE, Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

KNOWN = "write 7S, TD or KH (ranks A23456789TJQK, suits CDHS)"


MICROSOFT = Defaults(NamedRules("microsoft", GAMES["microsoft"]))

ALMOST = """# a position, microsoft
K / 6 7 / -- -- -- / -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- -- /
-- -- -- -- -- -- -- turned 5 stock 3 face down
"""
"""A pyramid that goes by itself."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's root that has a site below."""
    folder = tmp_path_factory.mktemp("root")
    write_site(site_files(of_collection()[:2]), folder / "site")
    return folder


PLACE_SHOWS = """[...document.querySelectorAll(".entry-slot.filled")].at(-1)
  .getBoundingClientRect().bottom
  <= document.querySelector(".keypad.holds").getBoundingClientRect().top"""

OUT_OF_SIGHT = """[...document.querySelectorAll(".entry-slot.filled, .result .stepper")]
  .filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom < 10 || bottom > innerHeight;
  }).length"""


def solved(page: Page) -> str:
    page.wait_for_selector(".result .worths li")
    return page.inner_text(".result h2")


def test_a_table_is_entered_by_taps_solved_and_linked(served: Served) -> None:
    context = served.context(PHONE)
    page = served.page("index.html", context)
    page.click("#menu")
    page.click("text=Solve my deal")
    page.wait_for_selector(".entry-slot")
    page.select_option(".entry select", "microsoft")
    first, *others = (card[0] for card in FAMOUS.split())
    page.tap(f"[data-key='{first}']")
    tap(page, *others)
    assert page.evaluate(PLACE_SHOWS)
    page.click("button:text-is('Solve')")
    assert solved(page) == "Won in 45 moves"
    assert page.evaluate(OUT_OF_SIGHT) == 0  # the table and its answer together
    page.click("button.change")
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
    assert other.inner_text("h1:visible") == "Microsoft’s Pyramid"
    other.evaluate("table.undo()")
    other.reload()
    other.wait_for_selector("#status:has-text('2 moves')")
    page.evaluate("table.run()")
    page.click("button.again")
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
    page.wait_for_selector(".status.bad")
    assert status_of(page) == f"line 1, card 1: '<img' is not a card: {KNOWN}"
    assert page.locator(".entry img").count() == 0


@pytest.mark.slow
def test_the_best_is_shown_for_a_lost_table(served: Served) -> None:
    """On the page that solves it and on the board, with code that is loaded at first use."""
    page = served.page("solve.html")
    page.select_option(".entry select", "clear")
    assert page.evaluate("!('engine' in arrived)")
    page.fill("#entry-text", " ".join(map(str, deal(6).cards)))
    assert solved(page) == "Cannot be won"
    best = "loses, at best 10 left in the pyramid, 18 in all"
    assert page.inner_text(".result .worths li >> nth=0").endswith(best)
    page.click("text=Open the table")
    page.evaluate("byId('advice').open = true")
    page.wait_for_selector(f"#advice-body .worths :text('{best}')")


def test_a_link_that_is_none_says_so(served: Served) -> None:
    page = served.page("solve.html#g=giza&p=%3Cb%3E7")
    page.wait_for_selector(".status.bad")
    assert status_of(page) == f"line 2, card 1: '<b>7' is not a card: {KNOWN}"
    assert page.is_visible(".entry-slot >> nth=0")


@pytest.mark.parametrize(
    ("fragment", "lack"), [("p=5~9.K", "names no game"), ("g=giza&p=", "has no table")]
)
def test_a_link_without_a_table_says_so(served: Served, fragment: str, lack: str) -> None:
    page = served.page(f"solve.html#{fragment}")
    page.wait_for_selector(".status.bad")
    assert status_of(page) == f"The link {lack}: enter the table here."
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


SLOT = "document.querySelector(`[data-slot='${slot}']`)"
TABLEAU = [*"QAK6752Q7T28QJ3J", "--", "5", "--", *"AA", "@tableau-26", "5", "rest"]
TAPS = {
    "nothing of the stock": (*TABLEAU, "K", "@waste-0", "6"),
    "stock": (*TABLEAU, "K", "stock=18", "@waste-0", *"4AJ6"),
    "question marks": (
        *(*TABLEAU, "K", "stock=18", "waste=3", "@waste-0", "6"),
        *("@gone-0", *"K495867T3"),
    ),
    "pass": (*TABLEAU, "2", "stock=17", "@waste-0", "6", "pass"),
}
"""A tap each: keys, places (@), and numbers of cards face down, which take two."""


def enter(page: Page, taps: tuple[str, ...]) -> int:
    """Enter a table; how many taps that takes."""
    count = 0
    for one in taps:
        if one == "pass":
            page.fill("input.pass", "2")
        elif one.startswith("@"):
            page.evaluate(f"slot => {SLOT}.click()", one[1:])
        elif "=" in one:
            pile, number = one.split("=")
            page.select_option(f"[data-slot='{pile}-down']", number)
        else:
            tap(page, one)
        count += 2 if one == "pass" or "=" in one else 1
    return count


def without_suits(text: str | None) -> str:
    """What the page says, whose cards without a suit have names of their own."""
    return re.sub(r"\b([A2-9TJQK])[cdhs]\b", r"\1", text or "")


def as_ranks(text: str) -> str:
    return re.sub(r"\b([A2-9TJQK])[CDHS]\b", r"\1", text)


def test_a_table_as_it_is_seen_takes_a_tap_a_card(served: Served) -> None:
    """And a few for the piles; it is the table that the command line reads, without its suits."""
    page = served.page("solve.html", served.context(PHONE))
    page.select_option(".entry select", "microsoft")
    for kind, taps in TAPS.items():
        tap(page, "clear")
        count = enter(page, taps)
        piles = sum("=" in one or one.startswith("@") or one == "pass" for one in taps)
        cards = 28 + sum(one in {*"A23456789TJQK"} for one in taps[len(TABLEAU) :])
        assert count <= cards + 2 * piles, kind
        assert "ready to be solved" in status_of(page), kind
        read = list(read_deals(f"{PYRAMID}{SEEN[kind]}\n".split("\n"), MICROSOFT, any_number=True))
        seen = read[0].seen
        text = format_position(start_of(read[0].deal)) if seen is None else format_partly_seen(seen)
        entered = page.evaluate(
            "view.seen ? formatPartlySeen(view.seen)"
            " : formatPosition(view.entered.game, Position.start(view.game))"
        )
        assert entered == as_ranks(text), kind
        if kind == "nothing of the stock":
            assert count == 27


def test_chances_get_surer_and_the_game_goes_on_from_a_move(served: Served) -> None:
    page = served.page("solve.html", served.context(PHONE))
    page.select_option(".entry select", "microsoft")
    enter(page, TAPS["pass"])
    page.click("button:text-is('Solve')")
    page.wait_for_selector(".chances li >> nth=1")
    table = parse_position(as_ranks(f"{PYRAMID}{SEEN['pass']}\n"), GAMES["microsoft"])
    wrapped = table_text(advise(table, orders=1, deals=1))
    assumed = re.sub(r"\n {4,}", " ", wrapped).splitlines()[0].strip()
    assert page.inner_text(".result").count(f"A{assumed[1:]}.") == 1
    rows = page.locator(".chances li")
    named = page.locator(".chances button span[data-text]")
    assert sorted(
        map(without_suits, named.evaluate_all("all => all.map(o => o.dataset.text)"))
    ) == [
        "J in row 6, place 1 and the turned 2",
        "deal",
    ]
    assert rows.count() == 2
    played = "Number(/ (\\d+) games? played/.exec(document.querySelector('.result').innerText)[1])"
    first = now = page.evaluate(played)
    for _ in range(600):  # a policy allows no waiting for what a text computes
        if now > first:
            break
        page.wait_for_timeout(200)
        now = page.evaluate(played)
    assert now > first
    page.click(".chances button:has-text('deal')")
    assert status_of(page) == (
        "22 of 52 cards. Enter the turned card; the rest of the stock can lie face down."
    )
    assert page.input_value("[data-slot='stock-down']") == "16"
    assert page.is_visible("text=Take the move back")
    tap(page, "9")
    page.wait_for_selector(".chances li >> nth=0")
    assert "23 cards, 16 face down" in status_of(page)
    page.click("text=Take the move back")
    page.wait_for_selector(".chances li >> nth=1")
    assert "22 cards, 17 face down" in status_of(page)
    page.click("text=Open the table")
    page.click("#hint")
    page.wait_for_function("byId('message').textContent.includes('Solve my deal (pyrtool open)')")
    page.click("text=Change the table")
    tap(page, "clear")
    assert page.inner_text(".result") == ""


def test_what_holds_whatever_the_cards_are_is_stepped_through(served: Served) -> None:
    page = served.page("solve.html")
    page.fill("#entry-text", ALMOST)
    page.wait_for_selector(".result h2:has-text('whatever the unknown cards are')")
    page.click("text=Step through it")
    page.click("#next")
    page.wait_for_selector("#progress:has-text('Move 1 of')")


def test_places_are_named_where_suits_are_not_known(served: Served) -> None:
    """In the solution, on the board, and there the cards stay in sight on a phone."""
    page = served.page("solve.html", served.context(PHONE))
    page.fill(
        "#entry-text", "# a position, microsoft\n" + (ROOT / "docs/data/table.txt").read_text()
    )
    page.wait_for_selector(".result .worths li")
    first = without_suits(page.get_attribute(".result .moves li span >> nth=0", "data-text"))
    assert first == "5 in row 7, place 6 and 8 in row 5, place 2"
    page.click("text=Step through it")
    page.wait_for_selector("#stepper")
    for _ in range(3):
        box = page.locator("#next").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    reported = "A in row 6, place 6 and Q in row 4, place 2 discarded."
    assert without_suits(message(page)).startswith(reported)
    assert page.evaluate(
        """['#board', '#message', '#next'].every(one => {
          const { top, bottom } = document.querySelector(one).getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        })"""
    )
    listed = page.get_attribute("#moves li span[data-text] >> nth=0", "data-text")
    assert without_suits(listed) == first


OTHERS = [("day", 3), ("treize", 3), ("cheops", 3), ("apophis", 2)]


@pytest.mark.parametrize(
    ("game", "number"),
    [("two-pyramids", 1), *(pytest.param(*one, marks=pytest.mark.slow) for one in OTHERS)],
)
def test_tables_of_other_searches_are_solved_in_the_middle_of_a_game(
    served: Served, game: str, number: int
) -> None:
    """Several wastes, both ends of one, pairs of several partners, two packs; on the board too."""
    text = format_position(positions(GAMES[game], number)[20])
    here = parse_position(text, GAMES[game])
    page = served.page("solve.html")
    page.fill("#entry-text", f"# a position, {game}\n{text}")
    page.wait_for_selector(".result h2:has-text('Won in')")
    entered = page.evaluate("formatPosition(view.entered.game, Position.start(view.game))")
    assert entered == text
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


def test_a_search_in_vain_names_the_cards_that_are_left(served: Served) -> None:
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
