"""Completion of values: what a shell offers.

A function takes what was typed so far and gives the values that it may become, each with what it
is. Where none is given a shell offers files; so nothing is given for words that name files alone.
"""

import re
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Final

from pyrtool.game.games import TITLES

COMPARE: Final = "compare"
"""The word of ``games`` before two games."""

Offer = tuple[str, str]
Completion = Callable[[str], list[Offer]]

MOST_FILES: Final = 50
_BEGUN: Final = re.compile(r"(?P<prefix>ms)?(?P<low>[1-9][0-9]{0,17})(?P<rest>-[0-9]*)?", re.ASCII)
_SIZES: Final = (10, 100, 1000)


def one_of(names: Iterable[str], description: str = "") -> Completion:
    """Complete to these names; `description` says what all of them are."""
    offers = [(name, description) for name in names]
    return lambda incomplete: [offer for offer in offers if offer[0].startswith(incomplete)]


def games(incomplete: str) -> list[Offer]:
    """Return the names of the games, other names of them too."""
    return [(name, title) for name, title in TITLES.items() if name.startswith(incomplete)]


def games_or_compare(incomplete: str) -> list[Offer]:
    """Return the names of the games, and the word that compares two."""
    compare = [(COMPARE, "how two games differ")] if COMPARE.startswith(incomplete) else []
    return [*games(incomplete), *compare]


def deals(incomplete: str) -> list[Offer]:
    """Offer numbers and ranges that begin like this, and files; nothing for what is no number."""
    if not incomplete:
        return [("1", "the first deal"), *_ranges("", 1), ("-", "the standard input"), *_files("")]
    return [*numbers(incomplete), *_files(incomplete)] if _BEGUN.fullmatch(incomplete) else []


def numbers(incomplete: str) -> list[Offer]:
    """Offer numbers and ranges that begin like this."""
    begun = _BEGUN.fullmatch(incomplete or "1")
    if begun is None:
        return []
    prefix, low = begun["prefix"] or "", int(begun["low"])
    offers = [(f"{prefix}{low}", f"deal {low}"), *_ranges(prefix, low)]
    return [offer for offer in offers if offer[0].startswith(incomplete)]


def _ranges(prefix: str, low: int) -> list[Offer]:
    return [(f"{prefix}{low}-{prefix}{low + size - 1}", f"{size} deals") for size in _SIZES]


def _files(incomplete: str) -> list[Offer]:
    """Return what lies in this folder and begins so; a shell lists what lies in others."""
    try:
        paths = sorted(path for path in Path.cwd().iterdir() if path.name.startswith(incomplete))
    except OSError:
        return []
    shown = (path for path in paths if not path.name.startswith("."))
    return [
        (f"{path.name}/", "a folder") if path.is_dir() else (path.name, "a file")
        for path in islice(shown, MOST_FILES)
    ]
