"""Completion in shells: what is offered, by the protocol of each shell, and in a real bash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from shellingham import ShellDetectionFailure
from typer.testing import Result

from pyrtool.cli import shells
from pyrtool.cli.options import completion
from pyrtool.game.games import ALIASES, GAMES
from pyrtool.pictures import DECKS
from pyrtool.pictures.scenes.theme import THEMES
from pyrtool.records.collection import puzzles

from ..commands import EVERY, answer, complaint, run

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
    assert all(GAMES[name].scoring == "par" for name in values("par", "--game"))
    for name in ("render", "book", "puzzles render", "puzzles book"):
        assert values(name, "--deck") == list(DECKS)
    for name in ("render", "puzzles render"):
        assert values(name, "--background") == list(THEMES)
    assert values("solve", "--numbering") == ["native", "freecell", "pysolfc"]
    assert values("solve", "--keep-if", "w") == ["winnable"]
    for name in ("puzzles show", "puzzles solve", "puzzles render", "puzzles book"):
        assert values(name, "puzzles") == ["all", *(one.slug for one in puzzles())]
        assert values(name, "puzzles", "13") == ["13"]
    for name in ("deal", "solve", "par", "blocks", "rate", "render", "book", "play", "survey run"):
        assert values(name, "deals")[:2] == ["1", "1-10"]
        assert values(name, "deals")[-4:] == ["-", "2 deals.txt", "4th/", "won.txt"]
        assert values(name, "deals", "4") == ["4", "4-13", "4-103", "4-1003", "4th/"]
        assert values(name, "deals", "ms40-") == ["ms40-ms49", "ms40-ms139", "ms40-ms1039"]
    assert values("find", "deals", "3") == ["3", "3-12", "3-102", "3-1002"]
    assert values("find", "--level", "e") == ["easy", "expert"]
    assert values("survey article", "--table", "g") == ["giza"]


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
    assert replies == "<2color><4color><2><2-11><2-101><2-1001><2 deals.txt>"


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
