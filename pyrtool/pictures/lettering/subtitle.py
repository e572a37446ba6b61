"""What differs from the game that a title names, and from its beginning, in words.

Decides the wording only: a title says "Giza", and the line below it which of its
rules are changed. In the middle of a game it adds how many cards are left.
"""

from __future__ import annotations

from typing import Any, Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import counted
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules, differences, game
from pyrtool.game.position import Position

_WHETHER: Final = {
    "stock_top": ("turned cards can be discarded", "turned cards go to the waste first"),
    "waste_match": ("cards of different wastes match", "cards of different wastes do not match"),
    "waste_pairs": ("pairs within the waste", "no pairs within the waste"),
    "overlap": ("overlap discards", "no overlap discards"),
}
_CHOSEN: Final = {
    "stock": {"dealt": "a stock", "bouquet": "an open bouquet", "none": "no stock"},
    "stock_waste": {
        "yes": "the turned card matches the waste",
        "no": "the turned card does not match the waste",
        "auto": "matches vanish when dealt",
        "auto-on-turn": "matches vanish when turned",
    },
    "deal_to": {"each": "a card to each waste", "choice": "cards to a waste of your choice"},
    "waste_ends": {"both": "both ends of the waste available", "top": "only the waste top"},
    "face_down": {"covered": "covered cards face down", "none": "all cards face up"},
    "goal": {"all": "all cards must go", "pyramid": "only the pyramid must go"},
    "scoring": {"par": "par scoring", "microsoft": "microsoft scoring", "none": "no scoring"},
}


def subtitle(rules: Rules, of: str) -> str:
    """How these rules differ from those of the named game; empty where they are its own.

    >>> from dataclasses import replace
    >>> subtitle(replace(game("giza"), rows=6, overlap=True, stock="bouquet"), "giza")
    '6 rows, an open bouquet, overlap discards'
    """
    changed = differences(rules, game(of))
    return ", ".join(_told(name, value, rules) for name, value in changed.items())


def _told(name: str, value: Any, rules: Rules) -> str:
    if name in _WHETHER:
        return _WHETHER[name][0 if value else 1]
    if name in _CHOSEN:
        return _CHOSEN[name].get(value, f"{name} {value}")
    match name:
        case "rows" | "pyramids" | "suits" | "packs" | "wastes":
            return counted(value, name.removesuffix("s"))
        case "columns":
            wide, _, deep = (value or "").partition("x")
            return f"{counted(int(wide), 'column')} of {deep}" if value else "no columns"
        case "tableau":
            return str(value)
        case "reserve":
            return f"a reserve of {value}" if value else "no reserve"
        case "draw":
            return f"{counted(value, 'card')} at a time"
        case "pairs" if value is None:
            return f"pairs that add to {rules.total}"
        case "passes":
            return (
                "unlimited redeals"
                if value == "unlimited"
                else "one pass"
                if value == 1
                else f"{value} passes"
            )
    return f"{name.replace('_', ' ')} {value}"


def begun(start: Position) -> str:
    """Where in a game a page begins, if not where it is dealt."""
    dealt = Position.start(Deal.of(start.rules.deck, start.rules))
    left, number = start.cards_left(), start.pass_number
    if (left, number) == (dealt.cards_left(), 1) and len(start.undealt()) == len(dealt.undealt()):
        return ""
    in_pass = f", in pass {number}" if number > 1 else ""
    return f"from the middle of a game, {counted(left, 'card')} left{in_pass}"


guard(__name__)
