"""Booklets and Sunday pages in other languages: all of their words, and the letters of cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyrtool.languages import LANGUAGES, speaking, words_of
from pyrtool.languages.table import move_words
from pyrtool.pictures.painters.typeset import symbols

from ..commands import answer, complaint
from ..masking import MASKED, NAMES, mask_messages, unmasked
from ..pictured import texts


def pages(folder: Path, *words: str, given: str = "") -> str:
    """The text of a booklet."""
    path = folder / "book.pdf"
    answer(*words, "-o", str(path), input=given)
    return "\n".join(texts(path.read_bytes()))


@pytest.mark.parametrize(
    "call",
    [
        "puzzles book 13 27 44 48 54 58 67 --notes --per-page 2",
        "book 3 8 121 --game giza --comments --no-rate",
        "book 16 87 --comments",
        "book 2-6 --numbering pysolfc --no-rate --rows 6 --passes 3 --keep-if winnable",
        "book 8 2 --game giza --sunday --link https://127.0.0.1/ --date 2026",
    ],
)
def test_no_word_stays_english(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    found = pages(tmp_path, *call.split(), "--lang", MASKED)
    assert set(unmasked(found)) - NAMES <= {"https", "PySolFC"}


def test_nor_where_a_game_is_in_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = tmp_path / "game.json"
    moves = answer("solve", "5588", "-g", "king-tut", "--words").splitlines()[-1].split()
    answer(
        "play", "5588", "-g", "king-tut", input="\n".join([*moves[:12], f"save {saved}", "quit"])
    )
    mask_messages(monkeypatch)
    found = pages(tmp_path, "book", str(saved), "--lang", MASKED, "--no-rate")
    assert set(unmasked(found)) <= NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_solutions_have_the_letters_of_the_language(language: str, tmp_path: Path) -> None:
    found = pages(tmp_path, "puzzles", "book", "44", "--lang", language)
    words = words_of(language)
    ranks = {*"A23456789", "10", *(words.say(rank) for rank in "JQK")}
    assert set(re.findall(r"(\w+)[♣♦♥♠]", found)) == ranks
    assert f"{words.say('deal')} ×4" in found and words.say("The hardest King Tut") in found
    assert ("Räum Kartenpaare ab" in found) == (language == "de")


def test_cards_without_suits_have_them_too() -> None:
    with speaking("fr"):
        assert move_words("J@waste/2@7.2 Q@col3/A@turned K deal*3 QD/AS") == (
            "V@défausse/2@7.2 D@col3/A@retournée R tirer*3 DD/AS"
        )
    assert move_words("J@waste/2@7.2 K deal*3") == "J@waste/2@7.2 K deal*3"


def test_the_faces_are_those_of_the_language() -> None:
    english = symbols("2color", "white")
    with speaking("de"):
        assert symbols("2color", "white") != english
    with speaking("es"):
        letters = [words_of("es").say(rank) for rank in "JQK"]
        assert (symbols("2color", "white") == english) == (letters == list("JQK"))
    assert symbols("2color", "white") == english


def test_what_is_rejected() -> None:
    book = ("puzzles", "book", "13", "-o", "x.pdf")
    assert complaint(*book, "--lang", "tlh") == "--lang 'tlh': choose from en, de, fr, es, it"
