"""Formulas as deals: the program of benchmarks/hardness/PROOF.md against a SAT solver, and each
lemma of the proof over all matchings of its gadget."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest
from hardness.deal import Deal, in_order, replay
from hardness.decision import decide
from hardness.formula import Formula, clauses_of_three, extended, read_dimacs
from hardness.gadgets import Reduction, chain, copies, totals, wait
from hardness.layouts import GAMES

from ..commands import ended, surroundings
from ..paths import ROOT

pytestmark = pytest.mark.slow
solvers = pytest.importorskip("pysat.solvers")


def model(formula: Formula) -> set[int] | None:
    """An assignment that satisfies the formula, by a SAT solver; None if there is none."""
    if not all(formula.clauses):
        return None
    with solvers.Minisat22(bootstrap_with=map(list, formula.clauses)) as solver:
        if not solver.solve():
            return None
        found = set(solver.get_model())
    return {v if v in found else -v for v in range(1, formula.variables + 1)}


def formulas(seed: int, number: int, variables: int, clauses: int) -> Iterator[Formula]:
    """Random formulas of at most these numbers of variables and clauses."""
    draw = random.Random(seed)
    for _ in range(number):
        most = draw.randint(1, variables)
        lengths = draw.choices((1, 2, 3, 4), (5, 6, 4, 1), k=draw.randint(2, clauses))
        yield Formula(
            most,
            tuple(
                tuple(draw.choice((1, -1)) * draw.randint(1, most) for _ in range(length))
                for length in lengths
            ),
        )


def check(formula: Formula, game: str) -> bool:
    """Verdict = satisfiability; the line means an assignment, and an assignment makes a line."""
    made, deal = GAMES[game].reduce(formula)
    assignment = model(formula)
    pairs = decide(deal)
    assert (pairs is None) == (assignment is None), formula
    if pairs is None or assignment is None:
        return False
    assert formula.holds(made.true_literals(pairs)), formula
    for matching in (pairs, made.intended(extended(made.formula, assignment))):
        line = in_order(deal, matching)
        assert line is not None, formula
        replay(deal, line)
    return True


@pytest.mark.parametrize(
    ("game", "number", "seed"),
    [
        ("columns", 15, 1),
        ("three-suits", 15, 2),
        ("two-suits", 30, 3),
        ("giza", 10, 4),
        ("nestor", 40, 5),
    ],
)
def test_verdict_is_satisfiability(game: str, number: int, seed: int) -> None:
    verdicts = [check(formula, game) for formula in formulas(seed, number, 3, 4)]
    assert 1 <= sum(verdicts) <= number - 1


def test_the_layouts_are_those_of_the_games() -> None:
    made = totals(Formula(2, ((1, 2), (-1,))))
    assert {len(column) for column in made.columns} == {1, 2, 3}
    for game in ("columns", "giza", "nestor"):
        deal = GAMES[game].reduce(Formula(2, ((1, 2), (-1,))))[1]
        assert {len(column) for column in deal.columns} == {3}
        assert [len(row) for row in deal.rows] == ([*range(1, 8)] if game == "giza" else [])
        ranks = sorted(deal.ranks)
        assert ranks == sorted([*range(1, max(ranks) + 1)] * 4)
        cards = [card for pile in (*deal.rows, *deal.columns) for card in pile]
        assert sorted(cards) == list(range(len(ranks)))


# A deal that is an ordinary deck of 52 cards, for the solver of the package


def columns_of_two_are_winnable(deal: Deal) -> bool:
    """The theorem: each component of arcs between ranks has a rank that is not tight."""
    ranks = set(deal.ranks)
    pairs = [column for column in deal.columns if len(column) == 2]
    tops = [deal.ranks[top] for _, top in pairs]
    ends = [deal.total - deal.ranks[lower] for lower, _ in pairs]
    suits = len(deal.ranks) // len(ranks)
    tight = {rank for rank in ranks if tops.count(rank) == suits == ends.count(rank)}
    component = {rank: {rank} for rank in ranks}
    for top, end in zip(tops, ends, strict=True):
        joined = component[top] | component[end]
        component.update(dict.fromkeys(joined, joined))
    return not any(component[rank] <= tight for rank in tops)


def test_columns_of_two() -> None:
    draw = random.Random(4)
    won = 0
    for _ in range(400):
        sets, suits = draw.randint(1, 4), draw.randint(1, 3)
        total = 2 * sets + 1
        tops = [rank for rank in range(1, total) for _ in range(suits)]
        draw.shuffle(tops)
        cut = len(tops) // 2
        if draw.random() < 0.7:  # pure ranks in each half: many boards are tight
            tops.sort(key=lambda rank: rank in range(1, total, 2))
        ranks = tops[:cut], tops[cut:]
        for half in ranks:
            draw.shuffle(half)
        few = draw.choice((cut, cut, cut - 1))
        columns = [(cut + i, i) for i in range(few)]
        alone = [(card,) for card in range(2 * cut) if card % cut >= few]
        deal = Deal((*ranks[0], *ranks[1]), total, (), (*columns, *alone))
        expected = columns_of_two_are_winnable(deal)
        assert (decide(deal) is not None) == expected, deal
        won += expected
    assert 80 <= won <= 320


def winnable(deal: Deal) -> bool:
    """Whether some order of discards wins: every position is tried."""
    seen: set[frozenset[int]] = set()

    def play(left: frozenset[int]) -> bool:
        if not left:
            return True
        if left in seen:
            return False
        seen.add(left)
        exposed = [card for card in left if left.isdisjoint(deal.covering[card])]
        return any(
            play(left - {one, other})
            for one in exposed
            for other in exposed
            if (deal.match(one, other) and one < other) or (one == other and deal.alone(one))
        )

    return play(frozenset(range(len(deal.ranks))))


def random_deal(draw: random.Random) -> Deal:
    """A small deal on columns and a pyramid of two rows: totals or equal ranks, and kings."""
    sets = draw.randint(1, 3)
    total = draw.choice((0, 2 * sets + 1))
    each = 4 if total == 0 or sets == 1 else 2
    ranks = [rank for rank in range(1, (sets if total == 0 else 2 * sets) + 1) for _ in range(each)]
    ranks += [total] * (2 if total else 0)
    draw.shuffle(ranks)
    cards = list(range(len(ranks)))
    rows = ((cards.pop(),), (cards.pop(), cards.pop())) if draw.random() < 0.5 else ()
    columns = []
    while cards:
        height = draw.randint(1, 4)
        columns.append(tuple(cards[:height]))
        cards = cards[height:]
    return Deal(tuple(ranks), total, rows, tuple(columns))


def test_the_decision_by_playing_every_position() -> None:
    draw = random.Random(3)
    won = 0
    for _ in range(300):
        deal = random_deal(draw)
        pairs = decide(deal)
        assert (pairs is not None) == winnable(deal), deal
        if pairs is not None:
            won += 1
            line = in_order(deal, pairs)
            assert line is not None
            replay(deal, line)
    assert 60 <= won <= 240


# The lemmas, over every matching of a gadget


def matchings(cards: Sequence[int], match: Callable[[int, int], bool]) -> Iterator[list[set[int]]]:
    if not cards:
        yield []
    for other in cards[1:]:
        if match(cards[0], other):
            rest = [card for card in cards[1:] if card != other]
            for more in matchings(rest, match):
                yield [{cards[0], other}, *more]


def orders(made: Reduction, extra: int) -> list[dict[int, set[int]]]:
    """For each matching without a cycle: what goes before each card. The first `extra` cards,
    which the lemma is about, are pairs of their own; columns lie with the exposed card first."""

    def match(one: int, other: int) -> bool:
        return made.equal or made.side_of[one] != made.side_of[other]

    sets: dict[int, list[int]] = {}
    for card, its_set in enumerate(made.set_of):
        if card >= extra:
            sets.setdefault(its_set, []).append(card)
    wholes: list[list[set[int]]] = [[{card} for card in range(extra)]]
    for cards in sets.values():
        ways = list(matchings(cards, match))
        wholes = [whole + way for whole in wholes for way in ways]
    found = []
    for pairs in wholes:
        pair_of = {card: number for number, pair in enumerate(pairs) for card in pair}
        before: list[set[int]] = [set() for _ in pairs]
        for column in made.columns:
            for above, card in pairwise(column):
                before[pair_of[card]].add(pair_of[above])
        for _ in pairs:
            for earlier in before:
                earlier.update(*(before[pair] for pair in set(earlier)))
        if not any(pair in earlier for pair, earlier in enumerate(before)):
            found.append(
                {card: {c for p in before[pair_of[card]] for c in pairs[p]} for card in pair_of}
            )
    return found


def gadget(equal: bool, extra: int) -> Reduction:
    """A board without a formula, with `extra` cards that a lemma is about."""
    made = Reduction(Formula(0, ()), equal)
    made.set_of += [-2] * extra
    made.side_of += [0] * extra
    return made


@pytest.mark.parametrize("loads", [1, 2, 3, 4, 6])
def test_the_lemma_of_the_chain(loads: int) -> None:
    made = gadget(False, 1 + loads)
    made.set_of = [-2 - card for card in range(1 + loads)]
    chain(made, made.new_column(0), list(range(1, 1 + loads)))
    made.set_of = [number + 1 + loads if number >= 0 else number for number in made.set_of]
    found = orders(made, 1 + loads)
    assert len(found) == 6 ** -(-loads // 4)
    for before in found:
        for load in range(1, 1 + loads):
            assert 0 in before[load]
            group, place = divmod(load - 1, 4)
            earlier = range(1, 4 * group + 1) if place < 3 else range(1, load)
            assert before[load].issuperset(earlier)


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_lemma_of_the_copies(number: int) -> None:
    made = gadget(True, 1 + number)
    tops = copies(made, made.new_column(0), number)
    assert len(tops) == number
    for load, top in enumerate(tops, 1):
        top.append(load)
    found = orders(made, 1 + number)
    assert len(found) == 2 ** (number - 1)
    assert all(0 in before[load] for before in found for load in range(1, 1 + number))


def test_the_lemma_of_waiting() -> None:
    made = gadget(True, 3)
    wait(made, made.new_column(0), made.new_column(1)).append(2)
    found = orders(made, 3)
    assert len(found) == 2
    assert all({0, 1} <= before[2] for before in found)


# Texts


def test_dimacs() -> None:
    formula = read_dimacs("c a comment\np cnf 5 3\n1 -2\n0 5 4 3 2 1 0\n0\n")
    assert formula == Formula(5, ((1, -2), (5, 4, 3, 2, 1), ()))
    assert clauses_of_three(formula).clauses == (
        (1, -2),
        (5, 4, 6),
        (-6, 3, 7),
        (-7, 2, 1),
        (8,),
        (-8,),
    )


def run(*words: str, text: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "benchmarks.hardness", "-", *words]
    return ended(program, input=text, cwd=ROOT, env=surroundings())


def test_the_program() -> None:
    text = "p cnf 2 2\n1 2 0\n-1 0\n"
    done = run("--assignment=-1 2", "--line", "--deal", text=text)
    assert done.returncode == 0, done.stderr
    assert "verdict: winnable\nassignment: -1 2\nline: " in done.stdout
    assert run(text="p cnf 1 2\n1 0 -1 0\n").stdout.endswith(
        "verdict: unwinnable: no assignment satisfies the formula\n"
    )


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("p cnf 2 1\n1 3 0\n", [], "line 2: '3' is no literal: a variable is 1 to 2"),
        ("1 0\n", [], "line 1: a clause before the header: p cnf VARS CLAUSES"),
        ("p cnf 1 1\n1 0\n", ["--assignment=-1"], "--assignment: clause 1 has no true literal"),
    ],
)
def test_wrong_input(text: str, words: list[str], message: str) -> None:
    done = run(*words, text=text)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"hardness: {message}\n")
