"""Values, texts, and counts as messages show them: on one line, printable, and not too long."""

from __future__ import annotations

from collections.abc import Iterable


def shorten(text: str, limit: int = 24) -> str:
    """`text` quoted for an error message: printable, on one line, not too long."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return repr(cut)


def shown(value: object) -> str:
    """A wrong value for a message: a text quoted, anything cut and on one line."""
    if isinstance(value, str):
        return shorten(value)
    try:
        return shorten(repr(value))[1:-1]
    except Exception:  # of numbers with thousands of digits, for one
        return f"a great {type(value).__name__}" if isinstance(value, int) else "that"


def printable(text: str) -> str:
    """`text` with all that is no sign or space spelled out, as ``\\x1b`` and ``\\n``."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def file_name(path: object, limit: int = 160) -> str:
    """A file's name for a message: printable, on one line, the middle left out if it is long."""
    name = printable(str(path)) or "''"
    half = (limit - 1) // 2
    return name if len(name) <= limit else f"{name[:half]}…{name[-half:]}"


def share_words(share: float, decimals: int = 1) -> str:
    """``36.5%``: a share, 0 to 1, with the sign directly after the number."""
    return f"{100 * share:.{decimals}f}%"


def range_words(low: float, high: float, decimals: int = 1) -> str:
    """``35.2 to 37.0%``: an interval of shares."""
    return f"{100 * low:.{decimals}f} to {share_words(high, decimals)}"


def counted(count: int, noun: str) -> str:
    """``1 card``, ``2 cards``: a number with its noun."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def one_of(words: Iterable[object]) -> str:
    """``1``, ``1 or 2``, ``1, 2 or 3``: for messages that are in English."""
    *some, last = map(str, words)
    return f"{', '.join(some)} or {last}" if some else last
