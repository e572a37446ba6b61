"""`solve` in other languages: all of its words, the letters of cards, and what stays English."""

from __future__ import annotations

import re

import pytest

from pyrtool.game.cards import FRENCH_RANKS, RANKS
from pyrtool.languages import LANGUAGES, words_of

from ..commands import answer, complaint, run
from ..masking import MASKED, mask_messages, unmasked

KEPT = {
    *("native", "giza", "king", "tut", "pyramid", "dozen", "tower", "carpet"),
    *("passes", "goal", "overlap", "wastes", "scoring", "game", "json", "record"),
}
"""Names of numberings, games and options."""

CALLS = (
    "1-6 --game giza --shortest",
    "1-3 --game giza --rate --limit-nodes 20",
    "5588 --game king-tut --rate",
    "1-5 --passes 3 --goal pyramid --limit-nodes 30",
    "1-12 --game dozen",
    "2 --game tower",
)


@pytest.mark.parametrize("call", CALLS)
def test_no_word_stays_english(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    found = run("solve", *call.split(), "--lang", MASKED)
    assert found.exit_code in (0, 3) and not found.stderr.startswith("pyrtool: internal")
    cards = {rank + suit for rank in RANKS for suit in "CDHS"}
    assert set(unmasked(found.stdout)) <= KEPT | cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_the_letters_of_the_language(language: str) -> None:
    found = answer("solve", "2", "--game", "giza", "--lang", language)
    suits = "CDHS" if language == "en" else "♣♦♥♠"
    cards = set(re.findall(rf"\b(\w)[{suits}]", found))
    assert cards == {words_of(language).say(rank) for rank in RANKS[:FRENCH_RANKS]}
    letters = answer("solve", "2", "--game", "giza", "--lang", language, "--ascii")
    assert not re.search("[♣♦♥♠]", letters)


def test_it_reads_well() -> None:
    assert answer("solve", "3", "--game", "giza", "--rate", "--lang", "de").splitlines() == [
        "Spiel 3 (native), giza: verloren, Gruppenblockade (1 Knoten)",
        "  bewiesen: die Karten A-D lassen sich nicht abräumen, selbst wenn alle anderen",
        "  weg sind",
        "bewertet: nicht zu gewinnen",
        "  Begründung   reine Logik",
        "  Technik      so oder so",
    ]
    lines = answer("solve", "5588", "--game", "king-tut", "--lang", "fr").splitlines()
    assert lines[0] == "donne 5588 (native), king-tut : gagnée en 89 coups (929 nœuds)"
    assert lines[3] == "  tirer 8x3   10. 8♠ 7.3 + 5♣ défausse   libère T♦"
    assert lines[5] == "Passage 2 : 12. retourner, 22 cartes"


def test_so_do_solutions_of_the_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = answer("puzzles", "solve", "44", "--lang", "it").splitlines()
    assert lines[0] == "Problema 44: Il King Tut più difficile"
    assert lines[1].endswith("libera J♦") or "J♦" in " ".join(lines)
    assert "difficoltà" in lines[-4] and lines[-5].startswith("maestro")
    mask_messages(monkeypatch)
    cards = {rank + suit for rank in RANKS for suit in "CDHS"}
    found = answer("puzzles", "solve", "13", "27", "44", "--lang", MASKED)
    assert set(unmasked(found)) <= cards
    call = ("puzzles", "solve", "13", "--lang", "fr")
    assert "what programs read is in English" in complaint(*call, "--words")


def test_what_programs_read_stays_english() -> None:
    call = ("solve", "2", "--game", "giza", "--lang", "fr")
    english = "--lang and {} exclude each other: what programs read is in English"
    assert complaint(*call, "--words") == english.format("--words")
    assert complaint(*call, "--format", "json") == english.format("--format json")
    assert "best results are in English" in complaint(*call, "--best", "all")
    assert complaint(*call[:-1], "tlh") == "--lang 'tlh': choose from en, de, fr, es, it"
    assert run(*call).exit_code == run(*call[:-2]).exit_code == 0
