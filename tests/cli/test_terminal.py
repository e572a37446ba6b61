"""What a terminal shows that a pipe does not, and what a shell completes."""

import fcntl
import io
import os
import pty
import shutil
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from shellingham import ShellDetectionFailure
from typer.testing import Result

from pyrtool.cli import shells
from pyrtool.cli.options import completion
from pyrtool.cli.output import spelling
from pyrtool.game.cards import Card
from pyrtool.game.games import ALIASES, GAMES
from pyrtool.pictures import DECKS
from pyrtool.pictures.scenes.themes import THEMES
from pyrtool.records.collection import puzzles

from ..commands import ANSI, EVERY, answer, complaint, ended, run


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


def on_terminal(programs: Path, *words: str) -> str:
    """What the command prints on a terminal of its own."""
    ours, its = pty.openpty()
    text = b""
    with subprocess.Popen([programs / "pyrtool", *words], stdout=its):
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
def test_a_terminal_shows_the_text_of_a_pipe(words: tuple[str, ...], programs: Path) -> None:
    piped = answer(*words)
    assert answer(*words, "--ascii") == piped
    assert piped.isascii()
    coloured = on_terminal(programs, *words)
    letters = str.maketrans("♣♦♥♠", "CDHS")
    assert "\x1b[31mT♦\x1b[39m" in coloured and "9♣" in coloured
    assert ANSI.sub("", coloured).translate(letters) == piped
    assert ANSI.sub("", on_terminal(programs, *words, "--ascii")) == piped


def test_lines_and_records_are_the_same_everywhere(programs: Path) -> None:
    for words in (
        ("deal", "2"),
        ("solve", "2", "-g", "giza", "--words"),
        ("solve", "2", "-g", "giza", "--format", "ndjson"),
    ):
        assert on_terminal(programs, *words) == answer(*words)


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
    moves = answer("solve", "2", "-g", "giza", "--words")
    shown, _ = played_at_terminal(moves, "\x04", "--load", "-")
    assert "the goal is reached" in shown or "won" in shown
    _, wrong = played_at_terminal(deal, "quit\n", "-", "--load", "-")
    assert wrong == "pyrtool: the standard input (-) can be read only once\n"


def test_without_a_terminal_a_table_from_the_standard_input_is_refused(programs: Path) -> None:
    """The program that waits for commands has none."""
    for words in (("-",), ("--load", "-"), ("1", "-")):
        done = ended([programs / "pyrtool", "play", *words], input="7 / A 6\n")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "pyrtool: the standard input (-) holds the position, and no terminal is here to type "
            "moves: name a deal or a file\n"
        )


FOLDER = Path(sys.executable).parent


def asked(shell: str, line: str, **more: str) -> Result:
    """What the program answers a shell in which this line was typed."""
    words = {"COMP_WORDS": line.replace(" ", "\n"), "COMP_CWORD": str(line.count(" "))}
    with pytest.MonkeyPatch.context() as patch:
        variables = {"_PYRTOOL_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line}
        for name, value in (variables | words | more).items():
            patch.setenv(name, value)
        return run()


def offered(line: str) -> list[str]:
    """What bash gets."""
    done = asked("bash", line)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.split("\n")[:-1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "2 deals.txt").touch()
    (tmp_path / "won.txt").touch()
    (tmp_path / "4th").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_offered(folder: Path) -> None:
    assert offered("pyrtool s") == ["solve", "site", "survey"]
    assert offered("pyrtool survey m") == ["merge"]
    assert offered("pyrtool solve --game ") == list(GAMES)
    assert offered("pyrtool solve --limit-n") == ["--limit-nodes"]
    assert offered("pyrtool solve 7") == ["7", "7-16", "7-106", "7-1006"]
    assert offered("pyrtool solve 1 2") == ["2", "2-11", "2-101", "2-1001", "2 deals.txt"]
    assert offered("pyrtool solve won") == [""]  # for the shell, which knows all folders


def test_every_value_is_offered(folder: Path) -> None:
    """In this process, by the completion that each option and argument was given."""

    def values(name: str, parameter: str, incomplete: str = "") -> list[str]:
        command = EVERY[name]
        context = command.make_context("pyrtool", [], resilient_parsing=True)
        [found] = [one for one in command.params if parameter in (one.name, *one.opts)]
        return [offer.value for offer in found.shell_complete(context, incomplete)]

    assert set(values("games", "names")) == {*GAMES, "compare"}
    assert values("games", "names", "comp") == ["compare"]
    assert set(ALIASES) <= set(values("play", "--game"))
    for name in ("render", "book", "puzzles render", "puzzles book"):
        assert values(name, "--deck") == list(DECKS)
    for name in ("render", "puzzles render"):
        assert values(name, "--background") == list(THEMES)
    assert values("solve", "--numbering") == ["native", "freecell", "pysolfc"]
    assert values("solve", "--keep-if", "wi") == ["winnable"]
    for name in ("puzzles show", "puzzles solve", "puzzles render", "puzzles book"):
        assert values(name, "puzzles", "13") == ["13"]
    assert values("puzzles show", "puzzles") == ["all", *(one.slug for one in puzzles())]
    for name in ("deal", "solve", "blocks", "rate", "render", "book", "play", "survey run"):
        assert values(name, "deals")[:2] == ["1", "1-10"]
        assert values(name, "deals")[-4:] == ["-", "2 deals.txt", "4th/", "won.txt"]
        assert values(name, "deals", "4") == ["4", "4-13", "4-103", "4-1003", "4th/"]
        assert values(name, "deals", "ms40-") == ["ms40-ms49", "ms40-ms139", "ms40-ms1039"]
    assert values("find", "deals", "3") == ["3", "3-12", "3-102", "3-1002"]
    assert values("find", "--level", "e") == ["easy", "expert"]


def test_a_folder_that_cannot_be_read_offers_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert completion.deals("")[-1] == ("-", "the standard input")


def test_zsh_and_fish(folder: Path) -> None:
    zsh = asked("zsh", "pyrtool solve --game g")
    assert '"giza":"Giza"' in zsh.stdout
    assert asked("zsh", "pyrtool solve won").stdout.strip() == "_files"
    action = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    fish = asked("fish", "pyrtool solve --game g", **action)
    assert "giza\tGiza" in fish.stdout.splitlines()
    action = {"_TYPER_COMPLETE_FISH_ACTION": "is-args"}
    assert asked("fish", "pyrtool solve 1", **action).exit_code == 0
    assert asked("fish", "pyrtool solve won", **action).exit_code == 1


@pytest.mark.skipif(not (FOLDER / "pyrtool").exists(), reason="the command is not installed")
def test_a_real_bash(folder: Path) -> None:
    script = folder / "pyrtool.sh"
    script.write_text(answer("--show-completion", "bash"))
    done = subprocess.run(
        ["bash", "--norc", "-c", """\
            source ./pyrtool.sh
            complete -p pyrtool
            COMP_WORDS=(pyrtool render --deck "") COMP_CWORD=3
            _pyrtool_completion pyrtool
            printf '<%s>' "${COMPREPLY[@]}"
            COMP_WORDS=(pyrtool solve 2) COMP_CWORD=2
            _pyrtool_completion pyrtool
            printf '<%s>' "${COMPREPLY[@]}"
        """],
        cwd=folder,
        env=os.environ | {"PATH": f"{FOLDER}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    assert done.stderr == ""
    output, _, replies = done.stdout.partition("\n")
    assert output.endswith("-F _pyrtool_completion pyrtool")
    assert replies == "<2color><4color><4color-classic><2><2-11><2-101><2-1001><2 deals.txt>"


@pytest.mark.parametrize(
    ("shell", "place"),
    [
        ("bash", ".bash_completions/pyrtool.sh"),
        ("zsh", ".zfunc/_pyrtool"),
        ("fish", ".config/fish/completions/pyrtool.fish"),
    ],
)
def test_installation(
    shell: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    output = answer("--install-completion", shell)
    assert output.startswith(f"{tmp_path / place}: completion for {shell} is there")
    script = (tmp_path / place).read_text()
    assert f"_PYRTOOL_COMPLETE=complete_{shell}" in script
    assert script.strip() == answer("--show-completion", shell).strip()
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(tmp_path / place)], check=True)


def test_the_shell_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shells, "detect_shell", lambda: ("zsh", "/bin/zsh"))
    assert answer("--show-completion") == answer("--show-completion", "zsh")

    def fail() -> tuple[str, str]:
        raise ShellDetectionFailure

    monkeypatch.setattr(shells, "detect_shell", fail)
    message = complaint("--show-completion")
    assert message.startswith("--show-completion: cannot identify this shell")


@pytest.mark.parametrize("words", [("tcsh",), ("bash", "zsh"), ("",)])
@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_another_shell_is_refused(option: str, words: tuple[str, ...]) -> None:
    assert "must be one of bash, zsh, fish" in complaint(option, *words)
