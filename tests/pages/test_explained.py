"""The explanation of a lost deal on its page: when there is one, and how a reader steps through."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from pyrtool.answers.explain.explanation import explain, explained_if_known
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.solve import Lost, Verdict, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.pages.page.problem import problem

from ..browser import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from ..browser import Open


def answered(dealt: Deal, verdict: Verdict) -> Any:
    explanation = explained_if_known(dealt, verdict)
    return problem(dealt, verdict, explanation=explanation)["answer"]


def explained(game: str, number: int) -> Any:
    dealt = deal(number, game)
    return answered(dealt, solve(dealt)).get("explanation")


def test_the_steps_are_those_of_the_explanation() -> None:
    found = explained("pyramid", 8)
    steps = lit_steps(explain(deal(8)))
    assert found["at"] == 0 and len(found["steps"]) == len(steps)
    for made, step in zip(found["steps"], steps, strict=True):
        assert made["words"] == f"{step.number}. {step.text}"
        assert set(made["own"].split()) == set(map(str, step.own))
        assert set(made["reasons"].split()) == set(map(str, step.reasons))
    assert explained("pyramid", 131)["steps"][0]["words"].startswith(
        "Trial A: suppose that 8H (6.1) goes with 5S (7.3)"
    )


def test_where_there_is_no_explanation_to_be_followed() -> None:
    assert explain(deal(9)).is_long and explained("pyramid", 9) is None
    assert explain(deal(34)).sentences > 12 and explained("pyramid", 34) is None
    assert explained("giza", 2) is None  # it can be won
    assert explained("double-pyramid", 1) is None  # no deduction holds under its rules
    dealt = deal(87)  # winnable, whatever is said of it
    assert "explanation" not in answered(dealt, Lost("exhausted", 0))


def test_the_answer_says_what_the_explanation_takes() -> None:
    won, lost = deal(8, "giza"), deal(3, "giza")
    assert answered(won, solve(won))["sentences"][-1] == (
        "Reasoning: 2 forced pairs by 4 trials; hardest technique: squeeze."
    )
    assert answered(lost, solve(lost))["sentences"][-1] == (
        "Reasoning: pure deduction; hardest technique: either."
    )


def lit(page: Page) -> dict[str, str]:
    found = page.evaluate(
        "JSON.stringify(Object.fromEntries([...document.querySelectorAll('[data-mark]')]"
        ".map((card) => [card.dataset.card, card.dataset.mark])))"
    )
    marks: dict[str, str] = json.loads(found)
    return marks


@pytest.mark.slow
def test_a_reader_steps_through(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 176, {"viewport": PHONE, "has_touch": True, "is_mobile": True})
    page.click("#answer summary")
    page.click("#reveal")
    page.click(".explain")
    words, count = page.locator("#explained p"), page.locator("#explained .muted")
    assert lit(page) == {"8S": "step", "6C": "step"} | dict.fromkeys(
        ["7D", "7S", "7H", "7C"], "reason"
    )
    assert "which lie on it" in words.inner_text() and count.inner_text() == "1 of 3"
    assert not page.locator("#message").is_visible() and not page.locator("#deal").is_visible()
    # The board and the words are seen together.
    box, board = page.locator("#explained p").bounding_box(), page.locator("#board").bounding_box()
    assert box is not None and board is not None
    assert board["y"] >= -40 and box["y"] + 40 <= PHONE["height"]
    next_step = page.get_by_role("button", name="Next", exact=True)
    next_step.click()
    next_step.click()
    assert re.match(r"3\. Contradiction: ", words.inner_text())
    assert lit(page) == {"8S": "step", "6C": "step"}
    next_step.dispatch_event("click")  # there is none
    assert count.inner_text() == "3 of 3"
    page.get_by_role("button", name="Previous", exact=True).click()
    assert count.inner_text() == "2 of 3"
    # What the reader plays ends it, and the explanation begins with the deal again.
    page.click("#explained >> text=Close")
    page.click("#deal")
    assert page.locator("#message").is_visible() and not words.is_visible()
    page.click(".explain")
    assert "0 moves" in (page.locator("#status").text_content() or "")
    assert lit(page)["8S"] == "step"
