"""The scripts of the checkout, run as they are typed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .paths import ROOT


def surroundings() -> dict[str, str]:
    """The environment of a script, for which its folder is on the path."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}


def run_script(path: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a script, by its path in the checkout; it must succeed.

    A script imports what lies beside it, so for it alone its folder is on the path.
    """
    done = subprocess.run(
        [sys.executable, str(ROOT / path), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=surroundings(),
    )
    assert done.returncode == 0, done.stderr
    return done
