"""How pyrtool is cited, and that what it writes names the versions that made it."""

import json
import runpy
import tomllib
from pathlib import Path

import pypdfium2
import pytest
import yaml
from PIL import ExifTags, Image

from pyrtool.base.version import MADE_BY, SOLVER_VERSION, STAMP, __version__

from ..commands import answer, records, run, sheet, surveyed
from ..paths import ROOT, site_settings

SCRIPT = runpy.run_path(str(ROOT / "docs" / "citation.py"))
Publishing, citation, publishing = (SCRIPT[n] for n in ("Publishing", "citation", "publishing"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
FILLED = Publishing(
    title="pyrtool: solitaire",
    authors=["Doe, Jane", "The pyrtool authors"],
    year=2027,
    licenses=["MIT"],
    released="2027-01-31",
    repository="https://forge.example/pyrtool",
    documentation="https://docs.example/pyrtool",
    doi="10.5281/zenodo.1",
    contact="jane@example.org",
)


def test_the_version_is_written_in_one_place() -> None:
    assert "version" not in PROJECT["project"] and "version" in PROJECT["project"]["dynamic"]
    place = PROJECT["tool"]["setuptools"]["dynamic"]["version"]["attr"]
    assert place == "pyrtool.base.version.__version__"
    assert f"pyrtool {__version__}, solver {SOLVER_VERSION}" == MADE_BY


def test_the_citation_file_is_that_of_this_version() -> None:
    cited = (ROOT / "CITATION.cff").read_text()
    assert cited == citation(publishing()) + "\n"
    fields = yaml.safe_load(cited)
    assert fields["version"] == __version__
    assert fields.keys() >= {"cff-version", "message", "title", "authors"}


def test_all_that_is_published_says_the_same() -> None:
    """An address that is known stands wherever one can be given."""
    known, site = publishing(), site_settings()
    assert [one["name"] for one in PROJECT["project"]["authors"]] == known.authors
    assert site.get("repo_url", "") == known.repository
    assert site.get("site_url", "") == known.documentation


def test_a_citation_with_all_that_may_be_known() -> None:
    fields = yaml.safe_load(citation(FILLED))
    assert fields["authors"] == [
        {"family-names": "Doe", "given-names": "Jane"},
        {"name": "The pyrtool authors"},
    ]
    assert fields["doi"] == "10.5281/zenodo.1" and fields["date-released"] == "2027-01-31"


@pytest.mark.parametrize(
    "words",
    [
        "deal 2",
        "solve 1-3 -g giza",
        "solve 1 -g giza --best all",
        "blocks 3 -g giza",
        "rate 2 -g giza",
        "advise 2 -g giza",
        "solve 1 -g par --best score --over 6",
        "find 1-20 -g giza --hardest 1 --workers 1",
        "watch 2",
        "puzzles show 1",
    ],
)
def test_every_record_names_the_versions(words: str) -> None:
    made = records(answer(*words.split(), "--format", "ndjson"))
    assert made
    for record in made:
        assert {name: record[name] for name in STAMP} == STAMP
    whole = json.loads(answer(*words.split(), "--format", "json"))
    assert whole == made
    if not words.startswith("puzzles"):
        text = "".join(json.dumps(one) + "\n" for one in made)
        output = run("verify", "-", input=text).output
        assert "version" not in output and "not a record" not in output


def test_an_export_names_game_rules_and_versions(tmp_path: Path) -> None:
    import duckdb

    ledger = surveyed(tmp_path / "giza.db", "1-4", "-g", "giza", "--overlap")
    wanted = {
        "game": "giza",
        "rules": "giza, overlap",
        "numbering": "native",
        "version": __version__,
        "solver": str(SOLVER_VERSION),
    }
    in_csv = sheet(answer("survey", "export", ledger))
    lines = records(answer("survey", "export", ledger, "--format", "ndjson"))
    answer("survey", "export", ledger, "-o", str(tmp_path / "giza.parquet"))
    rows = duckdb.read_parquet(str(tmp_path / "giza.parquet")).fetchall()
    assert len(in_csv) == len(lines) == len(rows) == 4
    for one, other, row in zip(in_csv, lines, rows, strict=True):
        assert one.items() >= wanted.items() and other.items() >= wanted.items()
        assert list(row[-len(wanted) :]) == list(wanted.values())
        assert [str(cell) for cell in row] == list(one.values())
    assert answer("survey", "report", ledger, "--format", "json").count(f'"{__version__}"') == 1


@pytest.mark.parametrize("suffix", ["png", "apng", "gif", "webp", "svg", "pdf", "html"])
def test_pictures_and_pages_name_the_versions(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"two.{suffix}"
    wide = [] if suffix == "html" else ["--width", "200"]
    short = ("-", "--rows", "2", "--goal", "pyramid", *wide, "-o", str(path))
    answer("render", *short, input="5 / -- -- stock 8")
    if suffix in ("svg", "html"):
        mark = "metadata" if suffix == "svg" else 'name="generator" content='
        assert MADE_BY in path.read_text().partition(mark)[2][:60]
    elif suffix == "pdf":
        words = pypdfium2.PdfDocument(path).get_metadata_dict()["Keywords"]
        assert words.startswith(f"{MADE_BY}, [pyrtool deal: ")
    else:
        picture = Image.open(path)
        if suffix == "gif":
            program = picture.info["comment"].decode()
        elif suffix == "webp":
            program = picture.getexif()[ExifTags.Base.Software]
        else:
            program = picture.info["Software"]
        assert program == MADE_BY


def test_booklets_and_charts_name_the_versions(tmp_path: Path) -> None:
    answer("book", "2", "-g", "giza", "--no-rate", "-o", str(tmp_path / "two.pdf"))
    assert pypdfium2.PdfDocument(tmp_path / "two.pdf").get_metadata_dict()["Keywords"] == MADE_BY
    ledger = surveyed(tmp_path / "giza.db", "1-4", "-g", "giza")
    answer("chart", "outcomes", ledger, "-o", str(tmp_path / "a.png"))
    answer("chart", "outcomes", ledger, "-o", str(tmp_path / "a.svg"))
    assert Image.open(tmp_path / "a.png").info["Software"] == MADE_BY
    assert MADE_BY in (tmp_path / "a.svg").read_text()
