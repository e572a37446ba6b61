"""The schema of records: it has all that commands print, and nothing else.

`run` (tests/commands.py) holds what any test makes a command print against it.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import pyrtool
from pyrtool import Position, advise, best, deal, review, solve
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.answers.closed import Player, View, weigh
from pyrtool.answers.review.luck import split
from pyrtool.base.version import STAMP
from pyrtool.game.games import GAMES
from pyrtool.records import writing as library
from pyrtool.records.collection import puzzle, puzzle_record
from pyrtool.records.explanations import explain_record
from pyrtool.records.reading import parse_record
from pyrtool.records.session import Session
from pyrtool.surveys.questions import QUESTIONS

from ..commands import COMMANDS, answer, fits, imported, records, validator
from ..paths import DOCS

PRINTED = {
    "deal": ["deal 1-3 -g giza", "deal 5 -g spanish", "deal 9 -g double-pyramid"],
    "solve": [
        "solve 1-12 -g giza --rate",
        "solve 1-3 -g bouquet",
        "solve 1-4 --limit-nodes 3",
        "solve 1-9 -g microsoft --shortest --limit-nodes 300",
        "solve 1-2 -g giza --best K --shortest",
        "solve 1 -g pyramid --best all --limit-nodes 20",
        "solve 3 -g microsoft --best score --at-least 100",
        "solve 1 -g giza --best K",
        "solve 1-2 -g microsoft --at-least 2400 --over 2",
        "solve 2 -g microsoft --best pyramid --over 3",
        "solve 4 -g apophis",
        "solve 1-2 -g day",
    ],
    "blocks": ["blocks 1-12 -g giza", "blocks 1-9 -g bouquet --all", "blocks 1-20"],
    "explain": ["explain 2-5", "explain 87", "explain 1 -g giza", "explain 87 --limit-nodes 1"],
    "rate": ["rate 1-3 -g giza", "rate 1-2 --playouts 50"],
    "compose": ["compose -g giza --fillings 100 --workers 1"],
    "twins": ["twins 2-3 -g giza --first 1"],
    "find": ["find 1-30 -g giza --hardest 2 --workers 1"],
    "advise": ["advise 2 -g giza", "advise 2 -g microsoft", "advise 2 --closed"],
    "review": ["review docs/data/game.txt", "review docs/data/closed-game.txt --closed --orders 9"],
    "watch": ["watch 2", "watch 2 --player random -g par"],
    "games": ["games", "games giza"],
    "puzzles list": ["puzzles list"],
    "puzzles show": ["puzzles show 1"],
    "puzzles solve": ["puzzles solve 1"],
}
SURVEYS = {"verdict": "-g giza --plain-sample 1", "player": "-g par --player greedy"}
"""What asks a question that has parameters."""

BESIDE = {"verify", "survey report", "survey grid"}
"""Commands that need what another one wrote, in tests of their own."""


def explained(record: Any) -> str:
    found = "; ".join(error.message[:300] for error in validator().iter_errors(record))
    return f"{found}\n{json.dumps(record)[:600]}"


def printed(words: str, status: int = 0) -> list[dict[str, Any]]:
    return records(answer(*words.split(), "--format", "ndjson", status=status))


def test_no_command_that_prints_records_is_left_out() -> None:
    formats = {
        name
        for name, command in COMMANDS.items()
        for one in command.params
        if one.name == "format" and "ndjson" in (one.type_descriptor.choices or ())
    }
    assert formats - {"survey export"} == {*PRINTED, *BESIDE}


@pytest.mark.parametrize("words", [words for calls in PRINTED.values() for words in calls])
def test_what_a_command_prints_fits(words: str) -> None:
    status = 3 if "--limit-nodes" in words else 0
    found = printed(words, status)
    assert found
    for record in found:
        assert fits(record), explained(record)


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_survey_reports_fits(question: str, tmp_path: Path) -> None:
    ledger = str(tmp_path / "a.db")
    words = SURVEYS.get(question, f"-g par --best {question}").split()
    answer("survey", "run", "1-8", *words, "--ledger", ledger, "--workers", "1")
    (record,) = printed(f"survey report {ledger}")
    assert record["question"] == question
    assert fits(record), explained(record)
    assert not fits(record | {"question": "none"})
    unbounded = {name: value for name, value in record.items() if name != "bounds"}
    assert not fits(unbounded | {"won": -1})


def test_what_verify_and_play_write_fits(tmp_path: Path) -> None:
    path = tmp_path / "two.ndjson"
    path.write_text(answer("solve", "1-2", "-g", "giza", "--format", "ndjson"))
    found = printed(f"verify {path}")
    saved = tmp_path / "game.ndjson"
    answer("play", "12", input=f"deal\nsave {saved}\n")
    for record in (*found, *records(saved.read_text())):
        assert fits(record), explained(record)


def test_problems_and_rules_of_all_games_fit() -> None:
    (record,) = printed("deal 2")
    for name, rules in GAMES.items():
        assert fits(record | {"game": name, "rules": rules.to_dict()}), name


def made_by_library() -> dict[str, Any]:
    """A record by each function of the library that makes one, under the function's name."""
    two, three = deal(2, "giza"), deal(3, "giza")
    start = Position.start(deal(2))
    chances = weigh(View.of(start), orders=2)
    seen = Player("random").play(deal(2))
    blocks = [certify(block, three) for block in find_blocks(three)]
    return {
        "deal_record": library.deal_record(two, "giza"),
        "solve_record": library.solve_record(two, "giza", solve(two)),
        "best_record": library.best_record(three, "giza", best(three, "all")),
        "blocks_record": library.blocks_record(three, "giza", blocks),
        "explain_record": explain_record(three, "giza", pyrtool.explain(three)),
        "advice_record": library.advice_record(two, "giza", advise(two)),
        "chances_record": library.chances_record(deal(2), "pyramid", chances),
        "play_record": library.play_record(two, "giza", ()),
        "closed_record": library.closed_record(deal(2), "pyramid", Player("random"), seen.moves),
        "review_record": library.review_record(two, "giza", review(Position.start(two), ())),
        "luck_record": library.luck_record(deal(2), "pyramid", split(start, (), Player("greedy"))),
        "puzzle_record": puzzle_record(puzzle(1)),
        "Session.record": Session(two, "giza").record(),
    }


def test_a_record_of_a_library_call_names_the_versions() -> None:
    made = made_by_library()
    assert {name for name in vars(library) if name.endswith("_record")} <= {*made}
    for name, record in made.items():
        written = json.loads(json.dumps(record))
        assert fits(written), (name, explained(written))
        assert {field: written.get(field) for field in STAMP} == STAMP, name


WON = "solve 2 -g giza --rate"
BEST = "solve 1 -g giza --best all"
WRONG: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "no game": (WON, lambda record: record.pop("game")),
    "no verdict beside moves": (WON, lambda record: record.pop("verdict")),
    "an unknown verdict": (WON, lambda record: record.update(verdict="winnable")),
    "a field that is not known": (WON, lambda record: record.update(colour="red")),
    "a reason of a win": (WON, lambda record: record.update(reason="count")),
    "a win without moves": (WON, lambda record: record.update(moves=None)),
    "a loss with moves": (WON, lambda record: record.update(verdict="lost", reason="count")),
    "nodes below zero": (WON, lambda record: record.update(nodes=-1)),
    "nodes as a text": (WON, lambda record: record.update(nodes="25")),
    "a move of three cards": (
        WON,
        lambda record: record["moves"][0]["discard"].extend(record["moves"][1]["discard"]),
    ),
    "a move of no kind": (WON, lambda record: record["moves"].append({"jump": []})),
    "a card that is none": (WON, lambda record: record["moves"][0]["discard"][0].update(card="1C")),
    "a rule that is none": (WON, lambda record: record["rules"].update(goal="none")),
    "no rows": (WON, lambda record: record["rules"].update(rows=0)),
    "a rating without stars": (WON, lambda record: record["rating"].pop("stars")),
    "a chance above one": (WON, lambda record: record["rating"]["plain"].update(chance=1.5)),
    "a match without its total": (BEST, lambda record: record.update(match=1, game_of_match=1)),
    "a target over no deals": (
        BEST,
        lambda record: record.update(match=1, game_of_match=1, total=0, target=1),
    ),
    "a best line of nothing": (BEST, lambda record: record.update(best="most")),
    "no proof and no bound": (BEST, lambda record: record.update(proved=False)),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_command_prints_does_not_fit(wrong: str) -> None:
    words, change = WRONG[wrong]
    (record,) = printed(words)
    changed = deepcopy(record)
    change(changed)
    assert fits(record) and not fits(changed)


def test_the_pages_have_the_tables() -> None:
    script = imported(DOCS / "schema.py")
    for name, line in (("json.md", "| best line | `solve --best`"), ("ledgers.md", "| `deal` |")):
        page = (DOCS / "reference" / name).read_text()
        assert page == script.filled(name) and line in page


def test_what_fits_is_read() -> None:
    for words in (WON, BEST, "blocks 1 -g giza", "watch 2"):
        (record,) = printed(words)
        assert parse_record(record)
