"""`play` in other languages: all that it answers, and cards typed with the letters of each."""

import json
import re
from pathlib import Path

import pytest

from pyrtool import Position, deal
from pyrtool.cli.conversation.input import HELP
from pyrtool.game.games import game
from pyrtool.game.words import card_letters, command_words, spoken_moves, typed_command, typed_words
from pyrtool.languages import LANGUAGES, speaking, words_of
from pyrtool.notation import format_moves
from pyrtool.notation.typed_moves import parse_typed

from ..commands import answer
from ..dealing import won
from ..masking import MASKED, mask_messages, unmasked

pytestmark = pytest.mark.slow

COMMANDS = (
    *("undo", "redo", "hint", "why", "solve", "moves", "show", "score", "open", "turned"),
    *("save", "next", "rules", "help", "quit", "all", "play", "worth", "chances"),
)

TYPED = {
    *re.findall("[A-Za-z]{2,}", " ".join(words for words, _ in HELP)),
    *("deal", "redeal", "chances", "undo", "redo", "next", "quit", "open", "turned", "xx", "help"),
}
"""Words that a player types."""

LINES = (
    *("xx", "4c 4d", "7s", "9c 4s", "d", "j 2", "u", "undo 9", "undo x", "redo 9", "next 1"),
    *("h", "hint open", "m", "moves x", "why", "solve", "solve x", "score", "rules", "help"),
    *("turned 5c", "turned zz", "redeal", "deal*99", "2 j", "open", "open", "why", "moves worth"),
    *("solve", "moves chances", "h", "d d d d d", "h", "save {}", "deal2", "kc", "q 9"),
)


def talk(words: str, *lines: str) -> str:
    return answer("play", *words.split(), input="".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("call", ["2 -g microsoft", "2 3 -g par", "2 -g giza", "5588 -g king-tut"])
def test_no_word_stays_english(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    file = tmp_path / "7.1"
    lines = [line.format(file) for line in LINES]
    found = talk(f"{call} --lang {MASKED}", *lines).replace(str(file), "")
    left = {word for word in unmasked(found) if not re.fullmatch("[A2-9TJQKj][CDHScdhs]?x*", word)}
    kept = {"native", "microsoft", "par", "giza", "king", "tut", "advise", "pyrtool", "zz"}
    assert left <= TYPED | kept | {"CDHS", "TJQK"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["giza", "king-tut"])
def test_a_game_is_won_with_the_letters_of_the_language(language: str, name: str) -> None:
    number = {"giza": 2, "king-tut": 5588}[name]
    verdict = won(deal(number, name))
    with speaking(language):
        lines = [card_letters(str(move)) for move in verdict.moves]
        letters = words_of(language).say("J") + words_of(language).say("Q")
    assert set(letters) <= set("".join(lines))
    found = talk(f"{number} -g {name} --lang {language}", *lines)
    count = f"{len(verdict.moves)} {words_of(language).forms('move')[2]}"
    assert found.splitlines()[-1].startswith(words_of(language).say("won in {0}").format(count))
    diagram = found.split("\n\n")[0]
    shown = set(re.findall(r"\b(10|\w)[CDHS♣♦♥♠]", diagram))
    assert shown <= {*"A23456789", *(words_of(language).say(rank) for rank in "TJQK")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_is_printed_is_read(language: str) -> None:
    with speaking(language):
        words = {word: command_words(word) for word in [*COMMANDS, "deal", "redeal"]}
        assert len(set(words.values())) == len(words)
        for command in COMMANDS:
            assert typed_command(words[command].upper()) == command
        assert typed_words(f"{words['deal']}*3 {words['redeal']}") == "deal*3 redeal"
        position = Position.start(deal(2, game("microsoft")))
        printed = [spoken_moves(format_moves([move], position)) for move in position.legal_moves()]
        for word in map(card_letters, printed):
            assert parse_typed(typed_words(word), position)
    legal = talk(f"2 -g microsoft --lang {language}", "m").splitlines()[-1]
    assert words["deal"] in legal.split()
    made = words_of(language).forms("move")[1]
    for word in legal.split():
        assert f"1 {made}" in talk(f"2 -g microsoft --lang {language}", word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_stay_columns_if_tens_are_longer(language: str) -> None:
    found = talk(f"2 -g giza --lang {language} --ascii").splitlines()
    columns = found[8:12]
    assert {len(line.split()) for line in columns[1:]} == {8}
    ends = [[found.start() for found in re.finditer(r"\S+", line)] for line in columns[1:]]
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize(
    ("language", "typed", "english"),
    [
        ("de", "bd/2h dc,a 4 9", "Jd/2h Qc,a 4 9"),
        ("de", "d a", "Q a"),
        ("de", "a/d", "a/Q"),
        ("de", "d", "d"),
        ("de", "D2", "D2"),
        ("de", "jd/2h q♣", "jd/2h q♣"),
        ("de", "undo 3", "undo 3"),
        ("de", "bd@Sp3/10h aufdecken*3 wenden", "Jd@col3/Th deal*3 redeal"),
        ("es", "10d sacar", "Td deal"),
        ("fr", "v 2 rd d♥as", "J 2 Kd Q♥as"),
        ("fr", "r", "r"),
        ("es", "d a", "d a"),
        ("en", "bd/2h", "bd/2h"),
    ],
)
def test_typed_cards(language: str, typed: str, english: str) -> None:
    with speaking(language):
        assert typed_words(typed) == english


def test_a_letter_with_two_meanings_is_asked() -> None:
    asked = words_of("fr").say("r: the king, or redeal? Type 13 or redeal.")
    assert asked in talk("2 -g giza --lang fr", "r")
    assert asked not in talk("2 -g giza --lang fr", "redeal", "rc", "13")
    assert asked not in talk("2 -g giza --lang de", "r")


def test_what_is_saved_is_the_same_in_every_language(tmp_path: Path) -> None:
    records = []
    for language in LANGUAGES:
        file = tmp_path / f"{language}.json"
        talk(f"2 -g giza --lang {language}", "9c 4s", "5s 8d", f"save {file}")
        records.append(json.loads(file.read_text()))
    assert all(record == records[0] for record in records)
