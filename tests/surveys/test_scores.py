"""Surveys of best par scores: the same machinery as for verdicts, and what is counted with it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import statistics
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pyrtool.answers.best.best import Best, best
from pyrtool.answers.solve import Limits, Won, decide
from pyrtool.cli.app import app
from pyrtool.game.deals import Deal, deal, deals
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import BUCKETS
from pyrtool.notation import format_deal
from pyrtool.surveys import (
    LedgerError,
    Plan,
    Scores,
    SurveyError,
    WrongLineError,
    open_ledger,
    survey,
    survey_scores,
)
from pyrtool.surveys import article as tables
from pyrtool.surveys.counts import LOST_REASONS, Spread, bucket_least, bucket_of
from pyrtool.surveys.packed import press, unpress
from pyrtool.surveys.plan import SCORE_VERSION
from pyrtool.surveys.questions import QUESTIONS, solve_shard
from pyrtool.surveys.questions.best import question as answers
from pyrtool.surveys.questions.score.counts import Scored
from pyrtool.surveys.questions.score.question import BestScores
from pyrtool.surveys.run import tasks
from pyrtool.surveys.shard import Task
from pyrtool.surveys.work.pools import LocalPool

from ..ledgers import done
from ..waiting import PYTHON, STEP_BY_STEP, children, wait_until_gone

pytestmark = pytest.mark.usefixtures("in_this_process")

SMALL = Rules(rows=4, total=7, passes=3, scoring="par")
SHORT = Rules(rows=3, total=5, passes=2, scoring="par")
OPTIONS = ["--rows", "4", "--total", "7", "--passes", "3", "--scoring", "par", "--best", "score"]
RULES = {
    "small": SMALL,
    "short": SHORT,
    "one pass": replace(SMALL, passes=1),
    "overlap": replace(SMALL, overlap=True),
    "till dawn": replace(SHORT, waste_pairs=True),
    "three at a time": replace(SHORT, draw=3, stock_top=False, stock_waste="no"),
    "the pyramid": replace(SMALL, goal="pyramid"),
    "both ends": replace(SHORT, waste_ends="both"),
    "two wastes": replace(SHORT, wastes=2, deal_to="choice"),
}


def answer(*words: object, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["survey", *map(str, words)])
    assert result.exit_code == status, result.stderr
    return result.stdout


def complaint(*words: object) -> str:
    result = CliRunner().invoke(app, ["survey", *map(str, words)])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    return result.stderr


def reached(found: Best) -> tuple[int, int, int]:
    position = found.position
    return position.score(), position.cleared_in_pass or 0, position.cards_left()


# What is counted.


@pytest.mark.parametrize("name", RULES)
def test_scores_are_those_of_best_one_by_one(name: str) -> None:
    rules = RULES[name]
    found = survey_scores(rules, range(1, 41))
    lines = [best(Deal.of(one.cards, rules), "score") for one in deals(range(1, 41), rules)]
    expected = Counter(map(reached, lines))
    assert Counter({(s.score, s.cleared, s.left): n for s, n in found.by_line.items()}) == (
        expected
    )
    assert found.deals == 40 and found.unknown == 0
    assert found.nodes.total == sum(line.nodes for line in lines)
    assert found.nodes.most == max(line.nodes for line in lines)
    assert found.bounds == found.found


def test_par_of_whole_decks() -> None:
    found = survey_scores(GAMES["par"], range(1, 13))
    assert sorted(found.found.deals_by_score.items()) == [
        (-10, 1), (-8, 2), (-6, 1), (-4, 1), (-2, 1), (35, 6),
    ]  # fmt: skip
    assert found.cleared_in(2) == 6 and found.cleared_in(0) == 6


def test_limits_leave_scores_open_between_two_bounds(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    found = survey_scores(SMALL, range(1, 61), limit_nodes=40, ledger=path)
    assert found.unknown == found.unknown_by("nodes") > 5
    assert sum(map(found.proved, range(-52, 51))) == 60 - found.unknown
    open_deals = 0
    with open_ledger(path) as book:
        for number, *(score, _, _, bound, limit, _) in book.deals():
            true = best(deal(number, SMALL), "score").position.score()
            assert isinstance(score, int) and isinstance(bound, int)
            assert score <= true <= bound
            assert (limit == "nodes") == (score < bound)
            open_deals += limit is not None
    assert open_deals == found.unknown
    full = survey_scores(SMALL, range(1, 61))
    assert found.found.mean < full.found.mean < found.bounds.mean
    low, high = found.interval()
    assert low < found.found.mean < found.bounds.mean < high
    assert full.interval()[1] - full.interval()[0] == pytest.approx(
        2 * 1.959963985 * full.found.standard_error
    )


def test_memory_is_a_limit_too() -> None:
    plan = Plan(GAMES["par"], memory_mib=1, question="score")
    found = solve_shard(Task(plan, 63, 63)).tally  # takes 270,000 nodes
    assert isinstance(found, Scores) and found.unknown == found.unknown_by("memory") == 1


@given(st.lists(st.integers(-52, 50), min_size=2, max_size=60), st.sampled_from([0, 0.3, 0.5, 1]))
def test_the_spread_of_scores(scores: list[int], share: float) -> None:
    spread = Spread(Counter(scores))
    assert spread.mean == pytest.approx(statistics.fmean(scores))
    error = statistics.stdev(scores) / len(scores) ** 0.5
    assert spread.standard_error == pytest.approx(error)
    at = spread.quantile(share)
    assert sum(score <= at for score in scores) >= share * len(scores)
    assert sum(score < at for score in scores) < share * len(scores) or at == min(scores)
    assert spread.from_up(at) == sum(score >= at for score in scores)


def test_nothing_has_no_spread() -> None:
    assert (Spread().mean, Spread().standard_error, Spread().quantile(0.5)) == (0, 0, 0)
    assert Spread({3: 1}).standard_error == 0
    assert Scores().deals == Scores().unknown == 0


SCORED = st.builds(
    lambda score, cleared, left, more, limit: Scored(
        score, cleared, left, score + more if limit else score, limit
    ),
    st.integers(-52, 50),
    st.integers(0, 3),
    st.integers(0, 52),
    st.integers(1, 60),
    st.sampled_from(["", "nodes", "memory"]),
)


@given(st.lists(st.none() | st.tuples(SCORED, st.integers(0, 2**62)), max_size=30))
def test_packing_and_counting(given: list[tuple[Scored, int] | None]) -> None:
    given = [None if one is None or one[0].bound > 120 else one for one in given]
    task = Task(Plan(SMALL, question="score"), 11, 10 + len(given))
    with pytest.MonkeyPatch.context() as patch:
        following = iter(given)
        patch.setattr(answers.BestLines, "_play", lambda *asked: next(following))
        found, packed = QUESTIONS["score"].answer(task)
    assert isinstance(found, Scores)
    assert list(QUESTIONS["score"].unpack(packed, len(given))) == [
        one and (one[0].score, one[0].cleared, one[0].left, one[0].bound, one[0].limit or None,
                 one[1])
        for one in given
    ]  # fmt: skip
    kept = [one for one in given if one]
    assert found.by_line == Counter(scored for scored, _ in kept)
    assert (found.deals, found.dropped) == (len(kept), len(given) - len(kept))
    assert all(Scored.of_name(scored.name) == scored for scored, _ in kept)
    assert found.nodes.total == sum(took for _, took in kept)
    with pytest.raises(ValueError, match="number is wrong"):
        list(QUESTIONS["score"].unpack(packed, len(given) + 1))


def test_a_limit_that_there_is_not_is_refused() -> None:
    packed = QUESTIONS["score"].answer(Task(Plan(SMALL, question="score"), 1, 2))[1]
    forged = bytearray(unpress(packed))
    forged[2 * len(BestScores.kept)] = 7
    with pytest.raises(ValueError, match="no such limit"):
        list(QUESTIONS["score"].unpack(press(forged), 2))


@given(st.integers(0, 2**32 - 1))
def test_buckets(nodes: int) -> None:
    bucket = bucket_of(nodes)
    assert bucket_least(bucket) <= nodes
    assert bucket == BUCKETS - 1 or nodes < bucket_least(bucket + 1)
    assert bucket_of(2**40) == BUCKETS - 1


@pytest.mark.parametrize("keep_if", ["winnable", "lost", "unblocked"])
def test_keep_if(keep_if: Any) -> None:
    kept = survey_scores(SMALL, range(1, 61), keep_if=keep_if)
    found: Counter[tuple[int, int, int]] = Counter()
    for one in deals(range(1, 61), SMALL):
        verdict = decide(Deal.of(one.cards, SMALL))
        kind = "won" if isinstance(verdict, Won) else verdict.reason  # type: ignore[union-attr]
        asked = {
            "winnable": {"won"},
            "lost": set(LOST_REASONS),
            "unblocked": {"won", "count", "exhausted"},
        }[keep_if]
        if kind in asked:
            found[reached(best(Deal.of(one.cards, SMALL), "score"))] += 1
    assert {(s.score, s.cleared, s.left): n for s, n in kept.by_line.items()} == found
    assert kept.dropped == 60 - found.total() > 0
    assert kept.deals == found.total() > 0


def test_a_line_that_fails_stops_the_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*given: object) -> None:
        raise AssertionError("a line of value 3, not 2")

    monkeypatch.setattr(answers, "best", refuses)
    with pytest.raises(WrongLineError, match=r"deal 7 \(native\), rules: the best line does not"):
        survey_scores(SMALL, range(7, 20))


def test_the_score_version_is_that_of_its_answers() -> None:
    digest = hashlib.sha256()
    for rules, count in ((SMALL, 60), (replace(SHORT, waste_pairs=True), 60), (GAMES["par"], 12)):
        task = Task(Plan(rules, question="score"), 1, count)
        for row in QUESTIONS["score"].unpack(solve_shard(task).packed, count):
            digest.update(f"{row}\n".encode())
    assert (SCORE_VERSION, digest.hexdigest()[:16]) == (10, "beb95a94e2b8c79e"), (
        "raise SCORE_VERSION"
    )


# How the work is done.


def test_any_number_of_workers_any_order_any_parts(tmp_path: Path) -> None:
    whole, parts, shuffled = (tmp_path / f"{name}.db" for name in ("whole", "parts", "shuffled"))
    survey_scores(SMALL, range(1, 101), ledger=whole)
    for wanted, workers in ((range(70, 90), 0), (range(1, 101), 2)):
        survey_scores(SMALL, wanted, workers=workers, ledger=parts)
    plan = Plan(SMALL, question="score")
    work = list(tasks(plan, ((1, 50), (51, 100)), LocalPool(2)))
    random.Random(1).shuffle(work)
    survey_scores(SMALL, range(1, 1), ledger=shuffled)
    with open_ledger(shuffled, writing=True) as book:
        book.want(((1, 100),))
        for task in work:
            book.add(solve_shard(task))
    for format in ("text", "markdown", "csv", "json"):
        paths = whole, parts, shuffled
        assert len({answer("report", path, "--format", format) for path in paths}) == 1
    assert len({answer("export", path) for path in (whole, parts, shuffled)}) == 1


def test_parts_of_machines_merge(tmp_path: Path) -> None:
    parts = [tmp_path / "1.db", tmp_path / "2.db"]
    for k, path in enumerate(parts, start=1):
        words = ["--deals", "1-90", "--shard", f"{k}/2", "--workers", "1", "--ledger", path]
        answer("run", *OPTIONS, *words)
    output = answer("merge", *parts, "-o", tmp_path / "merged.db")
    whole = tmp_path / "whole.db"
    assert output == answer("run", *OPTIONS, "--deals", "1-90", "--workers", "1", "--ledger", whole)
    assert answer("run", "--ledger", whole, "--workers", "1") == output  # nothing is missing
    assert "mean score" in output and "cleared, in the best line" in output


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_killed_and_gone_on_with(tmp_path: Path) -> None:
    path, whole = tmp_path / "x.db", tmp_path / "whole.db"
    words = [*OPTIONS, "--deals", "1-300", "--workers", "1", "--ledger"]
    pipe = subprocess.PIPE
    program = [*PYTHON, "-c", STEP_BY_STEP, "survey", "run", *words, str(path)]
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=-3, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "added\n"  # it waits to go on
        workers = children(process.pid)
        process.kill()
    wait_until_gone(workers)
    assert 0 < done(path) < 300
    survey_scores(SMALL, range(1, 301), ledger=path)
    survey_scores(SMALL, range(1, 301), ledger=whole)
    assert answer("export", path) == answer("export", whole)


def test_verdicts_and_scores_do_not_mix(tmp_path: Path) -> None:
    verdicts, scores = tmp_path / "verdicts.db", tmp_path / "scores.db"
    survey(SMALL, range(1, 31), ledger=verdicts)
    survey_scores(SMALL, range(1, 31), ledger=scores)
    options = [*OPTIONS[:-2], "--deals", "1-60", "--ledger"]
    message = complaint("run", "--best", "score", *options, verdicts)
    assert "was begun with question verdict, not score" in message
    assert "was begun with question score, not verdict" in complaint("run", *options, scores)
    with pytest.raises(LedgerError, match="was begun with question verdict, not score"):
        survey_scores(SMALL, range(1, 9), ledger=verdicts)
    assert "was begun with question" in complaint(
        "merge", verdicts, scores, "-o", tmp_path / "x.db"
    )
    assert "--best needs DEALS: " in complaint("run", "--best", "score", "--ledger", scores)
    both = answer("report", scores, verdicts, "--format", "csv").split("\n\n")
    assert [table.split("\n")[0].split(",")[:4] for table in both] == [
        ["rules", "numbering", "deals", "won"],
        ["rules", "numbering", "deals", "mean"],
        ["rules", "score", "deals", "%"],
    ]


def test_surveys_of_verdicts_are_what_they_were() -> None:
    """Ledgers from before there was a choice name no question, and go on."""
    identity = Plan(GAMES["giza"]).identity()
    assert list(identity) == [
        "rules", "numbering", "numbering version", "text", "solver", "limit on nodes",
        "limit on memory", "keep if",
    ]  # fmt: skip
    assert identity["solver"].count("/") == 1
    assert Plan.of_identity(identity, "giza") == Plan(GAMES["giza"], "giza")
    asked = Plan(SMALL, question="score")
    assert asked.identity()["question"] == "score"
    assert Plan.of_identity(asked.identity(), "rules") == asked


def test_another_solver_of_scores_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts, scores = tmp_path / "verdicts.db", tmp_path / "scores.db"
    survey(SMALL, range(1, 31), ledger=verdicts)
    survey_scores(SMALL, range(1, 31), ledger=scores)
    monkeypatch.setattr("pyrtool.surveys.plan.SCORE_VERSION", 99)
    survey(SMALL, range(1, 41), ledger=verdicts)
    with pytest.raises(LedgerError, match="was begun with solver"):
        survey_scores(SMALL, range(1, 41), ledger=scores)


def test_scores_that_there_are_not(tmp_path: Path) -> None:
    with pytest.raises(SurveyError, match="counts par scores"):
        Plan(GAMES["giza"], question="score")
    words = ["--deals", "1-9", "--ledger", tmp_path / "x.db"]
    assert "add --scoring par" in complaint("run", "--best", "score", *words)
    assert not (tmp_path / "x.db").exists()


# What is reported.


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scores") / "small.db"
    survey_scores(SMALL, range(1, 121), ledger=path)
    return path


def test_export(ledger: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(answer("export", ledger))))
    assert list(lines[0]) == [
        "deal", "score", "cleared_pass", "cards_left", "bound", "limit", "nodes",
        "game", "rules", "numbering", "version", "solver",
    ]  # fmt: skip
    assert [int(line["deal"]) for line in lines] == list(range(1, 121))
    for line in lines:
        number = int(line["deal"])
        found = best(deal(number, SMALL), "score", Limits(memory_mib=256))
        reached_here = int(line["score"]), int(line["cleared_pass"]), int(line["cards_left"])
        assert reached_here == reached(found)
        assert (line["bound"], line["limit"]) == (line["score"], "")
        assert int(line["nodes"]) == found.nodes
    output = answer("export", ledger, "--format", "ndjson").splitlines()
    records = [json.loads(line) for line in output]
    assert records[0]["limit"] is None
    for record, line in zip(records, lines, strict=True):
        assert {k: "" if v is None else str(v) for k, v in record.items()} == line


def test_export_to_parquet(ledger: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.parquet"
    answer("export", ledger, "--format", "parquet", "-o", target)
    found = duckdb.read_parquet(str(target)).fetchall()
    sheet = csv.reader(io.StringIO(answer("export", ledger)))
    assert [["" if v is None else str(v) for v in row] for row in found] == list(sheet)[1:]


def test_json_has_everything(ledger: Path) -> None:
    record = json.loads(answer("report", ledger, "--format", "json"))[0]
    with open_ledger(ledger) as book:
        found = book.tally()
    assert isinstance(found, Scores)
    assert record["question"] == "score" and record["deals"] == 120
    assert record["mean_score"] == found.found.mean
    assert record["bounds"] == [found.found.mean] * 2
    assert sum(one["deals"] for one in record["scores"]) == 120
    assert sum(record["cleared_in_pass"].values()) == 120
    assert list(record["cleared_in_pass"]) == ["1", "2", "3", "none"]
    scores = [one["score"] for one in record["scores"]]
    assert scores == sorted(found.found.deals_by_score, reverse=True)
    mean = sum(one["score"] * one["deals"] for one in record["scores"]) / 120
    assert mean == pytest.approx(record["mean_score"])
    median = [record["quantiles"]["0.5"][0]]
    spread = [one["score"] for one in record["scores"] for _ in range(one["deals"])]
    assert median == [statistics.median_low(spread)]


def test_the_text_has_bars(ledger: Path) -> None:
    output = answer("report", ledger)
    assert output.startswith("pyramid, rows 4, passes 3, scoring par, total 7: best par score\n")
    bars = output.split("\nscore\n")[1].split("\n\n")[0].splitlines()
    shown = [int(line.split("  ")[1].split(" to ")[0]) for line in bars]
    assert shown == list(range(shown[0], shown[-1] - 1, -5))
    assert max(line.count("█") for line in bars) == 40
    assert "mean" in answer("status", ledger)


def test_open_scores_are_counted_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    words = ["--deals", "1-60", "--limit-nodes", "40", "--workers", "1", "--ledger", path]
    output = answer("run", *OPTIONS, *words, status=3)
    assert "unknown both ways" in output and "score, as found" in output
    line = next(csv.DictReader(io.StringIO(answer("report", path, "--format", "csv"))))
    assert float(line["least bound"]) < float(line["most bound"])
    for one in json.loads(answer("report", path, "--format", "json"))[0]["scores"]:
        assert one["or_more"][0] <= one["or_more"][1]


def test_scores_of_a_file_of_deals(tmp_path: Path) -> None:
    file, path = tmp_path / "deals.txt", tmp_path / "x.db"
    given = [deal(number, SMALL) for number in (3, 1, 2)]
    file.write_text("\n".join(format_deal(one.cards) for one in given))
    output = answer("run", *OPTIONS, "--deals", file, "--ledger", path, "--workers", "1")
    assert "deals 1-3 (a text" in output
    with open_ledger(path) as book:
        assert [columns[0] for _, *columns in book.deals()] == [
            best(Deal.of(one.cards, SMALL), "score").position.score() for one in given
        ]
    assert survey_scores(SMALL, given).counts == survey_scores(SMALL, range(1, 4)).counts


def test_a_plot(ledger: Path, tmp_path: Path) -> None:
    answer("report", ledger, "--plot", tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


# Rows of `survey article`.


def test_the_par_rows() -> None:
    par = tables.rows(["par"])
    assert {row.question for row in par} == {"score"}
    rules = [row.rules for row in par]
    base = GAMES["par"]
    assert rules == [
        base,
        replace(base, waste_pairs=True),
        replace(base, passes=1),
        replace(base, passes=2),
        replace(base, overlap=True),
    ]


def test_the_par_table(tmp_path: Path) -> None:
    words = ["article", "--table", "par", "--scale", "0.00005", "--workers", "1"]
    folder = ["--ledgers", tmp_path]
    output = answer(*words, *folder)
    assert (
        output.startswith("## Best par scores\n")
        and "\n## How the best par scores spread" in output
    )
    assert output.count("| par") >= 10 and "unknown" in output
    assert output == answer(*words[:3], *folder, "--report-only")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        row.ledger_name for row in tables.rows(["par"])
    )
    predicted = answer(*words, "--estimate")
    assert predicted.count("\n") == 6 and "together" in predicted
