"""Differences of two games in sentences, and how often each can be won.

Decides the wording; which rules differ is for `differences`.
"""

from collections.abc import Iterator

from pyrtool.game.games import ALIASES, differences
from pyrtool.game.named_games import KNOWN, WINNABLE_CHANGED
from pyrtool.game.rules import RULE_WORDS
from pyrtool.notation.rules import NamedRules, parse_named_rules


def compare(one: NamedRules, other: NamedRules) -> Iterator[str]:
    """Say how the first game differs from the second, a sentence a rule, then their win rates."""
    changed = differences(one.rules, other.rules)
    if not changed:
        yield f"{_named(one)} and {_named(other)} have the same rules."
    for name in changed:
        says = (RULE_WORDS[name].compared(name, named.rules) for named in (one, other))
        yield f"{_named(one)} {next(says)}; {_named(other)} {next(says)}."
    yield f"With every card known, {_rate(one)} can be won, and {_rate(other)}."


def _named(named: NamedRules) -> str:
    """Return the game, in quotes where its rules are changed: these contain a comma."""
    return f'"{named}"' if named.changes else str(named)


def _rate(named: NamedRules) -> str:
    share = "an unknown share"
    if not named.changes:
        share = winnable_words(named.game)
    for changed, percent in WINNABLE_CHANGED.items():
        if parse_named_rules(changed) == named:
            share = f"{percent}%"
    return f"{share} of deals of {_named(named)}"


def winnable_words(game: str) -> str:
    """Return ``36.53%``, or where some deals are unknown ``66.69 to 66.82%``."""
    return f"{KNOWN[ALIASES.get(game, game)].winnable}%"


def winnable_percent(game: str) -> list[float]:
    """At least and at most how many per cent of the deals can be won."""
    ends = [float(end) for end in KNOWN[ALIASES.get(game, game)].winnable.split(" to ")]
    return [ends[0], ends[-1]]
