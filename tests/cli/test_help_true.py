"""What help pages say is so: claims that were false once, beside what the commands do."""

from __future__ import annotations

import json
from typing import Any

from pyrtool.answers.kings import harmless_kings, kings
from pyrtool.answers.rating import RatingLimits
from pyrtool.cli.commands import COMMANDS as NAMES
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import DealStock, Position

from ..commands import answer, complaint, run
from ..declared import commands


def said(name: str) -> str:
    """A help page without its frames, in one line."""
    page = answer(*name.split(), "--help")
    return " ".join(page.replace("│", " ").split())


def test_find_gives_no_verdict_up() -> None:
    assert "verdicts have no node limit [default 1,000,000]" in said("find")
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
        assert limits in said(name)
        assert run(name, *words, "--limit-nodes", "1").exit_code == 3
    assert "verdicts have no node limit" not in said("solve")


def test_find_alone_takes_numbers_only() -> None:
    told = " ".join(answer("--help").split())
    assert "`find` takes numbers and ranges only" in told
    assert complaint("find", "-").startswith("stdin: only numbers and ranges are allowed here")
    text = answer("deal", "2", "-g", "giza")
    for name in ("solve", "blocks", "rate", "deal"):
        assert run(name, "-", "-g", "giza", input=text).exit_code == 0


def test_deals_stand_once_in_the_usage_of_every_page() -> None:
    for name in commands():
        assert "[[" not in said(name), name
    assert "[DEALS...]" in said("site")


def test_sampler_and_strongest_keep_a_king_that_may_have_to_wait() -> None:
    assert "sampler and strongest do so where it never hurts" in said("watch")
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
    told: Any = answer("--help")
    assert all(f" {name} " in told for name in NAMES)
