"""The benchmarks that count run as tests: what they assert holds. Nothing is timed here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pyrtool import kernel

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(not kernel.COMPILED, reason="too slow for an interpreted kernel")


@pytest.mark.parametrize(
    "words", [["article.py", "--deals", "30000"], ["open_games.py"], ["stock_games.py"]], ids=str
)
def test_what_the_benchmarks_assert(words: list[str]) -> None:
    script = str(ROOT / "benchmarks" / words[0])
    done = subprocess.run(
        [sys.executable, script, *words[1:]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_published_comparison_is_whole() -> None:
    page = (ROOT / "docs" / "open-games.md").read_text()
    rows = re.findall(r"^\| (?:bouquet|giza), .* \| ([+-][0-9.]+) \|$", page, re.MULTILINE)
    assert len(rows) == 10 * 2 + 4
    assert all(abs(float(difference)) < 4 for difference in rows)
