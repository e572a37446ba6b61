"""``pyrtool advise`` from the outside."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from pyrtool.answers.advice import advise
from pyrtool.answers.solve import Limits
from pyrtool.cli.words.advising import advice_answer, advice_text
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import Rules, game
from pyrtool.game.position import Position
from pyrtool.notation import format_position, parse_event, parse_position

from ..commands import complaint, run
from ..dealing import shuffled
from ..paths import ROOT
from ..playouts import play_out


def test_it_prints_what_each_move_is_worth() -> None:
    result = run("advise", "9", "--game", "microsoft")
    assert result.exit_code == 0
    heading, *rows, together = result.output.splitlines()
    assert heading == (
        "deal 9 (native), microsoft: won in 38 moves, the fewest; 4 of 5 choices keep the win"
    )
    assert rows[0].split() == ["KD", "keeps", "the", "win", "38", "moves"]
    assert rows[-1].split()[:2] == ["8S/5H", "loses"]
    expected = "5C/8S, deal and 4S/9H keep the win in any order; nothing else does, except KD"
    assert together.strip() == expected


def test_a_game_in_play_and_a_position_are_the_same_question(tmp_path: Path) -> None:
    rules = game("giza")
    start = Position.start(deal(2, rules))
    _, here = play_out(start, 5, 9)
    file = tmp_path / "table.txt"
    file.write_text(format_position(here))
    output = run("advise", str(file), "--game", "giza").output.partition(": ")[2]
    advice = advise(here)
    assert output.splitlines()[0] == advice_answer(advice)
    assert output.split("\n", 1)[1] == advice_text(advice) + "\n"


def test_the_record_has_all_of_it() -> None:
    result = run("advise", "2", "9", "--game", "microsoft", "--format", "json")
    records = json.loads(result.output)
    assert [record["deal"] for record in records] == [2, 9]
    made = records[1]["advice"]
    rules = game("microsoft")
    start = Position.start(deal(9, rules))
    advice = advise(start)
    assert (made["verdict"], made["orders"]) == ("won", None)
    for one, worth in zip(made["choices"], advice.worths, strict=True):
        assert one["words"] == [str(move) for move in worth.moves]
        assert one["verdict"] == worth.verdict
        assert one["to_end"] == (len(worth.line) or None)
        assert one["only"] == worth.only
        assert (one["line"] is None) == (one["verdict"] == "lost")
        assert (one["best"] is None) == (one["verdict"] == "won")
        for event in one["moves"]:
            parse_event(event, "")
    again = run("solve", "-", "--shortest", "--format", "json", input=result.output)
    assert [r["verdict"] for r in json.loads(again.output)] == ["won", "won"]


def test_a_limit_makes_the_status_3() -> None:
    result = run("advise", "9", "--game", "microsoft", "--limit-nodes", "1")
    assert result.exit_code == 3
    assert "unknown, the limit on nodes was reached" in result.output
    some = run("advise", "2", "--game", "microsoft", "--limit-nodes", "3000")
    assert some.exit_code == 3
    assert "or fewer" in some.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("advise", "none.txt"), "'none.txt' is no deal number, range, nor file"),
        (("advise", "3", "--orders", "0"), "--orders 0: must be 1 to"),
        (("advise", "3", "--limit-nodes", "0"), "--limit-nodes 0: must be a positive number"),
        (("advise", "-"), "no deals in stdin"),
        (("advise",), "Missing argument"),
    ],
)
def test_wrong_input_is_one_line(words: tuple[str, ...], expected: str) -> None:
    result = run(*words, input="")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in result.stderr and result.stderr.count("\n") == 1


def test_an_impossible_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    rules = game("microsoft")
    line = format_position(Position.start(deal(2, rules)))
    file.write_text("--" + line[2:])
    result = run("advise", str(file), "--game", "microsoft")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1


def unknown_texts() -> list[str]:
    """What is said of small tables with unknown cards."""
    texts = []
    rules = Rules(rows=2, total=5, suits=2, passes=2)
    for seed in range(30):
        start = Position.start(Deal.of(shuffled(rules, seed), rules))
        words = format_position(start).split()
        hidden = words[:-3] + ["??"] * 3
        here = parse_position(" ".join(hidden), rules)
        advice = advise(here, orders=random.Random(seed).choice((2, 100)))
        texts.append(f"{advice_answer(advice)}\n{advice_text(advice)}")
    return texts


def test_unknown_cards_are_reported_with_their_evidence() -> None:
    texts = unknown_texts()
    rules = game("pyramid")
    start = format_position(Position.start(deal(4, rules)))
    here = parse_position(start.partition(" stock ")[0] + " stock 23 face down", rules)
    texts.append(advice_text(advise(here)))
    whole = "\n".join(texts)
    for words in (
        "with every order of the unknown cards",
        "depends on the unknown cards",
        "depends won with some orders of the unknown cards, lost with others",
        "won with each of 2 orders tried, but there are more",
        "even if they all lay open",
    ):
        assert words in " ".join(whole.split()), words
    assert not re.search(r"\d+\s+of\s+\d+", whole)  # what was tried first is no chance
    assert max(map(len, whole.splitlines())) <= 80


def test_play_shows_what_holds_whatever_the_unknown_cards_are() -> None:
    file = ROOT / "docs" / "data" / "face-down.txt"
    output = run("play", str(file), input="moves worth\n").output
    assert "\ndepends on the unknown cards\n" in output
    assert "\n  4S/9D  loses    even if they all lay open\n" in output
    assert "by looking at the stock" not in output


def test_no_line_is_too_long() -> None:
    for name in ("bouquet", "giza", "par", "king-tut"):
        rules = game(name)
        for number in range(1, 4):
            here = Position.start(deal(number, rules))
            advice = advise(here, Limits(nodes=2_000))
            assert max(map(len, advice_text(advice).splitlines())) <= 80
            assert advice_answer(advice)


def test_a_lost_game_of_which_every_line_is_looked_at_leaves_a_card_and_has_points() -> None:
    done = run("advise", "2", "--game", "yield")
    assert done.exit_code == 3
    assert "every line leaves at least 1 card" in " ".join(done.stdout.split())
    done = run("advise", "2", "--game", "yield", "--limit-nodes", "20000")
    assert (done.exit_code, "at best 16 left" in done.stdout) == (0, True)
    done = run("advise", "6", "--game", "treize", "--scoring", "par", "--limit-nodes", "4000")
    assert "at best -2 points" in done.stdout


def test_a_bound_on_cards_is_a_number() -> None:
    table = (
        "QS / AS KC / 6D 7H 5D / 2S QH 7S TD / 2C 8H QD JH -- / -- 6S 5S -- -- -- / "
        "-- -- -- -- -- -- -- turned 3C stock 7C 9D 3D QC 8D 2D 4C KH 4D TH 9S waste 9C TS"
    )
    words = ("advise", "-", "-g", "cheops")
    output = run(*words, input=table).stdout
    assert "every line leaves at least 1 card" in " ".join(output.split())
    record = json.loads(run(*words, "--format", "ndjson", input=table).stdout)
    bounds = [choice["best"]["bound"] for choice in record["advice"]["choices"]]
    assert {type(bound["cards_left"]) for bound in bounds} == {int}


@pytest.mark.parametrize(
    ("piles", "expected"),
    [
        ("stock 24 face down", "name it, as in turned 5C, with stock 23 face down"),
        ("stock 23 face down", "no turned card is given: name it before the stock"),
        ("stock 24", "line 9, card 1: for cards that nobody has seen write 24 face down"),
    ],
)
def test_a_closed_table_without_its_turned_card_says_so(piles: str, expected: str) -> None:
    start = Position.start(deal(5, game("pyramid")))
    pyramid = str(start).split("turned")[0]
    result = run("advise", "--closed", "-", input=f"{pyramid}\n{piles}\n")
    assert result.exit_code == 2
    assert result.stderr.startswith("pyrtool: stdin") and expected in result.stderr
    known = f"{pyramid}turned {start.turned}\nstock 23 cards face down\n"
    assert run("advise", "--closed", "-", input=known).exit_code == 0


def test_closed_advice_takes_one_limit_on_seconds() -> None:
    message = complaint("advise", "87", "--closed", "--seconds", "1", "--limit-seconds", "2")
    assert message.startswith("--seconds and --limit-seconds exclude each other")
