"""Pages and sites in other languages: words, letters of cards, games, tables that are entered."""

import json
import re
from pathlib import Path

import pytest

from pyrtool import deal, solve
from pyrtool.answers.explain.difficulty import LEVELS
from pyrtool.answers.explain.explanation import explain, lit_steps
from pyrtool.game.games import GAMES
from pyrtool.game.position import Discard, start_of
from pyrtool.game.words import card_letters
from pyrtool.languages import LANGUAGES, Words, speaking, words_of
from pyrtool.pages.page import page as make
from pyrtool.pages.page.entry import entry_games
from pyrtool.pages.page.face_data import letter_data
from pyrtool.pages.page.problem import ids_of, page_whys, problem
from pyrtool.pages.page.scripts import modules
from pyrtool.pages.site.lessons import LESSONS, technique_deals
from pyrtool.pages.site.problems import of_collection
from pyrtool.pictures import PictureSettings
from pyrtool.pictures.cards.faces import other_letters

from ..browser import Open, click, message, push, solution
from ..javascript import Runtime, running
from ..masking import MASKED, mask_messages, unmasked
from ..readers import FAMOUS, READ, half_played, status_of
from ..sites import Served, laid, without_places
from ..tables import WRONG_TABLES

pytestmark = pytest.mark.slow

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_the_words_of_its_language_and_no_others(language: str) -> None:
    given = deal(2, "giza")
    text = make(
        given, solve(given), PictureSettings(title="Undo"), game="giza", language=language
    ).decode()
    assert text.startswith(f'<!doctype html>\n<html lang="{language}"')
    assert '<h1 id="title">Undo</h1>' in text  # what a title says is not ours
    assert len(text.encode()) < 440_000
    for english in ("No card is selected.", "Look and settings", "There is no move to undo."):
        assert words_of(language).say(english) in text
        assert (english in text) == (language == "en")
    assert not re.search(r"\b(say|noun)`", text)


def test_titles_and_rules_have_the_signs_of_print() -> None:
    given = deal(2, GAMES["tut"])
    text = make(given, solve(given), PictureSettings(title="Tut's Tomb")).decode()
    lesson = text[text.index('<div id="lesson">') :].split("</div>")[0]
    assert "Tut’s Tomb" in text and "A–Q, 2–J" in lesson and "stock’s" in lesson
    assert "'" not in lesson and "Tut's" not in text.split("<script")[0]


@pytest.mark.parametrize("number", [3, 8])
def test_no_word_of_an_explanation_stays_english(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a lost deal, and for the moves of a winnable one."""
    given = deal(number, "giza")
    mask_messages(monkeypatch)
    with speaking(MASKED):
        answer = problem(given, solve(given), explanation=explain(given))["answer"]
    texts = [step["words"] for step in answer.get("explanation", {"steps": []})["steps"]]
    texts += [words for words, *_ in answer.get("why", {"steps": []})["steps"]]
    left = {word for text in texts for word in unmasked(text)}
    assert texts and left <= {str(card) for card in given.cards}


@pytest.mark.parametrize(("number", "game"), [(4, "bouquet"), (2, "king-tut"), (12, "giza")])
def test_nor_of_the_argument_of_a_lost_deal(
    number: int, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = deal(number, game)
    verdict = solve(given)
    mask_messages(monkeypatch)
    with speaking(MASKED):
        _, argument = problem(given, verdict)["answer"]["sentences"]
    assert "ж" in argument and set(unmasked(argument)) <= {str(card) for card in given.cards}


def test_a_lost_deal_is_argued_in_german(opened: Open) -> None:
    page = opened("bouquet", 4, game="bouquet", language="de", open_answer=True)
    shown = page.locator("#answer-body").inner_text()
    assert "Dreien und Zehnen lassen sich nicht alle abräumen" in shown
    assert " liegen unter drei Dreien, und für diese Karten bleiben nur zwei Zehnen." in shown


@pytest.mark.parametrize(("language", "game", "number"), [("de", "pyramid", 47), ("fr", "giza", 2)])
def test_a_whole_game_in_another_language(
    opened: Open, language: str, game: str, number: int
) -> None:
    words = words_of(language)
    page = opened(game, number, game=game, language=language)
    assert message(page) == words.say(
        "Discard two free cards that add to 13 (J is 11, Q 12), or a king alone."
    )
    moves = solution(game, number).moves
    for at, move in enumerate(moves, 1):
        if not isinstance(move, Discard):
            push(page, "deal")
            continue
        for card in move.cards:
            click(page, card)
        joint = words.say(" and ")
        assert words.say("{0} discarded.").format(joint.join(map(str, move.cards))) in message(page)
        count = words.forms("move")[min(at, 2)]
        assert page.locator("#status").inner_text().startswith(f"{at} {count}")
        assert words.say("score {0}").format("") not in page.locator("#status").inner_text()
    count = f"{len(moves)} {words.forms('move')[2]}"
    assert message(page).endswith(words.say("Won in {0}!").format(count))
    assert page.locator("#won-title").inner_text() == words.say("Won in {0}").format(count)
    push(page, "undo")
    push(page, "hint")
    assert message(page).startswith(words.say("Hint: look at {0}.").split("{0}")[0])


def test_the_words_around_the_table_are_translated(opened: Open) -> None:
    page = opened("pyramid", 12, game="pyramid", language="de")
    buttons = {"deal": "Aufdecken", "undo": "Zurück", "redo": "Vor", "hint": "Tipp"}
    for button, words in buttons.items():
        assert page.locator(f"#{button}").inner_text().split("\n")[0].strip().startswith(words)
    assert page.evaluate("byId('words').firstChild.textContent").startswith(
        "Pyramide, Reihe 1: Karo-5."
    )
    king = page.locator('[data-card="KS"]').get_attribute("aria-label")
    assert king is not None and king.startswith("Pik-König, ")
    lesson = page.evaluate("byId('lesson').textContent")
    assert lesson.startswith("Räum Kartenpaare ab, die zusammen 13 ergeben: A–D, 2–B, 3–10")


def test_cards_have_the_letters_of_the_language(opened: Open) -> None:
    shapes = {}
    for language in ("en", "de", "fr", "es"):
        page = opened("giza", 2, language=language)
        shapes[language] = page.evaluate(
            "[...'JQK'].map((rank) => document.getElementById(`r${rank}`).getAttribute('d'))"
        )
        push(page, "hint")
        sign = {"en": "Q♥", "de": "D♥", "fr": "D♥", "es": "Q♥"}[language]
        assert page.evaluate("signOf('QH')") == sign
    english, german, french = (shapes[language] for language in ("en", "de", "fr"))
    assert shapes["es"] == english
    assert german[1] == french[1] != english[1]  # D of Dame and dame
    assert german[2] == english[2] != french[2]
    assert len({german[0], french[0], english[0]}) == 3


def test_every_letter_of_a_language_has_a_shape() -> None:
    for language in OTHERS:
        with speaking(language):
            assert set(letter_data()) == set(other_letters())


WRONG = [
    *(text for text, _ in WRONG_TABLES.values()),
    *("", "x", "4C " * 52, FAMOUS.replace("6D", "5H"), FAMOUS.replace("6D", "8♠8♠"), "# a deal, x"),
    *("# deal 7 (native), giza", "4C\n# a deal, giza", "# a deal, giza, rows 6\n4C"),
    *("QS / AS KC turned 5C stock", "QS / AS KC stock 7", "QS / AS KC waste face down"),
]
TYPED = {
    *("turned", "stock", "waste", "gone", "pass", "bouquet", "cleared", "cards", "position"),
    *("face", "down", "rows", "pyramid", "giza", "microsoft", "img", "two", "cleared_in_pass"),
}
"""Words to type, and what was typed."""

CARDS = "[A2-9TJQK][CDHS]|CDHS|TJQK"


def reader_of(words: Words, folder: Path) -> list[Path]:
    """The readers with the words of a language."""
    spoken = {
        "code": words.language,
        "words": dict(words.messages),
        "nouns": {noun: list(forms) for noun, forms in words.nouns.items()},
    }
    first = folder / "words.js"
    first.write_text(f"globalThis.inLanguage = {json.dumps(spoken)};\n", encoding="utf-8")
    return [first, *modules("app/entry/reader.js", "app/entry/found.js")]


def read(runtime: Runtime, *texts: str) -> list[object]:
    """What is read in each text, or why it is not."""
    answers: list[object] = runtime.evaluate(
        READ, [entry_games(), [["microsoft", text] for text in texts]]
    )
    return answers


def test_no_reason_against_a_table_stays_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask_messages(monkeypatch)
    with speaking(MASKED) as words:
        files = reader_of(words, tmp_path)
    with running(files) as runtime:
        found = [one for one in read(runtime, *WRONG) if isinstance(one, str)]
    assert len(found) > len(WRONG) - 6
    left = {word for text in found for word in unmasked(text) if not re.fullmatch(CARDS, word)}
    assert left <= TYPED


def test_a_table_is_typed_with_the_letters_of_the_language(tmp_path: Path) -> None:
    with speaking("de") as words, running(reader_of(words, tmp_path)) as runtime:
        own = card_letters(FAMOUS)
        english, german, wrong = read(runtime, FAMOUS, own, own.replace("6D", "6X"))
    assert own != FAMOUS and english == german
    assert isinstance(wrong, str)
    assert wrong.startswith("Zeile 1, Karte 1: '6X' ist keine Karte: schreib 7S, TD oder KH (Werte")


def test_a_table_is_solved_in_german(served: Served) -> None:
    page = served.page("solve.html", served.context({"locale": "de"}))
    page.select_option(".entry select", "microsoft")
    page.fill("#entry-text", half_played())
    page.wait_for_selector("h2:text-is('Gewonnen: 32 Züge')")
    page.wait_for_selector("h3:text-is('Die ersten Züge')")
    assert page.inner_text(".change") == words_of("de").say("Change the table")
    label = page.get_attribute("[data-slot=tableau-0]", "aria-label")
    assert label is not None and label.endswith(", Pyramide 1.1, D")
    page.fill("#entry-text", "x")
    page.wait_for_selector(".status.bad")
    assert status_of(page).startswith("Zeile 1, Karte 1: 'x' ist keine Karte: schreib 7S, TD oder")


@pytest.mark.parametrize(("asked", "language"), [("de-AT", "de"), ("it", "it"), ("pl", "en")])
def test_the_browser_chooses_the_language_of_the_site(
    served: Served, asked: str, language: str
) -> None:
    words = words_of(language)
    page = served.page("index.html", served.context({"locale": asked}))
    page.wait_for_selector("html.filled")
    assert page.get_attribute("html", "lang") == language
    assert page.inner_text("#today") == words.say("Today’s problem")
    assert page.inner_text("#today-date").startswith(words.say("Sunday"))
    assert page.inner_text(".bar a >> nth=1") == words.say("Problems")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    others = [name for name in loaded if re.search(r"/(de|fr|es|it)\.js$", name)]
    assert others == [f"{served.address}{language}.js"] * (language != "en")


def test_the_list_of_problems_is_translated(served: Served) -> None:
    page = served.page("problems.html", served.context({"locale": "de"}))
    page.wait_for_selector("html.filled")
    titles = page.locator(".grid .name").all_text_contents()
    assert titles[1].strip() == "2 Die begrabenen Asse"
    levels = {words_of("de").say(level).capitalize() for level in LEVELS}
    needed = {text.capitalize() for text in page.locator(".grid .game span").all_text_contents()}
    assert needed and needed <= levels
    assert levels < set(page.locator("#by-reasoning option").all_text_contents())


def test_the_setting_chooses_the_language_and_is_remembered(served: Served) -> None:
    context = served.context({"locale": "en"})
    page = served.page("settings.html", context)
    page.wait_for_selector("html.filled")
    page.select_option("#language", "fr")
    page.wait_for_selector("html.filled[lang=fr]")
    assert page.title() == "Réglages"
    page.goto(f"{served.address}play.html#g=giza&n=2")
    laid(page)
    assert message(page) == (
        "Écartez deux cartes libres dont la somme fait 13 (V vaut 11, D 12), ou un roi seul."
    )
    assert page.evaluate("byId('language').value") == "fr"
    page.evaluate("byId('language').value = 'en'")
    page.evaluate("byId('language').dispatchEvent(new Event('change'))")
    page.wait_for_selector("html.laid[lang=en]")
    assert page.inner_text("#undo").startswith("Undo")


def test_a_reason_from_the_worker_is_translated(served: Served) -> None:
    page = laid(served.page("play.html#g=giza&n=1", served.context({"locale": "es"})))
    page.wait_for_selector("#answer-body p:has-text('No: sobre ')", state="attached")
    sentence = page.text_content("#answer-body p")
    assert sentence is not None and "están todas sus parejas: " in sentence


def test_a_lesson_on_a_lost_deal_is_translated(served: Served) -> None:
    name = "lesson-17-2"  # a circle
    page = laid(served.page(f"play.html#problem={name}", served.context({"locale": "fr"})))
    words = page.locator("#explained p[data-text]")
    words.wait_for()
    (one,) = (one for one in technique_deals(len(LESSONS) + 1) if one.name == name)
    with speaking("fr"):
        step = str(lit_steps(one.explanation)[one.at - 1].numbered)
    assert words.get_attribute("data-text") == without_places(step) and "Mais TC" in step
    assert page.inner_text("#title") == "Un cercle, 2"
    answer = page.text_content("#answer-body p")
    assert answer is not None and answer.startswith("Non. Impossible à gagner")


def test_the_reasons_of_moves_are_translated(served: Served) -> None:
    page = laid(served.page("play.html#problem=1", served.context({"locale": "es"})))
    for _ in range(1200):  # the page's security policy forbids what waits in it
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


def test_a_table_is_entered_with_the_letters_of_the_language(served: Served) -> None:
    page = served.page("solve.html", served.context({"locale": "fr"}))
    page.wait_for_selector(".entry .keypad")
    assert page.inner_text("[data-key=K]") == "R"
    page.locator(".entry-slot").first.focus()
    for letter in "rdvqk":
        page.keyboard.press(letter)
    signs = page.locator(".entry-slot.filled").all_inner_texts()
    assert signs == ["R", "D", "V", "D", "R"]
    ranks = page.evaluate("view.entered.cells.tableau.slice(0, 5).map((cell) => cell[0])")
    assert ranks == [*"KQJQK"]
