"""Rules by the name of a game and what is changed of it: ``giza, overlap``.

Decides what rules are called, and what a record says its rules are. What rules mean is for
`games`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shorten
from pyrtool.game.games import GAMES, TITLES, Rules, changed, differences, game, name_of
from pyrtool.notation.deals import NotationError, placed

STANDARD: Final = "pyramid"

_OPTIONS: Final = {name.replace("_", "-"): name for name in Rules().to_dict()}


@dataclass(frozen=True)
class NamedRules:
    """Rules, and the named game that they are or change.

    Made by `of`, a game that has a name of its own goes by that name. `variant`: what a variant of
    one's own is called above pictures; it does not tell rules apart.
    """

    game: str
    rules: Rules
    variant: str = field(default="", compare=False)

    @property
    def title(self) -> str:
        """What the game is called above a picture."""
        return self.variant or TITLES[self.game]

    @classmethod
    def of(cls, name: str, rules: Rules) -> NamedRules:
        """Name rules by the game that they are, or as a change of another.

        Args:
            name: The game that is changed, if the rules are those of no game.
            rules: The rules.

        Returns:
            The rules with the name of a game.

        Raises:
            RulesError: No game has this name.
        """
        name = name_of(name)
        if game(name) != rules:
            name = next((other for other, known in GAMES.items() if known == rules), name)
        return cls(name, rules)

    @classmethod
    def nearest(cls, rules: Rules) -> NamedRules:
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
        """How the rules differ from the game's, in the form of `Rules.to_dict`."""
        return differences(self.rules, game(self.game))

    def __str__(self) -> str:
        changes = (format_rule(name, value) for name, value in self.changes.items())
        return ", ".join([self.game, *changes])


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


def parse_named_rules(text: str) -> NamedRules:
    """Read rules in words; the inverse of `str`.

    Args:
        text: A game and the rules that differ from it: ``giza, overlap``.

    Returns:
        The rules with the name of the game.

    Raises:
        PyrtoolError: There is no such game or rule.
    """
    name, *changes = (part.strip() for part in text.split(","))
    rules = game(name)
    return NamedRules.of(name, changed(rules, dict(map(_parse_rule, changes))))


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
    """What the fields `game` and `rules` of a record say; None if it has neither.

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
        rules = _parse_rules(record["rules"])
        named = NamedRules.of(name, rules)
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


guard(__name__)
