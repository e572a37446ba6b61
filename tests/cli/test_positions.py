"""Positions at the command line: every command that goes on from one, and records of them."""

import json
import re
from pathlib import Path

import pytest

from pyrtool import Position, deal
from pyrtool.game.games import game
from pyrtool.notation import format_position

from ..commands import answer, complaint, run
from ..playouts import play_out

MICROSOFT = game("microsoft")
HERE = play_out(Position.start(deal(9, MICROSOFT)), 3, 20)[1]
LINE = format_position(HERE)
RANKS = re.sub(r"\b([A2-9TJQK])[CDHS]\b", r"\1", LINE)
UNSEEN = f"# a position, microsoft\n{' '.join(map(str, deal(1).cards[:29]))} stock 23 face down\n"


@pytest.fixture(params=[LINE, RANKS, str(HERE)], ids=["line", "ranks", "diagram"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    path = tmp_path / "half"
    path.write_text(f"# a position, microsoft\n{request.param}\n")
    return str(path)


def test_a_position_is_solved_and_the_answer_verified(file: str) -> None:
    output = answer("solve", file)
    assert output.startswith(f"{file}, line 2, microsoft: won in ")
    assert "Pass 2: 14. redeal 15 cards" in output
    for words in ((), ("--shortest",), ("--best", "all"), ("--best", "score"), ("--rate",)):
        record = answer("solve", file, *words, "--format", "ndjson")
        fields = json.loads(record)
        assert (fields["deal"], fields["numbering"], fields["cards"]) == (None, None, None)
        assert answer("verify", "-", input=record).startswith("line 1, microsoft: ok: ")
        again = answer("solve", "-", input=record).replace("stdin, line 1", f"{file}, line 2")
        assert again == output
    for words in (("--words",), ("--words", "--shortest")):
        text = answer("solve", file, *words)
        assert "line 1, microsoft: ok: won in" in answer("verify", "-", input=text)
        assert "stdin, line 2, microsoft: won in" in answer("solve", "-", input=text)


def test_a_false_record_of_a_position_fails(file: str) -> None:
    fields = json.loads(answer("solve", file, "--shortest", "--format", "ndjson"))
    less = fields | {"moves": fields["moves"][:-1]}
    other = fields | {"moves": fields["moves"][1:]}
    lost = fields | {"verdict": "lost", "reason": "exhausted", "moves": None}
    del lost["shortest"]
    for false in (less, other, lost):
        assert "FAILS" in answer("verify", "-", input=json.dumps(false), status=1)
    named = json.dumps(fields | {"deal": 2, "numbering": "native"})
    assert "cannot be 2 beside 'position'" in complaint("verify", "-", input=named)


def test_a_position_is_rated_and_its_blocks_are_explained(file: str) -> None:
    assert f"{file}, line 2, microsoft: easy" in answer("rate", file)
    assert answer("blocks", file) == f"{file}, line 2, microsoft: no block\n"
    record = answer("blocks", file, "--format", "ndjson")
    assert "ok: no block" in answer("verify", "-", input=record)
    blocked = "9 / 4 K"
    small = ("--rows", "2", "--goal", "pyramid")
    output = answer("blocks", "-", *small, input=blocked)
    assert "The 9 is covered by all of the fours that are left: 4." in output
    record = answer("blocks", "-", *small, "--format", "ndjson", input=blocked)
    assert "a simple block holds" in answer("verify", "-", input=record)
    record = answer("solve", "-", *small, "--format", "ndjson", input=blocked)
    assert json.loads(record)["reason"] == "simple block"
    assert "ok: lost: simple block" in answer("verify", "-", input=record)


def test_a_position_is_drawn(file: str, tmp_path: Path) -> None:
    content = Path(file).read_text()
    for suffix in ("png", "svg", "pdf", "gif") if "Q / A K" in content else ("png", "svg"):
        target = tmp_path / f"table.{suffix}"
        answer("render", file, "-o", str(target), "--width", "300")
        assert target.stat().st_size > 2_000
    drawing = (tmp_path / "table.svg").read_text()
    suits = "of spades" in drawing or "of hearts" in drawing
    assert suits == ("QS" in content)
    page = tmp_path / "table.html"
    answer("render", file, "-o", str(page))
    text = page.read_text()
    assert text.count('<button class="card') == 26
    assert ("suitless" in text.split("<body>")[1].split("<script")[0]) != suits


def test_unknown_cards_are_drawn_and_played(tmp_path: Path) -> None:
    text = re.sub("stock .* waste", "stock 11 face down waste", LINE)
    file = tmp_path / "unknown"
    file.write_text(f"# a position, microsoft\n{text}\n")
    target = tmp_path / "x.svg"
    answer("render", str(file), "-o", str(target))
    assert target.read_text().count("an unknown card") == 11
    page = tmp_path / "x.html"
    answer("render", str(file), "-o", str(page))
    assert page.read_text().count('class="card unknown"') == 11
    table = answer("play", str(file), input="6D 7S\ndeal\nhint\n")
    assert "turned   ??" in table and "11 cards unknown" in table
    for command in ("solve", "blocks", "rate"):
        message = complaint(command, str(file))
        unknown = "11 cards are unknown (??): `pyrtool advise` finds"
        assert message.startswith(f"{file}, line 2: {unknown}")


def test_a_position_is_played_saved_and_taken_up(file: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    moves = "6@3.1/7@4.3" if "6D" not in Path(file).read_text() else "6D/7S"
    output = answer("play", file, input=f"moves\n{moves}\nhint\nsave {saved}\n")
    assert output.startswith("a position, microsoft\n") and "1 move, 6 cards left" in output
    again = answer("play", "--load", str(saved), input="")
    assert "1 move, 6 cards left in the pyramid" in again
    assert ", after 1 move: won in " in answer("solve", str(saved))
    assert "unfinished: 1 move made" in answer("verify", str(saved))


def test_a_single_move_is_counted_as_one() -> None:
    words = ("-", "--rows", "2", "--goal", "pyramid")
    text = answer("solve", *words, input="5 / -- -- stock 8")
    assert "won in 1 move (1 node)\n" in text
    output = answer("solve", *words, "--words", input="5 / -- -- stock 8")
    assert answer("verify", "-", input=output).endswith("ok: won in 1 move\n")
    best = answer("solve", *words, "--best", "all", input="5 / -- -- stock 8")
    assert "than this 1 move, which" in " ".join(best.split())


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("unseen", ("watch",)),
        ("unseen", ("watch", "--player", "sampler", "--orders", "1")),
        ("unseen", ("solve",)),
        ("day", ("watch", "--player", "sampler", "--orders", "1")),
        ("day", ("solve", "--best", "score")),
        ("two packs", ("solve",)),
        ("two packs", ("rate",)),
        ("two packs", ("advise",)),
    ],
    ids=lambda part: part if isinstance(part, str) else " ".join(part),
)
def test_a_refusal_names_which_of_several_is_meant(second: str, words: tuple[str, ...]) -> None:
    small = ("--packs", "2", "--rows", "9", "--columns", "8x4", "--format", "ndjson")
    asked, name = {
        "unseen": (UNSEEN, "stdin, line 3: 23 cards are unknown (??)"),
        "day": (answer("deal", "2", "-g", "day", "--format", "ndjson"), "deal 2 (native), day: "),
        "two packs": (answer("deal", "2", *small), "deal 2 (native), pyramid, rows 9, columns 8x4"),
    }[second]
    first = answer("deal", "1", "-g", "microsoft", "--format", "ndjson")
    result = run(words[0], "-", *words[1:], input=first + asked)
    assert result.exit_code == 2
    assert result.stdout.startswith("deal 1 (native), microsoft")
    assert result.stderr.startswith(f"pyrtool: {name}")
