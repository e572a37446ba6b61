"""The most that can be done, over one deal and several: facts, records, text, brute force.

`tests.bruteforce` checks the answers under rules of every kind.
"""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pyrtool
from pyrtool import DealStock, Limits, Lost, Position, Unknown, Won, solve
from pyrtool.answers.best.best import BestError, best
from pyrtool.answers.best.matches import challenge, par, per_deal
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.objectives import By, worth
from pyrtool.game.deals import Deal, deal, deals
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation import format_moves, parse_deal
from pyrtool.records.fields import RecordError
from pyrtool.records.reading import parse_record
from pyrtool.records.session import Session
from pyrtool.records.verification import check_record
from pyrtool.records.writing import best_record

from ..commands import answer, complaint, records, run
from ..dealing import drawn_deal, one_in, shuffled, won
from ..readers import FAMOUS

GIZA_BEST = [(5, 8), (0, 0), (6, 10), (6, 12), (7, 10), (2, 2), (4, 4), (0, 0)]
PAR_BEST = [-8, 35, 35, -10, 35, -2, -4, 35, 35, -8, -6, 35]


def test_native_deals() -> None:
    rules = GAMES["giza"]
    found = [best(deal(n, rules), "pyramid") for n in range(1, 9)]
    assert [worth(answer.position, "pyramid") for answer in found] == GIZA_BEST
    rules = GAMES["par"]
    found = [best(deal(n, rules), "score") for n in range(1, 13)]
    assert [answer.position.score() for answer in found] == PAR_BEST
    assert [answer.position.cleared_in_pass for answer in found][:3] == [None, 2, 2]


class Lazy:
    """A kernel that finds nothing but the start."""

    nodes, least = 10**6, 0

    def __init__(self, best: int, answer: str) -> None:
        self.best, self.answer = best, answer

    def limit_memory(self, limit_bytes: int) -> None: ...
    def load_position(self, cards: bytes, left: bytes, position: int, **question: int) -> None: ...
    def has_line(self) -> bool:
        return True

    def search(self, node_budget: int) -> str:
        return self.answer

    def line(self) -> list[tuple[int, int, int]]:
        return []


def test_no_answer_is_worse_than_a_line_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(rows=1, stock="bouquet", goal="pyramid", total=14, suits=2)
    cards, at_start = shuffled(rules, 1), 64 + rules.deck_size
    monkeypatch.setattr(build, "best", lambda *_: Lazy(at_start, "done"))
    with pytest.raises(AssertionError, match=f"no line below {at_start}, but one of value 24"):
        best(Deal.of(cards, rules), "pyramid")
    monkeypatch.setattr(build, "best", lambda *_: Lazy(at_start, "paused"))
    found = best(Deal.of(cards, rules), "pyramid", Limits(nodes=1000))
    assert isinstance(found.verdict, Won) and found.moves == found.verdict.moves
    assert found.limit == "nodes" and worth(found.position, "pyramid") == (0, 24)


def test_a_best_line_that_wins_is_a_win_whatever_the_limit() -> None:
    """`solve` had no more than this many nodes; the search after it has as many again."""
    found = 0
    for name in ("par", "clear", "tut"):
        for dealt in deals(range(1, 21), name):
            limits = Limits(nodes=300)
            one = best(dealt, "all", limits)
            if not isinstance(solve(dealt, limits), Unknown):
                continue
            made = json.loads(json.dumps(best_record(dealt, name, one)))
            assert check_record(parse_record(made)).outcome != "fails"
            won = any(here.is_won() for here in Position.start(dealt).along(one.moves))
            assert won == isinstance(one.verdict, Won)
            found += won
    assert found


def test_solve_best_prints_the_line_and_the_proof() -> None:
    words = ("--game", "par", "--best", "score")
    printed = answer("solve", "1", *words)
    assert "score -8: not cleared, 8 cards left" in printed
    assert "proved: no line scores more" in printed
    assert max(map(len, printed.splitlines())) <= 80
    limited = answer("solve", "11", *words, "--limit-nodes", "2000", status=3)
    assert "the limit on nodes was reached" in limited
    complaint("solve", "1", "--best", "all", "--shortest")
    both = answer("solve", 2, *["-g", "microsoft", "--best", "Q", "--shortest", "--words"])
    assert both.count("4 queens in") == 2


def test_a_match_of_par_is_a_target_over_six_deals() -> None:
    words = ("1-6", "-g", "par", "--best", "score", "--over", "6", "--format", "ndjson")
    assert [one["score"] for one in records(answer("solve", *words))] == PAR_BEST[:6]
    (match,) = par(deal(number, "par") for number in range(1, 7))
    assert str(match) == "total 85: the match makes par"
    (limited,) = par((deal(n, "par") for n in range(1, 7)), Limits(nodes=1))
    assert str(limited) == "total -292, at most 125: whether the match makes par is open"


MICROSOFT = GAMES["microsoft"]
GIVEN = parse_deal(FAMOUS, MICROSOFT)


def test_the_facts_that_can_be_checked_by_hand() -> None:
    most = best(GIVEN, "score", shortest=True)
    assert (most.position.score(), len(most.moves), most.least_moves) == (1290, 45, 45)
    aces = best(GIVEN, "A", shortest=True)
    assert (worth(aces.position, "A"), len(aces.moves), aces.proved) == ((4,), 37, True)
    assert aces.position.pyramid_left() and aces.cleared is not None
    assert (worth(aces.cleared.position, "A"), len(aces.cleared.moves)) == ((4,), 45)
    enough = best(GIVEN, "score", at_least=1110)
    assert enough.is_enough and enough.position.score() >= 1110


MOST_POINTS = [195, 1290, 1290, 190, 1290, 535, 380, 1290, 1290, 270]
FEWEST_MOVES = [35, 46, 36, 41, 52, 32, 40, 44, 42, 36]


def test_native_deals_of_microsoft() -> None:
    found = [best(deal(n, MICROSOFT), "score", shortest=True) for n in range(1, 11)]
    assert [one.position.score() for one in found] == MOST_POINTS
    assert [len(one.moves) for one in found] == FEWEST_MOVES
    assert all(one.proved and one.bound == (one.position.score(),) for one in found)
    lost = [solve(deal(n, MICROSOFT)) for n in range(1, 11)]
    assert [isinstance(v, Lost) for v in lost] == [points < 1150 for points in MOST_POINTS]


def test_what_the_rules_do_not_answer() -> None:
    cards = deal(2).cards
    for by, more, why in (
        ("score", {}, "these rules keep no score.*--scoring par"),
        ("all", {"at_least": 3}, "at_least needs a score or a rank"),
        ("pyramid", {"shortest": True}, "shortest needs a score or a rank"),
    ):
        with pytest.raises(BestError, match=why):
            best(Deal.of(cards, GAMES["pyramid"]), by, **more)  # type: ignore[arg-type]
    short = Rules(rows=3, total=7, suits=2)
    with pytest.raises(BestError, match="best K: the deck has no such cards"):
        best(Deal.of(shuffled(short, 1), short), "K")


def record_of(by: By, **asked: Any) -> dict[str, Any]:
    found = best(GIVEN, by, **asked)
    made = best_record(GIVEN, "microsoft", found)
    assert json.loads(json.dumps(made)) == made
    return made


def test_enough_is_not_reported_as_the_best() -> None:
    made = record_of("A", at_least=2)
    assert "has at least 2, searched again" in check_record(parse_record(made)).words
    assert "is the best, searched again" in check_record(parse_record(record_of("A"))).words
    none = {"moves": [], "pyramid_left": 28, "cards_left": 52, "score": 0, "removed": 0}
    assert "has at least 0," in check_record(parse_record(made | none | {"at_least": 0})).words
    for beyond in (-1, 5, 10**30):
        with pytest.raises(RecordError, match="the field 'at_least' cannot be"):
            parse_record(made | {"at_least": beyond})
        with pytest.raises(BestError, match=r"best A, at least .*: must be from 0 to 4"):
            best(GIVEN, "A", at_least=beyond)
    with pytest.raises(BestError, match="must be from 0 to 1290 for one deal; for D deals, add"):
        best(GIVEN, "score", at_least=1291)
    with pytest.raises(BestError, match="must be from -52 to 50"):
        best(Deal.of(GIVEN.cards, GAMES["par"]), "score", at_least=-53)


def test_few_cards_left_are_a_success_in_old_books() -> None:
    """The success of 1938 is at most twelve cards; in an easier game, fewer."""
    fewest = [best(deal(number, "microsoft"), "all").bound[0] for number in range(1, 9)]
    assert min(fewest) <= 6 < max(fewest)
    for number, cards in enumerate(fewest, 1):
        output = answer("solve", number, *["-g", "microsoft", "--best", "all", "--at-least", "6"])
        assert output.endswith(f"left: {'reached' if cards <= 6 else 'out of reach'}\n")


def test_kings_that_are_laid_out_go_at_once_although_one_was_passed_by() -> None:
    """The line that the referee plays reaches what is enough before the search makes a move."""
    here = Position.start(deal(4, GAMES["par"]))
    while not any(here.rules.goes_alone(card.rank) for card in here.waste):
        here = here.play(DealStock())
    laid_out = [card for card in here.available() if card.rank == 13 and card in here.tableau]
    found = best(here, by="score", at_least=-52)
    assert laid_out and found.position.score() == -52 + len(laid_out) and found.is_enough


def numbered(*numbers: int) -> list[Deal]:
    return [deal(number, MICROSOFT) for number in numbers]


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


def counted(one: Deal, by: By) -> int:
    most = worth(best(one, by).position, by)
    return int(not any(most[: 1 + (by == "all")])) if by in ("pyramid", "all") else most[0]


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
    for known in range(1, over):
        (made,) = challenge(deals[:known], over, by)
        assert made.total == sum(best[:known]) and not made.is_whole
        assert made.at_most == made.total + (over - known) * per_deal(deals[0].rules, by)[1]


@pytest.mark.parametrize("count", [12, pytest.param(25, marks=pytest.mark.slow)])
def test_a_match_counts_the_best_of_each_deal(count: int) -> None:
    chance = random.Random(2)
    for _ in range(count):
        over, rules = chance.choice([1, 2, 3]), drawn(chance)
        deals = [drawn_deal(rules, chance) for _ in range(over)]
        for by in ("score", "A", "2", "3", "pyramid", "all"):
            counts = [counted(one, by) for one in deals]
            least, most = (over * each for each in per_deal(rules, by))
            check(deals, over, by, sum(counts), chance.randint(least, most))
            check_begun(deals, over, by, counts)


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
    assert pyrtool.challenge is challenge


# The command.


def solved(*words: str, status: int = 0) -> str:
    printed = answer("solve", *words, "--game", "microsoft", status=status)
    assert max(map(len, printed.splitlines())) <= 80
    return " ".join(printed.split())


def test_a_target_out_of_reach_and_matches_without_one() -> None:
    text = solved("1", "--at-least", "2400", "--over", "2")
    assert text.endswith(
        "over 2 deals: 195 points after 1 deal; the other deal can give at most 1290, so the total "
        "is at most 1485: the target of 2400 is out of reach"
    )
    text = solved("1", "6", "--best", "score", "--over", "2")
    assert text.endswith("over 2 deals: 730 points")
    text = solved("3", "--best", "all", "--over", "2")
    assert "1 deal without a card left after 1 deal" in text


def test_a_limit_and_the_exit_status() -> None:
    words = ("1", "63", "--over", "2", "--limit-nodes", "10")
    text = solved(*words, "--at-least", "400", status=3)
    assert "over 2 deals: 0 points found, 195 at most after 1 deal; the other" in text
    assert "must give at least 205, or 400 with the lines found" in text
    assert text.endswith("570 at most: a limit left open whether 400 can be reached")
    solved(*words, "--at-least", "1400", status=0)  # whatever the limit, this is out of reach
    solved(*words, "--best", "score", status=3)
    solved(*words, "--at-least", "0", status=0)  # whatever the limit, this is reached


def test_what_cannot_be_asked() -> None:
    for words, wrong in (
        (("--over", "2"), "--over needs --best or --at-least"),
        (("--over", "2", "--at-least", "9", "--words"), "--over and --words exclude each other"),
        (("--at-least", "2400"), "for one deal; for D deals, add --over D"),
    ):
        assert wrong in complaint("solve", "1", "-g", "microsoft", *words)


# Records.


def records_of(*words: str) -> list[dict[str, Any]]:
    return records(answer("solve", *words, "-g", "microsoft", "--format", "ndjson"))


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


@pytest.mark.parametrize("words", one_in(3, ASKED))
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
    words = ("63", "-g", "microsoft", "--best", "score", "--over", "2", "--limit-nodes", "1")
    (made,) = records(answer("solve", *words, "--format", "ndjson", status=3))
    finding = check_record(parse_record(made))
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
    moves = won(deal(2, MICROSOFT)).moves
    score = Position.start(deal(2, MICROSOFT)).play_all(moves).score()
    begun = [Session(deal(number, MICROSOFT), "microsoft") for number in (2, 6)]
    (best_of_six,) = pyrtool.challenge([deal(6, MICROSOFT)], 1)
    for session, line in zip(begun, (moves, best_of_six.games[0].moves[:9]), strict=True):
        session.play(format_moves(line))
    saved = tmp_path / "played.ndjson"
    saved.write_text("".join(json.dumps(one.record()) + "\n" for one in begun))
    found = records_of(str(saved), "--at-least", "2000", "--over", "3")
    assert [one["total"] for one in found] == [score, score + 535] and score < 1290
    assert found[1]["at_most"] == score + 535 + 1290
    assert [len(one["after"]) for one in found] == [len(moves), 9]
    assert findings(found) == [("holds", set())] * 2
    text = solved(str(saved), "--at-least", "2000", "--over", "3")
    assert f"over 3 deals: {score} points after 1 deal" in text
    assert "1290 points" in run("solve", str(saved), "--best", "score").stdout  # the deal's most
