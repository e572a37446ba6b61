"""The constants of the kernel's headers, read from them: `from pyrtool.kernel.constants import WON`.

Compiled modules take a constant from the `.pxd` that declares it. Whatever runs interpreted takes it
from here, so that each is written once. One name has one value in all headers.
"""

import re
from pathlib import Path

_TEXT = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.pxd"))
_LINE = re.compile(r"^    ([A-Z][A-Z0-9_]*) = (?:<unsigned int>)?([-\w]+)", re.MULTILINE)
_VALUES = {name: int(value, 0) for name, value in _LINE.findall(_TEXT)}

__all__ = list(_VALUES)


def __getattr__(name: str) -> int:
    """Give the value of a constant."""
    try:
        return _VALUES[name]
    except KeyError:
        raise AttributeError(f"no header of the kernel has a constant {name}") from None
