"""The folders of the art and the problems.

An installation has these folders inside the package, where `setup.py` copies them. A checkout has
them at its top level, beside the package.
"""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def data_folder(name: str) -> Path:
    """Find the folder of this name: ``assets`` or ``puzzles``."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
