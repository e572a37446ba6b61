"""The tests of a wheel, which has no checkout beside it: pyproject.toml says which, and on what."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pyrtool.base.messages import needs
from pyrtool.pages.page.appearance import NOTICE

from ..commands import EVERY, ended, run_script
from ..paths import ROOT


@pytest.mark.slow
def test_the_tests_of_a_wheel_need_nothing_but_what_is_handed_to_them(tmp_path: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    for source in settings["test-sources"]:
        if (ROOT / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, tmp_path / source, ignore=ignored)
        else:
            shutil.copy(ROOT / source, tmp_path / source)
    _, _, files = settings["test-command"].partition("&& pytest ")
    collected = [sys.executable, "-P", "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]
    done = ended(
        [*collected, "--collect-only", *files.split()],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for file in (tmp_path / files.removeprefix("@")).read_text().split():
        assert f"{file}::" in done.stdout, file


MADE = (".pyc", ".so", ".pyd", ".c")
"""The ends of names of files that are made of others, and that no source distribution has."""


def copy_of_the_source(folder: Path) -> Path:
    """Copy what a wheel is built from into a folder, as a clone without symbolic links has it."""
    for name in ("pyrtool", "assets", "puzzles"):
        ignored = shutil.ignore_patterns("__pycache__", *(f"*{end}" for end in MADE))
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    assert not [path for path in folder.rglob("*") if path.is_symlink()]
    return folder


def build(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Copy into a folder what a wheel of the source would hold, without the compiled kernel."""
    words = ["setup.py", "-q", "build_py", "--build-lib", str(target)]
    return ended([sys.executable, *words], cwd=source)


def files(folder: Path) -> set[str]:
    """The files below a folder, but those that are made of others."""
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {path for path in paths if not path.endswith(MADE)}


@pytest.mark.slow
def test_a_wheel_has_what_the_package_needs_and_nothing_else(tmp_path: Path) -> None:
    """Art and problems are found there, and in the source, where a tree has no links."""
    source, installed = copy_of_the_source(tmp_path), tmp_path / "installed"
    left = installed / "pyrtool" / "moved" / "since.py"
    left.parent.mkdir(parents=True)
    left.write_text("raise AssertionError")
    assert build(source, installed).returncode == 0
    drawn = {name for name in files(ROOT / "assets") if not name.startswith("svg/")}
    wanted = files(ROOT / "pyrtool") | {f"assets/{name}" for name in drawn}
    wanted |= {f"puzzles/{name}" for name in files(ROOT / "puzzles")}
    scripts = {name for name in wanted if re.fullmatch(r"(assets|puzzles)/\w+\.py", name)}
    assert files(installed / "pyrtool") == wanted - scripts
    script = """if True:
        from pyrtool.pictures.cards.faces import drawn_faces
        from pyrtool.pictures.decks import ASSETS
        from pyrtool.pictures.lettering.fonts import bundled
        from pyrtool.records.collection import puzzles
        print(ASSETS, len(puzzles()), len(drawn_faces().faces), len(bundled(bold=True).advances))
    """
    for folder, art in ((installed, installed / "pyrtool" / "assets"), (source, source / "assets")):
        found = ended(
            [sys.executable, "-c", script],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            check=True,
        ).stdout.split()
        assert found[0] == str(art)
        assert int(found[1]) == len(list((ROOT / "puzzles").glob("*.json")))
        assert int(found[2]) >= 52 and int(found[3]) > 1000


@pytest.mark.slow
def test_an_index_has_the_addresses_that_are_known(tmp_path: Path) -> None:
    source = copy_of_the_source(tmp_path)
    facts = source / "pyrtool" / "publishing.toml"
    text = facts.read_text()
    for address in ("", "https://example.org/pyrtool"):
        facts.write_text(text.replace('repository = ""', f'repository = "{address}"'))
        run = [sys.executable, "setup.py", "-q", "egg_info"]
        subprocess.run(run, cwd=source, capture_output=True, check=True)
        shown = (source / "pyrtool.egg-info" / "PKG-INFO").read_text("utf-8")
        assert (f"Project-URL: Repository, {address}" in shown) == bool(address)
        relative = re.findall(r"\]\((?!https?:|#)", shown)
        assert bool(relative) == (not address)
        assert (f"![Deal 2 of Giza, as pyrtool draws it]({address}/raw/v" in shown) == bool(address)


@pytest.mark.slow
def test_nothing_is_built_without_art_or_problems(tmp_path: Path) -> None:
    source, elsewhere = copy_of_the_source(tmp_path), tmp_path / "elsewhere"
    for missing in ("assets", "assets/fonts", "assets/faces.json", "puzzles"):
        (source / missing).rename(elsewhere)
        if "." not in missing:
            (source / missing).write_text("../elsewhere")  # as Git does
        done = build(source, tmp_path / "built")
        last = done.stderr.splitlines()[-1]
        assert done.returncode == 1 and not (tmp_path / "built").exists()
        assert re.fullmatch(rf"error: {missing}\S* is missing: the source is incomplete", last)
        (source / missing).unlink(missing_ok=True)
        elsewhere.rename(source / missing)


LIBRARIES = {
    "print": {"typst", "segno"},
    "font": {"fontTools"},
    "analysis": {"DuckDB"},
    "cluster": {"Dask"},
    "plot": {"matplotlib"},
}


def test_messages_install_an_extra_from_the_source_as_no_index_has_pyrtool() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked: dict[str, set[str]] = {}
    for path in (ROOT / "pyrtool").rglob("*.py"):
        text = path.read_text()
        assert not re.search(r"pyrtool\[", text), path
        for library, extra in re.findall(r'\bneeds\("[^"]+", "(\w+)", "(\w+)"\)', text):
            if path.name != "words.py":
                asked.setdefault(extra, set()).add(library)
    assert asked == LIBRARIES and asked.keys() <= project["optional-dependencies"].keys()
    command = 'run pip install ".[print]" in the folder'
    assert needs("a PDF", "typst", "print").startswith(f"a PDF needs typst: {command}")


def test_the_licence_names_what_is_bundled() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "MIT AND CC0-1.0 AND OFL-1.1"
    names = {path.name for glob in project["license-files"] for path in ROOT.glob(glob)}
    assert names == {"LICENSE", "LICENSE-CC0-1.0.txt", "LICENSE-Libertinus.txt"}
    first = (ROOT / "assets/fonts/LICENSE-Libertinus.txt").read_text().partition("\n")[0]
    assert first in NOTICE and "SIL Open Font License" in NOTICE


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


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_has_nothing_to_say_about_them(tmp_path: Path) -> None:
    run_script("docs/man.py", tmp_path)
    pages = sorted(map(str, tmp_path.glob("*.1")))
    done = ended(["groff", "-man", "-Tutf8", "-ww", "-z", *pages], check=True)
    assert pages and done.stderr == ""
