"""A page in Chromium as it looks and feels: windows, colours, sound, print, and what moves."""

from dataclasses import replace
from string import ascii_letters, digits

import pytest

from pyrtool import deal, parse_moves, solve
from pyrtool.game.cards import SUIT_SIGNS
from pyrtool.game.games import GAMES
from pyrtool.game.position import start_of
from pyrtool.languages import LANGUAGES, words_of
from pyrtool.pages.page.appearance import DECK_WORDS, PALETTES
from pyrtool.pictures.decks import DECKS
from pyrtool.pictures.scenes.positions import compose

from ..browser import DESK, PHONE, TOUCH, Open, card, click, message, positions, seen, words
from ..chromium import Page, ViewportSize

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    PHONE,
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 768, "height": 1024},
    DESK,
    {"width": 2560, "height": 1440},
]


@pytest.mark.parametrize(
    "game", ["giza", *(pytest.param(one, marks=pytest.mark.slow) for one in ("pyramid", "bouquet"))]
)
def test_the_board_fits_every_window_and_is_the_picture(opened: Open, game: str) -> None:
    rules = GAMES[game] if game != "bouquet" else replace(GAMES[game], rows=9)
    page = opened(rules, 2, caption="A caption")
    start = start_of(deal(2, rules))
    spots = {face.card: (face.x, face.y) for face in compose(start).faces}
    for size in SIZES:
        page.set_viewport_size(size)
        for closed in (False, True):
            seen(page, "layStock", not closed)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]
            boxes = seen(page, "boxes")
            unit = boxes[str(start.tableau[0])][2]
            assert unit >= 30
            apex, *others = (one for one in start.tableau if one is not None)
            spread, columns = page.evaluate("[table.look.spread, table.look.columns]")
            assert (spread, columns) == (1, None) or size["width"] < 1000 or game != "giza"
            assert spread > 1 or size["width"] != 390
            (at_x, at_y, _), (x, y) = boxes[str(apex)], spots[apex]
            for one in others:
                left, top, _ = boxes[str(one)]
                down = top - at_y - (spots[one][1] - y) * unit
                if columns is None:
                    assert left - at_x == pytest.approx((spots[one][0] - x) * unit, abs=0.6)
                    assert down > -0.6 if spread > 1 else abs(down) < 0.6


@pytest.mark.slow
@pytest.mark.parametrize("game", ["two-pyramids", "up-and-down"])
def test_shapes_side_by_side_fit_a_phone(opened: Open, game: str) -> None:
    page = opened(game, 2, {"viewport": {"width": 360, "height": 740}})
    for closed in (False, True):
        seen(page, "layStock", not closed)
        wide, shown = page.evaluate("[byId('felt').scrollWidth, byId('felt').clientWidth]")
        assert wide <= shown == 360


@pytest.mark.slow
@pytest.mark.parametrize("game", ["apophis", "double-pyramid"])
def test_every_card_can_be_reached_in_a_low_window(opened: Open, game: str) -> None:
    page = opened(game, 2, {"viewport": {"width": 740, "height": 360}})
    assert seen(page, "canBeReached")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("byId('board').getBoundingClientRect().top") == 20


@pytest.mark.slow
def test_cards_use_a_large_window(opened: Open) -> None:
    page = opened("pyramid", 47, {"viewport": {"width": 2560, "height": 1440}})
    for is_open, least in ((True, 150), (False, 200)):
        seen(page, "layStock", is_open)
        assert page.evaluate("table.look.beside")
        assert card(page, "9D").bounding_box()["width"] > least
        assert page.evaluate("byId('felt').scrollHeight") <= 1440


@pytest.mark.slow
def test_nothing_lies_over_what_has_the_focus(opened: Open) -> None:
    """Neither the controls, on small windows, with large text or zoomed in."""
    page = opened("pyramid", 47)
    for size, text in (((320, 568), 100), ((360, 640), 100), ((390, 844), 200), ((320, 200), 100)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert seen(page, "hiddenWithFocus", text) == [], (size, text)


def colour(page: Page, of: str = "html", what: str = "backgroundColor") -> str:
    found: str = page.evaluate(
        "([of, what]) => getComputedStyle(document.querySelector(of))[what]", [of, what]
    )
    return found


@pytest.mark.slow
def test_colours_follow_the_device_and_the_reader(opened: Open) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        page = opened("giza", 2, {"color_scheme": scheme})
        page.click("text=Look and settings")
        for palette in PALETTES:
            page.check(f"input[value={palette}]")
            colours.add(colour(page))
            text, ground = (luminance(colour(page, "h1", "color")), luminance(colour(page)))
            assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) > 7
        page.check("input[value=light]")
        assert luminance(colour(page)) > 0.8
        page.check("input[value=dark]")
        assert luminance(colour(page)) < 0.05
    assert len(colours) == 2 * len(PALETTES)
    for choice in DECK_WORDS:
        page.check(f"input[value='{choice}']")
        red, green, blue = bytes.fromhex(DECKS[choice].colours[2].removeprefix("#"))
        assert colour(page, '[data-card="7H"]', "color") == f"rgb({red}, {green}, {blue})"
    page.check("#mark-exposed")
    assert page.locator('[data-mark="exposed"]').count() == 15


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[4:-1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.slow
def test_forced_colours_leave_the_cards_playable(opened: Open) -> None:
    page = opened("giza", 2, {"forced_colors": "active", "color_scheme": "dark"})
    assert colour(page, ".card") == "rgb(255, 255, 255)"
    assert colour(page, ".card", "outlineStyle") == "solid"
    click(page, "7H")
    assert card(page, "7H").get_attribute("aria-pressed") == "true"


@pytest.mark.slow
def test_what_a_screen_reader_finds(opened: Open) -> None:
    page = opened("pyramid", 47)
    unnamed = page.locator("button").evaluate_all(
        "all => all.filter(b => !(b.getAttribute('aria-label') || b.textContent).trim()).length"
    )
    assert unnamed == 0
    assert page.locator('#board [tabindex="0"]').count() == 1
    assert page.get_attribute("#message", "aria-live") == "polite"
    start = positions("pyramid", 47)[0]
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


@pytest.mark.slow
def test_letters_are_keys_only_while_they_shall_be(opened: Open) -> None:
    page = opened("pyramid", 47)
    page.click("text=How to play")
    page.uncheck("#letters")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("d")
    assert page.inner_text("#status").startswith("0 moves")


@pytest.mark.slow
def test_print_shows_the_table_alone(opened: Open) -> None:
    page = opened("giza", 2, caption="A caption")
    page.emulate_media(media="print")
    assert not page.is_visible("#controls")
    assert not page.is_visible("text=How to play")
    assert page.is_visible("#caption")
    assert page.is_visible('[data-card="7H"]')


@pytest.mark.slow
def test_no_card_of_the_stock_hides_the_rank_of_the_next(opened: Open) -> None:
    """After a redeal of several wastes the stock has another order than the deal."""
    page = opened("apophis", 2)
    for at in range(0, 44, 5):
        assert seen(page, "hiddenInStock", at) == [], at


HANDY = [(844, 390, 100), (568, 320, 100), (320, 568, 100), (390, 844, 100), (390, 844, 200)]
"""Windows of phones: width, height, and the size of text in percent."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["giza", "pyramid"])
def test_a_phone_shows_the_board_and_its_buttons(opened: Open, game: str) -> None:
    title, caption = "The buried aces of the second deal", "The four aces are the first cards."
    page = opened(game, 2, TOUCH, title=title, stars=4, caption=caption)
    page.evaluate("byId('open-stock').checked = false")
    for width, height, text in HANDY:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("table.again()")
        hidden, card_px = seen(page, "outOfSight", text)
        assert hidden == []
        assert card_px >= min(width, height) / 12
        page.evaluate("table.say('A message of so many words that it goes on in the next line.')")
        assert seen(page, "outOfSight", text)[0] == []


@pytest.mark.slow
def test_what_gives_way_to_the_board_is_read_below_it(opened: Open) -> None:
    how = {"viewport": {"width": 390, "height": 844}}
    page = opened("giza", 2, how, title="The buried aces of the second deal", stars=4)
    for text in (200, 100):
        seen(page, "outOfSight", text)
        for what in (".stars", "#status-line"):
            assert page.is_visible(what)
            assert page.locator(f"#more {what}").count() == (text == 200)


@pytest.mark.slow
def test_all_words_are_in_the_letters_of_pictures(opened: Open) -> None:
    """The page brings the letters of every language, so that it looks the same on every machine."""
    page = opened("giza", 2)
    words = "".join(text for one in LANGUAGES for text in words_of(one).messages.values())
    letters = "".join(sorted({*words, *SUIT_SIGNS, *ascii_letters, *digits} - set(" \n")))
    page.evaluate("letters => { byId('message').textContent = letters; }", letters)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    for element in ("#message", "h1", "#undo", "summary"):
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": element})
        fonts = session.send("CSS.getPlatformFontsForNode", node)["fonts"]
        assert [(font["familyName"], font["isCustomFont"]) for font in fonts] == [
            ("Libertinus Serif", True)
        ], element


@pytest.mark.slow
def test_an_open_stock_lies_in_piles_with_labels(opened: Open) -> None:
    page = opened("pyramid", 47, TOUCH)
    heights = set()
    for at in (0, 1, 14, 30):
        found = seen(page, "piles", at)
        assert found["words"] == found["expected"]
        assert found["tops"] == found["drawn"]
        assert found["steps"] <= 1
        heights.add(found["height"])
    assert len(heights) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pyramid", "day"])
@pytest.mark.parametrize("language", ["en", "fr", "es", "it"])
def test_no_label_runs_into_the_next(opened: Open, language: str, game: str) -> None:
    page = opened(game, 2, TOUCH, language=language)
    for is_open in (True, False):
        seen(page, "layStock", is_open)
        assert seen(page, "labelsThatMeet") == []


@pytest.mark.slow
def test_a_phone_answers_where_one_looks(opened: Open) -> None:
    """What covers a card lights up; panels come as a sheet; the answer waits to be confirmed."""
    page = opened("giza", 3, TOUCH)
    apex, *covers = page.evaluate("table.position.tableau.slice(0, 3)")
    seen(page, "watchFlashes")
    click(page, apex, tap=True)
    assert sorted(page.evaluate("lit")) == sorted(covers)
    before = words(page)
    page.tap("#sheet-open")
    assert page.evaluate("byId('sheet').contains(byId('more'))")
    page.tap("#answer summary")
    assert page.is_visible("text=Show the answer")
    assert not page.is_visible("#answer-body")
    assert not page.locator("[data-mark]").count()
    page.evaluate(
        "document.querySelectorAll('#more details').forEach((one) => { one.open = true; })"
    )
    assert seen(page, "smallTargets") == []
    page.tap("#reveal")
    assert "cannot all be discarded" in page.inner_text("#answer-body")
    assert card(page, "QD").get_attribute("data-mark") == "stuck"
    page.keyboard.press("Escape")
    page.wait_for_selector("main > #more", state="attached")
    assert words(page) == before
    page.wait_for_selector(".flashed", state="detached")


@pytest.mark.slow
def test_what_moves_delays_nothing_and_can_be_off(opened: Open) -> None:
    """Discards fly, cards are dealt in and rain upon a win, by transforms and opacity alone."""
    page = opened("giza", 2)
    page.wait_for_selector("#board.ready")
    seen(page, "listen")
    seen(page, "slowDown")
    moves = page.evaluate("table.play.solution")
    for motion in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=motion)
        page.evaluate("heard.length = 0; byId('sounds').checked = false; table.again()")
        seen(page, "comeToRest")
        moved = []
        for move in moves[:2]:
            for which in move.split("/"):
                click(page, which)
            moved += seen(page, "moving")
            # Two animations of one property would leave the compositor.
            assert set(seen(page, "flying")) <= {"Animation"}
        assert page.inner_text("#status").startswith("2 moves")
        assert page.evaluate("heard") == []
        page.evaluate("byId('sounds').checked = true; table.next()")
        page.evaluate("count => { table.follow(count); table.next(); }", len(moves) - 1)
        heard, rain = page.evaluate("heard"), seen(page, "moving")
        flights = [one for one in moved if one[0] == "Animation"]
        if motion == "reduce":
            assert moved == rain == heard == []
            continue
        assert len(flights) >= 4
        assert {name for one in [*moved, *rain] for name in one[2:]} <= {
            *("transform", "translate", "opacity", "scale", "visibility")
        }
        assert {one[1] for one in flights} == {300}
        assert sum(one[0] == "Animation" for one in rain) > 20
        assert heard == [10, "note", "note", 10, "note", "note", "note", "note"]


@pytest.mark.slow
def test_the_moment_of_truth_is_the_move_that_lost_the_win(opened: Open) -> None:
    """As the solver says of the positions before and after it."""
    page = opened("giza", 2)
    line = " ".join(seen(page, "playUntilStuck"))
    moves = parse_moves(line, position := start_of(deal(2, "giza")))
    tables = [position, *(position := position.play(move) for move in moves)]
    page.wait_for_selector("#timeline:visible")
    marks = page.locator("#timeline li").evaluate_all("all => all.map((one) => one.className)")
    page.click("#truth")
    assert "play on from here." in message(page)
    at = page.evaluate("table.play.at")
    assert 0 < at < len(moves)
    assert [solve(tables[k]).is_won for k in (at, at + 1)] == [True, False]
    assert marks == ["won"] * at + ["lost fault"] + ["lost"] * (len(moves) - at - 1)
    assert not page.is_visible("#lost")
    page.evaluate("table.toEnd()")
    page.click(f"#timeline li:nth-child({at + 1}) button")  # a mistake leads back before it
    assert page.evaluate("table.play.at") == at


@pytest.mark.slow
def test_a_game_with_cards_face_down_ends_with_its_chances(opened: Open) -> None:
    """A review that is stopped can begin again; another game has none."""
    page = opened("microsoft", 5)
    page.evaluate("byId('open-stock').click()")
    seen(page, "playUntilStuck")
    page.click("#truth")
    assert page.inner_text("#review-words") == "The review was stopped."
    page.click("#truth")
    page.wait_for_selector("#curve:visible")
    words = page.inner_text("#review-words")
    assert "First chance " in words and ", skill " in words and ", luck " in words
    drawn = page.locator("#curve .chance").get_attribute("d") or ""
    assert drawn.count("L") == page.evaluate("table.play.at")
    page.evaluate("table.again()")
    assert not page.is_visible("#reviewed")


@pytest.mark.slow
def test_a_timeline_steps_through_a_lost_game(opened: Open) -> None:
    """By finger and by keys; its row is scrolled, and goes when the game is another one."""
    page = opened("giza", 2, TOUCH)
    count = len(seen(page, "playUntilStuck"))
    page.wait_for_selector("#timeline:visible")
    page.click("#truth")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.evaluate("byId('timeline').scrollLeft > 0")
    assert seen(page, "smallTargets") == []
    buttons = page.locator("#timeline button")
    assert buttons.count() == count
    assert page.locator("#timeline [tabindex='0']").count() == 1
    buttons.nth(count - 1).focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    at = page.evaluate("table.play.at")
    assert 0 < at < count
    page.keyboard.press("Enter")
    assert page.evaluate("table.play.at") == count - 2
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert page.evaluate("table.play.at") == 1
    assert page.evaluate("byId('timeline').scrollLeft") == 0
    heard = page.locator("#timeline .heard").all_text_contents()
    assert {", won from here", ", lost from here"} <= set(heard)
    high = page.evaluate("byId('felt').offsetHeight")
    page.click("#undo")
    assert page.is_visible("#timeline")
    page.evaluate("table.again()")
    assert not page.is_visible("#timeline")
    assert page.evaluate("byId('felt').offsetHeight") >= high
