"""Parts of an argument in words: how far sets can be discarded at most, and what waits for what."""

from __future__ import annotations

from typing import Final, NamedTuple

from pyrtool.answers.blocks.block import Block, BlockError
from pyrtool.answers.blocks.certificate import Certificate
from pyrtool.answers.blocks.knot import Waits
from pyrtool.answers.blocks.ranks import NO_OTHER, NONE, number, one_of_a_rank
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card, set_name
from pyrtool.game.games import Rules
from pyrtool.languages import Joint, listed, message, say
from pyrtool.languages.table import set_words

NO_PAIR: Final = message("No pair at all can be discarded")
NO_PASS: Final = message("no further pass brings two cards together that match")

_WAITS_ON: Final = (
    message("the {0} waits for the {1}, and lies on it"),
    message("the {0} waits for the {1}, and lies on both"),
    message("the {0} waits for the {1}, and lies on all of them"),
)
"""By how many cards it waits for."""


class _Verb(NamedTuple):
    """The clauses of one card and of many, and the same after a clause with that verb."""

    one: str
    many: str
    one_too: str
    many_too: str


_WAIT: Final = _Verb(
    message("the {0} waits for the {1}"),
    message("the {0} wait for the {1}"),
    message("the {0} for the {1}"),
    message("the {0} for the {2}"),
)
_LIE: Final = _Verb(
    message("the {0} lies under the {1}"),
    message("the {0} lie under the {1}"),
    message("the {0} under the {1}"),
    message("the {0} under the {2}"),
)


def set_words_of(block: Block, rules: Rules) -> str:
    """The names of a block's sets; a `BlockError` where the rules do not have them."""
    if not block.sets or not set(block.sets) <= set(rules.sets):
        raise BlockError(f"the {block.kind} is not one of these rules' sets")
    return listed(set_words(set_name(*ranks)) for ranks in block.sets)


def every_line(certificate: Certificate, rules: Rules) -> str:
    """The argument for a stock block of many sets."""
    block = certificate.block
    return say(
        "No line of play discards the sets {0} together: each was searched, with every other card "
        "gone. Any {1} of them can be discarded.",
        set_words_of(block, rules),
        number(block.order - 1),
    )


def at_most(certificate: Certificate, rules: Rules) -> str:
    """How many of the cards or pairs can be discarded."""
    sets = set_words_of(certificate.block, rules)
    if certificate.aim is None:
        gone = len(certificate.played)
        pairs = number(gone + len(certificate.left) // 2)
        if gone == 1:
            return say("At most one of the {0} pairs of {1} can be discarded", pairs, sets)
        return say(
            "At most {0} of the {1} pairs of {2} can be discarded", number(gone), pairs, sets
        )
    cards = len(certificate.aim)
    gone = cards - sum(card in certificate.aim for card in certificate.left)
    if cards == 1:
        return say("The only pyramid card of {0} cannot be discarded", sets)
    if gone == 0:
        return say("None of the {0} pyramid cards of {1} can be discarded", number(cards), sets)
    if gone == 1:
        return say(
            "At most one of the {0} pyramid cards of {1} can be discarded", number(cards), sets
        )
    return say(
        "At most {0} of the {1} pyramid cards of {2} can be discarded",
        number(gone),
        number(cards),
        sets,
    )


def knot_words(certificate: Certificate, rules: Rules) -> str:
    """What waits for what at the standstill, and for which cards no other is left."""
    waiting = {card: mates for card, mates in certificate.wanting.items() if mates}
    lonely = [card for card in certificate.wanting if card not in waiting]
    clauses = [
        say("no {0} is left to match the {1}", _partners(card, rules), card) for card in lonely
    ]
    if len(certificate.wanting) == 1 and waiting:
        ((card, mates),) = waiting.items()
        return say(_WAITS_ON[min(len(mates), len(_WAITS_ON)) - 1], card, listed(mates, "or"))
    lies = _clauses(certificate.covered, _LIE, "and")
    if waiting:
        clauses = [say("{0}, but {1}", _clauses(waiting, _WAIT, "or"), lies), *clauses]
    elif certificate.covered:
        clauses.append(lies)
    first, *others = clauses
    for clause in others:
        first = say("{0}, and {1}", first, clause)
    return first


def _partners(card: Card, rules: Rules) -> str:
    """The ranks that go with a card: ``ace or other two``."""
    ranks = rules.partners[card.rank]
    return listed(
        (one_of_a_rank(NO_OTHER if rank == card.rank else NONE, rank) for rank in ranks), "or"
    )


def _clauses(waits: Waits, verb: _Verb, joint: Joint) -> str:
    """What each card does with others, cards that do the same together; a verb comes once."""
    groups: dict[tuple[Card, ...], list[Card]] = {}
    for card, others in waits.items():
        groups.setdefault(others, []).append(card)
    clauses: list[str] = []
    were_many = None
    for others, cards in groups.items():
        many = len(cards) > 1
        clause = verb[many + 2 * (many == were_many)]
        objects = listed(others, joint)
        clauses.append(say(clause, listed(cards), objects, objects))
        were_many = many
    if len(clauses) == 2:
        return say("{0} and {1}", *clauses)
    return ", ".join(clauses)


guard(__name__)
