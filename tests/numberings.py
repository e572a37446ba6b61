"""Deal numbers by the ten lines of docs/reference/deal-numbers.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .paths import page

PAGE = page("deal-numbers").read_text()


def native_of_the_docs() -> Callable[[int, list[str]], list[str]]:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(code.splitlines()) == 11  # the header, and ten lines
    names: dict[str, Any] = {}
    exec(code, names)
    function: Callable[[int, list[str]], list[str]] = names["native"]
    return function
