"""Rules and tableaux as the numbers that the kernel takes.

Decides nothing: it turns layouts and sets into masks and tables, once for each rules
record in each thread. What is sound under which rules is for `theory`.
"""

from __future__ import annotations

from pyrtool import theory
from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.kernel.best import VALUES, Best
from pyrtool.kernel.bulk import Bulk
from pyrtool.kernel.census import Census
from pyrtool.kernel.chances import MOST_PASSES, Chances
from pyrtool.kernel.checker import Checker
from pyrtool.kernel.grouped import Grouped
from pyrtool.kernel.levels import STOCK_WASTE
from pyrtool.kernel.matching import Matcher
from pyrtool.kernel.playouts import Playouts
from pyrtool.kernel.search import PRUNES, Search
from pyrtool.kernel.shortest import Shortest
from pyrtool.kernel.tableaux import Tableaux
from pyrtool.layout import Layout
from pyrtool.threads import per_thread

NO_GROUP = 255


def groups(rules: Rules) -> tuple[bytes, bytes, bytes]:
    """For each card code its group, for each group its partner and its size in the deck.

    Groups 2s and 2s + 1 are the lower and the higher rank of set s; a rank that completes
    itself is group 2s and its own partner, and group 2s + 1 is empty.
    """
    group_of = bytearray([NO_GROUP] * len(Card.ALL))
    partner_of = bytearray(2 * len(rules.sets))
    total = bytearray(2 * len(rules.sets))
    for s, (low, high) in enumerate(rules.sets):
        partner_of[2 * s] = 2 * s + (low != high)
        partner_of[2 * s + 1] = 2 * s
        for card in rules.deck:
            if card.rank in (low, high):
                group = 2 * s + (card.rank != low)
                group_of[card] = group
                total[group] += 1
    return bytes(group_of), bytes(partner_of), bytes(total)


@per_thread(64)
def matcher(rules: Rules) -> Matcher:
    """The matching kernel for this tableau, everything that is not laid out lying open."""
    layout = Layout.of(rules)
    must_go = layout.pyramid.bit_length() if rules.goal == "pyramid" else len(layout.places)
    above, direct = list(layout.above), list(layout.direct)
    return Matcher(above, direct, *groups(rules), rules.overlap, must_go)


def bits(rules: Rules) -> bytes:
    """For each card code its bit in set order (see `kernel.sets`)."""
    group_of, _, _ = groups(rules)
    alone = 8 * len(rules.sets)
    bit_of = bytearray(len(Card.ALL))
    for card in rules.deck:
        group = group_of[card]
        bit_of[card] = (alone if group == NO_GROUP else 4 * group) + card.suit
    return bytes(bit_of)


@per_thread(64)
def search(rules: Rules, without: frozenset[str] = frozenset()) -> Search:
    """The search kernel for these rules, with all prunes but those named in `without`.

    It asks a chain of games that allow more: singly and matching by choice where the rules are
    otherwise, then with ever fewer sets. Where the groups of the stock matter, another one answers.
    """
    rules = theory.with_stock_top(rules)
    prunes = _bits_of(theory.ALL_PRUNES - without)
    sets = len(rules.sets)
    if theory.tableaux_answer(rules) and not without & {"tableaux", "singles"}:
        return _grouped(rules, prunes)
    if "relaxed" in without:
        return _search(rules, sets, prunes, None)
    relaxed = theory.loosened(rules)
    everything = _bits_of(theory.ALL_PRUNES)
    chain: list[Search] = []
    for kept in range(2, sets):
        chain.append(_search(relaxed, kept, everything, chain[-1] if chain else None))
    owner = None
    if relaxed != rules:
        owner = _search(relaxed, sets, everything, chain[-1] if chain else None)
    top = _search(rules, sets, prunes, owner or (chain[-1] if chain else None))
    owner = owner or top
    for smaller in chain:
        smaller.share_tables(owner)
    return top


def _bits_of(prunes: frozenset[str]) -> int:
    return sum(PRUNES[name] for name in prunes)


@per_thread(16)
def search_of_sets(rules: Rules) -> Search:
    """The search kernel for some of the sets alone, the stock lying open."""
    rules = theory.with_open_stock(rules)
    return _search(rules, len(rules.sets), _bits_of(theory.ALL_PRUNES), None)


def _search(rules: Rules, kept_sets: int, prunes: int, relaxed: Search | None) -> Search:
    more = {"prunes": prunes, "kept_sets": kept_sets}
    return Search(*_game(rules, more), relaxed)


def _grouped(rules: Rules, prunes: int) -> Grouped:
    more = {
        "prunes": prunes,
        "kept_sets": len(rules.sets),
        "judging": bool(prunes & PRUNES["relaxed"]),
        "excluding": bool(prunes & PRUNES["excluded"]),
        "drop_singles": False,
    }
    return Grouped(*_game(rules, more), Tableaux(*_game(rules, more)))


@per_thread(16)
def shortest(rules: Rules) -> Shortest:
    """The kernel for shortest lines under these rules."""
    return Shortest(*_game(rules, {"drop_kings": theory.stock_kings_go(rules, "shortest")}))


@per_thread(8)
def chances(rules: Rules) -> Chances | None:
    """The kernel for exact chances of random players, or None where positions have no key."""
    if rules.passes is not None and rules.passes > MOST_PASSES:
        return None
    return Chances(*_game(rules, {}))


@per_thread(8)
def playouts(rules: Rules) -> Playouts:
    """The kernel that plays games out at random."""
    return Playouts(*_game(rules, {}))


@per_thread(16)
def best(rules: Rules, by: str, points: tuple[int, ...]) -> Best:
    """The kernel for the most that can be done: fewest cards left ``pyramid`` first, or ``all``, or
    the best ``score`` with these points for a pyramid cleared in each pass."""
    rules = theory.with_stock_top(rules)
    more = {"prunes": _bits_of(theory.VALUE_PRUNES), "kept_sets": len(rules.sets)}
    return Best(*_game(rules, more), VALUES[by], list(points))


_Game = tuple[int, bytes, bytes, list[list[int]], bytes, dict[str, int]]


def _game(rules: Rules, more: dict[str, int]) -> _Game:
    """What the searches take of a game."""
    layout = Layout.of(rules)
    return (
        rules.deck_size,
        bits(rules),
        bytes(low == high for low, high in rules.sets),
        [list(on_it) for on_it in layout.covers],
        bytes(layout.in_pyramid),
        {**_numbers(rules), "monotone": theory.early_never_hurts(rules), **more},
    )


def _numbers(rules: Rules) -> dict[str, int]:
    """The rules of play as the searches and the checker take them."""
    return {
        "draw": rules.draw,
        "passes": rules.passes or 0,
        "stock_top": rules.stock_top,
        "stock_waste": STOCK_WASTE[rules.stock_waste],
        "waste_pairs": rules.waste_pairs,
        "overlap": rules.overlap,
        "goal_pyramid": rules.goal == "pyramid",
        "dealt": rules.stock == "dealt",
    }


@per_thread(16)
def bulk(rules: Rules) -> Bulk:
    """The kernel for many deals of these rules."""
    return Bulk(
        matcher(rules),
        None if theory.decided_by_matching(rules) else search(rules),
        theory.has_blocks(rules),
        theory.count_matters(rules),
        checker(rules),
    )


@per_thread(64)
def checker(rules: Rules) -> Checker:
    """The table on which the wins of these rules are checked."""
    layout = Layout.of(rules)
    card_of = bytearray([NO_GROUP] * 64)
    bit_of = bits(rules)
    for card in rules.deck:
        card_of[bit_of[card]] = card
    return Checker(
        rules.deck_size,
        bytes(card.rank if card in rules.deck else 0 for card in Card.ALL),
        [list(on_it) for on_it in layout.covers],
        bytes(layout.in_pyramid),
        bytes(card_of),
        {
            **_numbers(rules),
            "total": rules.total,
            "suits": rules.suits,
            "early": theory.early_never_hurts(rules),
        },
    )


@per_thread(16)
def census(rules: Rules) -> Census:
    """The kernel that tells which block a deal has."""
    return Census(matcher(rules), theory.has_blocks(rules), theory.count_matters(rules))


guard(__name__)
