"""Differences of two games in sentences, and how often each can be won.

Decides the wording; which rules differ is for `differences`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pyrtool.base.messages import counted
from pyrtool.game.games import ALIASES, Rules, differences
from pyrtool.game.named_games import KNOWN, WINNABLE_CHANGED
from pyrtool.game.tableau import format_tableau
from pyrtool.notation.rules import NamedRules, parse_named_rules


def _columns(rules: Rules) -> str:
    if rules.columns is None:
        return "has no columns"
    wide, deep = rules.columns
    return f"has {counted(wide, 'column')} of {counted(deep, 'card')}"


def _passes(rules: Rules) -> str:
    if rules.passes is None:
        return "has as many passes through the stock as are wanted"
    return f"has {'one pass' if rules.passes == 1 else f'{rules.passes} passes'} through the stock"


def _does(allowed: bool, what: str) -> str:
    return f"lets {what}" if allowed else f"does not let {what}"


def _pairs(rules: Rules) -> str:
    return (
        f"has pairs that add to {rules.total}" if rules.pairs is None else f"matches {rules.pairs}"
    )


_SAYS: Final[dict[str, Callable[[Rules], str]]] = {
    "rows": lambda rules: f"has a pyramid of {counted(rules.rows, 'row')}",
    "pyramids": lambda rules: f"has {counted(rules.pyramids, 'pyramid')}",
    "columns": _columns,
    "reserve": lambda rules: (
        f"has a reserve of {counted(rules.reserve, 'card')}" if rules.reserve else "has no reserve"
    ),
    "tableau": lambda rules: f"lays out {format_tableau(rules.parts)}",
    "face_down": lambda rules: (
        "deals covered cards face down"
        if rules.face_down == "covered"
        else "deals all cards of the tableau face up"
    ),
    "stock": lambda rules: {
        "dealt": "has a stock that is dealt",
        "bouquet": "has a stock that lies open",
        "none": "has no stock",
    }[rules.stock],
    "draw": lambda rules: f"deals {counted(rules.draw, 'stock card')} at a time",
    "passes": _passes,
    "stock_top": lambda rules: (
        "turns the top card of the stock, which is available"
        if rules.stock_top
        else "turns no card of the stock before it is dealt to the waste"
    ),
    "stock_waste": lambda rules: {
        "yes": "lets the turned card match the waste top",
        "no": "does not let the turned card match the waste top",
        "auto": "discards the turned card and a matching waste top when the card would be dealt",
        "auto-on-turn": "discards the turned card and a matching waste top when it is turned",
    }[rules.stock_waste],
    "waste_pairs": lambda rules: _does(rules.waste_pairs, "the two top waste cards match"),
    "wastes": lambda rules: f"has {counted(rules.wastes, 'waste')}",
    "deal_to": lambda rules: {
        "each": "deals a card to each waste",
        "choice": "deals to the waste that the player chooses",
    }[rules.deal_to],
    "waste_match": lambda rules: _does(rules.waste_match, "cards of different wastes match"),
    "waste_ends": lambda rules: {
        "top": "has only the top of the waste available",
        "both": "has both ends of the waste available",
    }[rules.waste_ends],
    "overlap": lambda rules: (
        "allows overlap discards" if rules.overlap else "has no overlap discards"
    ),
    "goal": lambda rules: {
        "all": "is won when all cards are discarded",
        "pyramid": "is won when the pyramid is discarded",
    }[rules.goal],
    "scoring": lambda rules: {
        "none": "keeps no score",
        "par": "counts par scores",
        "microsoft": "counts Microsoft's points",
    }[rules.scoring],
    "total": _pairs,
    "pairs": _pairs,
    "ranks": lambda rules: f"is played with {len(rules.partners) - 1} ranks",
    "suits": lambda rules: f"is played with {counted(rules.suits, 'suit')}",
    "packs": lambda rules: f"is played with {counted(rules.packs, 'pack')}",
}
"""What each rule makes of a game; the game is the subject."""


def compare(one: NamedRules, other: NamedRules) -> Iterator[str]:
    """Say how the first game differs from the second, a sentence a rule, and then their win
    rates."""
    changed = differences(one.rules, other.rules)
    if not changed:
        yield f"{_named(one)} and {_named(other)} have the same rules."
    for name in changed:
        says = _SAYS[name]
        yield f"{_named(one)} {says(one.rules)}; {_named(other)} {says(other.rules)}."
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
