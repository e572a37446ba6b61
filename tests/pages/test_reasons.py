"""Reasons on pages: explanations of lost deals, Why?, and lessons on techniques."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from pyrtool import Deal, Lost, Verdict, deal, solve
from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import explain, explanation_if_any, lit_steps
from pyrtool.answers.explain.problem import TECHNIQUES
from pyrtool.game.position import start_of
from pyrtool.pages.page.problem import ROOM, problem
from pyrtool.pages.site.data_scripts import lost_lessons
from pyrtool.pages.site.lessons import LESSONS, TECHNIQUE_LESSONS, TechniqueDeal, technique_deals
from pyrtool.records.explanations import explain_record

from ..browser import PHONE, Open, message, searched
from ..chromium import Page
from ..readers import unpacked
from ..sites import Served, without_places


def answered(dealt: Deal, verdict: Verdict) -> Any:
    explanation = explanation_if_any(dealt, verdict)
    return problem(dealt, verdict, explanation=explanation)["answer"]


def explained(game: str, number: int) -> Any:
    dealt = deal(number, game)
    return answered(dealt, solve(dealt)).get("explanation")


def test_the_steps_are_those_of_the_explanation() -> None:
    found = explained("pyramid", 8)
    steps = lit_steps(explain(deal(8)))
    first, *others = found["steps"]
    why = explain(deal(8))
    assert why.diagnosis is not None and found["at"] == 0
    assert first["words"] == f"{why.diagnosis.words} {why.rules}".rstrip()
    for made, step in zip(others, steps, strict=True):
        assert made["words"].replace("\n", " ") == f"{step.number}. {step.text}"
        assert set(made["own"].split()) == set(map(str, step.own))
        assert set(made["reasons"].split()) == set(map(str, step.reasons))
    assert [made["order"] for made in explained("pyramid", 33)["steps"]] == [
        *("", "9D TC TS>AC", "", "4D>AC", "")
    ]
    assert explained("pyramid", 111)["steps"][2]["words"].startswith(
        "Trial A: suppose that 3S goes with TC (stock 8).\na1. "
    )


def test_where_there_is_no_explanation_to_be_followed() -> None:
    assert explain(deal(73)).is_long and explained("pyramid", 73) is None
    assert explain(deal(85)).sentences > 12 and explained("pyramid", 85) is None
    assert explained("giza", 2) is None  # it can be won
    assert explained("double-pyramid", 1) is None  # no deduction holds under its rules
    dealt = deal(87)  # winnable, whatever is said of it
    assert "explanation" not in answered(dealt, Lost("exhausted", 0))


def test_the_answer_says_what_the_explanation_takes() -> None:
    won, lost = deal(8, "giza"), deal(3, "giza")
    assert answered(won, solve(won))["sentences"][-1] == ("Reasoning: 2 forced pairs by 4 trials.")
    assert answered(lost, solve(lost))["sentences"][-1] == ("Reasoning: pure deduction.")


def lit(page: Page) -> dict[str, str]:
    found = page.evaluate(
        "JSON.stringify(Object.fromEntries([...document.querySelectorAll('[data-mark]')]"
        ".map((card) => [card.dataset.card, card.dataset.mark])))"
    )
    marks: dict[str, str] = json.loads(found)
    return marks


@pytest.mark.slow
def test_a_reader_steps_through(opened: Open) -> None:
    page = opened("pyramid", 5, {"viewport": PHONE, "has_touch": True, "is_mobile": True})
    page.click("#sheet-open")
    page.click("#answer summary")
    page.click("#reveal")
    page.click(".explain")
    words, count = page.locator("#explained p"), page.locator("#explained .muted")
    assert lit(page) == {"AS": "step"} and count.inner_text() == "1 of 3"
    assert "The cellar: " in words.inner_text()
    assert not page.locator("#message").is_visible() and not page.locator("#deal").is_visible()
    # The board and the words are seen together.
    box, board = page.locator("#explained p").bounding_box(), page.locator("#board").bounding_box()
    assert box is not None and board is not None
    assert board["y"] >= -40 and box["y"] + 40 <= PHONE["height"]
    next_step = page.get_by_role("button", name="Next", exact=True)
    next_step.click()
    steps = dict.fromkeys(["3C", "3H", "TS"], "step")
    assert lit(page) == steps | dict.fromkeys(["QS", "AH", "AC", "AD", "AS", "QD"], "reason")
    assert not page.get_by_text("1 must go before 2.").is_visible()
    text = words.get_attribute("data-text") or ""
    assert [line[:5] for line in text.split("\n")] == ["1. QS", "QD mu", "AS st", "3C ca"]
    next_step.click()
    lit_as_reasons = ("3C", "3H", "5S", "5C", "TS", "5H", "QD", "5D", "3D", "3S")
    reasons = dict.fromkeys(lit_as_reasons, "reason")
    assert lit(page) == {"QS": "step", "8C": "first", "AS": "second"} | reasons
    assert page.get_by_text("1 must go before 2.").is_visible()
    next_step.dispatch_event("click")  # there is none
    assert count.inner_text() == "3 of 3"
    page.get_by_role("button", name="Previous", exact=True).click()
    assert count.inner_text() == "2 of 3"
    # What the reader plays ends it, and the explanation begins with the deal again.
    page.click("#explained >> text=Close")
    page.click("#deal")
    assert page.locator("#message").is_visible() and not words.is_visible()
    page.click("#sheet-open")
    page.click(".explain")
    assert "0 moves" in (page.locator("#status").text_content() or "")
    assert lit(page)["AS"] == "step"


def whys(game: str, number: int, every: bool = False) -> Any:
    dealt = deal(number, game)
    return problem(dealt, solve(dealt), every_reason=every)["answer"].get("why")


def test_each_move_has_a_reason_and_each_sentence_is_kept_one_time() -> None:
    found = whys("giza", 2)
    words = [step[0] for step in found["steps"]]
    assert len(words) == len(set(map(tuple, found["steps"])))
    assert len(found["moves"]) == len(found["losing"]) == 28
    assert [k for k, numbers in enumerate(found["moves"]) if not numbers] == [*range(3, 10), 11]
    (at,) = found["losing"][3]["7H/6H"]
    assert words[at] == (
        "No partner is left for 7S (1.1): 6C (5.4), 6S (5.5) and 6D (6.2) lie on 7S."
    )
    assert found["steps"][at][1:] == ("7S", "6C 6D 6S", "")
    assert words[found["moves"][0][0]] == "no move loses now."
    assert len(json.dumps(found)) < 3_000


def unproved(found: Any) -> int:
    """How many moves that lose have no reason."""
    by_search = "by search, every continuation after it is lost."
    return sum(
        found["steps"][answer[0]][0] == by_search
        for losing in found["losing"]
        for answer in losing.values()
    )


def test_moves_that_lose_have_reasons_from_the_first_position_on() -> None:
    found = whys("giza", 8, every=True)
    assert sum(map(len, found["losing"])) == 29 and unproved(found) == 0
    answer = found["losing"][0]["4S/9H"]
    assert found["steps"][answer[-1]][0].startswith(f"{len(answer)}. ")  # as `why` has


def test_where_all_reasons_need_more_room_the_longest_are_in_brief() -> None:
    some = {step[0] for step in whys("pyramid", 47)["steps"]}
    every = {step[0] for step in whys("pyramid", 47, every=True)["steps"]}
    proved = sum(len(words) for words in some if ". " in words)
    assert 0.7 * ROOM < proved <= ROOM < sum(map(len, every))
    assert any("; " in one for one in some - every)  # in brief
    assert any(words.startswith("1. 6S (2.1) goes with 7D (stock 24)") for words in some & every)


def test_all_reasons_on_request() -> None:
    some, every = whys("pyramid", 77), whys("pyramid", 77, every=True)
    assert unproved(every) < unproved(some)
    assert any("another solution does without" in words for words, *_ in every["steps"])


def test_where_there_are_no_reasons() -> None:
    assert whys("giza", 3) is None  # it cannot be won
    assert whys("microsoft", 1) is None  # no deduction holds under its rules


@pytest.mark.slow
def test_a_reader_asks_why(opened: Open) -> None:
    page = opened("giza", 2, {"viewport": PHONE, "has_touch": True, "is_mobile": True})
    message, box = page.locator("#message"), page.locator("#explained")
    focus = "document.activeElement.id"

    def hint() -> None:
        page.click("#hint")
        searched(page)

    for _ in range(2):
        hint()
        assert not page.locator(".why").is_visible()  # it would say which move is meant
    hint()
    page.click(".why")
    assert "no move loses now. Then " in message.inner_text() and page.evaluate(focus) == "hint"
    # A move that loses has its reason in steps, with cards marked.
    page.evaluate("table.follow(7); table.move('7H/6C')")
    hint()
    page.click(".why")
    assert "loses: 1." in box.inner_text() and "1 of 2" in box.inner_text()
    assert page.locator("[data-mark=step]").count() == 2
    page.click("#explained >> text=Close")
    assert page.evaluate(focus) == "hint" and not box.is_visible()
    # Further on, the way leads back.
    page.evaluate("table.move(table.position.legalMoves()[0])")
    hint()
    page.click(".why")
    assert "lost the win. Undo 2 moves" in message.inner_text()
    page.evaluate("table.toMove(0); table.move(table.position.legalMoves().at(-1))")
    for _ in range(3):
        hint()
    page.click(".why")
    assert re.search(" (frees|waits only for) ", message.inner_text())
    page.click("#message >> text=See what each move is worth")
    page.locator("#sheet #advice-body").wait_for()  # it is empty until a worker answers


@pytest.mark.slow
def test_a_reader_asks_why_of_a_move_and_of_a_card(opened: Open) -> None:
    page = opened("giza", 17)
    text, box = page.locator("#message"), page.locator("#explained")

    def asked() -> str:
        page.click("#message .why")
        searched(page)
        return message(page)

    page.evaluate("table.move('8D/5C')")
    assert asked() == (
        "8D with 5C keeps the win. 8D with 5C frees JS and KC. No other winning move uncovers more."
    )
    page.evaluate("table.undo(); table.move('9H/4C')")
    assert asked().endswith("8D with 5C is as good, and uncovers more: JS and KC.")
    page.evaluate("table.undo(); table.press('3S')")
    assert message(page) == "3S is selected."
    page.click("#message .why")  # this answer comes with the page
    told = box.locator("p").get_attribute("data-text") or ""
    assert told.startswith("TD with 3S loses: TH cannot go with 3H"), told
    page.click("#explained >> text=Close")
    page.evaluate("table.escape(); table.move('TD/3S'); table.move(table.position.legalMoves()[0])")
    assert asked() == "No move wins any more."
    page.evaluate("table.toMove(0); table.move('8D/5C'); table.move('6D/7H')")
    assert asked().startswith("6D with 7H loses: ") and not box.is_visible()
    page.evaluate("table.move(table.position.legalMoves()[0])")
    assert text.locator(".why").count() == 1
    page.evaluate("table.follow(3)")  # no move of the reader's own
    assert text.locator(".why").count() == 0


AGAIN = "python docs/lessons.py {}  chooses deals of this lesson again"
MOST_WORDS = 25


@pytest.fixture(scope="module")
def taught() -> Sequence[TechniqueDeal]:
    return technique_deals(len(LESSONS) + 1)


def test_each_lesson_has_its_deals() -> None:
    for lesson in TECHNIQUE_LESSONS:
        assert lesson.technique in TECHNIQUES
        assert len(set(map(tuple, lesson.deals))) == 3, AGAIN.format(f"'{lesson.technique}'")


def test_each_deal_is_lost_by_the_technique_of_its_lesson(taught: Sequence[TechniqueDeal]) -> None:
    for one in taught:
        name, again = one.lesson.technique, AGAIN.format(f"'{one.lesson.technique}'")
        record: Any = explain_record(one.deal, one.named.game, one.explanation)["explanation"]
        steps = [step for part in record["parts"] for step in part["steps"]]
        assert record["verdict"] == "lost" and record["trials"] == 0, again
        assert name in {step["technique"] for step in steps}, again
        assert not one.explanation.is_long, again
        assert wrong_step(start_of(one.deal), record) is None
        assert solve(one.deal).is_lost


def test_a_lesson_opens_where_its_technique_is_used(taught: Sequence[TechniqueDeal]) -> None:
    data = lost_lessons(taught)
    for one in taught:
        shown, pool = data[one.name]["explanation"], data[one.name]["pool"]
        sentences = [s for part in one.explanation.sections for s in part[1]]
        here = sentences[shown["at"] - 1 - (len(sentences) > 1)]  # the diagnosis comes first
        words = unpacked(pool, shown["steps"][shown["at"] - 1]["words"])
        assert words.replace("\n", " ") == f"{here.number}. {here.text}"
        (step,) = (s for s in lit_steps(one.explanation) if s.sentence == here)
        assert one.lesson.technique in step.techniques


def test_a_lesson_is_short_and_plain() -> None:
    for lesson in TECHNIQUE_LESSONS:
        sentences = re.findall(r"[^.]+\.", lesson.words)
        assert 1 < len(sentences) <= 4, lesson.title
        assert max(len(one.split()) for one in sentences) <= MOST_WORDS, lesson.title


@pytest.mark.slow
def test_a_lesson_on_the_site(served: Served, taught: Sequence[TechniqueDeal]) -> None:
    page = served.page("lessons.html")
    assert page.locator(".techniques > li").count() == len(TECHNIQUE_LESSONS)
    page.locator("#solved", has_text=f"0 of {len(LESSONS)} solved.").wait_for()
    chosen = next(one for one in taught if one.lesson.technique == "wait")
    page.click(f"[data-name='{chosen.name}'] a")
    words = page.locator("#explained p[data-text]")
    words.wait_for()
    lesson: Any = lost_lessons(taught)[chosen.name]
    shown = lesson["explanation"]
    step = shown["steps"][shown["at"] - 1]
    shown_words = without_places(unpacked(lesson["pool"], step["words"]))
    assert words.get_attribute("data-text") == shown_words
    order = step["order"].split(">")  # what must wait, and for which card
    assert {*order} == {*step["own"].split()} and [lit(page)[card] for card in order] == [
        *("first", "second")
    ]
    page.click("#after")
    page.locator("#title", has_text=taught[taught.index(chosen) + 1].title).wait_for()
