"""The tests of a wheel, which has no checkout beside it: pyproject.toml says which, and on what."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ..commands import EVERY
from ..paths import ROOT
from ..scripts import run_script


def test_the_tests_of_a_wheel_need_nothing_but_what_is_handed_to_them(tmp_path: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    for source in settings["test-sources"]:
        if (ROOT / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, tmp_path / source, ignore=ignored)
        else:
            shutil.copy(ROOT / source, tmp_path / source)
    _, _, files = settings["test-command"].partition("&& pytest ")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-n", "0", "-p", "no:cacheprovider",
         "--collect-only", *files.split()],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    for file in (tmp_path / files.removeprefix("@")).read_text().split():
        assert f"{file}::" in done.stdout, file


ASSETS, PUZZLES = Path("pyrtool", "pictures", "assets"), Path("pyrtool", "records", "puzzles")
MAKERS = ("build.py", "faces.py", "high_ranks.py", "letters.py", "paths.py")
LEFT_OUT = {PUZZLES / "make.py", *(ASSETS / name for name in MAKERS)}
"""Scripts that made problems, cards, and letters, as drawings did in `ASSETS`/svg: only a checkout
has them."""


def test_a_wheel_has_what_the_package_needs_and_nothing_else(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    built = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    kept = set()
    for folder, _, names in os.walk(ROOT / "pyrtool", followlinks=True):
        here = Path(folder).relative_to(ROOT)
        kept |= {here / name for name in names if not name.endswith((".pyc", ".so", ".pyd", ".c"))}
    assert built <= kept
    assert {path for path in kept - built if path.parent != ASSETS / "svg"} == LEFT_OUT


def test_man_pages_are_made_of_all_commands(tmp_path: Path) -> None:
    run_script("docs/man.py", tmp_path)
    pages = {path.stem for path in tmp_path.glob("*.1")}
    assert pages == {"-".join(["pyrtool", *name.split()]) for name in EVERY}
    for name, command in EVERY.items():
        page = (tmp_path / ("-".join(["pyrtool", *name.split()]) + ".1")).read_text("ascii")
        text = page.replace(r"\-", "-")
        assert f" - {command.help.partition(chr(10))[0].rstrip('.')}" in text
        for option in (name for one in command.params if not one.hidden for name in one.opts):
            assert not option.startswith("-") or option in text
        for other in re.findall(r"^\.BR (\S+) \(1\)", text, re.MULTILINE):
            assert other in pages


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_has_nothing_to_say_about_them(tmp_path: Path) -> None:
    run_script("docs/man.py", tmp_path)
    pages = sorted(map(str, tmp_path.glob("*.1")))
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", *pages], capture_output=True, text=True, check=True
    )
    assert pages and done.stderr == ""
