"""Words that a site's files have packed, as app/problem.js reads them in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any


def unpacked(pool: Sequence[str], words: Any) -> str:
    """The words: a text, a number and its noun, or a message with its values."""
    if isinstance(words, str):
        return words
    message, *values = words
    if message < 0:
        number, noun = values
        return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
    text = re.sub(r"\{(\d)\}", lambda found: unpacked(pool, values[int(found[1])]), pool[message])
    return text[1].upper() + text[2:] if text[0] == "^" else text
