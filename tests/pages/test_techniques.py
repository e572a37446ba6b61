"""The lessons on techniques: each of their deals is lost by its technique, without a trial."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.explain.facts import TECHNIQUES
from pyrtool.answers.solve import solve
from pyrtool.game.deals import deal
from pyrtool.game.position import start_of
from pyrtool.pages.site import of_collection, site_files
from pyrtool.pages.site.data import lost_lessons
from pyrtool.pages.site.lessons import LESSONS
from pyrtool.pages.site.techniques import (
    DEALS,
    PER_LESSON,
    TECHNIQUE_LESSONS,
    TechniqueDeal,
    technique_deals,
)
from pyrtool.records import explain_record

from ..packed import unpacked

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

AGAIN = "python docs/lessons.py {}  chooses deals of this lesson again"
MOST_WORDS = 25


@pytest.fixture(scope="module")
def taught() -> list[TechniqueDeal]:
    return technique_deals(len(LESSONS) + 1)


def test_each_lesson_has_its_deals() -> None:
    names = [lesson.technique for lesson in TECHNIQUE_LESSONS]
    assert list(DEALS) == names and set(names) <= set(TECHNIQUES)
    for name, deals in DEALS.items():
        assert len(set(deals)) == len(deals) == PER_LESSON, AGAIN.format(f"'{name}'")


def test_each_deal_is_lost_by_the_technique_of_its_lesson(taught: list[TechniqueDeal]) -> None:
    for one in taught:
        name, again = one.lesson.technique, AGAIN.format(f"'{one.lesson.technique}'")
        record: Any = explain_record(one.deal, one.named.game, one.explanation)["explanation"]
        steps = [step for part in record["parts"] for step in part["steps"]]
        assert record["verdict"] == "lost" and record["trials"] == 0, again
        assert name in {step["technique"] for step in steps}, again
        assert not one.explanation.is_long, again
        assert wrong_step(start_of(one.deal), record) is None


def test_a_lesson_opens_where_its_technique_is_used(taught: list[TechniqueDeal]) -> None:
    data = lost_lessons(taught)
    for one in taught:
        shown, pool = data[one.name]["explanation"], data[one.name]["pool"]
        sentences = [s for part in one.explanation.sections for s in part[1]]
        here = sentences[shown["at"] - 1]
        words = unpacked(pool, shown["steps"][shown["at"] - 1]["words"])
        assert words == f"{here.number}. {here.text}"
        own = {sentence.technique for sentence in sentences}
        if one.lesson.technique in own:  # else it is said within a sentence of another
            assert here.technique == one.lesson.technique


def test_a_lesson_is_short_and_plain() -> None:
    for lesson in TECHNIQUE_LESSONS:
        sentences = re.findall(r"[^.]+\.", lesson.words)
        assert 1 < len(sentences) <= 4, lesson.title
        assert max(len(one.split()) for one in sentences) <= MOST_WORDS, lesson.title


def test_a_lesson_is_a_lost_deal() -> None:
    game, number = DEALS["wait"][0]
    assert type(solve(deal(number, game))).__name__ == "Lost"
    assert explain(deal(number, game)).trials == 0


@pytest.mark.slow
def test_a_lesson_on_the_site(
    chromium: Browser, taught: list[TechniqueDeal], tmp_path: Path
) -> None:
    for name, content in site_files(list(of_collection())[:1]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    page = chromium.new_page()
    page.goto((tmp_path / "lessons.html").as_uri())
    assert page.locator(".techniques > li").count() == len(TECHNIQUE_LESSONS)
    page.locator("#solved", has_text=f"0 of {len(LESSONS)} solved.").wait_for()
    chosen = next(one for one in taught if one.lesson.technique == "wait")
    page.click(f"[data-name='{chosen.name}'] a")
    words = page.locator("#explained p[data-text]")
    words.wait_for()
    lesson: Any = lost_lessons(taught)[chosen.name]
    shown = lesson["explanation"]
    step = shown["steps"][shown["at"] - 1]
    assert words.get_attribute("data-text") == unpacked(lesson["pool"], step["words"])
    marked = page.evaluate(
        "[...document.querySelectorAll('[data-mark=step]')].map((card) => card.dataset.card)"
    )
    assert set(marked) == set(step["own"].split())
    page.click("#after")
    page.locator("#title", has_text=taught[taught.index(chosen) + 1].title).wait_for()
    page.close()
