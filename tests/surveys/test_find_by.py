"""Records: what `find --by` measures, against other ways to the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest

from pyrtool.answers.best.best import best
from pyrtool.answers.blocks import find_block
from pyrtool.answers.solve import Lost, Won, shortest, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LimitError
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.surveys.find import Query, open_journal
from pyrtool.surveys.find.measures import MEASURES, MeasureName, count_matchings
from pyrtool.surveys.plan import Plan

from ..commands import answer, complaint

GIZA = GAMES["giza"]
SMALL = Rules(rows=3, columns=(5, 2), stock="none", total=4)
MATCHED = (
    "matchings are counted where all cards are laid out and must be discarded, each rank "
    "matches one other, and there are no overlap discards"
)


def matchings(cards: tuple[Card, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair a small deck, as places: aces with threes, twos with each other."""
    at = {rank: [i for i, card in enumerate(cards) if card.rank == rank] for rank in (1, 2, 3)}
    first, *others = at[2]
    pairs_of_twos = [
        [(first, other), (rest[0], rest[1])]
        for other in others
        for rest in [[two for two in others if two != other]]
    ]
    for threes, twos in product(permutations(at[3]), pairs_of_twos):
        yield [*zip(at[1], threes, strict=True), *twos]


def is_played(pairs: list[tuple[int, int]], cards: tuple[Card, ...]) -> bool:
    """Whether these pairs can all be discarded: any that can go goes."""
    covers = Layout.of(SMALL).covers
    left = set(range(len(cards)))
    groups = [*pairs, *((i,) for i, card in enumerate(cards) if card.rank == 4)]
    while True:
        free = [g for g in groups if set(g) <= left and not any(left & set(covers[i]) for i in g)]
        if not free:
            return not left
        left -= {i for group in free for i in group}


def test_matchings_are_counted() -> None:
    counts = set()
    for number in range(1, 60):
        cards = deal(number, SMALL).cards
        count = sum(is_played(pairs, cards) for pairs in matchings(cards))
        assert count_matchings(Deal.of(cards, SMALL)) == count
        assert count_matchings(Deal.of(cards, SMALL), 2) == min(count, 2)
        assert (count > 0) == isinstance(solve(Deal.of(cards, SMALL)), Won)
        counts.add(count)
    assert len(counts) > 5


def direct(name: MeasureName, rules: Rules, number: int) -> int | None:
    cards = deal(number, rules).cards
    verdict = solve(Deal.of(cards, rules))
    if name == "order":
        block = find_block(Deal.of(cards, rules))
        return None if block is None else block.order
    if isinstance(verdict, Lost):
        left = best(Deal.of(cards, rules), "all").position.cards_left()
        return left if name in ("left", "least-left") else None
    if name == "length":
        found = shortest(Deal.of(cards, rules))
        assert isinstance(found, Won)
        return len(found.moves)
    if name == "passes":
        lost = (isinstance(solve(Deal.of(cards, replace(rules, passes=p))), Lost) for p in (1, 2))
        return 1 + sum(lost)
    return count_matchings(Deal.of(cards, rules)) if name == "matchings" else None


@pytest.mark.parametrize(
    ("name", "game", "deals"),
    [
        ("length", "microsoft", 100),
        pytest.param("passes", "microsoft", 60, marks=pytest.mark.slow),
        ("left", "giza", 40),
        ("least-left", "giza", 40),
        ("order", "pyramid", 100),
        ("matchings", "giza", 40),
    ],
)
def test_what_is_printed_is_the_record(name: MeasureName, game: str, deals: int) -> None:
    rules, measure = GAMES[game], MEASURES[name]
    values = {number: direct(name, rules, number) for number in range(1, deals + 1)}
    known = {n: v for n, v in values.items() if v is not None}
    if name == "matchings":
        known = {n: v for n, v in known.items() if v < 1000}
    sign = -1 if measure.most else 1
    order = sorted(known, key=lambda number: (sign * known[number], number))[:3]
    words = ["find", f"1-{deals}", "--game", game, "--by", name, "--hardest", "3"]
    lines = answer(*words, "--workers", "1").splitlines()
    expected = [f"deal {n} (native), {game}: {measure.text.format(known[n])}" for n in order]
    assert lines == expected and expected


def test_a_journal_keeps_what_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "left.find"
    words = ["find", "1-60", "--game", "giza", "--by", "least-left", "--hardest", "2"]
    output = answer(*words, "--journal", str(path), "--workers", "1")
    assert answer(*words, "--journal", str(path), "--workers", "1") == output
    query = Query(Plan(GIZA, "giza", memory_mib=1024), rated=False, hardest=2, by="least-left")
    with open_journal(path, query, ((1, 60),)) as journal:
        assert journal.done() == ((1, 60),)
        assert all(found.measured for part in journal.parts for found in part.found)
    assert "was begun with by" in complaint(
        "find", "1-60", "-g", "giza", "--hardest", "2", "--journal", str(path)
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "length"], "--by needs --hardest: "),
        (["--by", "length", "--hardest", "2", "--format", "json"], "--by and --format json exc"),
        (["--by", "length", "--hardest", "2", "--level", "easy"], "--by and --level exclude"),
        (["--by", "passes", "--hardest", "2"], "--by passes: these rules have no stock"),
        (["--by", "matchings", "--hardest", "2", "--overlap"], f"--by matchings: {MATCHED}"),
        (["--by", "beauty", "--hardest", "2"], "--by 'beauty': must be length, "),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    assert complaint("find", "1-60", "-g", "giza", *words).startswith(message)


def test_a_limit_ends_the_search() -> None:
    words = ["find", "1-60", "-g", "king-tut", "--by", "length", "--hardest", "2"]
    message = complaint(*words, "--limit-memory", "1", "--workers", "1", status=3)
    assert message == "deal 21: no verdict within 1 MiB"


def test_matchings_need_a_game_that_is_paired() -> None:
    for rules in (Rules(), replace(GIZA, overlap=True)):
        with pytest.raises(PyrtoolError, match=f"^rules: {MATCHED}$"):
            count_matchings(deal(1, rules))


@pytest.mark.parametrize("most", [0, -1])
def test_as_many_matchings_as_are_counted_are_positive(most: int) -> None:
    with pytest.raises(LimitError, match=f"^most: {most} is not a positive number$"):
        count_matchings(deal(2, GIZA), most)


def test_one_is_printed_in_the_singular() -> None:
    small = ("1-20", "--rows", "1", "--total", "3", "--suits", "1")
    assert {
        line.split(": ")[1]
        for line in answer("find", *small, "--by", "passes", "--hardest", "20").splitlines()
    } == {"1 pass is needed"}
    assert answer("find", "2", "-g", "giza").endswith(": hard 3.22, 1 only move\n")
    assert answer("find", "8", "-g", "giza").endswith(": moderate 2.60, 6 only moves\n")
    assert MEASURES["left"].words(1) == MEASURES["least-left"].words(1) == "1 card must stay"
