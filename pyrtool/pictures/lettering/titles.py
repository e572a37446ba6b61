"""What stands above a deal: its game and how its rules are changed, its number, and the task.

Decides the wording: a title says "Giza", and the line below it, the subtitle, which of its rules
are changed. In the middle of a game it adds how many cards are left.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.messages import capital
from pyrtool.game.cards import set_name
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules, differences, game
from pyrtool.game.pairs import are_simple
from pyrtool.game.position import Position
from pyrtool.game.shapes import Part
from pyrtool.game.words import set_words
from pyrtool.languages import count_of, message, noun, say
from pyrtool.notation import NamedRules
from pyrtool.notation.diagrams import is_spanish

_DEALS: Final = {
    "native": message("deal {0}"),
    "freecell": message("FreeCell deal {0}"),
    "pysolfc": message("PySolFC deal {0}"),
}
"""What a deal is called, for each numbering."""


SPANISH: Final = message(
    "a Spanish deck, 1 to 12; a French deck without kings serves: J is 11, Q is 12"
)
"""The legend of pictures that show a Spanish deck."""

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


def deal_title(deal: Deal | Position) -> str | None:
    """``deal 12``, ``FreeCell deal 617``; None of a deal without a number, or a
    position."""
    if deal.number is None or deal.numbering is None:
        return None
    return say(_DEALS[deal.numbering], deal.number)


def game_title(named: NamedRules) -> str:
    """Write the game, and how its rules are changed: ``Giza, overlap discards``."""
    return ", ".join(filter(None, [named.title, subtitle(named.rules, named.game)]))


def task(named: NamedRules, deal: Deal, left: int | None = None) -> str:
    """Write the game, the deal and what is to be done, in a line; with the cards that are
    `left`."""
    number = deal_title(deal)
    game = ", ".join(filter(None, [game_title(named), number]))
    return say("{0}: {1}.", game, goal(named.rules, left))


def short_task(start: Position, *before: str | None) -> str:
    """Write what is to be done from here, after `before`: for pages that name the game.

    ``Deal 12, after 3 moves: discard all 46 cards left in pairs that add to 13.``
    """
    return _sentence(goal(start.rules, start.cards_left()), *before)


def unwinnable_task(subject: Deal | Position, *before: str | None) -> str:
    """Write the task of an unwinnable deal: ``Deal 3: show that this deal cannot be won.``"""
    if isinstance(subject, Deal):
        return _sentence(say("show that this deal cannot be won"), *before)
    return _sentence(say("show that this position cannot be won"), *before)


def _sentence(words: str, *before: str | None) -> str:
    deal = ", ".join(filter(None, before))
    return capital(say("{0}: {1}.", deal, words) if deal else f"{words}.")


def goal(rules: Rules, left: int | None = None) -> str:
    """``discard all 52 cards in pairs that add to 13``; or, of cards that are `left`, those."""
    if rules.goal == "pyramid":
        words = say("clear the pyramid")
    elif left is None or left == rules.deck_size:
        words = say("discard all {0} cards", rules.deck_size)
    else:
        words = say("discard all {0} left", count_of(left, "card"))
    if rules.pairs:
        words = say("{0} in pairs: {1}", words, pair_names(rules))
    else:
        words = say("{0} in pairs that add to {1}", words, rules.total)
    return f"{words} ({say(SPANISH)})" if is_spanish(rules) else words


def pair_names(rules: Rules) -> str:
    """Write the pairs of ranks that go together, ``A-Q, 2-J``; if a rank goes with several, the
    pairs as the rules list them."""
    if rules.pairs and not are_simple(rules.partners):
        return ", ".join(_pair(word.strip()) for word in rules.pairs.split(","))
    return ", ".join(set_words(set_name(*ranks)) for ranks in rules.sets)


def _pair(word: str) -> str:
    """Write one of the pairs that the rules list, such as ``sum 12``."""
    first, _, rest = word.partition(" ")
    if word == "same":
        return say("two of a rank")
    if word == "next":
        return say("neighbouring ranks")
    if first == "sum":
        return say("sum {0}", rest)
    return say("{0} alone", set_words(first)) if rest == "alone" else set_words(word)


def subtitle(rules: Rules, of: str) -> str:
    """Write how these rules differ from those of the named game; nothing if they are its own.

    >>> from dataclasses import replace
    >>> subtitle(replace(game("giza"), rows=6, overlap=True, stock="bouquet"), "giza")
    '6 rows, an open bouquet, overlap discards'
    """
    changed = differences(rules, game(of))
    return ", ".join(dict.fromkeys(_difference(*change, rules) for change in changed.items()))


def _difference(name: str, value: str | int | None, rules: Rules) -> str:
    number = value if isinstance(value, int) else 0
    if name in _WHETHER:
        return say(_WHETHER[name][0 if value else 1])
    if name in _CHOSEN:
        return say(_CHOSEN[name][str(value)])
    match name:
        case "rows" | "pyramids" | "suits" | "packs" | "wastes":
            return count_of(number, _COUNTED[name])
        case "columns":
            return Part("columns", *rules.columns).words if rules.columns else say("no columns")
        case "tableau":
            return " + ".join(part.words for part in rules.parts)
        case "reserve":
            return Part("reserve", rules.reserve).words if rules.reserve else say("no reserve")
        case "draw":
            return say("{0} at a time", count_of(number, "card"))
        case "total":
            return say("pairs that add to {0}", value)
        case "ranks":
            return count_of(rules.highest_rank, "rank")
        case "pairs":
            if value is None:
                return say("pairs that add to {0}", rules.total)
            return say("pairs: {0}", pair_names(rules).replace("T", "10"))
        case "passes":
            if value == "unlimited":
                return say("unlimited redeals")
            return say("one pass") if value == 1 else say("{0} passes", value)
    raise AssertionError(name)


def begun(start: Position) -> str:
    """Write where in a game a page begins; nothing for a whole deal."""
    dealt = Position.start(Deal.of(start.rules.deck, start.rules))
    left, number = start.cards_left(), start.pass_number
    if (left, number) == (dealt.cards_left(), 1) and len(start.undealt()) == len(dealt.undealt()):
        return ""
    cards = count_of(left, "card")
    if number > 1:
        return say("from the middle of a game, {0} left, in pass {1}", cards, number)
    return say("from the middle of a game, {0} left", cards)
