"""A block and its certificate in words, and as JSON.

Decides how an argument is worded in the chosen language: in one line for a caption, and at length.
JSON is written only, and in English: what a record needs to be checked is the block.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from textwrap import fill
from typing import Final, NamedTuple

from pyrtool.answers.blocks.block import Block, BlockError, Kind
from pyrtool.answers.blocks.certificate import Certificate, Shortage, Waits
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import capital
from pyrtool.game.cards import RANKS, Card, set_name
from pyrtool.game.games import Rules
from pyrtool.game.words import set_words
from pyrtool.languages import Joint, listed, message, say, speaking

_NUMBERS: Final = message("one, two, three, four, five, six, seven, eight, nine, ten")
_ONE_OF_A_RANK: Final = message("two, three, four, five, six, seven, eight, nine, ten")
_SEVERAL: Final = message(
    "aces, twos, threes, fours, fives, sixes, sevens, eights, nines, tens, jacks, queens, kings"
)

NONE_WITH: Final = message("with no ace, with no {0}, with no jack, with no queen, with no king")
"""Forms of a rank: of the ace, of numbers, of jack, queen, and king. A sixth is of the eight, whose
article is another in Italian."""

NONE: Final = message("ace, {0}, jack, queen, king")
"""After ``no``, as is the next; in other languages they have it."""
NO_OTHER: Final = message("other ace, other {0}, other jack, other queen, other king")
EVERY_OTHER: Final = message(
    "every other ace, every other {0}, every other jack, every other queen, every other king"
)
THE_OTHER: Final = message(
    "the other ace, the other {0}, the other jack, the other queen, the other king"
)
_ONE: Final = message("one ace, one {0}, one jack, one queen, one king")
_ONE_OF: Final = message(
    "one of the aces, one of the {0}, one of the jacks, one of the queens, one of the kings"
)
_SOME_OF: Final = message(
    "{0} of the aces, {0} of the {1}, {0} of the jacks, {0} of the queens, {0} of the kings"
)
_ALL_OF: Final = message(
    "all of the aces, all of the {0}, all of the jacks, all of the queens, all of the kings"
)
_THE_OTHERS: Final = message(
    "the other aces, the other {0}, the other jacks, the other queens, the other kings"
)
_AT: Final = {1: 0, 8: 5, 11: 2, 12: 3, 13: 4}
_OF_NUMBERS: Final = 1


def number(count: int) -> str:
    """Return a number from 1 on in words; from 11 on in digits."""
    words = say(_NUMBERS).split(", ")
    return words[count - 1] if count <= len(words) else str(count)


def one_of_a_rank(text: str, rank: int) -> str:
    """Return a form of one card of a rank.

    >>> one_of_a_rank(EVERY_OTHER, 6), one_of_a_rank(NO_OTHER, 12)
    ('every other six', 'other queen')
    """
    return _form(text, rank, _singular(rank))


def counted_cards(count: int, rank: int) -> str:
    """Write this many cards of a rank: ``two aces``."""
    return _form(_ONE, rank, _singular(rank)) if count == 1 else f"{number(count)} {_plural(rank)}"


def all_of(rank: int) -> str:
    """Name all cards of a rank: ``all of the aces``."""
    return _form(_ALL_OF, rank, _plural(rank))


def some_of(count: int, rank: int) -> str:
    """Name some cards of a rank: ``two of the aces``."""
    if count == 1:
        return _form(_ONE_OF, rank, _plural(rank))
    return _form(_SOME_OF, rank, number(count), _plural(rank))


def the_others(rank: int) -> str:
    """Name the other cards of a rank: ``the other aces``."""
    return _form(_THE_OTHERS, rank, _plural(rank))


def _form(text: str, rank: int, *values: str) -> str:
    forms = say(text).split(", ")
    at = _AT.get(rank, _OF_NUMBERS)
    return forms[at if at < len(forms) else _OF_NUMBERS].format(*values)


def _singular(rank: int) -> str:
    words = say(_ONE_OF_A_RANK).split(", ")
    return words[rank - 2] if 2 <= rank < len(words) + 2 else RANKS[rank - 1]


def _plural(rank: int) -> str:
    return say(_SEVERAL).split(", ")[rank - 1]


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


def _sets_of(block: Block, rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return a block's sets; a `BlockError` if the rules do not have them."""
    if not block.sets or not set(block.sets) <= set(rules.sets):
        raise BlockError(f"the {block.kind} is not one of these rules' sets")
    return block.sets


def set_words_of(block: Block, rules: Rules) -> str:
    """Return the names of a block's sets: ``A-Q and 4-9``."""
    return listed(set_words(set_name(*ranks)) for ranks in _sets_of(block, rules))


def every_line(certificate: Certificate, rules: Rules) -> str:
    """Return the argument for a stock block of many sets."""
    block = certificate.block
    return say(
        "No line of play discards the sets {0} together: each was searched, with every other card "
        "gone. Any {1} of them can be discarded.",
        set_words_of(block, rules),
        number(block.order - 1),
    )


def at_most(certificate: Certificate, rules: Rules) -> str:
    """Return how many of the cards or pairs can be discarded."""
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
    """Return what waits for what at the standstill, and for which cards no other is left."""
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
    """Return the ranks that go with a card: ``ace or other two``."""
    ranks = rules.partners[card.rank]
    return listed(
        (one_of_a_rank(NO_OTHER if rank == card.rank else NONE, rank) for rank in ranks), "or"
    )


def _clauses(waits: Waits, verb: _Verb, joint: Joint) -> str:
    """Say what cards do with others, those that do the same together; a verb comes once."""
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
    return say("{0} and {1}", *clauses) if len(clauses) == 2 else ", ".join(clauses)


_TITLES: Final[dict[Kind, str]] = {
    "simple block": message("simple block {0}"),
    "set block": message("set block {0}"),
    "crossblock": message("crossblock of {0}"),
    "count": message("count of {0}"),
    "stock block": message("stock block of {0}"),
}
_TOGETHER: Final = {
    False: message("the {0} cannot all be discarded, even with every other card gone"),
    True: message(
        "the {0} cannot all be discarded with the stock in its order, even with every other card "
        "gone"
    ),
}
"""By whether the stock has its order."""

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
    """Return the block's kind and sets: ``crossblock of 3-T and 4-9``."""
    return say(_TITLES[block.kind], set_words_of(block, rules))


def describe(block: Block, rules: Rules) -> str:
    """Return what a block is, in one line, without its argument."""
    cards = listed(map(_plural, dict.fromkeys(chain(*_sets_of(block, rules)))))
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
            "more than half of the {0} are in the stock, where no two cards ever match", cards
        )
    return say(_TOGETHER[block.kind == "stock block"], cards)


def argue(certificate: Certificate, rules: Rules) -> str:
    """Return the argument in one line: what is stuck, and on what."""
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
    """Return the certificate as JSON has it."""
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
    """Return whether other complements of a simple block's card were discarded before."""
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
    """Return how many of the cards on others must go before those."""
    if needed == 1:
        return say(", one of which must be discarded first")
    return say(", {0} of which must be discarded first", number(needed))


WIDTH: Final = 80


def argue_at_length(certificate: Certificate, rules: Rules) -> str:
    """Return the argument at length, in lines of at most 80 characters."""
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
            return _lines([*parts, every_line(certificate, rules), *_keys(certificate)])
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


def block_text(name: str, certificate: Certificate, rules: Rules) -> str:
    """Write the block of a deal that is called `name`, and below it the argument at length."""
    head = say("{0}: {1}", name, title(certificate.block, rules))
    return f"{head}\n{argue_at_length(certificate, rules)}"


def _stock(certificate: Certificate) -> str:
    """Return what a stock block's stock has, in the order of a pass."""
    if not certificate.stock:
        return say("None of these cards is in the stock.")
    return say("The stock has, in this order: {0}.", _row(certificate.stock))


def _keys(certificate: Certificate) -> Iterator[str]:
    """Name the key cards, if there are some: the others could go if one of these were gone."""
    if len(certificate.keys) == 1:
        yield say(
            "All depends on the {0}: if it were gone, the other pyramid cards of these sets could "
            "be discarded.",
            certificate.keys[0],
        )
    elif certificate.keys:
        yield say(
            "All depends on the {0}: if any of them were gone, the other pyramid cards of these "
            "sets could be discarded.",
            listed(certificate.keys),
        )


def _line(certificate: Certificate) -> list[str]:
    """List the moves of the line."""
    if certificate.line:
        return [word.replace("deal", say("deal")) for word in certificate.line]
    return [f"{a}/{b}" for a, b in certificate.played]


def _left(certificate: Certificate) -> str:
    """Return the cards that are left, and where."""
    cards, waste = _row(certificate.left), _row(certificate.waste)
    if not waste:
        return say("Then {0} are left", cards)
    if waste == cards:
        return say("Then {0} are left in the waste", cards)
    return say("Then {0} are left, of these {1} in the waste", cards, waste)


def _shortage_cards(certificate: Certificate, shortage: Shortage) -> str:
    """Name the cards of a shortage, and those that lie on them."""
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
