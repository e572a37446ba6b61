"""A site in other languages: how one is chosen, whole games, offline, nothing that moves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.reasoning import LEVELS
from pyrtool.game.games import GAMES
from pyrtool.game.position import Discard, start_of
from pyrtool.languages import speaking, words_of
from pyrtool.pages.page.problem import ids_of
from pyrtool.pages.page.whys import page_whys
from pyrtool.pages.site import day_deals, of_collection, site_files, write_site
from pyrtool.pages.site.lessons import LESSONS
from pyrtool.pages.site.techniques import technique_deals

from ..browser import click, message, push, solution
from ..sites import go_offline, laid

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from ..sites import Served


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    entries = list(of_collection())[:3]
    write_site(site_files(entries, list(day_deals("2026-11-16", 14))), folder / "site")
    return folder


def in_language(served: Served, language: str, **more: Any) -> BrowserContext:
    """A reader whose browser asks for a language."""
    return served.context({"locale": language, **more})


@pytest.mark.parametrize(("asked", "language"), [("de-AT", "de"), ("it", "it"), ("pl", "en")])
def test_the_browser_chooses_the_language_of_the_site(
    served: Served, asked: str, language: str
) -> None:
    words = words_of(language)
    page = served.page("index.html", in_language(served, asked))
    page.wait_for_selector("html.filled")
    assert page.get_attribute("html", "lang") == language
    assert page.inner_text("#today") == words.say("Today’s problem")
    assert page.inner_text("#today-date").startswith(words.say("Sunday"))
    assert page.inner_text(".bar a >> nth=1") == words.say("Problems")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    others = [name for name in loaded if re.search(r"/(de|fr|es|it)\.js$", name)]
    assert others == [f"{served.address}{language}.js"] * (language != "en")


def test_the_list_of_problems_is_translated(served: Served) -> None:
    page = served.page("problems.html", in_language(served, "de"))
    page.wait_for_selector("html.filled")
    titles = page.locator(".grid .name").all_text_contents()
    assert titles[1].strip() == "2 Die begrabenen Asse"
    levels = {words_of("de").say(level).capitalize() for level in LEVELS}
    needed = {text.capitalize() for text in page.locator(".grid .game span").all_text_contents()}
    assert needed and needed <= levels
    assert levels < set(page.locator("#by-reasoning option").all_text_contents())


def test_the_setting_chooses_the_language_and_is_remembered(served: Served) -> None:
    context = in_language(served, "en")
    page = served.page("numbers.html", context)
    page.select_option("#language", "fr")
    page.wait_for_selector("html.filled[lang=fr]")
    assert page.title() == "Par numéro"
    page.goto(f"{served.address}play.html#g=giza&n=2")
    laid(page)
    assert message(page) == "Choisissez deux cartes dont la somme fait 13."
    assert page.evaluate("byId('language').value") == "fr"
    page.evaluate("byId('language').value = 'en'")
    page.evaluate("byId('language').dispatchEvent(new Event('change'))")
    page.wait_for_selector("html.laid[lang=en]")
    assert page.inner_text("#undo").startswith("Undo")


def test_a_whole_game_on_the_site_in_german(served: Served) -> None:
    page = laid(served.page("play.html#g=pyramid&n=47", in_language(served, "de")))
    assert page.inner_text("#title") == "Pyramid, Spiel 47"
    drawn = "drawnFace('QH').querySelector('.index').getAttribute('d')"
    assert page.evaluate(drawn) == page.evaluate("inLanguage.ranks.Q")
    for move in solution(GAMES["pyramid"], 47).moves:
        if isinstance(move, Discard):
            for card in move.cards:
                click(page, card)
        else:
            push(page, "deal")
    assert page.inner_text("#won-title") == "Gewonnen: 34 Züge"
    link = page.evaluate("share.link()")
    assert "#g=pyramid&n=47&m=" in link


def test_a_reason_from_the_worker_is_translated(served: Served) -> None:
    page = laid(served.page("play.html#g=giza&n=1", in_language(served, "es")))
    page.wait_for_selector("#answer-body p:has-text('No: sobre ')", state="attached")
    sentence = page.text_content("#answer-body p")
    assert sentence is not None and "están todas sus parejas: " in sentence


def test_a_lesson_on_a_lost_deal_is_translated(served: Served) -> None:
    name = "lesson-17-2"  # a circle
    page = laid(served.page(f"play.html#problem={name}", in_language(served, "fr")))
    words = page.locator("#explained p[data-text]")
    words.wait_for()
    (one,) = (one for one in technique_deals(len(LESSONS) + 1) if one.name == name)
    with speaking("fr"):
        step = str(lit_steps(one.explanation)[one.at - 1].numbered)
    assert words.get_attribute("data-text") == step and "Contradiction\xa0: " in step
    assert page.inner_text("#title") == "Un cercle, 2"
    answer = page.text_content("#answer-body p")
    assert answer is not None and answer.startswith("Non. Impossible à gagner")


def test_the_reasons_of_moves_are_translated(served: Served) -> None:
    page = laid(served.page("play.html#problem=1", in_language(served, "es")))
    for _ in range(200):  # the page's security policy forbids what waits in it
        if page.evaluate("!!played.stage.problem.answer.why"):
            break
        page.wait_for_timeout(100)
    steps = page.evaluate("played.stage.problem.answer.why.steps.map(([words]) => words)")
    one = next(iter(of_collection()))
    why = page_whys(one.deal, one.won, ids_of(start_of(one.deal)))
    assert why is not None
    with speaking("es"):
        assert steps == [words for words, *_ in why.data()["steps"]]
    assert steps != [str(words) for words, *_ in why.steps]
    assert any("se retira con" in words for words in steps)


def test_the_language_works_offline(served: Served) -> None:
    context = in_language(served, "de", service_workers="allow")
    page = served.page("index.html", context)
    go_offline(page)
    page.goto(f"{served.address}lessons.html")
    page.wait_for_selector("html.filled")
    assert page.inner_text("h1") == "Lektionen"
    assert "Eine Regel nach der anderen" in page.inner_text(".lead >> nth=0")


def test_nothing_moves_when_words_are_translated(served: Served) -> None:
    context = in_language(served, "de")
    page = context.new_page()
    page.add_init_script(
        """globalThis.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((one) => one.value)))
          .observe({ type: "layout-shift", buffered: true });"""
    )
    for name in ("index.html", "problems.html", "solve.html", "play.html#g=giza&n=2"):
        page.goto(served.address + name)
        page.wait_for_timeout(800)
        assert page.evaluate("shifts") == [], name


def test_a_table_is_entered_with_the_letters_of_the_language(served: Served) -> None:
    page = served.page("solve.html", in_language(served, "fr"))
    page.wait_for_selector(".entry .keypad")
    assert page.inner_text("[data-key=K]") == "R"
    page.locator(".entry-slot").first.focus()
    for letter in "rdvqk":
        page.keyboard.press(letter)
    signs = page.locator(".entry-slot.filled").all_inner_texts()
    assert signs == ["R", "D", "V", "D", "R"]
    assert page.evaluate("view.entered.cells.tableau.slice(0, 5).map((cell) => cell[0])") == [
        *"KQJQK"
    ]
