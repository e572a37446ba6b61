"""The questions about every case, and the answers of the brute force.

One more question is one more function here, in `QUESTIONS` with the games that it has a meaning in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, get_args

import pytest

from pyrtool import Deal, Position, Rules, advise, best, parse_position, shortest, solve
from pyrtool.answers import plain_search, solve as solving
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, find_blocks, stock_blocks
from pyrtool.answers.blocks.isolated_sets import alone, can_be_discarded, farthest
from pyrtool.answers.equivalent_moves import key_of, settled
from pyrtool.answers.every_line import win_by_tries
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.every_line import LinesFrom
from pyrtool.answers.kernel_setup.lines import moves_of
from pyrtool.answers.kernel_setup.positions import as_dealt, loaded, loaded_piles
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.plan import plan_of, unsound_from
from pyrtool.answers.rating.chances import POSITIONS, RatingLimits, exact_chances, rate
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.limits import MIB, Budget, Limits
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import PRUNES, halves
from pyrtool.kernel.pairing import DEDUCTIONS
from pyrtool.kernel.without_sets import GENERAL_PRUNES, Games

from ..chances import (
    check_challenge,
    clever_chance,
    expected as best_expected,
    first_moves_of,
    is_dead,
    only_moves_of,
    plain_chance,
)
from ..drawing import by_chance
from ..oracle import Answer, Oracle, TooManyStates
from ..playouts import without_suits
from .alone import Alone, blocking_sets, check_blocks
from .games import Case
from .wanted import Wanted, choices

MOST_TO_DECIDE = {False: 4_000, True: 12_000}
MOST_STATES = {False: 1_500, True: 8_000}  # of which all is asked, in a quick test and a slow one
MOST_TO_RATE = {False: 200, True: 1_000}  # the players' chances are fractions, which cost more
MOST_LINES = 400  # where the program looks at every line
UNLIMITED = 2**40
LINE_PRUNES = ("sets", "excluded", "forced", "earlier", "kings")
CHALLENGE_PRUNES = (*LINE_PRUNES, "relaxed")


@dataclass(frozen=True)
class Known:
    """A case, and what the brute force says of it: from its start, and from where play had led."""

    case: Case
    slow: bool
    won: bool
    won_from_here: bool
    answer: Answer | None
    """All that can be done; None if there are too many states to look at all of them."""
    answer_from_here: Answer | None

    @cached_property
    def verdict(self) -> Verdict:
        """What the program says of the deal."""
        return solve(self.case.deal)

    def places(self) -> list[tuple[Position, bool]]:
        """The start and the middle, each with its verdict."""
        return [(self.case.start, self.won), (self.case.here, self.won_from_here)]

    def known_places(self) -> list[tuple[Position, Answer]]:
        both = (self.case.start, self.answer), (self.case.here, self.answer_from_here)
        return [(place, answer) for place, answer in both if answer is not None]


def judged(case: Case, slow: bool) -> Known | None:
    """The case with its answers, or None if it is too large."""
    found: list[tuple[bool, Answer | None]] = []
    for begin in (None, case.here):
        oracle = Oracle(case.cards, case.rules, begin)
        try:
            answer = oracle.answer(MOST_STATES[slow])
            found.append((answer.shortest is not None, answer))
        except TooManyStates:
            try:
                found.append((oracle.shortest(MOST_TO_DECIDE[slow]) is not None, None))
            except TooManyStates:
                return None
    (won, answer_of_all), (won_from_here, answer_from_here) = found
    return Known(case, slow, won, won_from_here, answer_of_all, answer_from_here)


def check(verdict: Verdict, won: bool, start: Position, fewest: int | None = None) -> None:
    """Whether a verdict is right, and the referee plays its line."""
    assert isinstance(verdict, Won if won else Lost), verdict
    if isinstance(verdict, Won):
        assert start.play_all(verdict.moves).is_won()
        if fewest is not None:
            assert len(verdict.moves) >= fewest
            assert not verdict.shortest or len(verdict.moves) == fewest


def ask_legal_moves(asked: Known, chance: Random) -> None:
    """The referee and the brute force lead to the same positions."""
    oracle = Oracle(asked.case.cards, asked.case.rules)
    for place, _ in asked.places():
        if not place.is_won():
            after = {oracle.at(place.play(move)) for move in place.legal_moves()}
            assert after == set(oracle.successors(oracle.at(place)))


def ask_verdict(asked: Known, chance: Random) -> None:
    """By the deal, by its position, and in mid-game."""
    check(asked.verdict, asked.won, asked.case.start)
    for place, won in asked.places():
        check(solve(place), won, place)


def ask_without_suits(asked: Known, chance: Random) -> None:
    """A table that is read by the ranks of its cards is won where the cards are."""
    for place, won in asked.places():
        if not place.is_won():
            by_ranks = solve(parse_position(without_suits(place), place.rules))
            assert isinstance(by_ranks, Won if won else Lost), by_ranks


def ask_score(asked: Known, chance: Random) -> None:
    """The points of the referee, at the start and in the middle."""
    oracle = Oracle(asked.case.cards, asked.case.rules)
    for place, _ in asked.places():
        assert place.score() == oracle.score(oracle.at(place))


def ask_second_opinion(asked: Known, chance: Random) -> None:
    """The search that shares nothing with the others; and the one that stands in for its kernel."""
    for place, won in asked.places():
        if not place.is_won():
            assert plain_search.search(place).answer == ("won" if won else "lost")
    if asked.case.rules.stock_waste.startswith("auto"):
        return  # only the kernel plays it; what no kernel has room for is rejected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_search, "has_kernel", lambda rules: False)
        found = plain_search.search(asked.case.deal, Limits(nodes=2_000))
    assert found.answer in ("won" if asked.won else "lost", "unknown")


def ask_verdict_in_bulk(asked: Known, chance: Random) -> None:
    outcome, nodes = bytearray(1), halves(1)
    cards = bytes(asked.case.cards)
    build.bulk(asked.case.rules).card_outcomes(cards, len(cards), outcome, nodes, UNLIMITED)
    assert (OUTCOMES[outcome[0]] == "won") == asked.won


def ask_without_a_prune(asked: Known, chance: Random) -> None:
    """With each prune off, and with all, from the start."""
    cards, wanted = bytes(asked.case.cards), "won" if asked.won else "lost"
    for without in (*((name,) for name in PRUNES), tuple(PRUNES)):
        kernel = build.search(asked.case.rules, frozenset(without))
        answer = kernel.search(UNLIMITED) if kernel.load(cards) else "lost"
        assert answer == wanted, without


def ask_without_a_prune_in_mid_game(asked: Known, chance: Random) -> None:
    prune = frozenset({chance.choice(list(PRUNES))})
    here, unsound = asked.case.here, unsound_from
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "unsound_from", lambda position: unsound(position) | prune)
        check(solve(here), asked.won_from_here, here)


def ask_general_search_without_a_prune(asked: Known, chance: Random) -> None:
    for place, won in asked.places():
        for without in ((), *((name,) for name in GENERAL_PRUNES), tuple(GENERAL_PRUNES)):
            if not place.is_won():
                kernel, _ = loaded(place, frozenset(without))
                assert kernel.search(UNLIMITED) == ("won" if won else "lost"), without


def ask_wastes_without_a_prune(asked: Known, chance: Random) -> None:
    """With each prune off, and with all: then a search comes to one position in many ways, and
    where there are many positions it may remain unknown."""
    answers = (asked.answer, asked.answer_from_here)
    for (place, won), answer in zip(asked.places(), answers, strict=True):
        right = "won" if won else "lost"
        many = answer is None or answer.states > 100
        for without in ((), *((name,) for name in LINE_PRUNES), LINE_PRUNES):
            if not place.is_won():
                found = loaded_piles(place, frozenset(without)).search(10**5)
                assert found == right or (many and found == "paused"), without


def ask_without_a_deduction(asked: Known, chance: Random) -> None:
    """The choice of partners with each deduction off, and with all."""
    for without in ((), *((name,) for name in DEDUCTIONS), tuple(DEDUCTIONS)):
        search = build.pairing(asked.case.rules, frozenset(without))
        assert search is not None
        for place, won in asked.places():
            dealt = as_dealt(place)
            search.load_position(bytes(dealt.cards), dealt.left, dealt.at)
            assert search.search(10**7) == ("won" if won else "lost"), without
            if won and place is asked.case.start:
                assert moves_of(search.line(), place, dealt.stock).end.is_won()


def limits_of(rules: Rules) -> Limits:
    """None where bounds find shortest and best lines; elsewhere there may be too many lines."""
    return Limits() if plan_of(rules).searched_by_sets else Limits(nodes=3_000)


def ask_first_win(asked: Known, chance: Random) -> None:
    """Redeals to several wastes by choice can make more orders than can be looked at."""
    for place, won in asked.places():
        line, nodes, limit = win_by_tries(place, Limits(nodes=2_000))
        assert limit or (line is not None) == won
        if line is not None:
            assert place.play_all(line).is_won()
        if nodes > 1:
            assert win_by_tries(place, Limits(nodes=1)) == (None, 1, "nodes")


def ask_shortest(asked: Known, chance: Random) -> None:
    few = Limits(nodes=chance.randint(1, 50))
    for place, answer in asked.known_places():
        for limits in (limits_of(place.rules), few):
            verdict = shortest(place, limits)
            limited = isinstance(verdict, Unknown) or (
                isinstance(verdict, Won) and verdict.limit is not None
            )
            assert not limited or limits.nodes is not None
            if not limited:
                check(verdict, answer.shortest is not None, place, answer.shortest)
                assert not isinstance(verdict, Won) or verdict.shortest
            elif isinstance(verdict, Won) and answer.shortest is not None:
                assert verdict.least_moves is not None
                assert verdict.least_moves <= answer.shortest <= len(verdict.moves)
                assert place.play_all(verdict.moves).is_won()


def ask_shortest_without_a_prune(asked: Known, chance: Random) -> None:
    if asked.answer is None or asked.answer.shortest is None:
        return
    for prune in LINE_PRUNES:
        kernel = build.shortest(asked.case.rules, without=frozenset({prune}))
        kernel.load(bytes(asked.case.cards))
        bound = kernel.least
        kernel.begin(bound)
        while kernel.search(10**6) == "longer":
            bound = kernel.lines.next_bound
            kernel.begin(bound)
        assert bound == asked.answer.shortest, prune


def questions_of(rules: Rules) -> list[By]:
    """What of the most can be asked."""
    kept: dict[By, bool] = {
        "pyramid": rules.has_pyramid,
        "all": True,
        "score": rules.scoring != "none",
    }
    return [by for by, has_meaning in kept.items() if has_meaning]


def ask_best(asked: Known, chance: Random) -> None:
    for place, answer in asked.known_places():
        limits = limits_of(place.rules)
        for by in questions_of(place.rules):
            found, optimum = best(place, by, limits), best_expected(answer, by)
            assert place.play_all(found.moves) == found.position
            if by != "score":
                assert found.bound <= optimum <= worth(found.position, by), by
            assert found.proved or limits.nodes is not None
            if found.proved:
                assert worth(found.position, by) == found.bound == optimum, by
                assert isinstance(found.verdict, Won) == (answer.shortest is not None)


def one_rank(rules: Rules, chance: Random) -> int:
    """A rank of which the most can be asked, not one of several that go alone; 0 for none."""
    lone = rules.mates.count(0) - 1
    ranks = [rank for rank in range(1, rules.highest_rank + 1) if rules.mates[rank] or lone < 2]
    return chance.choice(ranks or [0])


def ask_challenges(asked: Known, chance: Random) -> None:
    """The most points, and the most cards of a rank; at least so much; in the fewest moves."""
    for place, answer in asked.known_places():
        if answer.states > MOST_LINES and not plan_of(place.rules).searched_by_sets:
            continue
        rank = one_rank(place.rules, chance)
        challenges: list[tuple[By, int]] = []
        if rank:
            challenges.append((get_args(By)[2 + rank], chance.randint(0, 5)))
        if place.rules.scoring != "none":
            challenges.append(("score", answer.best_score + chance.randint(-60, 5)))
        for by, at_least in challenges:
            for least in (None, at_least):
                for fewest in (False, True):
                    check_challenge(answer, place, by, least, fewest)


def ask_wanted_cards(asked: Known, chance: Random) -> None:
    """Which cards can go together, and the most discards besides."""
    for place, _ in asked.known_places():
        if not place.is_over() and (asked.slow or place is asked.case.here):
            known = Wanted(asked.case.cards, place, MOST_STATES[asked.slow])
            for wanted in choices(asked.case.cards, chance, 20 if asked.slow else 4):
                known.check(wanted)


def ask_challenges_without_a_prune(asked: Known, chance: Random) -> None:
    """With one prune off, each in its turn: two cases that follow one another score differently."""
    prune = CHALLENGE_PRUNES[asked.case.number // 2 % len(CHALLENGE_PRUNES)]
    with pytest.MonkeyPatch.context() as patch:
        for name in ("most", "shortest"):
            patch.setattr(build, name, _switched_off(getattr(build, name), prune))
        ask_challenges(asked, chance)
        ask_wanted_cards(asked, chance)


def _switched_off(made: Callable[..., Any], prune: str) -> Callable[..., Any]:
    """What makes a kernel, without a prune."""
    return lambda *given, without=frozenset(), **more: made(
        *given, without=without | {prune}, **more
    )


def ask_within_limits(asked: Known, chance: Random) -> None:
    """Within limits an answer is right, or says that it is none."""
    case, nodes = asked.case, chance.choice([1, 2, 3, 5, 10, 30])
    limits = Limits(nodes=nodes)
    lines = solve(case.deal, limits), shortest(case.deal, limits), solve(case.here, limits)
    for verdict in lines:
        if isinstance(verdict, Unknown):
            assert verdict.limit == "nodes" and verdict.nodes <= nodes
    rank = one_rank(case.rules, chance)
    usual_question = [*questions_of(case.rules), *([get_args(By)[2 + rank]] if rank else [])]
    by = chance.choice(usual_question)
    fewest = by not in ("pyramid", "all") and chance.random() < 0.5
    if asked.answer is None:
        return
    found = best(case.deal, by, limits, shortest=fewest)
    reached = worth(found.position, by)
    if by in ("pyramid", "all"):
        optimum = best_expected(asked.answer, by)
        assert found.bound[0] <= optimum[0] and optimum <= reached
        assert not found.proved or reached == optimum
        return
    most = asked.answer.most(0 if by == "score" else rank, False)
    assert reached[0] <= most <= found.bound[0]
    assert not found.proved or reached[0] == most
    assert not fewest or found.least_moves is None or found.least_moves <= len(found.moves)


def ask_in_slices(asked: Known, chance: Random) -> None:
    """Where a search pauses changes nothing, neither the answer nor the nodes."""
    case, step = asked.case, chance.choice([1, 2, 3, 7])
    by = chance.choice(questions_of(case.rules))

    def answers() -> tuple[object, ...]:
        limits = limits_of(case.rules)
        lines = shortest(case.deal, limits), best(case.deal, by, limits)
        return solve(case.deal), solve(case.here), *lines

    whole = answers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "slice", lambda budget, nodes: min(step, budget.nodes - nodes))
        assert answers() == whole, step


def ask_rating(asked: Known, chance: Random) -> None:
    """The chances of both players, the first moves that lose, the only moves of two lines."""
    for place, answer in asked.known_places():
        verdict = solve(place)
        if asked.answer is None or asked.answer.states > MOST_TO_RATE[asked.slow]:
            return
        if answer.shortest is None or place.is_won():
            continue
        cards, rules = asked.case.cards, asked.case.rules
        begin = None if place == asked.case.start else place
        first = first_moves_of(cards, rules, begin)
        assert isinstance(verdict, Won)
        fewest = shortest(place)
        assert isinstance(fewest, Won)
        for moves in {verdict.moves, fewest.moves}:
            only = only_moves_of(cards, rules, moves, begin)
            for limits in (RatingLimits(), RatingLimits(positions=1, playouts=5)):
                rating = rate(place, moves, limits)
                if rating.first_moves is None:  # one position was room for the chances alone
                    assert rating.exact and limits.positions == 1
                    continue
                losing = rating.losing_first_moves
                assert (rating.first_moves, losing) == (len(first), first.count(False))
                assert rating.only_moves == only
        exact = rate(place, None)
        if exact.exact:
            plain = plain_chance(cards, rules, begin)
            assert exact.plain.value == pytest.approx(float(plain), rel=1e-12)
            assert exact.clever.value >= exact.plain.value * (1 - 1e-12)
            clever = clever_chance(cards, rules, place)
            assert exact.clever.value == pytest.approx(float(clever), rel=1e-12)


def ask_chances(asked: Known, chance: Random) -> None:
    """The chances of both players where nothing is dealt and every line is looked at."""
    if asked.answer is not None and asked.answer.states <= MOST_TO_RATE[asked.slow]:
        start, cards, rules = asked.case.start, asked.case.cards, asked.case.rules
        found = exact_chances(start, POSITIONS, MIB)
        right = plain_chance(cards, rules), clever_chance(cards, rules, start, is_dead)
        assert found is not None
        assert found[:2] == pytest.approx(tuple(map(float, right)), rel=1e-12)


def ask_games_played(asked: Known, chance: Random) -> None:
    """The random player wins as often as the referee says, and the same games for a seed."""
    if asked.answer is None or asked.answer.states > MOST_TO_RATE[asked.slow]:
        return
    start, seed = asked.case.start, asked.case.number
    right = float(plain_chance(asked.case.cards, start.rules))
    lines = LinesFrom(start)
    games = Games(lines.line, lines.moves, lines.bounds, plan_of(lines.rules).patience)
    won = games.play(400, seed, False)
    assert by_chance(won, 400, min(right, 1.0))
    assert games.play(400, seed, False) == won
    assert right > 0 or not games.play(100, seed, True)


def ask_advice(asked: Known, chance: Random) -> None:
    """Every move of a position: whether it wins, in how few moves, what it leaves at best; and
    that a single move that wins, beside others that lose, is an only move."""
    place, answer = asked.case.here, asked.answer_from_here
    if answer is None or answer.states > MOST_TO_RATE[asked.slow] or place.is_won():
        return
    cards, rules = asked.case.cards, asked.case.rules
    legal = list(place.legal_moves())
    answers = {move: Oracle(cards, rules, place.play(move)).answer() for move in legal}
    advice = advise(place)
    assert sorted(map(str, answers)) == sorted(str(m) for one in advice.worths for m in one.moves)
    for one in advice.worths:
        after = place.play(one.moves[0])
        assert one.limit is None
        if one.line:
            assert one.line[0] == one.moves[0] and place.play_all(one.line).is_won()
        for move in one.moves:
            won = answers[move].shortest
            assert one.verdict == ("lost" if won is None else "won"), move
            if won is not None:
                assert one.shortest and len(one.line) == 1 + won, move
                continue
            assert one.best is not None and one.best.proved
            assert after.play_all(one.best.moves) == one.best.position
            most = best_expected(answers[move], one.best.by)
            assert worth(one.best.position, one.best.by) == most, move
    winning = [str(move) for move, answer in answers.items() if answer.shortest is not None]
    are_alike = len(winning) in (0, len(legal))
    if key_of(settled(place)) == key_of(place) and (are_alike or len(winning) == 1):
        only = {str(move) for one in advice.worths if one.only for move in one.moves}
        assert only == (set() if are_alike else set(winning))


def ask_blocks(asked: Known, chance: Random) -> None:
    """What blocks a position proves its loss, and in open games of sets every loss has a block."""
    for place, won in asked.places():
        blocks = list(find_blocks(place))
        assert not blocks or not won
        if plan_of(place.rules).decided_by_matching:
            assert bool(blocks) != won
        for block in blocks:
            assert check_block(block, place)
            assert certify(block, place).block == block
    verdict = asked.verdict
    if isinstance(verdict, Lost) and verdict.block is not None:
        assert check_block(verdict.block, asked.case.deal)


def ask_which_blocks(asked: Known, chance: Random) -> None:
    """The least choices of sets that cannot be discarded alone, the stock lying open, and why."""
    check_blocks(Deal.of(asked.case.cards, plan_of(asked.case.rules).with_open_stock))


def ask_stock_blocks(asked: Known, chance: Random) -> None:
    """The least choices of sets that cannot be discarded alone, the stock in its order."""
    cards, rules = asked.case.cards, asked.case.rules
    for place, won in asked.places():
        if place.is_won():
            continue
        wanted = blocking_sets(cards, rules, None if place == asked.case.start else place)
        assert [block.sets for block in stock_blocks(place)] == wanted
        assert not won or not wanted  # a line of the whole deal has one of every choice
        if not won and find_block(place) is None:
            assert [block.sets for block in stock_blocks(place, is_lost=True)] == wanted
    every = len(rules.sets) if asked.slow or chance.random() < 0.3 else 1  # all of them cost most
    for order in {1, every}:
        for sets in combinations(rules.sets, order):
            can = not Alone(cards, rules, sets).is_lost()
            game = alone(asked.case.start, sets)
            assert can_be_discarded(game) == can
            assert farthest(game).cleared == can


Question = Callable[[Known, Random], None]


def _by_sets(rules: Rules) -> bool:
    return plan_of(rules).searched_by_sets


def _any(rules: Rules) -> bool:
    return True


def _every_line(rules: Rules) -> bool:
    return not plan_of(rules).searched_by_sets


def _shortest_kernel(rules: Rules) -> bool:
    dealt = rules.stock == "dealt" and not rules.ends_when_cleared
    return plan_of(rules).searched_by_sets and dealt


def _blocks(rules: Rules) -> bool:
    known = plan_of(plan_of(rules).with_open_stock).blocks_by_matching
    return known and plan_of(rules).pairs_off and rules.deck_size <= 16


def _alone(rules: Rules) -> bool:
    small = rules.stock_size > 0 and rules.deck_size <= 16
    return small and plan_of(rules).played_alone is not None


QUESTIONS: list[tuple[Question, Callable[[Rules], bool]]] = [
    (ask_legal_moves, _any),
    (ask_score, lambda rules: rules.scoring != "none"),
    (ask_verdict, _any),
    (ask_without_suits, lambda rules: not rules.has_columns),  # a row of ranks looks like numbers
    (ask_second_opinion, lambda rules: plan_of(rules).is_plain or rules.passes in (1, 2)),
    (ask_verdict_in_bulk, _by_sets),
    (ask_without_a_prune, lambda rules: _by_sets(rules) and not plan_of(rules).decided_by_matching),
    (ask_without_a_prune_in_mid_game, _by_sets),
    (
        ask_general_search_without_a_prune,
        lambda rules: plan_of(rules).is_plain and rules.stock_waste in ("yes", "no"),
    ),
    (ask_wastes_without_a_prune, lambda rules: not plan_of(rules).is_plain),
    (ask_without_a_deduction, lambda rules: _by_sets(rules) and build.pairing(rules) is not None),
    (ask_first_win, _every_line),
    (ask_shortest, _any),
    (ask_shortest_without_a_prune, _shortest_kernel),
    (ask_best, _any),
    (ask_challenges, _any),
    (ask_wanted_cards, _by_sets),
    (ask_challenges_without_a_prune, _by_sets),
    (ask_within_limits, _by_sets),
    (ask_in_slices, _any),
    (ask_rating, _by_sets),
    (ask_chances, lambda rules: rules.stock != "dealt" and _every_line(rules)),
    (ask_games_played, _every_line),
    (ask_advice, _by_sets),
    (ask_blocks, _any),
    (ask_which_blocks, _blocks),
    (ask_stock_blocks, _alone),
]
"""Each question, and of which games it is asked."""


def ask_all(asked: Known) -> set[str]:
    """Ask everything that has a meaning; the names of what was asked."""
    names = set()
    for question, has_meaning in QUESTIONS:
        if has_meaning(asked.case.rules):
            name = question.__name__
            names.add(name)
            try:
                question(asked, Random(f"{name} {asked.case.number}"))
            except BaseException as failure:
                failure.add_note(f"{name}: {asked.case}")
                raise
    return names
