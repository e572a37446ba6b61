"""What `find --by` measures, and what explanations take, against other ways to the same."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from pyrtool import Card, Deal, Lost, PyrtoolError, Won, best, deal, find, shortest, solve
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.explain.difficulty import LEVELS, Level, Reasoning, reason
from pyrtool.base.limits import LimitError
from pyrtool.cli import progress
from pyrtool.game.deals import Numbering
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.surveys.find.journal import FindPart
from pyrtool.surveys.find.measures import MEASURES, MeasureName, count_matchings
from pyrtool.surveys.find.query import Found

from ..commands import answer, complaint, records

pytestmark = pytest.mark.usefixtures("in_this_process")

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
        dealt = deal(number, SMALL)
        count = sum(is_played(pairs, dealt.cards) for pairs in matchings(dealt.cards))
        assert count_matchings(dealt) == count
        assert count_matchings(dealt, 2) == min(count, 2)
        assert (count > 0) == solve(dealt).is_won
        counts.add(count)
    assert len(counts) > 5


def direct(name: MeasureName, rules: Rules, number: int) -> int | None:
    dealt = deal(number, rules)
    verdict = solve(dealt)
    if name == "order":
        block = find_block(dealt)
        return None if block is None else block.order
    if isinstance(verdict, Lost):
        left = best(dealt, "all").position.cards_left()
        return left if name in ("left", "least-left") else None
    if name == "length":
        found = shortest(dealt)
        assert isinstance(found, Won)
        return len(found.moves)
    if name == "passes":
        limited = (replace(dealt, rules=replace(rules, passes=passes)) for passes in (1, 2))
        return 1 + sum(solve(one).is_lost for one in limited)
    return count_matchings(dealt) if name == "matchings" else None


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


def test_a_measure_alone_ranks_the_ten_first() -> None:
    words = ("find", "1-300", "--unwinnable", "--by", "order", "--workers", "1")
    lines = answer(*words).splitlines()
    assert lines == answer(*words, "--hardest", "10").splitlines()
    assert lines[0] == "deal 40 (native), pyramid: a block of order 3" and len(lines) == 10


def test_a_level_that_is_rare_is_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "HINT_SECONDS", 0.0)
    with progress.FindProgress("find", 0, 1000, None, wanted="easy") as watch:
        for first in (1, 301, 601):
            watch.added(FindPart(first, first + 299, ()))
    message, *more = capsys.readouterr().err.splitlines()
    assert "none of 600 deals so far is winnable and easy: this game has hardly any" in message
    assert not more


DEALS = range(1, 31)
SHORT = Rules(rows=4, suits=3, total=7)
OPTIONS = ("--rows", "4", "--suits", "3", "--total", "7")


@cache
def alone(number: int) -> Reasoning:
    chosen = deal(number, SHORT)
    found = reason(chosen, solve(chosen))
    assert found is not None
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("lost", [False, True])
def test_the_level_and_the_verdict(level: Level, lost: bool) -> None:
    found = find(DEALS, SHORT, lost=lost, reasoning=level)
    wanted = [n for n in DEALS if (alone(n).verdict == "lost") == lost and alone(n).level == level]
    assert [one.number for one in found] == wanted
    for one in found:
        assert one.reasoning == alone(one.number)
        assert (one.rating is None) == lost


def test_the_hardest_technique_with_other_filters() -> None:
    technique = next(alone(n).technique for n in DEALS if alone(n).verdict == "lost")
    assert technique is not None
    found = find(DEALS, SHORT, lost=True, technique=technique, reasoning=LEVELS[0])
    wanted = [
        n
        for n in DEALS
        if (alone(n).verdict, alone(n).level, alone(n).technique) == ("lost", LEVELS[0], technique)
    ]
    assert [one.number for one in found] == wanted
    first = find(DEALS, SHORT, lost=True, technique=technique, reasoning=LEVELS[0], first=1)
    assert first == found[:1]
    (hardest,) = find(DEALS, SHORT, reasoning="several trials", hardest=1)
    assert hardest.reasoning == alone(hardest.number)
    assert hardest.rating is not None and hardest.rating.only_moves is not None


def test_unwinnable_deals_alone() -> None:
    found = find(DEALS, SHORT, lost=True)
    lost = [n for n in DEALS if solve(deal(n, SHORT)).is_lost]
    assert found == [Found(number) for number in lost]


def test_what_excludes_it() -> None:
    for more in ({"hardest": 2}, {"level": "hard"}, {"difficulty": (1.0, 2.0)}):
        with pytest.raises(PyrtoolError, match="lost: goes with"):
            find(DEALS, SHORT, lost=True, **more)
    with pytest.raises(PyrtoolError, match="unwinnable deals do not have it"):
        find(DEALS, SHORT, lost=True, themes=["red-herring"])
    with pytest.raises(PyrtoolError, match="packs 2"):
        find(DEALS, "double-pyramid", reasoning="one trial")


def test_what_the_command_prints() -> None:
    words = ("find", "1-30", *OPTIONS, "--unwinnable", "--reasoning", "no trial")
    wanted = [n for n in DEALS if (alone(n).verdict, alone(n).level) == ("lost", LEVELS[0])]
    lines = answer(*words).splitlines()
    assert lines[0] == f"deal {wanted[0]} (native), pyramid, rows 4, total 7, suits 3: unwinnable"
    assert lines[1] == f"  pure deduction; hardest technique: {alone(wanted[0]).technique}"
    assert len(lines) == 2 * len(wanted)
    numbers = answer(*words, "--format", "numbers").splitlines()
    assert numbers[1:] == list(map(str, wanted))
    made = records(answer(*words, "--format", "ndjson"))
    assert [one["deal"] for one in made] == wanted
    assert [one["reasoning"]["technique"] for one in made] == [alone(n).technique for n in wanted]
    done = answer("verify", "-", input=json.dumps(made[0]))
    assert "explained again" in done


def test_unwinnable_deals_are_ranked_by_what_they_have() -> None:
    words = ("find", "1-300", "-g", "giza", "--hardest", "3", "--unwinnable", "--by")
    assert answer(*words, "order").splitlines()[-1] == "deal 44 (native), giza: a block of order 5"
    assert "must stay" in answer(*words, "left")
    assert complaint(*words, "length") == "--by length: unwinnable deals have no such number"
    assert complaint(*words[:-1]) == (
        "--hardest: unwinnable deals have no difficulty: add --by left, least-left or order"
    )


AUTO = replace(GAMES["pyramid"], stock_waste="auto", goal="pyramid")
APART = replace(GAMES["pyramid"], stock_waste="no", goal="pyramid")


def test_deals_are_won_by_some_rules_and_lost_by_others() -> None:
    found = [one.number for one in find(range(1, 331), also_lost=[AUTO, APART])]
    assert found == [289, 329]
    for number in found:
        dealt = deal(number)
        assert solve(dealt).is_won
        assert all(solve(replace(dealt, rules=rules)).is_lost for rules in (AUTO, APART))
    numbers = answer(
        *("find", "1-300", "--also-lost", "pyramid, stock-waste auto, goal pyramid"),
        *("--also-won", "pyramid, overlap", "--format", "numbers", "--workers", 1),
    ).split()[-1:]
    assert numbers == ["289"]


@pytest.mark.parametrize("numbering", ["native", "pysolfc"])
def test_deals_are_won_by_exactly_one_of_two_games(numbering: Numbering) -> None:
    other = replace(GIZA, overlap=True)
    found = find(range(1, 31), "giza", numbering, differs_under="giza, overlap")
    expected = {}
    for number in range(1, 31):
        dealt = deal(number, "giza", numbering)
        here = solve(dealt).is_won
        if here != solve(Deal.of(dealt.cards, other)).is_won:
            expected[number] = int(here)
    assert {one.number: one.measured for one in found} == expected


def test_the_journal_of_a_search_by_two_games_resumes(tmp_path: Path) -> None:
    words = ("find", "1-60", "-g", "giza", "--differs-under", "giza, overlap", "--workers", 1)
    once = answer(*words)
    assert once.startswith("deal 3 (native), giza: lost, but won under giza, overlap\n")
    journal = ("--journal", tmp_path / "journal")
    assert answer(*words, *journal) == answer(*words, *journal) == once
    assert "was begun" in complaint(*words[:4], "--workers", 1, *journal)


def test_rules_that_cannot_be_compared_are_refused() -> None:
    assert "spanish: is played with another deck" in complaint("find", 1, "--also-won", "spanish")
    assert complaint("find", 1, "--also-won", "pyramid, packs 2").startswith("pyramid, packs 2: 76")
    wrong = complaint("find", 1, "--also-lost", "pyramid, overlep")
    assert "--also-lost: unknown rule 'overlep'" in wrong
    same = complaint("find", 1, "--differs-under", "pyramid")
    assert same == "rules cannot differ from themselves"
    twice = "--also-won par --also-lost par"
    for words in ("--also-lost pyramid", "--unwinnable --also-won pyramid", twice):
        for command in (["compose"], ["find", 1]):
            wrong = complaint(*command, *words.split())
            assert wrong.endswith(": no deal is both won and lost by the same rules")
    with pytest.raises(PyrtoolError, match="differs_under: goes with"):
        find([1], hardest=1, differs_under="pyramid, overlap")
