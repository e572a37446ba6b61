"""What a terminal shows that a pipe does not: suit signs and colour, at the same width."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import subprocess
import sys
import termios

import pytest

from pyrtool.cli.options.terminal import spelling
from pyrtool.game.cards import Card

from ..commands import ANSI, answer


class Terminal(io.TextIOWrapper):
    """A standard output that says it is a terminal."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def shown(text: str, letters: bool, encoding: str, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Terminal(encoding))
        return spelling(letters)(text)


@pytest.mark.parametrize(
    ("letters", "encoding", "no_color", "term", "expected"),
    [
        (False, "utf-8", "", "xterm", "9♣ 7.2 + \x1b[31mT♥\x1b[39m"),
        (False, "UTF8", "1", "xterm", "9♣ 7.2 + T♥"),
        (False, "utf-8", "", "dumb", "9♣ 7.2 + T♥"),
        (True, "utf-8", "", "xterm", "9C 7.2 + \x1b[31mTH\x1b[39m"),
        (True, "utf-8", "1", "xterm", "9C 7.2 + TH"),
        (False, "latin-1", "1", "xterm", "9C 7.2 + TH"),
        (False, "gb18030", "1", "xterm", "9C 7.2 + TH"),  # where a sign is two columns wide
    ],
)
def test_how_a_terminal_spells_cards(
    letters: bool,
    encoding: str,
    no_color: str,
    term: str,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    assert shown("9C 7.2 + TH", letters, encoding, monkeypatch) == expected


def test_every_card_is_respelled_and_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for card in Card.ALL:
        text = ANSI.sub("", shown(str(card), False, "utf-8", monkeypatch))
        assert text != str(card) and len(text) == 2
        assert Card.parse(text) is card


@pytest.mark.parametrize("text", ["the set A-Q", "col 3", "deal 2x3", "CASH", "TS2 .AS", "7.2"])
def test_other_words_are_left_alone(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(text, False, "utf-8", monkeypatch) == text


def test_a_pipe_gets_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert spelling()("9C TH") == "9C TH"


def on_terminal(*words: str) -> str:
    """What the command prints on a terminal of its own."""
    ours, its = pty.openpty()
    text = b""
    with subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", "pyrtool", *words], stdout=its
    ):
        os.close(its)
        try:
            while part := os.read(ours, 4096):
                text += part
        except OSError:  # how Linux shows that the other end is closed
            pass
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    "words", [("solve", "1-3", "-g", "giza"), ("deal", "2", "-g", "giza", "--diagram")]
)
def test_a_terminal_shows_the_text_of_a_pipe(words: tuple[str, ...]) -> None:
    piped = answer(*words)
    assert answer(*words, "--ascii") == piped
    assert piped.isascii()
    coloured = on_terminal(*words)
    letters = str.maketrans("♣♦♥♠", "CDHS")
    assert "\x1b[31mT♦\x1b[39m" in coloured and "9♣" in coloured
    assert ANSI.sub("", coloured).translate(letters) == piped
    assert ANSI.sub("", on_terminal(*words, "--ascii")) == piped


def test_lines_and_records_are_the_same_everywhere() -> None:
    for words in (
        ("deal", "2"),
        ("solve", "2", "-g", "giza", "--words"),
        ("solve", "2", "-g", "giza", "--format", "ndjson"),
    ):
        assert on_terminal(*words) == answer(*words)


def played_at_terminal(table: str, typed: str, *words: str) -> tuple[str, str]:
    """What is shown, and complained of, when `table` is piped in and `typed` at a terminal."""
    ours, its = pty.openpty()

    def own() -> None:
        os.setsid()
        fcntl.ioctl(its, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", "pyrtool", "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=own,
    ) as play:
        os.write(ours, typed.encode())
        output = play.communicate(table)
    os.close(its)
    os.close(ours)
    return output


def test_a_table_is_piped_in_and_moves_are_typed() -> None:
    deal = answer("deal", "2", "-g", "giza")
    shown, wrong = played_at_terminal(deal, "9C/4S\nquit\n", "-", "-g", "giza")
    assert wrong == "" and "1 move, 50 cards left" in shown
    position = "7 / A 6 stock Q\n"
    shown, _ = played_at_terminal(position, "\x04", "-", "--rows", "2")
    assert shown.startswith("a position, pyramid, rows 2\n") and "0 moves, 4 cards left" in shown
    moves = answer("solve", "2", "-g", "giza", "--words")
    shown, _ = played_at_terminal(moves, "\x04", "--load", "-")
    assert "the goal is reached" in shown or "won" in shown
    _, wrong = played_at_terminal("7H 7H\n", "quit\n", "-")
    assert wrong.startswith("pyrtool: stdin, line 1, ") and wrong.count("\n") == 1
    _, wrong = played_at_terminal(deal, "quit\n", "-", "--load", "-")
    assert wrong == "pyrtool: the standard input (-) can be read only once\n"


@pytest.mark.parametrize("words", [("-",), ("--load", "-"), ("1", "-")])
def test_without_a_terminal_a_table_from_the_standard_input_is_refused(
    words: tuple[str, ...],
) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pyrtool", "play", *words],
        input="7 / A 6\n",
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "pyrtool: the standard input (-) holds the position, and no terminal is here to type "
        "moves: name a deal or a file\n"
    )
