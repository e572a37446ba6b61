"""The names of the files that a command writes, one for each deal."""

from __future__ import annotations

import os
from pathlib import Path

from pyrtool.cards import PyrtoolError, file_name


def check_folder(output: str, placeholder: str) -> None:
    """A `PyrtoolError` where no file can be made, before a deal is drawn."""
    name, shown = file_name(output), file_name(Path(output).parent)
    folder = Path(output).parent
    if placeholder in str(folder):
        raise PyrtoolError(f"{name}: {placeholder} may stand only in the file's own name")
    if not folder.is_dir():
        raise PyrtoolError(f"{name}: there is no folder {shown}")
    if Path(output).is_dir():
        raise PyrtoolError(f"{name}: is a folder")
    if not os.access(folder, os.W_OK):
        raise PyrtoolError(f"{name}: the folder {shown} cannot be written to")
