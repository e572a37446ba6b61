"""`pyrtool open`: what it makes, where, what it sends to the browser, and what it prints."""

import os
import re
import subprocess
import webbrowser
from pathlib import Path

import pytest

from pyrtool import Position, deal
from pyrtool.cli.commands import open as browser
from pyrtool.cli.commands.open import MOST_PAGES, PageFolder
from pyrtool.game.line import played
from pyrtool.notation import format_position
from pyrtool.pages.site.problems import Entry
from pyrtool.records.collection import puzzles
from pyrtool.surveys.pool import cores

from ..commands import answer, complaint, run

OPENED = "pyrtool: opened in your browser; if no page appears, open this file there\n"
MAKING = "pyrtool: making the problems and lessons: this takes some seconds, once\n"
NO_BROWSER = "pyrtool: no browser was found: open this file in one\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pyrtool"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, dict[str, int]]]:
    """Note how many problems sites are made of, and how, and make none, which takes long."""
    made = []

    def files(entries: list[Entry], **more: int) -> dict[str, bytes]:
        made.append((len(entries), more))
        return {"index.html": b"", "solve.html": b""}

    monkeypatch.setattr(browser, "site_files", files)
    return made


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser is given."""
    addresses: list[str] = []

    def opens(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opens)
    return addresses


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_deal_opens_on_a_page_of_its_own(cache: Path, shown: list[str], tmp_path: Path) -> None:
    done = run("open", "2", "--game", "giza")
    page = Path(done.stdout.removesuffix("\n"))
    assert (done.exit_code, done.stderr) == (0, OPENED)
    assert page.parent == cache / "deals" and page.name.startswith("giza-2-")
    assert shown == [page.as_uri()]
    drawn = tmp_path / "x.html"
    answer("render", "2", "--game", "giza", "-o", str(drawn))
    assert page.read_bytes() == drawn.read_bytes()
    assert run("open", "2", "-g", "giza").stdout == done.stdout
    assert files(page.parent) == [page.name]
    assert run("open", "2", "-g", "giza", "--overlap").stdout != done.stdout
    assert run("open", "2", "-g", "giza", "--numbering", "freecell").stdout != done.stdout
    assert len(files(page.parent)) == 3


def test_without_a_deal_the_site_opens(
    cache: Path, shown: list[str], made: list[tuple[int, dict[str, int]]]
) -> None:
    done = run("open")
    first = cache / "site" / "index.html"
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{first}\n", MAKING + OPENED)
    assert shown == [first.as_uri()]
    assert {"index.html", "solve.html"} <= {*files(first.parent)}
    again = run("open")
    assert (again.stdout, again.stderr) == (done.stdout, OPENED)
    assert made == [(len(puzzles()), {"workers": cores()})]  # once


def test_another_version_makes_all_of_it_again(
    cache: Path, shown: list[str], made: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer("open")
    answer("open", "1")
    first = cache / "site" / "index.html"
    first.write_text("of another version")
    answer("open")
    assert first.read_text() == "of another version"
    monkeypatch.setattr(browser, "MADE_BY", "pyrtool 9.9.9, solver 99")
    answer("open")
    assert first.read_text() != "of another version"
    assert files(cache) == ["site", "version.txt"]
    assert (cache / "version.txt").read_text() == "pyrtool 9.9.9, solver 99"


def test_a_site_that_could_not_be_written_is_not_there(
    cache: Path, shown: list[str], made: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Path.write_bytes

    def fail(path: Path, content: bytes) -> int:
        if path.name == "solve.html":
            raise OSError(28, "No space left on device", str(path))
        return written(path, content)

    monkeypatch.setattr(Path, "write_bytes", fail)
    done = run("open")
    assert done.exit_code == 1 and done.stdout == "" and shown == []
    assert done.stderr.startswith(MAKING)
    assert done.stderr.endswith("site: No space left on device\n")
    assert files(cache) == ["version.txt"]


def test_only_so_many_pages_are_kept(cache: Path) -> None:
    folder = PageFolder(cache)
    for number in range(MOST_PAGES + 3):
        page = folder.page(f"{number}.html")
        page.write_text("a page")
        os.utime(page, (1_000_000 + number, 1_000_000 + number))
    folder.delete_oldest()
    left = {f"{number}.html" for number in range(3, MOST_PAGES + 3)}
    assert {*files(cache / "deals")} == left


def test_a_position_opens(cache: Path, shown: list[str]) -> None:
    start = Position.start(deal(2, "giza"))
    pair = next(move for move in start.legal_moves() if len(str(move)) == 5)
    text = format_position(played(start, [pair]).end)
    done = run("open", "-", "-g", "giza", input=text + "\n")
    assert done.exit_code == 0 and len(shown) == 1
    page = Path(done.stdout.strip())
    assert page.read_text().count('<button class="card ') == 50
    assert re.fullmatch(r"giza-[0-9a-f]{8}\.html", page.name)


def test_a_limit_leaves_the_answer_open(cache: Path, shown: list[str]) -> None:
    done = run("open", "87", "--passes", "3", "--limit-nodes", "1")
    assert done.exit_code == 3 and len(shown) == 1
    assert "deal 87 (native): unknown, the limit on nodes was reached\n" in done.stderr


def test_without_a_screen_the_file_is_named(
    cache: Path, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    done = run("open", "2", "-g", "giza")
    assert (done.exit_code, done.stderr) == (0, NO_BROWSER)
    assert Path(done.stdout.strip()).is_file() and shown == []


@pytest.mark.parametrize("failure", [False, webbrowser.Error("could not locate"), OSError(2, "no")])
def test_without_a_browser_the_file_is_named(
    cache: Path, monkeypatch: pytest.MonkeyPatch, failure: bool | Exception
) -> None:
    def opens(address: str) -> bool:
        if isinstance(failure, Exception):
            raise failure
        return failure

    monkeypatch.setattr(webbrowser, "open", opens)
    done = run("open", "2", "-g", "giza")
    assert (done.exit_code, done.stderr) == (0, NO_BROWSER)
    assert Path(done.stdout.strip()).is_file()


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/a/cache"}, "/a/cache"),
        ("darwin", {"XDG_CACHE_HOME": "/a/cache"}, "/a/cache"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "/home/me/.cache"),
        ("linux", {}, "/home/me/.cache"),
        ("darwin", {}, "/home/me/Library/Caches"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {}, "/home/me/.cache"),
    ],
)
def test_each_system_has_its_cache(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert browser.cache_folder() == Path(folder)


def test_without_a_home_the_variable_is_named(
    shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    message = complaint("open")
    assert message == "no home folder is known: name a folder in XDG_CACHE_HOME"


@pytest.mark.parametrize(
    ("usual", "is_snap"),
    [
        ("firefox_firefox.desktop\n", True),
        ("firefox.desktop\n", False),
        ("chromium_chromium.desktop\n", False),  # its folder is not there
        ("", False),
        (None, False),
    ],
)
def test_a_snap_reads_in_its_own_folder(
    usual: str | None, is_snap: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused hidden folders, as `~/.cache` is one."""

    def asks(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
        if usual is None:
            raise FileNotFoundError(2, "No such file or directory", "xdg-settings")
        return subprocess.CompletedProcess([], 0, stdout=usual)

    common = tmp_path / "snap" / "firefox" / "common"
    common.mkdir(parents=True)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(subprocess, "run", asks)
    for name in ("XDG_CACHE_HOME", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    place = common if is_snap else tmp_path / ".cache"
    assert browser.page_folder().site == place / "pyrtool" / "site"
