"""Surveys of the fewest cards left: what is counted, kept and reported."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from typer.testing import CliRunner

from pyrtool.answers.best.best import best, worth
from pyrtool.cli.app import app
from pyrtool.game.deals import Deal, deal, deals
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys import survey_left
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import QUESTIONS, solve_shard
from pyrtool.surveys.questions.left.counts import Fewest, Stay
from pyrtool.surveys.shard import Task

pytestmark = pytest.mark.usefixtures("in_this_process")

SMALL = Rules(rows=4, total=7)
WORDS = ["--rows", "4", "--total", "7"]


def fewest(plan: Plan, first: int, last: int) -> tuple[Fewest, bytes]:
    """The counts of these deals, and each of them packed."""
    shard = solve_shard(Task(plan, first, last))
    assert isinstance(shard.tally, Fewest)
    return shard.tally, shard.packed


@pytest.mark.parametrize("by", ["pyramid", "all"])
@pytest.mark.parametrize(
    "rules", [SMALL, replace(SMALL, goal="pyramid"), replace(SMALL, wastes=2, deal_to="choice")]
)
def test_the_fewest_are_those_of_best_one_by_one(
    by: Literal["pyramid", "all"], rules: Rules
) -> None:
    counts, packed = fewest(Plan(rules, question=by), 1, 30)
    lines = [best(Deal.of(one.cards, rules), by) for one in deals(range(1, 31), rules)]
    ends = [worth(line.position, by) for line in lines]
    assert Counter({(s.cards, s.others): n for s, n in counts.by_line.items()}) == Counter(ends)
    assert counts.unknown == 0 and counts.bounds == counts.found
    assert counts == survey_left(rules, range(1, 31), by)
    assert counts.nodes.total == sum(line.nodes for line in lines)
    assert QUESTIONS[by].recount(packed, 1, 30) == counts
    for most in (0, 3, 12):
        assert counts.at_most(most).hits == sum(left <= most for left, _ in ends)


def test_limits_leave_the_fewest_open_between_two_bounds() -> None:
    counts, packed = fewest(Plan(SMALL, question="all", limit_nodes=40), 1, 60)
    assert 5 < counts.unknown < 60
    for number, found in enumerate(QUESTIONS["all"].unpack(packed, 60), 1):
        assert found is not None
        left, _, bound, limit, _ = found
        assert isinstance(left, int) and isinstance(bound, int)
        true = best(deal(number, SMALL), "all").position.cards_left()
        assert bound <= true <= left and (limit == "nodes") == (bound < left)
    least, most = counts.at_most_bounds(4)
    assert least < fewest(Plan(SMALL, question="all"), 1, 60)[0].at_most(4).value < most


def test_names_are_read_back_and_others_refused() -> None:
    for stay in (Stay(12, 8, 12), Stay(12, 8, 3, "nodes")):
        assert Stay.of_name(stay.name) == stay
    for wrong in ("", "12", "12 8 3", "12 8 3 nodes more", "a b"):
        with pytest.raises(ValueError, match="not what a best line makes"):
            Stay.of_name(wrong)
    packed = fewest(Plan(GAMES["pyramid"], question="all", limit_nodes=9), 1, 2)[1]
    with pytest.raises(ValueError, match="number is wrong"):
        list(QUESTIONS["all"].unpack(packed, 3))


def test_a_ledger_is_reported_and_refuses_another_question(tmp_path: Path) -> None:
    run, ledger = CliRunner().invoke, str(tmp_path / "left.db")
    asked = ["survey", "run", "1-60", *WORDS, "--ledger", ledger, "--workers", "1"]
    result = run(app, [*asked, "--best", "all", "--keep-if", "lost"])
    assert result.exit_code == 0 and "fewest cards left in all" in result.stdout
    assert "at most 12 cards" in result.stdout and "dropped" in result.stdout
    other = run(app, [*asked, "--best", "pyramid", "--keep-if", "lost"])
    assert other.exit_code == 2 and "was begun with question all, not pyramid" in other.stderr
    both = run(app, [*asked, "--best", "all", "--player", "careful"])
    assert both.exit_code == 2 and "--best and --player exclude each other" in both.stderr
    (record,) = json.loads(run(app, ["survey", "report", ledger, "--format", "json"]).stdout)
    assert sum(line["deals"] for line in record["left"]) == record["deals"] < 60
    assert record["left"][0]["cards"] > 0 and record["dropped"] == 60 - record["deals"]
    sheet = run(app, ["survey", "export", ledger, "--format", "csv"]).stdout.splitlines()
    origin = "game,rules,numbering,version,solver"
    assert sheet[0] == f"deal,cards_left,others_left,bound,limit,nodes,{origin}"
    assert sum(int(line.split(",")[1]) for line in sheet[1:]) == pytest.approx(
        record["mean_left"] * record["deals"]
    )
    chart = run(app, ["chart", "outcomes", ledger, "-o", str(tmp_path / "left.svg")])
    assert chart.exit_code == 0, chart.stderr
