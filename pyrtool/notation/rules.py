"""Rules by the name of a game and its changes, ``giza, overlap``, and variants in TOML files.

Decides what rules are called, and what a record says its rules are; `pyrtool.game.rules` decides
what rules mean. A variant is a file such as

    name = "Little Giza"
    source = "Mine, 2026"
    game = "giza"

    [rules]
    rows = 6
    reserve = 7
    overlap = true

Its `rules` have the fields of `Rules.to_dict`, with hyphens or underscores; what they leave out is
as in `game`, or else as in standard Pyramid.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import printable, shorten, shown
from pyrtool.game.deals import Numbering
from pyrtool.game.games import GAMES, TITLES, Rules, changed, differences, game, name_of
from pyrtool.notation.deals import NotationError, placed

STANDARD: Final = "pyramid"

_NAME: Final = ", name "  # before the name of a variant, which comes last
_OPTIONS: Final = {name.replace("_", "-"): name for name in Rules().to_dict()}


@public
@dataclass(frozen=True)
class NamedRules:
    """Rules, and the named game that they are or change.

    Made by `of`, a game that has a name of its own goes by that name. `variant`: the name of a
    variant of one's own, without commas and colons; it does not tell rules apart.
    """

    game: str
    rules: Rules
    variant: str = field(default="", compare=False)

    @property
    def title(self) -> str:
        """The title of the game above a picture."""
        return self.variant or TITLES[self.game]

    @classmethod
    def of(cls, name: str, rules: Rules, variant: str = "") -> "NamedRules":
        """Name rules by the game that they are, or as a change of another.

        Args:
            name: The game that is changed, if the rules are those of no game.
            rules: The rules.
            variant: The name of a variant of one's own.

        Returns:
            The rules with the name of a game.

        Raises:
            RulesError: No game has this name.
        """
        name = name_of(name)
        if game(name) != rules:
            name = next((other for other, known in GAMES.items() if known == rules), name)
        return cls(name, rules, variant)

    @classmethod
    def nearest(cls, rules: Rules) -> "NamedRules":
        """Name rules by the game that they are, or as the fewest changes of any game.

        Args:
            rules: The rules.

        Returns:
            The rules with the name of a game.

        Examples:
            >>> from dataclasses import replace
            >>> str(NamedRules.nearest(replace(game("giza"), overlap=True)))
            'giza, overlap'
        """
        return cls(min(GAMES, key=lambda name: len(differences(rules, game(name)))), rules)

    @property
    def changes(self) -> JsonObject:
        """The differences from the game's rules, in the form of `Rules.to_dict`."""
        return differences(self.rules, game(self.game))

    @property
    def label(self) -> str:
        """The game's name, and that of a variant: ``giza, name Little Giza``."""
        return f"{self.game}{_NAME}{self.variant}" if self.variant else self.game

    @classmethod
    def labelled(cls, label: str, rules: Rules) -> "NamedRules":
        """Return rules with the game and the variant that a label names.

        Args:
            label: As `label` writes it. One that names no game is read as the standard's.
            rules: The rules that it stands for.
        """
        game, _, variant = label.partition(_NAME)
        return cls(game if game in GAMES else STANDARD, rules, variant)

    def __str__(self) -> str:
        changes = (format_rule(name, value) for name, value in self.changes.items())
        called = f"{_NAME}{self.variant}" if self.variant else ""
        return ", ".join([self.game, *changes]) + called


@public
@dataclass(frozen=True)
class Defaults:
    """The rules and the numbering of what does not say its own."""

    named: NamedRules
    numbering: Numbering = "native"


@public
def format_rule(name: str, value: object) -> str:
    """Write a rule as its option has it, without the dashes: ``stock-waste no``, ``no stock-top``.

    Args:
        name: The name of the field.
        value: Its value, as JSON has it.

    Returns:
        The rule in words.
    """
    option = name.replace("_", "-")
    if isinstance(value, str):
        value = value.replace(", ", " + ")  # a comma parts rules
    if isinstance(value, bool):
        return option if value else f"no {option}"
    return f"{option} {'none' if value is None else value}"


@public
def parse_named_rules(text: str) -> NamedRules:
    """Read rules in words; the inverse of `str`.

    Args:
        text: A game, the rules that differ from it, and perhaps the name of a variant:
            ``giza, overlap, name Late``.

    Returns:
        The rules with the name of the game.

    Raises:
        PyrtoolError: There is no such game or rule.
    """
    text, _, variant = text.partition(_NAME)
    name, *changes = (part.strip() for part in text.split(","))
    changed_rules = changed(game(name), dict(map(_parse_rule, changes)))
    return NamedRules.of(name, changed_rules, variant.strip())


def _parse_rule(text: str) -> tuple[str, str | int]:
    first, _, rest = text.partition(" ")
    if first == "no" and rest in _OPTIONS:
        return _OPTIONS[rest], False
    if first not in _OPTIONS:
        raise NotationError(f"unknown rule {shorten(text)}")
    if not rest:
        return _OPTIONS[first], True
    is_number = re.fullmatch(r"[0-9]{1,4}", rest) is not None
    return _OPTIONS[first], int(rest) if is_number else rest


def carried_rules(record: JsonObject, place: str = "") -> NamedRules | None:
    """Read the fields `game` and `rules` of a record; None if it has neither.

    A `NotationError` begins with `place`: a game that does not exist, rules that contradict each
    other, or that are another game's.
    """
    if "game" not in record and "rules" not in record:
        return None
    name = record.get("game", STANDARD)
    if not isinstance(name, str):
        raise NotationError(placed(place, f"the field 'game' cannot be {_shown(name)}"))
    try:
        if "rules" not in record:
            return NamedRules(name, game(name))
        named = NamedRules.of(name, _parse_rules(record["rules"]))
    except PyrtoolError as error:
        raise NotationError(placed(place, error)) from None
    if "game" in record and named.game != name:
        message = f"the field 'game' says {name}, but the rules are those of {named.game}"
        raise NotationError(placed(place, message))
    return named


def _parse_rules(value: object) -> Rules:
    if not isinstance(value, dict):
        raise NotationError(f"the field 'rules' cannot be {_shown(value)}")
    try:
        return Rules.from_dict(value)
    except PyrtoolError as error:
        raise NotationError(f"rules: {error}") from None


def _shown(value: object) -> str:
    return shorten(repr(value))[1:-1]  # cut, but not quoted twice


_FIELDS: Final = ("name", "source", "game", "rules")
_MOST_LETTERS: Final = 80
MOST_TEXT: Final = 10_000
"""The letters of a file; TOML's reader takes more than a second for keys of many parts."""


@dataclass(frozen=True)
class Variant:
    """A variant: where it comes from, and its rules by the game that they change and its name."""

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
        >>> str(variant.named)
        'giza, overlap, name Late'
    """
    import tomllib  # 2 ms, at the start of every command

    if len(text) > MOST_TEXT:
        raise NotationError(f"more than {MOST_TEXT:,} letters: no variant needs that many")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not TOML: {error}") from None
    except (RecursionError, ValueError):  # of brackets or digits without end
        raise NotationError("not TOML that can be read: too deep, or a number too long") from None
    unknown = sorted(values.keys() - set(_FIELDS))
    if unknown:
        raise NotationError(f"unknown field {shorten(unknown[0])}: {', '.join(_FIELDS)} are known")
    base = values.get("game", STANDARD)
    if not isinstance(base, str):
        raise NotationError(f"game: {shown(base)} is not a game's name")
    rules = values.get("rules")
    if not isinstance(rules, dict):
        raise NotationError("the table [rules] is missing" if rules is None else "rules: no table")
    changed_rules = _changed(game(base), {k.replace("-", "_"): v for k, v in rules.items()})
    name = _text(values, "name")
    if not name:
        raise NotationError("the field 'name' is missing")
    if set(",:") & set(name):
        raise NotationError("name: must have no comma and no colon")
    if name in GAMES:
        raise NotationError(f"name: {name} is the name of a game")
    named = NamedRules.of(name_of(base), changed_rules, name)
    return Variant(_text(values, "source"), named)


def _changed(rules: Rules, changes: dict[str, object]) -> Rules:
    """Return the rules with these changes, which are texts, numbers, and flags."""
    for name, value in changes.items():
        if not isinstance(value, bool | int | str):
            raise PyrtoolError(f"rules: {shorten(name)}: {shown(value)} is no text, number or flag")
    try:
        return changed(rules, changes)
    except PyrtoolError as error:
        raise PyrtoolError(f"rules: {error}") from None


def _text(values: dict[str, object], field: str) -> str:
    """Return a field that is a line of text, empty if it is missing."""
    value = values.get(field, "")
    if not isinstance(value, str) or len(value) > _MOST_LETTERS or printable(value) != value:
        raise NotationError(f"{field}: must be a line of at most {_MOST_LETTERS} letters")
    return value.strip()
