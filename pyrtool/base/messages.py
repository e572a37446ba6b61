"""Values, texts, and counts as messages show them: on one line, printable, and not too long."""

from collections.abc import Iterable


def shorten(text: str, limit: int = 24) -> str:
    """Quote a text for an error message: printable, on one line, not too long."""
    return repr(cut(text, limit))


def cut(text: str, limit: int = 24) -> str:
    """Return a text, or its beginning with an ellipsis if it is longer than `limit`."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shown(value: object) -> str:
    """Return a wrong value for a message: a text quoted, anything cut and on one line."""
    if isinstance(value, str):
        return shorten(value)
    try:
        return shorten(repr(value))[1:-1]
    except Exception:  # of numbers with thousands of digits, for one
        return f"a great {type(value).__name__}" if isinstance(value, int) else "that"


def printable(text: str) -> str:
    """Spell out all that is no sign or space, as ``\\x1b`` and ``\\n``."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def file_name(path: object, limit: int = 160) -> str:
    """Return a file's name for a message: printable, on one line, without its middle if long."""
    name = printable(str(path)) or "''"
    half = (limit - 1) // 2
    return name if len(name) <= limit else f"{name[:half]}…{name[-half:]}"


def needs(what: str, library: str, extra: str) -> str:
    """Say how to install what an optional feature needs; the package index does not have pyrtool.

    >>> print(needs("a chart", "matplotlib", "plot"))
    a chart needs matplotlib: run pip install ".[plot]" in the folder of pyrtool's source
    """
    command = f'pip install ".[{extra}]"'
    return f"{what} needs {library}: run {command} in the folder of pyrtool's source"


def share_words(share: float, decimals: int = 1) -> str:
    """Write a share, 0 to 1, with the sign directly after the number: ``36.5%``."""
    return f"{100 * share:.{decimals}f}%"


def range_words(low: float, high: float, decimals: int = 1) -> str:
    """Write an interval of shares: ``35.2 to 37.0%``."""
    return f"{100 * low:.{decimals}f} to {share_words(high, decimals)}"


def counted(count: int, noun: str) -> str:
    """Write a number with its noun: ``1 card``, ``2 cards``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def capital(text: str) -> str:
    """Return a text that begins a sentence."""
    return text[:1].upper() + text[1:]


def one_of(words: Iterable[object]) -> str:
    """Join words for messages in English: ``1``, ``1 or 2``, ``1, 2 or 3``."""
    *some, last = map(str, words)
    return f"{', '.join(some)} or {last}" if some else last
