"""A site in Chromium: played, reloaded, offline, from a disk; its shuffles beside the kernel's."""

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops

from pyrtool.game.cards import Card
from pyrtool.game.games import GAMES
from pyrtool.pages.page.appearance import BACKS
from pyrtool.pages.page.problem import constant
from pyrtool.pictures import DECKS
from pyrtool.pictures.cards.sprites import face_in_pixels

from ..browser import message, searched, seen
from ..chromium import Browser, Page
from ..pictured import rasterised
from ..readers import FAMOUS, FULL, UNKEPT, tap
from ..sites import PAGES, PHONE, PROBLEMS, SITE, SMALL, Served, go_offline, laid

INDEX = 'fill="none" stroke-linecap="square" stroke-miterlimit="1.5" '  # as cards.css has it
BOX = "-120 -168 240 336"
DAY = "play.html#day=2026-11-22"
XLINK = "http://www.w3.org/1999/xlink"


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


def hint(page: Page) -> None:
    page.click("#hint")
    page.wait_for_selector('#message[data-text^="Hint"]')


def filled(page: Page, at: str = "") -> Page:
    """Wait until a page of results is filled, `at` another address or where it is."""
    if at:
        page.goto(at)
    page.wait_for_selector("html.filled")
    return page


@pytest.mark.slow
def test_wins_of_a_level_earn_backs_of_cards(served: Served) -> None:
    page = laid(served.page("play.html#problem=1"))
    free = "[...byId('back').options].filter((one) => !one.disabled).map(({ value }) => value)"
    assert page.evaluate(free) == ["weave"]
    page.goto(served.address + "play.html#problem=7")
    page.wait_for_selector("#subtitle:has-text('Problem 7')")
    level = page.evaluate("played.stage.stars")
    assert 1 < level < 5
    play_on(page)
    earned = list(BACKS)[:level]
    assert page.evaluate(free) == earned
    names = ", ".join(BACKS[name] for name in earned[1:])
    assert page.inner_text("#earned").startswith(f"New card back: {names}. ")
    page.click("#earned button")
    assert page.get_attribute("html", "data-back") == earned[-1]
    page.evaluate("table.undo(); table.redo()")
    assert page.locator("#earned").count() == 0
    pattern = "getComputedStyle(document.documentElement).getPropertyValue('--pattern')"
    page.evaluate("byId('back').closest('details').open = true")
    page.select_option("#back", earned[0])
    first = page.evaluate(pattern)
    page.select_option("#back", earned[-1])
    page.reload()
    laid(page)
    assert page.input_value("#back") == earned[-1]
    assert page.evaluate(pattern) not in ("", first)
    filled(page, served.address + "settings.html")
    assert page.evaluate(free) == earned and page.input_value("#back") == earned[-1]
    patterns = {
        page.evaluate(f"document.documentElement.dataset.back = '{name}', {pattern}")
        for name in BACKS
    }
    assert len(patterns) == len(BACKS)


def test_a_problem_is_played_to_its_end(served: Served) -> None:
    page = served.page("index.html")
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
    assert page.inner_text("#solved") == f"1 of {len(PROBLEMS)} solved."
    assert page.inner_text("[data-name='1'] .state") == "solved"
    assert page.inner_text("[data-name='2'] .state") == "begun"
    assert seen(page, "statesOverWords") == []
    page.select_option("#by-state", "solved")
    assert page.locator(".grid > li:visible").count() == 1
    assert page.inner_text("summary:visible .count") == "(1)"
    page.goto(served.address + "index.html")
    assert page.inner_text("#unfinished a") == "The buried aces"
    page.goto(served.address + "statistics.html")
    assert page.locator("#tiles strong").all_inner_texts()[:3] == ["2", "1", "50%"]
    accuracy = page.locator("#tiles li").last.text_content()
    assert accuracy == "100%of moves without a mistake, last 1 game"
    page.click("#export")
    text = page.input_value("#share-text")
    other = served.page("statistics.html")
    other.fill("#share-text", text)
    other.click("#import")
    assert other.inner_text("#kept") == "Progress of 2 games imported."
    assert other.locator("#recent a").count() == 2
    other.evaluate(FULL)
    other.click("#import")
    assert other.inner_text("#kept").endswith(UNKEPT)


@pytest.mark.slow
def test_it_works_offline_after_the_first_visit(served: Served) -> None:
    page = served.page("index.html", served.context({"service_workers": "allow"}))
    go_offline(page)
    for name in PAGES:
        page.goto(f"{served.address}{name}.html")
        assert page.is_visible("main")
    page.goto(served.address)
    assert page.is_visible("text=Learn to play")
    page.goto(served.address + "play.html#problem=30")
    laid(page)
    page.wait_for_selector(".face > g", state="attached")  # the pictures of courts too
    page.wait_for_selector("#answer-body p + p", state="attached")  # and the reasons
    play_on(page)
    assert page.inner_text("#won-title") == "Won in 32 moves"
    page.goto(served.address + "solve.html")
    page.select_option(".entry select", "microsoft")
    tap(page, *(card[0] for card in FAMOUS.split()))
    page.click("button:text-is('Solve')")
    page.wait_for_selector(".result .worths li")
    assert page.inner_text(".result h2") == "Won in 45 moves"


@pytest.mark.slow
def test_a_reader_asks_why(served: Served) -> None:
    """For a problem and for a day, each after its own view."""
    page = laid(served.page("play.html#problem=8"))
    page.wait_for_selector("#answer-body p + p", state="attached")
    page.evaluate("while (!document.querySelector('.why')) table.giveHint()")
    page.click(".why")
    assert "a king alone loses nothing." in page.inner_text("#message")
    assert page.locator("#answer-body p").all_text_contents()[-1].startswith("Reasoning: 11 forced")
    page.evaluate("location.hash = '#day=2026-11-22'")
    page.wait_for_selector("h1:text-is('Sunday, 22 November')")
    page.wait_for_selector("#answer-body p + p", state="attached")
    page.evaluate("location.hash = '#problem=48'")  # no deduction holds under its rules
    page.wait_for_selector("h1:text-is('Sixes are brothers')")
    page.evaluate("while (!document.querySelector('.why')) table.giveHint()")
    page.click(".why")
    assert "waits only for" in page.inner_text("#message")


@pytest.mark.slow
def test_a_link_carries_deal_rules_and_moves(served: Served) -> None:
    page = laid(served.page("play.html#g=microsoft&n=9&m=KD.5C8S.d"))
    assert page.inner_text("h1") == "Microsoft’s Pyramid, deal 9"
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


@pytest.mark.slow
def test_days_are_played_and_shared(served: Served) -> None:
    page = laid(served.page(DAY))
    assert page.inner_text("h1") == "Sunday, 22 November"
    assert page.get_attribute("#stars", "aria-label") == "Master, 5 of 5, several trials"
    play_on(page)
    lines = page.evaluate("load('runs').then(() => resultOf(played.stage))").splitlines()
    assert lines[0] == "Pyramid & Giza, Sunday, 22 November 2026"
    assert re.fullmatch(r"Giza ●●●●● \d+:\d\d, no hints", lines[1])
    link, _, run = lines[-1].partition("#f=")
    assert link == f"{served.address}day/2026-11-22.html"
    assert re.fullmatch(r"\d+\.0\.0\.[0-9a-f]{8}", run)
    grid = lines[2:-2]
    assert lines[-2] == "🟩 discarded early, 🟥 late"
    assert [len(row) for row in grid] == list(range(1, 8))
    assert grid[0] == "🟥"  # the apex goes late
    assert {square for row in grid for square in row} <= set("🟩🟨🟧🟥")
    assert "🟩" in grid[-1]
    assert page.evaluate("todayHere()") == "2026-11-22"
    friend = laid(served.page(lines[-1].removeprefix(served.address)))
    assert friend.url == f"{served.address}play.html#day=2026-11-22"
    friend.wait_for_selector('#message[data-text^="A friend won this deal"]')
    days = [f"2026-11-{day}" for day in (17, 18, 20, 21, 22)]
    streak = page.evaluate("days => streaks(days, '2026-11-23')", days)
    assert streak == {"now": 3, "best": 3}
    page.goto(served.address + "index.html")
    page.wait_for_selector("#streak:text-is('The next one comes at midnight')")
    filled(page, served.address + "statistics.html")
    tiles = page.locator("#tiles li").all_text_contents()
    assert tiles[0] == "1deal played"
    assert tiles[5] == "1day in the longest run"


NO_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });
"""


@pytest.mark.slow
def test_the_week_is_a_row_that_turns_face_up(served: Served) -> None:
    context = served.context({**PHONE, "reduced_motion": "no-preference"})
    page = filled(served.page("index.html", context))
    rows = "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    tops = page.locator("#week li").evaluate_all(rows)
    assert len(tops) == 7 and len(set(tops)) == 1
    assert page.locator("#week .solved").count() == 0
    last = page.locator("#week a").last
    assert last.get_attribute("aria-current") == "date"
    assert last.inner_text().split()[:2] == ["Sun", "22"]
    heard = "Sunday, 22 November 2026, Master, not solved"
    assert page.get_by_role("link", name=heard, exact=True).get_attribute("aria-current") == "date"
    small = "all => all.filter((one) => one.offsetWidth < 44 || one.offsetHeight < 44).length"
    assert page.locator("#week a").evaluate_all(small) == 0
    last.click()
    laid(page)
    play_on(page)
    for shown in ("solved turning", "solved"):
        filled(page, served.address + "index.html")
        assert page.locator("#week .solved").count() == 1
        assert page.locator("#week li").last.get_attribute("class") == shown
    assert page.evaluate("document.querySelector('#week .solved').innerText")[0] in "A23456789TJQK1"
    private = served.context(PHONE)
    private.add_init_script(NO_STORAGE)
    page = filled(served.page("index.html", private))
    assert page.locator("#week li").count() == 7


RESULT = """load("runs").then(() => resultOf(played.stage).split("\\n")[1]
  .replace(/\\d+:\\d\\d/, "TIME"))"""
LINK = "load('runs').then(() => resultOf(played.stage).split('\\n').at(-1))"


@pytest.mark.slow
def test_a_link_carries_the_run_of_a_friend(served: Served) -> None:
    """One that was played, of this deal, and as it was written."""
    page = laid(served.page("play.html#problem=2"))
    play_on(page)
    page.evaluate("table.again()")
    hint(page)
    play_on(page, 2)
    page.evaluate("table.undo(), table.clock.set(83000)")
    play_on(page)
    assert not page.locator("#runs").count()
    link = page.evaluate(LINK)
    at, _, run = link.partition("&f=")
    assert at == f"{served.address}play.html#problem=2"
    assert run.split(".")[1:3] == ["1", "1"]
    page.evaluate("table.play.followSolution(3), table.again(), table.last()")
    assert "&f=" not in page.evaluate(LINK)  # it was not played

    friend = laid(served.page(link.removeprefix(served.address)))
    assert friend.evaluate("location.hash") == "#problem=2"
    friend.wait_for_selector('#message[data-text^="A friend won this deal in 1:2"]')
    assert message(friend).endswith(", 1 hint, with undo.")
    play_on(friend, 3)
    friend.reload()
    laid(friend)
    friend.wait_for_selector('#message[data-text^="A friend"]')
    friend.evaluate("table.clock.set(60000)")
    play_on(friend)
    friend.wait_for_selector("#runs")
    cells = friend.locator("#runs td").all_inner_texts()[1:]
    assert cells[2:] == ["no hints", "1 hint", "no undo", "with undo"]
    assert re.fullmatch(r"You were \d+ seconds faster\.", friend.inner_text("#runs caption"))

    forged = [run.replace(".1.1.", ".0.0."), "1" + run, run + "0", "", "<b>.0.0.00000000", "s"]
    for wrong in forged:
        friend.goto("about:blank")
        friend.goto(f"{served.address}play.html#problem=3&f={wrong}")
        laid(friend)
        friend.wait_for_selector('#message[data-text^="The link\'s result is not"]')
        assert friend.evaluate("played.stage.friend") is None


@pytest.mark.slow
def test_what_is_shared_was_played(served: Served) -> None:
    """Not a line that the page showed but for its last move, nor one that came with a link."""
    context = served.context()
    page = laid(served.page(DAY, context))
    page.click("#answer summary")
    page.click("#reveal")
    for _ in range(27):
        page.click("#next")
    page.reload()
    laid(page)
    play_on(page)
    assert page.inner_text("#won-moves").endswith("You followed the solution.")
    assert page.evaluate(RESULT) == "Giza ●●●●● followed the solution"
    home = filled(served.page("index.html", context))
    assert not home.is_visible("#going-on")
    assert home.inner_text("#today-play") == "Play again"
    filled(home, served.address + "statistics.html")
    assert home.inner_text("#recent li").endswith("Giza, followed the solution")
    assert home.locator("#tiles strong").all_inner_texts()[:2] == ["1", "0"]
    page.click("#won-again")
    play_on(page)
    assert page.evaluate(RESULT) == "Giza ●●●●● TIME, solution seen"
    other = laid(served.page(DAY + "&m=" + page.evaluate("share.link().split('&m=')[1]")))
    assert other.evaluate(RESULT) == "Giza ●●●●● began with given moves"
    other.click("#undo")
    other.click("#redo")
    assert other.evaluate("table.best") is None
    other.evaluate("table.restart()")
    play_on(other)
    assert other.evaluate(RESULT) == "Giza ●●●●● TIME, no hints"


@pytest.mark.slow
def test_hints_before_the_first_move_and_advice_are_counted(served: Served) -> None:
    page = laid(served.page(DAY))
    for _ in range(2):
        hint(page)
    page.reload()
    laid(page)
    page.evaluate("table.move(table.play.solution[0])")
    page.click("#advice summary")
    page.wait_for_selector("#advice-body .won")
    play_on(page)
    assert page.evaluate(RESULT).startswith("Giza ●●●●● TIME, ")
    hints = int(page.evaluate(RESULT).split(", ")[1].removesuffix(" hints"))
    assert 2 <= hints <= 28
    page.evaluate("table.again()")
    hint(page)
    assert page.evaluate("table.hints") == hints  # it was won


@pytest.mark.slow
def test_a_deal_by_number_is_judged_while_it_is_played(served: Served) -> None:
    page = laid(served.page("play.html#g=pyramid&n=40&w=1"))
    assert page.inner_text("h1") == "Pyramid, deal 47"
    assert page.evaluate("location.hash") == "#g=pyramid&n=47&w=1"
    page.evaluate("location.hash = '#g=giza&n=1'")
    page.wait_for_selector("h1:text-is('Giza, deal 1')")
    page.wait_for_selector("#answer-body :text('No:')", state="attached")
    assert page.locator("[data-mark]").count() == 0
    page.click("#answer summary")
    page.click("#reveal")
    assert page.is_visible("#legend")
    marks = page.locator("[data-mark]").evaluate_all("all => all.map((one) => one.dataset)")
    assert {one["card"]: one["mark"] for one in marks} == {
        "TD": "stuck",
        **dict.fromkeys(("3C", "3D", "3H", "3S"), "waits"),
    }
    page.click("#hint")
    page.click("text=Why?")
    assert page.is_visible("#explained")
    page.evaluate("location.hash = '#g=giza&n=517383&m=KH.KC'")
    page.wait_for_selector("h1:text-is('The easiest of a million')")
    assert page.inner_text("#status").startswith("2 moves")
    for wrong in ("#problem=99", "#problem=../x", "#day=soon", "#g=giza&n=-1", "#g=none&n=1"):
        page.evaluate("hash => { byId('message').dataset.text = ''; location.hash = hash; }", wrong)
        page.wait_for_selector("#message.refused")
        assert page.inner_text("h1") == "The easiest of a million"


@pytest.mark.slow
def test_a_lost_deal_by_number_has_steps_and_another_deal(served: Served) -> None:
    """Where no explanation was made with the site, those of its block."""
    page = laid(served.page("play.html#g=giza&n=5"))
    page.click("#message >> text=Why?")
    words = page.locator("#explained p")
    assert words.inner_text() == "1. At most 6 of the 8 pairs of A–Q and 5–8 can be discarded."
    page.click("#explained >> text=Next")
    marks = "[...document.querySelectorAll('[data-mark]')].map((card) => card.dataset.card)"
    assert page.evaluate(marks) == ["QS", "AH"]
    page.click("#explained >> text=Close")
    page.click("#tally .fresh")
    page.wait_for_selector("h1:not(:text-is('Giza, deal 5'))")
    assert page.inner_text("#title").startswith("Giza, deal ")
    assert "w=1" in page.url and not page.is_visible("#message .fresh")


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
        assert page.inner_text("#subtitle").startswith("Today’s problem")
        assert page.inner_text("#status").startswith("0 moves")
    page.goto("about:blank")
    page.goto(f"{served.address}play.html#")
    laid(page)
    assert message(page).startswith("Discard two free cards")


@pytest.mark.slow
def test_numbers_are_dealt_or_refused_by_the_games_own_rules(served: Served) -> None:
    page = served.page("numbers.html")
    asked = "game => gameNamed(game).then(({ rules, shape }) => [rules, shape.places])"
    for game in ("pyramid", "giza6x4", "spanish", "two-pyramids", "up-and-down"):
        rules, places = page.evaluate(asked, game)
        right = constant(GAMES[game])
        assert places == right["places"]
        for field in ("tableau", "total", "ranks", "suits", "packs"):  # what `dealtCards` asks for
            assert rules[field] == right["rules"][field]
    page.fill("#number", "99999999999999999999999")
    assert page.inner_text("#wrong") == "pyrtool has deals 0 to 18446744073709551615."
    page.fill("#number", "617")
    for game, wrong in (
        ("double-pyramid", "This numbering deals 52 cards, the deck has 104."),
        ("spanish", "This numbering deals 52 cards, the deck has 48."),
        ("triangle", ""),
    ):
        page.select_option("#numbering", "freecell")
        page.select_option("#game", game)
        page.wait_for_function("text => byId('wrong').textContent === text", arg=wrong)
        assert page.get_attribute("#number", "aria-invalid") == str(bool(wrong)).lower()
        assert page.locator("#preview svg").count() == (not wrong)


@pytest.mark.slow
def test_a_site_works_from_a_disk(root: Path, chromium: Browser) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text))
    page.goto((root / SITE / "index.html").as_uri())
    page.wait_for_selector("#today-picture svg")
    page.goto((root / SITE / "play.html").as_uri() + "#problem=lesson-5")
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
        shown = rasterised(picture.encode(), (300, 420)).convert("RGB")
        off = ImageChops.difference(shown, face_in_pixels(card, deck, 300)).convert("L").histogram()
        assert sum(off[48:]) <= 0.01 * sum(off), card


@pytest.mark.slow
def test_the_searches_come_with_the_first_question(served: Served) -> None:
    """In a worker, or on the page where there is none; if they cannot be read, it says so."""
    hints = []
    for has_workers in (True, False):
        page = laid(served.page("play.html#problem=1"))
        assert page.evaluate("!('engine' in arrived) && typeof answerTo === 'undefined'")
        page.evaluate("has => { table.solver.hasWorkers = has; }", has_workers)
        page.evaluate("table.play.wins.clear(); table.giveHint()")
        searched(page)
        assert page.evaluate("(table.solver.worker !== null)") == has_workers
        hints.append(message(page))
    assert hints[0] == hints[1] != ""
    assert hints[0].startswith("Hint: ")
    page = laid(served.page("play.html#problem=1"))
    page.evaluate("() => { frame.later = () => Promise.reject(new Error()); }")
    page.evaluate("table.play.wins.clear(); table.giveHint()")
    searched(page)
    assert message(page).startswith("No hint: the search reached its limit")


WATCH = """
window.moved = [];
new PerformanceObserver((list) => moved.push(...list.getEntries().map((one) => one.value)))
  .observe({ type: "layout-shift", buffered: true });
"""
FITS = """document.documentElement.scrollWidth <= window.innerWidth
&& [...document.querySelectorAll('.card.free')]
  .every(card => card.getBoundingClientRect().bottom <= window.innerHeight)"""
"""Whether nothing is wider than the window, nor a card that can be played below it."""


@pytest.mark.slow
@pytest.mark.parametrize("how", [PHONE | {"locale": "de"}, SMALL])
def test_on_a_phone_pages_fit_and_nothing_moves_while_they_are_filled(
    served: Served, how: dict[str, Any]
) -> None:
    """Nor when their words are translated; on a small one large text fits too."""
    context = served.context(how)
    context.add_init_script(WATCH)
    page = served.page("about.html", context)
    played = [f"play.html#problem={number}" for number in (1, 12, 30)]
    for at in [*(f"{name}.html" for name in PAGES), "solve.html", *played]:
        page.goto("about:blank")
        page.goto(served.address + at)
        page.wait_for_selector("html.filled, html.laid, .entry .keypad", state="attached")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        assert page.evaluate("moved") == [], at
        assert page.evaluate(FITS) or at in (played[0], played[2]), at
        if how == SMALL:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
            assert wide[0] <= wide[1], f"{at} with large text"


@pytest.mark.slow
def test_the_links_fold_into_a_menu(served: Served) -> None:
    """On the board's page in every window, on the others where there is no room."""
    here = f"document.activeElement === document.querySelector({MENU!r})"
    for how, at in ((PHONE, "index.html"), (PHONE, "play.html#problem=1"), ({}, "play.html")):
        page = served.page(at, served.context(how))
        page.wait_for_selector("html.filled, html.laid")
        for _ in range(2):
            assert not page.is_visible("#links a")
            page.click(MENU)
            assert page.locator("#links a:visible").count() == 7 + (at == "play.html#problem=1")
            assert page.evaluate(
                """() => {
                  const { left, right } = byId("links").getBoundingClientRect();
                  return left >= 0 && right <= innerWidth;
                }"""
            )
            page.keyboard.press("Escape")
            assert page.evaluate(here)
        page.click(MENU)
        page.mouse.click(5, 300)
        assert not page.is_visible("#links a")
        page.click(MENU)
        page.click("#links >> text=About")
        page.wait_for_selector("h1:text-is('About')")


MENU = "#menu[aria-controls=links]"


@pytest.mark.slow
def test_a_newcomer_is_shown_the_rules_on_an_easy_game(served: Served) -> None:
    page = served.page("index.html")
    page.click("text=Play an easy game")
    laid(page)
    words = page.locator("#explained p[data-text]")
    assert (words.get_attribute("data-text") or "").startswith("Press two cards that add to 13")
    assert page.locator("[data-mark=step]").count() == 2
    page.wait_for_selector("#answer-body p + p", state="attached")  # reasons come meanwhile
    play_on(page, 1)
    assert "A king is 13" in words.inner_text()  # what was not read comes after a move
    page.click("#explained .main")
    assert "Discard all cards to win." in words.inner_text()
    page.click("#explained >> text=Close")
    play_on(page, 1)
    page.goto(served.address + "index.html")
    page.wait_for_selector("html.filled")
    assert not page.is_visible("#first")
