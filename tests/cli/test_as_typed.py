"""Messages about options: they name the option as it is typed, and say what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyrtool.cli.as_typed import as_typed, option
from pyrtool.game.games import GAMES, Rules, RulesError, game
from pyrtool.game.stock import STOCK_FIELDS

from ..commands import complaint
from ..declared import commands

NUMBERS = [
    (words, parameter.opts[0], parameter.type_descriptor.annotation)
    for words, made in commands().items()
    for parameter in made.params
    if parameter.type_descriptor.annotation in (int, float)
]


def test_there_are_many_options_that_are_numbers() -> None:
    assert len({name for _, name, _ in NUMBERS}) > 28
    assert {"--width", "--limit-seconds", "--workers", "--rows"} <= {name for _, name, _ in NUMBERS}


@pytest.mark.parametrize("wrong", ["5cm", "", "1,5", "--"])
def test_every_option_that_is_a_number_says_so(wrong: str) -> None:
    for words, name, kind in NUMBERS:
        message = complaint(*words.split(), name, wrong)
        allowed = "a whole number" if kind is int else "a number"
        assert message.startswith(f"{name} {wrong!r}: must be {allowed}"), (words, name)
        assert "\n" not in message


def test_every_option_with_a_choice_lists_it() -> None:
    from typing import Literal, get_args, get_origin

    seen = 0
    for words, made in commands().items():
        for parameter in made.params:
            kind = parameter.type_descriptor.annotation
            if get_origin(kind) is Literal:
                name = max(parameter.opts, key=len)
                message = complaint(*words.split(), name, "nothing")
                assert message == f"{name} 'nothing': must be {', '.join(get_args(kind))}"
                seen += 1
    assert seen > 100


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("-g giza --passes 2", "--passes has no meaning with no stock: leave it out"),
        ("-g giza --no-stock-top", "--no-stock-top has no meaning with no stock: leave it out"),
        ("-g par --stock bouquet", "--passes has no meaning with an open bouquet: add --passes 1"),
        (
            "-g thirteen --stock bouquet",
            "--stock-top has no meaning with an open bouquet: add --st",
        ),
        ("--draw 3", "--draw 3 has no meaning with the stock top available: add --no-stock-top"),
        (
            "-g apophis --draw 2",
            "--draw 2 has no meaning with 3 wastes: a deal puts",
        ),
        ("--deal-to choice", "--deal-to has no meaning with one waste: add --wastes 2"),
        ("--waste-match", "--waste-match has no meaning with one waste: add --wastes 2"),
        (
            "-g tut --stock-waste auto",
            "--stock-waste auto has no meaning without the stock top: use -",
        ),
        (
            "--scoring par --passes 4",
            "--scoring par has no points beyond the third pass: use --passe",
        ),
        (
            "--scoring microsoft",
            "--scoring microsoft ends the game when the pyramid is cleared: use -",
        ),
        ("--total 99", "--total 99: must be 2 to 21"),
        ("--tableau nothing", "--tableau: 'nothing'"),
    ],
)
def test_what_is_wrong_with_a_rule_names_its_option(words: str, message: str) -> None:
    for name in ("solve", "deal", "rate", "advise", "blocks"):
        assert complaint(name, "2", *words.split()).startswith(message)


def test_what_is_added_is_right() -> None:
    """What a message says to add makes the rules."""
    message = complaint("deal", "2", "-g", "par", "--stock", "bouquet")
    assert message.endswith(": add --passes 1")
    more = complaint("deal", "2", "-g", "par", "--stock", "bouquet", "--passes", "1")
    assert more.endswith(": add --scoring none")
    words = ("--stock", "bouquet", "--passes", "1", "--scoring", "none")
    assert "has no meaning" not in complaint_or_nothing("deal", "2", "-g", "par", *words)


def complaint_or_nothing(*words: str) -> str:
    from ..commands import run

    return run(*words).stderr


@pytest.mark.parametrize("name", STOCK_FIELDS)
def test_every_rule_of_a_stock_is_named_by_its_option(name: str) -> None:
    others: dict[str, Any] = {
        "draw": 3, "passes": 2, "stock_top": False, "stock_waste": "no", "waste_pairs": True,
        "wastes": 2, "deal_to": "choice", "waste_match": True, "waste_ends": "both",
    }  # fmt: skip
    rules = {"rows": 5, "stock": "bouquet", "goal": "pyramid", name: others[name]}
    with pytest.raises(RulesError) as caught:
        Rules(**rules)
    usual = getattr(game("pyramid"), name)
    assert str(caught.value).endswith(f" has no meaning with an open bouquet: must be {usual}")
    given = {**dict.fromkeys(GAMES["pyramid"].to_dict()), **rules}
    typed = option(name, others[name])
    assert as_typed(caught.value, given) == (
        f"{typed} has no meaning with an open bouquet: leave it out"
    )
    untyped = as_typed(caught.value, {**given, name: None})
    add = option(name, usual) if isinstance(usual, bool) else f"{option(name)} {usual}"
    assert untyped == f"{option(name)} has no meaning with an open bouquet: add {add}"


def test_a_line_of_a_file_is_quoted_as_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text("# deals (native), giza, rows 11\n2\n")
    assert complaint("solve", str(file), "--rows", "5").startswith(f"{file}, line 1: rows 11: must")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "solve 2 -g giz",
            "unknown game 'giz': did you mean giza? (`pyrtool games` lists all)",
        ),
        ("solve 2 -g piramid", "unknown game 'piramid': did you mean "),
        ("solve 2 -g chess", "unknown game 'chess': choose from pyramid, bouquet, par, "),
        ("games golf", "unknown game 'golf': choose from pyramid, bouquet, par, "),
        ("slove 2", "unknown command 'slove': did you mean solve?"),
        ("freeze", "unknown command 'freeze': choose from games, deal, solve, "),
        ("survey artcle", "unknown command 'artcle': did you mean article?"),
        ("solve 2 --shortst", "unknown option --shortst: did you mean --shortest?"),
        ("solve 2 --xyzzy", "unknown option --xyzzy: --help lists all"),
    ],
)
def test_did_you_mean_is_printed_for_near_words_only(words: str, message: str) -> None:
    assert complaint(*words.split()).startswith(message)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "not text but a JPEG picture"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not text but a PNG picture"),
        (b"GIF89a\x00\x01", "not text but a GIF picture"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 \xff", "not text but a WebP picture"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "not text but a PDF document"),
        (b"PK\x03\x04\x14\x00", "not text but a ZIP archive"),
        (b"SQLite format 3\x00\x10", "not text but an SQLite database, such as a ledger"),
        (b"\x01\x02\xff\xfa", "line 1: not text"),
    ],
)
def test_a_file_that_is_no_text_is_named_as_what_it_is(
    content: bytes, what: str, tmp_path: Path
) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(content)
    for words in (["solve"], ["verify"], ["play"], ["play", "--load"], ["verify", "--cards"]):
        message = complaint(*words, str(file))
        assert what in message
        assert message.endswith(
            ": must be text, such as deals or solutions, or the JSON of this program"
        )
        assert "UTF-8" not in message


def test_text_in_another_encoding_is_to_be_saved_as_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    for content in ("Ä 7S KC\n".encode("latin-1"), "7S KC\n".encode("utf-16")):
        file.write_bytes(content)
        assert complaint("solve", str(file)) == f"{file}, line 1: not UTF-8 text: save it as UTF-8"
