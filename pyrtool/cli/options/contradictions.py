"""What options ask for and a deal's own rules deny."""

from __future__ import annotations

from pyrtool.base.json_object import JsonObject
from pyrtool.notation.rules import NamedRules, format_rule


def contradiction(
    given: NamedRules, asked: NamedRules | None, game: str | None, changes: JsonObject
) -> str | None:
    """What the options ask for that is not so in the rules that are ``given``, if anything.

    ``giza, --game says pyramid``. `asked`: what `--game` or `--rules` name, with `changes`; without
    them the `changes` alone must hold. `game`: what `--game` says.
    """
    if asked is not None:
        if asked.rules == given.rules:
            return None
        if not (asked.changes or given.changes):
            return f"{given}, --game says {game or asked}"
        return f"{given}; the options say {asked}"
    values = given.rules.to_dict()
    for name, value in changes.items():
        if getattr(given.rules, name) != value:
            says = "unlimited" if name == "passes" and not value else value
            return (
                f"{given.game}, {format_rule(name, values[name])}; "
                f"the options say {format_rule(name, says)}"
            )
    return None
