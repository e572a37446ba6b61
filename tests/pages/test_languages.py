"""Pages in other languages: whole games, words, letters of cards, and what is not translated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.solve import solve
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import Discard
from pyrtool.languages import LANGUAGES, LanguageError, speaking, words_of
from pyrtool.pages.page import page as make
from pyrtool.pages.page.drawn import letter_data
from pyrtool.pages.page.problem import problem
from pyrtool.pictures.cards.letters import other_letters

from ..browser import click, message, push, solution
from ..masking import MASKED, mask_messages, unmasked

if TYPE_CHECKING:
    from ..browser import Open

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_the_words_of_its_language_and_no_others(language: str) -> None:
    rules = GAMES["giza"]
    given = deal(2, rules)
    text = make(given, solve(given), game="giza", title="Undo", language=language).decode()
    assert text.startswith(f'<!doctype html>\n<html lang="{language}"')
    assert '<h1 id="title">Undo</h1>' in text  # what a title says is not ours
    assert len(text.encode()) < 420_000
    for english in ("No card is selected.", "Look and settings", "There is no move to undo."):
        assert words_of(language).say(english) in text
        assert (english in text) == (language == "en")
    assert not re.search(r"\b(say|noun)`", text)


def test_titles_and_rules_have_the_signs_of_print() -> None:
    given = deal(2, GAMES["tut"])
    text = make(given, solve(given), title="Tut's Tomb").decode()
    lesson = text[text.index('<div id="lesson">') :].split("</div>")[0]
    assert "Tut’s Tomb" in text and "A–Q, 2–J" in lesson and "stock’s" in lesson
    assert "'" not in lesson and "Tut's" not in text.split("<script")[0]


@pytest.mark.parametrize("number", [3, 8])
def test_no_word_of_an_explanation_stays_english(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a lost deal, and of the moves of a winnable one."""
    given = deal(number, "giza")
    mask_messages(monkeypatch)
    with speaking(MASKED):
        answer = problem(given, solve(given), explanation=explain(given))["answer"]
    texts = [step["words"] for step in answer.get("explanation", {"steps": []})["steps"]]
    texts += [words for words, _, _ in answer.get("why", {"steps": []})["steps"]]
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
    page = opened(GAMES["bouquet"], 4, game="bouquet", language="de", open_answer=True)
    shown = page.locator("#answer-body").inner_text()
    assert "die Karten 3–10 lassen sich nicht abräumen" in shown
    assert " liegen unter drei Dreien, und für diese Karten bleiben nur zwei Zehnen." in shown


def test_a_page_in_a_language_without_a_catalogue_is_rejected() -> None:
    given = deal(2, "giza")
    with pytest.raises(LanguageError, match=r"^language 'tlh': choose from"):
        make(given, None, language="tlh")


@pytest.mark.parametrize(("language", "game", "number"), [("de", "pyramid", 47), ("fr", "giza", 2)])
def test_a_whole_game_in_another_language(
    opened: Open, language: str, game: str, number: int
) -> None:
    rules = GAMES[game]
    words = words_of(language)
    page = opened(rules, number, game=game, language=language)
    assert message(page) == words.say("Pick two cards that add to {0}.").format(13)
    moves = solution(rules, number).moves
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
    page = opened(GAMES["pyramid"], 12, game="pyramid", language="de")
    for button, words in {"deal": "Talon", "undo": "Zurück", "redo": "Vor", "hint": "Tipp"}.items():
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
        page = opened(GAMES["giza"], 2, language=language)
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
