"""What help pages say is so: claims that were false once, beside what the commands do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyrtool.answers.closed import View
from pyrtool.answers.kings import harmless_kings, kings
from pyrtool.answers.rating import RatingLimits
from pyrtool.base.limits import Limits
from pyrtool.cli.commands import COMMANDS as NAMES
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import DealStock, Position

from ..commands import answer, complaint, run
from ..declared import commands


def help_of(name: str) -> str:
    """A help page without its frames, in one line."""
    page = answer(*name.split(), "--help")
    return " ".join(page.replace("│", " ").split())


def test_find_gives_no_verdict_up() -> None:
    assert "verdicts have no node limit [default 1,000,000]" in help_of("find")
    assert RatingLimits.nodes == 1_000_000
    for game in ("microsoft", "giza"):
        words = ("find", "1-30", "-g", game, "--level", "easy", "--workers", "1")
        found = [
            [record["deal"] for record in json.loads(answer(*words, "--format", "json", *limit))]
            for limit in ((), ("--limit-nodes", "1"))
        ]
        assert found[0] == found[1] != []
    rated = ("find", "9", "-g", "microsoft", "--limit-positions", "1", "--playouts", "100")
    assert "1 only move" in answer(*rated, "--workers", "1")
    assert "? only moves" in run(*rated, "--workers", "1", "--limit-nodes", "1").stdout


def test_elsewhere_a_limit_leaves_an_answer_unknown() -> None:
    limits = "Search nodes per answer; beyond, it is unknown"
    for name, words in (
        ("solve", ("9", "-g", "microsoft")),
        ("rate", ("9", "-g", "microsoft")),
        ("advise", ("9", "-g", "microsoft")),
        ("par", ("1",)),
    ):
        assert limits in help_of(name)
        assert run(name, *words, "--limit-nodes", "1").exit_code == 3
    assert "verdicts have no node limit" not in help_of("solve")


def test_find_alone_takes_numbers_only() -> None:
    page = " ".join(answer("--help").split())
    assert "`find` takes numbers and ranges only" in page
    assert complaint("find", "-").startswith("stdin: only numbers and ranges are allowed here")
    text = answer("deal", "2", "-g", "giza")
    for name in ("solve", "blocks", "rate", "deal"):
        assert run(name, "-", "-g", "giza", input=text).exit_code == 0


def test_deals_stand_once_in_the_usage_of_every_page() -> None:
    for name in commands():
        assert "[[" not in help_of(name), name
    assert "[DEALS...]" in help_of("site")


def test_sampler_and_strongest_keep_a_king_that_may_have_to_wait() -> None:
    assert "those that sample orders do so where it never hurts" in help_of("watch")
    waits = [table for table in tables() if [*kings(table)] != [*harmless_kings(table)]]
    assert waits


def tables() -> list[Position]:
    """Positions of King Tut in the first pass, in which cards are dealt three at a time."""
    found: list[Position] = []
    for number in range(1, 9):
        table = Position.start(deal(number, GAMES["king-tut"]))
        for _ in range(8):
            found.append(table)
            table = table.play(DealStock())
    return found


def test_every_command_is_listed() -> None:
    text: Any = answer("--help")
    assert all(f" {name} " in text for name in NAMES)


def test_the_game_that_is_played_without_a_name_is_the_default() -> None:
    assert "[default giza without DEAL, else pyramid]" in help_of("play")
    assert ", giza" in run("play", input="quit\n").stdout.splitlines()[0]
    closed = run("play", "87", input="quit\n").stdout
    assert closed == run("play", "87", "-g", "pyramid", input="quit\n").stdout
    assert ", tut" in run("play", "-g", "tut-single", input="quit\n").stdout.splitlines()[0]


def test_the_file_of_the_progress_has_either_name(tmp_path: Path) -> None:
    """`--ledger` for a survey, `--journal` for `find`, as their files differ: each takes both."""
    words = ("1-9", "-g", "giza", "--workers", "1")
    names = {"survey run": ("--ledger", "--journal"), "find": ("--journal", "--ledger")}
    for name, (own, other) in names.items():
        assert own in help_of(name) and other not in help_of(name)
        command = name.split()
        first, second = tmp_path / f"{command[0]}-1", tmp_path / f"{command[0]}-2"
        shown = answer(*command, *words, own, str(first))
        assert answer(*command, *words, f"{other}={second}") == shown
        assert answer(*command, *words, other, str(first)) == shown
        assert first.exists() and second.exists()


def test_a_word_after_two_dashes_is_no_option() -> None:
    assert "--ledger" in complaint("find", "--", "--ledger")


def test_one_option_limits_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """`advise --closed` samples for as long; an older name of that still works."""
    assert "--limit-seconds" in help_of("advise") and " --seconds" not in help_of("advise")
    asked: list[tuple[int | None, float | None]] = []

    def weighed(view: View, orders: int | None, limits: Limits, seed: int) -> list[object]:
        asked.append((orders, limits.seconds))
        return []

    monkeypatch.setattr("pyrtool.cli.commands.advise.weigh", weighed)
    monkeypatch.setattr("pyrtool.cli.commands.advise.chances_text", lambda *_: "")
    words = ("advise", "87", "--closed")
    for more in (("--limit-seconds", "2"), ("--seconds", "2"), ("--orders", "9"), ()):
        answer(*words, *more)
    answer(*words, "--orders", "9", "--limit-seconds", "2")
    assert asked == [(None, 2.0), (None, 2.0), (9, None), (4000, None), (9, 2.0)]
