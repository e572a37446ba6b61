"""Challenges: points, cards of a rank, this many at least, the fewest moves; facts, records, text.

The answers are also checked in `test_every_question`, under rules of every kind.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from pyrtool.answers.best.best import BestError, By, best, worth
from pyrtool.answers.kernels import build
from pyrtool.answers.solve import Limits, Lost, solve
from pyrtool.cli.app import app
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.records import RecordError, best_record, check_record, parse_record

from ..challenges import check_challenge
from ..dealing import shuffled
from ..oracle import Oracle, TooManyStates

MICROSOFT = GAMES["microsoft"]
DECK = """
    6D 5H AH JD 4S KS 6S 8C 2H 4D 9S KD 6C AD 8S AC 5C 9D 7H 3H 8D 5S 4C QC JH KC
    KH 3C 3S 9C AS 5D QH TS 4H 7S TD 9H TH 7C 8H 2C 7D TC 2D 6H 2S JS QD 3D QS JC
"""
CARDS = tuple(map(Card.parse, DECK.split()))


def test_the_facts_that_can_be_checked_by_hand() -> None:
    most = best(Deal.of(CARDS, MICROSOFT), "score", shortest=True)
    assert (most.position.score(), len(most.moves), most.least_moves) == (1290, 45, 45)
    aces = best(Deal.of(CARDS, MICROSOFT), "A", shortest=True)
    assert (worth(aces.position, "A"), len(aces.moves), aces.proved) == ((4,), 37, True)
    assert aces.position.pyramid_left() and aces.cleared is not None
    assert (worth(aces.cleared.position, "A"), len(aces.cleared.moves)) == ((4,), 45)
    enough = best(Deal.of(CARDS, MICROSOFT), "score", at_least=1110)
    assert enough.is_enough and enough.position.score() >= 1110


MOST_POINTS = [195, 1290, 1290, 190, 1290, 535, 380, 1290, 1290, 270]
FEWEST_MOVES = [35, 46, 36, 41, 52, 32, 40, 44, 42, 36]


def test_native_deals() -> None:
    found = [best(deal(n, MICROSOFT), "score", shortest=True) for n in range(1, 11)]
    assert [one.position.score() for one in found] == MOST_POINTS
    assert [len(one.moves) for one in found] == FEWEST_MOVES
    assert all(one.proved and one.bound == (one.position.score(),) for one in found)
    lost = [solve(deal(n, MICROSOFT)) for n in range(1, 11)]
    assert [isinstance(v, Lost) for v in lost] == [points < 1150 for points in MOST_POINTS]


def drawn(chance: random.Random) -> Rules:
    """Small games with points, the kinds in which prunes matter most."""
    total, suits = chance.choice([(5, 3), (6, 2), (7, 2), (7, 3), (9, 2)])
    rules = replace(
        MICROSOFT,
        rows=chance.choice([2, 3, 4]) if total * suits > 12 else chance.choice([2, 3]),
        total=total,
        suits=suits,
        passes=chance.choice([1, 2, 3]),
        stock_waste=chance.choice(["yes", "no"]),
        overlap=chance.random() < 0.3,
    )
    return rules if chance.random() < 0.8 else replace(rules, scoring="par")


def sweep(seed: int, count: int, most_states: int) -> int:
    """Ask everything of this many small deals; how many the brute force could do."""
    chance = random.Random(seed)
    done = 0
    for _ in range(count):
        rules = drawn(chance)
        cards = shuffled(rules, chance.randrange(10**9))
        try:
            answer = Oracle(cards, rules).answer(most_states)
        except TooManyStates:
            continue
        done += 1
        start = Position.start(Deal.of(cards, rules))
        enough = answer.best_score - chance.randint(-5, 60)
        for shortest in (False, True):
            for at_least in (None, enough):
                check_challenge(answer, start, "score", at_least, shortest)
            for rank in range(1, rules.highest_rank + 1):
                by: By = ("A", "2", "3", "4", "5", "6", "7", "8", "9")[rank - 1]
                at_least = chance.choice([None, chance.randint(1, rules.suits)])
                check_challenge(answer, start, by, at_least, shortest)
    return done


def test_small_deals_agree_with_the_brute_force() -> None:
    assert sweep(1, 20, 3_000) > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
def test_thousands_of_small_deals_agree_with_the_brute_force(seed: int) -> None:
    assert sweep(seed, 200, 5_000) > 100


PRUNES = ["sets", "excluded", "forced", "earlier", "kings", "relaxed"]


@pytest.mark.parametrize("prune", PRUNES)
@pytest.mark.parametrize("deals", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_no_prune_changes_an_answer(
    prune: str, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kernel in ("most", "fewest"):
        monkeypatch.setattr(build, kernel, switched_off(getattr(build, kernel), prune))
    assert sweep(PRUNES.index(prune), deals, 3_000)


def switched_off(made: Callable[..., Any], prune: str) -> Callable[..., Any]:
    """What makes a kernel, without a prune."""

    def without(rules: Rules, off: frozenset[str] = frozenset()) -> Any:
        return made(rules, off | {prune})

    return without


def test_limits_leave_a_line_and_a_bound() -> None:
    for number, limits in (
        (63, Limits(nodes=20_000)),
        (1, Limits(nodes=10)),
        (34, Limits(nodes=1)),
    ):
        cards = deal(number).cards
        found = best(Deal.of(cards, MICROSOFT), "score", limits, shortest=True)
        most = best(Deal.of(cards, MICROSOFT), "score", shortest=True)
        assert found.limit == "nodes" and not found.proved
        assert found.position.score() <= most.position.score() <= found.bound[0]
        assert found.least_moves is not None and found.least_moves <= len(found.moves)
        if found.position.score() == most.position.score():
            assert most.least_moves is not None and found.least_moves <= most.least_moves


def test_what_the_rules_do_not_answer() -> None:
    cards = deal(2).cards
    for by, more, why in (
        ("score", {}, "these rules keep no score"),
        ("all", {"at_least": 3}, "at_least needs a score or a rank"),
        ("pyramid", {"shortest": True}, "shortest needs a score or a rank"),
    ):
        with pytest.raises(BestError, match=why):
            best(Deal.of(cards, GAMES["pyramid"]), by, **more)  # type: ignore[arg-type]
    short = Rules(rows=3, total=7, suits=2)
    with pytest.raises(BestError, match="best K: the deck has no such cards"):
        best(Deal.of(shuffled(short, 1), short), "K")


def record(by: By, **asked: Any) -> dict[str, Any]:
    found = best(Deal.of(CARDS, MICROSOFT), by, **asked)
    made = best_record(Deal.of(CARDS, MICROSOFT), "microsoft", found)
    assert json.loads(json.dumps(made)) == made
    return made


def outcome(made: dict[str, Any]) -> str:
    return check_record(parse_record(made)).outcome


def test_records_say_what_was_reached_and_are_confirmed() -> None:
    made = record("A", shortest=True)
    assert (made["removed"], len(made["moves"]), made["least_moves"]) == (4, 37, 37)
    again = made["cleared"]
    assert (again["removed"], again["pyramid_left"], again["least_moves"]) == (4, 0, 45)
    assert outcome(made) == "holds"
    made = record("score", at_least=1110)
    assert made["score"] >= made["at_least"] == 1110
    assert outcome(made) == "holds"
    made = record("score", limits=Limits(nodes=1))
    assert made["limit"] == "nodes" and made["bound"]["score"] >= made["score"]
    assert outcome(made) == "no-claim"


def test_false_records_fail() -> None:
    true = record("A", shortest=True)
    again = true["cleared"]
    for wrong in (
        {"removed": 3},
        {"score": true["score"] + 5},
        {"least_moves": 36},
        {"moves": again["moves"]} | {name: again[name] for name in ("pyramid_left", "cards_left")},
        {"cleared": again | {"removed": 3}},
        {"cleared": again | {"least_moves": 44}},
        {"cleared": again | {"moves": true["moves"]}},
    ):
        assert outcome(true | wrong) == "fails", wrong
    without = {name: value for name, value in true.items() if name != "cleared"}
    assert outcome(without) == "fails"
    longer = best(Deal.of(CARDS, MICROSOFT), "A")
    claimed = best_record(Deal.of(CARDS, MICROSOFT), "microsoft", longer)
    assert outcome(claimed) == "holds"
    assert outcome(claimed | {"least_moves": len(longer.moves)}) == "fails"
    assert longer.cleared is None and longer.position.pyramid_left() == 0
    assert outcome(claimed | {"cleared": again}) == "fails"
    fewer = best(Deal.of(CARDS, MICROSOFT), "score", at_least=700)
    if fewer.position.score() < 1290:
        claimed = best_record(Deal.of(CARDS, MICROSOFT), "microsoft", fewer)
        assert outcome({k: v for k, v in claimed.items() if k != "at_least"}) == "fails"


def test_enough_is_not_reported_as_the_best() -> None:
    made = record("A", at_least=2)
    assert "has at least 2, searched again" in check_record(parse_record(made)).words
    assert "is the best, searched again" in check_record(parse_record(record("A"))).words
    none = {"moves": [], "pyramid_left": 28, "cards_left": 52, "score": 0, "removed": 0}
    assert "has at least 0," in check_record(parse_record(made | none | {"at_least": 0})).words
    for beyond in (-1, 5, 10**30):
        with pytest.raises(RecordError, match="the field 'at_least' cannot be"):
            parse_record(made | {"at_least": beyond})
        with pytest.raises(BestError, match=r"best A, at least .*: must be from 0 to 4"):
            best(Deal.of(CARDS, MICROSOFT), "A", at_least=beyond)
    with pytest.raises(
        BestError, match="must be from 0 to 1290 for one deal; for D deals, add --over D"
    ):
        best(Deal.of(CARDS, MICROSOFT), "score", at_least=1291)
    with pytest.raises(BestError, match="must be from -52 to 50"):
        best(Deal.of(CARDS, GAMES["par"]), "score", at_least=-53)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--game", "microsoft"], input=" ".join(DECK.split()))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_solve_prints_points_and_both_lines() -> None:
    output = run("solve", "-", "--best", "score", "--shortest")
    assert "1290 points in 45 moves" in output and "the pyramid is cleared, 0 cards left" in output
    assert "28 discards at 5 make 140" in output and "25 + 50 + 75 +\n  100 + 150" in output
    assert "no line that does as well has fewer" in output
    output = run("solve", "-", "--best", "A", "--shortest")
    first, _, second = output.partition("\n\nWith the pyramid cleared as well: ")
    assert "4 aces in 37 moves" in first and "4 aces in 45 moves" in second
    assert run("solve", "-", "--at-least", "1110") == run(
        "solve", "-", "--best", "score", "--at-least", "1110"
    )
    missed = run("solve", "1", "--at-least", "1110")
    assert "195 points" in missed and "proved: no line has 1110 points" in missed
    assert max(map(len, (output + missed).splitlines())) <= 80
    words = run("solve", "-", "--best", "A", "--shortest", "--words")
    assert words.count("4 aces in") == 2
