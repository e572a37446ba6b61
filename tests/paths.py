"""Where things are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
DATA: Final = TESTS / "data"
ROOT: Final = TESTS.parent
