"""Games of `play` in files, a record a line.

Decides what a file of saved games is, so that no other file is written over by mistake.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Final

from pyrtool.base.files import write_whole
from pyrtool.base.json_object import JsonObject
from pyrtool.languages import message
from pyrtool.notation import read_items
from pyrtool.records.session import Match, Session

MOST_BYTES: Final = 2**24
"""A larger file is none of saved games: a match has a hundred of them at most."""

_OTHER: Final = message("something else than saved games")
_FIELDS: Final = frozenset(("cards", "rules", "moves", "ended"))  # the last in no other record


def named(words: str) -> str:
    """The file that is meant, as a shell reads it: a name in quotes, ``~`` for one's own folder."""
    if len(words) > 1 and words[0] == words[-1] and words[0] in "'\"":
        return words[1:-1]
    try:
        return str(Path(words).expanduser()) if words.startswith("~") else words
    except RuntimeError:  # nobody has such a folder
        return words


def write_games(path: Path, match: Match) -> None:
    """Write the games of a match, whole or not at all; an `OSError` says why not."""
    lines = [json.dumps(session.record()) + "\n" for session in match.sessions]
    write_whole(path, "".join(lines).encode())


def what_is_lost(path: Path, match: Match) -> str | None:
    """Describe what would be lost if the match were written to this place.

    None for an empty file, for games of the same deals, and where nothing can be written: writing
    reports why.
    """
    try:
        if not path.exists() or path.is_dir():
            return None
    except OSError:  # such as a name that is too long
        return None
    try:
        size = path.stat().st_size
        if not path.is_file() or size > MOST_BYTES:
            return _OTHER
        with path.open(encoding="utf-8") as file:
            values = [item.value for item in read_items(file)]
    except (OSError, ValueError):  # it cannot be read, or is no text, or no JSON
        return _OTHER
    found = [value for value in values if isinstance(value, dict) and value.keys() >= _FIELDS]
    if len(found) < len(values):
        return _OTHER
    if not found:
        return _OTHER if size else None
    ours = [_deal_of(session.record()) for session in match.sessions]
    return (
        None
        if all(_deal_of(value) in ours for value in found)
        else message("a game of another deal")
    )


def _deal_of(record: JsonObject) -> tuple[object, ...]:
    """The identity of a deal: the cards, or the position; and the rules."""
    return record["cards"], record.get("position"), record["rules"]


def free_name(session: Session) -> str:
    """The name of a file that is not there yet, after the game and its number."""
    number = "deal" if session.deal.number is None else session.deal.number
    begun = f"{session.game}-{number}"
    names = (f"{begun}{f'-{again}' if again > 1 else ''}.json" for again in count(1))
    return next(name for name in names if not Path(name).exists())
