"""A solution as a story: for each of its moves, whether it is free, and if not, why it is made.

Decides what counts as free. A discard is free if some solution of the position does without the
pair. A deal passes pairs by: those that the solution never makes are free if they win, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.answers.explain.closure import Closure
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.facts import Fact
from pyrtool.answers.explain.forced import Choosing, OutOfChoicesError, pairs_of, together
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.reasons import located, why_lost, why_together
from pyrtool.answers.solve import decide
from pyrtool.answers.verdicts import Lost
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position

PASSED_BY: Final = Limits(nodes=200_000)
"""Limits of the search whether a pair that is passed by loses."""

Kind = Literal["plain", "last", "forced", "search", "free", "open"]
"""`plain`: a king, a deal, or the only legal move. `last`: one of the two has no other partner
left. `forced`: every solution has the pair, by deduction. `search`: by search. `free`: another
solution does without it. `open`: the limit of that search was reached."""


@dataclass(frozen=True)
class Reason:
    """Why a pair loses that is passed by: deductions about the position after it, or a search."""

    tried: Discard
    proof: Explanation | None


@dataclass(frozen=True)
class Choice:
    """A move of the solution.

    Attributes:
        move: The move.
        kind: Whether it is free, and what shows that it is not.
        proof: Deductions about the position before the move that show the pair in every solution.
        against: Pairs that a deal passes by, and that lose.
    """

    move: Move
    kind: Kind
    proof: Explanation | None = None
    against: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Story:
    """A solution with a reason for each move that is not free.

    Attributes:
        start: The position before it.
        choices: Its moves, each with its reason.
        searched: The pairs of every solution that a search found, not deduction.
        free: The pairs of this solution that another does without.
    """

    start: Position
    choices: tuple[Choice, ...]
    searched: tuple[tuple[str, str], ...]
    free: tuple[tuple[str, str], ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the solution."""
        return tuple(choice.move for choice in self.choices)


def story_of(found: Explanation, start: Position, moves: Sequence[Move]) -> Story:
    """Tell a solution.

    Args:
        found: What was explained about the position, which is winnable.
        start: The position.
        moves: A solution of it.

    Returns:
        The moves with their reasons.
    """
    passed: set[Discard] = set()
    choices = []
    for at, (here, move, _) in enumerate(played(start, moves).steps()):
        later = frozenset(other for other in moves[at:] if isinstance(other, Discard))
        choices.append(choose(start, here, move, later | passed))
        passed |= {reason.tried for reason in choices[-1].against}
    return Story(start, tuple(choices), *rest_of_pairs(found, start, moves))


def choose(start: Position, here: Position, move: Move, later: frozenset[Discard]) -> Choice:
    """Why a move of a solution is made in a position.

    Args:
        start: The position that a reader counts stock cards from.
        here: The position before the move.
        move: The move.
        later: Discards that a deal may pass by without a reason.
    """
    seen = evident(here, move)
    if not isinstance(move, Discard):
        legal = here.legal_moves()
        others = [m for m in legal if isinstance(m, Discard) and m not in later]
        return Choice(move, "plain", against=tuple(_losing(start, here, others)))
    if seen is not None:
        return Choice(move, seen)
    problem = located(start, here)
    closure = Closure(problem)
    pair = together(*map(problem.cards.index, move.cards))
    in_all = any(problem.must_go(problem.cards.index(card)) for card in move.cards)
    proof = why_together(closure, pair) if in_all else None
    if proof is not None:
        return Choice(move, "forced", proof)
    return Choice(move, needs(here, closure, pair))


def evident(here: Position, move: Move) -> Kind | None:
    """The kind of a move that shows at a glance; None for a pair beside other moves."""
    if not isinstance(move, Discard) or len(move.cards) == 1 or len(list(here.legal_moves())) == 1:
        return "plain"
    problem = problem_of(here)
    partners = [problem.partners(problem.cards.index(card)) for card in move.cards]
    return "last" if any(mask & (mask - 1) == 0 for mask in partners) else None


def needs(here: Position, closure: Closure, pair: int) -> Kind:
    """Whether every solution of a position has a pair, by search."""
    try:
        other = Choosing(here, closure).solution(without=pair)
    except OutOfChoicesError:
        return "open"
    return "search" if other is None else "free"


def _losing(start: Position, here: Position, others: Sequence[Discard]) -> Iterator[Reason]:
    """The pairs that lose, of those that are passed by."""
    for other in others:
        if len(other.cards) == 1:
            continue
        after = here.play(other)
        proof = why_lost(Closure(located(start, after)))
        if proof is not None or isinstance(decide(after, PASSED_BY), Lost):
            yield Reason(other, proof)


PairNames = tuple[tuple[str, str], ...]


def rest_of_pairs(
    found: Explanation, start: Position, moves: Sequence[Move]
) -> tuple[PairNames, PairNames]:
    """The pairs of a solution that deduction does not show in all: those that a search does, and
    those that another solution does without."""
    pairs = pairs_of(found.problem, moves)
    closure = Closure(found.problem)
    known = [fact.code for fact in found.forced_facts]
    left = sorted(pairs.difference(known))
    searched: list[int] = []
    free: set[int] = set()
    for pair in left:
        if pair in free:
            continue
        try:
            other = Choosing(start, closure).solution([*known, *searched], pair)
        except OutOfChoicesError:
            continue
        if other is None:
            searched.append(pair)
        else:
            free.update(set(left) - other)
    return _names(found, searched), _names(found, sorted(free))


def _names(found: Explanation, pairs: Sequence[int]) -> PairNames:
    return tuple(found.pair_names(Fact.of(pair)) for pair in pairs)


guard(__name__)
