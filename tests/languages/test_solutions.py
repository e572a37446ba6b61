"""`solve` in other languages: all of its words, the letters of cards, and what stays English."""

from __future__ import annotations

import re

import pytest

from pyrtool.game.cards import FRENCH_RANKS, RANKS
from pyrtool.languages import LANGUAGES, words_of

from ..commands import answer, complaint, run
from ..masking import CARDS, MASKED, mask_messages, unmasked

KEPT = {
    *("native", "giza", "king", "tut", "pyramid", "dozen", "tower", "carpet"),
    *("passes", "goal", "overlap", "wastes", "scoring", "game", "json", "record"),
    *("par", "microsoft"),
}
"""Names of numberings, games and options."""

CALLS = (
    "1-6 --game giza --shortest",
    "1-3 --game giza --rate --limit-nodes 20",
    "5588 --game king-tut --rate",
    "1-5 --passes 3 --goal pyramid --limit-nodes 30",
    "1-12 --game dozen",
    "2 --game tower",
    "1-3 --game par --best score --over 4 --limit-nodes 50 --at-least 60",
    "2 --game par --best score --over 2 --at-least -100",
    "1-3 --best pyramid --over 3 --at-least 1",
    "1-2 --game giza --best all --over 3",
    "2 --game microsoft --best A --shortest",
    "1 --game microsoft --best 6 --at-least 2",
    "1 --game microsoft --at-least 500 --shortest --limit-nodes 10000",
)


@pytest.mark.parametrize("call", CALLS)
def test_no_word_stays_english(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    found = run("solve", *call.split(), "--lang", MASKED)
    assert found.exit_code in (0, 3) and not found.stderr.startswith("pyrtool: internal")
    assert set(unmasked(found.stdout)) <= KEPT | CARDS


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
    assert lines[0] == "donne 5588 (native), king-tut\u00a0: gagnée en 89 coups (929 nœuds)"
    assert lines[3] == "  tirer 8x3   10. 8♠ 7.3 + 5♣ défausse   libère T♦"
    assert lines[5] == "Passage 2\u00a0: 12. retourner, 22 cartes"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("difficulty 3.22 wins 1 game in 1,670", "clever 1.48 wins 1 game in 30")),
        ("de", ("Grad 3,22 gewinnt 1 Spiel von 1.670", "umsichtig 1,48 gewinnt 1 Spiel von 30")),
    ],
)
def test_numbers_have_the_decimal_sign_of_the_language(
    language: str, expected: tuple[str, ...]
) -> None:
    found = " ".join(answer("rate", "2", "--game", "giza", "--lang", language).split())
    assert all(words in found for words in expected)


def test_best_results_read_well() -> None:
    found = answer("solve", "1", "--game", "microsoft", "--best", "A", "--lang", "de")
    lines = found.splitlines()
    assert re.fullmatch(r"Spiel 1 \(native\), microsoft: 3 Asse, 43 Züge \(\d+ Knoten\)", lines[0])
    assert lines[-2:] == [
        "  bewiesen: kein Spielverlauf räumt mehr Asse ab als diese 43 Züge, die der",
        "  Schiedsrichter nachgespielt hat",
    ]
    words = ("solve", "1-2", "--game", "par", "--best", "score", "--over", "3", "--lang", "es")
    lines = answer(*words).splitlines()
    assert lines[-2:] == [
        "  en 3 partidas: 27 puntos después de 2 partidas; la otra partida puede dar como",
        "  mucho 50, así que el total es como mucho 77",
    ]
    assert (
        "  en 3 partidas: -8 puntos después de 1 partida; las otras 2 partidas pueden dar" in lines
    )


def test_so_do_solutions_of_the_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = answer("puzzles", "solve", "44", "--lang", "it").splitlines()
    assert lines[0] == "Problema 44: Il King Tut più difficile"
    assert lines[1].endswith("libera J♦") or "J♦" in " ".join(lines)
    assert "difficoltà" in lines[-4] and lines[-5].startswith("maestro")
    mask_messages(monkeypatch)
    found = answer("puzzles", "solve", "13", "27", "44", "--lang", MASKED)
    assert set(unmasked(found)) <= CARDS
    call = ("puzzles", "solve", "13", "--lang", "fr")
    assert "what programs read is in English" in complaint(*call, "--words")


def test_what_programs_read_stays_english() -> None:
    call = ("solve", "2", "--game", "giza", "--lang", "fr")
    english = "--lang and {} exclude each other: what programs read is in English"
    assert complaint(*call, "--words") == english.format("--words")
    assert complaint(*call, "--format", "json") == english.format("--format json")
    assert complaint(*call[:-1], "tlh") == "--lang 'tlh': choose from en, de, fr, es, it"
    assert run(*call).exit_code == run(*call[:-2]).exit_code == 0
