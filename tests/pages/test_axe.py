"""What axe finds on pages: nothing, in every state of a game, in light and dark."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyrtool.pages.page.appearance import PALETTES

from ..readers import half_played
from ..sites import DESK, PAGES, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from ..browser import Open
    from ..sites import Served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("PYRTOOL_AXE" not in os.environ, reason="PYRTOOL_AXE names no axe.min.js"),
]

AXE = """
async () => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const { violations } = await axe.run(document, { rules });
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
    page: Page, states: Sequence[str] = (), palettes: Sequence[str] = tuple(PALETTES)
) -> list[list[str]]:
    """What axe finds at the start, on these tables, and in each state, on one of them."""
    page.evaluate(Path(os.environ["PYRTOOL_AXE"]).read_text(encoding="utf-8") + "; 0")
    dress = "palette => { document.documentElement.dataset.palette = palette; }"
    found = []
    for palette in palettes:
        page.evaluate(dress, palette)
        found += [["start", palette, *one] for one in page.evaluate(AXE)]
    for number, state in enumerate(states):
        page.evaluate(dress, palettes[number % len(palettes)])
        page.evaluate(f"() => {{ {state} }}")
        page.wait_for_function("!/^Searching/.test(byId('message')?.dataset.text)")
        found += [[state, *one] for one in page.evaluate(AXE)]
    return found


@pytest.mark.parametrize(
    ("game", "number", "how"),
    [("giza", 2, PHONE), ("pyramid", 47, {**DESK, "color_scheme": "dark"})],
    ids=["phone", "dark"],
)
def test_a_game_has_no_barrier(opened: Open, game: str, number: int, how: dict[str, str]) -> None:
    page = opened(game, number, {"bypass_csp": True, **how}, stars=2, caption="A caption.")
    assert findings(page, STATES) == []


def test_a_lost_deal_has_no_barrier(opened: Open) -> None:
    page = opened("giza", 3, {"bypass_csp": True})
    assert findings(page, ("table.giveHint()", OPENED)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_site_has_no_barrier(served: Served, scheme: str) -> None:
    context = served.context({"bypass_csp": True, "color_scheme": scheme})
    page = served.page("play.html#problem=1", context)
    page.wait_for_selector("html.laid")
    assert findings(page, (WON, "byId('menu').click()")) == []
    for at, name in enumerate(PAGES, scheme == "dark"):  # all pages have the colours of the board
        page.goto(f"{served.address}{name}.html")
        page.wait_for_selector("html.filled")
        palette = list(PALETTES)[at % len(PALETTES)]
        assert findings(page, (OPENED,), [palette]) == [], name
    page.goto(f"{served.address}solve.html")
    page.wait_for_selector(".entry .keypad")
    assert findings(page) == []
    page.evaluate(TYPED, half_played())
    page.wait_for_selector(".result button")
    assert findings(page, (OPENED, "document.querySelector('.result button').click()")) == []
    assert findings(page, (OPENED,)) == []
