"""Where things are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
DATA: Final = TESTS / "data"
ROOT: Final = TESTS.parent
DOCS: Final = ROOT / "docs"
README: Final = ROOT / "README.md"
PAGES: Final = sorted(DOCS.rglob("*.md"))
"""Every page of the documentation."""
TEXTS: Final = [README, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *PAGES]
"""These and the pages beside the code."""


def page(name: str) -> Path:
    """Find the page of this name in its folder under docs/."""
    return next(path for path in PAGES if path.stem == name)
