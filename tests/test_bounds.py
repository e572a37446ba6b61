"""Every loop of every kernel ends within its limits, and a table that cannot grow says so.

A kernel that does not end would hang the tests: a watchdog ends them instead, and shows where.
"""

from __future__ import annotations

import faulthandler
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from pyrtool import packing
from pyrtool.best import best
from pyrtool.cards import Card
from pyrtool.games import Rules, game
from pyrtool.kernel.best import Best
from pyrtool.kernel.search import Search
from pyrtool.solver import Limits
from tests.dealing import random_rules, shuffled

WATCHDOG_S = 150
ENDLESS = Rules(passes=99, stock_waste="auto-on-turn", overlap=True)
ENDLESS_DEAL = (
    "QC KH 8S 2C 4C QS 4D JD 9S 2H 9C 7D 3C KD AS 8C 8H 7C 4S KS JS 7H JH 6D QH 9D 5H KC AD "
    "3S 6H 3H 2S 6C 8D TH TS AH AC 5S TC JC 7S 4H 5D 6S TD 3D 5C 9H 2D QD"
)
NAMED = ("pyramid", "king-tut", "tut", "microsoft")
SLICE, SLICES = 100, 60
WITHOUT = (frozenset[str](), frozenset({"relaxed"}), frozenset({"tableaux", "relaxed", "excluded"}))

Answer = str


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    """End the process when a test takes too long: no thread of Python's can stop a kernel."""
    faulthandler.dump_traceback_later(WATCHDOG_S, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def test_a_table_that_fills_while_cards_are_dealt_does_not_end_the_search() -> None:
    named = {str(card): card for card in Card.ALL}
    cards = [named[name] for name in ENDLESS_DEAL.split()]
    limits = Limits(nodes=2500, seconds=5)
    assert best(cards, ENDLESS, "all", limits).limit == "nodes"
    kernel = packing.best(ENDLESS, "all", ())
    kernel.load(bytes(cards))
    kernel.limit_memory(0)
    assert kernel.search(2500) == "memory"


def searched(kernel: Search, cards: bytes, memory_bytes: int) -> Answer:
    """What a search says in a table that may take so much, after some slices."""
    kernel.limit_memory(memory_bytes)
    if not kernel.load(cards) and not isinstance(kernel, Best):
        return "lost"
    answer = "paused"
    for _ in range(SLICES):
        answer = kernel.search(SLICE)
        assert kernel.nodes <= SLICE * SLICES
        if answer != "paused":
            break
    return answer


def measured(rules: Rules, cards: bytes, memory_bytes: int) -> Answer:
    """What the search for shortest lines says."""
    kernel = packing.shortest(rules)
    kernel.limit_memory(memory_bytes)
    kernel.begin(kernel.load(cards))
    answer = "paused"
    for _ in range(SLICES):
        answer = kernel.search(SLICE)
        if answer in ("won", "memory") or (answer == "longer" and kernel.next_bound >= 10_000):
            break
        if answer == "longer":
            kernel.begin(kernel.next_bound)
    return answer


def chanced(rules: Rules, cards: bytes, memory_bytes: int) -> Answer:
    """What the players' chances say."""
    kernel = packing.chances(rules)
    if kernel is None:
        return "none"
    kernel.release()
    kernel.limit_memory(memory_bytes)
    kernel.load(cards)
    answer = kernel.run(SLICE * SLICES * 20)
    kernel.release()
    return answer


def answers(rules: Rules, cards: bytes, memory_bytes: int) -> dict[str, Answer]:
    """What every kernel says whose tables grow."""
    packing.search.cache_clear()  # no table that has grown
    found = {"chances": chanced(rules, cards, memory_bytes)}
    if not packing.decided_by_matching(rules):
        for without in WITHOUT:
            kernel = packing.search(rules, without)
            found[f"search without {len(without)}"] = searched(kernel, cards, memory_bytes)
        found["shortest"] = measured(rules, cards, memory_bytes)
    for by in ("pyramid", "all", "score"):
        if by != "score" or rules.scoring == "par":
            points = (50, 35, 20)[: rules.passes] if by == "score" else ()
            found[by] = searched(packing.best(rules, by, points), cards, memory_bytes)
    return found


def test_every_kernel_ends_in_tables_that_fill() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    rules_drawn = [random_rules(chance, stock="dealt", passes=99) for _ in range(8)]
    rules_drawn += [random_rules(chance) for _ in range(24)]
    asked = [(rules, chance.randrange(2**32)) for rules in rules_drawn]
    asked += [(rules, i) for i in range(6) for rules in (ENDLESS, *map(game, NAMED))]
    full: Counter[str] = Counter()
    for rules, shuffle in asked:
        cards = bytes(shuffled(rules, shuffle))
        little, enough = answers(rules, cards, 0), answers(rules, cards, 2**30)
        for kernel, answer in little.items():
            full[kernel] += answer == "memory"
            assert enough[kernel] != "memory", (rules, kernel)
            if answer not in ("memory", "paused") and enough[kernel] != "paused":
                assert answer == enough[kernel], (rules, kernel)
    assert len([name for name, times in full.items() if times and name != "score"]) == 7, full
