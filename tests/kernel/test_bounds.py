"""Every loop of every kernel ends within its limits, and a table that cannot grow says so.

A kernel that does not end would hang the tests: a watchdog ends them instead, and shows where.
"""

import faulthandler
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pyrtool import Card, Deal, Lost, Position, Unknown, best, shortest, solve
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.plan import plan_of
from pyrtool.base.limits import Budget, Limits
from pyrtool.game.games import Rules, game
from pyrtool.game.layout import Layout
from pyrtool.kernel.best import Best
from pyrtool.kernel.game import Game
from pyrtool.kernel.numbers import STOCK_WASTE, check_width
from pyrtool.kernel.random_players import StockChances
from pyrtool.kernel.verdict import Search

from ..dealing import shuffled
from ..drawing import draw_rules, drawn_seed, enough

WATCHDOG_S = 3600
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
    limits = Limits(nodes=1000, seconds=WATCHDOG_S)
    assert best(Deal.of(cards, ENDLESS), "all", limits).limit == "nodes"
    kernel = build.best(ENDLESS, "all", ())
    kernel.load(bytes(cards))
    kernel.limit_memory(0)
    assert kernel.search(2500) == "memory"


def test_a_block_is_found_where_columns_may_stay_and_all_sets_must_be_asked() -> None:
    """Playing every line of 52 cards took hours; the search of sets takes milliseconds."""
    rules = Rules(rows=5, pyramids=2, columns=(2, 2), passes=2, goal="pyramid", total=14)
    for seed in range(10):
        find_block(Deal.of(shuffled(rules, seed), rules))


def searched(kernel: Search, cards: bytes, memory_bytes: int) -> Answer:
    """What a search says in a table that may take this much, after some slices."""
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
    kernel = build.shortest(rules)
    kernel.limit_memory(memory_bytes)
    kernel.load(cards)
    kernel.begin(kernel.least)
    answer = "paused"
    for _ in range(SLICES):
        answer = kernel.search(SLICE)
        if answer in ("won", "memory") or (
            answer == "longer" and kernel.lines.next_bound >= 10_000
        ):
            break
        if answer == "longer":
            kernel.begin(kernel.lines.next_bound)
    return answer


def chanced(rules: Rules, cards: bytes, memory_bytes: int) -> Answer:
    kernel = build.chances(rules)
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
    build.search.cache_clear()  # no table that has grown
    found = {"chances": chanced(rules, cards, memory_bytes)}
    if not plan_of(rules).decided_by_matching:
        for without in WITHOUT:
            kernel = build.search(rules, without)
            found[f"search without {len(without)}"] = searched(kernel, cards, memory_bytes)
        found["shortest"] = measured(rules, cards, memory_bytes)
    for by in ("pyramid", "all", "score"):
        if by != "score" or rules.scoring == "par":
            points = (50, 35, 20)[: rules.passes] if by == "score" else ()
            found[by] = searched(build.best(rules, by, points), cards, memory_bytes)
    return found


@pytest.mark.draws
def test_every_kernel_ends_in_tables_that_fill() -> None:
    seed = drawn_seed()
    print(f"seed {seed}")
    chance = random.Random(seed)
    rules_drawn = [draw_rules(chance, 52, stock="dealt", passes=99) for _ in range(8)]
    rules_drawn += [draw_rules(chance, 52) for _ in range(24)]
    asked = [(rules, chance.randrange(2**32)) for rules in rules_drawn]
    asked += [(rules, i) for i in range(6) for rules in (ENDLESS, *map(game, NAMED))]
    full: Counter[str] = Counter()
    for rules, shuffle in asked:
        cards = bytes(shuffled(rules, shuffle))
        little, much = answers(rules, cards, 0), answers(rules, cards, 2**30)
        for kernel, answer in little.items():
            full[kernel] += answer == "memory"
            assert much[kernel] != "memory", (rules, kernel)
            if answer not in ("memory", "paused") and much[kernel] != "paused":
                assert answer == much[kernel], (rules, kernel)
    enough(len([name for name, times in full.items() if times and name != "score"]), 7)


# What a table forgets: a note's upper bits count the deals, and begin again after 4,096 of them.

WRAPPING = Rules(rows=2, total=5, suits=2, passes=3, stock_waste="auto-on-turn")


def test_a_table_whose_count_of_deals_begins_again_knows_nothing_of_those_before() -> None:
    """Small decks meet the same positions again, so a note that outlives its deal shows up."""
    assert not plan_of(WRAPPING).early_never_hurts  # notes of 52 bits, which leave 12 for the count
    kernels = [build.search(WRAPPING, frozenset({"sets"})), build.best(WRAPPING, "all", ())]
    for kernel in kernels:
        answers_of: dict[bytes, tuple[str, int]] = {}
        again = 0
        for seed in range(9_000):
            cards = bytes(shuffled(WRAPPING, seed % 1_500))
            kernel.load(cards)
            found = kernel.search(10**6), kernel.nodes
            again += cards in answers_of
            assert answers_of.setdefault(cards, found) == found
        assert again > 7_000


# Time: the clock is looked at wherever a kernel pauses, and where it does changes nothing.


def test_a_limit_on_seconds_holds_in_every_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands for the first looks, then a day has passed: each search ends immediately."""
    monkeypatch.setattr("pyrtool.base.limits.FIRST_SLICE_NODES", 5)
    seen = 0
    for name in ("giza", "giza6x4", "pyramid", "king-tut", "microsoft", "tut"):
        rules = game(name)
        for number in range(1, 20):
            cards = shuffled(rules, number)
            ticks = iter([0.0, 0.0, 0.0])
            monkeypatch.setattr("pyrtool.base.limits.monotonic", lambda t=ticks: next(t, 86_400.0))
            limits = Limits(seconds=5)
            for verdict in (
                solve(Deal.of(cards, rules), limits),
                solve(Position.start(Deal.of(cards, rules)), limits=limits),
                shortest(Deal.of(cards, rules), limits),
            ):
                if isinstance(verdict, Unknown):
                    assert verdict.limit == "seconds"
                    assert verdict.nodes <= 100
                    seen += name == "giza"
    assert seen >= 3


def test_slices_grow_while_they_are_short_and_shrink_when_nodes_are_dear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("pyrtool.base.limits.monotonic", lambda: now)
    budget = Budget(Limits(nodes=10**9, seconds=10**6))
    first = budget.slice(0)
    for _ in range(4):
        assert budget.reached(0, "paused") is None
    grown = budget.slice(0)
    assert grown == 16 * first
    for _ in range(40):
        now += 10
        assert budget.reached(0, "paused") is None
    assert budget.slice(0) == 1
    assert budget.slice(10**9) == 0
    now += 10**6
    assert budget.reached(0, "paused") == "seconds"


class Sliced:
    """A search that is done after this many nodes, or has no memory then."""

    def __init__(self, done: int, answer: str) -> None:
        self.nodes, self.done, self.answer = 0, done, answer
        self.slices: list[int] = []

    def search(self, most: int) -> str:
        self.slices.append(most)
        self.nodes = min(self.nodes + most, self.done)
        return self.answer if self.nodes == self.done else "paused"


def test_a_search_runs_slice_by_slice_until_it_answers_or_a_limit_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("pyrtool.base.limits.monotonic", lambda: now)

    def run(one: Sliced, nodes: int | None = None, before: int = 0) -> tuple[str, str | None]:
        return Budget(Limits(nodes=nodes)).run(one, one.search, before)

    won, full = Sliced(6000, "won"), Sliced(6000, "memory")
    assert run(won) == ("won", None) and won.slices == [1000, 2000, 4000]
    assert run(full) == ("memory", "memory") and full.nodes == 6000
    short, longer = Sliced(6000, "won"), Sliced(6000, "longer")
    assert run(short, 5999) == ("paused", "nodes") and short.nodes == 5999
    assert run(longer, 6001, before=1) == ("longer", None)
    assert run(Sliced(6000, "lost"), 6000, before=1) == ("paused", "nodes")

    begun, again = Sliced(500, "paused"), Sliced(2500, "lost")
    begun.nodes = 500  # what an earlier search took counts nothing against one that begins

    def begin(most: int) -> str:
        begun.nodes = 0
        return begun.search(most)

    answer = Budget(Limits(nodes=2500)).run(begun, again.search, begin=begin)
    assert answer == ("lost", None) and (begun.slices, again.slices) == ([1000], [2000, 2000])


# Widths: every number that is packed into a word is guarded, by one function.


def test_a_width_holds_up_to_its_last_number() -> None:
    check_width("n", 255, 8)
    with pytest.raises(ValueError, match="n: up to 256, which does not fit in 8 bits"):
        check_width("n", 256, 8)


EXTREMES = [
    Rules(rows=1, total=14, passes=99, stock_waste="auto-on-turn"),
    Rules(rows=1, total=14, passes=99, stock_top=False, stock_waste="no", draw=3),
    Rules(rows=1, total=14, passes=99, stock_top=False, stock_waste="no", draw=2, waste_pairs=True),
    Rules(rows=1, total=13, passes=99, stock_waste="auto", goal="pyramid"),
    Rules(rows=1, total=12, passes=99, waste_pairs=True),
    Rules(rows=9, total=14, passes=99, stock_waste="auto-on-turn", overlap=True),
    Rules(rows=1, columns=(26, 1), reserve=24, total=14, passes=99, stock_waste="auto"),
]


@pytest.mark.parametrize("rules", EXTREMES, ids=repr)
def test_the_widest_rules_fit_every_kernel(rules: Rules) -> None:
    """As wide as `Rules` goes: 51 cards in the stock, 99 passes, seven sets, four suits."""
    cards = shuffled(rules, 7)
    limits = Limits(nodes=300)
    verdict = solve(Deal.of(cards, rules), limits)
    plain = build.search(rules, frozenset({"sets", "relaxed", "excluded", "forced", "tableaux"}))
    plain.load(bytes(cards))
    answer = plain.search(20_000)
    if answer != "paused" and not isinstance(verdict, Unknown):
        assert (answer == "lost") == isinstance(verdict, Lost)
    shortest(Deal.of(cards, rules), limits)
    for by in ("pyramid", "all"):
        best(Deal.of(cards, rules), by, limits)


def test_what_does_not_fit_is_refused() -> None:
    """No rules are so wide; the kernels do not rely on that."""
    rules = Rules(total=14, stock_waste="auto")
    layout = Layout.of(rules)
    fields = {
        "ranks": bytes(card.rank for card in Card.ALL),
        "suits": 4,
        "total": 14,
        "bit_of": bytes(build.game(rules).bit(card) for card in Card.ALL),
        "self_set": bytes([0] * 6 + [1]),
        "covers": [list(on_it) for on_it in layout.covers],
        "in_pyramid": bytes(layout.in_pyramid),
        "stock_waste": STOCK_WASTE["auto"],
        "draw": 1,
        "passes": 1,
    }
    off = ("overlap", "goal_pyramid", "monotone", "has_blocks", "counted", "waste_pairs", "ends")
    on = ("dealt", "stock_top")
    fields |= dict.fromkeys(off, False) | dict.fromkeys(on, True)

    def made(**other: object) -> Game:
        return Game(**(fields | other))  # type: ignore[arg-type]

    assert Search(made(), 0, 7).load(bytes(range(52)))
    with pytest.raises(ValueError, match="positions, and two marks: up to 65537"):
        made(passes=1024)
    with pytest.raises(ValueError, match="cards left"):
        made(bit_of=bytes([52, *range(51)]))
    with pytest.raises(ValueError, match="cards: up to 64"):
        made(ranks=bytes([1] * 64), bit_of=bytes(range(64)))
    with pytest.raises(ValueError, match="sets: up to 8"):
        made(self_set=bytes(8))
    with pytest.raises(ValueError, match="positions of the stock"):
        Search(made(covers=[], in_pyramid=b""), 0, 7)
    with pytest.raises(ValueError, match="passes: up to 16"):
        StockChances(made(passes=17))
    with pytest.raises(ValueError, match="passes that earn points"):
        Best(made(passes=5), 0, False, 2, [50])


def test_more_passes_than_a_key_holds_are_distinct() -> None:
    """Positions 64 passes apart have one key, and their notes show which it was."""
    rules = Rules(rows=2, total=5, suits=2, stock_waste="auto", waste_pairs=True)
    for seed in range(40):
        cards = shuffled(rules, seed)
        few, many = (shortest(Deal.of(cards, replace(rules, passes=n)), Limits()) for n in (60, 99))
        assert type(few) is type(many)
        assert getattr(few, "moves", None) == getattr(many, "moves", None)
