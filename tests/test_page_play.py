"""A page in Chromium, played as a reader plays it: by clicks, taps, keys, and step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyrtool.cards import Card
from pyrtool.deals import deal
from pyrtool.games import GAMES, Rules
from pyrtool.position import DealStock, Discard, Position, Redeal
from pyrtool.render.page import page as make
from pyrtool.render.scene import compose
from pyrtool.render.theme import THEMES
from pyrtool.render.words import describe
from pyrtool.solver import Limits, Lost, Won, solve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    Open = Callable[..., Page]

WON = [("giza", 2), ("pyramid", 47), ("tut", 2)]
PHONE: ViewportSize = {"width": 320, "height": 640}
DESK: ViewportSize = {"width": 1440, "height": 900}


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a deal as a file; at the end nothing may have gone wrong on it."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def open_page(
        rules: Rules, number: int, how: dict[str, Any] | None = None, **more: Any
    ) -> Page:
        given = deal(number, rules=rules)
        limits = more.pop("limits", Limits())
        file = tmp_path / f"{len(contexts)}.html"
        file.write_bytes(make(given, rules, solve(given.cards, rules, limits), **more))
        options = {"viewport": DESK, "reduced_motion": "reduce", **(how or {})}
        contexts.append(context := chromium.new_context(**options))
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda message: trouble.append(message.text))
        page.on("request", lambda request: requested(request.url, file.as_uri()))
        page.goto(file.as_uri())
        return page

    def requested(url: str, own: str) -> None:
        if url != own and not url.startswith(("data:", "blob:")):  # the worker is a blob
            trouble.append(f"asked for {url}")

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def solution(rules: Rules, number: int) -> Won:
    verdict = solve(deal(number, rules=rules).cards, rules)
    assert isinstance(verdict, Won)
    return verdict


def positions(rules: Rules, number: int) -> list[Position]:
    """The tables of the solution, from the start to the goal."""
    tables = [Position.start(deal(number, rules=rules).cards, rules)]
    for move in solution(rules, number).moves:
        tables.append(tables[-1].play(move))
    return tables


def card(page: Page, which: Card | str) -> Any:
    return page.locator(f'[data-card="{which}"]')


def click(page: Page, which: Card | str, tap: bool = False) -> None:
    """Press where a card's index is: the part that shows of every card on the table."""
    x, y = page.evaluate(
        """card => {
          const button = view.board.buttons.get(card);
          button.scrollIntoView({ block: "nearest" });
          const box = button.getBoundingClientRect();
          return [box.x + 0.15 * box.width, box.y + 0.12 * box.height];
        }""",
        str(which),
    )
    (page.touchscreen.tap if tap else page.mouse.click)(x, y)


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
    """Wait for the end of a search for a hint."""
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


@pytest.mark.parametrize(("game", "number"), WON)
def test_a_whole_solution_by_clicks(opened: Open, game: str, number: int) -> None:
    rules = GAMES[game]
    page = opened(rules, number)
    moves = solution(rules, number).moves
    for move, table in zip(moves, positions(rules, number)[1:], strict=True):
        if isinstance(move, Discard):
            for which in move.cards:
                click(page, which)
        else:
            push(page, "deal")
        assert words(page) == describe(table).splitlines()
    assert message(page).endswith(f"Won in {len(moves)} moves!")


@pytest.mark.parametrize(("game", "number"), WON)
def test_a_whole_solution_by_the_keyboard_alone(opened: Open, game: str, number: int) -> None:
    rules = GAMES[game]
    page = opened(rules, number)
    page.keyboard.press("Tab")
    for move in solution(rules, number).moves:
        if isinstance(move, Discard):
            for which in move.cards:
                walk(page, which)
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
    assert "Won in" in message(page)


def walk(page: Page, goal: Card) -> None:
    """Go to a card with the arrow keys, on a way found by the page's own map of them."""
    way = page.evaluate(
        """goal => {
          const from = document.activeElement.dataset.card;
          const ways = new Map([[from, []]]);
          for (const [card, way] of ways) {
            for (const [key, [dx, dy]] of Object.entries(ARROWS)) {
              const next = view.board.towards(card, dx, dy);
              if (next !== null && !ways.has(next)) ways.set(next, [...way, key]);
            }
          }
          return ways.get(goal) ?? null;
        }""",
        str(goal),
    )
    assert way is not None, f"no arrow key leads to {goal}"
    for key in way:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.card") == str(goal)


@pytest.mark.parametrize(("game", "number"), WON)
def test_the_solution_step_by_step(opened: Open, game: str, number: int) -> None:
    rules = GAMES[game]
    tables = [describe(table).splitlines() for table in positions(rules, number)]
    page = opened(rules, number)
    assert not page.is_visible("#next")
    page.click("#answer summary")
    count = len(tables) - 1
    assert pushed(page, "next", count) == tables[1:]
    assert pushed(page, "previous", count) == tables[-2::-1]
    push(page, "last")
    assert words(page) == tables[-1]
    push(page, "first")
    assert words(page) == tables[0]
    page.click("#moves li:nth-child(5) button")
    assert words(page) == tables[5]
    assert page.inner_text("#progress") == f"Move 5 of {count}"
    assert page.locator("#moves [aria-current=step]").count() == 1


def test_the_solution_plays_by_itself(opened: Open) -> None:
    rules = GAMES["giza"]
    page = opened(rules, 2, open_answer=True)
    page.clock.install()
    push(page, "run")
    assert page.inner_text("#run") == "Pause"
    page.clock.run_for(3000)
    assert page.inner_text("#progress") == "Move 4 of 28"
    push(page, "run")
    page.clock.run_for(3000)
    assert page.inner_text("#progress") == "Move 4 of 28"
    push(page, "run")
    page.clock.run_for(30_000)
    assert shown(page) == []
    assert page.inner_text("#run") == "Play"


def test_illegal_moves_are_refused_with_the_reason(opened: Open) -> None:
    rules = GAMES["giza"]
    page = opened(rules, 2)
    before = words(page)
    click(page, "2C")
    assert message(page) == "2C (pyramid 6.1) is covered by 7H and 9C"
    click(page, "7H")
    click(page, "9C")
    assert message(page) == "7H/9C: 7 + 9 is 16, not 13"
    click(page, "4C")
    assert message(page) == "9C/4C: 4C (column 7) is covered by 8S"
    assert "refused" in (page.locator("#message").get_attribute("class") or "")
    push(page, "undo")
    assert message(page) == "There is no move to undo."
    assert words(page) == before
    assert page.locator("#deal").count() == 0
    page.keyboard.press("d")
    assert message(page) == "deal: there is no stock to deal from"


def test_a_choice_can_be_taken_back(opened: Open) -> None:
    page = opened(GAMES["giza"], 2)
    click(page, "7H")
    assert card(page, "7H").get_attribute("aria-pressed") == "true"
    click(page, "7H")
    assert message(page) == "No card is selected."
    click(page, "7H")
    page.keyboard.press("Escape")
    assert page.locator("[aria-pressed]").count() == 0


def test_undo_and_redo(opened: Open) -> None:
    rules = GAMES["pyramid"]
    tables = [describe(table).splitlines() for table in positions(rules, 47)]
    page = opened(rules, 47, after=6)
    assert words(page) == tables[6]
    for at in (5, 4, 3):
        page.keyboard.press("u")
        assert words(page) == tables[at]
    page.keyboard.press("r")
    assert words(page) == tables[4]
    push(page, "redo")
    assert words(page) == tables[5]
    push(page, "restart")
    assert words(page) == tables[0]
    push(page, "deal")  # another line: what was undone is forgotten
    push(page, "redo")
    assert message(page) == "There is no move to redo."


def test_par_is_scored_and_passes_are_counted(opened: Open) -> None:
    rules = GAMES["par"]
    tables = positions(rules, 2)
    page = opened(rules, 2, open_answer=True)
    assert page.inner_text("#status") == "0 moves · 52 cards left · pass 1 of 3 · score −52"
    for at, table in enumerate(tables[1:], 1):
        push(page, "next")
        status = page.inner_text("#status")
        assert f"{at} move" in status
        assert status.endswith(f"score {table.score()}".replace("-", "−"))
        assert f"pass {table.pass_number} of 3" in status
    assert tables[-1].score() > 0


def test_redeals_until_the_last_pass(opened: Open) -> None:
    rules = replace(GAMES["tut"], passes=2)
    page = opened(rules, 2)
    for _ in range(8):
        push(page, "deal")
    assert page.inner_text("#deal").startswith("Redeal")
    push(page, "deal")
    assert message(page) == "Pass 2 begins."
    for _ in range(8):
        push(page, "deal")
    push(page, "deal")
    assert message(page) == "deal: the stock is empty; redeal: this is pass 2 of 2"
    assert page.get_attribute("#deal", "aria-disabled") == "true"


def test_a_press_on_the_stock_deals(opened: Open) -> None:
    rules = GAMES["pyramid"]
    start = positions(rules, 47)[0]
    assert start.turned is not None
    page = opened(rules, 47)
    click(page, start.stock[5])
    assert words(page) == describe(start.play(DealStock())).splitlines()


def test_pairs_that_vanish_are_told(opened: Open) -> None:
    rules = replace(GAMES["pyramid"], stock_waste="auto-on-turn")
    position = Position.start(deal(1, rules=rules).cards, rules)
    deals = 0
    while not position.vanished:
        position = position.play(DealStock())
        deals += 1
    page = opened(rules, 1)
    for _ in range(deals):
        push(page, "deal")
    first, second = position.vanished[0]
    assert f"{first} and {second} match and vanish." in message(page)
    assert words(page) == describe(position).splitlines()


def test_a_touch_plays_too(opened: Open) -> None:
    rules = GAMES["pyramid"]
    page = opened(rules, 47, {"viewport": PHONE, "has_touch": True, "is_mobile": True})
    moves = solution(rules, 47).moves
    for move in moves[:12]:
        if isinstance(move, Discard):
            for which in move.cards:
                click(page, which, tap=True)
        else:
            page.tap("#deal")
    assert words(page) == describe(positions(rules, 47)[12]).splitlines()


def test_a_win_is_told_against_the_fewest_moves(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47)
    push(page, "deal")
    push(page, "undo")
    push(page, "last")
    moves = len(solution(GAMES["pyramid"], 47).moves)
    assert page.inner_text("#won-title") == f"Won in {moves} moves"
    assert page.inner_text("#won-moves") == "As short as the solution."
    assert page.get_attribute("#won-stars", "aria-label") == "3 of 3 stars"
    assert page.evaluate("document.activeElement.id") == "won-title"
    push(page, "back")
    assert not page.is_visible("#won")
    push(page, "redo")
    push(page, "again")
    assert page.inner_text("#status").startswith("0 moves")


def test_the_last_pass_offers_no_redeal(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47)
    for _ in range(24):
        push(page, "deal")
    assert page.inner_text("#deal").startswith("Deal")
    assert page.get_attribute("#deal", "aria-disabled") == "true"


# Hints, and what is not told before it is asked for.


def test_hints_along_the_solution_win(opened: Open) -> None:
    rules = GAMES["giza"]
    page = opened(rules, 2)
    for move in solution(rules, 2).moves:
        page.keyboard.press("h")
        marked = page.locator('[data-mark="move"]').evaluate_all(
            "cards => cards.map(c => c.dataset.card)"
        )
        assert set(marked) == set(str(move).split("/"))
        assert message(page) == f"Hint: discard {str(move).replace('/', ' and ')}."
        for which in str(move).split("/"):
            click(page, which)
    assert "Won in" in message(page)


def test_off_the_solution_a_hint_is_searched_for(opened: Open) -> None:
    rules = GAMES["giza"]
    page = opened(rules, 2)
    start = Position.start(deal(2, rules=rules).cards, rules)
    told = set()
    for move in start.legal_moves():
        after = start.play(move)
        for which in str(move).split("/"):
            click(page, which)
        push(page, "hint")
        searched(page)
        push(page, "hint")  # what was found is kept
        hint = message(page)
        if hint.startswith("Hint: discard "):
            told.add("won")
            pair = hint.removeprefix("Hint: discard ").removesuffix(".").split(" and ")
            after.play(Discard(tuple(map(Card.parse, pair))))  # is legal
        else:
            told.add("lost")
            assert hint.startswith("From here the game cannot be won any more: ")
            assert hint.endswith(". Undo 1 move: from there it can be won.")
        push(page, "undo")
    assert "won" in told


def test_a_position_that_is_lost_is_told_after_a_search(opened: Open) -> None:
    rules = GAMES["pyramid"]
    page = opened(rules, 47)
    for _ in range(24):
        push(page, "deal")
    push(page, "hint")
    searched(page)
    assert message(page).startswith("From here the game cannot be won any more")
    undo = int(message(page).split("Undo ")[1].split(" move")[0])
    for _ in range(undo):
        push(page, "undo")
    push(page, "hint")
    assert message(page).startswith("Hint: ")


def test_a_lost_deal_shows_its_block_when_asked(opened: Open) -> None:
    page = opened(GAMES["giza"], 3)
    assert page.locator("[data-mark]").count() == 0
    assert "cannot be discarded" not in page.inner_text("main")
    page.click("#answer summary")
    page.wait_for_selector('[data-card="QD"][data-mark="stuck"]')
    assert card(page, "AC").get_attribute("data-mark") == "waits"
    assert "marked as stuck" in (card(page, "QD").get_attribute("aria-label") or "")
    assert "the set A-Q cannot be discarded" in page.inner_text("#answer")
    page.click("#answer summary")
    page.wait_for_selector("[data-mark]", state="detached")
    push(page, "hint")
    assert message(page) == "This deal cannot be won, whatever is played."


def test_a_deal_that_is_not_known(opened: Open) -> None:
    rules = GAMES["giza"]
    page = opened(rules, 2, limits=Limits(nodes=1))
    page.click("#answer summary")
    assert "Not known" in page.inner_text("#answer")
    push(page, "hint")
    searched(page)
    assert message(page).startswith("Hint: discard ")


# Looks.


@pytest.mark.parametrize("size", [PHONE, {"width": 768, "height": 1024}, DESK])
@pytest.mark.parametrize("game", ["giza", "pyramid", "bouquet"])
def test_the_board_is_the_picture_and_fits(opened: Open, game: str, size: ViewportSize) -> None:
    rules = GAMES[game] if game != "bouquet" else replace(GAMES[game], rows=9)
    page = opened(rules, 2, {"viewport": size}, caption="A caption")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]
    start = Position.start(deal(2, rules=rules).cards, rules)
    scene = compose(start)
    board = page.locator("#board").bounding_box()
    assert board is not None
    unit = board["width"] / scene.width
    assert unit >= 30
    boxes = page.evaluate(
        """() => Object.fromEntries([...view.board.buttons].map(([card, button]) => {
          const box = button.getBoundingClientRect();
          return [card, [box.x + scrollX, box.y + scrollY, box.width]];
        }))"""
    )
    for face in scene.faces:
        if start.where(face.card) in ("stock", "turned"):
            continue  # a page shows the stock as it is while it is dealt
        x, y, width = boxes[str(face.card)]
        assert x - board["x"] == pytest.approx(face.x * unit, abs=0.6)
        assert y - board["y"] == pytest.approx(face.y * unit, abs=0.6)
        assert width == pytest.approx(unit, abs=0.6)


def test_colours_follow_the_device_and_the_reader(opened: Open) -> None:
    def colour(page: Page, of: str = "html", what: str = "backgroundColor") -> str:
        found: str = page.evaluate(
            "([of, what]) => getComputedStyle(document.querySelector(of))[what]", [of, what]
        )
        return found

    for scheme, theme in (("light", "white"), ("dark", "dark")):
        page = opened(GAMES["giza"], 2, {"color_scheme": scheme})
        assert colour(page) == rgb(THEMES[theme].page or "")
    page.click("text=Colours and marks")
    page.check("input[value=green]")
    assert colour(page) == rgb(THEMES["green"].page or "")
    assert colour(page, '[data-card="7H"]', "color") == "rgb(255, 0, 0)"
    page.check("input[value='4color']")
    assert colour(page, '[data-card="7H"]', "color") == rgb("#D55E00")
    page.check("#mark-exposed")
    assert page.locator('[data-mark="exposed"]').count() == 15


def rgb(colour: str) -> str:
    return "rgb({}, {}, {})".format(*bytes.fromhex(colour.removeprefix("#")))


def test_cards_glide_only_where_motion_is_welcome(opened: Open) -> None:
    for motion, seconds in (("reduce", "0s"), ("no-preference", "0.24s")):
        page = opened(GAMES["giza"], 2, {"reduced_motion": motion})
        times = page.evaluate(
            "getComputedStyle(document.querySelector('.card')).transitionDuration"
        )
        assert times.split(",")[0] == seconds


def test_what_a_screen_reader_finds(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47)
    unnamed = page.locator("button").evaluate_all(
        "all => all.filter(b => !(b.getAttribute('aria-label') || b.textContent).trim()).length"
    )
    assert unnamed == 0
    assert page.locator('#board [tabindex="0"]').count() == 1
    assert page.get_attribute("#message", "aria-live") == "polite"
    start = positions(GAMES["pyramid"], 47)[0]
    labels = [
        card(page, which).get_attribute("aria-label")
        for which in (start.tableau[0], start.tableau[27], start.turned, start.stock[0])
        if which is not None
    ]
    assert labels[0] is not None
    assert "pyramid row 1, place 1, covered by " in labels[0]
    assert [label.split(", ", 1)[1] for label in labels[1:] if label] == [
        "pyramid row 7, place 7, available",
        "turned card, available",
        "stock, number 1 to be turned",
    ]
    click(page, "6C")
    heard = page.locator("#message .heard").all_text_contents()
    assert heard[0] == "6 of clubs"


def test_letters_are_keys_only_while_they_shall_be(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47)
    page.click("text=How to play")
    page.uncheck("#letters")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("d")
    assert page.inner_text("#status").startswith("0 moves")


def test_print_shows_the_table_alone(opened: Open) -> None:
    page = opened(GAMES["giza"], 2, caption="A caption")
    page.emulate_media(media="print")
    assert not page.is_visible("#controls")
    assert not page.is_visible("text=How to play")
    assert page.is_visible("#caption")
    assert page.is_visible('[data-card="7H"]')


def test_the_tests_play_what_they_mean_to() -> None:
    moves = {game: solution(GAMES[game], number).moves for game, number in WON}
    assert any(isinstance(move, DealStock) for move in moves["pyramid"])
    assert any(isinstance(move, Redeal) for move in moves["tut"])
    assert isinstance(solve(deal(3, rules=GAMES["giza"]).cards, GAMES["giza"]), Lost)
