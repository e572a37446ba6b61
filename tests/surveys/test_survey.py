"""Surveys: tallies, ranges, intervals, orders of blocks; no way of working changes a result."""

import csv
import random
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrtool import Lost, Verdict, Won, solve_many
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.base.intervals import Rate
from pyrtool.base.limits import LimitError, Limits
from pyrtool.game import ranges
from pyrtool.game.deals import Deal, DealError, Numbering, deal, deals
from pyrtool.game.games import GAMES, Rules, RulesError, game
from pyrtool.kernel.bulk import BUCKETS, OUTCOMES, tally
from pyrtool.kernel.numbers import halves, words
from pyrtool.notation import format_deal
from pyrtool.surveys import survey, survey_of
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, Nodes, bucket_least, pack_columns
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.plan import Plan, SurveyError
from pyrtool.surveys.pool import ThisProcess
from pyrtool.surveys.questions import VERDICT, ScoreQuestion, Survey, solve_shard
from pyrtool.surveys.questions.verdict import COUNTED, Tally, unpack
from pyrtool.surveys.reports import SurveyResult, count_orders, orders_table, text
from pyrtool.surveys.run import run
from pyrtool.surveys.shards import Shard, ShardTask

from ..commands import answer

BOUQUET = GAMES["bouquet"]
GIZA = GAMES["giza"]

# Counting.


def test_a_tally_prints_its_report_and_progress_counts_the_deals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: list[tuple[int, int]] = []
    ledger = tmp_path / "giza.db"
    tally = survey("giza", range(1, 131), progress=lambda *done: counts.append(done), ledger=ledger)
    assert len(counts) > 1 and counts[-1] == (130, 130)
    assert repr(tally) == f"<Tally: {tally.won} of 130 deals won, {tally.lost} lost>"
    with open_ledger(ledger) as kept:
        assert text(SurveyResult.of_ledger(kept)).partition("\n\n")[2].startswith(str(tally))
    assert (
        survey("giza", range(1, 131), progress=True, ledger=ledger) == tally
    )  # nothing is missing
    assert survey("giza", range(1, 11), progress=True).deals == 10
    assert capsys.readouterr().err.endswith("\r10 of 10 deals (100.0%)\n")


def test_limits_leave_deals_unknown() -> None:
    found = survey(GIZA, range(1, 301), limit_nodes=40)
    assert found.unknown == found.counts["nodes"] > 0
    assert found.nodes.most <= 40
    full = survey(GIZA, range(1, 301))
    low, high = found.bounds
    assert low <= full.win_rate.value <= high
    assert found.interval()[0] < low < high < found.interval()[1]


def test_a_deal_has_the_same_nodes_wherever_its_shard_begins() -> None:
    rules, count = GAMES["pyramid"], 60
    whole = list(unpacked(solve_shard(ShardTask(Plan(rules), 1, count))))
    for first in (17, 40):
        part = solve_shard(ShardTask(Plan(rules), first, count))
        assert list(unpacked(part)) == whole[first - 1 :]


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
    assert list(unpack(pack_columns(codes, array("I", more[:used])), size)) == kept
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
    parts = [solve_shard(ShardTask(Plan(GIZA), n, n + 39)).tally for n in range(1, 400, 40)]
    whole = solve_shard(ShardTask(Plan(GIZA), 1, 400)).tally
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
        assert found.won == sum(solve(Deal.of(one, GIZA)).is_won for one in cards)


def test_a_survey_of_given_deals() -> None:
    given = [deal(number) for number in (5, 2, 9, 70)]
    found = survey(BOUQUET, given)
    assert found.won == sum(solve(Deal.of(one.cards, BOUQUET)).is_won for one in given)
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


def test_any_number_of_workers_gives_the_same(tmp_path: Path) -> None:
    rules = GAMES["pyramid"]
    whole = survey(rules, range(1, 601))
    for workers in (1, 3):
        assert survey(rules, range(1, 601), workers=workers) == whole


def test_rules_of_every_kind_are_surveyed_and_checked() -> None:
    done = 0
    wastes: Any = ("yes", "no", "auto", "auto-on-turn")
    goals: Any = ("all", "pyramid")
    draws = ((1, True), (1, False), (3, False))
    flags = (False, True)
    for waste, goal, overlap, pairs, (draw, top), passes in product(
        wastes, goals, flags, flags, draws, (1, 2, None)
    ):
        try:
            rules = Rules(
                rows=4, total=7, draw=draw, stock_top=top, passes=passes, stock_waste=waste,
                goal=goal, overlap=overlap, waste_pairs=pairs,
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
        run(Survey(Plan(GIZA, limit_nodes=1)), ((0, 2**64 - 1),), ThisProcess(), keep)
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
    run(Survey(Plan(GIZA)), ((1, 64 * whole),), pool, shards.append)
    assert len(shards) == whole and most == 16


pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.mark.parametrize("name", ["pyramid", "tower", "giza", "thirteen"])
def test_orders_are_those_of_the_blocks_that_solve_names(name: str, tmp_path: Path) -> None:
    survey(GAMES[name], range(1, 61), ledger=tmp_path / "a.db")
    with open_ledger(tmp_path / "a.db") as book:
        found = count_orders(book)
    wanted: Counter[str] = Counter()
    for number in range(1, 61):
        verdict = solve(deal(number, name))
        how: str = verdict.reason if isinstance(verdict, Lost) else "won"
        if isinstance(verdict, Lost) and how in ("crossblock", "stock block"):
            assert verdict.block is not None
            how = f"{how} {verdict.block.order}"
        wanted[how] += 1
    assert found == wanted
    assert name != "pyramid" or found["stock block 2"] > 9


def test_the_report_has_a_row_for_each_ledger(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    survey(GAMES["pyramid"], range(1, 21), ledger=one)
    survey(GAMES["giza"], range(1, 21), ledger=two)
    with open_ledger(one) as first, open_ledger(two) as second:
        table = orders_table([first, second])
    rows = [dict(zip(table.header, row, strict=True)) for row in table.rows]
    assert [row["rules"] for row in rows] == ["pyramid", "pyramid, columns 8x3, stock none"]
    for row in rows:
        assert sum(map(int, list(row.values())[2:])) == int(row["deals"]) == 20
    assert rows[1]["stock block 2"] == "0" != rows[0]["stock block 2"]
    words = ["survey", "report", str(one), str(two), "--orders"]
    lines = answer(*words, "--format", "csv").splitlines()
    assert list(csv.reader(lines)) == [list(table.header), *table.rows]
    assert answer(*words).startswith("| rules | deals | won |")


def test_other_questions_have_no_orders(tmp_path: Path) -> None:
    survey_of(ScoreQuestion(), GAMES["par"], range(1, 3), ledger=tmp_path / "a.db")
    with open_ledger(tmp_path / "a.db") as book, pytest.raises(SurveyError, match="verdicts of"):
        count_orders(book)


def as_row(verdict: Verdict) -> tuple[str, str | None]:
    """What `verdict_only` says, as a row has it."""
    match verdict:
        case Won():
            return "won", None
        case Lost():
            return "lost", verdict.reason
    return "unknown", verdict.limit


@pytest.mark.parametrize(
    ("name", "count"),
    [("giza", 40), ("microsoft", 40), ("apophis", 40), ("nestor", 40), ("cheops", 6)],
)
def test_rows_are_the_verdicts_without_stock_blocks(name: str, count: int) -> None:
    found = solve_many(range(1, count + 1), name)
    for one in found:
        assert (one.verdict, one.reason) == as_row(verdict_only(deal(one.deal, name)))
    shard = solve_shard(ShardTask(Plan(game(name)), 1, count))
    assert list(found.nodes) == [cells[1] for cells in VERDICT.unpack(shard.packed, count) if cells]
    assert sum(map(found.count, found.names)) == len(found) == count


@pytest.mark.parametrize("numbering", ["native", "freecell", "pysolfc"])
def test_numbers_come_in_any_order_and_more_than_once(numbering: Numbering) -> None:
    numbers = [7, 3, 40_000, 7, 1]
    found = solve_many(numbers, "giza", numbering)
    assert [one.deal for one in found] == list(found.deals) == numbers
    assert found[0] == found[3]
    for one in found:
        assert (one.verdict, one.reason) == as_row(verdict_only(deal(one.deal, "giza", numbering)))


@pytest.mark.parametrize("name", ["giza", "tut", "double-pyramid"])
def test_deals_are_given_by_their_cards(name: str) -> None:
    dealt = [deal(number, name) for number in (3, 1, 2)]
    whole = [row[1:] for row in solve_many([3, 1, 2], name, "native")]
    for cards in (
        dealt,
        [one.cards for one in dealt],
        [list(map(int, one.cards)) for one in dealt],
        [format_deal(one.cards) for one in dealt],
        b"".join(bytes(one.cards) for one in dealt),
    ):
        found = solve_many(cards, name)
        assert [row[1:] for row in found] == whole
        assert list(found.deals) == [1, 2, 3]


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        (["QS QD"], "deal 1: is not dealt from the deck of these rules"),
        ([deal(1).cards, [0] * 52], "deal 2: is not dealt from the deck"),
        (["QS QX"], "deal 1, card 2: 'QX' is not a card"),
        (bytes(53), "53 cards are not whole deals of 52 cards"),
        ([[300] * 52], "deal 1: is not dealt from the deck"),
        ([1, deal(1)], "deals: give numbers alone, or deals alone"),
    ],
)
def test_cards_that_are_no_deal_are_refused(cards: Any, wrong: str) -> None:
    with pytest.raises(SurveyError, match=wrong):
        solve_many(cards)


def test_columns_are_buffers() -> None:
    found = solve_many(range(2**64 - 3, 2**64), "giza")
    assert memoryview(found.deals).format == memoryview(found.nodes).format == "Q"
    assert list(memoryview(found.deals)) == [2**64 - 3, 2**64 - 2, 2**64 - 1]
    assert [found.names[code] for code in memoryview(found.outcomes)] == [
        one.reason or "won" for one in found
    ]
    assert len(solve_many([])) == 0


@pytest.mark.parametrize("outcome", ["open", "dropped"])
def test_a_deal_that_was_not_solved_has_no_verdict(outcome: str) -> None:
    found = replace(solve_many([1], "giza"), outcomes=bytes([OUTCOMES.index(outcome)]))
    with pytest.raises(AssertionError):
        found[0]


def test_workers_and_limits() -> None:
    alone = solve_many(range(1, 301), "pyramid", limits=Limits(nodes=10))
    shared = solve_many(range(1, 301), "pyramid", limits=Limits(nodes=10), workers=2)
    assert list(shared) == list(alone)
    assert alone.count("nodes") > 20
    for one, whole in zip(alone, solve_many(range(1, 301), "pyramid"), strict=True):
        assert one.verdict == "unknown" or one == whole


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(DealError, match="native deals are numbered"):
        solve_many([1, -1])
    with pytest.raises(DealError, match="freecell deals have 52 cards, the deck has 104"):
        solve_many([1], "double-pyramid", numbering="freecell")
    with pytest.raises(LimitError, match="seconds: many deals"):
        solve_many([1], limits=Limits(seconds=1))
