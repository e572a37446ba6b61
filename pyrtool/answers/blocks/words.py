"""A certificate in words, and as JSON.

Decides how an argument is worded: in one line, for a caption, and at length. JSON is written
only: what a record needs to be checked is the block.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import Final

from pyrtool.answers.blocks.block import Block, BlockError
from pyrtool.answers.blocks.certificate import Certificate, Shortage
from pyrtool.answers.blocks.knot import Waits
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import Card, rank_noun, set_name
from pyrtool.game.games import Rules
from pyrtool.languages import message, say
from pyrtool.languages.table import set_words

WIDTH: Final = 80

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five"),
    *("six", "seven", "eight", "nine", "ten"),
)
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

_NO_PAIR: Final = "No pair at all can be discarded"
_NO_PASS: Final = "no further pass brings two cards together that match"


def title(block: Block, rules: Rules) -> str:
    """The block's kind and sets: ``crossblock of 3-T and 4-9``."""
    sets = _sets(block, rules)
    if block.kind == "count":
        return f"count of {sets}"
    joint = " of" if block.kind in ("crossblock", "stock block") else ""
    return f"{block.kind}{joint} {sets}"


def describe(block: Block, rules: Rules) -> str:
    """What a block is, in one line, without its argument."""
    sets = _sets(block, rules, spoken=True)
    if block.kind == "simple block":
        if block.card is None or not block.covers:
            raise BlockError("simple block: its card or its covers are missing")
        covers = " ".join(map(str, block.covers))
        if _left(block, rules):
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
        return (
            f"The {block.card} is covered by all of the {_plural(block.covers)}"
            f"{_left(block, rules)}: {listed(block.covers)}."
        )
    if block.kind == "count":
        assert shortage is not None
        cards = f"{_number(shortage.needed)} cards of the set"
        few = _number(len(shortage.others)) if shortage.others else "none"
        return (
            f"{cards[0].upper()}{cards[1:]} {_sets(block, rules)} are in the "
            f"stock, where no two cards ever match, and only {few} in the tableau to match them."
        ).replace("only none", "none")
    if shortage is not None and shortage.kind == "partners":
        return _argue_partners(shortage)
    if shortage is not None:
        return _argue_covers(certificate, shortage)
    if block.kind == "stock block" and not certificate.left:
        return _every_line(certificate, rules)
    then = _knot(certificate, rules) if certificate.wanting else _NO_PASS
    if not certificate.played:
        return f"{_NO_PAIR}: {then}."
    return f"{_at_most(certificate, rules)}; then {then}."


def explain(certificate: Certificate, rules: Rules) -> str:
    """The argument at length, in lines of at most 80 characters."""
    block = certificate.block
    if block.kind in ("simple block", "count"):
        parts = [argue(certificate, rules)]
        if block.kind == "count" and certificate.shortage:
            parts.append(f"In the stock: {_row(certificate.shortage.cards)}.")
        return _lines(parts)
    parts = []
    if block.kind == "stock block":
        parts.append(_stock(certificate))
        if not certificate.left:
            return _lines([*parts, _every_line(certificate, rules)])
    if certificate.shortage is not None:
        parts.append(argue(certificate, rules))
        if certificate.covered:
            parts += _shortage_cards(certificate, certificate.shortage)
    elif certificate.stuck:
        parts.append(f"No line of play can discard the {listed(certificate.stuck, 'or')}.")
    else:
        parts.append("Each card can be discarded in some line of play, but not all of them in one.")
    played = ", ".join(certificate.line or (f"{a}/{b}" for a, b in certificate.played))
    if certificate.played:
        end = f"Then {_row(certificate.left)} are left{_in_waste(certificate)}"
        parts.append(f"{_at_most(certificate, rules)}: {played}.")
    else:
        end = _NO_PAIR
    if certificate.wanting and certificate.shortage is None:
        end += f": {_knot(certificate, rules)}"
    elif block.kind == "stock block":
        end += f": {_NO_PASS}"
    parts.append(f"{end}.")
    return _lines(parts)


def format_certificate(certificate: Certificate, rules: Rules) -> JsonObject:
    """The certificate as JSON has it."""
    in_order: JsonObject = {}
    if certificate.block.kind == "stock block":
        in_order["stock"] = list(map(str, certificate.stock))
        in_order["line"] = list(certificate.line)
    return in_order | {
        "argument": argue(certificate, rules),
        "stuck": list(map(str, certificate.stuck)),
        "waits": {str(card): list(map(str, for_)) for card, for_ in certificate.waits.items()},
        "played": [list(map(str, pair)) for pair in certificate.played],
        "left": list(map(str, certificate.left)),
    }


def _stock(certificate: Certificate) -> str:
    """What a stock block's stock has, in the order of a pass."""
    if not certificate.stock:
        return "None of these cards is in the stock."
    return f"The stock has, in this order: {_row(certificate.stock)}."


def _in_waste(certificate: Certificate) -> str:
    """The words for the cards left in the waste, when all are dealt."""
    if not certificate.waste:
        return ""
    if certificate.waste == certificate.left:
        return " in the waste"
    return f", of these {_row(certificate.waste)} in the waste"


def _every_line(certificate: Certificate, rules: Rules) -> str:
    """The argument for a stock block of many sets."""
    block = certificate.block
    fewer = _number(block.order - 1)
    return (
        f"No line of play discards the sets {_sets(block, rules)} together: each was searched, "
        f"with every other card gone. Any {fewer} of them can be discarded."
    )


def listed(words: Iterable[object], joint: str = "and") -> str:
    """``A, B and C``; ``nothing`` for no words."""
    *most, last = list(map(str, words)) or ["nothing"]
    return f"{', '.join(most)} {joint} {last}" if most else last


def _left(block: Block, rules: Rules) -> str:
    """The words for the covers of a simple block where others of their rank are gone."""
    return " that are left" if len(block.covers) < rules.of_a_rank else ""


def _sets(block: Block, rules: Rules, spoken: bool = False) -> str:
    """The names of a block's sets, if `spoken` in the chosen language; a `BlockError` where the
    rules do not have them."""
    if not block.sets or not set(block.sets) <= set(rules.sets):
        raise BlockError(f"the {block.kind} is not one of these rules' sets")
    if spoken:
        return listed((set_words(set_name(*ranks)) for ranks in block.sets), say(" and ").strip())
    return listed(set_name(*ranks) for ranks in block.sets)


def _argue_partners(shortage: Shortage) -> str:
    cards, mates = shortage.cards, shortage.by
    one = len(cards) == 1
    them = "it" if one else "both" if len(cards) == 2 else "all of them"
    if not shortage.others:
        return (
            f"The {listed(cards)} can be discarded with no {_singular(mates)}: "
            f"each lies on or under {them}."
        )
    return (
        f"The {listed(cards)} can be discarded only with the {listed(shortage.others, 'or')}: "
        f"every other {_singular(mates)} lies on or under {them}."
    )


def _argue_covers(certificate: Certificate, shortage: Shortage) -> str:
    covers = list(certificate.covered.values())
    one = len(shortage.cards) == 1
    rank = _plural(shortage.cards)
    mates = _plural(covers[0])
    fewest = min(map(len, covers))
    among = f"{_number(fewest)} of the {mates}"
    if len(set(map(len, covers))) > 1:
        among = f"at least {among}"
    if fewest == 4:
        among = f"all of the {mates}"
    if one:
        covered = f"The {shortage.cards[0]} is covered by {among}"
    else:
        each = "" if len(set(covers)) == 1 else "each "
        covered = f"The {listed(shortage.cards)} are {each}covered by {among}"
    if shortage.needed < fewest:
        covered += f", {_number(shortage.needed)} of which must be discarded first"
    if not shortage.others:
        return f"{covered}, and no other {_singular(shortage.cards)} is left to match them."
    few = len(shortage.others)
    others = rank if few > 1 else _singular(shortage.cards)
    are = "are" if few > 1 else "is"
    them = "it" if shortage.needed == 1 else "them"
    return f"{covered}, and only {_number(few)} {others} {are} left to match {them}."


def _shortage_cards(certificate: Certificate, shortage: Shortage) -> list[str]:
    """Which cards they are."""
    clauses = [f"On the {card} lie the {listed(on)}" for card, on in certificate.covered.items()]
    if len(clauses) > 1 and len(set(certificate.covered.values())) == 1:
        clauses = [f"On both lie the {listed(certificate.covered[shortage.cards[0]])}"]
        if len(shortage.cards) > 2:
            clauses = [clauses[0].replace("both", "them")]
    cards = "; ".join([clauses[0], *(line.replace("On", "on", 1) for line in clauses[1:])])
    if shortage.others:
        verb = "is" if len(shortage.others) == 1 else "are"
        rank = _plural(shortage.cards) if verb == "are" else _singular(shortage.cards)
        cards += f". The other {rank} {verb} the {listed(shortage.others)}"
    return [f"{cards}."]


def _at_most(certificate: Certificate, rules: Rules) -> str:
    sets = _sets(certificate.block, rules)
    if certificate.aim is not None:
        kind, cards = "pyramid cards", len(certificate.aim)
        gone = cards - sum(card in certificate.aim for card in certificate.left)
    else:
        kind, gone = "pairs", len(certificate.played)
        cards = gone + len(certificate.left) // 2
    if not gone:
        return f"None of the {_number(cards)} {kind} of {sets} can be discarded"
    return f"At most {_number(gone)} of the {_number(cards)} {kind} of {sets} can be discarded"


def _knot(certificate: Certificate, rules: Rules) -> str:
    """What waits for what at the standstill, and for which cards no other is left."""
    waiting = {card: mates for card, mates in certificate.wanting.items() if mates}
    lonely = [card for card in certificate.wanting if card not in waiting]
    clauses = [f"no {_partners(card, rules)} is left to match the {card}" for card in lonely]
    if len(certificate.wanting) == 1 and waiting:
        ((card, mates),) = waiting.items()
        them = ("it", "it", "both")[len(mates)] if len(mates) < 3 else "all of them"
        return f"the {card} waits for the {listed(mates, 'or')}, and lies on {them}"
    lies = _clauses(certificate.covered, ("lies", "lie"), "under", "and")
    if waiting:
        clauses = [f"{_clauses(waiting, ('waits', 'wait'), 'for', 'or')}, but {lies}", *clauses]
    elif certificate.covered:
        clauses.append(lies)
    return ", and ".join(clauses)


def _partners(card: Card, rules: Rules) -> str:
    """The ranks that go with a card: ``ace or other two``."""
    ranks = rules.partners[card.rank]
    return listed((f"{'other ' * (rank == card.rank)}{rank_noun(rank)}" for rank in ranks), "or")


def _clauses(waits: Waits, verbs: tuple[str, str], preposition: str, joint: str) -> str:
    """What each card does with others, cards that do the same together; a verb comes once."""
    groups: dict[tuple[Card, ...], list[Card]] = {}
    for card, others in waits.items():
        groups.setdefault(others, []).append(card)
    clauses: list[str] = []
    last_verb = ""
    for others, cards in groups.items():
        verb = verbs[len(cards) > 1]
        middle = preposition if verb == last_verb else f"{verb} {preposition}"
        clauses.append(f"the {listed(cards)} {middle} the {listed(others, joint)}")
        last_verb = verb
    return (" and " if len(clauses) == 2 else ", ").join(clauses)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _singular(cards: Sequence[Card]) -> str:
    return rank_noun(cards[0].rank)


def _plural(cards: Sequence[Card]) -> str:
    return rank_noun(cards[0].rank, 2)


def _row(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(
        fill(part, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        for part in parts
    )


guard(__name__)
