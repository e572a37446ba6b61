"""A site in Chromium: played, reloaded, offline, from a disk; its shuffles beside the kernel's."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops

from pyrtool.game.cards import Card
from pyrtool.game.games import GAMES
from pyrtool.pages.page.appearance import PALETTES
from pyrtool.pages.page.problem import constant
from pyrtool.pages.site import day_deals, of_collection, site_files, write_site
from pyrtool.pictures import DECKS

from ..browser import message
from ..pictured import rasterised
from ..readers import AXE, FAMOUS, FULL, UNKEPT, tap
from ..sites import PAGES, PHONE, SMALL, Served, laid, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FIRST = "2026-11-16"  # a Monday
INDEX = 'fill="none" stroke-linecap="square" stroke-miterlimit="1.5" '  # as cards.css has it
BOX = "-120 -168 240 336"
XLINK = "http://www.w3.org/1999/xlink"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's root that has a site below."""
    folder = tmp_path_factory.mktemp("root")
    write_site(site_files(of_collection(), list(day_deals(FIRST, 7))), folder / "a site")
    return folder


@pytest.fixture
def served(root: Path, chromium: Browser) -> Iterator[Served]:
    with serving(root, "a%20site", chromium) as one:
        yield one


def play_on(page: Page, count: int | None = None) -> None:
    """Play moves of the solution by hand, all or some."""
    page.evaluate(
        """count => {
          for (const move of table.play.solution.slice(table.play.at).slice(0, count ?? 99)) {
            table.begin();
            table.move(move);
          }
        }""",
        count,
    )


def test_a_problem_is_played_to_its_end(served: Served) -> None:
    context = served.context()
    page = served.page("index.html", context)
    page.click("text=The collection")
    page.click("text=The easiest of a million")
    laid(page)
    assert page.inner_text("h1") == "The easiest of a million"
    assert page.inner_text("#subtitle") == "Problem 1 · Giza"
    play_on(page, 10)
    page.reload()
    laid(page)
    assert page.inner_text("#status").startswith("10 moves")
    play_on(page)
    assert page.inner_text("#won-title") == "Won in 28 moves"
    page.focus("#won-next")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:text-is('The buried aces')")
    assert page.evaluate("document.activeElement.dataset.card === table.board.focused")
    assert not page.is_visible("#won")
    assert page.evaluate("location.hash") == "#problem=2"
    play_on(page, 3)
    page.goto(served.address + "problems.html")
    assert page.inner_text("#solved") == "1 of 60 solved."
    assert page.inner_text("[data-name='1'] .state") == "solved"
    assert page.inner_text("[data-name='2'] .state") == "begun"
    page.select_option("#by-state", "solved")
    assert page.locator(".grid > li:visible").count() == 1
    page.goto(served.address + "index.html")
    assert page.inner_text("#unfinished a") == "The buried aces"
    page.goto(served.address + "statistics.html")
    assert page.locator("#tiles strong").all_inner_texts()[:3] == ["2", "1", "50 %"]
    page.click("#export")
    text = page.input_value("#share-text")
    other = served.page("statistics.html")
    other.fill("#share-text", text)
    other.click("#import")
    assert other.inner_text("#kept") == "Progress of 2 games taken over."
    assert other.locator("#recent a").count() == 2
    other.evaluate(FULL)
    other.click("#import")
    assert other.inner_text("#kept").endswith(UNKEPT)


def test_it_works_offline_after_the_first_visit(served: Served) -> None:
    context = served.context({"service_workers": "allow"})
    page = served.page("index.html", context)
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(
        "navigator.serviceWorker.controller !== null || new Promise((done) => "
        "{ navigator.serviceWorker.oncontrollerchange = done; })"
    )
    context.set_offline(True)
    for name in PAGES:
        page.goto(f"{served.address}{name}.html")
        assert page.is_visible("main")
    page.goto(served.address)
    assert page.is_visible("text=Learn to play")
    page.goto(served.address + "play.html#problem=30")
    laid(page)
    page.wait_for_selector(".face > g", state="attached")  # the pictures of courts too
    play_on(page)
    assert page.inner_text("#won-title") == "Won in 32 moves"
    page.goto(served.address + "solve.html")
    page.select_option(".entry select", "microsoft")
    tap(page, *(card[0] for card in FAMOUS.split()))
    page.click("button:text-is('Solve')")
    page.wait_for_selector(".result .worths li")
    assert page.inner_text(".result h2") == "Won in 45 moves"


def test_a_link_carries_deal_rules_and_moves(served: Served) -> None:
    page = laid(served.page("play.html#g=microsoft&n=9&m=KD.5C8S.d"))
    assert page.inner_text("h1") == "Microsoft's Pyramid, deal 9"
    assert page.inner_text("#status").startswith("3 moves")
    assert page.evaluate("location.hash") == "#g=microsoft&n=9"
    assert not page.is_checked("#open-stock")  # hints are fair: deals are played as at a table
    assert page.locator(".card.down").count() > 0
    page.evaluate("byId('share-link').click()")
    link = page.input_value("#share-text")
    assert link == f"{served.address}play.html#g=microsoft&n=9&m=KD.5C8S.d"
    page.evaluate("location.hash = '#g=microsoft&n=9&m=KD'")
    page.wait_for_selector("#status:has-text('1 move ')")
    page.evaluate("table.deal()")
    page.reload()
    assert laid(page).inner_text("#status").startswith("2 moves")
    page.evaluate("location.hash = '#problem=30'")
    page.wait_for_selector("h1:text-is('Four kings in the stock')")
    assert page.is_checked("#open-stock")


def test_days_are_played_and_shared(served: Served) -> None:
    context = served.context()
    page = served.page("play.html#day=2026-11-22", context)
    laid(page)
    assert page.inner_text("h1") == "Sunday, 22 November"
    assert page.get_attribute("#stars", "aria-label") == "Master, 5 of 5 stars"
    play_on(page)
    told = page.evaluate("resultOf(played.stage)").splitlines()
    assert told[0] == "Pyramid & Giza, Sunday, 22 November 2026"
    assert re.fullmatch(r"Giza ★★★★★ \d+:\d\d, no hints", told[1])
    assert told[2] == f"{served.address}play.html#day=2026-11-22"
    assert page.evaluate("todayHere()") == "2026-11-22"
    days = [f"2026-11-{day}" for day in (17, 18, 20, 21, 22)]
    streak = page.evaluate("days => streaks(days, '2026-11-23')", days)
    assert streak == {"now": 3, "best": 3}
    page.goto(served.address + "statistics.html")
    page.wait_for_selector("html.filled")
    tiles = page.locator("#tiles li").all_text_contents()
    assert tiles[0] == "1deal played"
    assert tiles[5] == "1day in a row at most"


def test_a_deal_by_number_is_judged_while_it_is_played(served: Served) -> None:
    page = laid(served.page("play.html#g=pyramid&n=40&w=1"))
    assert page.inner_text("h1") == "Pyramid, deal 47"
    assert page.evaluate("location.hash") == "#g=pyramid&n=47&w=1"
    page.evaluate("location.hash = '#g=giza&n=1'")
    page.wait_for_selector("h1:text-is('Giza, deal 1')")
    page.wait_for_selector("#answer-body :text('No:')", state="attached")
    page.evaluate("location.hash = '#g=giza&n=517383&m=KH.KC'")
    page.wait_for_selector("h1:text-is('The easiest of a million')")
    assert page.inner_text("#status").startswith("2 moves")
    for wrong in ("#problem=99", "#problem=../x", "#day=soon", "#g=giza&n=-1", "#g=none&n=1"):
        page.evaluate("hash => { byId('message').dataset.text = ''; location.hash = hash; }", wrong)
        page.wait_for_selector("#message.refused")
        assert page.inner_text("h1") == "The easiest of a million"


def test_a_link_that_names_nothing_says_what_is_shown(served: Served) -> None:
    page = served.page("about.html")
    for fragment, lack in (
        ("day=", "names no date"),
        ("problem=", "names no problem"),
        ("g=giza", "has no deal number"),
        ("g=giza&n=", "has no deal number"),
        ("n=2", "names no game"),
        ("m=d2", "names no deal"),
    ):
        page.goto("about:blank")
        page.goto(f"{served.address}play.html#{fragment}")
        page.wait_for_selector("#message.refused")
        assert message(page) == f"The link {lack}: this is today's problem."
        assert page.inner_text("#subtitle").startswith("Today's problem")
        assert page.inner_text("#status").startswith("0 moves")
    page.goto("about:blank")
    page.goto(f"{served.address}play.html#")
    laid(page)
    assert message(page).startswith("Pick two cards")


@pytest.mark.slow
def test_games_with_several_wastes_or_two_packs_are_judged_on_a_site(served: Served) -> None:
    page = laid(served.page("play.html#g=day&n=3"))
    assert page.inner_text("h1") == "Day's Pyramid, deal 3"
    page.wait_for_selector("#answer-body :text('Yes')", state="attached")
    page.evaluate("location.hash = '#g=two-pyramids&n=1'")
    page.wait_for_selector("h1:text-is('Two Pyramids, deal 1')")
    page.wait_for_selector("#answer-body :text('Yes')", state="attached")
    page.evaluate("location.hash = '#g=two-pyramids&n=freecell-617'")
    page.wait_for_selector("#message.refused:has-text('the deck has 104')")
    page.evaluate("location.hash = '#g=cheops&n=3&m=d'")
    page.wait_for_selector("h1:text-is('Cheops, deal 3')")
    page.wait_for_selector("#answer-body :text('Yes')", state="attached")
    page.click("#advice summary")
    page.wait_for_selector("#advice-body :text('the win')")


def test_numbers_are_dealt_or_refused_by_the_games_own_rules(served: Served) -> None:
    page = served.page("numbers.html")
    asked = "game => gameNamed(game).then(({ rules, shape }) => [rules, shape.places])"
    for game in ("pyramid", "giza6x4", "spanish", "two-pyramids", "up-and-down"):
        rules, places = page.evaluate(asked, game)
        right = constant(GAMES[game])
        assert places == right["places"]
        for field in ("total", "ranks", "suits", "packs"):  # what `dealtCards` asks for
            assert rules[field] == right["rules"][field]
    page.fill("#number", "99999999999999999999999")
    assert page.inner_text("#wrong") == "pyrtool has deals 0 to 18446744073709551615."
    page.fill("#number", "617")
    for game, said in (
        ("double-pyramid", "This numbering deals 52 cards, the deck has 104."),
        ("spanish", "This numbering deals 52 cards, the deck has 48."),
        ("triangle", ""),
    ):
        page.select_option("#numbering", "freecell")
        page.select_option("#game", game)
        page.wait_for_function("said => byId('wrong').textContent === said", arg=said)
        assert page.get_attribute("#number", "aria-invalid") == str(bool(said)).lower()
        assert page.locator("#preview svg").count() == (not said)


def test_a_site_works_from_a_disk(root: Path, chromium: Browser) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text))
    page.goto((root / "a site" / "index.html").as_uri())
    page.wait_for_selector("#today-picture svg")
    page.goto((root / "a site" / "play.html").as_uri() + "#problem=lesson-5")
    laid(page)
    play_on(page)
    assert page.inner_text("#won-title") == "Won in 8 moves"
    context.close()
    assert trouble == []


@pytest.mark.slow
def test_the_board_draws_the_faces_of_the_deck(served: Served) -> None:
    page = laid(served.page("play.html#problem=30"))
    page.wait_for_selector(":nth-match(.face clipPath, .face > g, 12)", state="attached")
    rest = page.evaluate("document.querySelector('svg.shapes').innerHTML")
    drawn = page.evaluate(
        "[...table.board.buttons].map(([card, {children}]) => [card, children[0].outerHTML])"
    )
    assert len(drawn) == 52
    assert page.evaluate("document.querySelectorAll('#board *').length") < 700  # phones are slow
    deck = DECKS["4color"]
    for name, face in drawn[:: 52 // 12]:
        card = Card.parse(name)
        ink, dress, trim = (of[card.suit] for of in (deck.colours, deck.dress, deck.trim))
        face = face.replace("currentColor", ink).replace("var(--dress)", dress)
        face = face.replace("var(--trim)", trim).replace('class="index"', INDEX + f'stroke="{ink}"')
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="{XLINK}" viewBox="{BOX}">'
            f'<path d="M-120-168h240v336h-240z" fill="#FFF"/>{rest}{face.split(">", 1)[1]}'
        )
        seen = rasterised(picture.encode(), (300, 420)).convert("RGB")
        with Image.open(deck.raster_path(card, 300)) as kept:
            off = ImageChops.difference(seen, kept.convert("RGB")).convert("L").histogram()
        assert sum(off[48:]) <= 0.01 * sum(off), card


def test_on_a_phone_pages_fit_and_nothing_moves_while_they_are_filled(served: Served) -> None:
    watch = """
    window.moved = [];
    new PerformanceObserver((list) => moved.push(...list.getEntries().map((one) => one.value)))
      .observe({ type: "layout-shift", buffered: true });
    """
    context = served.context(PHONE)
    context.add_init_script(watch)
    page = served.page("about.html", context)
    played = [f"play.html#problem={number}" for number in (1, 12, 30)]
    for at in [*(f"{name}.html" for name in PAGES), *played]:
        page.goto("about:blank")
        page.goto(served.address + at)
        page.wait_for_selector("html.filled, html.laid")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        assert page.evaluate("moved") == [], at
        assert fits(page) or at in (played[0], played[2]), at


@pytest.mark.slow
@pytest.mark.skipif("PYRTOOL_AXE" not in os.environ, reason="PYRTOOL_AXE names no axe.min.js")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(served: Served, scheme: str) -> None:
    axe = Path(os.environ["PYRTOOL_AXE"]).read_text(encoding="utf-8")
    context = served.context({"bypass_csp": True, "color_scheme": scheme})
    page = laid(served.page("play.html#problem=1", context))
    play_on(page)
    for at in [*(f"{name}.html" for name in PAGES), "play.html#problem=2", "solve.html"]:
        page = served.page(at, context)
        page.wait_for_selector("html.filled, html.laid, .entry .keypad", state="attached")
        page.add_script_tag(content=axe)
        for palette in PALETTES:
            page.evaluate("p => { document.documentElement.dataset.palette = p; }", palette)
            assert page.evaluate(AXE) == [], (at, palette)
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [
        {"forced_colors": "active"},
        {"color_scheme": "dark"},
        {"reduced_motion": "no-preference"},
        {"viewport": {"width": 2560, "height": 1440}},
    ],
    ids=["forced", "dark", "motion", "large"],
)
def test_every_reader_plays(served: Served, how: dict[str, Any]) -> None:
    context = served.context(how)
    page = served.page("about.html", context)
    for name in PAGES:
        page.goto(f"{served.address}{name}.html")
        page.wait_for_selector("html.filled")
        wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide[0] <= wide[1], name
    page.goto(served.address + "play.html#problem=30")
    play_on(laid(page))
    assert page.inner_text("#won-title") == "Won in 32 moves"


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window, nor a card that can be played below it."""
    found: bool = page.evaluate(
        """document.documentElement.scrollWidth <= window.innerWidth
        && [...document.querySelectorAll('.card.free')]
          .every(card => card.getBoundingClientRect().bottom <= window.innerHeight)"""
    )
    return found


@pytest.mark.slow
def test_pages_fit_small_windows(served: Served) -> None:
    page = served.page("about.html", served.context(SMALL))
    for at in [*(f"{name}.html" for name in PAGES), "solve.html", "play.html#problem=12"]:
        page.goto(served.address + at)
        page.wait_for_selector("html.filled, html.laid, .entry .keypad", state="attached")
        assert fits(page), at
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide[0] <= wide[1], f"{at} with large text"
