"""The argument for a block at length, in the chosen language.

Decides which of its cards are named, and in which order.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill
from typing import Final

from pyrtool.answers.blocks.certificate import Certificate, Shortage
from pyrtool.answers.blocks.ranks import THE_OTHER, one_of_a_rank, the_others
from pyrtool.answers.blocks.standing import NO_PAIR, NO_PASS, at_most, every_line, knot_words
from pyrtool.answers.blocks.words import argue
from pyrtool.base.arguments import guard
from pyrtool.base.words import capital
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.languages import listed, say

WIDTH: Final = 80


def explain(certificate: Certificate, rules: Rules) -> str:
    """The argument at length, in lines of at most 80 characters."""
    block = certificate.block
    if block.kind in ("simple block", "count"):
        parts = [argue(certificate, rules)]
        if block.kind == "count" and certificate.shortage:
            parts.append(say("In the stock: {0}.", _row(certificate.shortage.cards)))
        return _lines(parts)
    parts = []
    if block.kind == "stock block":
        parts.append(_stock(certificate))
        if not certificate.left:
            return _lines([*parts, every_line(certificate, rules)])
    if certificate.shortage is not None:
        parts.append(argue(certificate, rules))
        if certificate.covered:
            parts.append(_shortage_cards(certificate, certificate.shortage))
    elif certificate.stuck:
        parts.append(say("No line of play can discard the {0}.", listed(certificate.stuck, "or")))
    else:
        parts.append(
            say(
                "With every other card gone, each card can be discarded in some line of play, but "
                "not all of them in one."
            )
        )
    if certificate.played:
        played = ", ".join(_line(certificate))
        parts.append(f"{say('{0}: {1}', at_most(certificate, rules), played)}.")
        end = _left(certificate)
    else:
        end = say(NO_PAIR)
    if certificate.wanting and certificate.shortage is None:
        end = say("{0}: {1}", end, knot_words(certificate, rules))
    elif block.kind == "stock block":
        end = say("{0}: {1}", end, say(NO_PASS))
    return _lines([*parts, f"{end}."])


def _stock(certificate: Certificate) -> str:
    """What a stock block's stock has, in the order of a pass."""
    if not certificate.stock:
        return say("None of these cards is in the stock.")
    return say("The stock has, in this order: {0}.", _row(certificate.stock))


def _line(certificate: Certificate) -> list[str]:
    """The moves of the line."""
    if certificate.line:
        return [word.replace("deal", say("deal")) for word in certificate.line]
    return [f"{a}/{b}" for a, b in certificate.played]


def _left(certificate: Certificate) -> str:
    """The cards that are left, and where."""
    cards, waste = _row(certificate.left), _row(certificate.waste)
    if not waste:
        return say("Then {0} are left", cards)
    if waste == cards:
        return say("Then {0} are left in the waste", cards)
    return say("Then {0} are left, of these {1} in the waste", cards, waste)


def _shortage_cards(certificate: Certificate, shortage: Shortage) -> str:
    """Which cards they are."""
    covered = certificate.covered
    if len(covered) > 1 and len(set(covered.values())) == 1:
        same = listed(covered[shortage.cards[0]])
        few = len(shortage.cards) == 2
        on_them = say("on both lie the {0}", same) if few else say("on them lie the {0}", same)
    else:
        on_them, *more = [
            say("on the {0} lie the {1}", card, listed(on)) for card, on in covered.items()
        ]
        for clause in more:
            on_them = say("{0}; {1}", on_them, clause)
    if not shortage.others:
        return f"{capital(on_them)}."
    rank, others = shortage.cards[0].rank, listed(shortage.others)
    if len(shortage.others) == 1:
        named = say("{0} is the {1}", one_of_a_rank(THE_OTHER, rank), others)
    else:
        named = say("{0} are the {1}", the_others(rank), others)
    return f"{capital(on_them)}. {capital(named)}."


def _row(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(
        fill(part, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        for part in parts
    )


guard(__name__)
