"""A page in Chromium as it feels: where cards lie, what lights up, what moves, how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyrtool.answers.solve import Won, solve
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import start_of
from pyrtool.notation import parse_moves

from ..browser import TOUCH, card, click, words

if TYPE_CHECKING:
    from ..browser import Open

PILES = """
(at) => {
  table.follow(at);
  document.getAnimations().forEach((moving) => moving.finish());
  const { wastes, turned, stock } = table.position;
  const piles = [wastes[0], [turned].filter(Boolean), stock];
  const spots = piles.map((cards) => cards.map((card) => table.board.cards.get(card)));
  const stepsOf = (pile) => pile.slice(1).map(({ x, y }, k) => y === pile[k].y && x - pile[k].x);
  const steps = spots.flatMap(stepsOf);
  const tops = spots.map((pile) => pile[0]?.y - 0.08).filter(Boolean);
  const labels = [...document.querySelectorAll(".label")].reverse();
  return {
    steps: new Set(steps.filter(Boolean).map((step) => step.toFixed(2))).size,
    tops: tops.map((y) => y.toFixed(4)),
    drawn: labels.map((label) => label.style.getPropertyValue("--y")),
    words: labels.map((label) => label.textContent),
    expected: ["Waste", "Turned", "Stock"].flatMap((name, k) => {
      const many = piles[k].length;
      return many ? [many > 1 ? `${name} ${many}` : name] : [];
    }),
    height: byId("board").offsetHeight,
  };
}
"""


def test_an_open_stock_lies_in_piles_with_labels(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 47, TOUCH)
    heights = set()
    for at in (0, 1, 14, 30):
        found = page.evaluate(PILES, at)
        assert found["words"] == found["expected"]
        assert found["tops"] == found["drawn"]
        assert found["steps"] <= 1
        heights.add(found["height"])
    assert len(heights) == 1


LABELS_THAT_MEET = """
() => {
  const all = [...document.querySelectorAll(".label")].map((label) => {
    const words = document.createRange();
    words.selectNodeContents(label);
    const { left, right, bottom } = words.getBoundingClientRect();
    return { text: label.textContent, left, right, bottom };
  });
  const meet = (one, next) =>
    Math.abs(one.bottom - next.bottom) < 8 && one.left < next.left && one.right > next.left;
  return all.filter((one) => all.some((next) => meet(one, next))).map(({ text }) => text);
}
"""


@pytest.mark.parametrize("game", ["pyramid", "day"])
@pytest.mark.parametrize("language", ["en", "fr", "es", "it"])
def test_no_label_runs_into_the_next(opened: Open, language: str, game: str) -> None:
    page = opened(GAMES[game], 2, TOUCH, language=language)
    for is_open in (True, False):
        page.evaluate("open => { byId('open-stock').checked = open; table.fit(); }", is_open)
        assert page.evaluate(LABELS_THAT_MEET) == []


SMALL_TARGETS = """
() => [...document.querySelectorAll("button:not(.card), summary, label")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.offsetHeight < 43.5 || one.offsetWidth < 43.5)
  .map((one) => one.outerHTML.slice(0, 80))
"""


def test_a_phone_answers_where_one_looks(opened: Open) -> None:
    """What covers a card lights up; panels come as a sheet; the answer waits to be confirmed."""
    page = opened(GAMES["giza"], 3, TOUCH)
    apex, *covers = page.evaluate("table.position.tableau.slice(0, 3)")
    click(page, apex, tap=True)
    lit = page.locator(".flashed").evaluate_all("lit => lit.map((one) => one.dataset.card)")
    assert sorted(lit) == sorted(covers)
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
    assert page.evaluate(SMALL_TARGETS) == []
    page.tap("#reveal")
    assert "cannot be discarded" in page.inner_text("#answer-body")
    assert card(page, "QD").get_attribute("data-mark") == "stuck"
    page.keyboard.press("Escape")
    page.wait_for_selector("main > #more", state="attached")
    assert words(page) == before
    page.wait_for_selector(".flashed", state="detached")


MOVING = """
() => document.getAnimations().flatMap((moving) => {
  const { duration, delay } = moving.effect.getComputedTiming();
  const names = moving.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
  const timing = ["offset", "computedOffset", "easing", "composite"];
  const changed = names.filter((name) => !timing.includes(name));
  return [[moving.constructor.name, duration + delay, ...new Set(changed)]];
})
"""
OF_FLYING = """
[...document.querySelectorAll(".flying")].flatMap((card) => card.getAnimations())
  .map((moving) => moving.constructor.name)
"""
AT_REST = "document.getAnimations().forEach((moving) => moving.finish())"
"""Cards that are dealt in would be missed where they are while one aims."""
HEARD = """
globalThis.heard = [];
navigator.vibrate = (ms) => heard.push(ms);
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply(made, context) { heard.push("note"); return Reflect.apply(made, context, []); },
});
null
"""


def test_what_moves_delays_nothing_and_can_be_off(opened: Open) -> None:
    """Discards fly, cards are dealt in and rain upon a win, by transforms and opacity alone."""
    page = opened(GAMES["giza"], 2)
    page.wait_for_selector("#board.ready")
    page.evaluate(HEARD)
    moves = page.evaluate("table.play.solution")
    for motion in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=motion)
        page.evaluate("heard.length = 0; byId('sounds').checked = false; table.again()")
        page.evaluate(AT_REST)
        seen = []
        for move in moves[:2]:
            for which in move.split("/"):
                click(page, which)
            seen += page.evaluate(MOVING)
            # Two animations of one property would leave the compositor.
            assert set(page.evaluate(OF_FLYING)) <= {"Animation"}
        assert page.inner_text("#status").startswith("2 moves")
        assert page.evaluate("heard") == []
        page.evaluate("byId('sounds').checked = true; table.next()")
        page.evaluate("count => { table.follow(count); table.next(); }", len(moves) - 1)
        heard, rain = page.evaluate("heard"), page.evaluate(MOVING)
        flights = [one for one in seen if one[0] == "Animation"]
        if motion == "reduce":
            assert seen == rain == heard == []
            continue
        assert len(flights) >= 4
        assert {name for one in [*seen, *rain] for name in one[2:]} <= {
            *("transform", "translate", "opacity", "scale", "visibility"),
        }
        assert {one[1] for one in flights} == {300}
        assert sum(one[0] == "Animation" for one in rain) > 20
        assert heard == [10, "note", "note", 10, "note", "note", "note", "note"]


STUCK = """
() => {
  for (let moves; (moves = table.position.legalMoves()).length; ) {
    table.begin();
    table.move(moves.at(-1));
  }
  return table.play.moves;
}
"""


def test_the_moment_of_truth_is_the_move_that_lost_the_win(opened: Open) -> None:
    """As the solver says of the positions before and after it."""
    page = opened(GAMES["giza"], 2)
    moves = parse_moves(" ".join(page.evaluate(STUCK)), position := start_of(deal(2, "giza")))
    tables = [position, *(position := position.play(move) for move in moves)]
    page.click("#truth")
    page.wait_for_selector("#timeline:visible")
    marks = page.locator("#timeline li").evaluate_all("all => all.map((one) => one.className)")
    page.click("#truth-back")
    at = page.evaluate("table.play.at")
    assert 0 < at < len(moves)
    assert [isinstance(solve(tables[k]), Won) for k in (at, at + 1)] == [True, False]
    assert marks == ["won"] * at + ["lost"] * (len(moves) - at)
    assert not page.is_visible("#lost")
    page.evaluate("table.play.at < table.play.moves.length && table.toEnd()")
    assert page.is_visible("#truth")


def test_a_timeline_steps_through_a_lost_game(opened: Open) -> None:
    """By finger and by keys; its row is scrolled, and goes when the game is another one."""
    page = opened(GAMES["giza"], 2, TOUCH)
    count = len(page.evaluate(STUCK))
    page.click("#truth")
    page.wait_for_selector("#timeline:visible")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.evaluate("byId('timeline').scrollLeft > 0")
    assert page.evaluate(SMALL_TARGETS) == []
    buttons = page.locator("#timeline button")
    assert buttons.count() == count
    assert page.locator("#timeline [tabindex='0']").count() == 1
    buttons.nth(count - 1).focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("table.play.at") == count
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
