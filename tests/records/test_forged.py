"""Forged records: `verify` contradicts each false claim, or names it as not confirmed.

Every claim of true records is made false by itself, and two claims together.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any, Final

import pytest

from pyrtool.answers.solve import Limits
from pyrtool.base.errors import PyrtoolError
from pyrtool.records import check_record, parse_record

from ..forging import cases, forgeries, lines

JSON = dict[str, Any]
SEED: Final = 3508
QUICK, SLOW = 1, 3
PAIRS: Final = {QUICK: 200, SLOW: 800}
VERIFIED: Final = (Limits(), Limits(nodes=1), Limits(nodes=60))


def passed_over(names: frozenset[str], forged: JSON, limits: Limits) -> set[str]:
    """The false claims that verify neither contradicts nor names."""
    try:
        finding = check_record(parse_record(json.loads(json.dumps(forged))), limits)
    except PyrtoolError:
        return set()
    return set() if finding.outcome == "fails" else set(names) - {*finding.unconfirmed}


def both(record: JSON, one: JSON, other: JSON) -> JSON | None:
    """The record with the changes of both; None where they change the same."""
    made = copy.deepcopy(one)
    for name in {*record, *other}:
        old, new = record.get(name, ...), other.get(name, ...)
        if old == new:
            continue
        if name == "cleared" and isinstance(old, dict) and isinstance(new, dict):
            if not isinstance(inner := made.get(name), dict):
                return None
            if (new := both(old, inner, new)) is None:
                return None
        elif made.get(name, ...) != old:
            return None
        if new is ...:
            made.pop(name, None)
        else:
            made[name] = new
    return made


COUNTS = pytest.mark.parametrize("count", [QUICK, pytest.param(SLOW, marks=pytest.mark.slow)])


@COUNTS
def test_true_records_never_fail(count: int) -> None:
    """Whatever limits they are checked under; without limits what is proved is confirmed."""
    for one in cases(count):
        for limits in VERIFIED:
            finding = check_record(parse_record(one.record), limits)
            assert finding.outcome != "fails", (finding, one.record)
            if limits == Limits():
                assert finding.outcome != "limit", (finding, one.record)
                assert set(finding.unconfirmed) <= unproven(one.record), (finding, one.record)


def unproven(record: JSON) -> set[str]:
    """What nothing can confirm of a true record: who made it knows how, or did not know more."""
    names = {"game", "nodes", "shortest", "limit", "ended", "advice"}
    if record.get("verdict") == "unknown":
        names |= {"reason"}
    for place, line in lines(record) if "best" in record else ():
        if not line["proved"]:
            names |= {f"{place}{name}" for name in ("proved", "limit", "bound", "least_moves")}
    return names


@COUNTS
def test_each_false_claim_is_contradicted_or_named(count: int) -> None:
    named: set[str] = set()
    for one in cases(count):
        for at, (names, forged) in enumerate(forgeries(one)):
            assert forged != one.record
            named |= names
            for limits in VERIFIED if count > QUICK else [VERIFIED[at % 3]]:
                missed = passed_over(names, forged, limits)
                assert not missed, (missed, limits, forged)
    assert named >= OF_LINES | {f"cleared.{name}" for name in OF_LINES - {"cleared_in_pass"}}
    assert named >= OF_RECORDS


OF_LINES: Final = frozenset(
    (
        "moves",
        "pyramid_left",
        "cards_left",
        "score",
        "cleared_in_pass",
        "proved",
        "limit",
        "bound",
        "least_moves",
    )
)
OF_RECORDS: Final = frozenset(
    (
        "deal",
        "cards",
        "after",
        "verdict",
        "reason",
        "shortest",
        "nodes",
        "rating",
        "blocks",
        "match",
        "game_of_match",
        "total",
        "ended",
        "removed",
        "advice",
        "colour",
    )
)


@COUNTS
def test_two_false_claims_at_once_are_contradicted_or_named(count: int) -> None:
    chance = random.Random(SEED)
    made = 0
    while made < PAIRS[count]:
        one = chance.choice(cases(count))
        (left, first), (right, second) = chance.sample([*forgeries(one)], 2)
        forged = both(one.record, first, second)
        if forged is None:
            continue
        made += 1
        limits = chance.choice(VERIFIED)
        missed = passed_over(left | right, forged, limits)
        assert not missed, (missed, limits, forged)
