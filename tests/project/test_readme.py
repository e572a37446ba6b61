"""The examples of the README run as they are, and what they print is what it shows.

So do those of the pages in `SHOWN`. What they print is written into the pages by
``PYRTOOL_UPDATE_README=1 pytest tests/project/test_readme.py``.
"""

import doctest
import os
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pyrtool import Position, deal, render

from ..commands import CONSOLE, run_console
from ..dealing import one_in
from ..paths import PAGES, README, ROOT, TEXTS

UPDATE = "PYRTOOL_UPDATE_README"
SHOWN = [path for path in (README, *PAGES) if CONSOLE.search(path.read_text())]
DOCTESTS = [path for path in (README, *PAGES) if "\n>>> " in path.read_text()]


@pytest.mark.parametrize("path", one_in(len(SHOWN), SHOWN), ids=lambda path: path.stem)
def test_the_console_examples_print_what_is_shown(
    path: Path, tmp_path: Path, programs: Path
) -> None:
    shutil.copytree(ROOT / "docs" / "data", tmp_path / "docs" / "data")
    page = path.read_text()
    fresh = CONSOLE.sub(lambda found: run_console(found.group(), tmp_path, programs), page)
    if os.environ.get(UPDATE):
        path.write_text(fresh)
    assert fresh == path.read_text()


def test_no_example_is_too_wide() -> None:
    for path in SHOWN:
        for block in CONSOLE.findall(path.read_text()):
            assert max(map(len, block.splitlines())) <= 100, path


@pytest.mark.parametrize("path", one_in(len(DOCTESTS), DOCTESTS), ids=lambda path: path.stem)
def test_the_python_examples(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where they draw
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert tried > 2
    assert failed == 0


def test_the_picture_is_what_the_program_draws(tmp_path: Path) -> None:
    start = Position.start(deal(2, "giza"))
    render(start, tmp_path / "giza2.png", width_px=1000, title="Giza, deal 2")
    path = ROOT / "docs" / "images" / "giza2.png"
    drawn, kept = Image.open(tmp_path / "giza2.png"), Image.open(path)
    assert ImageChops.difference(drawn.convert("RGB"), kept.convert("RGB")).getbbox() is None
    assert path.stat().st_size < 300_000


def test_ci_runs_the_readmes_commands() -> None:
    install, test = re.findall(r"```sh\n(.*)\n```", README.read_text())
    script = (ROOT / ".ci" / "run").read_text()
    assert test in script.splitlines()
    for command in install.split(" && ")[2:]:  # CI makes its environment elsewhere
        assert command in script


def test_links_lead_somewhere() -> None:
    for page in TEXTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), (page, target)
