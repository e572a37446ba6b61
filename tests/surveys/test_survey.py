"""Surveys: tallies, ranges, intervals, that no way of working changes a result."""

from __future__ import annotations

import random
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrtool.answers.solve import Lost, Unknown, Won, decide, solve
from pyrtool.answers.soundness import has_blocks
from pyrtool.game.deals import Deal, deal, deals
from pyrtool.game.games import GAMES, Rules, RulesError
from pyrtool.kernel.bulk import BUCKETS, OUTCOMES, tally
from pyrtool.kernel.numbers.buffers import halves, words
from pyrtool.surveys import Nodes, Plan, Rate, SurveyError, Tally, survey
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, bucket_least
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.questions.verdict.counts import COUNTED
from pyrtool.surveys.questions.verdict.question import pack, unpack
from pyrtool.surveys.run import run, tasks
from pyrtool.surveys.shard import Shard, Task
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import LocalPool, ThisProcess

BOUQUET = GAMES["bouquet"]
GIZA = GAMES["giza"]
SMALL: dict[str, tuple[Rules, int]] = {
    "bouquet": (BOUQUET, 300),
    "overlap": (replace(BOUQUET, overlap=True), 100),
    "giza": (GIZA, 100),
    "pyramid of giza": (replace(GIZA, goal="pyramid"), 30),
    "pyramid": (GAMES["pyramid"], 60),
    "clear": (GAMES["clear"], 60),
    "auto": (replace(GAMES["pyramid"], stock_waste="auto"), 30),
    "auto-on-turn": (replace(GAMES["pyramid"], stock_waste="auto-on-turn"), 30),
    "king-tut": (GAMES["king-tut"], 30),
    "short": (Rules(rows=3, total=5, suits=3), 200),
}


# Counting.


@pytest.mark.parametrize("name", SMALL)
def test_a_tally_is_what_solve_says_one_by_one(name: str) -> None:
    rules, count = SMALL[name]
    found = survey(rules, range(1, count + 1))
    expected: Counter[str] = Counter()
    for one in deals(range(1, count + 1), rules):
        match decide(Deal.of(one.cards, rules)):
            case Won():
                expected["won"] += 1
            case Lost(reason):
                expected[reason] += 1
            case Unknown(limit):
                expected[limit] += 1
    if not has_blocks(rules):  # solve looks for a block after the search, a survey does not
        lost = sum(expected.pop(reason, 0) for reason in LOST_REASONS)
        assert found.lost == lost
    assert {name: found.counts[name] for name in expected} == expected
    assert found.deals == count


def test_limits_leave_deals_unknown() -> None:
    found = survey(GIZA, range(1, 301), limit_nodes=40)
    assert found.unknown == found.counts["nodes"] > 0
    assert found.nodes.most <= 40
    full = survey(GIZA, range(1, 301))
    low, high = found.bounds
    assert low <= full.win_rate.value <= high
    assert found.interval()[0] < low < high < found.interval()[1]


def test_a_deal_has_the_same_nodes_wherever_its_shard_begins() -> None:
    rules, count = SMALL["pyramid"]
    whole = list(unpacked(solve_shard(Task(Plan(rules), 1, count))))
    for first in (17, 40):
        assert list(unpacked(solve_shard(Task(Plan(rules), first, count)))) == whole[first - 1 :]


LEASTS = [bucket_least(bucket) for bucket in range(BUCKETS)]
assert sorted(LEASTS) == LEASTS


def unpacked(shard: Shard) -> list[tuple[str, int]]:
    return list(unpack(shard.packed, shard.deals))


@given(
    st.lists(st.tuples(st.sampled_from(COUNTED), st.integers(0, 2**32 - 1)), max_size=60)
    | st.lists(st.tuples(st.sampled_from(COUNTED), st.integers(0, 40)), max_size=300)
)
def test_packing_and_counting(given: list[tuple[str, int]]) -> None:
    size = len(given)
    outcomes = bytearray(OUTCOMES.index(name) for name, _ in given)
    nodes = halves(size or 1)[:size]
    for i, (_, spent) in enumerate(given):
        nodes[i] = spent
    counts, histogram, codes, more = words(16), words(BUCKETS), bytearray(size), halves(size or 1)
    used, total, most, hardest = tally(
        memoryview(outcomes), nodes, counts, histogram, memoryview(codes), more
    )
    kept = [(name, 0 if name == "dropped" else spent) for name, spent in given]
    assert list(unpack(pack(codes, array("I", more[:used])), size)) == kept
    spent_by_kept = [spent for name, spent in given if name != "dropped"]
    assert (total, most) == (sum(spent_by_kept), max(spent_by_kept, default=0))
    assert hardest == next(
        (i for i, (name, spent) in enumerate(given) if name != "dropped" and spent == most), -1
    )
    assert sum(histogram.tolist()) == len(spent_by_kept)
    for spent in set(spent_by_kept):
        bucket = bisect_right(LEASTS, spent) - 1
        assert histogram[bucket] > 0
        assert bucket_least(bucket) <= spent < bucket_least(bucket) * (1 + 1 / 128) + 1


def test_quantiles() -> None:
    nodes = Nodes(10, 4, 9, {0: 1, 1: 1, 2: 1, 3: 1, 4: 1})
    assert [nodes.quantile(share) for share in (0, 0.2, 0.5, 0.99, 1)] == [0, 0, 2, 4, 4]
    assert Nodes().quantile(0.5) == 0 == Nodes().mean


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from([0.8, 0.95, 0.999]))
def test_intervals_are_those_of_wilson(hits: int, others: int, confidence: float) -> None:
    """They end at the shares from which what was counted is `z` standard errors away."""
    if tries := hits + others:
        low, high = Rate(hits, tries).interval(confidence)
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        assert 0 <= low <= hits / tries <= high <= 1 and low < high
        for end in low, high:
            off = (hits / tries - end) ** 2
            assert off == pytest.approx(z**2 * end * (1 - end) / tries, abs=1e-12)


def test_tallies_add_in_any_order() -> None:
    parts = [solve_shard(Task(Plan(GIZA), n, n + 39)).tally for n in range(1, 400, 40)]
    whole = solve_shard(Task(Plan(GIZA), 1, 400)).tally
    for seed in range(3):
        random.Random(seed).shuffle(parts)
        assert sum(parts, Tally()) == whole


def test_the_articles_adjusted_rate() -> None:
    counts = dict.fromkeys(COUNTED, 0) | {"won": 66_865_010, "simple block": 10_659_494}
    counts["crossblock"] = 100_000_000 - sum(counts.values())
    assert round(100 * Tally(counts).adjusted_win_rate.value, 2) == 74.84


# Which deals.

SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=6)


def numbers(given: ranges.Ranges) -> set[int]:
    return {n for first, last in given for n in range(first, last + 1)}


@given(SPANS, SPANS, st.integers(1, 9), st.integers(1, 9))
def test_ranges_are_sets(one: Any, other: Any, parts: int, size: int) -> None:
    here, there = ranges.normal(one), ranges.normal(other)
    assert numbers(ranges.without(here, there)) == numbers(here) - numbers(there)
    assert numbers(ranges.overlap(here, there)) == numbers(here) & numbers(there)
    assert ranges.count(here) == len(numbers(here))
    cut = [ranges.part(here, k, parts) for k in range(1, parts + 1)]
    assert sorted(n for part in cut for n in numbers(part)) == sorted(numbers(here))
    assert {ranges.count(part) for part in cut} <= {len(numbers(here)) // parts + k for k in (0, 1)}
    pieces = list(ranges.pieces(here, size))
    assert all(last - first < size for first, last in pieces)
    assert ranges.normal(pieces) == here == ranges.of_numbers(numbers(here))


def test_ranges_in_words() -> None:
    every = tuple((first, first + 1) for first in range(1, 20, 3))
    assert ranges.words(every[:4], "ms") == "ms1-ms2, ms4-ms5, ms7-ms8, ms10-ms11"
    assert ranges.words(((1, 1), *every[1:5])) == "1, 4-5, 7-8, 10-11 and 1 more range"
    assert ranges.words(every) == "1-2, 4-5, 7-8, 10-11 and 3 more ranges"


def test_numbers_beyond_64_bits_and_pysolfcs_two_shuffles() -> None:
    for numbering, chosen in (
        ("pysolfc", range(31_990, 32_010)),
        ("pysolfc", range(2**64 - 5, 2**64 + 5)),
        ("freecell", range(1, 20)),
        ("native", range(2**64 - 20, 2**64)),
    ):
        found = survey(GIZA, chosen, numbering=numbering)  # type: ignore[arg-type]
        cards = [one.cards for one in deals(chosen, GIZA, numbering)]  # type: ignore[arg-type]
        assert found.won == sum(isinstance(solve(Deal.of(one, GIZA)), Won) for one in cards)


def test_a_survey_of_given_deals() -> None:
    given = [deal(number) for number in (5, 2, 9, 70)]
    found = survey(BOUQUET, given)
    assert found.won == sum(isinstance(solve(Deal.of(one.cards, BOUQUET)), Won) for one in given)
    assert survey(BOUQUET, []) == Tally()


@pytest.mark.parametrize("keep_if", ["winnable", "lost", "blocked", "unblocked"])
def test_keep_if(keep_if: Any) -> None:
    full = survey(GAMES["pyramid"], range(1, 401), limit_nodes=300)
    kept = survey(GAMES["pyramid"], range(1, 401), limit_nodes=300, keep_if=keep_if)
    assert kept.unknown == full.unknown > 0  # never dropped in silence
    assert kept.deals + kept.dropped == full.deals
    blocks = {"simple block", "set block", "crossblock"}
    asked = {
        "winnable": {"won"},
        "lost": set(LOST_REASONS),
        "blocked": blocks,
        "unblocked": {"won", "count", "exhausted"},
    }[keep_if] | set(LIMITS)
    for name in set(COUNTED) - {"dropped"}:
        assert kept.counts[name] == (full.counts[name] if name in asked else 0), name


def test_blocks_can_be_asked_for_only_where_there_are_any() -> None:
    with pytest.raises(RulesError, match="76 cards beside it"):
        survey(Rules(packs=2), range(1, 3))
    with pytest.raises(SurveyError, match="no blocks"):
        Plan(replace(GIZA, goal="pyramid"), keep_if="blocked")


# How the work is done.


def collected(plan: Plan, wanted: ranges.Ranges, pool: Any) -> list[tuple[str, int]]:
    shards: list[Shard] = []
    run(plan, wanted, pool, shards.append)
    return [one for shard in sorted(shards, key=lambda s: s.first) for one in unpacked(shard)]


def test_any_number_of_workers_gives_the_same(tmp_path: Path) -> None:
    rules = GAMES["pyramid"]
    whole = survey(rules, range(1, 1201))
    for workers in (1, 2, 3):
        assert survey(rules, range(1, 1201), workers=workers) == whole


def test_any_order_gives_the_same() -> None:
    plan = Plan(GIZA)
    whole = collected(plan, ((1, 500),), ThisProcess())
    work = list(tasks(plan, ((1, 200), (201, 500)), LocalPool(3)))
    random.Random(1).shuffle(work)
    shards = sorted(map(solve_shard, work), key=lambda shard: shard.first)
    assert [one for shard in shards for one in unpacked(shard)] == whole


def test_rules_of_every_kind_are_surveyed_and_checked() -> None:
    done = 0
    for stock_waste in ("yes", "no", "auto", "auto-on-turn"):
        for goal in ("all", "pyramid"):
            for overlap in (False, True):
                for waste_pairs in (False, True):
                    for draw, top in ((1, True), (1, False), (3, False)):
                        for passes in (1, 2, None):
                            try:
                                rules = Rules(
                                    rows=4, total=7, draw=draw, stock_top=top, passes=passes,
                                    stock_waste=stock_waste, goal=goal,
                                    overlap=overlap, waste_pairs=waste_pairs,
                                )  # fmt: skip
                            except RulesError:
                                continue
                            assert survey(rules, range(1, 41)).deals == 40
                            done += 1
    assert done > 90


def test_as_many_deals_as_there_are_begin_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Enough(Exception):
        pass

    shards: list[Shard] = []

    def keep(shard: Shard) -> None:
        shards.append(shard)
        if len(shards) == 3:
            raise Enough

    monkeypatch.setattr(import_module("pyrtool.surveys.run"), "MOST_SHARD_DEALS", 500)
    with pytest.raises(Enough):
        run(replace(Plan(GIZA), limit_nodes=1), ((0, 2**64 - 1),), ThisProcess(), keep)
    assert ranges.of_numbers(range(2**64)) == ranges.of_numbers(range(2**64 - 1, -1, -1))


def test_tasks_are_cut_for_the_workers_that_are_there_and_given_to_those_that_come() -> None:
    whole = 32
    given: list[Callable[[], None]] = []
    most = 0

    class Growing(ThisProcess):
        threads = 1

        @property
        def width(self) -> int:
            return self.threads

        def start(self) -> Executor:
            self.threads = 4
            return Waiting()

    class Waiting(Executor):
        """Does nothing before it has two tasks for each worker; then there are more workers."""

        def submit(self, work: Any, /, *words: Any, **named: Any) -> Future[Any]:
            nonlocal most
            future: Future[Any] = Future()
            given.append(lambda: future.set_result(work(*words)))
            if len(given) == 2 * pool.width or len(shards) + len(given) == whole:
                most = max(most, len(given))
                pool.threads = 8
                while given:
                    given.pop()()
            return future

    pool, shards = Growing(), list[Shard]()
    run(Plan(GIZA), ((1, 64 * whole),), pool, shards.append)
    assert len(shards) == whole and most == 16
