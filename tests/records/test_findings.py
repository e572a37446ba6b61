"""What a finding says of a record, and which claims it leaves: cases that one condition decides."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrtool.answers.best.best import best
from pyrtool.answers.rating import rate
from pyrtool.answers.solve import Limits, Lost, Won, shortest, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Position
from pyrtool.notation import NamedRules, NotationError, events, format_event
from pyrtool.notation.rules import carried_rules
from pyrtool.records import (
    Finding,
    RecordError,
    best_record,
    blocks_record,
    check_record,
    confirm_loss,
    deal_record,
    parse_record,
    solve_record,
)
from pyrtool.records.ratings import format_rating
from pyrtool.surveys import Plan, survey
from pyrtool.surveys.ledger.checks import Head, Row, read_head, read_rows
from pyrtool.surveys.plan import SurveyError

JSON = dict[str, Any]
SMALL = Rules(rows=4, total=9, passes=2)
POINTS = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")


def read(record: object) -> JSON:
    found: JSON = json.loads(json.dumps(record))
    return found


def found_of(record: JSON, limits: Limits = Limits(), /, **changed: Any) -> Finding:
    return check_record(parse_record(record | changed), limits)


def played_on() -> JSON:
    """A game that was won and went on for a move."""
    chosen = deal(16, GAMES["tut"])
    solution = solve(chosen)
    assert isinstance(solution, Won)
    won = Position.start(chosen).play_all(solution.moves)
    more = next(won.legal_moves())
    moves = (*solution.moves, more)
    end = won.play(more)
    record = read(solve_record(chosen, "tut", Won(moves, 0)))
    return record | {"cards_left": end.cards_left()}


def test_a_game_that_was_played_may_go_on_after_the_win() -> None:
    record = played_on()
    assert found_of(record).outcome == "holds"
    left = record.pop("cards_left")
    finding = found_of(record)
    assert (finding.outcome, finding.words[-30:]) == ("fails", "but the record has 1 more move")
    assert found_of(record, cards_left=left - 1).outcome == "fails"


def test_that_a_line_has_a_move_is_not_proved_by_a_limit() -> None:
    rules = GAMES["microsoft"]
    chosen = deal(3, rules)
    verdict = shortest(chosen, Limits(nodes=700))
    record = read(solve_record(chosen, "microsoft", verdict)) | {"least_moves": 1}
    assert found_of(record).outcome == "holds"
    limited = found_of(record, Limits(nodes=1))
    assert limited.outcome == "limit" and "least_moves" in limited.unconfirmed


def test_a_false_rating_is_contradicted() -> None:
    rules = GAMES["giza"]
    chosen = deal(2, rules)
    won = solve(chosen)
    assert isinstance(won, Won)
    rating = rate(chosen)
    record = read(solve_record(chosen, "giza", replace(won, moves=won.moves)))
    claimed = read(format_rating(rating))
    assert found_of(record, rating=claimed).words.endswith(", rated again")
    name = next(name for name, value in claimed.items() if type(value) is int)
    finding = found_of(record, rating=claimed | {name: claimed[name] + 1})
    assert finding.outcome == "fails"
    assert ", but " in finding.words


def test_findings_about_cards_and_about_no_blocks() -> None:
    rules = GAMES["giza"]
    chosen = deal(2, rules)
    unnamed = Deal.of(chosen.cards, rules)
    finding = check_record(parse_record(read(deal_record(unnamed, "giza"))))
    assert (finding.outcome, finding.words) == ("no-claim", "cards that no number names")
    finding = check_record(parse_record(read(blocks_record(chosen, "giza", []))))
    assert finding == Finding("holds", "no block, looked for again")


# Best lines.


def two_lines() -> JSON:
    """The best line, and one that clears the pyramid as well."""
    chosen = deal(5, POINTS)
    record = read(best_record(chosen, "pyramid", best(chosen, "A")))
    shorter = best(chosen, "A", Limits(), None, True)
    return record if "cleared" in record else read(best_record(chosen, "pyramid", shorter))


def test_a_second_line_that_does_not_clear_the_pyramid_is_contradicted() -> None:
    record = two_lines()
    assert found_of(record).outcome == "holds"
    assert found_of(record).words.endswith(" ends as recorded, and is the best, searched again")
    again = {name: record[name] for name in record["cleared"]}
    assert record["pyramid_left"]
    finding = found_of(record, cleared=again)
    assert finding.outcome == "fails"
    assert "cleared: the pyramid is not" in finding.words
    assert "cleared.moves" not in finding.unconfirmed


def test_each_claim_of_a_second_line_is_named() -> None:
    record = two_lines()
    names = parse_record(record).fields
    assert {f"cleared.{name}" for name in record["cleared"]} <= {*names}
    record["cleared"]["shade"] = 1
    with pytest.raises(RecordError, match=r"^cleared: there is no .?shade"):
        parse_record(record)


def test_a_line_that_is_better_than_its_bound_is_contradicted() -> None:
    rules = Rules(rows=4, total=9, passes=3, scoring="par")
    chosen = deal(2, rules)
    record = read(best_record(chosen, "pyramid", best(chosen, "score")))
    assert record["proved"]
    score = record["score"]
    open_claim = record | {"proved": False, "limit": "nodes"}
    for bound, outcome in ((score, "no-claim"), (score - 1, "fails")):
        finding = found_of(open_claim, bound={"score": bound})
        assert finding.outcome == outcome
        assert finding.words.endswith("and is better than its bound") == (outcome == "fails")


def test_fewest_moves_are_judged_by_what_is_reached_where_enough_is_not() -> None:
    """Four aces were asked for, and fewer can go; the recorded line deals once more, in vain."""
    for number in range(1, 99):
        chosen = deal(number, POINTS)
        start = Position.start(chosen)
        found = best(start, "A", Limits(), 4, True)
        if not found.is_enough and found.position.allows(DealStock()):
            break
    record = read(best_record(chosen, "pyramid", found))
    assert found_of(record).outcome == "holds"
    more = [format_event(event) for event in events([DealStock()], found.position)]
    longer = record | {"moves": record["moves"] + more, "least_moves": len(found.moves) + 1}
    finding = found_of(longer)
    assert finding.outcome == "fails"
    assert f"but a line that does as well has {len(found.moves)} moves" in finding.words


def test_fewest_moves_that_a_limit_leaves_open_are_not_confirmed() -> None:
    chosen = deal(5, POINTS)
    found = best(chosen, "A", Limits(), None, True)
    record = read(best_record(chosen, "pyramid", found))
    assert "least_moves" not in found_of(record).unconfirmed
    limited = found_of(record, Limits(nodes=1))
    assert limited.outcome == "limit"
    assert {"proved", "least_moves"} <= {*limited.unconfirmed}


# The plain search of losses.


def test_the_plain_search_is_asked_of_losses_without_other_evidence() -> None:
    lost = next(n for n in range(1, 99) if isinstance(solve(deal(n, SMALL)), Lost))
    chosen = deal(lost, SMALL)
    record = parse_record(read(solve_record(chosen, "pyramid", Lost("exhausted", 1))))
    holds = Finding("holds", "lost: exhausted, searched again")
    assert "and by a plain search of" in confirm_loss(record, holds).words
    for finding in (Finding("fails", "no"), Finding("limit", "lost", ("verdict",))):
        assert confirm_loss(record, finding) is finding
    block = next(
        verdict
        for n in range(1, 999)
        if isinstance(verdict := solve(deal(n, SMALL)), Lost)
        and verdict.block
        and verdict.reason != "stock block"
    )
    number = next(n for n in range(1, 999) if solve(deal(n, SMALL)) == block)
    other = parse_record(read(solve_record(deal(number, SMALL), "pyramid", block)))
    assert confirm_loss(other, holds) is holds
    won = parse_record(read(solve_record(chosen, "pyramid", Won((), 0))))
    assert confirm_loss(won, holds) is holds


# Ledgers.


def test_a_shard_has_the_name_of_its_deals_where_they_can_be_read() -> None:
    row = Row("1", "2000", 1, "{}", "0", 0, None, b"", b"", 0.0)
    assert row.name == "shard 1-2000"
    assert row._replace(last="9" * 40).name == f"shard 1-{'9' * 40}"
    for first in ("x", "-1", "", "9" * 41):
        assert row._replace(first=first).name == "a shard without a name"


def test_a_head_names_a_plan_and_its_checksum_is_of_what_it_says() -> None:
    identity = Plan(GAMES["giza"], "giza").identity()
    head = Head(identity, "giza", ((1, 5),))
    texts = head.texts()
    assert Head.of_texts(texts, True) == head
    turned = Head(dict(reversed(identity.items())), "giza", ((1, 5),))
    assert turned.texts()["checksum"] == texts["checksum"]
    wrong: JSON
    for wrong in ({"rules": {}}, {name: identity[name] for name in identity if name != "rules"}):
        with pytest.raises(SurveyError, match=r"^identity: "):
            Head.of_texts(Head(wrong, "giza", ((1, 5),)).texts(), True)


def test_the_time_of_a_shard_without_a_checksum_is_one(tmp_path: Path) -> None:
    """A ledger of an earlier form: what its shards say is counted again."""
    path = tmp_path / "giza.ledger"
    survey(GAMES["giza"], range(1, 6), ledger=path)
    with closing(sqlite3.connect(path)) as connection:
        identity = read_head(connection).identity
        ((_, row, _),) = read_rows(connection)
    row.check(identity, None)
    for seconds in (-1.0, float("nan"), 1e12):
        with pytest.raises(ValueError, match=r"^shard 1-5: a time that is none$"):
            row._replace(seconds=seconds).check(identity, None)
    with pytest.raises(ValueError, match=r"^shard 1-5: another number of deals$"):
        row._replace(deals=4).check(identity, None)


# Rules of a record.


def test_the_rules_that_a_record_carries() -> None:
    assert carried_rules({}) is None
    for record in ({"game": "giza"}, {"game": "giza", "rules": GAMES["giza"].to_dict()}):
        assert carried_rules(record) == NamedRules("giza", GAMES["giza"])
    for wrong in (5, [1, 2]):
        with pytest.raises(NotationError) as caught:
            carried_rules({"rules": wrong}, "line 3")
        assert str(caught.value) == f"line 3: the field 'rules' cannot be {wrong}"
