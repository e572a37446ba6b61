"""Surveys of best lines and of players: the same machinery as for verdicts, and what is counted."""

import hashlib
import json
import random
import statistics
from collections import Counter
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, strategies as st

from pyrtool import Best, Limits, Won, best
from pyrtool.answers.closed import Player
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.game.deals import Deal, deal, deals
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import BUCKETS
from pyrtool.surveys import survey, survey_of
from pyrtool.surveys.counts import LOST_REASONS, Spread, bucket_least, bucket_of, press, unpress
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.plan import Plan, SurveyError
from pyrtool.surveys.pool import LocalPool
from pyrtool.surveys.questions import QUESTIONS, VERDICT, Survey, best as answers, solve_shard
from pyrtool.surveys.questions.best import (
    SCORE_VERSION,
    Fewest,
    LeftQuestion,
    ScoredLine,
    ScoreQuestion,
    Scores,
)
from pyrtool.surveys.questions.player import PLAYER_VERSION, Games, PlayerQuestion
from pyrtool.surveys.run import tasks
from pyrtool.surveys.shards import ShardTask, WrongLineError
from pyrtool.surveys.store import StoreError

from .. import commands

pytestmark = pytest.mark.usefixtures("in_this_process")

SCORE = ScoreQuestion()
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

answer = partial(commands.answer, "survey")
complaint = partial(commands.complaint, "survey")


def reached(found: Best) -> tuple[int, int, int]:
    position = found.position
    return position.score(), position.cleared_in_pass or 0, position.cards_left()


# What is counted.


@pytest.mark.parametrize("name", RULES)
def test_scores_are_those_of_best_one_by_one(name: str) -> None:
    rules = RULES[name]
    found = survey_of(SCORE, rules, range(1, 41))
    lines = [best(Deal.of(one.cards, rules), "score") for one in deals(range(1, 41), rules)]
    expected = Counter(map(reached, lines))
    lines_found = {(s.score, s.cleared, s.left): n for s, n in found.by_line.items()}
    assert Counter(lines_found) == expected
    assert found.deals == 40 and found.unknown == 0
    for number in range(4):
        assert found.cleared_in(number) == sum(reached(line)[1] == number for line in lines)
    assert found.nodes.total == sum(line.nodes for line in lines)
    assert found.nodes.most == max(line.nodes for line in lines)
    assert found.bounds == found.found


def test_limits_leave_scores_open_between_two_bounds(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    found = survey_of(SCORE, SMALL, range(1, 61), limit_nodes=40, ledger=path)
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
    full = survey_of(SCORE, SMALL, range(1, 61))
    assert found.found.mean < full.found.mean < found.bounds.mean
    low, high = found.interval()
    assert low < found.found.mean < found.bounds.mean < high
    assert full.interval()[1] - full.interval()[0] == pytest.approx(
        2 * 1.959963985 * full.found.standard_error
    )


def test_memory_is_a_limit_too() -> None:
    plan = Plan(GAMES["par"], memory_mib=1)
    found = solve_shard(ShardTask(plan, 63, 63), SCORE).tally  # takes 270,000 nodes
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
    lambda score, cleared, left, more, limit: ScoredLine(
        score, cleared, left, score + more if limit else score, limit
    ),
    st.integers(-52, 50),
    st.integers(0, 3),
    st.integers(0, 52),
    st.integers(1, 60),
    st.sampled_from(["", "nodes", "memory"]),
)


@given(st.lists(st.none() | st.tuples(SCORED, st.integers(0, 2**62)), max_size=30))
def test_packing_and_counting(given: list[tuple[ScoredLine, int] | None]) -> None:
    given = [None if one is None or one[0].bound > 120 else one for one in given]
    task = ShardTask(Plan(SMALL), 11, 10 + len(given))
    with pytest.MonkeyPatch.context() as patch:
        following = iter(given)
        patch.setattr(answers.LineQuestion, "_play", lambda *asked: next(following))
        found, packed = SCORE.answer(task)
    assert isinstance(found, Scores)
    assert list(SCORE.unpack(packed, len(given))) == [
        one and (one[0].score, one[0].cleared, one[0].left, one[0].bound, one[0].limit or None,
                 one[1])
        for one in given
    ]  # fmt: skip
    kept = [one for one in given if one]
    assert found.by_line == Counter(scored for scored, _ in kept)
    assert (found.deals, found.dropped) == (len(kept), len(given) - len(kept))
    assert all(ScoredLine.of_name(scored.name) == scored for scored, _ in kept)
    assert found.nodes.total == sum(took for _, took in kept)
    with pytest.raises(ValueError, match="number is wrong"):
        list(SCORE.unpack(packed, len(given) + 1))


def test_a_limit_that_there_is_not_is_refused() -> None:
    packed = SCORE.answer(ShardTask(Plan(SMALL), 1, 2))[1]
    forged = bytearray(unpress(packed))
    forged[2 * len(ScoreQuestion.kept)] = 7
    with pytest.raises(ValueError, match="no such limit"):
        list(SCORE.unpack(press(forged), 2))


@given(st.integers(0, 2**32 - 1))
def test_buckets(nodes: int) -> None:
    bucket = bucket_of(nodes)
    assert bucket_least(bucket) <= nodes
    assert bucket == BUCKETS - 1 or nodes < bucket_least(bucket + 1)
    assert bucket_of(2**40) == BUCKETS - 1


@pytest.mark.parametrize("keep_if", ["winnable", "lost", "unblocked"])
def test_keep_if(keep_if: Any) -> None:
    kept = survey_of(SCORE, SMALL, range(1, 61), keep_if=keep_if)
    found: Counter[tuple[int, int, int]] = Counter()
    for one in deals(range(1, 61), SMALL):
        verdict = verdict_only(Deal.of(one.cards, SMALL))
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
        survey_of(SCORE, SMALL, range(7, 20))


def test_the_score_version_is_that_of_its_answers() -> None:
    digest = hashlib.sha256()
    for rules, count in ((SMALL, 60), (replace(SHORT, waste_pairs=True), 60), (GAMES["par"], 12)):
        task = ShardTask(Plan(rules), 1, count)
        for row in SCORE.unpack(solve_shard(task, SCORE).packed, count):
            digest.update(f"{row}\n".encode())
    assert (SCORE_VERSION, digest.hexdigest()[:16]) == (10, "beb95a94e2b8c79e"), (
        "raise SCORE_VERSION"
    )


# How the work is done.


def test_any_number_of_workers_any_order_any_parts(tmp_path: Path) -> None:
    whole, parts, shuffled = (tmp_path / f"{name}.db" for name in ("whole", "parts", "shuffled"))
    survey_of(SCORE, SMALL, range(1, 101), ledger=whole)
    for wanted, workers in ((range(70, 90), 0), (range(1, 101), 2)):
        survey_of(SCORE, SMALL, wanted, workers=workers, ledger=parts)
    work = list(tasks(Survey(Plan(SMALL), SCORE), ((1, 50), (51, 100)), LocalPool(2)))
    random.Random(1).shuffle(work)
    survey_of(SCORE, SMALL, range(1, 1), ledger=shuffled)
    with open_ledger(shuffled, writing=True) as book:
        book.want(((1, 100),))
        for task in work:
            book.add(solve_shard(task, SCORE))
    for format in ("text", "json"):
        paths = whole, parts, shuffled
        assert len({answer("report", path, "--format", format) for path in paths}) == 1
    assert len({answer("export", path) for path in (whole, parts, shuffled)}) == 1


def test_verdicts_and_scores_do_not_mix(tmp_path: Path) -> None:
    verdicts, scores = tmp_path / "verdicts.db", tmp_path / "scores.db"
    survey(SMALL, range(1, 31), ledger=verdicts)
    survey_of(SCORE, SMALL, range(1, 31), ledger=scores)
    options = [*OPTIONS[:-2], "1-60", "--ledger"]
    message = complaint("run", "--best", "score", *options, verdicts)
    assert "was begun with question verdict, not score" in message
    assert "was begun with question score, not verdict" in complaint("run", *options, scores)
    with pytest.raises(StoreError, match="was begun with question verdict, not score"):
        survey_of(SCORE, SMALL, range(1, 9), ledger=verdicts)
    message = complaint("merge", verdicts, scores, "-o", tmp_path / "x.db")
    assert "was begun with question" in message
    both = answer("report", scores, verdicts, "--format", "csv").split("\n\n")
    assert [table.split("\n")[0].split(",")[:4] for table in both] == [
        ["rules", "numbering", "deals", "won"],
        ["rules", "numbering", "deals", "mean"],
        ["rules", "score", "deals", "%"],
    ]


def test_an_identity_gives_the_plan_again() -> None:
    verdicts = Survey(Plan(GAMES["giza"], "giza"))
    assert verdicts.identity()["solver"].count("/") == 1
    assert Survey.of_identity(verdicts.identity(), "giza") == verdicts
    asked = Survey(Plan(SMALL), SCORE)
    assert Survey.of_identity(asked.identity(), "rules") == asked
    others: list[dict[str, object]] = [{"question": "none"}, {"player": 1}, {"plain sample": 0.5}]
    for wrong in others:
        with pytest.raises(SurveyError, match=r"must be verdict, score|no such parameters"):
            Survey.of_identity(asked.identity() | wrong, "rules")


def test_another_solver_of_scores_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts, scores = tmp_path / "verdicts.db", tmp_path / "scores.db"
    survey(SMALL, range(1, 31), ledger=verdicts)
    survey_of(SCORE, SMALL, range(1, 31), ledger=scores)
    monkeypatch.setattr("pyrtool.surveys.questions.best.SCORE_VERSION", 99)
    survey(SMALL, range(1, 41), ledger=verdicts)
    with pytest.raises(StoreError, match="was begun with solver"):
        survey_of(SCORE, SMALL, range(1, 41), ledger=scores)


def test_scores_that_there_are_not(tmp_path: Path) -> None:
    with pytest.raises(SurveyError, match="counts par scores"):
        Survey(Plan(GAMES["giza"]), SCORE)
    words = ["1-9", "--ledger", tmp_path / "x.db"]
    assert "add --scoring par" in complaint("run", "--best", "score", *words)
    assert not (tmp_path / "x.db").exists()


# What is reported.


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scores") / "small.db"
    survey_of(SCORE, SMALL, range(1, 121), ledger=path)
    return path


def test_export(ledger: Path) -> None:
    lines = commands.sheet(answer("export", ledger))
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
    records = commands.records(answer("export", ledger, "--format", "ndjson"))
    assert records[0]["limit"] is None
    for record, line in zip(records, lines, strict=True):
        assert {k: "" if v is None else str(v) for k, v in record.items()} == line


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
    words = ["1-60", "--limit-nodes", "40", "--workers", "1", "--ledger", path]
    output = answer("run", *OPTIONS, *words, status=3)
    assert "unknown both ways" in output and "score, as found" in output
    line = commands.sheet(answer("report", path, "--format", "csv"))[0]
    assert float(line["least bound"]) < float(line["most bound"])
    for one in json.loads(answer("report", path, "--format", "json"))[0]["scores"]:
        assert one["or_more"][0] <= one["or_more"][1]


PLAIN = Rules(rows=4, total=7)
WORDS = ["--rows", "4", "--total", "7"]


def fewest(by: By, plan: Plan, first: int, last: int) -> tuple[Fewest, bytes]:
    """The counts of these deals, and each of them packed."""
    shard = solve_shard(ShardTask(plan, first, last), LeftQuestion(by))
    assert isinstance(shard.tally, Fewest)
    return shard.tally, shard.packed


@pytest.mark.parametrize("by", ["pyramid", "all"])
@pytest.mark.parametrize(
    "rules", [PLAIN, replace(PLAIN, goal="pyramid"), replace(PLAIN, wastes=2, deal_to="choice")]
)
def test_the_fewest_are_those_of_best_one_by_one(
    by: Literal["pyramid", "all"], rules: Rules
) -> None:
    counts, packed = fewest(by, Plan(rules), 1, 30)
    lines = [best(Deal.of(one.cards, rules), by) for one in deals(range(1, 31), rules)]
    ends = [worth(line.position, by) for line in lines]
    assert Counter({(s.cards, s.others): n for s, n in counts.by_line.items()}) == Counter(ends)
    assert counts.unknown == 0 and counts.bounds == counts.found
    assert counts == survey_of(LeftQuestion(by), rules, range(1, 31))
    assert counts.nodes.total == sum(line.nodes for line in lines)
    rows = [row for row in QUESTIONS[by].unpack(packed, 30) if row is not None]
    assert Counter(tuple(row[:2]) for row in rows) == Counter(ends)
    assert sum(int(row[-1] or 0) for row in rows) == counts.nodes.total
    for most in (0, 3, 12):
        assert counts.at_most(most).hits == sum(left <= most for left, _ in ends)


def test_limits_leave_the_fewest_open_between_two_bounds() -> None:
    counts, packed = fewest("all", Plan(PLAIN, limit_nodes=40), 1, 60)
    assert 5 < counts.unknown < 60
    for number, found in enumerate(QUESTIONS["all"].unpack(packed, 60), 1):
        assert found is not None
        left, _, bound, limit, _ = found
        assert isinstance(left, int) and isinstance(bound, int)
        true = best(deal(number, PLAIN), "all").position.cards_left()
        assert bound <= true <= left and (limit == "nodes") == (bound < left)
    least, most = counts.at_most_bounds(4)
    assert least < fewest("all", Plan(PLAIN), 1, 60)[0].at_most(4).value < most


def test_a_ledger_is_reported_and_refuses_another_question(tmp_path: Path) -> None:
    ledger = tmp_path / "left.db"
    asked = ("run", "1-60", *WORDS, "--ledger", ledger, "--workers", "1", "--keep-if", "lost")
    printed = answer(*asked, "--best", "all")
    for words in ("fewest cards left in all", "at most 12 cards", "dropped"):
        assert words in printed
    message = complaint(*asked, "--best", "pyramid")
    assert "was begun with question all, not pyramid" in message
    (record,) = json.loads(answer("report", ledger, "--format", "json"))
    assert sum(line["deals"] for line in record["left"]) == record["deals"] < 60
    assert record["left"][0]["cards"] > 0 and record["dropped"] == 60 - record["deals"]
    sheet = answer("export", ledger, "--format", "csv").splitlines()
    origin = "game,rules,numbering,version,solver"
    assert sheet[0] == f"deal,cards_left,others_left,bound,limit,nodes,{origin}"
    assert sum(int(line.split(",")[1]) for line in sheet[1:]) == pytest.approx(
        record["mean_left"] * record["deals"]
    )
    commands.answer("chart", "outcomes", ledger, "-o", tmp_path / "left.svg")


PAR = replace(PLAIN, passes=3, scoring="par")
GROUPS = Rules(rows=4, total=6, draw=3, passes=None, stock_top=False, stock_waste="no")
DOWN = replace(PLAIN, face_down="covered", stock_top=False, stock_waste="no", waste_pairs=True)
CAREFUL = Player("careful")
BY_THUMB = [
    replace(PAR, wastes=2, deal_to="choice"),
    Rules(rows=4, total=5, suits=3, packs=2, passes=2),
]


def played(rules: Rules, player: Player = CAREFUL) -> Survey:
    return Survey(Plan(rules), PlayerQuestion(player))


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        *((rules, 60) for rules in (PLAIN, PAR, DOWN)),
        (replace(PAR, goal="pyramid", scoring="microsoft"), 60),
        *((rules, 6) for rules in BY_THUMB),
    ],
)
def test_counts_are_those_of_the_games(rules: Rules, count: int) -> None:
    games = survey_of(PlayerQuestion(CAREFUL), rules, range(count))
    ends = [CAREFUL.play(deal(number, rules)).end for number in range(count)]
    can = [solve(deal(n, rules)).is_won for n in range(count)]
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
    question = PlayerQuestion(CAREFUL)
    shard = solve_shard(ShardTask(Plan(PAR), 0, 69), question)
    rows = list(question.unpack(shard.packed, 70))
    assert isinstance(shard.tally, Games)
    assert sum(bool(row and row[0]) for row in rows) == shard.tally.won
    assert sum(int(row[-1] or 0) for row in rows if row) == shard.tally.nodes.total
    end = CAREFUL.play(deal(5, PAR)).end
    row = rows[5]
    assert row is not None
    assert row[:3] == (end.is_won(), end.cleared_in_pass or 0, end.cards_left())
    assert row[4] == end.score()
    for wrong in (b"", shard.packed[:-4]):
        with pytest.raises(ValueError, match="not the"):
            list(question.unpack(wrong, 70))


@pytest.mark.slow
def test_the_games_of_players_stay_what_they_are() -> None:
    digest = hashlib.sha256()
    for name in ("random", "greedy", "careful", "sampler", "strongest"):
        for rules in (PLAIN, PAR, replace(PLAIN, goal="pyramid"), DOWN, GROUPS):
            player = Player(name, 1, 10 if name in ("sampler", "strongest") else None)
            games = survey_of(PlayerQuestion(player), rules, range(60))
            digest.update(json.dumps(sorted(games.counts.items())).encode())
    assert (PLAYER_VERSION, digest.hexdigest()[:12]) == (8, "0c392a8778ed"), "raise PLAYER_VERSION"


def test_a_player_that_no_kernel_plays_is_surveyed_by_the_referee() -> None:
    """The player for par points: each game ends as it does when it plays alone."""
    player = Player("scorer", 1, 10)
    games = survey_of(PlayerQuestion(player), PAR, range(3))
    ends = [player.play(deal(number, PAR)).end for number in range(3)]
    assert games.scores.mean == pytest.approx(sum(end.score() for end in ends) / 3)
    assert games.won == sum(end.is_won() for end in ends)
    careful = survey_of(PlayerQuestion(CAREFUL), PAR, range(3))
    assert games.scores.mean > careful.scores.mean


def test_a_player_is_read_back_from_an_identity() -> None:
    for look in (0, 2):
        asked = played(Rules(rows=3, total=5, stock="bouquet"), Player("careful", look=look))
        assert Survey.of_identity(asked.identity(), "rules") == asked


def test_dropped_deals_are_not_played() -> None:
    whole = survey_of(PlayerQuestion(CAREFUL), PLAIN, range(80))
    kept = survey_of(PlayerQuestion(CAREFUL), PLAIN, range(80), keep_if="winnable")
    assert (kept.deals, kept.dropped) == (whole.thoughtful.hits, 80 - whole.thoughtful.hits)
    assert kept.won == whole.won


def test_a_ledger_is_gone_on_with_and_reported(tmp_path: Path) -> None:
    ledger = tmp_path / "games.db"
    first = survey_of(PlayerQuestion(CAREFUL), PAR, range(50), ledger=ledger)
    whole = survey_of(PlayerQuestion(CAREFUL), PAR, range(120), ledger=ledger)
    assert (first.deals, whole.deals) == (50, 120)
    assert whole == survey_of(PlayerQuestion(CAREFUL), PAR, range(120))
    with open_ledger(ledger) as book:
        assert book.question == PlayerQuestion(CAREFUL)
        assert Survey.of_identity(book.identity, "rules") == book.survey
    asked = ("run", "0-119", *OPTIONS[:-2], "--ledger", ledger, "--workers", "1", "--player")
    assert "was begun with player" in complaint(*asked, "greedy")
    answer(*asked, "careful")
    (record,) = json.loads(answer("report", ledger, "--format", "json"))
    assert record["won"] == whole.won and record["player"] == asdict(CAREFUL)
    exported = commands.sheet(answer("export", ledger, "--format", "csv"))
    assert sum(int(row["won"]) for row in exported) == whole.won
    commands.answer("chart", "rates", ledger, "-o", tmp_path / "rates.svg")


def test_wrong_wishes_are_refused() -> None:
    asked = ("run", "1-9", "--ledger", "never.db", "--player", "careful", "--orders", "9")
    assert "samples none" in complaint(*asked)
    with pytest.raises(SurveyError, match="player"):
        Survey(Plan(PLAIN), PlayerQuestion())
    identity = played(PLAIN).identity()
    with pytest.raises(SurveyError, match="no such parameters"):
        Survey.of_identity(identity | {"question": VERDICT.name}, "rules")
    for wrong in ({}, {"name": "careful"}, 7, "careful"):
        with pytest.raises(SurveyError, match="player"):
            Survey.of_identity(identity | {"player": wrong}, "rules")


def test_a_game_that_wins_what_cannot_be_won_ends_the_survey(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pyrtool.surveys.questions.player.answer_of", lambda outcome: "lost")
    with pytest.raises(WrongLineError, match="cannot be won"):
        solve_shard(ShardTask(Plan(PLAIN), 0, 60), PlayerQuestion(CAREFUL))


def test_nothing_was_played() -> None:
    empty = Games()
    assert (empty.deals, empty.rate.value, empty.against_thoughtful()) == (0, 0.0, (0.0, 1.0))
