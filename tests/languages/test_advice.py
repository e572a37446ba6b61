"""`advise` and `watch` in other languages: their words, and the letters of cards."""

from __future__ import annotations

import pytest

from pyrtool.answers.closed import PLAYERS
from pyrtool.languages import LANGUAGES

from ..commands import answer, complaint, run
from ..masking import CARDS, MASKED, mask_messages, unmasked

KEPT = {
    *("native", "giza", "par", "pyramid", "microsoft", "king", "tut", "dozen", "stdin"),
    *("goal", "passes", "rows", "stock", "face", "down", *PLAYERS),
}
"""Names of numberings, games, options and players, and a line to type."""


ADVISED = (
    "9 --game microsoft --limit-nodes 300000",
    "1-3 --game giza",
    "1 --game par --limit-nodes 20000",
    "12 --game dozen",
    "31 --passes 3 --goal pyramid --limit-nodes 20000",
    "87 --closed --orders 5",
    "5588 --game king-tut --closed --orders 5",
)

TABLES = (
    "K / 6 7 turned 5 stock 3 face down",
    "K / 6 7 turned 5 stock face down",
    "K / 6 7 turned K",
    "K / 6 7",
)


@pytest.mark.parametrize("call", ADVISED)
def test_no_word_of_advice_stays_english(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    found = run("advise", *call.split(), "--lang", MASKED)
    assert found.exit_code in (0, 3) and not found.stderr
    assert set(unmasked(found.stdout)) <= KEPT | CARDS


@pytest.mark.parametrize("table", TABLES)
def test_nor_at_a_table(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    call = ("advise", "-", "--rows", "2", "--limit-seconds", "1", "--lang", MASKED)
    found = run(*call, input=f"{table}\n")
    assert found.exit_code in (0, 3) and not found.stderr  # within a second, or cut short
    assert set(unmasked(found.stdout)) <= KEPT | CARDS


@pytest.mark.parametrize(
    ("player", "game"),
    [("careful", "pyramid"), ("greedy", "dozen"), ("random", "par"), ("scorer", "par")],
)
def test_no_word_of_a_game_watched_stays_english(
    player: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask_messages(monkeypatch)
    orders = ("--orders", "4") if player == "scorer" else ()
    found = answer("watch", "2", "--game", game, "--player", player, *orders, "--lang", MASKED)
    assert set(unmasked(found)) <= KEPT | CARDS


def test_it_reads_well() -> None:
    found = answer("advise", "9", "--game", "microsoft", "--limit-nodes", "300000", "--lang", "de")
    assert found.splitlines() == [
        "Spiel 9 (native), microsoft: zu gewinnen, 38 Züge, kürzer geht es nicht; 4 gewinnen noch "
        "(5 Möglichkeiten)",
        "  K♦         gewinnt   38 Züge",
        "  5♣/8♠      gewinnt   38 Züge",
        "  aufdecken  gewinnt   38 Züge",
        "  4♠/9♥      gewinnt   46 Züge",
        "  8♠/5♥      verliert  im besten Fall 535 Punkte",
        "  5♣/8♠, aufdecken und 4♠/9♥ gewinnen in jeder Reihenfolge; sonst nichts außer",
        "  K♦",
    ]
    lines = answer("advise", "87", "--closed", "--orders", "20", "--lang", "fr").splitlines()
    assert [line.split("  ", 2)[1:] for line in lines[1:3]] == [
        ["A♠/D♥", "20,0 %  (8,1 à 41,6 %)"],
        ["2♥/V♠", "20,0 %  (8,1 à 41,6 %)"],
    ]
    lines = answer("watch", "1", "--game", "par", "--lang", "it").splitlines()
    assert lines[0] == (
        "partita 1 (native), par: careful perde, restano 21 carte, 12 nella piramide, -21 punti"
    )


@pytest.mark.parametrize(
    ("language", "table"),
    [("de", "K / D 7 turned B"), ("de", "K / Q 7 turned J"), ("fr", "R / D 7 turned V")],
)
def test_tables_are_typed_with_the_letters_of_the_language(language: str, table: str) -> None:
    words = ("advise", "-", "--rows", "2", "--limit-nodes", "20000", "--lang", language)
    found = answer(*words, input=f"{table} stock 3 face down\n")
    assert "100,0 %" in found


def test_what_programs_read_stays_english() -> None:
    for command in ("advise", "watch"):
        assert complaint(command, "2", "--lang", "fr", "--format", "json") == (
            "--lang and --format json exclude each other: what programs read is in English"
        )
        assert "--lang" in complaint(command, "2", "--lang", "tlh")
        assert all(answer(command, "2", "-g", "giza", "--lang", one) for one in LANGUAGES)
