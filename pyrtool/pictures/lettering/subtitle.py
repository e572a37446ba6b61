"""What differs from the game that a title names, and from its beginning, in words.

Decides the wording only: a title says "Giza", and the line below it which of its
rules are changed. In the middle of a game it adds how many cards are left.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules, differences, game
from pyrtool.game.position import Position
from pyrtool.languages import count_of, message, noun, say

_WHETHER: Final = {
    "stock_top": (
        message("turned cards can be discarded"),
        message("turned cards are dealt to the waste first"),
    ),
    "waste_match": (
        message("cards of different wastes match"),
        message("cards of different wastes do not match"),
    ),
    "waste_pairs": (message("pairs within the waste"), message("no pairs within the waste")),
    "overlap": (message("overlap discards"), message("no overlap discards")),
}
_CHOSEN: Final = {
    "stock": {
        "dealt": message("a stock"),
        "bouquet": message("an open bouquet"),
        "none": message("no stock"),
    },
    "stock_waste": {
        "yes": message("the turned card matches the waste"),
        "no": message("the turned card does not match the waste"),
        "auto": message("matches vanish when dealt"),
        "auto-on-turn": message("matches vanish when turned"),
    },
    "deal_to": {
        "each": message("a card to each waste"),
        "choice": message("cards to a waste of your choice"),
    },
    "waste_ends": {
        "both": message("both ends of the waste available"),
        "top": message("only the waste top"),
    },
    "face_down": {
        "covered": message("covered cards face down"),
        "none": message("all cards face up"),
    },
    "goal": {
        "all": message("all cards to be discarded"),
        "pyramid": message("only the pyramid to be cleared"),
    },
    "scoring": {
        "par": message("par scoring"),
        "microsoft": message("microsoft scoring"),
        "none": message("no scoring"),
    },
}
_COUNTED: Final = {
    "rows": noun("row"),
    "pyramids": noun("pyramid"),
    "suits": noun("suit"),
    "packs": noun("pack"),
    "wastes": noun("waste"),
}


def subtitle(rules: Rules, of: str) -> str:
    """How these rules differ from those of the named game; empty where they are its own.

    >>> from dataclasses import replace
    >>> subtitle(replace(game("giza"), rows=6, overlap=True, stock="bouquet"), "giza")
    '6 rows, an open bouquet, overlap discards'
    """
    changed = differences(rules, game(of))
    return ", ".join(_difference(name, value, rules) for name, value in changed.items())


def _difference(name: str, value: str | int | None, rules: Rules) -> str:
    number = value if isinstance(value, int) else 0
    if name in _WHETHER:
        return say(_WHETHER[name][0 if value else 1])
    if name in _CHOSEN:
        return say(_CHOSEN[name].get(str(value), f"{name} {value}"))
    match name:
        case "rows" | "pyramids" | "suits" | "packs" | "wastes":
            return count_of(number, _COUNTED[name])
        case "columns":
            wide, _, deep = str(value or "").partition("x")
            columns = count_of(int(wide), "column") if value else ""
            return say("{0} of {1}", columns, deep) if value else say("no columns")
        case "tableau":
            return str(value)
        case "reserve":
            return say("a reserve of {0}", value) if value else say("no reserve")
        case "draw":
            return say("{0} at a time", count_of(number, "card"))
        case "pairs" if value is None:
            return say("pairs that add to {0}", rules.total)
        case "passes":
            return (
                say("unlimited redeals")
                if value == "unlimited"
                else say("one pass")
                if value == 1
                else say("{0} passes", value)
            )
    return f"{name.replace('_', ' ')} {value}"


def begun(start: Position) -> str:
    """Where in a game a page begins, if not where it is dealt."""
    dealt = Position.start(Deal.of(start.rules.deck, start.rules))
    left, number = start.cards_left(), start.pass_number
    if (left, number) == (dealt.cards_left(), 1) and len(start.undealt()) == len(dealt.undealt()):
        return ""
    cards = count_of(left, "card")
    if number > 1:
        return say("from the middle of a game, {0} left, in pass {1}", cards, number)
    return say("from the middle of a game, {0} left", cards)


guard(__name__)
