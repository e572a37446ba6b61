"""Variants of one's own: what a file may say, and that it is usable wherever a game is."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from pyrtool import PyrtoolError, deal, solve
from pyrtool.game.games import GAMES, TITLES, game
from pyrtool.notation.rules import parse_variant

from ..commands import answer, complaint

ROOT = Path(__file__).parents[2]
LITTLE = ROOT / "docs" / "data" / "little-giza.toml"
NAME = ", name Little Giza"
RULES = replace(game("giza"), rows=6, reserve=7, overlap=True)


def test_the_file_of_the_pages_is_read() -> None:
    variant = parse_variant(LITTLE.read_text())
    assert (variant.named.variant, variant.source) == ("Little Giza", "Mine, 2026")
    assert variant.named.rules == RULES and variant.named.game == "giza"


@given(st.sampled_from(sorted(GAMES)), st.booleans())
@settings(max_examples=60)
def test_every_game_can_be_a_file(name: str, hyphens: bool) -> None:
    values = {field: value for field, value in GAMES[name].to_dict().items() if value is not None}
    if "tableau" in values:
        values = {
            f: v for f, v in values.items() if f not in ("rows", "pyramids", "columns", "reserve")
        }
    lines = [
        f"{field.replace('_', '-') if hyphens else field} = {json.dumps(value)}"
        for field, value in values.items()
    ]
    text = "\n".join(['name = "Mine"', "[rules]", *lines])
    assert parse_variant(text).named.rules == GAMES[name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\n[rules]\nrowz = 6', "rules: rules have no field 'rowz'"),
        ('name = "x"\n[rules]\nrows = 11', "rules: rows 11: must be 1 to 10"),
        ('name = "x"\n[rules]\nrows = [6]', "rules: 'rows': [6] is no text, number or flag"),
        ('name = "x"\n[rules]\nrows = 6.5', "rules: 'rows': 6.5 is no text"),
        ('name = "x"', "the table [rules] is missing"),
        ('name = "x"\nrules = 3', "rules: no table"),
        ("[rules]\nrows = 6", "the field 'name' is missing"),
        ('name = "giza"\n[rules]\nrows = 6', "name: giza is the name of a game"),
        ('name = "a\\nb"\n[rules]', "name: must be a line of at most 80 letters"),
        ('name = "a, b"\n[rules]', "name: must have no comma and no colon"),
        ('name = "x"\ntitle = "y"\n[rules]', "unknown field 'title'"),
        ('name = "x"\ngame = "gizza"\n[rules]', "unknown game 'gizza': did you mean giza?"),
        ('name = "x"\ngame = 3\n[rules]', "game: 3 is not a game's name"),
        ("name = ", "not TOML: "),
        ("rows = " + 990 * "[" + 990 * "]", "not TOML that can be read: "),
        ("rows = " + 5000 * "9", "not TOML that can be read: "),
        ("a" + 50_000 * ".a" + " = 1", "more than 10,000 letters: "),
        (f'name = "x"\n[rules]\nrows = {4000 * "9"}', "rules: rows "),
    ],
    ids=lambda text: text[:20],
)
def test_wrong_files_are_rejected_with_the_place(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PyrtoolError) as error:
        parse_variant(text)
    assert str(error.value).startswith(message)
    file = tmp_path / "mine.toml"
    file.write_text(text)
    assert f"mine.toml: {message}" in complaint("solve", "1", "--rules", str(file))


@pytest.mark.slow
def test_a_variant_is_usable_wherever_a_game_is(tmp_path: Path) -> None:
    option = ("--rules", str(LITTLE))
    typed = ("-g", "giza", "--rows", "6", "--reserve", "7", "--overlap")
    for words in (
        ("solve", "1-3"),
        ("deal", "1-2", "--format", "ndjson"),
        ("blocks", "1-9"),
        ("rate", "2"),
        ("find", "1-6", "--hardest", "1", "--workers", "1"),
        ("advise", "2"),
    ):
        named = answer(*words, *option)
        assert NAME in named or words[0] == "deal", words
        # Headings break at other places.
        assert named.replace(NAME, "").split() == answer(*words, *typed).split(), words
    (solved,) = json.loads(answer("solve", "2", *option, "--format", "json"))
    assert solved["rules"]["rows"] == 6
    assert ": ok: won in" in answer("verify", "-", input=json.dumps(solved))
    again = answer("solve", "-", input=answer("deal", "2", *option, "--format", "ndjson"))
    assert again.split() == answer("solve", "2", *option).replace(NAME, "").split()
    assert solve(deal(2, RULES)).nodes == solved["nodes"]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LITTLE.read_bytes())
    assert answer("solve", "2", "--rules", file) == answer("solve", "2", "--rules", LITTLE)


def test_its_name_is_above_pictures(tmp_path: Path) -> None:
    answer("render", "2", "--rules", str(LITTLE), "-o", f"{tmp_path}/v.svg")
    assert ">Little Giza, deal 2</title>" in (tmp_path / "v.svg").read_text()
    answer("render", "2", "-g", "giza", "-o", f"{tmp_path}/g.svg")
    assert f">{TITLES['giza']}, deal 2</title>" in (tmp_path / "g.svg").read_text()


def test_its_name_goes_with_lists_reports_and_exports(tmp_path: Path) -> None:
    option = ("--rules", str(LITTLE))
    found = answer("find", "1-9", *option, "--format", "numbers")
    assert NAME in found.splitlines()[0]
    answer("render", "-", "-o", f"{tmp_path}/{{deal}}.svg", input=found)
    assert all(">Little Giza, deal" in file.read_text() for file in tmp_path.glob("*.svg"))
    ledger = str(tmp_path / "little.db")
    words = ("survey", "run", "1-9", "--ledger", ledger, "--workers", "1")
    assert NAME in answer(*words, *option)
    assert NAME in answer("survey", "report", ledger)
    (record,) = json.loads(answer("survey", "report", ledger, "--format", "json"))
    assert record["game"] == "giza"
    answer("survey", "export", ledger, "-o", f"{tmp_path}/e.csv")
    assert NAME in (tmp_path / "e.csv").read_text()


def test_options_change_a_variant_and_a_game_contradicts_it() -> None:
    both = answer("solve", "1", "--rules", str(LITTLE), "--no-overlap").replace(NAME, "")
    same = answer("solve", "1", "-g", "giza", "--rows", "6", "--reserve", "7")
    assert both.split() == same.split()  # a long heading has two lines
    assert "exclude each other" in complaint("solve", "1", "--rules", str(LITTLE), "-g", "giza")
    assert "No such file" in complaint("solve", "1", "--rules", "nowhere.toml")
    wrong = complaint("solve", "-", "--rules", str(LITTLE), input="# deal 2 (native), giza\n")
    assert "the heading says giza" in wrong
