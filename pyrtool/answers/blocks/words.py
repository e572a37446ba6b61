"""A certificate in words, and as JSON.

Decides how an argument is worded in one line, for a caption, in the chosen language; `at_length`
has the longer form. JSON is written only, and in English: what a record needs to be checked is the
block.
"""

from __future__ import annotations

from typing import Final

from pyrtool.answers.blocks.block import Block, BlockError, Kind
from pyrtool.answers.blocks.certificate import Certificate, Shortage
from pyrtool.answers.blocks.ranks import (
    EVERY_OTHER,
    NO_OTHER,
    NONE_WITH,
    all_of,
    counted_cards,
    number,
    one_of_a_rank,
    some_of,
)
from pyrtool.answers.blocks.standing import (
    NO_PAIR,
    NO_PASS,
    at_most,
    every_line,
    knot_words,
    set_words_of,
)
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import capital
from pyrtool.game.games import Rules
from pyrtool.languages import listed, message, say, speaking

_TITLES: Final[dict[Kind, str]] = {
    "simple block": message("simple block {0}"),
    "set block": message("set block {0}"),
    "crossblock": message("crossblock of {0}"),
    "count": message("count of {0}"),
    "stock block": message("stock block of {0}"),
}
_TOGETHER: Final = {
    (False, True): message("the set {0} cannot be discarded even with every other card gone"),
    (False, False): message(
        "the sets {0} cannot be discarded together even with every other card gone"
    ),
    (True, True): message(
        "the set {0} cannot be discarded with the stock in its order, even with every other card "
        "gone"
    ),
    (True, False): message(
        "the sets {0} cannot be discarded together with the stock in its order, even with every "
        "other card gone"
    ),
}
"""By whether the stock has its order, and it is one set."""

_IN_STOCK: Final = (
    message(
        "{0} cards of the set {1} are in the stock, where no two cards ever match, and none in the "
        "tableau to match them."
    ),
    message(
        "{0} cards of the set {1} are in the stock, where no two cards ever match, and only one in "
        "the tableau to match them."
    ),
    message(
        "{0} cards of the set {1} are in the stock, where no two cards ever match, and only {2} in "
        "the tableau to match them."
    ),
)
"""By how many are in the tableau."""

_NO_PARTNERS: Final = (
    message("The {0} can be discarded {1}: each lies on or under it."),
    message("The {0} can be discarded {1}: each lies on or under both."),
    message("The {0} can be discarded {1}: each lies on or under all of them."),
)
_FEW_PARTNERS: Final = (
    message("The {0} can be discarded only with the {1}: {2} lies on or under it."),
    message("The {0} can be discarded only with the {1}: {2} lies on or under both."),
    message("The {0} can be discarded only with the {1}: {2} lies on or under all of them."),
)
"""By how many cards it is about, as are those before."""

_COVERED: Final = message("The {0} is covered by {1}")
_ARE_COVERED: Final = {
    False: message("The {0} are covered by {1}"),
    True: message("The {0} are each covered by {1}"),
}
"""By whether other cards lie on each."""


def title(block: Block, rules: Rules) -> str:
    """The block's kind and sets: ``crossblock of 3-T and 4-9``."""
    return say(_TITLES[block.kind], set_words_of(block, rules))


def describe(block: Block, rules: Rules) -> str:
    """What a block is, in one line, without its argument."""
    sets = set_words_of(block, rules)
    if block.kind == "simple block":
        if block.card is None or not block.covers:
            raise BlockError("simple block: its card or its covers are missing")
        covers = " ".join(map(str, block.covers))
        if _some_are_gone(block, rules):
            return say(
                "{0} is covered by all its complements that are left: {1}", block.card, covers
            )
        return say("{0} is covered by all its complements: {1}", block.card, covers)
    if block.kind == "count":
        return say(
            "more than half of the set {0} are in the stock, where no two cards ever match", sets
        )
    return say(_TOGETHER[block.kind == "stock block", block.order == 1], sets)


def argue(certificate: Certificate, rules: Rules) -> str:
    """The argument in one line: what is stuck, and on what."""
    block, shortage = certificate.block, certificate.shortage
    if block.kind == "simple block":
        among = all_of(block.covers[0].rank)
        if _some_are_gone(block, rules):
            among = say("{0} that are left", among)
        covered = say(_COVERED, block.card, among)
        return f"{say('{0}: {1}', covered, listed(block.covers))}."
    if shortage is not None and shortage.kind == "stock":
        few = len(shortage.others)
        sets = set_words_of(block, rules)
        values = number(shortage.needed), sets, number(few) if few else ""
        return capital(say(_IN_STOCK[min(few, len(_IN_STOCK) - 1)], *values))
    if shortage is not None and shortage.kind == "partners":
        return _argue_partners(shortage)
    if shortage is not None:
        return _argue_covers(certificate, shortage)
    if block.kind == "stock block" and not certificate.left:
        return every_line(certificate, rules)
    then = knot_words(certificate, rules) if certificate.wanting else say(NO_PASS)
    if not certificate.played:
        return f"{say('{0}: {1}', say(NO_PAIR), then)}."
    return f"{say('{0}; then {1}', at_most(certificate, rules), then)}."


def format_certificate(certificate: Certificate, rules: Rules) -> JsonObject:
    """The certificate as JSON has it."""
    in_order: JsonObject = {}
    if certificate.block.kind == "stock block":
        in_order["stock"] = list(map(str, certificate.stock))
        in_order["line"] = list(certificate.line)
    with speaking("en"):
        argument = argue(certificate, rules)
    return in_order | {
        "argument": argument,
        "stuck": list(map(str, certificate.stuck)),
        "waits": {str(card): list(map(str, for_)) for card, for_ in certificate.waits.items()},
        "played": [list(map(str, pair)) for pair in certificate.played],
        "left": list(map(str, certificate.left)),
    }


def _some_are_gone(block: Block, rules: Rules) -> bool:
    """Whether other complements of a simple block's card were discarded before."""
    return len(block.covers) < rules.of_a_rank


def _argue_partners(shortage: Shortage) -> str:
    cards, rank = listed(shortage.cards), shortage.by[0].rank
    at = min(len(shortage.cards), len(_NO_PARTNERS)) - 1
    if not shortage.others:
        return say(_NO_PARTNERS[at], cards, one_of_a_rank(NONE_WITH, rank))
    others = listed(shortage.others, "or")
    return say(_FEW_PARTNERS[at], cards, others, one_of_a_rank(EVERY_OTHER, rank))


def _argue_covers(certificate: Certificate, shortage: Shortage) -> str:
    covers = list(certificate.covered.values())
    fewest = min(map(len, covers))
    among = some_of(fewest, covers[0][0].rank)
    if fewest == 4:
        among = all_of(covers[0][0].rank)
    elif len(set(map(len, covers))) > 1:
        among = say("at least {0}", among)
    if len(shortage.cards) == 1:
        covered = say(_COVERED, shortage.cards[0], among)
    else:
        covered = say(_ARE_COVERED[len(set(covers)) > 1], listed(shortage.cards), among)
    if shortage.needed < fewest:
        covered += _first(shortage.needed)
    few, rank = len(shortage.others), shortage.cards[0].rank
    if not few:
        left = say(", and no {0} is left to match them", one_of_a_rank(NO_OTHER, rank))
    elif few == 1:
        left = say(", and only {0} is left to match them", counted_cards(few, rank))
    else:
        left = say(", and only {0} are left to match them", counted_cards(few, rank))
    return f"{covered}{left}."


def _first(needed: int) -> str:
    """How many of the cards on others must go before those."""
    if needed == 1:
        return say(", one of which must be discarded first")
    return say(", {0} of which must be discarded first", number(needed))


guard(__name__)
