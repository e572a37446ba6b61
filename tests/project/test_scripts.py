"""The scripts whose tables, charts, files and pictures the docs show."""

import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import dataset
import duckdb
import pytest
from atlas import AtlasError, atlas, published_rates, with_games, with_rates, with_row
from charts import _OF_RATINGS, count_places, effort_chart, read_efforts, read_ratings
from PIL import ExifTags, Image, ImageChops, ImageSequence
from tables import HEADER, NOTE, REASONS_HEADER, TABLES, cells, figures, notes, reason_cells, rows

from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.base.version import SOLVER_VERSION
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.game.named_games import KNOWN
from pyrtool.records.collection import puzzle, puzzle_record
from pyrtool.records.ratings import format_reasoning
from pyrtool.surveys.charts.canvas import ChartError
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.questions.verdict import COUNTED, Tally
from pyrtool.surveys.reports import SurveyResult

from ..commands import answer, imported, run_script, sheet, surveyed
from ..paths import DOCS, PAGES, README, page
from ..pictured import chart_words

TABLES_SCRIPT = "benchmarks/tables.py"
CHARTS = "benchmarks/charts.py"
FEW = ("--scale", "0.00001", "--workers", "1")


def test_every_row_of_the_article_is_there() -> None:
    full = {table: sum(row.deals for row in rows([table])) for table in ("bouquet", "giza")}
    assert full == {"bouquet": 1_000_000_000, "giza": 22_000_000}
    one_pass = rows(["one-pass"])
    assert len(one_pass) == 16  # twelve cells, four of them in two readings
    cells = [row for row in one_pass if row.rules.stock_waste != "auto-on-turn"]
    assert sum(row.deals for row in cells) == 12 * 10**6
    named = {row.ledger_name for row in rows()}
    assert len(named) == len({(row.rules, row.question) for row in rows()})


def test_the_comparison() -> None:
    row = rows(["bouquet"])[5]
    assert row.title == "bouquet"
    published = figures()["bouquet"]["rows"][5]
    counts = dict.fromkeys(COUNTED, 0) | {"won": published[2], "simple block": published[3]}
    counts["set block"] = figures()["bouquet"]["deals"] - sum(counts.values())
    line = dict(zip(HEADER, cells(row, Tally(counts)), strict=True))
    assert line["win %"] == line["article win %"] == "66.8650"
    assert line["win σ"] == line["simple σ"] == "+0.00"
    assert line["adjusted %"] == line["article adjusted %"] == "74.8429"
    assert len(reason_cells(row, Tally(counts))) == len(REASONS_HEADER)


def test_the_notes() -> None:
    chosen = [row for row in rows() if row.question == "verdict"]
    by_table = [[(row, Tally()) for row in chosen if row.table == table] for table in TABLES]
    bouquet, giza, one_pass, more, _ = ("\n".join(notes(pairs)) for pairs in by_table)
    assert "open bouquet differ" in bouquet and "Giza differ" in giza
    assert NOTE in one_pass and NOTE not in more + giza
    assert "23,651,617,136,000 of 426,384,982,032,100 stocks (5.5470%)" in more
    assert "stocks" not in bouquet + one_pass


@pytest.mark.slow
def test_the_script(tmp_path: Path) -> None:
    names = ("--ledgers", tmp_path / "made", "--table", "bouquet", "--table", "giza")
    printed = run_script(TABLES_SCRIPT, *names, *FEW).stdout
    assert printed.count("\n## ") == 2 and printed.startswith("## Pyramid with an open bouquet")
    again = run_script(TABLES_SCRIPT, *names, "--report-only", "--table", "par")
    assert again.stdout == printed and again.stderr.startswith("not made yet: par; ")
    predicted = run_script(TABLES_SCRIPT, "--estimate", "--table", "giza", *FEW).stdout
    assert predicted.count("\n") == 5 and "together" in predicted


@pytest.mark.slow
def test_the_par_table(tmp_path: Path) -> None:
    few = ("--scale", "0.00005", "--workers", "1")
    output = run_script(TABLES_SCRIPT, "--ledgers", tmp_path, "--table", "par", *few).stdout
    assert output.startswith("## Best par scores\n")
    assert "\n## How the best par scores spread" in output
    assert output.count("| par") >= 10 and "unknown" in output
    assert {path.name for path in tmp_path.iterdir()} == {row.ledger_name for row in rows(["par"])}


CLEAR_3 = ("-g", "clear", "--passes", "3")


def written(*ledgers: Path) -> str:
    results = []
    for ledger in ledgers:
        with open_ledger(ledger) as book:
            results.append(SurveyResult.of_ledger(book))
    return atlas(results)


def test_every_game_stands_in_the_atlas_once() -> None:
    for text in (written(), page("win-rates").read_text()):
        games, elsewhere, _ = text.partition("## Published rates")
        assert elsewhere
        lines = [line.split("`")[1] for line in games.splitlines() if line.startswith("| `")]
        assert sorted(lines) == sorted(KNOWN)
        for facts in KNOWN.values():
            assert f"## {facts.family}" in text


def test_the_page_of_games_has_each_once_with_its_family() -> None:
    text = page("games").read_text()
    assert with_games(text) == text
    sections = text.partition("## Names in other programs")[0].split("\n## ")[1:]
    families = {"".join(re.findall(r"[\w ]", known.family)).lower() for known in KNOWN.values()}
    assert len(sections) == len(families)
    listed = []
    for section in sections:
        (anchor,) = re.findall(r"win-rates\.md#([\w-]+)\)", section.partition("|")[0])
        names = re.findall(r"^\| `([\w-]+)`", section, re.MULTILINE)
        listed += names
        for name in names:
            family = "".join(re.findall(r"[\w ]", KNOWN[name].family)).lower()
            assert family.replace(" ", "-") == anchor, name
    assert sorted(listed) == sorted(KNOWN)


def test_a_new_game_gets_its_rows(tmp_path: Path) -> None:
    """In the table of its family, after the game before it; an old row is replaced."""
    games, rates = page("games").read_text(), page("win-rates").read_text()
    (row,) = re.findall(r"^\| `par-till-dawn` .*\n", games, re.MULTILINE)
    again = with_games(games.replace(row, ""))
    rules = "passes 3, waste-pairs, scoring par"
    assert again == games.replace(row, f"| `par-till-dawn` | {rules} | Solitaire Till Dawn |\n")
    giza = surveyed(tmp_path / "giza.db", "1-200", "-g", "giza")
    with open_ledger(giza) as book:
        result = SurveyResult.of_ledger(book)
    (before,) = re.findall(r"^\| `giza` \| 1-1000000 .*\n", rates, re.MULTILINE)
    (after,) = re.findall(r"^\| `giza` \| 1-200 .*\n", written(giza), re.MULTILINE)
    (bouquet,) = re.findall(r"^\| `bouquet` \| 1-1000000 .*\n", rates, re.MULTILINE)
    assert with_rates(rates, [result]) == rates.replace(before, after)
    without = rates.replace(before, "")
    assert with_rates(without, [result]) == without.replace(bouquet, bouquet + after)
    with pytest.raises(AtlasError, match="no table of Two packs"):
        with_row("# Empty\n", "two-pyramids", "| |")


def test_the_rates_are_those_of_the_ledgers(tmp_path: Path) -> None:
    giza = surveyed(tmp_path / "giza.db", "1-200", "-g", "giza")
    few = surveyed(tmp_path / "few.db", "1-40", "--limit-nodes", "20", status=3)
    text = written(giza, few)
    games = text.partition("## Published rates")[0].splitlines()
    by_game = {line.split("`")[1]: line for line in games if line.startswith("| `")}
    won = sum(": won" in line for line in answer("solve", "1-200", "-g", "giza").splitlines())
    assert f"| 1-200 | {won / 2:.2f} | " in by_game["giza"] and "| none |" in by_game["giza"]
    assert "| none |" not in by_game["pyramid"] and "| 1-40 |" in by_game["pyramid"]
    assert by_game["dozen"].endswith("|  |  |  |  |  |  |")
    assert by_game["giza"].endswith(f" | {SOLVER_VERSION} |") and "nodes" not in text
    assert text == written(giza, few)


def test_published_rates_are_beside_what_was_found(tmp_path: Path) -> None:
    three = surveyed(tmp_path / "three.db", "1-40", *CLEAR_3)
    text = written(three)
    for one in published_rates():
        assert f"| `{one.title}` | {one.rate} | {one.of} | {one.source} |" in text
    (line,) = (line for line in text.splitlines() if "playsolitaire.io" in line)
    won = sum(": won" in line for line in answer("solve", "1-40", *CLEAR_3).splitlines())
    assert "65.8% | 1,520 deals" in line and f"| {2.5 * won:.2f} | " in line
    assert line.endswith(f"| 40 | {SOLVER_VERSION} |")
    for rate in ("9.02%", "6.80%", "22.77%", "15.92%", "10%", "around 2%"):
        assert f"| {rate} |" in text


def test_the_fewest_cards_left_are_counted_as_in_old_books(tmp_path: Path) -> None:
    books = [surveyed(tmp_path / f"{by}.db", "1-12", "--best", by) for by in ("all", "pyramid")]
    solved = ("solve", "1-12", "--format", "ndjson", "--best")
    left, stay = (
        [json.loads(line)[f"{where}_left"] for line in answer(*solved, by).splitlines()]
        for by, where in (("all", "cards"), ("pyramid", "pyramid"))
    )
    rows = written(*books).split("old books: `pyramid`")[1].splitlines()
    for row in rows[rows.index("| --- | ---: | ---: |") + 1 :]:
        cards, *shares = (float(cell) for cell in row.split("|")[1:-1])
        for share, found in zip(shares, (left, stay), strict=True):
            assert share == pytest.approx(100 * sum(n <= cards for n in found) / 12, abs=0.01)
    assert cards <= max(left) < cards + 4
    assert f"must stay in {100 * sum(n <= 12 for n in left) / 12:.2f}% of 12 deals" in rows[2]
    assert f"(solver {SOLVER_VERSION})" in rows[2]


DATA = DOCS / "data"
REASONING = format_reasoning(Reasoning("won", 3, "wait", 7, 2))


def chart(path: Path, kind: str, text: str) -> list[str]:
    _OF_RATINGS[kind](read_ratings(text.splitlines()), path, None)
    return chart_words(path)


@pytest.mark.slow
def test_difficulties_and_only_moves(tmp_path: Path) -> None:
    records = [puzzle_record(puzzle(number)) for number in (11, 18, 44, 45)]
    text = "\n".join(map(json.dumps, records))
    words = chart(tmp_path / "a.svg", "difficulty", text)
    assert {"Giza: 2 deals", "King Tut: 2 deals (1 of them beyond what was measured)"} <= set(words)
    assert {"easy", "master"} <= set(words)
    words = chart(tmp_path / "b.svg", "moves", text)
    assert {"Giza (2)", "King Tut (1)", "3 deals"} <= set(words)
    reasoned = [one | {"reasoning": REASONING} for one in records[:2]] + records[2:]
    lines = "\n".join(map(json.dumps, reasoned))
    words = chart(tmp_path / "c.svg", "reasoning", lines)
    assert {"Giza (2)", "2 deals", "forced pairs"} <= set(words)
    with pytest.raises(ChartError, match="none of these ratings has a difficulty and forced pairs"):
        chart(tmp_path / "d.svg", "reasoning", text)
    found = read_ratings(text.splitlines())
    assert [one.rating.only_moves for one in found] == [0, 21, 34, 5]
    without = {name: value for name, value in records[0].items() if name != "rating"}
    assert read_ratings([json.dumps(without)]) == []


@pytest.mark.slow
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
    run_script(CHARTS, "places", "1-12", "-g", "bouquet", "-o", tmp_path / "a.svg")
    words = chart_words(tmp_path / "a.svg")
    assert "Bouquet: the places that block" in words
    assert any(f"of {len(blocks)} blocked deals" in word for word in words)


@pytest.mark.slow
def test_efforts(tmp_path: Path) -> None:
    run_script(CHARTS, "effort", DATA / "effort.csv", "-o", tmp_path / "a.svg")
    words = chart_words(tmp_path / "a.svg")
    assert {"What thinking longer wins", "careful", "300", "CPU time a move, milliseconds"} <= set(
        words
    )
    other = tmp_path / "other.csv"
    head = "player,orders,deals,can be won,won,moves,seconds\n"
    other.write_text(f"{head}greedy,0,9,3,1,70,0.1\ncareful,0,9,4,1,70,0.1\n")
    with pytest.raises(ChartError, match="not of the same deals"):
        effort_chart(read_efforts(other), tmp_path / "x.svg")
    for row in ("greedy,0,9,3,4,70,1", "nobody,0,9,3,1,7,1", "greedy,0,9,3,1,7,inf", "greedy,0"):
        other.write_text(f"{head}{row}\n")
        with pytest.raises(ChartError, match="is no file of efforts"):
            read_efforts(other)


@pytest.mark.slow
def test_the_data_set_resumes_and_is_the_same_again(tmp_path: Path) -> None:
    dataset.make(tmp_path / "a", 5, 1)
    found = dataset.make(tmp_path / "a", 12, 1)
    dataset.make(tmp_path / "b", 12, 1, parquet=True)
    assert [one.plan.game for one in found] == list(dataset.GAMES)
    assert all((one.tally.deals, one.tally.unknown) == (12, 0) for one in found)
    sums = (tmp_path / "a" / dataset.SUMS).read_text()
    assert sums == (tmp_path / "b" / dataset.SUMS).read_text()
    for line, (name, rated) in zip(sums.splitlines(), dataset.GAMES.items(), strict=True):
        content = (tmp_path / "b" / f"{name}.csv").read_bytes()
        assert line == f"{hashlib.sha256(content).hexdigest()}  {name}.csv"
        rows = sheet(content.decode())
        assert [int(row["deal"]) for row in rows] == list(range(1, 13))
        assert ("difficulty" in rows[0]) is rated
        if rated:
            assert all(bool(row["difficulty"]) == (row["verdict"] == "won") for row in rows)
        (count,) = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/b/{name}.parquet'").fetchall()
        assert count == (12,)


def test_the_page_publishes_a_checksum_of_each_game() -> None:
    lines = (DOCS / "data" / "data-set.sha256").read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == [f"{name}.csv" for name in dataset.GAMES]
    text = (DOCS / "reference" / "data-set.md").read_text()
    for line in lines:
        assert len(bytes.fromhex(line.split()[0])) == 32
        assert line.split()[0][:16] in text


MOST_BYTES, MOST_OF_FILM = 160_000, 230_000
"""In a film two cards fly with their faces at each move."""

GALLERY = imported(DOCS / "gallery.py")


@pytest.mark.slow
def test_every_picture_shown_is_made_by_the_script() -> None:
    shown = set()
    for one in (README, *PAGES):
        for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", one.read_text()):
            assert (one.parent / target).is_file(), f"{one.name}: {target}"
            shown.add(Path(target).name)
    kept = {path.name for path in (DOCS / "images").iterdir()}
    assert shown == kept == set(GALLERY.GALLERY)


@pytest.mark.slow
def test_none_is_large() -> None:
    for path in (DOCS / "images").iterdir():
        most = MOST_OF_FILM if path.suffix == ".webp" else MOST_BYTES
        assert path.stat().st_size < most, path.name


@pytest.mark.slow
def test_the_page_shows_them_with_their_commands() -> None:
    assert f"{GALLERY.BEGIN}\n{GALLERY.listing()}{GALLERY.END}" in GALLERY.PAGE.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", GALLERY.GALLERY)
def test_a_picture_names_the_versions_that_drew_it(name: str) -> None:
    with Image.open(DOCS / "images" / name) as kept:
        maker = kept.info.get("Software") or kept.getexif().get(ExifTags.Base.Software, "")
    assert re.fullmatch(r"pyrtool \d+\.\d+\.\d+, solver \d+", maker), maker


def frames(path: Path) -> Iterator[tuple[Image.Image, object]]:
    with Image.open(path) as picture:
        for frame in ImageSequence.Iterator(picture):
            yield frame.convert("RGB"), frame.info.get("duration")


@pytest.mark.slow
@pytest.mark.parametrize("name", GALLERY.GALLERY)
def test_the_script_draws_what_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, *words = shlex.split(GALLERY.command(name))
    if program == "pyrtool" and "|" not in words:
        monkeypatch.chdir(tmp_path)
        answer(*(word.replace("docs/data", str(DATA)) for word in words))
    else:
        GALLERY.draw(name, tmp_path)
    both = zip(frames(tmp_path / name), frames(DOCS / "images" / name), strict=True)
    for (drawn, shown), (kept, was_shown) in both:
        assert (drawn.size, shown) == (kept.size, was_shown)
        assert ImageChops.difference(drawn, kept).getbbox() is None
