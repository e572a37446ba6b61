"""The most that can be done, against a brute force over whole games."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any, get_args

import pytest
from typer.testing import CliRunner

from pyrtool.answers.best.best import BestError, By, best, worth
from pyrtool.answers.kernels import build
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.cli.app import app
from pyrtool.game.cards import FRENCH_RANKS, Card, rank_of
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules, RulesError
from pyrtool.game.line import played
from pyrtool.game.position import Position
from pyrtool.records import RecordError, best_record, check_record, parse_record

from ..challenges import expected
from ..combinations import COMBINATIONS, SMALL, on_tables
from ..dealing import quick_and_slow, shuffled
from ..oracle import Oracle, TooManyStates


def scored(rules: Rules) -> Rules:
    """The rules with par scoring, where they can have it."""
    try:
        return replace(rules, scoring="par")
    except RulesError:
        return rules


def check(rules: Rules, cards: tuple[Card, ...], max_states: int = 6_000) -> bool:
    """Whether the brute force finished; it must agree then."""
    try:
        answer = Oracle(cards, rules).answer(max_states)
    except TooManyStates:
        return False
    questions: list[By] = ["pyramid", "all"]
    if rules.scoring == "par":
        questions.append("score")
    for by in questions:
        found = best(Deal.of(cards, rules), by)
        case = (rules, by, " ".join(map(str, cards)))
        assert found.proved
        assert worth(found.position, by) == expected(answer, by), case
        assert Position.start(Deal.of(cards, rules)).play_all(found.moves) == found.position
        assert isinstance(found.verdict, Won) == (answer.shortest is not None), case
    return True


@pytest.mark.parametrize(("rules", "deals"), quick_and_slow(COMBINATIONS, 1, 4), ids=str)
def test_every_rule_combination_agrees_with_brute_force(rules: Rules, deals: int) -> None:
    chance = random.Random(str(rules))
    tables = [scored(table) for table in on_tables(rules)]
    finished = 0
    for _ in range(6):
        table = chance.choice(tables)
        finished += check(table, shuffled(table, chance.randrange(10**9)))
        if finished == deals:
            break
    assert finished


@pytest.mark.parametrize("rules", random.Random(2).sample(SMALL, 30), ids=str)
def test_open_games_agree_with_brute_force(rules: Rules) -> None:
    for seed in range(4):
        check(scored(rules), shuffled(rules, seed))


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


def test_a_limit_leaves_a_line_and_a_bound() -> None:
    rules = GAMES["par"]
    cards = deal(11, rules).cards
    found = best(Deal.of(cards, rules), "score", Limits(nodes=2000))
    proved = best(Deal.of(cards, rules), "score")
    assert found.limit == "nodes" and not found.proved
    assert found.position.score() <= proved.position.score() <= found.bound[0]
    assert isinstance(proved.verdict, Lost) and proved.bound == (proved.position.score(),)


def test_bounds_of_cards_left_hold() -> None:
    rules = GAMES["pyramid"]
    for number in range(1, 9):
        cards = deal(number, rules).cards
        proved = best(Deal.of(cards, rules), "all")
        found = best(Deal.of(cards, rules), "all", Limits(nodes=500))
        assert found.bound <= worth(proved.position, "all") <= worth(found.position, "all")


class Lazy:
    """A kernel that finds nothing but the start."""

    nodes, least = 10**6, 0

    def __init__(self, best: int, answer: str) -> None:
        self.best, self.answer = best, answer

    def limit_memory(self, limit_bytes: int) -> None: ...
    def load_position(self, cards: bytes, left: bytes, position: int, cleared: int) -> None: ...
    def never_before(self, first_pass: int) -> None: ...
    def only_cleared(self, only: bool) -> None: ...
    def settle_for(self, value: int) -> None: ...
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


def test_a_score_needs_scoring() -> None:
    rules = GAMES["giza"]
    with pytest.raises(BestError, match="--scoring par"):
        best(deal(1, rules), "score")


def record(number: int, rules: Rules, game: str, by: By, limits: Limits = Limits()) -> Any:
    dealt = deal(number, rules)
    return best_record(dealt, game, best(dealt, by, limits))


def outcome(value: Any, limits: Limits = Limits()) -> str:
    return check_record(parse_record(json.loads(json.dumps(value))), limits).outcome


def test_records_of_best_lines_hold() -> None:
    par, giza = GAMES["par"], GAMES["giza"]
    for by in (by for by in get_args(By) if rank_of(by) <= FRENCH_RANKS):
        assert outcome(record(1, par, "par", by)) == "holds"
    assert outcome(record(2, giza, "giza", "pyramid")) == "holds"
    value = record(12, par, "par", "score")
    assert (value["score"], value["cleared_in_pass"], value["cards_left"]) == (35, 2, 0)
    assert outcome(value) == "holds"


def test_records_of_best_lines_fail_where_they_are_wrong() -> None:
    par = GAMES["par"]
    value = record(1, par, "par", "score")
    assert outcome(value | {"score": value["score"] + 1}) == "fails"
    unblocked = {name: value[name] for name in value if name != "block"}
    assert outcome(unblocked | {"reason": "exhausted"}) == "fails"
    shorter = value["moves"][:10]
    end = check_record(parse_record(value | {"moves": shorter}))
    assert end.outcome == "fails" and "is" in end.words
    open_value = record(11, par, "par", "score", Limits(nodes=2000))
    assert not open_value["proved"] and open_value["limit"] == "nodes"
    assert open_value["bound"]["score"] >= open_value["score"]
    assert outcome(open_value) == "no-claim"
    assert outcome(record(11, par, "par", "score"), Limits(nodes=2000)) == "limit"
    with pytest.raises(RecordError, match="best"):
        parse_record(value | {"best": "worst"})


def test_a_best_line_that_wins_is_a_win_whatever_the_limit() -> None:
    """`solve` had no more than this many nodes; the search after it has as many again."""
    found = 0
    for name in ("par", "clear", "tut"):
        rules = GAMES[name]
        for number in range(1, 21):
            cards = deal(number, rules).cards
            limits = Limits(nodes=300)
            one = best(Deal.of(cards, rules), "all", limits)
            if not isinstance(solve(Deal.of(cards, rules), limits), Unknown):
                continue
            made = json.loads(json.dumps(best_record(deal(number, rules), name, one)))
            assert outcome(made) != "fails"
            won = any(
                here.is_won()
                for here in played(Position.start(Deal.of(cards, rules)), one.moves).positions
            )
            assert won == isinstance(one.verdict, Won)
            found += won
    assert found


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_solve_best_prints_the_line_and_the_proof() -> None:
    done = run("solve", "1", "--game", "par", "--best", "score")
    assert done.exit_code == 0
    assert "score -8: not cleared, 8 cards left" in done.stdout
    assert "proved: no line scores more" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    limited = run("solve", "11", "--game", "par", "--best", "score", "--limit-nodes", "2000")
    assert limited.exit_code == 3
    assert "the limit on nodes was reached" in limited.stdout
    clash = run("solve", "1", "--best", "all", "--shortest")
    assert clash.exit_code == 2


def test_par_keeps_the_total_of_matches_of_six() -> None:
    done = run("par", "1-7")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert "total 85: the match makes par" in done.stdout
    assert lines[-1].strip() == "-4 so far, with 5 of 6 deals to play"
    records = [
        json.loads(line) for line in run("par", "1-7", "--format", "ndjson").stdout.split("\n")[:-1]
    ]
    assert [r["score"] for r in records] == [-8, 35, 35, -10, 35, -2, -4]
    assert [r["total"] for r in records] == [-8, 27, 62, 52, 87, 85, -4]
    assert records[-1]["match"] == 2
    limited = run("par", "1-6", "--limit-nodes", "1")
    assert limited.exit_code == 3
    assert "total -292, at most 125: whether the match makes par is open" in limited.stdout
    refused = run("par", "1", "--game", "giza")
    assert refused.exit_code == 2
