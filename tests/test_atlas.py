"""`survey atlas`: every game stands in it once, with the rates that ledgers have."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrtool.deals import dealer
from pyrtool.family import KNOWN
from pyrtool.games import GAMES
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.packing import bulk

from .test_cli import answer, complaint, run

ROOT = Path(__file__).parent.parent


def survey(folder: Path, name: str, *words: str) -> str:
    ledger = str(folder / f"{name}.db")
    told = run("survey", "run", *words, "--ledger", ledger, "--workers", "1")
    assert told.exit_code == (3 if "--limit-nodes" in words else 0)
    return ledger


def test_every_game_stands_in_the_atlas_once() -> None:
    for text in (answer("survey", "atlas"), (ROOT / "docs" / "atlas.md").read_text()):
        lines = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
        assert sorted(lines) == sorted(KNOWN)
        for told in KNOWN.values():
            assert f"## {told.family}" in text and told.source in text


def test_the_rates_are_those_of_the_ledgers(tmp_path: Path) -> None:
    giza = survey(tmp_path, "giza", "1-200", "-g", "giza")
    few = survey(tmp_path, "few", "1-40", "--limit-nodes", "20")
    text = answer("survey", "atlas", giza, few)
    by_game = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    won = sum(": won" in line for line in answer("solve", "1-200", "-g", "giza").splitlines())
    assert f"| 1-200 | {won / 2:.2f} | " in by_game["giza"] and "| none |" in by_game["giza"]
    assert "Relaxed Pyramid" in by_game["microsoft"] or "relaxed" in by_game["microsoft"]
    assert "| none |" not in by_game["pyramid"] and "| 1-40 |" in by_game["pyramid"]
    assert by_game["dozen"].endswith("|  |  |  |  |  |  |  |")


def test_what_has_no_place_in_an_atlas_is_refused(tmp_path: Path) -> None:
    one = survey(tmp_path, "one", "1-2")
    again = survey(tmp_path, "again", "3-4")
    changed = survey(tmp_path, "changed", "1-2", "--passes", "5")
    scores = survey(tmp_path, "scores", "1-2", "-g", "par", "--best", "score")
    assert "two ledgers of pyramid: merge them first" in complaint("survey", "atlas", one, again)
    assert "pyramid, passes 5: is no named game" in complaint("survey", "atlas", changed)
    assert "verdicts of all native deals only" in complaint("survey", "atlas", scores)


NODES = {
    "pharaohs": (1, 1281),
    "dozen": (21, 4367),
    "giza-triangle": (84, 14262),
    "elizabeth": (18, 120373),
    "tower": (109, 181796),
    "spanish": (17, 51935),
    "alonso": (75, 104188),
    "reserve": (96, 290663),
    "triangle": (131, 76783),
    "thirteen": (15, 146627),
}
"""How many of native deals 1 to 200 are won, and the nodes of all."""


@pytest.mark.parametrize("name", NODES)
def test_nodes_and_wins_of_native_deals_1_to_200(name: str) -> None:
    outcomes, nodes = bytearray(200), memoryview(bytearray(800)).cast("I")
    bulk(GAMES[name]).deal_outcomes(dealer(1, "native", GAMES[name]), 1, outcomes, nodes, 2**40)
    won = sum(OUTCOMES[outcome] == "won" for outcome in outcomes)
    assert (won, sum(nodes)) == NODES[name]
