"""Challenges over several deals: exact against brute force, bounds at limits, text, and records."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pyrtool
from pyrtool.answers.best.best import BestError, By
from pyrtool.answers.best.over_deals import Challenge, challenge, per_deal
from pyrtool.answers.solve import Limits
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.app import app
from pyrtool.game.cards import RANKS
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.notation import format_moves
from pyrtool.records import RecordError, check_record, parse_record
from pyrtool.records.session import Session

from ..dealing import shuffled
from ..oracle import Answer, Oracle, TooManyStates

MICROSOFT = GAMES["microsoft"]


def numbered(*numbers: int) -> list[Deal]:
    return [deal(number, MICROSOFT) for number in numbers]


# Against the brute force.


def drawn(chance: random.Random) -> Rules:
    total, suits = chance.choice([(5, 3), (6, 2), (7, 2), (9, 2)])
    return replace(
        MICROSOFT,
        rows=chance.choice([2, 3]),
        total=total,
        suits=suits,
        passes=chance.choice([1, 2]),
        scoring=chance.choice(["microsoft", "microsoft", "par"]),
    )


def can_count(answer: Answer, by: By) -> set[int]:
    """Everything that one deal can count, by the lines that the brute force looked at."""
    if by == "score":
        return {score for score, _ in answer.points}
    if by == "pyramid":
        return {int(cleared) for _, cleared in answer.points}
    if by == "all":
        return {int(answer.best_all[0] == 0)}
    return {number for rank, number, _ in answer.removed if rank == RANKS.index(by) + 1}


def several(chance: random.Random, over: int) -> tuple[list[Deal], list[Answer]] | None:
    rules = drawn(chance)
    deals = [Deal.of(shuffled(rules, chance.randrange(10**9)), rules) for _ in range(over)]
    try:
        return deals, [Oracle(one.cards, rules).answer(3_000) for one in deals]
    except TooManyStates:
        return None


def sweep(seed: int, count: int) -> int:
    chance = random.Random(seed)
    done = 0
    for _ in range(count):
        over = chance.choice([1, 2, 3])
        found = several(chance, over)
        if found is None:
            continue
        done += 1
        deals, answers = found
        rules = deals[0].rules
        for by in ("score", "A", "2", "3", "pyramid", "all"):
            totals = {sum(each) for each in product(*(can_count(one, by) for one in answers))}
            least, most = (over * each for each in per_deal(rules, by))
            check(deals, over, by, max(totals), chance.randint(least, most))
            check_begun(deals, over, by, [max(can_count(one, by)) for one in answers])
    return done


def check(deals: list[Deal], over: int, by: By, most: int, target: int) -> None:
    (made,) = challenge(deals, over, by)
    assert made.total == made.at_most == most and not made.is_limited and made.is_whole
    (made,) = challenge(deals, over, by, at_least=target)
    assert made.is_met is (most >= target), (by, most, target)
    least_to_come = made.to_come * per_deal(made.rules, by)[0]  # of deals that are not needed
    assert made.is_whole and made.total + least_to_come <= most <= made.at_most
    if made.is_met:
        assert made.total + least_to_come >= target
    else:
        assert made.total == made.at_most == most


def check_begun(deals: list[Deal], over: int, by: By, best: list[int]) -> None:
    """With deals that are not known yet, each of them counts what a perfect game does."""
    for played in range(1, over):
        (made,) = challenge(deals[:played], over, by)
        assert made.total == sum(best[:played]) and not made.is_whole
        assert made.at_most == made.total + (over - played) * per_deal(deals[0].rules, by)[1]


def test_small_deals_agree_with_the_brute_force() -> None:
    assert sweep(1, 25) > 10


@pytest.mark.slow
def test_hundreds_of_small_deals_agree_with_the_brute_force() -> None:
    assert sweep(2, 250) > 100


# Limits.


def test_a_limit_leaves_an_interval_and_no_wrong_answer() -> None:
    deals = numbered(1, 34, 63)
    (true,) = challenge(deals, 3)
    for nodes in (1, 10, 300, 20_000):
        for target in (None, true.total - 5, true.total, true.total + 5, 3 * 1290):
            (made,) = challenge(deals, 3, at_least=target, limits=Limits(nodes=nodes))
            assert made.total <= true.total <= made.at_most
            assert target is None or made.is_met in (None, true.total >= target)
            assert made.is_limited == (made.is_met is None and made.total < made.most_so_far)
    (made,) = challenge(deals, 3, at_least=true.total, limits=Limits(nodes=1))
    assert made.is_met is None and made.is_limited


def test_a_par_score_can_spoil_a_target() -> None:
    good, bad = deal(2, "par"), deal(1, "par")
    (made,) = challenge([good, bad], 2, at_least=30)
    assert [game.position.score() for game in made.games] == [35, -8] and made.is_met is False
    (made,) = challenge([good, bad], 2, at_least=27)
    assert made.is_met and made.total == 27


def test_deals_after_the_target_are_not_searched() -> None:
    (made,) = challenge(numbered(2, 1, 3), 3, at_least=500)
    assert len(made.games) == 1 and made.unneeded == 2 and made.is_whole and made.is_met
    first, second = challenge(numbered(2, 1, 3), 2, at_least=500)
    assert (first.unneeded, len(second.games), second.is_met) == (1, 1, True)
    assert challenge([], 2) == []


def test_wrong_challenges() -> None:
    for over, wrong in ((0, "over 0 deals: must be from 1"), (1001, "must be from 1 to 1000")):
        with pytest.raises(BestError, match=wrong):
            challenge(numbered(1), over)
    with pytest.raises(BestError, match="at least 2581 over 2 deals: must be from 0 to 2580"):
        challenge(numbered(1), 2, at_least=2581)
    with pytest.raises(BestError, match="at least 5 over 4 deals: must be from 0 to 4"):
        challenge(numbered(1), 4, "pyramid", at_least=5)
    with pytest.raises(BestError, match="must have the same rules"):
        challenge([deal(1, MICROSOFT), deal(1, "par")], 2)
    with pytest.raises(BestError, match="these rules keep no score"):
        challenge([deal(1, "giza")], 2, at_least=5)
    with pytest.raises(PyrtoolError):
        Challenge("score", "2", MICROSOFT)  # type: ignore[arg-type]
    assert pyrtool.challenge is challenge


# The command.


def run(*words: str, input: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=input)


def solved(*words: str, status: int = 0) -> str:
    done = run("solve", *words, "--game", "microsoft")
    assert done.exit_code == status, done.output
    assert max(map(len, done.stdout.splitlines())) <= 80
    return " ".join(done.stdout.split())


def test_the_way_to_a_number_of_points() -> None:
    text = solved("3", "6", "--at-least", "1800", "--over", "2")
    after_first = (
        "over 2 deals: 1290 points after 1 deal; the other deal can give at most 1290, and must "
        "give at least 510"
    )
    assert after_first in text
    assert text.endswith("the target of 1800 is reached")
    assert "proved: 510 points or more" in text
    text = solved("1", "--at-least", "2400", "--over", "2")
    assert text.endswith(
        "over 2 deals: 195 points after 1 deal; the other deal can give at most 1290, so the total "
        "is at most 1485: the target of 2400 is out of reach"
    )
    text = solved("1", "6", "--best", "score", "--over", "2")
    assert text.endswith("over 2 deals: 730 points")


def test_cards_and_cleared_pyramids() -> None:
    text = solved("1-2", "--best", "Q", "--at-least", "8", "--over", "2")
    assert "3 queens after 1 deal; the other deal can give at most 4, so the total is" in text
    text = solved("1-4", "--best", "pyramid", "--at-least", "2", "--over", "4")
    assert "1 cleared pyramid after 2 deals; the other 2 deals can give at most 2, and" in text
    assert text.endswith("deal 4 (native), microsoft: not needed, the target is reached")
    text = solved("3", "--best", "all", "--over", "2")
    assert "1 deal without a card left after 1 deal" in text


def test_a_limit_and_the_exit_status() -> None:
    words = ("1", "63", "--over", "2", "--limit-nodes", "10")
    text = solved(*words, "--at-least", "400", status=3)
    assert "over 2 deals: 0 points found, 195 at most after 1 deal; the other" in text
    assert "must give at least 205, or 400 with the lines found" in text
    assert text.endswith(
        "0 points found, 570 at most: a limit left open whether 400 can be reached"
    )
    solved(*words, "--at-least", "1400", status=0)  # whatever the limit, this is out of reach
    solved(*words, "--best", "score", status=3)
    solved(*words, "--at-least", "0", status=0)  # whatever the limit, this is reached


def test_what_cannot_be_asked() -> None:
    for words, wrong in (
        (("--over", "2"), "--over needs --best or --at-least"),
        (("--over", "2", "--at-least", "9", "--words"), "--over and --words exclude each other"),
        (
            ("--best", "pyramid", "--at-least", "1"),
            "--at-least with --best pyramid needs --over: it counts",
        ),
        (("--over", "0", "--at-least", "1"), "over 0 deals: must be from 1 to 1000"),
        (("--over", "2", "--at-least", "2600"), "must be from 0 to 2580"),
        (("--at-least", "2400"), "for one deal; for D deals, add --over D"),
    ):
        done = run("solve", "1", "-g", "microsoft", *words)
        assert done.exit_code == 2 and len(done.stderr.splitlines()) == 1
        assert wrong in done.stderr


# Records.


def records_of(*words: str) -> list[dict[str, Any]]:
    done = run("solve", *words, "-g", "microsoft", "--format", "ndjson")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def findings(made: list[dict[str, Any]]) -> list[tuple[str, set[str]]]:
    before = None
    found: list[tuple[str, set[str]]] = []
    for one in made:
        record = parse_record(one)
        finding = check_record(record, before=before)
        found.append((finding.outcome, {*finding.unconfirmed} - {"nodes", "shortest"}))
        before = record
    return found


ASKED = (
    ("3", "6", "1", "2", "--at-least", "1800", "--over", "2"),
    ("1-3", "--best", "Q", "--over", "2"),
    ("1-5", "--best", "pyramid", "--at-least", "2", "--over", "4"),
)


@pytest.mark.parametrize("words", ASKED)
def test_records_hold_and_forged_ones_do_not(words: tuple[str, ...]) -> None:
    made = records_of(*words)
    assert findings(made) == [("holds", set())] * len(made)
    for at, one in enumerate(made):
        for name in ("total", "at_most", "match", "game_of_match"):
            for by in (-1, 1):
                forged = one | {name: one[name] + by}
                try:
                    outcome, unconfirmed = findings([*made[:at], forged])[-1]
                except RecordError:
                    continue
                assert outcome == "fails" or name in unconfirmed, (at, name, by)


def test_the_fields_of_a_record() -> None:
    first, second = records_of("1", "6", "--at-least", "700", "--over", "2")
    names = ("match", "game_of_match", "over", "target", "total", "at_most")
    assert [first[name] for name in names] == [1, 1, 2, 700, 195, 1485]
    assert second["at_least"] == 505 and second["total"] >= 700 and second["at_most"] == 1485
    without = records_of("1", "--best", "A", "--over", "3")[0]
    assert "target" not in without and without["at_most"] == without["total"] + 8
    for wrong in (
        {"over": 0},
        {"over": 1, "game_of_match": 2},
        {"target": 2581},
        {"at_most": 2581},
        {"at_most": None},
    ):
        with pytest.raises(RecordError):
            parse_record(first | wrong)
    for missing in ("over", "match", "at_most"):
        with pytest.raises(RecordError):
            parse_record({name: value for name, value in first.items() if name != missing})


def test_another_question_does_not_continue_a_match() -> None:
    first, second = records_of("1", "6", "--at-least", "1800", "--over", "2")
    for other in ({"over": 3, "at_most": 2775}, {"target": 700}):
        before = parse_record(first | other)
        finding = check_record(parse_record(second), before=before)
        assert {"total", "at_most", "match", "game_of_match"} <= {*finding.unconfirmed}


def test_what_is_possible_is_not_confirmed_while_its_proof_is_open() -> None:
    done = run(
        *("solve", "63", "-g", "microsoft", "--best", "score", "--over", "2"),
        *("--limit-nodes", "1", "--format", "ndjson"),
    )
    assert done.exit_code == 3
    finding = check_record(parse_record(json.loads(done.stdout)))
    assert finding.outcome == "no-claim" and "at_most" in finding.unconfirmed
    assert "total" not in finding.unconfirmed


def test_a_saved_match_is_read_back_and_resumed(tmp_path: Path) -> None:
    saved = tmp_path / "match.ndjson"
    words = ("--at-least", "1900", "--over", "3", "-g", "microsoft")
    saved.write_text(run("solve", "1", "6", *words, "--format", "ndjson").stdout)
    resumed = run("solve", str(saved), "3", *words)
    assert resumed.stdout == run("solve", "1", "6", "3", *words).stdout
    assert "the target of 1900 is reached" in resumed.stdout


def test_games_that_were_played_count_as_they_were_played(tmp_path: Path) -> None:
    """One game was won, with less than the most points, and another one stopped midway."""
    won = pyrtool.solve(deal(2, MICROSOFT))
    assert isinstance(won, pyrtool.Won)
    score = Position.start(deal(2, MICROSOFT)).play_all(won.moves).score()
    begun = [Session(deal(number, MICROSOFT), "microsoft") for number in (2, 6)]
    (best_of_six,) = pyrtool.challenge([deal(6, MICROSOFT)], 1)
    for session, moves in zip(begun, (won.moves, best_of_six.games[0].moves[:9]), strict=True):
        session.play(format_moves(moves))
    saved = tmp_path / "played.ndjson"
    saved.write_text("".join(json.dumps(one.record()) + "\n" for one in begun))
    found = records_of(str(saved), "--at-least", "2000", "--over", "3")
    assert [one["total"] for one in found] == [score, score + 535] and score < 1290
    assert found[1]["at_most"] == score + 535 + 1290
    assert [len(one["after"]) for one in found] == [len(won.moves), 9]
    assert findings(found) == [("holds", set())] * 2
    text = solved(str(saved), "--at-least", "2000", "--over", "3")
    assert f"over 3 deals: {score} points after 1 deal" in text
    assert "1290 points" in run("solve", str(saved), "--best", "score").stdout  # the deal's most
