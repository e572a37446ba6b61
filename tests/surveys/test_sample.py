"""Second opinions of a survey's losses: which losses, what is counted, what is reported."""

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from pyrtool import Deal, Limits, PyrtoolError, deal, solve, survey
from pyrtool.answers import plain_search as second_opinion
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.plan import Plan, SurveyError
from pyrtool.surveys.questions import Survey, solve_shard
from pyrtool.surveys.questions.verdict import Opinions, VerdictQuestion, sampled
from pyrtool.surveys.shards import ShardTask

from .. import commands

pytestmark = pytest.mark.usefixtures("in_this_process")

SHORT = Rules(rows=3, total=5, suits=3)
SHORT_WORDS = ["--rows", 3, "--total", 5, "--suits", 3]
ALL = ["--plain-sample", 1]

run = partial(commands.run, "survey")


def losses(numbers: Sequence[int], rules: Rules = SHORT) -> list[int]:
    return [n for n in numbers if solve(deal(n, rules)).is_lost]


@given(st.integers(0, 10**6), st.integers(1, 400), st.integers(1, 1000))
def test_a_sample_follows_from_the_numbers_alone(first: int, size: int, thousandths: int) -> None:
    share = Fraction(thousandths, 1000)
    numbers = range(first, first + size)
    expected = [n for n in numbers if n * share // 1 > (n - 1) * share // 1]
    assert list(sampled(first, numbers[-1], float(share))) == expected
    assert abs(len(expected) - size * share) <= 1


@pytest.mark.parametrize("share", [0.0, -1.0, 1.001, 1e-10])
def test_a_share_is_above_0_and_at_most_1(share: float) -> None:
    with pytest.raises(SurveyError, match="must be 1e-09 to 1"):
        Survey(Plan(SHORT), VerdictQuestion(share))
    with pytest.raises(PyrtoolError, match="must be 1e-09 to 1"):
        list(sampled(1, 10, share))


def test_who_is_asked_again() -> None:
    for other in ("--best=score", "--player=careful"):
        words = ("1-9", "--game", "par", other, "--plain-sample", "0.5", "--ledger", "x.db")
        assert "only losses of verdicts are asked again" in run("run", *words).stderr
    asked = Survey(Plan(GAMES["treize"]), VerdictQuestion(0.5))
    assert Survey.of_identity(asked.identity(), "rules") == asked


def test_the_losses_of_the_sample_are_asked_again() -> None:
    for share in (1, 0.3):
        found = survey(SHORT, range(1, 201), plain_sample=share)
        wanted = losses(list(sampled(1, 200, share)))
        assert found.opinions == Opinions(agreed=len(wanted))
        without = survey(SHORT, range(1, 201))
        assert (found.counts, found.nodes) == (without.counts, without.nodes)
        assert without.opinions == Opinions()
    kept = survey(SHORT, range(1, 201), plain_sample=1, keep_if="unblocked")
    assert 0 < kept.opinions.asked == kept.lost < len(losses(range(1, 201)))


def test_a_limit_leaves_losses_open() -> None:
    found = survey(GAMES["pyramid"], range(1, 21), limit_nodes=100, plain_sample=1)
    assert found.opinions.left_open > 0
    assert found.opinions.asked == found.lost


def test_parts_give_the_same_whatever_their_order(tmp_path: Path) -> None:
    plan, asked = Plan(SHORT), VerdictQuestion(0.4)
    whole = solve_shard(ShardTask(plan, 1, 150), asked).tally
    parts = [solve_shard(ShardTask(plan, n, n + 29), asked).tally for n in (121, 1, 61, 31, 91)]
    assert sum(parts[1:], parts[0]) == whole
    ledger, half, other, merged = (tmp_path / f"{name}.db" for name in "abcd")
    survey(SHORT, range(1, 71), plain_sample=0.4, ledger=ledger)
    assert survey(SHORT, range(1, 151), plain_sample=0.4, ledger=ledger) == whole
    survey(SHORT, range(1, 71), plain_sample=0.4, ledger=half)
    survey(SHORT, range(71, 151), plain_sample=0.4, ledger=other)
    assert run("merge", half, other, "-o", merged).exit_code == 0
    for format in ("text", "markdown", "csv", "json"):
        reports = [run("report", path, "--format", format) for path in (ledger, merged)]
        assert reports[0].stdout == reports[1].stdout
    with open_ledger(merged) as book:
        assert (book.tally(), book.plan) == (whole, plan)


def test_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "short.db"
    result = run("run", "1-150", *SHORT_WORDS, *ALL, "--ledger", path)
    lost = len(losses(range(1, 151)))
    assert result.exit_code == 0 and result.stderr == ""
    assert f"losses asked again          {lost}: {lost} agree\n" in result.stdout
    assert run("report", path).stdout == result.stdout
    csv = run("report", path, "--format", "csv").stdout
    assert "asked again,agreed,left open,deals that disagree\n" in csv
    assert f",{lost},{lost},0,\n" in csv
    record = json.loads(run("report", path, "--format", "json").stdout)[0]
    assert record["plain_sample"] == 1
    assert record["plain"] == {"asked": lost, "agreed": lost, "disagreed": [], "left_open": 0}
    assert "sample   1 of the losses" in run("status", path).stdout
    again = run("run", "--ledger", path)
    assert (again.exit_code, again.stdout) == (0, result.stdout)
    other = run("run", "1-200", *SHORT_WORDS, "--ledger", path)
    assert other.exit_code == 2 and "was begun with plain sample 1" in other.stderr


def test_a_report_with_a_sample_is_read_by_charts(tmp_path: Path) -> None:
    from pyrtool.surveys.charts.survey_data import read_surveys

    path, report = tmp_path / "short.db", tmp_path / "short.csv"
    survey(SHORT, range(1, 51), plain_sample=1, ledger=path)
    report.write_text(run("report", path, "--format", "csv").stdout)
    [of_report], [of_ledger] = read_surveys(report), read_surveys(path)
    assert (of_report.deals, of_report.parts["won"]) == (50, of_ledger.parts["won"])


def test_a_disagreement_is_loud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = losses(range(1, 60))[-3:]
    cards = [deal(number, SHORT).cards for number in wrong]

    def mistaken(given: Iterable[Deal], limits: Limits) -> Iterator[second_opinion.Opinion]:
        for one in given:
            found = second_opinion.search(one, limits)
            is_wrong = one.cards in cards
            yield second_opinion.Opinion("won", found.nodes) if is_wrong else found

    monkeypatch.setattr(second_opinion, "search_each", mistaken)
    names = ", ".join(map(str, wrong))
    path, merged = tmp_path / "short.db", tmp_path / "merged.db"
    result = run("run", "1-60", *SHORT_WORDS, *ALL, "--ledger", path)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1 and f"counts as lost, deals {names}" in result.stderr
    assert f"3 DISAGREE (deals {names})" in result.stdout
    assert run("run", "--ledger", path).exit_code == 1
    assert run("merge", path, "-o", merged).exit_code == 1
    for format in ("text", "markdown", "csv", "json", "ndjson"):
        report = run("report", merged, "--format", format)
        assert report.exit_code == 1 and names in report.stderr
        assert all(str(number) in report.stdout for number in wrong)
    with open_ledger(merged) as book:
        assert book.tally() == survey(SHORT, range(1, 61), plain_sample=1)
