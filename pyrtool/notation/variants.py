"""Variants of one's own: a TOML file with a name, its rules, and their source.

    name = "Little Giza"
    source = "Mine, 2026"
    game = "giza"

    [rules]
    rows = 6
    reserve = 7
    overlap = true

Decides what such a file may say. `rules` has the fields of `Rules.to_dict`, with hyphens or
underscores; what it leaves out is as in `game`, or else as in standard Pyramid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import printable, shorten
from pyrtool.game.games import GAMES, Rules, changed, game, name_of
from pyrtool.notation.deals import NotationError
from pyrtool.notation.rules import STANDARD, NamedRules

_FIELDS: Final = ("name", "source", "game", "rules")
_MOST_LETTERS: Final = 80


@dataclass(frozen=True)
class Variant:
    """A variant: its `name` above pictures, where it comes from, and its rules by the game that
    they change."""

    name: str
    source: str
    named: NamedRules


def parse_variant(text: str) -> Variant:
    """Read a variant from the text of its file.

    Args:
        text: TOML with `name` and a table `rules`, and perhaps `source` and `game`.

    Returns:
        The variant; its rules go by the name of the game that they change.

    Raises:
        NotationError: The text is not TOML, or a field is missing, unknown or of another kind.
        RulesError: The rules contradict each other.

    Examples:
        >>> variant = parse_variant('name = "Late"\\ngame = "giza"\\n[rules]\\noverlap = true')
        >>> variant.name, str(variant.named)
        ('Late', 'giza, overlap')
    """
    import tomllib  # 2 ms, at the start of every command

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not TOML: {error}") from None
    unknown = sorted(values.keys() - set(_FIELDS))
    if unknown:
        raise NotationError(f"unknown field {shorten(unknown[0])}: {', '.join(_FIELDS)} are known")
    base = values.get("game", STANDARD)
    if not isinstance(base, str):
        raise NotationError(f"game: {shown(base)} is not a game's name")
    rules = values.get("rules")
    if not isinstance(rules, dict):
        raise NotationError("the table [rules] is missing" if rules is None else "rules: no table")
    made = _changed(game(base), {name.replace("-", "_"): value for name, value in rules.items()})
    named = NamedRules.of(name_of(base), made)
    name = _text(values, "name")
    if not name:
        raise NotationError("the field 'name' is missing")
    if name in GAMES:
        raise NotationError(f"name: {name} is the name of a game")
    return Variant(name, _text(values, "source"), named)


def _changed(rules: Rules, changes: dict[str, object]) -> Rules:
    """The rules with these changes, which are texts, numbers, and flags."""
    for name, value in changes.items():
        if not isinstance(value, bool | int | str):
            raise PyrtoolError(f"rules: {shorten(name)}: {shown(value)} is no text, number or flag")
    try:
        return changed(rules, changes)
    except PyrtoolError as error:
        raise PyrtoolError(f"rules: {error}") from None


def _text(values: dict[str, object], field: str) -> str:
    """A field that is a line of text, empty where it is missing."""
    value = values.get(field, "")
    if not isinstance(value, str) or len(value) > _MOST_LETTERS or printable(value) != value:
        raise NotationError(f"{field}: must be a line of at most {_MOST_LETTERS} letters")
    return value.strip()


guard(__name__)
