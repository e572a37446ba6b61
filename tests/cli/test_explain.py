"""`explain`, `why` at the prompt, and what `verify` makes of their records."""

import json
from typing import Any

import pytest

from pyrtool.base.limits import Limits
from pyrtool.records.fields import RecordError
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record

from ..commands import answer, records, run


def printed(*words: str) -> dict[str, Any]:
    (record,) = records(answer("explain", *words, "--format", "ndjson"))
    return record


def finding(record: dict[str, Any]) -> tuple[str, str]:
    found = check_record(parse_record(json.loads(json.dumps(record))), Limits())
    assert found.unconfirmed == ()
    return found.outcome, found.words


def test_text_and_markdown() -> None:
    text = answer("explain", "176")
    assert text.startswith(
        "deal 176 (native), pyramid: Unwinnable by 5-8 and 6-7 alone.\n  Short supply: before 7H "
        "(5.4) goes, 5D (4.1), 5H (6.4) and 5S (7.4) can go\n  only with 8C (stock 11) or 8D "
        "(stock 16), three cards for two.\n  The cards of 5-8 and 6-7 cannot all be discarded, "
        "even if every other card\n  were gone.\n  Stock 1 is the turned card.\n  1. 5D"
    )
    page = answer("explain", "176", "--format", "markdown")
    assert page.startswith("## deal 176 (native), pyramid\n\n**Unwinnable by 5-8 and 6-7 alone.**")
    assert page.rstrip().endswith("> – 8S (3.2) and 8H (4.3) lie under 7H.")


def test_where_ranks_match_themselves_the_block_explains() -> None:
    argument = answer("blocks", "4", "-g", "nestor")
    assert "the AD waits for the AH, and lies on it" in argument
    assert answer("explain", "4", "-g", "nestor") == argument
    page = answer("explain", "4", "-g", "nestor", "--format", "markdown")
    assert page.startswith("## deal 4 (native), nestor\n\n**set block A-A**\n\n  No line of play")
    found = run("explain", "2-4", "-g", "nestor")  # 2 and 3 are winnable
    assert (found.exit_code, found.stdout) == (2, argument)
    without = [f"pyrtool: deal {number} (native), nestor: no explanation: A" for number in (2, 3)]
    assert [line.partition(" matches")[0] for line in found.stderr.splitlines()] == without


def test_records_hold() -> None:
    assert finding(printed("176")) == ("holds", "lost: 12 steps hold")
    assert finding(printed("34"))[0] == "holds"
    outcome, words = finding(printed("87"))
    assert outcome == "holds"
    assert words.startswith("won, as its story shows; ")


def test_a_step_that_does_not_follow_is_found() -> None:
    record = printed("34")
    last = record["explanation"]["parts"][-1]["steps"][-1]
    last["from"].pop()
    found = finding(record)
    assert found == ("fails", f"explanation: step {last['step']} does not follow")


@pytest.mark.parametrize(
    "field", ["conclusion", "techniques", "forced", "trials", "sets", "heading", "text"]
)
def test_words_that_are_not_those_of_the_steps_are_found(field: str) -> None:
    record = printed("34")
    held = record["explanation"]
    if field == "heading":
        held = next(part for part in held["parts"] if part["suppose"])
    elif field == "text":
        held = held["parts"][0]["sentences"][0]
    lists = {
        "sets": ["A-Q", *held.get("sets", [])],
        "techniques": ["circle"],
        "forced": [["AS", "AS"]],
    }
    held[field] = ({"trials": 7} | lists).get(field, "other words")
    assert finding(record)[0] == "fails"


def test_a_verdict_without_a_proof_is_searched_again() -> None:
    record = printed("87")
    del record["explanation"]["story"]
    assert finding(record)[1].startswith("won, searched again; ")
    record["explanation"] |= {"parts": [], "forced": [], "latest": []}
    assert finding(record)[0] == "fails"
    record["explanation"]["verdict"] = "lost"
    assert finding(record) == ("fails", "explanation: the deal is won")


def test_a_long_proof_is_printed_on_request() -> None:
    short, whole = answer("explain", "73"), answer("explain", "73", "--whole")
    assert "more than 30: the option --whole prints it." in short
    assert len(short.splitlines()) == 12  # and its block
    assert whole.splitlines()[:8] == short.splitlines()[:8] and "\n  Trial A: " in whole


def test_a_story() -> None:
    short, whole = answer("explain", "87"), answer("explain", "87", "--whole")
    lock = "\n  Lock: AC (6.6) holds 7H, JD, QD, 9H and JH. It lies under QH (7.6) and on QD\n"
    assert lock in short
    assert "\n  One solution (" in short
    assert "\n  1. AS with QH! " in short
    assert "\n      6H with 7C? loses: " in short or "\n     6H with 7C? loses: " in short
    assert "by search" not in short and "(only move)" in short
    assert "steps out: the option --whole prints them, and the\n" in short
    assert "\n  1. AS with QH!:\n     1. JD (2.2) goes with 2D (stock 12): 2C (5.3)" in whole
    assert "\n  Why this is in every solution:\n  1. " in whole
    page = answer("explain", "2", "-g", "giza", "--format", "markdown")
    assert "\n\n**1-4.** 9C with 4S; " in page and "! uncovers " in page


@pytest.fixture(scope="module")
def with_story() -> str:
    return json.dumps(printed("47"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda story: story["moves"].pop(), "the moves do not win"),
        (lambda story: story["moves"].pop(1), "is covered by QC"),
        (lambda story: story["choices"].pop(), "it is of another shape"),
        (lambda story: story["choices"][0].update(kind="free"), "move 1: it is not free"),
        (lambda story: _choice(story, "free").update(kind="search"), "it is not search"),
        (lambda story: _choice(story, "forced").update(kind="free"), "it is not free"),
        (lambda story: _step(story)["from"].pop(), "does not follow"),
        (lambda story: story["free"].pop(), "its words are not those of its reasons"),
        (lambda story: story["paragraphs"][2].update(text="Deal."), "its words are not those"),
        (lambda story: _passed(story)["explanation"].update(verdict="won"), "of a won position"),
        (lambda story: _passed(story).update(tried=["5D", "5D"]), "a discard that is not legal"),
    ],
)
def test_a_story_that_does_not_hold(with_story: str, change: Any, why: str) -> None:
    record = json.loads(with_story)
    change(record["explanation"]["story"])
    outcome, words = finding(record)
    assert outcome == "fails"
    assert words.startswith("story: ")
    assert why in words


def test_a_story_without_moves_is_none(with_story: str) -> None:
    record = json.loads(with_story)
    del record["explanation"]["story"]["moves"]
    with pytest.raises(RecordError, match=r"^explanation: story: the field 'moves' is missing"):
        finding(record)


def _choice(story: Any, kind: str) -> Any:
    return next(choice for choice in story["choices"] if choice["kind"] == kind)


def _step(story: Any) -> Any:
    return _choice(story, "forced")["explanation"]["parts"][-1]["steps"][-1]


def _passed(story: Any) -> Any:
    return next(choice["against"][0] for choice in story["choices"] if choice["against"])


def test_a_limit() -> None:
    text = answer("explain", "87", "--limit-nodes", "1", status=3)
    assert text.endswith("A limit was reached before the verdict.\n")


def test_a_position() -> None:
    text = answer("explain", "-", input=answer("deal", "176"))
    assert "Unwinnable by 5-8 and 6-7 alone." in text


NEXT_MOVE = "hint: 2H/JS (won in 38 moves): uncovers 3S 6C 2H with JS: JD (2.2) goes with "
LOSING = "4S with 9H loses: 1. 4H (2.2) cannot go with 9C"
IN_SHORT = "dealing TS loses: "
HIDDEN = "a reason would show the stock: type `open` to turn it face up"
AS_GOOD = "8D with 5C is as good, and uncovers more: JS and KC."
FREE = "9C with 4S is free: another solution does without this pair. "


@pytest.mark.parametrize(
    ("call", "typed", "expected", "last"),
    [
        ("87", "open, AS/QH, hint why", NEXT_MOVE, "2H with JS uncovers 3S and 6C."),
        ("87", "open, AS/QH, hint --why", NEXT_MOVE, "2H with JS uncovers 3S and 6C."),
        ("2 -g giza", "why", FREE, "."),
        ("87", "open, deal*7, why", "dealing JC loses: 1. ", "5D cannot go with 8C [1] or 8H [3]."),
        ("8 -g giza", "4S/9H, hint", "undo, and it can; ", "why gives the reason"),
        ("8 -g giza", "4S/9H, hint why", f"undo, and it can {LOSING}", "."),
        ("8 -g giza", "why 4S/9H", LOSING, "."),
        ("8 -g giza", "hint why 4S/9H", LOSING, "."),
        ("146", "open, deal*4, why", IN_SHORT, "."),
        ("17 -g giza", "why 9H/4C", "is free: ", AS_GOOD),
        ("17 -g giza", "why 8D/5C", "uncovers JS and KC. ", "No other winning move uncovers more."),
        ("8 -g giza", "solve play, undo 1, why", "only legal move", "."),
        ("2 -g giza", "why 9C/4S 5S/8D", "why explains one move at a time", ""),
        ("2 -g giza", "solve play, why", "", "this game is won"),
        ("22 -g giza", "why", "this deal cannot be won: ", "AH lies under AC; AD goes after AC."),
        ("87", "why", HIDDEN, HIDDEN),
        ("87", "hint why", HIDDEN, HIDDEN),
        ("17 -g nestor", "why", "this deal cannot be won", "even with every other card gone."),
        ("17 -g nestor", "why QH/QD", "No move wins any more.", "even with every other card gone."),
        ("2 -g nestor", "why 8S/8D", "8S with 8D keeps the win. ", "uncovers more: 2H and JD."),
        ("8 -g cheops", "open, why deal", "no pair that it passes by is needed now", "."),
    ],
)
def test_why(call: str, typed: str, expected: str, last: str) -> None:
    """The answers to these lines contain the expected words, and end with the last."""
    text = " ".join(answer("play", *call.split(), input=typed.replace(", ", "\n") + "\n").split())
    assert expected in text and text.endswith(last)


def test_a_stock_block_without_a_proof_is_argued() -> None:
    ending = "other pyramid cards of these sets could be discarded."
    for form, head in (("text", "deal 3 (native), clear: stock block"), ("markdown", "## deal 3")):
        printed = answer("explain", "3", "--game", "clear", "--format", form)
        assert printed.startswith(head)
        assert " ".join(printed.split()).endswith(ending)
