"""`find` by what explanations take, against the explanation of each deal by itself."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from pyrtool.answers.explain.reasoning import LEVELS, Level, Reasoning, reason
from pyrtool.answers.solve import Lost, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules
from pyrtool.surveys.find import JournalError, Query, find, look_for, open_journal
from pyrtool.surveys.find.query import Found
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.work.pools import ThisProcess
from pyrtool.surveys.work.queue import Unwatched

from ..commands import answer, complaint, records

DEALS = range(1, 31)
SMALL = Rules(rows=4, suits=3, total=7)
OPTIONS = ("--rows", "4", "--suits", "3", "--total", "7")


@cache
def alone(number: int) -> Reasoning:
    chosen = deal(number, SMALL)
    found = reason(chosen, solve(chosen))
    assert found is not None
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("lost", [False, True])
def test_the_level_and_the_verdict(level: Level, lost: bool) -> None:
    found = find(DEALS, SMALL, lost=lost, reasoning=level)
    wanted = [n for n in DEALS if (alone(n).verdict == "lost") == lost and alone(n).level == level]
    assert [one.number for one in found] == wanted
    for one in found:
        assert one.reasoning == alone(one.number)
        assert (one.rating is None) == lost


def test_the_hardest_technique_with_other_filters() -> None:
    technique = next(alone(n).technique for n in DEALS if alone(n).verdict == "lost")
    assert technique is not None
    found = find(DEALS, SMALL, lost=True, technique=technique, reasoning=LEVELS[0])
    wanted = [
        n
        for n in DEALS
        if (alone(n).verdict, alone(n).level, alone(n).technique) == ("lost", LEVELS[0], technique)
    ]
    assert [one.number for one in found] == wanted
    first = find(DEALS, SMALL, lost=True, technique=technique, reasoning=LEVELS[0], first=1)
    assert first == found[:1]
    (hardest,) = find(DEALS, SMALL, reasoning="several trials", hardest=1)
    assert hardest.reasoning == alone(hardest.number)
    assert hardest.rating is not None and hardest.rating.only_moves is not None


def test_unwinnable_deals_alone() -> None:
    found = find(DEALS, SMALL, lost=True)
    lost = [n for n in DEALS if isinstance(solve(deal(n, SMALL)), Lost)]
    assert found == [Found(number) for number in lost]


def test_what_excludes_it() -> None:
    for more in ({"hardest": 2}, {"level": "hard"}, {"difficulty": (1.0, 2.0)}):
        with pytest.raises(PyrtoolError, match="lost: goes with"):
            find(DEALS, SMALL, lost=True, **more)
    with pytest.raises(PyrtoolError, match="unwinnable deals do not have it"):
        find(DEALS, SMALL, lost=True, themes=["red-herring"])
    with pytest.raises(PyrtoolError, match="packs 2"):
        find(DEALS, "double-pyramid", reasoning="one trial")


def test_a_journal_keeps_it(tmp_path: Path) -> None:
    query = Query(Plan(SMALL), False, lost=True, reasoning="pure deduction")
    plain = Query(Plan(SMALL), False, lost=True)
    path = tmp_path / "journal"
    found: list[list[Found]] = [[], []]
    with open_journal(path, query, ((1, 30),)) as journal:
        look_for(query, ((1, 30),), ThisProcess(), Unwatched(), found[0].append, journal)
    with open_journal(path, query, ((1, 30),)) as journal:
        assert sum(part.deals for part in journal.parts) == 30
        look_for(query, ((1, 30),), ThisProcess(), Unwatched(), found[1].append, journal)
    assert found[0] == found[1] and found[0]
    with pytest.raises(JournalError, match="reasoning"):
        open_journal(path, plain, ((1, 30),))
    lines = path.read_text().splitlines()
    changed = lines[1].replace('"pure deduction"', '"one trial"')
    path.write_text("\n".join([lines[0], changed, ""]))
    assert changed != lines[1]
    with pytest.raises(JournalError, match="line 2"):
        open_journal(path, query, ((1, 30),))


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


def test_what_the_command_rejects() -> None:
    assert "unknown technique 'x': must be order, " in complaint("find", "1-2", "--technique", "x")
    assert "must be no trial, one trial" in complaint("find", "1-2", "--reasoning", "x")
    line = complaint("find", "1-2", "--unwinnable", "--hardest", "2")
    assert line == (
        "--unwinnable and --hardest exclude each other: unwinnable deals have no difficulty"
    )
