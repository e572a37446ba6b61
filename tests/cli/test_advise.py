"""`advise` and `watch`, also at a table of which not all is seen."""

import json
import random
import re
from pathlib import Path

import pytest

from pyrtool import Position, advise, deal
from pyrtool.cli.answer_text.advice import advice_answer, advice_text
from pyrtool.game.games import Rules, game
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.notation import (
    Defaults,
    NamedRules,
    format_position,
    parse_event,
    parse_position,
    read_deals,
)
from pyrtool.notation.face_down import UnknownCountError, format_partly_seen, possible_stocks

from ..commands import answer, complaint, run
from ..dealing import one_in, shuffled_start
from ..paths import ROOT
from ..playouts import play_out
from ..tables import PYRAMID, SEEN


def test_a_game_in_play_and_a_position_are_the_same_question(tmp_path: Path) -> None:
    start = Position.start(deal(2, "giza"))
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
    start = Position.start(deal(9, "microsoft"))
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
    for number, nodes, words in ((9, 1, "unknown, the limit on nodes was"), (2, 3000, "or fewer")):
        asked = ("advise", number, "--game", "microsoft", "--limit-nodes", nodes)
        assert words in answer(*asked, status=3)


def unknown_texts() -> list[str]:
    """What is said of small tables with unknown cards."""
    texts = []
    rules = Rules(rows=2, total=5, suits=2, passes=2)
    for seed in range(30):
        start = shuffled_start(rules, seed)
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


def test_a_lost_game_of_which_every_line_is_looked_at_leaves_a_card_and_has_points() -> None:
    printed = answer("advise", "2", "--game", "yield", status=3)
    assert "every line leaves at least 1 card" in " ".join(printed.split())
    assert "at best 16 left" in answer("advise", "2", "--game", "yield", "--limit-nodes", "20000")
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


FEW = ("--orders", "20", "--limit-seconds", "60")


@pytest.mark.parametrize("piles", one_in(3, SEEN.values()))
def test_a_table_as_it_is_seen_gets_an_answer(piles: str) -> None:
    printed = answer("advise", "-", "-g", "microsoft", *FEW, input=f"{PYRAMID}{piles}\n")
    assert max(map(len, printed.splitlines())) <= 80
    heading, assumed, how, *rows = printed.replace("\n    ", " ").splitlines()
    assert heading.startswith("stdin, line 1, microsoft: ")
    assert assumed.startswith("  assumed: ") and assumed.endswith(" equally likely")
    assert how.startswith("  chances of a closed player: from 20 deals drawn, ")
    moves = [row for row in rows if re.search(r" [0-9.]+%  \(", row)]
    assert len(moves) == 2
    words = {
        "waste": "18 in the stock, 4 in the waste, 9 gone, in pairs or alone; every choice",
        "one below": "18 in the stock, 2 in the waste, 11 gone",
        "any waste": "18 in the stock, 1 to 5 in the waste, 8 to 12 gone, in pairs or alone; every",
        "any stock": "5 to 19 in the stock, 4 in the waste, 8 to 22 gone",
        "question marks": "9 gone; every order of the 21 unknown cards equally likely",
    }
    name = next(name for name, written in SEEN.items() if written == piles)
    if "any" in name and "stock" in name:
        assert re.search(r"\n +(.* )?stock 19 face down\n", printed)  # to be copied
    assert words.get(name, "assumed") in assumed


@pytest.mark.slow
def test_the_same_seed_prints_the_same() -> None:
    text = f"{PYRAMID}{SEEN['pass']}\n"
    words = ("advise", "-", "-g", "microsoft", "--orders", "5", "--limit-seconds", "600")
    first, again, other = (run(*words, *seed, input=text).stdout for seed in ([], [], ["--seed=3"]))
    assert first == again != other


def test_what_holds_whatever_the_cards_are() -> None:
    """An ace under all its queens is lost; a pyramid that goes by itself is won."""
    lost = "A / Q Q / -- Q Q turned K stock 3 face down\n"
    printed = answer("advise", "-", "--rows", "3", *FEW, input=lost)
    assert ": lost whatever the unknown cards are\n" in printed
    assert "0.0%  loses whatever they are" in printed
    won = "K / 6 7 turned 5 stock 3 face down\n"
    printed = answer("advise", "-", "--rows", "2", "--goal", "pyramid", *FEW, input=won)
    assert "winnable whatever the unknown cards are" in printed
    assert re.search(r"6@2.1/7@2.2 +100.0%  keeps the win whatever they are", printed)


def test_few_deals_are_all_looked_at() -> None:
    text = "5C / -- 2C turned 3C stock 3 face down waste ? ? AD 4C\n"
    rules = ("--rows", "2", "--total", "6", "--suits", "2")
    printed = answer("advise", "-", *rules, input=text)
    assert "exact, over all" in printed and "44.4%  (exact)" in printed
    record = json.loads(run("advise", "-", *rules, "--format", "ndjson", input=text).stdout)
    advice = record["advice"]
    assert advice["assumed"]["all"] and advice["choices"][0]["exact"] == "4/9"
    low, high = advice["choices"][0]["interval"]
    assert low == high == advice["choices"][0]["chance"]


@pytest.mark.slow
def test_a_record_of_any_number_is_the_same_question() -> None:
    text = f"{PYRAMID}{SEEN['any waste']}\n"
    words = ("advise", "-", *FEW, "--format", "ndjson")
    printed = run(*words, "-g", "microsoft", input=text).stdout
    record = json.loads(printed)
    assert "waste face down 6H" in record["position"]
    again = json.loads(run(*words, input=printed).stdout)
    assert again["advice"] == record["advice"]
    assert "advice" in answer("verify", "-", input=printed)


@pytest.mark.parametrize("command", ["solve", "play", "rate", "blocks", "render -o a.svg"])
@pytest.mark.parametrize("name", ["nothing of the stock", "any stock", "any waste"])
def test_other_commands_name_the_one_that_answers(command: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(f"{PYRAMID}{SEEN[name]}\n")
    message = complaint(*command.split(), file, "-g", "microsoft", input="")
    assert "`pyrtool advise` evaluates such a table" in message


def test_a_table_whose_numbers_are_known_is_played_and_names_advise(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(f"{PYRAMID}{SEEN['stock']}\n")
    printed = answer("play", file, "-g", "microsoft", input="ks\n")
    assert "`pyrtool advise` with this file" in printed
    assert "`pyrtool advise` finds the best move" in complaint("solve", file, "-g", "microsoft")


def test_a_pass_that_the_game_does_not_have_names_the_line_to_add() -> None:
    text = f"{PYRAMID}{SEEN['pass']}\n"
    assert "# a position, microsoft" in complaint("advise", "-", input=text)
    answer("advise", "-", *FEW, input=f"# a position, microsoft\n{text}")


def test_a_limit_on_seconds_is_reported(tmp_path: Path) -> None:
    text = f"{PYRAMID}{SEEN['stock']}\n"
    done = run("advise", "-", "-g", "microsoft", "--limit-seconds", "0.05", input=text)
    assert done.exit_code in (0, 3)
    printed = " ".join(done.stdout.split())
    assert any(words in printed for words in ("limit on seconds", "unknown", "open (0.0"))


def seen_in(text: str, rules: Rules) -> PartlySeen:
    """What is read of a table with any number of cards face down."""
    with pytest.raises(UnknownCountError) as error:
        parse_position(text, rules)
    found = next(read_deals(text.splitlines(), Defaults(NamedRules("microsoft", rules)), True))
    assert found.seen == error.value.seen and found.deal == found.seen.positions[0]
    return found.seen


@pytest.mark.parametrize("name", ["any stock", "any waste"])
def test_any_number_is_read_back(name: str) -> None:
    rules = game("microsoft")
    seen = seen_in(f"{PYRAMID}{SEEN[name]}\n", rules)
    again = seen_in(format_partly_seen(seen), rules)
    assert [*map(format_position, again.positions)] == [*map(format_position, seen.positions)]


def test_the_numbers_that_can_be_are_listed() -> None:
    """With both fives in the pyramid, the others went in pairs."""
    rules = Rules(rows=2, total=5, suits=2)
    seen = seen_in("5C / 5D -- turned 2C stock face down", rules)
    assert possible_stocks(seen) == "1, 3 or 5"
    assert {len(position.stock) for position in seen.positions} == {1, 3, 5}
