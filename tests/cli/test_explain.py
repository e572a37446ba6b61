"""`explain`, `why` at the prompt, and what `verify` makes of their records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pyrtool.base.limits import Limits
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record

from ..commands import answer, records


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
        "deal 176 (native), pyramid: Unwinnable by 5-8 and 6-7 alone.\n  Their cards cannot all be "
        "discarded, even if every other card were gone.\n  1. 8S"
    )
    page = answer("explain", "176", "--format", "markdown")
    assert page.startswith("## deal 176 (native), pyramid\n\n**Unwinnable by 5-8 and 6-7 alone.**")
    assert "\n\n**3.** Contradiction: 6C goes before 8S [1]" in page


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
    held[field] = {"trials": 7, "sets": ["A-Q", *held.get("sets", [])]}.get(field, "other words")
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
    short, whole = answer("explain", "185"), answer("explain", "185", "--whole")
    assert "more than 30: --whole prints it." in short
    assert len(short.splitlines()) == 5  # and its block
    assert "Contradiction: " in whole


def test_a_story() -> None:
    short, whole = answer("explain", "87"), answer("explain", "87", "--whole")
    assert "\n  One solution, with the reasons for its moves" in short
    assert "\n  1. AS with QH: shown by" in short
    assert "\n  --whole prints the longer reasons, and" in short
    assert "\n  1. AS with QH:\n     1. JD (2.2) goes with 2D (stock 12)." in whole
    assert "\n  Why this is in every solution:\n  1. " in whole
    page = answer("explain", "2", "-g", "giza", "--format", "markdown")
    assert "\n\n**2.** 6D (6.2) goes with 7H (7.1). It cannot go with 7S (1.1), which" in page


@pytest.fixture(scope="module")
def with_story() -> str:
    """A record with a story, as JSON."""
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
        (lambda story: story.pop("moves"), "it is of another shape"),
    ],
)
def test_a_story_that_does_not_hold(with_story: str, change: Any, why: str) -> None:
    record = json.loads(with_story)
    change(record["explanation"]["story"])
    outcome, words = finding(record)
    assert outcome == "fails"
    assert words.startswith("story: ")
    assert why in words


def _choice(story: Any, kind: str) -> Any:
    return next(choice for choice in story["choices"] if choice["kind"] == kind)


def _reason(story: Any) -> Any:
    return _choice(story, "forced")["explanation"]


def _step(story: Any) -> Any:
    return _reason(story)["parts"][-1]["steps"][-1]


def _passed(story: Any) -> Any:
    return next(choice["against"][0] for choice in story["choices"] if choice["against"])


def test_a_limit() -> None:
    assert answer("explain", "87", "--limit-nodes", "1", status=3).endswith(
        "A limit was reached before the verdict.\n"
    )


def test_a_position() -> None:
    text = answer("explain", "-", input=answer("deal", "176"))
    assert "Unwinnable by 5-8 and 6-7 alone." in text


GIZA = ("22", "-g", "giza")


def talk(words: tuple[str, ...], *lines: str) -> str:
    """What is answered to these lines, without line breaks."""
    return " ".join(answer("play", *words, input="".join(f"{one}\n" for one in lines)).split())


def test_the_reason_for_the_next_move() -> None:
    text = talk(("87",), "open", "AS/QH", "hint why")
    assert "hint: 2H/JS (won in 38 moves) 2H with JS: 1. JD (2.2) goes with 2D" in text
    assert text.endswith("nor with 2D (stock 12), which goes with JD [1].")
    assert talk(("87",), "open", "AS/QH", "hint --why") == text


def test_a_free_choice_has_no_reason() -> None:
    text = talk(("2", "-g", "giza"), "why")
    assert text.endswith("9C with 4S. Free: another solution does without this pair.")


def test_the_reason_against_a_move_that_was_made() -> None:
    text = talk(("87",), "open", "deal*7", "why")
    assert "dealing JC loses: 1. " in text
    assert text.endswith(
        "5D cannot go with 8S, which is turned on JC, which waits for 5S (stock 2) [6]; JC lies on "
        "5D."
    )


def test_a_hint_after_a_losing_move_names_the_way_to_its_reason() -> None:
    text = talk(("8", "-g", "giza"), "4S/9H", "hint")
    assert text.endswith("the game cannot be won from here: undo, and it can; why gives the reason")
    text = talk(("8", "-g", "giza"), "4S/9H", "hint why")
    assert "undo, and it can 4S with 9H loses: 1. 4H (2.2) cannot go with 9C" in text


def test_a_long_reason_is_named_in_short() -> None:
    text = talk(("146",), "open", "deal*4", "why")
    assert "dealing TS loses: shown by " in text
    assert " sentences of deduction about A-Q, 2-J, 3-T, 4-9 and 5-8 and " in text


def test_the_reason_against_a_move_that_is_thought_of() -> None:
    text = talk(("2", "-g", "giza"), "why 9C/4S", "why 9C/4S 5S/8D", "solve play", "why")
    assert "9C with 4S does not lose: a solution begins with it" in text
    losing = talk(("8", "-g", "giza"), "why 4S/9H")
    assert "4S with 9H loses: 1. 4H (2.2) cannot go with 9C" in losing
    assert talk(("8", "-g", "giza"), "hint why 4S/9H") == losing
    assert "why explains one move at a time" in text
    assert text.endswith("this game is won")


def test_a_deal_that_is_lost_from_the_start() -> None:
    text = talk(GIZA, "why")
    assert (
        "this deal cannot be won: 1. AH (2.2) cannot go with QC (column 5.2), as AC (3.2)" in text
    )


def test_the_stock_is_not_shown() -> None:
    for words in ("why", "hint why"):
        text = talk(("87",), words)
        assert text.endswith("a reason would show the stock: open turns it face up")


def test_rules_without_reasons() -> None:
    text = talk(("1", "-g", "double-pyramid"), "open", "why")
    assert text.endswith("no explanation: packs 2: explanations need one pack")
