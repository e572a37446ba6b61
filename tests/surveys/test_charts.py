"""Charts: what they are drawn from, what they say, how they look, and what is rejected."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from charts import LEVEL_BANDS, effort_chart, read_efforts
from PIL import Image

import pyrtool
from pyrtool.base.colours import contrast, ink, letters_in
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.surveys.charts.canvas import COLOURS, Canvas, ChartError, percent, points
from pyrtool.surveys.charts.charts import passes_chart
from pyrtool.surveys.charts.survey_data import read_surveys
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.questions.best import Scores

from ..commands import answer, complaint, surveyed
from ..paths import ROOT
from ..pictured import chart_words

pytestmark = pytest.mark.usefixtures("in_this_process")

DATA = ROOT / "docs" / "data"
VERDICTS, PAR = DATA / "verdicts.csv", DATA / "par.csv"


def chart(path: Path, *words: object, input: str | None = None) -> list[str]:
    answer("chart", *words, "-o", str(path), input=input)
    return chart_words(path)


def test_how_deals_end(tmp_path: Path) -> None:
    chosen = ("--rules", "giza", "--rules", "king-tut")
    words = chart(tmp_path / "a.svg", "outcomes", str(VERDICTS), *chosen)
    first = (tmp_path / "a.svg").read_bytes()
    assert words == chart(tmp_path / "a.svg", "outcomes", str(VERDICTS), *chosen)
    assert (tmp_path / "a.svg").read_bytes() == first
    text = " ".join(words)
    for part in ("How deals end", "Giza", "10,000,000 deals", "King Tut", "36.5", "78.0"):
        assert part in text
    assert {"won", "simple block", "too many of a set in the stock"} <= set(words)


def test_a_function_draws_what_the_command_draws(tmp_path: Path) -> None:
    ledger, target = tmp_path / "giza.db", tmp_path / "a.svg"
    tally = pyrtool.survey("giza", range(1, 201), ledger=ledger)
    words = chart(target, "rates", str(ledger), "--title", "Mine")
    drawn = target.read_bytes()
    for surveys in ({"giza": tally}, [ledger]):
        pyrtool.chart("rates", surveys, target, title="Mine")
        assert target.read_bytes() == drawn
    assert "Mine" in words
    with pytest.raises(pyrtool.PyrtoolError, match="have no scores"):
        pyrtool.chart("scores", {"giza": tally}, target)
    with pytest.raises(pyrtool.PyrtoolError, match="unknown game"):
        pyrtool.chart("rates", {"gizza": tally}, target)
    assert target.read_bytes() == drawn


def test_every_way_to_end_has_a_colour() -> None:
    assert {WON, *LOST_REASONS, *LIMITS, "unknown"} <= COLOURS.keys()
    assert tuple(QUESTIONS["score"].row(Scores()))[7:11] == tuple(
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
    words = ("--player", "careful", "-g", "clear", "--rows", "5", "1-20")
    ledgers = [
        surveyed(tmp_path / "all.db", *words),
        surveyed(tmp_path / "kept.db", *words, "--keep-if", "winnable"),
    ]
    (one,), (kept,) = map(read_surveys, ledgers)
    assert (kept.deals, kept.wins, kept.winnable) == (20, one.wins, one.winnable)
    assert "of all 20 deals, the dropped ones lost" in answer("survey", "report", ledgers[1])
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
        status, report = 3 if "--limit-nodes" in more else 0, tmp_path / f"{name}.csv"
        ledger = surveyed(tmp_path / f"{name}.db", "1-12", *more, status=status)
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
    ledger = surveyed(tmp_path / "left.db", "1-4", "--rows", "3", "--best", "all")
    picture = tmp_path / "left.svg"
    assert "How often no card must stay" in chart(picture, "outcomes", ledger)
    assert "nor one of cards left" in complaint("chart", "rates", ledger, "-o", "x.svg")


def test_scores_that_a_limit_left_open_are_no_best_scores(tmp_path: Path) -> None:
    words = ("1-12", "-g", "par", "--best", "score", "--limit-nodes")
    ledgers = [surveyed(tmp_path / f"{n}.db", *words, n, status=3) for n in ("1", "3000")]
    message = complaint("chart", "scores", ledgers[0], "-o", str(tmp_path / "x.svg"))
    assert message == "a limit left the best scores of all deals open"
    drawn = chart(tmp_path / "a.svg", "scores", ledgers[1])
    (of,) = (word for word in drawn if word.startswith("Par Pyramid"))
    assert re.fullmatch(
        r"Par Pyramid, at most 3000 nodes: 12 deals, \d+ of them left open by a limit", of
    )


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
    assert 'pip install ".[plot]"' in message and not list(tmp_path.iterdir())
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


matplotlib = pytest.importorskip("matplotlib")


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Canvas]:
    """The canvases that are saved, to be looked at."""
    canvases: list[Canvas] = []
    save = Canvas.save

    def keeping(self: Canvas) -> None:
        canvases.append(self)
        save(self)

    monkeypatch.setattr(Canvas, "save", keeping)
    return canvases


def test_labels_cover_neither_each_other_nor_marks(kept: list[Canvas], tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    effort_chart(read_efforts(DATA / "effort.csv"), path)
    with Image.open(path) as drawn:
        box = drawn.convert("L").point(lambda grey: 255 * (grey < 200)).getbbox()
    assert box is not None
    left, top, _, _ = box
    assert 16 <= top <= 19 and 14 <= left <= 18
    passes = [
        one
        for one in read_surveys(DATA / "verdicts.csv")
        if one.named.game in ("pyramid", "elizabeth") and one.named.rules.rows == 7
    ]
    passes_chart(passes[:8], path)
    for canvas in kept:
        canvas.figure.draw_without_rendering()
        (axes,) = canvas.figure.axes
        assert len(axes.texts) >= 4
        boxes = [text.get_window_extent() for text in axes.texts]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        inside = axes.get_window_extent()
        assert all(inside.x0 <= box.x0 and box.y1 <= inside.y1 for box in boxes)
        for text in axes.texts:
            colour = matplotlib.colors.to_hex(text.get_color())
            assert contrast(colour, "#FFFFFF") >= 4.5
    marks = [line for line in kept[0].figure.axes[0].lines if line.get_marker() in ("o", "s", "D")]
    spots = [spot for line in marks for spot in line.get_transform().transform(line.get_xydata())]
    boxes = [text.get_window_extent() for text in kept[0].figure.axes[0].texts]
    assert len(spots) >= len(boxes) and not any(b.contains(*spot) for b in boxes for spot in spots)


def test_letters_are_those_of_pictures(kept: list[Canvas], tmp_path: Path) -> None:
    from matplotlib.font_manager import findfont
    from matplotlib.text import Text

    passes_chart(
        [one for one in read_surveys(DATA / "verdicts.csv") if one.named.game == "pyramid"][:8],
        tmp_path / "x.png",
        title="Tut's 95% – ≤ −1 ×",
    )
    written = [text for text in kept[0].figure.findobj(Text) if text.get_text()]
    assert len(written) > 15 and "Tut’s 95% – ≤ −1 ×" in {text.get_text() for text in written}
    for text in written:
        font = bundled(text.get_fontweight() == "bold")
        assert Path(findfont(text.get_fontproperties())).samefile(font.path)
        assert all(char in font for char in text.get_text())


def test_ticks_are_plain_numbers(kept: list[Canvas], tmp_path: Path) -> None:
    effort_chart(read_efforts(DATA / "effort.csv"), tmp_path / "x.png")
    ticks = [tick.get_text() for tick in kept[0].figure.axes[0].get_xticklabels()]
    assert {"0.01", "0.1", "1", "10"} <= set(ticks)


def test_letters_can_be_read_on_every_colour() -> None:
    for colour in (*COLOURS.values(), *LEVEL_BANDS):
        assert contrast(ink(colour), colour) >= 4.5
        assert contrast(letters_in(colour), "#FFFFFF") >= 4.5
    assert letters_in("#0072B2") == "#0072B2"  # is dark enough
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
