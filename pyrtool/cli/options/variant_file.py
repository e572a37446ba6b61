"""The file of a variant of one's own, which `--rules` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import file_name
from pyrtool.notation.deals import placed

if TYPE_CHECKING:
    from pyrtool.notation.variants import Variant


def read_variant(path: str) -> Variant:
    """Read a variant; a `PyrtoolError` names the file and what is wrong."""
    from pyrtool.notation.variants import parse_variant  # few ask for it

    name = file_name(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise PyrtoolError(f"{name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PyrtoolError(f"{name}: not UTF-8 text: save it as UTF-8") from None
    try:
        return parse_variant(text)
    except PyrtoolError as error:
        raise PyrtoolError(placed(name, error)) from None
