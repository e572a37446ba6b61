"""Surveys of players: the same machinery as for verdicts, and what is counted with it."""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pyrtool.answers.closed import Player
from pyrtool.answers.solve import Won, solve
from pyrtool.cli.app import app
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules
from pyrtool.surveys import Plan, SurveyError, open_ledger, survey_player
from pyrtool.surveys.plan import PLAYER_VERSION
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.questions.player.counts import Ended, Games
from pyrtool.surveys.questions.player.question import PlayedGames
from pyrtool.surveys.shard import Task, WrongLineError

pytestmark = pytest.mark.usefixtures("in_this_process")

SMALL = Rules(rows=4, total=7)
PAR = replace(SMALL, passes=3, scoring="par")
GROUPS = Rules(rows=4, total=6, draw=3, passes=None, stock_top=False, stock_waste="no")
DOWN = replace(SMALL, face_down="covered", stock_top=False, stock_waste="no", waste_pairs=True)
CAREFUL = Player("careful")
BY_THUMB = [
    replace(PAR, wastes=2, deal_to="choice"),
    Rules(rows=4, total=5, suits=3, packs=2, passes=2),
]


def plan(rules: Rules, player: Player = CAREFUL, **more: object) -> Plan:
    """A survey of this player."""
    return Plan(rules, question="player", player=player, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        *((rules, 60) for rules in (SMALL, PAR, DOWN)),
        (replace(PAR, goal="pyramid", scoring="microsoft"), 60),
        *((rules, 6) for rules in BY_THUMB),
    ],
)
def test_counts_are_those_of_the_games(rules: Rules, count: int) -> None:
    games = survey_player(CAREFUL, rules, range(count))
    ends = [CAREFUL.play(deal(number, rules)).end for number in range(count)]
    can = [isinstance(solve(deal(n, rules)), Won) for n in range(count)]
    assert (games.won, games.deals) == (sum(end.is_won() for end in ends), count)
    assert games.thoughtful.hits == sum(can) >= games.won
    assert games.share.hits == games.won and games.unknown == 0
    assert games.scores.mean == pytest.approx(sum(end.score() for end in ends) / count)
    low, high = games.score_interval()
    assert low <= games.scores.mean <= high
    for number in range(4):
        cleared = sum((end.cleared_in_pass or 0) == number for end in ends)
        assert games.cleared_in(number) == cleared


def test_every_deal_is_kept_and_counted_again() -> None:
    task = Task(plan(PAR), 0, 69)
    shard = solve_shard(task)
    question = PlayedGames()
    assert question.recount(shard.packed, 0, 70) == shard.tally
    rows = list(question.unpack(shard.packed, 70))
    end = CAREFUL.play(deal(5, PAR)).end
    row = rows[5]
    assert row is not None
    assert row[:3] == (end.is_won(), end.cleared_in_pass or 0, end.cards_left())
    assert row[4] == end.score()
    for wrong in (b"", shard.packed[:-4]):
        with pytest.raises(ValueError, match="not the"):
            list(question.unpack(wrong, 70))


def test_the_games_of_players_stay_what_they_are() -> None:
    digest = hashlib.sha256()
    for name in ("random", "greedy", "careful", "sampler", "strongest"):
        for rules in (SMALL, PAR, replace(SMALL, goal="pyramid"), DOWN, GROUPS):
            player = Player(name, 1, 10 if name in ("sampler", "strongest") else None)
            games = survey_player(player, rules, range(60))
            digest.update(json.dumps(sorted(games.counts.items())).encode())
    assert (PLAYER_VERSION, digest.hexdigest()[:12]) == (8, "0c392a8778ed"), "raise PLAYER_VERSION"


def test_a_player_that_no_kernel_plays_is_surveyed_by_the_referee() -> None:
    """The player for par points: each game ends as it does when it plays alone."""
    player = Player("scorer", 1, 10)
    games = survey_player(player, PAR, range(12))
    ends = [player.play(deal(number, PAR)).end for number in range(12)]
    assert games.scores.mean == pytest.approx(sum(end.score() for end in ends) / 12)
    assert games.won == sum(end.is_won() for end in ends)
    careful = survey_player(CAREFUL, PAR, range(12))
    assert games.scores.mean > careful.scores.mean


def test_only_who_looks_further_has_it_in_his_identity() -> None:
    open_rules = Rules(rows=3, total=5, stock="bouquet")
    for look in (0, 2):
        asked = plan(open_rules, Player("careful", look=look))
        identity = asked.identity()
        assert identity["player"].get("look", 0) == look and ("look" in identity["player"]) == (
            look > 0
        )
        assert Plan.of_identity(identity, asked.game).player == asked.player


def test_dropped_deals_are_not_played() -> None:
    whole = survey_player(CAREFUL, SMALL, range(80))
    kept = survey_player(CAREFUL, SMALL, range(80), keep_if="winnable")
    assert (kept.deals, kept.dropped) == (whole.thoughtful.hits, 80 - whole.thoughtful.hits)
    assert kept.won == whole.won


def test_a_ledger_is_gone_on_with_and_reported(tmp_path: Path) -> None:
    ledger = tmp_path / "games.db"
    first = survey_player(CAREFUL, PAR, range(50), ledger=ledger)
    whole = survey_player(CAREFUL, PAR, range(120), ledger=ledger)
    assert (first.deals, whole.deals) == (50, 120)
    assert whole == survey_player(CAREFUL, PAR, range(120))
    with open_ledger(ledger) as book:
        assert book.plan.player == CAREFUL
        assert Plan.of_identity(book.identity, "rules") == book.plan
    run = CliRunner().invoke
    options = ["--rows", "4", "--total", "7", "--passes", "3", "--scoring", "par"]
    asked = ["survey", "run", "0-119", *options, "--ledger", str(ledger), "--workers", "1"]
    other = run(app, [*asked, "--player", "greedy"])
    assert other.exit_code == 2 and "was begun with player" in other.stderr
    again = run(app, [*asked, "--player", "careful"])
    assert again.exit_code == 0
    result = run(app, ["survey", "report", str(ledger), "--format", "json"])
    (record,) = json.loads(result.output)
    assert record["won"] == whole.won and record["player"] == asdict(CAREFUL)
    sheet = run(app, ["survey", "export", str(ledger), "--format", "csv"])
    rows = list(csv.DictReader(sheet.output.splitlines()))
    assert sum(int(row["won"]) for row in rows) == whole.won
    chart = run(app, ["chart", "rates", str(ledger), "-o", str(tmp_path / "rates.svg")])
    assert chart.exit_code == 0, chart.stderr


def test_wrong_wishes_are_refused() -> None:
    run = CliRunner().invoke
    for words, reason in (
        (["--player", "careful", "--orders", "9"], "samples none"),
        (["--seed", "3"], "--seed needs --player"),
        (["--player", "careful", "--best", "score", "--scoring", "par"], "exclude each other"),
    ):
        result = run(app, ["survey", "run", "1-9", "--ledger", "never.db", *words])
        assert result.exit_code == 2 and reason in result.stderr
    with pytest.raises(SurveyError, match="player"):
        Plan(SMALL, question="player")
    with pytest.raises(SurveyError, match="player"):
        Plan(SMALL, player=CAREFUL)
    identity = plan(SMALL).identity()
    for wrong in ({}, {"name": "careful"}, 7, "careful"):
        with pytest.raises(SurveyError, match="player"):
            Plan.of_identity(identity | {"player": wrong}, "rules")


def test_a_game_that_wins_what_cannot_be_won_ends_the_survey(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "pyrtool.surveys.questions.player.question._verdict", lambda outcome: "lost"
    )
    with pytest.raises(WrongLineError, match="cannot be won"):
        solve_shard(Task(plan(SMALL), 0, 60))


def test_names_of_ends_are_read_back() -> None:
    for end in (Ended(True, "won", 1, 50), Ended(False, "unknown", 0, -12)):
        assert Ended.of_name(end.name) == end
    for wrong in ("", "won won 1", "won lost x 0", "won maybe 0 0", "maybe won 0 0"):
        with pytest.raises(ValueError, match="name"):
            Ended.of_name(wrong)
    empty = Games()
    assert (empty.deals, empty.rate.value, empty.against_thoughtful()) == (0, 0.0, (0.0, 1.0))
