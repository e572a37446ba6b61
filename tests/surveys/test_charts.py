"""Charts: what they are drawn from, what they say, and what is rejected."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pyrtool.answers.blocks import certify, find_block
from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.records.collection import puzzle, puzzle_record, puzzles
from pyrtool.records.reasoning import format_reasoning
from pyrtool.surveys.charts import ChartError, count_places, read_ratings, read_surveys
from pyrtool.surveys.charts.canvas import COLOURS, percent, points
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON
from pyrtool.surveys.questions import REPORTS

from ..commands import answer, complaint, run
from ..paths import ROOT

DATA = ROOT / "docs" / "data"
VERDICTS, PAR = DATA / "verdicts.csv", DATA / "par.csv"


def texts_of(path: Path) -> list[str]:
    """The words of an SVG chart: matplotlib keeps them as comments beside their outlines."""
    return re.findall(r"<!-- (.*?) -->", path.read_text())


def chart(path: Path, *words: str, input: str | None = None) -> list[str]:
    answer("chart", *words, "-o", str(path), input=input)
    first = path.read_bytes()
    answer("chart", *words, "-o", str(path), input=input)
    assert path.read_bytes() == first
    return texts_of(path)


def test_how_deals_end(tmp_path: Path) -> None:
    chosen = ("--rules", "giza", "--rules", "king-tut")
    words = chart(tmp_path / "a.svg", "outcomes", str(VERDICTS), *chosen)
    text = " ".join(words)
    for part in ("How deals end", "Giza", "10,000,000 deals", "King Tut", "36.5", "78.0"):
        assert part in text
    assert {"won", "simple block", "too many of a set in the stock"} <= set(words)


def test_every_way_to_end_has_a_colour() -> None:
    assert {WON, *LOST_REASONS, *LIMITS, "unknown"} <= COLOURS.keys()
    assert REPORTS["score"].header[7:11] == tuple(
        f"{name} %" for name in ("pass 1", "pass 2", "pass 3", "not cleared")
    )
    assert {"pass 1", "pass 2", "pass 3", "not cleared"} <= COLOURS.keys()
    shared = {"nodes", "none stays", "some stay"}  # what `unknown`, `won` and `not won` have too
    assert len(set(COLOURS.values())) == len(COLOURS) - len(shared)


def test_win_rates_and_passes(tmp_path: Path) -> None:
    words = chart(tmp_path / "a.svg", "rates", str(VERDICTS), "--rules", "giza", "--title", "Mine")
    assert {"Mine", "36.5% ±0.03"} <= set(words)
    two = ("--rules", "pyramid", "--rules", "pyramid, passes 2")
    words = chart(tmp_path / "b.svg", "passes", str(VERDICTS), *two)
    assert {"1 pass", "2 passes", "7.1%", "57.3%", "1,000,000 deals each"} <= set(words)


def test_what_a_player_wins_is_drawn_for_all_deals(tmp_path: Path) -> None:
    ledgers = []
    for name, more in (("all", ()), ("kept", ("--keep-if", "winnable"))):
        ledgers.append(str(tmp_path / f"{name}.db"))
        words = ("--player", "careful", "-g", "clear", "--rows", "5", "--deals", "1-50")
        answer("survey", "run", *words, "--workers", "1", "--ledger", ledgers[-1], *more)
    (one,), (kept,) = (read_surveys(Path(ledger)) for ledger in ledgers)
    assert (kept.deals, kept.wins, kept.winnable) == (50, one.wins, one.winnable)
    assert "of all 50 deals, the dropped ones lost" in answer("survey", "report", ledgers[1])
    texts = chart(tmp_path / "a.svg", "rates", *ledgers)
    assert {"What players win", "can be won with every card known"} <= set(texts)
    assert any("careful (seed 0)" in word for word in texts)


def test_best_scores(tmp_path: Path) -> None:
    words = chart(tmp_path / "a.svg", "scores", str(PAR), "--rules", "par")
    assert "Par Pyramid: 1,000,000 deals, mean 19.5" in words
    assert "pass 1" in chart(tmp_path / "b.svg", "outcomes", str(PAR), "--rules", "par")


def test_a_report_is_read_as_its_ledger(tmp_path: Path) -> None:
    player = ("--player", "sampler", "--orders", "2", "-g", "clear", "--keep-if", "winnable")
    scores = ("--best", "score", "-g", "par", "--rows", "3")
    limited = ("--limit-nodes", "20", "--keep-if", "unblocked")
    some = ("--best", "score", "-g", "par", "--limit-nodes", "3000")
    left = ("--rows", "4", "--best", "all", "--limit-memory", "900")
    asked = (("v", ()), ("l", limited), ("s", scores), ("o", some), ("a", left), ("p", player))
    for name, more in asked:
        ledger, report = tmp_path / f"{name}.db", tmp_path / f"{name}.csv"
        done = run("survey", "run", "1-40", "--workers", "1", "--ledger", str(ledger), *more)
        assert done.exit_code == (3 if "--limit-nodes" in more else 0)
        report.write_text(answer("survey", "report", str(ledger), "--format", "csv"))
        (one,), (other,) = read_surveys(ledger), read_surveys(report)
        assert (one.named, one.deals, one.scores) == (other.named, other.deals, other.scores)
        assert (one.label, one.more) == (other.label, other.more)
        assert (one.player, one.winnable) == (other.player, other.winnable)
        assert bool(one.scores) == (name in "so")
        for part, share in other.parts.items():
            limits = sum(one.parts.get(limit, 0.0) for limit in LIMITS)
            assert one.parts.get(part, limits) == pytest.approx(share, abs=1e-4)


def test_cards_left_are_not_called_passes(tmp_path: Path) -> None:
    ledger, picture = str(tmp_path / "left.db"), tmp_path / "left.svg"
    answer(
        "survey", "run", "1-4", "--rows", "3", "--best", "all", "--workers", "1", "--ledger", ledger
    )
    assert "How often no card must stay" in chart(picture, "outcomes", ledger)
    assert "nor one of cards left" in complaint("chart", "rates", ledger, "-o", "x.svg")


def test_scores_that_a_limit_left_open_are_no_best_scores(tmp_path: Path) -> None:
    ledgers = []
    for name, nodes in (("all", "1"), ("some", "3000")):
        ledgers.append(str(tmp_path / f"{name}.db"))
        words = ("1-40", "-g", "par", "--best", "score", "--workers", "1")
        run("survey", "run", *words, "--limit-nodes", nodes, "--ledger", ledgers[-1])
    message = complaint("chart", "scores", ledgers[0], "-o", str(tmp_path / "x.svg"))
    assert message == "a limit left the best scores of all deals open"
    drawn = chart(tmp_path / "a.svg", "scores", ledgers[1])
    (of,) = (word for word in drawn if word.startswith("Par Pyramid"))
    assert re.fullmatch(
        r"Par Pyramid, at most 3000 nodes: 40 deals, \d+ of them left open by a limit", of
    )


REASONING = format_reasoning(Reasoning("won", 3, "wait", 7, 2))


def test_difficulties_and_only_moves(tmp_path: Path) -> None:
    records = [puzzle_record(puzzle(number)) for number in (11, 18, 44, 45)]
    text = "\n".join(map(json.dumps, records))
    words = chart(tmp_path / "a.svg", "difficulty", "-", input=text)
    assert {"Giza: 2 deals", "King Tut: 2 deals (1 of them beyond what was measured)"} <= set(words)
    assert {"easy", "master"} <= set(words)
    words = chart(tmp_path / "b.svg", "moves", "-", input=text)
    assert {"Giza (2)", "King Tut (1)", "3 deals"} <= set(words)
    reasoned = [one | {"reasoning": REASONING} for one in records[:2]] + records[2:]
    lines = "\n".join(map(json.dumps, reasoned))
    answer("chart", "reasoning", "-", "-o", str(tmp_path / "c.svg"), input=lines)
    assert {"Giza (2)", "2 deals", "forced pairs"} <= set(texts_of(tmp_path / "c.svg"))
    message = complaint("chart", "reasoning", "-", "-o", str(tmp_path / "d.svg"), input=text)
    assert message == "none of these ratings has a difficulty and forced pairs"
    found = read_ratings(text.splitlines())
    assert [one.rating.only_moves for one in found] == [0, 21, 34, 5]
    without = {name: value for name, value in records[0].items() if name != "rating"}
    assert read_ratings([json.dumps(without)]) == []


def test_the_places_that_block(tmp_path: Path) -> None:
    rules = GAMES["bouquet"]
    decks = [deal(number, rules) for number in range(1, 13)]
    places = count_places(decks, rules)
    blocks = [(one, block) for one in decks if (block := find_block(one))]
    assert (places.deals, places.blocked) == (12, len(blocks)) and blocks
    for counts, name in ((places.stuck, "held"), (places.holding, "holding")):
        laid_out = sum(
            card in one.cards[:28]
            for one, block in blocks
            for card in getattr(certify(block, one), name)
        )
        assert sum(counts) == laid_out
    words = chart(tmp_path / "a.svg", "places", "1-12", "-g", "bouquet")
    assert "Bouquet: the places that block" in words
    assert any(f"of {len(blocks)} blocked deals" in word for word in words)


def test_places_are_counted_under_the_rules_of_the_deals() -> None:
    giza, other = deal(1, "giza"), deal(2, "pyramid")
    with pytest.raises(ChartError, match="deal 2: has other rules than the places"):
        count_places([giza, other], GAMES["giza"])


@pytest.mark.slow
def test_of_many_games_the_smallest_share_a_sign(tmp_path: Path) -> None:
    source = tmp_path / "all.ndjson"
    source.write_text("".join(json.dumps(puzzle_record(one)) + "\n" for one in puzzles()))
    for kind in ("moves", "difficulty"):
        words = chart(tmp_path / f"{kind}.svg", kind, str(source))
        assert any(word.startswith("Giza") for word in words)
        assert any(re.match(r"\d+ other games", word) for word in words)


def test_efforts(tmp_path: Path) -> None:
    words = chart(tmp_path / "a.svg", "effort", str(DATA / "effort.csv"))
    assert {"What thinking longer wins", "careful", "300", "CPU time a move, milliseconds"} <= set(
        words
    )
    other = tmp_path / "other.csv"
    head = "player,orders,deals,can be won,won,moves,seconds\n"
    other.write_text(f"{head}greedy,0,9,3,1,70,0.1\ncareful,0,9,4,1,70,0.1\n")
    assert "not of the same deals" in complaint("chart", "effort", str(other), "-o", "x.svg")
    for row in ("greedy,0,9,3,4,70,1", "nobody,0,9,3,1,7,1", "greedy,0,9,3,1,7,inf", "greedy,0"):
        other.write_text(f"{head}{row}\n")
        assert "is no file of efforts" in complaint("chart", "effort", str(other), "-o", "x.svg")


def test_small_numbers_differ_from_nothing() -> None:
    assert [percent(x) for x in (0, 0.00014, 0.0716, 1)] == ["0.0%", "0.014%", "7.2%", "100.0%"]
    assert [points(x) for x in (0.0003, 0.12)] == ["±0.03", "±12.0"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rates", "x.csv", "-o", "x.pdf"), "x.pdf: a chart is a .png or .svg"),
        (("rates", "x.csv", "-o", "no/x.svg"), "no/x.svg: No such file or directory"),
        (("rates", "none.csv", "-o", "x.svg"), "none.csv: No such file or directory"),
        (("rates", "x.csv", "-o", "x.svg"), "x.csv: is no ledger, and no report of surveys"),
        (("rates", str(VERDICTS), "-o", "x.svg"), "45 surveys: a chart has room for 1 to 40"),
        (("rates", str(PAR), "-o", "x.svg"), "a survey of best scores has no win rate"),
        (("scores", str(VERDICTS), "--rules", "giza", "-o", "x.svg"), "these surveys have no sco"),
        (("rates", "cut.csv", "-o", "x.svg"), "cut.csv: is no ledger, and no report of surveys"),
        (("passes", str(VERDICTS), "--rules", "giza", "-o", "x.svg"), "no two of these surveys"),
        (("rates", str(VERDICTS), "--rules", "par", "-o", "x.svg"), "no survey of par"),
        (("difficulty", "x.csv", "-o", "x.svg"), "x.csv, line 1: not a record"),
        (("difficulty", "-", "-", "-o", "x.svg"), "the standard input (-) can be read only once"),
        (("places", "87", "-o", "x.svg"), "none of 1 deals is blocked"),
        (("effort", "x.csv", "-o", "x.svg"), "x.csv: is no file of efforts (columns player, "),
    ],
)
def test_what_is_refused(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text("rules,deals\ngiza,none\n")
    (tmp_path / "cut.csv").write_text(VERDICTS.read_text().rpartition(",")[0])
    assert complaint("chart", *words).startswith(message)
    assert {path.name for path in tmp_path.iterdir()} == {"x.csv", "cut.csv"}


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    message = complaint("chart", "rates", str(VERDICTS), "-o", str(tmp_path / "x.svg"))
    assert "pyrtool[plot]" in message and not list(tmp_path.iterdir())
    with pytest.raises(ChartError):
        read_surveys(Path(__file__))


@pytest.mark.parametrize(
    ("report", "expected", "instead"),
    [
        ("verdicts", ",384436,38.4436,", f",{9:9>400},38.4436,"),
        ("verdicts", ",384436,38.4436,", ",0,38.4436,"),
        ("verdicts", "native,1000000,384436,", f"native,{9:9>400},384436,"),
        ("verdicts", '6x4, overlap"', r'6x4, overlap, at most $\frac{1$ nodes"'),
        ("par", ",9.2500,49.6050,", ",99.2500,49.6050,"),
        ("players", "native,20000,0,1,", f"native,{9:9>400},0,1,"),
        ("players", "random (seed 0)", r"random ($\frac{1$)"),
    ],
)
def test_reports_of_what_cannot_be_are_refused(
    tmp_path: Path, report: str, expected: str, instead: str
) -> None:
    forged = tmp_path / "forged.csv"
    text = (DATA / f"{report}.csv").read_text()
    assert expected in text
    forged.write_text(text.replace(expected, instead, 1))
    with pytest.raises(ChartError, match="no report of surveys"):
        read_surveys(forged)


def test_efforts_of_what_cannot_be_are_refused(tmp_path: Path) -> None:
    forged = tmp_path / "forged.csv"
    forged.write_text(
        f"player,orders,deals,can be won,won,moves,seconds\ngreedy,0,9,9,1,{9:9>400},1\n"
    )
    assert "is no file of efforts" in complaint(
        "chart", "effort", str(forged), "-o", str(tmp_path / "a.svg")
    )


def test_a_title_is_no_formula(tmp_path: Path) -> None:
    named = ("outcomes", str(VERDICTS), "--rules", "giza", "--title")
    assert "From $5 to $10" in chart(tmp_path / "a.svg", *named, "From $5 to $10")
    assert r"$\frac{$" in chart(tmp_path / "a.svg", *named, r"$\frac{$")
    message = complaint("chart", *named, "\udcff", "-o", str(tmp_path / "b.svg"))
    assert "U+DCFF at 1 cannot be written in a picture" in message


@pytest.mark.parametrize("letter", ["漢", "\t"])
def test_a_title_has_only_letters_of_the_font(letter: str, tmp_path: Path) -> None:
    named = ("outcomes", str(VERDICTS), "--rules", "giza", "--title")
    assert "Žluťoučký ♠ → Ω" in chart(tmp_path / "a.svg", *named, "Žluťoučký ♠ → Ω")
    message = complaint("chart", *named, f"A{letter}B", "-o", str(tmp_path / "b.svg"))
    assert f"the fonts of charts lack {letter.strip()}" in message
    assert f"(U+{ord(letter):04X})" in message
    assert not (tmp_path / "b.svg").exists()
