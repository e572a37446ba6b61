"""A page in Chromium as it looks: in windows of many sizes, in colours, read aloud, on paper."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_letters, digits
from typing import TYPE_CHECKING

import pytest

from pyrtool.game.cards import SUIT_SIGNS
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.languages import LANGUAGES, words_of
from pyrtool.pages.page.appearance import PALETTES, SUIT_COLOURS
from pyrtool.pictures.scenes.scene import compose

from ..browser import DESK, PHONE, card, click, positions, push

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from ..browser import Open

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
    "game",
    ["giza", *(pytest.param(one, marks=pytest.mark.slow) for one in ("pyramid", "bouquet"))],
)
def test_the_board_fits_every_window_and_is_the_picture(opened: Open, game: str) -> None:
    rules = GAMES[game] if game != "bouquet" else replace(GAMES[game], rows=9)
    page = opened(rules, 2, caption="A caption")
    start = start_of(rules)
    spots = {face.card: (face.x, face.y) for face in compose(start).faces}
    for size in SIZES:
        page.set_viewport_size(size)
        for closed in (False, True):
            page.evaluate("open => { byId('open-stock').checked = open; table.fit(); }", not closed)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]
            boxes = page.evaluate(
                """() => Object.fromEntries([...table.board.buttons].map(([card, button]) => {
                  const box = button.getBoundingClientRect();
                  return [card, [box.x + scrollX, box.y + scrollY, box.width]];
                }))"""
            )
            unit = boxes[str(start.tableau[0])][2]
            assert unit >= 30
            apex, *others = (one for one in start.tableau if one is not None)
            (at_x, at_y, _), (x, y) = boxes[str(apex)], spots[apex]
            for one in others:
                left, top, _ = boxes[str(one)]
                assert left - at_x == pytest.approx((spots[one][0] - x) * unit, abs=0.6)
                assert top - at_y == pytest.approx((spots[one][1] - y) * unit, abs=0.6)


@pytest.mark.parametrize("game", ["two-pyramids", "up-and-down"])
def test_shapes_side_by_side_fit_a_phone(opened: Open, game: str) -> None:
    page = opened(GAMES[game], 2, {"viewport": {"width": 360, "height": 740}})
    for closed in (False, True):
        page.evaluate("open => { byId('open-stock').checked = open; table.fit(); }", not closed)
        wide, seen = page.evaluate("[byId('felt').scrollWidth, byId('felt').clientWidth]")
        assert wide <= seen == 360


@pytest.mark.parametrize("game", ["apophis", "double-pyramid"])
def test_every_card_can_be_reached_in_a_low_window(opened: Open, game: str) -> None:
    page = opened(GAMES[game], 2, {"viewport": {"width": 740, "height": 360}})
    shown = page.evaluate(
        """() => [...document.querySelectorAll(".card, .slot")].every((card) => {
          card.scrollIntoView({ block: "nearest" });
          const { top, bottom } = card.getBoundingClientRect();
          const felt = byId("felt").getBoundingClientRect();
          return Math.max(top - felt.bottom, felt.top - bottom, -top, bottom - innerHeight) < 1;
        })"""
    )
    assert shown
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("byId('board').getBoundingClientRect().top") == 20


def start_of(rules: Rules) -> Position:
    return Position.start(deal(2, rules))


def test_cards_use_a_large_window(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47, {"viewport": {"width": 2560, "height": 1440}})
    for is_open, least in ((True, 150), (False, 200)):
        page.evaluate("open => { byId('open-stock').checked = open; table.fit(); }", is_open)
        assert page.evaluate("table.look.beside")
        assert card(page, "9D").bounding_box()["width"] > least
        assert page.evaluate("byId('felt').scrollHeight") <= 1440


@pytest.mark.slow
def test_nothing_is_seen_to_move_while_the_page_opens(opened: Open) -> None:
    for game in ("pyramid", "giza"):
        page = opened(GAMES[game], 2, {"viewport": {"width": 390, "height": 844}}, stars=2)
        page.wait_for_selector("#board.ready")
        shifts = page.evaluate(
            """() => new Promise((resolve) => {
              const of = (entries) => entries.map(({ value }) => value);
              new PerformanceObserver((list) => resolve(of(list.getEntries())))
                .observe({ type: "layout-shift", buffered: true });
              setTimeout(() => resolve([]), 200);
            })"""
        )
        assert shifts == []


def test_a_broad_tableau_has_the_text_below_it(opened: Open) -> None:
    page = opened(replace(GAMES["bouquet"], pyramids=8, rows=3), 2)
    assert page.evaluate("byId('felt').clientWidth") == DESK["width"]
    assert page.evaluate("document.scrollingElement.scrollWidth") <= DESK["width"]


def test_nothing_lies_over_what_has_the_focus(opened: Open) -> None:
    """Neither the controls, on small windows, with large text or zoomed in."""
    page = opened(GAMES["pyramid"], 47)
    for size, text in (((320, 568), 100), ((360, 640), 100), ((390, 844), 200), ((320, 200), 100)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(
            "text => { document.documentElement.style.fontSize = `${text}%`; table.fit(); }", text
        )
        hidden = page.evaluate(
            """() => {
              const all = [...document.querySelectorAll("button, summary, input")];
              const seen = all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
              return seen.filter((one) => {
                one.focus();
                const box = one.getBoundingClientRect();
                const inside = (length) => Math.min(8, length / 2);
                const [x, y] = [box.x + inside(box.width), box.y + inside(box.height)];
                const top = document.elementFromPoint(x, y);
                return !(top === one || one.contains(top) || top?.closest(".card"));
              }).map((one) => one.outerHTML.slice(0, 60));
            }"""
        )
        assert hidden == [], (size, text)


def colour(page: Page, of: str = "html", what: str = "backgroundColor") -> str:
    found: str = page.evaluate(
        "([of, what]) => getComputedStyle(document.querySelector(of))[what]", [of, what]
    )
    return found


@pytest.mark.slow
def test_colours_follow_the_device_and_the_reader(opened: Open) -> None:
    seen = set()
    for scheme in ("light", "dark"):
        page = opened(GAMES["giza"], 2, {"color_scheme": scheme})
        page.click("text=Look and settings")
        for palette in PALETTES:
            page.check(f"input[value={palette}]")
            seen.add(colour(page))
            text, ground = (luminance(colour(page, "h1", "color")), luminance(colour(page)))
            assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) > 7
        page.check("input[value=light]")
        assert luminance(colour(page)) > 0.8
        page.check("input[value=dark]")
        assert luminance(colour(page)) < 0.05
    assert len(seen) == 2 * len(PALETTES)
    for choice, (_, inks) in SUIT_COLOURS.items():
        page.check(f"input[value='{choice}']")
        red, green, blue = bytes.fromhex(inks[2].removeprefix("#"))
        assert colour(page, '[data-card="7H"]', "color") == f"rgb({red}, {green}, {blue})"
    page.check("#mark-exposed")
    assert page.locator('[data-mark="exposed"]').count() == 15


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[4:-1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_turned_card_and_waste_top_are_marked_as_available(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47, mark_exposed=True)
    push(page, "deal")
    after = positions(GAMES["pyramid"], 47)[0]
    marked = page.locator('[data-mark="exposed"]').count()
    assert marked == len(after.exposed()) + 2


def test_cards_glide_only_where_motion_is_welcome(opened: Open) -> None:
    for motion, seconds in (("reduce", "0s"), ("no-preference", "0.26s")):
        page = opened(GAMES["giza"], 2, {"reduced_motion": motion})
        page.wait_for_selector("#board.ready")
        assert colour(page, ".card", "transitionDuration").split(",")[0] == seconds


def test_forced_colours_leave_the_cards_playable(opened: Open) -> None:
    page = opened(GAMES["giza"], 2, {"forced_colors": "active", "color_scheme": "dark"})
    assert colour(page, ".card") == "rgb(255, 255, 255)"
    assert colour(page, ".card", "outlineStyle") == "solid"
    click(page, "7H")
    assert card(page, "7H").get_attribute("aria-pressed") == "true"


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


def test_no_card_of_the_stock_hides_the_rank_of_the_next(opened: Open) -> None:
    """After a redeal of several wastes the stock has another order than the deal."""
    page = opened(GAMES["apophis"], 2)
    for at in range(0, 44, 5):
        hidden = page.evaluate(
            """(at) => {
              table.follow(at);
              document.getAnimations().forEach((moving) => moving.finish());
              return table.play.position.stock.filter((card) => {
                const button = table.board.buttons.get(card);
                const { left, top, height } = button.getBoundingClientRect();
                return document.elementFromPoint(left + 4, top + height / 2) !== button;
              });
            }""",
            at,
        )
        assert not hidden, (at, hidden)


HANDY = [
    (844, 390, 100),
    (667, 375, 100),
    (568, 320, 100),
    (320, 568, 100),
    (390, 844, 100),
    (390, 844, 200),
]
"""Windows of phones: width, height, and the size of text in percent."""

IN_SIGHT = """
(text) => {
  document.documentElement.style.fontSize = `${text}%`;
  table.fit();
  const cards = [...table.board.cards.keys()].map((card) => table.board.buttons.get(card));
  const buttons = [...document.querySelectorAll("#controls button")];
  const isSeen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  };
  const hidden = [...cards, ...buttons].filter((one) => one.offsetWidth && !isSeen(one));
  return [hidden.map((one) => one.id || one.dataset.card), cards[0].offsetWidth];
}
"""


@pytest.mark.parametrize("size", HANDY, ids=str)
@pytest.mark.parametrize("game", ["giza", "pyramid"])
def test_a_phone_shows_the_board_and_its_buttons(
    opened: Open, game: str, size: tuple[int, int, int]
) -> None:
    width, height, text = size
    how = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    title, caption = "The buried aces of the second deal", "The four aces are the first cards."
    page = opened(GAMES[game], 2, how, title=title, stars=4, caption=caption)
    page.evaluate("byId('open-stock').checked = false")
    hidden, card_px = page.evaluate(IN_SIGHT, text)
    assert hidden == []
    assert card_px >= min(width, height) / 12
    page.evaluate("table.say('A message of so many words that it goes on in the next line.')")
    assert page.evaluate(IN_SIGHT, text)[0] == []


def test_what_gives_way_to_the_board_is_read_below_it(opened: Open) -> None:
    how = {"viewport": {"width": 390, "height": 844}}
    page = opened(GAMES["giza"], 2, how, title="The buried aces of the second deal", stars=4)
    for text in (200, 100):
        page.evaluate(IN_SIGHT, text)
        for what in (".stars", "#status-line"):
            assert page.is_visible(what)
            assert page.locator(f"#more {what}").count() == (text == 200)


def test_all_words_are_in_the_letters_of_pictures(opened: Open) -> None:
    """The page brings the letters of every language, so that it looks the same on every machine."""
    page = opened(GAMES["giza"], 2)
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
