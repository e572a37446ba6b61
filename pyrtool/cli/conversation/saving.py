"""Games of `play` in files, a record a line.

Decides what a file of saved games is, so that no other file is written over by mistake.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Final

from pyrtool.files import write_whole
from pyrtool.notation import read_items
from pyrtool.session import Match, Session

MOST_BYTES: Final = 2**24
"""A larger file is none of saved games: a match has a hundred of them at most."""

_FIELDS: Final = frozenset(("cards", "rules", "moves", "ended"))  # the last in no other record


def write_games(path: Path, match: Match) -> None:
    """Write the games of a match, whole or not at all; an `OSError` says why not."""
    lines = [json.dumps(session.record()) + "\n" for session in match.sessions]
    write_whole(path, "".join(lines).encode())


def holds_only_games(path: Path) -> bool:
    """Whether writing games to this place loses nothing else: no file is there, an empty one, or
    saved games. Where none can be written at all, writing tells why."""
    try:
        if not path.exists() or path.is_dir():
            return True
    except OSError:  # such as a name that is too long
        return True
    try:
        size = path.stat().st_size
        if not path.is_file() or size > MOST_BYTES:
            return False
        with path.open(encoding="utf-8") as file:
            found = [item.value for item in read_items(file)]
    except (OSError, ValueError):  # it cannot be read, or is no text, or no JSON
        return False
    games = (isinstance(value, dict) and value.keys() >= _FIELDS for value in found)
    return all(games) and (bool(found) or not size)


def free_name(session: Session) -> str:
    """The name of a file that is not there yet, after the game and its number."""
    number = "deal" if session.deal.number is None else session.deal.number
    begun = f"{session.game}-{number}"
    names = (f"{begun}{f'-{again}' if again > 1 else ''}.json" for again in count(1))
    return next(name for name in names if not Path(name).exists())
