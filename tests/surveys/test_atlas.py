"""`survey atlas`: every game is in it once, with the rates that ledgers have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyrtool.answers.kernels.build import bulk
from pyrtool.base.version import SOLVER_VERSION
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES
from pyrtool.game.named_games import KNOWN
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.surveys.atlas import published_rates

from ..commands import answer, complaint, run
from ..paths import page

CLEAR_3 = ("-g", "clear", "--passes", "3")


def survey(folder: Path, name: str, *words: str) -> str:
    ledger = str(folder / f"{name}.db")
    result = run("survey", "run", *words, "--ledger", ledger, "--workers", "1")
    assert result.exit_code == (3 if "--limit-nodes" in words else 0)
    return ledger


def solved_for(by: str) -> str:
    return answer("solve", "1-12", "--best", by, "--format", "ndjson")


def test_every_game_stands_in_the_atlas_once() -> None:
    for text in (answer("survey", "atlas"), page("win-rates").read_text()):
        games, elsewhere, _ = text.partition("## Published rates")
        assert elsewhere
        lines = [line.split("`")[1] for line in games.splitlines() if line.startswith("| `")]
        assert sorted(lines) == sorted(KNOWN)
        for facts in KNOWN.values():
            assert f"## {facts.family}" in text and facts.source in text


def test_the_rates_are_those_of_the_ledgers(tmp_path: Path) -> None:
    giza = survey(tmp_path, "giza", "1-200", "-g", "giza")
    few = survey(tmp_path, "few", "1-40", "--limit-nodes", "20")
    text = answer("survey", "atlas", giza, few)
    games = text.partition("## Published rates")[0].splitlines()
    by_game = {line.split("`")[1]: line for line in games if line.startswith("| `")}
    won = sum(": won" in line for line in answer("solve", "1-200", "-g", "giza").splitlines())
    assert f"| 1-200 | {won / 2:.2f} | " in by_game["giza"] and "| none |" in by_game["giza"]
    assert "Relaxed Pyramid" in by_game["microsoft"] or "relaxed" in by_game["microsoft"]
    assert "| none |" not in by_game["pyramid"] and "| 1-40 |" in by_game["pyramid"]
    assert by_game["dozen"].endswith("|  |  |  |  |  |  |")
    assert by_game["giza"].endswith(f" | {SOLVER_VERSION} |") and "nodes" not in text
    assert text == answer("survey", "atlas", giza, few)


def test_published_rates_are_beside_what_was_found(tmp_path: Path) -> None:
    three = survey(tmp_path, "three", "1-40", "-g", "clear", "--passes", "3")
    text = answer("survey", "atlas", three)
    for one in published_rates():
        known = one.is_quoted or any(one.rules == GAMES[name] for name in KNOWN)
        assert (f"| `{one.title}` | {one.rate} | {one.of} | {one.source} |" in text) == known
    (line,) = (line for line in text.splitlines() if "playsolitaire.io" in line)
    won = sum(": won" in line for line in answer("solve", "1-40", *CLEAR_3).splitlines())
    assert "65.8% | 1,520 deals" in line and f"| {2.5 * won:.2f} | " in line
    assert line.endswith(f"| 40 | {SOLVER_VERSION} |")
    for rate in ("9.02%", "6.80%", "22.77%", "15.92%", "10%", "around 2%", "36.53%"):
        assert f"| {rate} |" in text


def test_the_fewest_cards_left_are_counted_as_in_old_books(tmp_path: Path) -> None:
    books = [survey(tmp_path, by, "1-12", "--best", by) for by in ("all", "pyramid")]
    left, stay = (
        [json.loads(line)[f"{where}_left"] for line in solved_for(by).splitlines()]
        for by, where in (("all", "cards"), ("pyramid", "pyramid"))
    )
    rows = answer("survey", "atlas", *books).split("old books: `pyramid`")[1].splitlines()
    for row in rows[-max(left) - 1 :]:
        cards, here, fewer, there, few = (float(cell) for cell in row.split("|")[1:-1])
        for share, upto, found in ((here, fewer, left), (there, few, stay)):
            assert share == pytest.approx(100 * found.count(int(cards)) / 12, abs=0.01)
            assert upto == pytest.approx(100 * sum(n <= cards for n in found) / 12, abs=0.01)
    assert f"must stay in {100 * sum(n <= 12 for n in left) / 12:.2f}% of 12 deals" in rows[2]
    assert f"(solver {SOLVER_VERSION})" in rows[2]


def test_what_has_no_place_in_an_atlas_is_refused(tmp_path: Path) -> None:
    one = survey(tmp_path, "one", "1-2")
    again = survey(tmp_path, "again", "3-4")
    changed = survey(tmp_path, "changed", "1-2", "--passes", "5")
    scores = survey(tmp_path, "scores", "1-2", "-g", "par", "--best", "score")
    assert "two ledgers of pyramid: merge them first" in complaint("survey", "atlas", one, again)
    unnamed = "pyramid, passes 5: is no named game, and has no published rate"
    assert unnamed in complaint("survey", "atlas", changed)
    assert "verdicts, and fewest cards left, of all" in complaint("survey", "atlas", scores)


NODES = {
    "pharaohs": (1, 1281),
    "dozen": (21, 4367),
    "giza-triangle": (84, 4961),
    "elizabeth": (18, 2937),
    "tower": (109, 190318),
    "spanish": (17, 50631),
    "alonso": (75, 4072),
    "reserve": (96, 7497),
    "triangle": (131, 34321),
    "thirteen": (15, 129494),
}
"""How many of native deals 1 to 200 are won, and the nodes of all."""


@pytest.mark.parametrize("name", NODES)
def test_nodes_and_wins_of_native_deals_1_to_200(name: str) -> None:
    outcomes, nodes = bytearray(200), memoryview(bytearray(800)).cast("I")
    bulk(GAMES[name]).deal_outcomes(dealer(1, "native", GAMES[name]), 1, outcomes, nodes, 2**40)
    won = sum(OUTCOMES[outcome] == "won" for outcome in outcomes)
    assert (won, sum(nodes)) == NODES[name]
