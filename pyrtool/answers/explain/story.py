"""A solution as a story: for each of its moves, whether it is free, and if not, why it is made.

Decides what counts as free. A discard is free if some solution of the position does without the
pair. A deal passes pairs by: those that the solution never makes are free if they win, too. Of
several proofs of a reason, one from few sets comes first, and one without a trial before others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from typing import Final, Literal

from pyrtool.answers.explain.explanation import Explanation, explanation_of_parts, lit_steps
from pyrtool.answers.explain.problem import (
    Fact,
    Pairs,
    Problem,
    pairs_of,
    problem_in_play,
    problem_of,
    together,
)
from pyrtool.answers.explain.proof import (
    Closure,
    Derived,
    Planning,
    Trimming,
    forced,
    lightest,
    opposite,
)
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Lost, Unknown
from pyrtool.base.bits import bits
from pyrtool.base.limits import Limits
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.moves import DealStock, Discard, Move
from pyrtool.game.position import Position
from pyrtool.kernel import constants

MOST_CHOICES: Final = 2_000
"""Derivations of one search: a limit by count, so that every machine stops at the same."""


class OutOfChoicesError(Exception):
    """The search for a solution by partners reached its limit on choices."""


class Choosing:
    """The search for a solution by choosing partners: deduction first, then a supposition.

    If every card has its partner, each pair is discarded as soon as it can be. Discarding
    earlier buries nothing, so this decides whether the choice is a solution.
    """

    def __init__(self, position: Position, closure: Closure, choices: int = MOST_CHOICES) -> None:
        self.position, self.closure = position, closure
        self._all = closure.problem.of_sets(range(len(closure.problem.sets)))
        self._end = closure.runs + choices

    def solution(self, known: Iterable[int] = (), without: int | None = None) -> Pairs | None:
        """Return the pairs of a solution, None if there is none.

        Args:
            known: Facts that hold in every solution.
            without: A pair that it must not have.

        Raises:
            OutOfChoicesError: The limit was reached, or the stock counts as open, so that partners
                do not decide whether there is a solution.
        """
        if self.closure.problem.opened:
            raise OutOfChoicesError
        chosen = [] if without is None else [opposite(without)]
        return self._search(list(known), chosen)

    def _search(self, known: list[int], chosen: list[int]) -> Pairs | None:
        if self.closure.runs >= self._end:
            raise OutOfChoicesError
        if self.closure.fails(self._all, chosen, known):
            return None
        facts = set(self.closure.facts())
        pairs = frozenset(fact for fact in facts if fact >> 12 == constants.IN_PAIR)
        branch = self._branch(facts, pairs)
        if branch is None:
            return pairs if plays(self.position, self.closure.problem, pairs) else None
        for supposed in (branch, opposite(branch)):
            found = self._search(known, [*chosen, supposed])
            if found is not None:
                return found
        return None

    def _branch(self, facts: set[int], pairs: Pairs) -> int | None:
        """Return a pair that is open yet, of the card with the fewest partners left."""
        paired = {x for fact in pairs for x in (fact >> 6 & 63, fact & 63)}
        best: list[int] = []
        for x, mask in enumerate(self.closure.partners):
            if x in paired:
                continue
            left = [together(x, y) for y in bits(mask) if y not in paired]
            left = [fact for fact in left if opposite(fact) not in facts]
            if not best or len(left) < len(best):
                best = left
        return best[0] if best else None


def plays(position: Position, problem: Problem, pairs: Pairs) -> bool:
    """Return whether a choice of partners is a solution: the referee discards each pair and each
    king as soon as it can, and deals only when nothing else is left."""
    names = {frozenset((problem.cards[fact >> 6 & 63], problem.cards[fact & 63])) for fact in pairs}
    while not position.is_won():
        legal = list(position.legal_moves())
        discards = [m for m in legal if isinstance(m, Discard)]
        fitting = [m for m in discards if len(m.cards) == 1 or frozenset(m.cards) in names]
        if not fitting and DealStock() not in legal:
            return False
        position = position.play(fitting[0] if fitting else DealStock())
    return True


SHORTENING: Final = 48
"""Derivations to shorten the proof of a pair: a limit by count."""


def why_together(closure: Closure, pair: int, runs: int = SHORTENING) -> Explanation | None:
    """Find deductions that show a pair in every solution; None if none are found.

    If deduction does not show it, each other partner of one of the two is tried. A proof without
    a trial is shortened in at most `runs` derivations.
    """
    problem = closure.problem
    every = tuple(range(len(problem.sets)))
    chosen = problem.of_sets(every)
    if not closure.fails(chosen) and closure.holds(pair):
        for count in range(1, len(every) + 1):
            for sets in combinations(every, count):
                chosen = problem.of_sets(sets)
                if not closure.is_about(pair, chosen):
                    continue
                if not closure.fails(chosen) and closure.holds(pair):
                    steps = Trimming(closure, chosen, runs=runs, end=pair).shortest()
                    assert steps is not None
                    return explanation_of_parts(problem, "won", sets, [Derived(None, steps)])
    trials = _alternatives(closure, chosen, pair)
    if trials is None:
        return None
    return explanation_of_parts(problem, "won", every, forced(closure, trials, [pair]))


def _after_others(closure: Closure, pair: int) -> Explanation | None:
    """Find deductions that show a pair in every solution after single trials refuted others."""
    every = tuple(range(len(closure.problem.sets)))
    trials = Planning(closure).refutable([pair])
    closure.fails(closure.problem.of_sets(every), (), map(opposite, trials))
    if not closure.holds(pair):
        return None
    return explanation_of_parts(closure.problem, "won", every, forced(closure, trials, [pair]))


def _alternatives(closure: Closure, chosen: int, pair: int) -> list[int] | None:
    """List the fewest trials that refute all other partners of one of the two."""
    alternatives = []
    for one, other in ((pair >> 6 & 63, pair & 63), (pair & 63, pair >> 6 & 63)):
        trials: list[int] = []
        for y in bits(closure.partners[one] & ~(1 << other)):
            refuted = [opposite(trial) for trial in trials]
            trial = together(one, y)
            closure.fails(chosen, (), refuted)
            if closure.holds(opposite(trial)):
                continue
            if not closure.fails(chosen, [trial], refuted):
                break
            trials.append(trial)
        else:
            alternatives.append(trials)
    return min(alternatives, key=len, default=None)


def why_lost(closure: Closure, runs: int | None = None) -> Explanation | None:
    """Find deductions that show a position to be lost, with the fewest trials; None if none are
    found.

    With `runs`, take the first proof without a trial, and shorten it in at most this many
    derivations.
    """
    problem = closure.problem
    if runs is not None and not closure.fails(problem.of_sets(range(len(problem.sets)))):
        return None
    plans = Planning(closure).plans()
    if runs is not None:
        chosen = problem.of_sets(plans[0].sets)
        steps = Trimming(closure, chosen, runs=runs).shortest()
        assert steps is not None
        return explanation_of_parts(problem, "lost", plans[0].sets, [Derived(None, steps)])
    best = lightest(closure, plans)
    if best is None:
        return None
    plan, parts = best
    return explanation_of_parts(problem, "lost", plan.sets, parts)


PASSED_BY: Final = Limits(nodes=200_000)
"""Limits of the search whether a pair that is passed by loses."""

Kind = Literal["plain", "last", "forced", "search", "free", "open"]
"""`plain`: a king, a deal, or the only legal move. `last`: one of the two has no other partner
left. `forced`: every solution has the pair, by deduction. `search`: by search. `free`: another
solution does without it. `open`: the limit of that search was reached."""


@dataclass(frozen=True)
class Reason:
    """The reason why a pair loses: deductions about the position after it, or a search."""

    tried: Discard
    proof: Explanation | None


@dataclass(frozen=True)
class Choice:
    """A move of the solution.

    Attributes:
        move: The move.
        kind: Whether it is free, and what shows that it is not.
        proof: Deductions about the position before the move that show the pair in every solution.
        against: Pairs that lose in its place (`traps_of`).
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
        """The moves of the solution that the story explains."""
        return tuple(choice.move for choice in self.choices)

    @property
    def proofs(self) -> list[Explanation]:
        """The deductions of its reasons."""
        some = [one for c in self.choices for one in (c.proof, *(r.proof for r in c.against))]
        return [proof for proof in some if proof is not None]


def story_of(explanation: Explanation, start: Position, moves: Sequence[Move]) -> Story:
    """Tell a solution.

    Args:
        explanation: What was explained about the position, which is winnable.
        start: The position.
        moves: A solution of it.

    Returns:
        The moves with their reasons.
    """
    choices = [
        choose(start, here, move, traps)
        for (here, move, _), traps in zip(
            played(start, moves).steps(), traps_of(start, moves), strict=True
        )
    ]
    return Story(start, tuple(choices), *rest_of_pairs(explanation, start, moves))


def traps_of(start: Position, moves: Sequence[Move]) -> list[tuple[Discard, ...]]:
    """List the pairs that lose beside each move of a solution.

    A pair is listed once: where the solution takes one of its cards, or deals. It lost before, too,
    as two discards could be made the other way round.
    """
    told = set(map(_cards, moves))
    traps: list[tuple[Discard, ...]] = []
    waiting: list[Discard] = []
    for here, move, _ in played(start, moves).steps():
        for other in here.legal_moves():
            if not isinstance(other, Discard) or len(other.cards) == 1 or _cards(other) in told:
                continue
            if isinstance(verdict_only(here.play(other), PASSED_BY), Lost):
                told.add(_cards(other))
                waiting.append(other)
        taken = _cards(move)
        traps.append(tuple(o for o in waiting if not taken or taken & _cards(o)))
        waiting = [o for o in waiting if o not in traps[-1]]
    return [*traps[:-1], (*traps[-1], *waiting)] if traps else []


def choose(start: Position, here: Position, move: Move, traps: Sequence[Discard]) -> Choice:
    """Say why a move of a solution is made in a position.

    Args:
        start: The position that a reader counts stock cards from.
        here: The position before the move.
        move: The move.
        traps: Pairs that lose in its place.
    """
    against = tuple(
        Reason(trap, why_lost(Closure(problem_in_play(start, here.play(trap))))) for trap in traps
    )
    seen = evident(here, move)
    if seen is not None or not isinstance(move, Discard):
        return Choice(move, seen or "plain", against=against)
    problem = problem_in_play(start, here)
    closure = Closure(problem)
    pair = together(*map(problem.cards.index, move.cards))
    in_all = any(problem.must_go(problem.cards.index(card)) for card in move.cards)
    proof = why_together(closure, pair) if in_all else None
    kind: Kind = "forced" if proof is not None else needs(here, closure, pair)
    if kind == "search" and (proof := _after_others(closure, pair)) is not None:
        kind = "forced"
    return Choice(move, kind, proof, against)


def evident(here: Position, move: Move) -> Kind | None:
    """Return the kind of a move that shows at a glance; None for a pair beside other moves."""
    if not isinstance(move, Discard) or len(move.cards) == 1 or len(list(here.legal_moves())) == 1:
        return "plain"
    problem = problem_of(here)
    partners = [problem.partners(problem.cards.index(card)) for card in move.cards]
    return "last" if any(mask & (mask - 1) == 0 for mask in partners) else None


def needs(here: Position, closure: Closure, pair: int) -> Kind:
    """Return whether every solution of a position has a pair, by search."""
    try:
        other = Choosing(here, closure).solution(without=pair)
    except OutOfChoicesError:
        return "open"
    return "search" if other is None else "free"


PairNames = tuple[tuple[str, str], ...]


def rest_of_pairs(
    explanation: Explanation, start: Position, moves: Sequence[Move]
) -> tuple[PairNames, PairNames]:
    """Return the pairs of a solution that deduction does not show in all: those that a search does,
    and those that another solution does without."""
    pairs = pairs_of(explanation.problem, moves)
    closure = Closure(explanation.problem)
    known = [fact.code for fact in explanation.forced_facts]
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
    return _pair_names(explanation, searched), _pair_names(explanation, sorted(free))


def _pair_names(explanation: Explanation, pairs: Sequence[int]) -> PairNames:
    return tuple(explanation.pair_names(Fact.of(pair)) for pair in pairs)


TRIED: Final = Limits(nodes=20_000)
"""Limits of the search whether a move loses."""

QUICKLY: Final = 12
"""Derivations to shorten a reason if not all are looked for."""


@dataclass(frozen=True)
class OtherMove:
    """A legal move of a position, and what is known against it.

    Attributes:
        move: The move.
        loses: Whether every continuation after it is lost; None if a limit was reached.
        proof: Deductions that show it; None if none were found, or none were asked for.
    """

    move: Move
    loses: bool | None
    proof: Explanation | None = None


@dataclass(frozen=True)
class ExplainedMove:
    """The knowledge at a position of a solution.

    Attributes:
        move: The move that the solution makes.
        kind: Whether it is free, and what shows that it is not; None if that was not asked.
        proof: Deductions that show its pair in every solution from here.
        others: The other legal moves.
    """

    move: Move
    kind: Kind | None
    proof: Explanation | None
    others: tuple[OtherMove, ...]


def explain_moves(
    start: Position, moves: Sequence[Move], most_runs: int | None
) -> tuple[ExplainedMove, ...]:
    """Explain the moves of a solution, and the moves that lose beside it.

    Args:
        start: The position before the solution.
        moves: The solution.
        most_runs: At most this many derivations explain the moves, and again at most this many
            show that others lose, those of the last positions first. None asks everything, and also
            whether other solutions do without a pair.

    Returns:
        What is known at each position, in the order of the moves.

    Raises:
        ExplainError: Deductions do not hold under the rules, or in this pass.

    Examples:
        >>> from pyrtool.answers.solve import solution
        >>> from pyrtool.game.deals import deal
        >>> moves = solution(deal(8, "giza")).moves
        >>> found = explain_moves(Position.start(deal(8, "giza")), moves, 100)
        >>> [str(other.move) for other in found[0].others if other.loses]
        ['4S/9H', '2H/JS']
    """
    return _MoveExplainer(start, moves, most_runs).explained_moves()


class _MoveExplainer:
    """The questions about one solution; `runs` counts derivations."""

    def __init__(self, start: Position, moves: Sequence[Move], most_runs: int | None) -> None:
        problem_of(start)  # or an error
        self.start, self.most_runs, self.runs = start, most_runs, 0
        self.shortening = () if most_runs is None else (QUICKLY,)
        self.steps = list(played(start, moves).steps())

    def explained_moves(self) -> tuple[ExplainedMove, ...]:
        reasons = [self._reason(here, move) for here, move, _ in reversed(self.steps)][::-1]
        self.runs = 0
        others = self._others()
        proofs = self._proofs(others)
        return tuple(
            ExplainedMove(
                move, kind, proof, tuple(replace(one, proof=shown.get(one.move)) for one in some)
            )
            for (_, move, _), (kind, proof), some, shown in zip(
                self.steps, reasons, others, proofs, strict=True
            )
        )

    def _is_spent(self) -> bool:
        return self.most_runs is not None and self.runs >= self.most_runs

    def _reason(self, here: Position, move: Move) -> tuple[Kind | None, Explanation | None]:
        kind = evident(here, move)
        if kind is not None or not isinstance(move, Discard) or self._is_spent():
            return kind, None
        closure = Closure(problem_in_play(self.start, here))
        pair = together(*map(closure.problem.cards.index, move.cards))
        proof = why_together(closure, pair, *self.shortening)
        self.runs += closure.runs
        if proof is not None:
            return "forced", proof
        return (needs(here, closure, pair) if self.most_runs is None else None), None

    def _follows_discard(self, at: int) -> bool:
        return at > 0 and isinstance(self.steps[at - 1][1], Discard)

    def _others(self) -> list[list[OtherMove]]:
        """Return the other moves of each position, without proofs. A discard that loses before a
        discard loses after it, too: the two could be made the other way round."""
        others: list[list[OtherMove]] = []
        for at, (here, move, _) in enumerate(self.steps):
            known: dict[Move, OtherMove] = {}
            if self._follows_discard(at):
                losing = [one for one in others[-1] if one.loses]
                known = {one.move: one for one in losing if isinstance(one.move, Discard)}
            soon = self._until_deal(at)
            others.append([])
            for other in here.legal_moves():
                if _cards(other) == _cards(move):
                    continue
                if _cards(other) in soon:
                    others[at].append(OtherMove(other, False))
                else:
                    others[at].append(known.get(other) or _other_move(here, other))
        return others

    def _until_deal(self, at: int) -> set[frozenset[Card]]:
        """Return what the solution discards from here to its next deal: each may come first."""
        run = takewhile(lambda step: isinstance(step[1], Discard), self.steps[at:])
        return {_cards(move) for _, move, _ in run}

    def _proofs(self, others: list[list[OtherMove]]) -> list[dict[Move, Explanation]]:
        """Find proofs against moves that lose, by their positions. One proof goes on as long as the
        move does, and as all cards are there that it names."""
        losing = [[one.move for one in some if one.loses] for some in others]

        def goes_on(i: int, move: Move) -> bool:
            both = self._follows_discard(i) and isinstance(move, Discard)
            return both and move in losing[i - 1] and move in losing[i]

        proofs: list[dict[Move, Explanation]] = [{} for _ in others]
        for at in range(len(losing) - 1, -1, -1):
            for move in losing[at]:
                if goes_on(at, move):
                    continue  # its proofs begin where it does
                proof = None
                for i in range(at, len(losing)):
                    if i > at and not goes_on(i, move):
                        break
                    proof = self._proof(i, move, proof)
                    if proof is not None:
                        proofs[i][move] = proof
        return proofs

    def _proof(self, at: int, move: Move, before: Explanation | None) -> Explanation | None:
        """Return a proof that a move loses: the one of the position before, or another."""
        after = self.steps[at][0].play(move)
        if before is not None and _is_about(before, after):
            return before
        if self._is_spent():
            return None
        closure = Closure(problem_in_play(self.start, after))
        proof = why_lost(closure, *self.shortening)
        self.runs += closure.runs
        return proof


def _cards(move: Move) -> frozenset[Card]:
    """Return what a move discards, in no order."""
    return frozenset(move.cards if isinstance(move, Discard) else ())


def _other_move(here: Position, move: Move) -> OtherMove:
    verdict = verdict_only(here.play(move), TRIED)
    return OtherMove(move, None if isinstance(verdict, Unknown) else isinstance(verdict, Lost))


def _is_about(proof: Explanation, position: Position) -> bool:
    """Return whether a position has all cards that the words of a proof name."""
    lit = [step.own | step.reasons for step in lit_steps(proof)]
    return frozenset[Card]().union(*lit) <= set(position.cards())
