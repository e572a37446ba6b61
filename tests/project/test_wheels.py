"""The tests of a wheel, which has no checkout beside it: pyproject.toml says which, and on what."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from ..paths import ROOT


def test_the_tests_of_a_wheel_need_nothing_but_what_is_handed_to_them(tmp_path: Path) -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    for source in told["test-sources"]:
        if (ROOT / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, tmp_path / source, ignore=ignored)
        else:
            shutil.copy(ROOT / source, tmp_path / source)
    _, _, files = told["test-command"].partition("&& pytest ")
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
