"""No command writes over what it reads.

Decides when two names are of one file: by where they lead, or as two links to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import file_name
from pyrtool.cli.deals.selection import STDIN, is_number


def check_not_input(output: str, inputs: Iterable[str | None], option: str = "-o") -> None:
    """A `PyrtoolError` where writing `output`, which `option` names, would destroy an input.

    The inputs are words of the command line: files, also such as are not there yet, and numbers,
    `-` or nothing, which are none.
    """
    for word in inputs:
        if word is None or word == STDIN or is_number(word):
            continue
        if is_same_file(output, word):
            raise PyrtoolError(
                f"{option} {file_name(output)}: is read by this command as {file_name(word)}, and "
                "is not written over"
            )


def check_not_in_folder(folder: str, inputs: Iterable[str | None]) -> None:
    """Reject an input in the folder that is replaced, with a `PyrtoolError`."""
    for word in inputs:
        if word is None or word == STDIN or is_number(word):
            continue
        place = os.path.realpath(folder)
        if os.path.commonpath([place, os.path.realpath(word)]) == place:
            raise PyrtoolError(
                f"{file_name(word)}: is read by this command, and lies in {file_name(folder)}, "
                "which is replaced"
            )


def is_same_file(one: str, other: str) -> bool:
    """Whether two names lead to one regular file, or to one place where there is none yet."""
    try:
        if Path(one).exists() and Path(other).exists():
            return Path(one).is_file() and Path(one).samefile(other)
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):  # whoever opens it says why not
        return False
