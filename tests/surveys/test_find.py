"""Looking through many deals: what is found, in which order, and that a search goes on."""

import json
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pyrtool import Rating, RatingLimits, Won, deal, rate, solve, survey
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.named_games import OF_PYSOLFC
from pyrtool.game.ranges import Ranges
from pyrtool.surveys.find.journal import FindPart, Journal, open_journal
from pyrtool.surveys.find.query import Found, Query
from pyrtool.surveys.find.search import RATED_DEALS, FindTask, find, look_for, look_through
from pyrtool.surveys.find.seeds import TITLES
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import LocalPool, ThisProcess, Unwatched
from pyrtool.surveys.reports import rules_text
from pyrtool.surveys.store import StoreError, checksum_of

from .. import commands
from ..commands import imported

pytestmark = pytest.mark.usefixtures("in_this_process")

GIZA = GAMES["giza"]
DEALS = 400


@pytest.fixture(scope="module")
def rated() -> dict[int, Rating]:
    verdicts = {number: solve(deal(number, GIZA)) for number in range(1, DEALS + 1)}
    return {
        number: rate(deal(number, GIZA), verdict.moves)
        for number, verdict in verdicts.items()
        if isinstance(verdict, Won)
    }


class Quiet(Unwatched):
    """An onlooker; the parts it sees may be limited, as if the process were killed then."""

    def __init__(self, parts: int = 1000) -> None:
        self.parts = parts

    def added(self, part: object, /) -> None:
        self.parts -= 1
        if not self.parts:
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def parts_of_100_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that some hundred deals make several parts."""
    monkeypatch.setitem(RATED_DEALS, "none", 100)


def search(query: Query, deals: Ranges = ((1, DEALS),), **more: Any) -> list[Found]:
    found: list[Found] = []
    pool = more.pop("pool", ThisProcess())
    watch, journal = more.pop("watch", Quiet()), more.pop("journal", None)
    look_for(query, deals, pool, watch, found.append, journal)
    return found


def test_the_hardest_come_first(rated: dict[int, Rating]) -> None:
    found = search(Query(Plan(GIZA, "giza"), hardest=7))
    # With fewer playouts easier deals are given up before they are rated.
    assert search(Query(Plan(GIZA, "giza"), hardest=7, limits=RatingLimits(playouts=10))) == found
    wanted = sorted(rated, key=lambda n: (-(rated[n].difficulty or 0), n))[:7]
    assert [one.number for one in found] == wanted
    assert [one.rating.plain for one in found if one.rating] == [rated[n].plain for n in wanted]


def test_what_is_wanted_of_difficulty_moves_and_kings(rated: dict[int, Rating]) -> None:
    plan = Plan(GIZA, "giza")
    found = search(Query(plan, difficulty=(4.0, 6.0), only_moves=(5, 9)))
    wanted = [
        number
        for number, rating in rated.items()
        if 4 <= (rating.difficulty or 0) <= 6 and 5 <= (rating.only_moves or 0) <= 9
    ]
    assert wanted and [one.number for one in found] == wanted
    rules = GAMES["bouquet"]
    kings = search(Query(Plan(rules, "bouquet"), rated=False, kings_in_stock=3))
    for one in kings:
        stock = deal(one.number, rules).cards[rules.tableau_size :]
        assert sum(card.rank == 13 for card in stock) == 3
    assert len(kings) > 10


def test_workers_change_nothing() -> None:
    query = Query(Plan(GIZA, "giza"), difficulty=(5.0, 99.0))
    deals = ((1, 350),)
    assert search(query, deals, pool=LocalPool(2)) == search(query, deals)


def test_a_journal_goes_on_where_it_stopped(tmp_path: Path) -> None:
    query = Query(Plan(GIZA, "giza"), difficulty=(5.0, 99.0))
    deals = ((1, 350),)
    path = tmp_path / "found"
    with open_journal(path, query, deals) as journal, pytest.raises(KeyboardInterrupt):
        search(query, deals, journal=journal, watch=Quiet(2))
    with open_journal(path, query, deals) as journal:
        assert len(list(journal.parts())) == 2
        found = search(query, deals, journal=journal)
    assert found and found == search(query, deals)
    with open_journal(path, query, deals) as journal:
        assert search(query, deals, journal=journal, watch=Quiet(1)) == found


@pytest.mark.parametrize(
    "query",
    [
        Query(Plan(GIZA), rated=False, hardest=2, by="least-left"),
        Query(Plan(Rules(rows=4, suits=3, total=7)), False, lost=True, reasoning="pure deduction"),
        Query(Plan(GIZA), easiest=3),
    ],
    ids=["measured", "reasoned", "easiest"],
)
def test_a_journal_keeps_what_was_found(query: Query, tmp_path: Path) -> None:
    path, deals = tmp_path / "found", ((1, 130),)
    with open_journal(path, query, deals) as journal:
        found = search(query, deals, journal=journal, pool=LocalPool(2))
    with open_journal(path, query, deals) as journal:
        assert search(query, deals, journal=journal, watch=Quiet(1)) == found != []
    plain = replace(query, hardest=None, easiest=None, by=None, reasoning=None)
    with pytest.raises(StoreError, match=r"was begun with (hardest|easiest|by|reasoning)"):
        open_journal(path, plain, deals)


def test_a_journal_of_another_search_is_refused(tmp_path: Path) -> None:
    query, deals = Query(Plan(GIZA, "giza")), ((1, 10),)
    path = tmp_path / "found"
    with (
        open_journal(path, query, deals),
        pytest.raises(OSError, match="another search is writing"),
    ):
        open_journal(path, query, deals)
    with pytest.raises(StoreError, match="begun without hardest, not with 3"):
        open_journal(path, Query(Plan(GIZA, "giza"), hardest=3), deals)
    with pytest.raises(StoreError, match=r"begun with deals \[\[1, 10\]\], not \[\[1, 11\]\]"):
        open_journal(path, query, ((1, 11),))
    with pytest.raises(StoreError, match="is a folder"):
        open_journal(tmp_path, query, deals)
    survey(GIZA, range(1, 11), ledger=tmp_path / "ledger")
    for other in (b"no journal", b"no journal" * 100, (tmp_path / "ledger").read_bytes()):
        path.write_bytes(other)
        with pytest.raises(StoreError, match="is not a journal"):
            open_journal(path, query, deals)
        assert path.read_bytes() == other


def run(*words: str) -> Result:
    return commands.run("find", *words, "--workers", "1")


def test_the_command(rated: dict[int, Rating]) -> None:
    done = run("--game", "giza", "1-300", "--hardest", "2")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "deal 99 (native), giza: master 9.85, 16 only moves"
    master = run("--game", "giza", "1-300", "--level", "master", "--format", "ndjson")
    records = [json.loads(line) for line in master.stdout.splitlines()]
    wanted = [n for n, rating in rated.items() if n <= 300 and rating.level == "master"]
    assert [record["deal"] for record in records] == wanted
    assert all(record["rating"]["stars"] == 5 and record["moves"] for record in records)


def test_deals_are_taken_as_they_are_by_solve(tmp_path: Path) -> None:
    words = ["--game", "giza", "--format", "numbers"]
    output = run("1-40", "44", "50-60", *words).stdout
    assert output.count("\n") > 10
    assert output == run("1-40", "44", "50-60", *words).stdout
    file = tmp_path / "deals.txt"
    file.write_text("12\n")
    for given in (str(file), "-"):
        refused = run("1-9", given, *words)
        assert refused.exit_code == 2
        assert refused.stderr.endswith(
            f"{'stdin' if given == '-' else given}: only numbers and ranges are allowed here, "
            "such as 1-1000\n"
        )
    mixed = run("1-9", "ms40000", "--numbering", "pysolfc")
    assert "numbers with ms and numbers without it cannot be mixed" in mixed.stderr


def test_a_list_of_winnable_numbers_in_the_numbering_of_pysolfc() -> None:
    words = ["--numbering", "pysolfc", "32000-32099", "--format", "numbers"]
    done = run("--game", "giza", *words)
    numbers = [int(line) for line in done.stdout.splitlines()[1:]]
    assert numbers == [n for n in range(32000, 32100) if solve(deal(n, "giza", "pysolfc")).is_won]


SEEDS = range(32000, 32008)
QUICK = ("relaxed", "giza", "pharaohs")


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in TITLES],
)
def test_a_module_of_seeds_for_pysolfc(name: str, tmp_path: Path) -> None:
    path = tmp_path / "seeds.py"
    words = ["--game", name, "--numbering", "pysolfc", f"{SEEDS[0]}-{SEEDS[-1]}"]
    done = run(*words, "--format", "pysolfc", "-o", str(path))
    assert (done.exit_code, done.stdout) == (0, "")
    rules = GAMES[name]
    assert rules.packs == 1 and OF_PYSOLFC.keys() - TITLES.keys() == {
        name for name in OF_PYSOLFC if GAMES[name].packs == 2
    }
    winnable = tuple(n for n in SEEDS if solve(deal(n, rules, "pysolfc")).is_won)
    assert winnable == imported(path).SOLVABLE_SEEDS
    levels = imported(path).SEED_LEVELS
    assert sorted(seed for seeds in levels.values() for seed in seeds) == list(winnable)
    rated = find(SEEDS, rules, "pysolfc")
    assert {one.number: one.rating.level for one in rated if one.rating} == {
        seed: level for level, seeds in levels.items() for seed in seeds
    }
    text = path.read_text()
    assert max(map(len, text.splitlines())) < 80
    comment = " ".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))
    assert f"{len(winnable)} of {len(SEEDS)} seeds. All others of {SEEDS[0]}-{SEEDS[-1]}" in comment
    assert rules_text(rules, "pyramid") in comment
    made_by = comment.partition("Made by: pyrtool find ")[2].partition("The seeds by")[0].split()
    assert run(*made_by).stdout == text


def test_a_module_of_no_seeds_or_one(tmp_path: Path) -> None:
    words = ["--game", "giza", "--numbering", "pysolfc", "--format", "pysolfc"]
    for number, winnable in ((32001, ()), (32000, (32000,))):
        path = tmp_path / f"{number}.py"
        assert run(*words, str(number), "-o", str(path)).exit_code == 0
        assert winnable == imported(path).SOLVABLE_SEEDS


@pytest.mark.parametrize("format", ["text", "json", "ndjson", "numbers"])
def test_every_format_is_written_to_a_file(format: str, tmp_path: Path) -> None:
    path = tmp_path / "found"
    words = ["1-12", "-g", "giza", "--format", format]
    done = run(*words, "-o", str(path))
    assert (done.exit_code, done.stdout) == (0, "")
    assert path.read_text() == run(*words).stdout != ""


def test_a_search_that_fails_writes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("pyrtool.cli.commands.find.look_for", fail)
    done = run("1-12", "-g", "giza", "--format", "json", "-o", str(tmp_path / "found"))
    assert done.exit_code == 1 and list(tmp_path.iterdir()) == []


def test_that_nothing_was_found_is_reported() -> None:
    result = run("1", "--kings-in-stock", "4")
    assert (result.exit_code, result.stdout) == (0, "")
    words = "nothing was found: none of 1 deals is winnable and as wanted"
    assert result.stderr == f"pyrtool: {words}\n"


BOUNDED = {
    "--level hard": ([], 3),
    "--level moderate": ([3, 11, 28, 51], 3),
    "--level easy": ([2, 14, 22, 33, 44, 48, 49, 55, 58], 0),
    "--difficulty 2-": ([3, 11, 28, 51], 0),
    "--difficulty 2.2-2.9": ([3, 11, 28, 51], 3),
    "--hardest 1": ([3], 3),
    "--easiest 1": ([2], 0),
    "--level hard --first 1": ([], 3),
    "--level moderate --first 1": ([3], 0),
}
"""What is found of deals 1 to 60 of Nestor, and of how many more a limit leaves it open: of 3, 11
and 51, which are hard, hard and master, only that no game of 2,000 is won."""


@pytest.mark.parametrize("words", BOUNDED)
def test_a_bound_leaves_open_what_is_wanted(words: str) -> None:
    found, left_open = BOUNDED[words]
    limited = ("1-60", "-g", "nestor", "--limit-positions", "1", "--format", "numbers")
    result = run(*limited, *words.split())
    assert [int(line) for line in result.stdout.splitlines()[1:]] == found
    open_deals = f"pyrtool: a limit leaves open whether {left_open} deals are as wanted; raise "
    assert result.exit_code == (3 if left_open else 0)
    assert result.stderr.startswith(open_deals if left_open else "") and (
        left_open or not result.stderr
    )


def test_a_limit_on_nodes_leaves_open_what_is_wanted(tmp_path: Path) -> None:
    """Also where a search goes on from its journal."""
    path = str(tmp_path / "found")
    words = ("1-60", "-g", "nestor", "--limit-nodes", "1", "--only-moves", "3-")
    for _ in range(2):
        result = run(*words, "--hardest", "2", "--journal", path)
        assert (result.exit_code, result.stdout) == (3, "")
        assert "a limit leaves open whether 13 deals are as wanted" in result.stderr
    with Journal.open(Path(path)) as journal:
        assert sum(part.left_open for part in journal.parts()) == 13


QUERIES = (Query(Plan(GIZA, "giza"), difficulty=(5.0, 99.0)), Query(Plan(GIZA), hardest=4))


@pytest.mark.parametrize("query", QUERIES)
def test_flipped_bytes_of_a_journal_are_seen_or_change_nothing(
    query: Query, tmp_path: Path
) -> None:
    path, deals = tmp_path / "found", ((1, 120),)
    with open_journal(path, query, deals) as book:
        found = search(query, deals, journal=book)
    content, chance = path.read_bytes(), random.Random(5)
    refused = 0
    for kind in range(60):
        changed = bytearray(content)
        for _ in range((1, 3)[kind % 2]):
            changed[chance.randrange(len(changed))] ^= chance.randrange(1, 256)
        path.write_bytes(changed)
        try:
            with open_journal(path, query, deals) as book:
                kept = tuple(book.parts())
            assert kept == whole(query)
        except StoreError as error:
            assert str(path) in str(error) and "\n" not in str(error)
            refused += 1
            try:
                with open_journal(path, query, deals, redo_damaged=True) as book:
                    kept = tuple(book.parts())
            except StoreError:  # nothing of it can be read
                continue
        assert set(kept) <= set(whole(query))
    assert refused > 15
    path.write_bytes(content)
    change(path, "UPDATE shard SET last = '80' WHERE first = '1'")
    with pytest.raises(StoreError, match=r"journal is damaged \(shard 1-80: .*`find --redo"):
        open_journal(path, query, deals)
    with open_journal(path, query, deals, redo_damaged=True) as book:
        assert book.done() == ((101, 120),)
        assert search(query, deals, journal=book) == found
    assert list(tmp_path.iterdir()) == [path]


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


@cache
def whole(query: Query) -> tuple[FindPart, ...]:
    return tuple(look_through(FindTask(query, first, min(first + 99, 120))) for first in (1, 101))


def test_a_checksum_does_not_allow_what_is_no_part(tmp_path: Path) -> None:
    query, deals, path = QUERIES[0], ((1, 320),), tmp_path / "found"
    with open_journal(path, query, deals) as book:
        search(query, deals, journal=book)
        identity = book.identity
    content = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        (sound,) = connection.execute("SELECT found FROM shard WHERE first = '201'").fetchone()
    for wrong in (
        "[",
        "null",
        "[" * 100_000,
        "9" * 5_000,
        '[{"number": 207}]',
        sound.replace('"number": 2', '"number": 4'),
        sound.replace('"positions": ', '"positions": -'),
        sound.replace('"chance": ', '"chance": 1e'),
    ):
        assert wrong != sound
        path.write_bytes(content)
        checksum = checksum_of(("201", "300", wrong, 0), identity)
        forge = "UPDATE shard SET found = ?, checksum = ? WHERE first = '201'"
        change(path, forge, wrong, checksum)
        with pytest.raises(StoreError, match="shard 201-300: "):
            open_journal(path, query, deals)
        with open_journal(path, query, deals, redo_damaged=True) as book:
            assert book.done() == ((1, 200), (301, 320))


def test_no_module_needs_fcntl() -> None:
    code = (
        "import sys, importlib; sys.modules['fcntl'] = None; "
        "[importlib.import_module(f'pyrtool.{name}') for name in "
        "('surveys.find', 'surveys', 'base.files', 'cli.app', 'cli.commands.find', "
        "'cli.interrupts')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
