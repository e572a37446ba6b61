"""What axe finds on pages: nothing, in every state of a game, in light and dark."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from pyrtool.pages.page.appearance import PALETTES

from ..browser import Open
from ..chromium import Page
from ..readers import half_played
from ..sites import DESK, PAGES, PHONE, Served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("PYRTOOL_AXE" not in os.environ, reason="PYRTOOL_AXE names no axe.min.js"),
]

AXE = """
async (whole) => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const what = whole ? { rules } : { runOnly: ["color-contrast"] };
  const { violations } = await axe.run(document, { ...what, resultTypes: ["violations"] });
  const described = ({ html, failureSummary }) => [html.slice(0, 100), failureSummary];
  return violations.map(({ id, nodes }) => [id, ...described(nodes[0])]);
}
"""
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
WON = "for (const move of table.play.solution) { table.begin(); table.move(move); }"
STUCK = """
for (let k = 0; k < 99 && !byId("lost").offsetHeight; k++) {
  table.begin();
  table.move(table.position.legalMoves()[0]);
}
"""
STATES = (
    "table.giveHint()",
    "table.giveHint()",
    "table.begin(); table.move(table.play.solution[0])",
    "table.press(table.position.available()[0])",
    "table.refuse('This cannot be.', table.position.tableau[0])",
    "byId('answer').open = true; panels.reveal(true); table.next()",
    OPENED,
    "for (const one of ['open-stock', 'mark-exposed', 'timer-shown']) byId(one).click()",
    "table.last()",
    f"table.again(); {WON}",
    "table.again(); " + STUCK,
    "panels.review.button.hidden || panels.review.press()",
    "byId('sheet-open').click()",
)
"""What leads from each state to the next, after the start."""
TYPED = """
text => {
  byId("entry-text").value = text;
  byId("entry-text").dispatchEvent(new Event("input", { bubbles: true }));
}
"""


def findings(
    page: Page,
    states: Sequence[str] = (),
    palettes: Sequence[str] = tuple(PALETTES),
    schemes: Sequence[str] = ("light", "dark"),
    looked_at: slice = slice(None),
) -> list[list[str]]:
    """What axe finds at the start, and in each state looked at on one of these tables; in the other
    light, and at the start on all tables, only the contrast of colours, as nothing else differs
    there."""
    page.evaluate(Path(os.environ["PYRTOOL_AXE"]).read_text(encoding="utf-8") + "; 0")
    found: list[list[str]] = []

    def look(state: str, palette: str, whole: bool) -> None:
        page.evaluate("name => { document.documentElement.dataset.palette = name; }", palette)
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            seen = page.evaluate(AXE, whole and scheme == schemes[0])
            found.extend([state, palette, scheme, *one] for one in seen)

    for palette in palettes:
        look("start", palette, palette == palettes[0])
    for number, state in enumerate(states):
        page.evaluate(f"() => {{ {state} }}")
        page.wait_for_function("!/^Searching/.test(byId('message')?.dataset.text)")
        if state in states[looked_at]:
            look(state, palettes[number % len(palettes)], whole=True)
    return found


@pytest.mark.parametrize(
    ("game", "number", "how", "scheme", "looked_at"),
    [
        ("giza", 2, PHONE, "light", slice(0, None, 2)),
        ("pyramid", 47, DESK, "dark", slice(1, None, 2)),
    ],
)
def test_a_game_has_no_barrier(
    opened: Open, game: str, number: int, how: dict[str, str], scheme: str, looked_at: slice
) -> None:
    """Each game is looked at in every second state, and both together in all."""
    page = opened(game, number, {"bypass_csp": True, **how}, stars=2, caption="A caption.")
    assert findings(page, STATES, schemes=[scheme], looked_at=looked_at) == []


def test_a_lost_deal_has_no_barrier(opened: Open) -> None:
    page = opened("giza", 3, {"bypass_csp": True})
    assert findings(page, ("table.giveHint()", OPENED), schemes=["light"]) == []


def test_a_site_has_no_barrier(served: Served) -> None:
    page = served.page("play.html#problem=1", served.context({"bypass_csp": True}))
    page.wait_for_selector("html.laid")
    first, *_ = palettes = list(PALETTES)  # the board itself was looked at in all of them
    assert findings(page, (WON, "byId('menu').click()"), [first]) == []
    for at, name in enumerate(PAGES):  # all pages have the colours of the board
        page.goto(f"{served.address}{name}.html")
        page.wait_for_selector("html.filled")
        page.evaluate(OPENED)
        assert findings(page, palettes=[palettes[at % len(palettes)]]) == [], name
    page.goto(f"{served.address}solve.html")
    page.wait_for_selector(".entry .keypad")
    page.evaluate(TYPED, half_played())
    page.wait_for_selector(".result button")
    page.evaluate(OPENED)
    assert findings(page) == []
    assert findings(page, ("document.querySelector('.result button').click()",), [first]) == []
