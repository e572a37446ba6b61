"""What stands above a deal: its game and how its rules are changed, its number, and the task.

Decides the wording: a title says "Giza", and the line below it, the subtitle, which of its rules
are changed. In the middle of a game it adds how many cards are left.
"""

from typing import Final

from pyrtool.base.messages import capital
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules, differences, game
from pyrtool.game.position import Position
from pyrtool.game.rules import RULE_WORDS, pair_names
from pyrtool.languages import count_of, message, say
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


def deal_title(deal: Deal | Position) -> str | None:
    """``deal 12``, ``FreeCell deal 617``; None of a deal without a number, or a position."""
    if deal.number is None or deal.numbering is None:
        return None
    return say(_DEALS[deal.numbering], deal.number)


def game_title(named: NamedRules) -> str:
    """Write the game, and how its rules are changed: ``Giza, overlap discards``."""
    return ", ".join(filter(None, [named.title, subtitle(named.rules, named.game)]))


def task(named: NamedRules, deal: Deal, left: int | None = None) -> str:
    """Write the game, the deal and what is to be done, in a line; with the cards `left`."""
    game = ", ".join(filter(None, [game_title(named), deal_title(deal)]))
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


def exchange_task(*before: str | None) -> str:
    """Write the task of an unwinnable deal that an exchange makes winnable."""
    return _sentence(say("exchange two cards so that this deal can be won"), *before)


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


def subtitle(rules: Rules, of: str) -> str:
    """Write how these rules differ from those of the named game; nothing if they are its own.

    >>> from dataclasses import replace
    >>> subtitle(replace(game("giza"), rows=6, overlap=True, stock="bouquet"), "giza")
    '6 rows, an open bouquet, overlap discards'
    """
    changed = differences(rules, game(of))
    return ", ".join(dict.fromkeys(RULE_WORDS[name].called(name, rules) for name in changed))


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
