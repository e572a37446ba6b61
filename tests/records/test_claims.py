"""Each claim of a record by itself: what is said where it is false, and which others are named."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from pyrtool.answers.best.best import By, best
from pyrtool.answers.solve import Limits, Lost, Won, shortest, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.records import (
    Finding,
    best_record,
    check_record,
    confirm_loss,
    parse_record,
    play_record,
    solve_record,
)

JSON = dict[str, Any]
POINTS = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")
PAR = Rules(rows=4, total=9, passes=3, scoring="par")
SMALL = Rules(rows=4, total=9, passes=2)


@cache
def record_of(
    rules: Rules, number: int, by: By, nodes: int | None = None, fewest: bool = True
) -> JSON:
    """The record of a best line."""
    chosen = deal(number, rules)
    found = best(chosen, by, Limits(nodes), None, fewest)
    record: JSON = json.loads(json.dumps(best_record(chosen, "pyramid", found)))
    return record


def found_of(record: JSON, limits: Limits | None = None, /, **changed: Any) -> Finding:
    return check_record(parse_record(record | changed), limits or Limits())


def without_shortest(record: JSON, **changed: Any) -> JSON:
    return {name: record[name] for name in record if name != "shortest"} | changed


# The reported cases: of a best record with one part that is not proved.


def test_a_false_part_beside_one_that_is_not_proved() -> None:
    """The claim that no queen can go, beside a line that clears the pyramid and takes four."""
    true = record_of(GAMES["microsoft"], 2, "Q", 80_000)
    assert true["proved"] and not true["cleared"]["proved"]
    assert found_of(true).outcome == "holds"
    unproved = {f"cleared.{name}" for name in ("proved", "limit")}
    assert unproved <= {*found_of(true).unconfirmed}
    none = {"moves": [], "pyramid_left": 28, "cards_left": 52, "score": 0, "removed": 0}
    forged = true | none | {"least_moves": 0}
    for limits in (Limits(), Limits(nodes=80_000)):
        finding = found_of(forged, limits)
        assert finding.outcome == "fails"
        assert "the line of 0 moves ends as recorded, but is not the best" in finding.words
        assert unproved <= {*finding.unconfirmed}


def test_a_line_that_is_not_proved_names_its_fewest_moves_and_its_verdict_is_checked() -> None:
    """45 moves are said to be the fewest, where 23 are."""
    true = record_of(GAMES["microsoft"], 2, "Q", 80_000)["cleared"]
    forged = record_of(GAMES["microsoft"], 2, "Q", 80_000) | true
    forged |= {"least_moves": len(true["moves"])}
    del forged["cleared"]
    assert found_of(forged).outcome == "no-claim"
    assert {"least_moves", "bound", "proved", "limit"} <= {*found_of(forged).unconfirmed}
    finding = found_of(without_shortest(forged, verdict="lost", reason="exhausted"))
    assert finding.outcome == "fails"
    assert finding.words == "the verdict is lost, but the line wins"


def test_a_verdict_beside_a_line_that_is_not_proved_is_searched() -> None:
    true = record_of(SMALL, 1, "pyramid", 3, fewest=False)
    assert not true["proved"] and true["verdict"] == "unknown"
    right = solve(deal(1, SMALL))
    assert isinstance(right, Won)
    assert found_of(true, verdict="won", reason=None).outcome == "no-claim"
    finding = found_of(true, verdict="lost", reason="exhausted")
    assert (finding.outcome, finding.words) == ("fails", "the deal is won")
    limited = found_of(true, Limits(nodes=1), verdict="lost", reason="exhausted")
    assert limited.outcome == "limit" and "verdict" in limited.unconfirmed
    assert limited.words.endswith(
        "; the verdict, lost, exhausted, is not confirmed: the limit on nodes was reached"
    )


def test_a_loss_beside_a_line_that_is_not_proved_is_searched_plainly_too() -> None:
    record = record_of(SMALL, 2, "pyramid", 3, fewest=False)
    finding = found_of(record | {"verdict": "lost", "reason": "exhausted"})
    assert finding.outcome == "no-claim" and "verdict" not in finding.unconfirmed
    claim = parse_record(record | {"verdict": "lost", "reason": "exhausted"})
    plain = confirm_loss(claim, finding, Limits(nodes=1))
    assert plain.outcome == "limit" and "but not plainly" in plain.words


# Fewest moves.


def test_no_line_has_fewer_moves_than_itself() -> None:
    """More than the line has is false of any line, fewer of one that is proved."""
    for nodes in (None, 30):
        record = record_of(POINTS, 5, "A", nodes)
        assert record["proved"] is (nodes is None)
        made = len(record["moves"])
        for least in (made + 1, made - 1):
            finding = found_of(record, least_moves=least)
            words = f"the line has {made} moves, not {least}"
            assert (words in finding.words) is (least > made or record["proved"])
            assert (finding.outcome == "fails") is (least > made or record["proved"])


def test_the_fewest_moves_of_two_lines() -> None:
    """A line that clears the pyramid as well has its own."""
    record = record_of(POINTS, 5, "A")
    assert {"cleared"} <= record.keys() and found_of(record).outcome == "holds"
    only = copy.deepcopy(record)
    del only["least_moves"]
    assert found_of(only).outcome == "holds"
    inner = record["cleared"] | {"least_moves": record["cleared"]["least_moves"] + 1}
    assert found_of(record, cleared=inner).outcome == "fails"


def test_a_longer_line_has_not_the_fewest_moves() -> None:
    """One that does as well in fewer contradicts it, though the longer one clears the pyramid."""
    record = record_of(POINTS, 5, "A", fewest=False)
    made, fewest = len(record["moves"]), len(record_of(POINTS, 5, "A")["moves"])
    assert not record["pyramid_left"] and fewest < made
    finding = found_of(record, least_moves=made)
    words = (
        f"the line of {made} moves ends as recorded, but a line that does as well has "
        f"{fewest} moves"
    )
    assert (finding.outcome, finding.words) == ("fails", words)


def test_least_moves_hold_within_the_limits_that_proved_them() -> None:
    rules = GAMES["microsoft"]
    chosen = deal(3, rules)
    verdict = shortest(chosen, Limits(nodes=700))
    record = solve_record(chosen, "microsoft", verdict)
    assert record["limit"] == "nodes"
    for more, outcome in ((0, "holds"), (1, "limit")):
        least = record["least_moves"] + more
        finding = found_of(record, Limits(nodes=700), least_moves=least)
        assert finding.outcome == outcome
        assert ("least_moves" in finding.unconfirmed) is (more == 1)


# Verdicts, and two lines.


def test_the_verdict_beside_a_best_line() -> None:
    record = record_of(SMALL, 1, "pyramid", fewest=False)
    assert record["verdict"] == "won" and found_of(record).outcome == "holds"
    limited = found_of(without_shortest(record, verdict="unknown", reason="nodes"))
    assert limited.outcome == "holds" and "reason" in limited.unconfirmed
    nobody_knows = record_of(SMALL, 2, "pyramid", 3, fewest=False)
    assert nobody_knows["verdict"] == "unknown" and found_of(nobody_knows).outcome == "no-claim"
    assert isinstance(solve(deal(2, SMALL)), Lost)
    lost = deal(1, GAMES["giza"])
    rules = GAMES["giza"]
    other = best_record(lost, "giza", best(Deal.of(lost.cards, rules), "all"))
    del other["block"]
    other = json.loads(json.dumps(other)) | {"verdict": "won", "reason": None}
    assert found_of(other).words.endswith("the deal is lost, simple block")


def test_the_second_line_has_a_reason() -> None:
    """It is there where, and only where, to clear the pyramid costs something."""
    record = record_of(POINTS, 5, "A", fewest=False)
    both = record_of(POINTS, 5, "A")
    assert "cleared" not in record and "cleared" in both
    alone = {name: both[name] for name in both if name != "cleared"}
    assert both["pyramid_left"]
    words = found_of(alone).words
    assert words.endswith("but the record lacks the line that clears the pyramid as well")
    cleared = {name: record[name] for name in both["cleared"] if name != "least_moves"}
    none = [name for name in both if name not in ("least_moves", "cleared")]
    more = {name: both[name] for name in none} | {"cleared": cleared}
    assert found_of(more).words.endswith("but clearing the pyramid as well costs nothing")
    twice = record | {"cleared": cleared}
    assert (
        "ends as recorded, and clears the pyramid, so the second line has no purpose"
        in found_of(twice).words
    )


# Games in play, matches, and what is named where a record fails.


def test_where_a_game_in_play_stands() -> None:
    chosen = deal(2, GAMES["giza"])
    solution = solve(chosen)
    assert isinstance(solution, Won)
    record = play_record(chosen, "giza", solution.moves[:5])
    end = Position.start(chosen).play_all(solution.moves[:5])
    for name, left in (("cards_left", end.cards_left()), ("pyramid_left", end.pyramid_left())):
        assert found_of(record | {name: left}).outcome == "no-claim"
        finding = found_of(record | {name: left + 1})
        assert (finding.outcome, finding.words) == ("fails", f"{name} is {left}, not {left + 1}")


def test_a_match_holds_when_its_total_adds_up() -> None:
    total, before = 0, None
    for game in (1, 2, 3):
        record = record_of(PAR, game, "score", fewest=False)
        total += record["score"]
        match = record | {"match": 1, "game_of_match": game, "total": total}
        read = parse_record(match)
        finding = check_record(read, before=before)
        assert finding.outcome == "holds", finding
        assert not {"match", "game_of_match", "total"} & {*finding.unconfirmed}
        wrong = parse_record(match | {"total": total + 1})
        assert check_record(wrong, before=before).outcome == "fails"
        before = read
    assert total


def test_a_record_that_fails_names_what_was_not_checked() -> None:
    record = record_of(SMALL, 1, "pyramid", fewest=False)
    finding = found_of(record, moves=[{"redeal": 1}])
    assert finding.outcome == "fails"
    assert {"pyramid_left", "cards_left", "proved"} <= {*finding.unconfirmed}
    words = record["cards"].split()
    finding = found_of(record, cards=" ".join([words[1], words[0], *words[2:]]))
    assert {"verdict", "moves", "proved"} <= {*finding.unconfirmed}
    assert not {"cards", "rules"} & {*finding.unconfirmed}


def test_every_false_claim_of_a_record_is_reported() -> None:
    record = record_of(SMALL, 1, "pyramid", fewest=False)
    true = {name: record[name] for name in ("pyramid_left", "cards_left")}
    lost = without_shortest(record, verdict="lost", reason="exhausted")
    finding = found_of(lost, pyramid_left=1, cards_left=2)
    assert finding.words.split("; ")[:2] == [
        f"after the last move {name} is {value}" for name, value in true.items()
    ]
    assert "the verdict is lost, but the line wins" in finding.words


def test_a_lower_score_than_was_enough_is_no_proof() -> None:
    """Under a limit it is not known whether to clear the pyramid costs something."""
    start = Position.start(deal(5, POINTS))
    found = best(start, "A", Limits(), 3, True)
    record = json.loads(json.dumps(best_record(deal(5, POINTS), "pyramid", found)))
    assert record["proved"] and record["pyramid_left"] and "cleared" in record
    del record["cleared"]
    assert found_of(record).outcome == "fails"
    limited = found_of(record, Limits(nodes=1))
    assert limited.outcome == "limit" and "proved" in limited.unconfirmed


def test_a_best_line_ends_as_claimed() -> None:
    record = record_of(PAR, 2, "score", fewest=False)
    for name in ("pyramid_left", "cards_left", "score"):
        changed = record[name] - 1 if record[name] else 1
        finding = found_of(record | {name: changed})
        assert finding.words == f"after the last move {name} is {record[name]}"
