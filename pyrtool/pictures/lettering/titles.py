"""The text above a deal: its game, its number, and what is to be done.

Decides the wording; the rules in whole sentences are those of `page.lesson`.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import capital
from pyrtool.game.cards import set_name
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.pairs import are_simple
from pyrtool.game.position import Position
from pyrtool.languages import count_of, message, say
from pyrtool.languages.table import set_words
from pyrtool.notation import NamedRules
from pyrtool.notation.diagrams import is_spanish
from pyrtool.pictures.lettering.subtitle import subtitle

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
    """``deal 12``, ``FreeCell deal 617``; None of a deal without a number, or a
    position."""
    if deal.number is None or deal.numbering is None:
        return None
    return say(_DEALS[deal.numbering], deal.number)


def game_title(named: NamedRules) -> str:
    """The game, and how its rules are changed: ``Giza, overlap discards``."""
    return ", ".join(filter(None, [named.title, subtitle(named.rules, named.game)]))


def task(named: NamedRules, deal: Deal, left: int | None = None) -> str:
    """The game, the deal and what is to be done, in a line; with the cards that are `left`."""
    number = deal_title(deal)
    game = ", ".join(filter(None, [game_title(named), number]))
    return say("{0}: {1}.", game, goal(named.rules, left))


def short_task(start: Position, *before: str | None) -> str:
    """What is to be done from here, after `before`: for pages that name the game.

    ``Deal 12, after 3 moves: discard all 46 cards left in pairs that add to 13.``
    """
    return _sentence(goal(start.rules, start.cards_left()), *before)


def unwinnable_task(subject: Deal | Position, *before: str | None) -> str:
    """What is to be done where nothing wins: ``Deal 3: show that this deal cannot be won.``"""
    if isinstance(subject, Deal):
        return _sentence(say("show that this deal cannot be won"), *before)
    return _sentence(say("show that this position cannot be won"), *before)


def _sentence(words: str, *before: str | None) -> str:
    named = ", ".join(filter(None, before))
    return capital(say("{0}: {1}.", named, words) if named else f"{words}.")


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
    """The pairs of ranks that go together, ``A-Q, 2-J``; in the words of the rules where a rank
    goes with several."""
    if not are_simple(rules.partners) and rules.pairs:
        words = rules.pairs.replace("same", say("two of a rank"))
        return words.replace("next", say("neighbouring ranks"))
    return ", ".join(set_words(set_name(*ranks)) for ranks in rules.sets)


guard(__name__)
