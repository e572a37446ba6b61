"""The text above a deal: its game, its number, and what is to be done.

Decides the wording; the rules in whole sentences are those of `page.lesson`.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import set_name
from pyrtool.game.deals import Deal
from pyrtool.game.games import TITLES, Rules
from pyrtool.game.pairs import are_simple
from pyrtool.game.position import Position
from pyrtool.notation import NamedRules
from pyrtool.notation.diagrams import is_spanish
from pyrtool.notation.rules import goal_words
from pyrtool.pictures.lettering.subtitle import subtitle

NUMBERING_TITLES: Final = {"native": "", "freecell": "FreeCell ", "pysolfc": "PySolFC "}
"""What precedes the word deal, for each numbering."""


SPANISH: Final = "a Spanish deck, 1 to 12; a French deck without kings serves: J is 11, Q is 12"
"""The legend of pictures that show a Spanish deck."""


def deal_title(deal: Deal | Position) -> str | None:
    """``deal 12``, ``FreeCell deal 617``; None of a deal without a number, or a
    position."""
    if deal.number is None or deal.numbering is None:
        return None
    return f"{NUMBERING_TITLES[deal.numbering]}deal {deal.number}"


def game_title(named: NamedRules) -> str:
    """The game, and how its rules are changed: ``Giza, overlap discards``."""
    return ", ".join(filter(None, [TITLES[named.game], subtitle(named.rules, named.game)]))


def task(named: NamedRules, deal: Deal, left: int | None = None) -> str:
    """The game, the deal and what is to be done, in a line; with the cards that are `left`."""
    number = deal_title(deal)
    return f"{game_title(named)}{f', {number}' if number else ''}: {goal(named.rules, left)}."


def short_task(start: Position, *before: str | None) -> str:
    """What is to be done from here, after `before`: for pages that name the game.

    ``Deal 12, after 3 moves: discard all 46 cards left in pairs that add to 13.``
    """
    named = ", ".join(filter(None, before))
    words = goal(start.rules, start.cards_left())
    return capital(f"{named}: {words}." if named else f"{words}.")


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def goal(rules: Rules, left: int | None = None) -> str:
    """``discard all 52 cards in pairs that add to 13``; or, of cards that are `left`, those."""
    words = " ".join(goal_words(rules, left))
    pairs = f": {pair_names(rules)}" if rules.pairs else f" that add to {rules.total}"
    return f"{words} in pairs{pairs}{f' ({SPANISH})' if is_spanish(rules) else ''}"


def pair_names(rules: Rules) -> str:
    """The pairs of ranks that go together, ``A-Q, 2-J``; in the words of the rules where a rank
    goes with several."""
    if not are_simple(rules.partners) and rules.pairs:
        return rules.pairs.replace("same", "two of a rank").replace("next", "neighbouring ranks")
    return ", ".join(set_name(*ranks) for ranks in rules.sets)


guard(__name__)
