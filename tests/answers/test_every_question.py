"""Every question against the brute force, under rules and deals drawn from all that there are.

A failure prints what to set `PYRTOOL_SEED` to so that the same cases are drawn again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import get_args

import pytest

from pyrtool.answers import solve as solving
from pyrtool.answers import soundness
from pyrtool.answers.best.best import By, best, worth
from pyrtool.answers.blocks import certify, check_block, find_blocks
from pyrtool.answers.kernels import build
from pyrtool.answers.rating import RatingLimits, rate
from pyrtool.answers.solve import Budget, Limits, Lost, Unknown, Verdict, Won, shortest, solve
from pyrtool.answers.soundness import decided_by_matching, sets_answer
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.game.rules import RulesError
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers.codes import PRUNES

from ..challenges import check_challenge
from ..challenges import expected as best_expected
from ..chances import clever_chance, first_moves_of, only_moves_of, plain_chance
from ..drawing import Case, cases, drawn_seed, enough
from ..oracle import Answer, Oracle, TooManyStates

MOST_STATES = 2_000, 8_000  # of a quick test's brute force, and of a slow one's
MOST_TO_RATE = 200, 1_000  # the players' chances are fractions, which cost more


@dataclass(frozen=True)
class Known:
    """A case, and what the brute force says of it: from its start, and from where play had led."""

    case: Case
    answer: Answer
    from_here: Answer
    slow: bool

    @cached_property
    def verdict(self) -> Verdict:
        return solve(Deal.of(self.case.cards, self.case.rules))


def known(case: Case, slow: bool) -> Known | None:
    """The case with its answers, or None if it is too large."""
    try:
        answer, from_here = (
            Oracle(case.cards, case.rules, start).answer(MOST_STATES[slow])
            for start in (None, case.here)
        )
        return Known(case, answer, from_here, slow)
    except TooManyStates:
        return None


def check_verdict(verdict: Verdict, shortest_line: int | None, start: Position) -> None:
    assert isinstance(verdict, Lost if shortest_line is None else Won), verdict
    if isinstance(verdict, Won) and shortest_line is not None:
        assert start.play_all(verdict.moves).is_won()
        assert len(verdict.moves) >= shortest_line
        assert not verdict.shortest or len(verdict.moves) == shortest_line


# The questions. One more is one more function here.


def ask_verdict(asked: Known, chance: random.Random) -> None:
    case = asked.case
    start = Position.start(Deal.of(case.cards, case.rules))
    check_verdict(asked.verdict, asked.answer.shortest, start)
    if isinstance(asked.verdict, Lost) and asked.verdict.block is not None:
        assert check_block(asked.verdict.block, Deal.of(case.cards, case.rules))
    if not sets_answer(case.rules):
        return
    outcome, nodes = bytearray(1), memoryview(bytearray(4)).cast("I")
    bulk = build.bulk(case.rules)
    bulk.card_outcomes(bytes(case.cards), len(case.cards), outcome, nodes, 2**40)
    assert (OUTCOMES[outcome[0]] == "won") == (asked.answer.shortest is not None)


def ask_verdict_without_a_prune(asked: Known, chance: random.Random) -> None:
    if decided_by_matching(asked.case.rules):
        return
    prune = chance.choice(list(PRUNES))
    kernel = build.search(asked.case.rules, frozenset({prune}))
    alive = kernel.load(bytes(asked.case.cards))
    answer = kernel.search(2**40) if alive else "lost"
    assert answer == ("lost" if asked.answer.shortest is None else "won"), prune


def ask_verdict_in_mid_game(asked: Known, chance: random.Random) -> None:
    check_verdict(solve(asked.case.here), asked.from_here.shortest, asked.case.here)


def ask_verdict_in_mid_game_without_a_prune(asked: Known, chance: random.Random) -> None:
    prune = frozenset({chance.choice(list(PRUNES))})
    here, without = asked.case.here, soundness.unsound_from
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "unsound_from", lambda position: without(position) | prune)
        check_verdict(solve(here), asked.from_here.shortest, here)


def ask_shortest(asked: Known, chance: random.Random) -> None:
    case = asked.case
    verdict = shortest(Deal.of(case.cards, case.rules))
    check_verdict(verdict, asked.answer.shortest, Position.start(Deal.of(case.cards, case.rules)))
    assert not isinstance(verdict, Won) or verdict.shortest


def ask_shortest_in_mid_game(asked: Known, chance: random.Random) -> None:
    here = asked.case.here
    verdict = shortest(here)
    check_verdict(verdict, asked.from_here.shortest, here)
    assert not isinstance(verdict, Won) or verdict.shortest


def ask_best(asked: Known, chance: random.Random) -> None:
    case = asked.case
    start = Position.start(Deal.of(case.cards, case.rules))
    for by in questions_of(start):
        found, optimum = best(Deal.of(case.cards, case.rules), by), best_expected(asked.answer, by)
        assert found.proved
        assert worth(found.position, by) == found.bound == optimum, by
        assert start.play_all(found.moves) == found.position
        assert isinstance(found.verdict, Won) == (asked.answer.shortest is not None)


def ask_best_in_mid_game(asked: Known, chance: random.Random) -> None:
    here = asked.case.here
    for by in questions_of(here):
        found, optimum = best(here, by=by), best_expected(asked.from_here, by)
        assert found.proved
        assert worth(found.position, by) == found.bound == optimum, by
        assert here.play_all(found.moves) == found.position
        assert isinstance(found.verdict, Won) == (asked.from_here.shortest is not None)


def questions_of(position: Position) -> list[By]:
    """What of the most can be asked."""
    return ["pyramid", "all", *(["score"] if position.rules.scoring != "none" else [])]  # type: ignore[list-item]


def one_rank(rules: Rules, chance: random.Random) -> int:
    """A rank of which the most can be asked, not one of several that go alone; 0 for none."""
    alone = rules.mates.count(0) - 1
    ranks = [rank for rank in range(1, rules.highest_rank + 1) if rules.mates[rank] or alone < 2]
    return chance.choice(ranks or [0])


def ask_challenges(asked: Known, chance: random.Random) -> None:
    for answer, start in (
        (asked.answer, Position.start(Deal.of(asked.case.cards, asked.case.rules))),
        (asked.from_here, asked.case.here),
    ):
        rank = one_rank(asked.case.rules, chance)
        questions: list[tuple[By, int]] = []
        if rank:
            questions.append((get_args(By)[2 + rank], chance.randint(0, 5)))
        if asked.case.rules.scoring != "none":
            questions.append(("score", answer.best_score + chance.randint(-60, 5)))
        for by, at_least in questions:
            for least in (None, at_least):
                for fewest in (False, True):
                    check_challenge(answer, start, by, least, fewest)


def ask_within_limits(asked: Known, chance: random.Random) -> None:
    """Within limits an answer is right, or says that it is none."""
    case = asked.case
    nodes = chance.choice([1, 2, 3, 5, 10, 30])
    limits = Limits(nodes=nodes)
    for verdict in (
        solve(Deal.of(case.cards, case.rules), limits),
        shortest(Deal.of(case.cards, case.rules), limits),
        solve(case.here, limits=limits),
    ):
        if isinstance(verdict, Unknown):
            assert verdict.limit == "nodes" and verdict.nodes <= nodes
    rank = one_rank(case.rules, chance)
    questions: list[By] = ["pyramid", "all", *([get_args(By)[2 + rank]] if rank else [])]
    if case.rules.scoring != "none":
        questions.append("score")
    by = chance.choice(questions)
    fewest = by not in ("pyramid", "all") and chance.random() < 0.5
    found = best(Deal.of(case.cards, case.rules), by, limits, shortest=fewest)
    reached = worth(found.position, by)
    if by in ("pyramid", "all"):
        optimum = best_expected(asked.answer, by)
        assert found.bound[0] <= optimum[0] and optimum <= reached
        assert not found.proved or reached == optimum
        return
    most = asked.answer.most_points(False)
    if by != "score":
        most = asked.answer.most_removed(rank, False)
    assert reached[0] <= most <= found.bound[0]
    assert not found.proved or reached[0] == most
    assert not fewest or found.least_moves is None or found.least_moves <= len(found.moves)


def ask_in_slices(asked: Known, chance: random.Random) -> None:
    """Where a search pauses changes nothing, neither the answer nor the nodes."""
    case, step = asked.case, chance.choice([1, 2, 3, 7])
    by: By = chance.choice(["pyramid", "all"])

    def answers() -> tuple[object, ...]:
        return (
            solve(Deal.of(case.cards, case.rules)),
            shortest(Deal.of(case.cards, case.rules)),
            solve(case.here),
            best(Deal.of(case.cards, case.rules), by),
        )

    whole = answers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "slice", lambda budget, nodes: min(step, budget.nodes - nodes))
        assert answers() == whole, step


def ask_rating(asked: Known, chance: random.Random) -> None:
    """The chances of both players, the first moves that lose, the only moves of two lines."""
    case, rules = asked.case, asked.case.rules
    line = shortest(Deal.of(case.cards, rules))
    if asked.answer.states > MOST_TO_RATE[asked.slow] or not isinstance(line, Won):
        return
    assert isinstance(asked.verdict, Won)
    first = first_moves_of(case.cards, rules)
    for moves in {asked.verdict.moves, line.moves}:
        only = only_moves_of(case.cards, rules, moves)
        for limits in (RatingLimits(), RatingLimits(positions=1, playouts=5)):
            rating = rate(Deal.of(case.cards, rules), moves, limits)
            assert rating.first_moves == len(first)
            assert rating.losing_first_moves == first.count(False)
            assert rating.only_moves == only
    exact = rate(Deal.of(case.cards, rules), None)
    if exact.exact:
        plain = plain_chance(case.cards, rules)
        assert exact.plain.value == pytest.approx(float(plain), rel=1e-12)
        assert exact.clever.value >= exact.plain.value * (1 - 1e-12)
        if rules.stock != "dealt":
            clever = clever_chance(case.cards, rules)
            assert exact.clever.value == pytest.approx(float(clever), rel=1e-12)


def ask_rating_in_mid_game(asked: Known, chance: random.Random) -> None:
    case, here = asked.case, asked.case.here
    verdict = solve(here)
    if asked.answer.states > MOST_TO_RATE[asked.slow] or not isinstance(verdict, Won):
        return
    first = first_moves_of(case.cards, case.rules, here)
    only = only_moves_of(case.cards, case.rules, verdict.moves, here)
    for limits in (RatingLimits(), RatingLimits(positions=1, playouts=5)):
        rating = rate(here, moves=verdict.moves, limits=limits)
        if rating.first_moves is None:  # one position was room for the chances, not for more
            assert rating.exact and limits.positions == 1
            continue
        assert (rating.first_moves, rating.losing_first_moves) == (len(first), first.count(False))
        assert rating.only_moves == only
    exact = rate(here)
    if exact.exact:
        plain = plain_chance(case.cards, case.rules, here)
        assert exact.plain.value == pytest.approx(float(plain), rel=1e-12)
        assert exact.clever.value >= exact.plain.value * (1 - 1e-12)


def ask_blocks_in_mid_game(asked: Known, chance: random.Random) -> None:
    """What blocks a position proves its loss, and in open games every loss has a block."""
    here = asked.case.here
    blocks = list(find_blocks(here))
    if blocks:
        assert asked.from_here.shortest is None
    if decided_by_matching(here.rules):
        assert bool(blocks) == (asked.from_here.shortest is None)
    for block in blocks:
        assert check_block(block, here)
        assert certify(block, here).block == block


QUESTIONS: list[Callable[[Known, random.Random], None]] = [
    ask_verdict,
    ask_verdict_without_a_prune,
    ask_verdict_in_mid_game,
    ask_verdict_in_mid_game_without_a_prune,
    ask_shortest,
    ask_shortest_in_mid_game,
    ask_best,
    ask_challenges,
    ask_best_in_mid_game,
    ask_within_limits,
    ask_in_slices,
    ask_rating,
    ask_rating_in_mid_game,
    ask_blocks_in_mid_game,
]

OF_ANY_PAIRS = [ask_verdict, ask_verdict_in_mid_game, ask_blocks_in_mid_game]
"""Those that are answered, too, where the pairs make more sets than the searches know."""


def is_refused(case: Case) -> bool:
    """Whether no search knows the game: then it is rejected, and nothing else happens."""
    try:
        soundness.check_searched(case.rules)
    except RulesError:
        with pytest.raises(RulesError):
            solve(Deal.of(case.cards, case.rules))
        return True
    return False


def ask_everything(seed: int, count: int, slow: bool = False) -> Counter[bool | None]:
    """Ask all about this many cases; how many were won, lost, and too large."""
    seen: Counter[bool | None] = Counter()
    for case in islice(cases(seed), count):
        if is_refused(case):
            continue
        asked = known(case, slow)
        if asked is None:
            seen[None] += 1
            continue
        seen[asked.answer.shortest is not None] += 1
        for question in QUESTIONS if sets_answer(case.rules) else OF_ANY_PAIRS:
            try:
                question(asked, random.Random(f"{question.__name__} {case.number}"))
            except BaseException as failure:
                failure.add_note(f"{question.__name__}: {case}")
                raise
    return seen


@pytest.mark.parametrize("seed", [1, pytest.param(None, marks=pytest.mark.draws, id="drawn")])
def test_every_question_agrees_with_the_brute_force(seed: int | None) -> None:
    seen = ask_everything(drawn_seed() if seed is None else seed, 50)
    enough(seen[True], 9)
    enough(seen[False], 1)


@pytest.mark.draws
@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_every_question_agrees_with_the_brute_force_often(part: int) -> None:
    seen = ask_everything(drawn_seed() + part, 150, slow=True)
    enough(seen[True], 61)
    enough(seen[False], 16)
