"""Why the moves of a solution are made, and why others lose, at each of its positions.

Decides how much is computed: first what each move is for, then why others lose, as long as a limit
by count allows. A discard that loses goes on losing while others are made, for the same reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from pyrtool.answers.explain.closure import Closure
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.forced import together
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.reasons import located, why_lost, why_together
from pyrtool.answers.explain.story import Kind, evident, needs
from pyrtool.answers.solve import decide
from pyrtool.answers.verdicts import Lost, Unknown
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position

TRIED: Final = Limits(nodes=20_000)
"""Limits of the search whether a move loses."""

QUICKLY: Final = 12
"""Derivations to shorten a reason where not all are looked for."""


@dataclass(frozen=True)
class Against:
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
class Standing:
    """What is known at a position of a solution.

    Attributes:
        move: The move that the solution makes.
        kind: Whether it is free, and what shows that it is not; None if that was not asked.
        proof: Deductions that show its pair in every solution from here.
        others: The other legal moves.
    """

    move: Move
    kind: Kind | None
    proof: Explanation | None
    others: tuple[Against, ...]


def along(start: Position, moves: Sequence[Move], most_runs: int | None) -> tuple[Standing, ...]:
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
        >>> found = along(Position.start(deal(8, "giza")), moves, 100)
        >>> [str(other.move) for other in found[0].others if other.loses]
        ['4S/9H', '2H/JS']
    """
    return _Along(start, moves, most_runs).standings()


class _Along:
    """The questions about one solution; `runs` counts derivations."""

    def __init__(self, start: Position, moves: Sequence[Move], most_runs: int | None) -> None:
        problem_of(start)  # or an error
        self.start, self.most_runs, self.runs = start, most_runs, 0
        self.shortening = () if most_runs is None else (QUICKLY,)
        self.steps = list(played(start, moves).steps())

    def standings(self) -> tuple[Standing, ...]:
        reasons = [self._reason(here, move) for here, move, _ in reversed(self.steps)][::-1]
        self.runs = 0
        others = self._others()
        proofs = self._proofs(others)
        return tuple(
            Standing(
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
        closure = Closure(located(self.start, here))
        pair = together(*map(closure.problem.cards.index, move.cards))
        proof = why_together(closure, pair, *self.shortening)
        self.runs += closure.runs
        if proof is not None:
            return "forced", proof
        return (needs(here, closure, pair) if self.most_runs is None else None), None

    def _follows_discard(self, at: int) -> bool:
        return at > 0 and isinstance(self.steps[at - 1][1], Discard)

    def _others(self) -> list[list[Against]]:
        """The other moves of each position, without proofs. A discard that loses before a
        discard loses after it, too: the two could be made the other way round."""
        found: list[list[Against]] = []
        for at, (here, move, _) in enumerate(self.steps):
            known: dict[Move, Against] = {}
            if self._follows_discard(at):
                losing = [one for one in found[-1] if one.loses]
                known = {one.move: one for one in losing if isinstance(one.move, Discard)}
            soon = self._until_deal(at)
            found.append([])
            for other in here.legal_moves():
                if _cards(other) == _cards(move):
                    continue
                if _cards(other) in soon:
                    found[at].append(Against(other, False))
                else:
                    found[at].append(known.get(other) or _tried(here, other))
        return found

    def _until_deal(self, at: int) -> set[frozenset[Card]]:
        """What the solution discards from here to its next deal: each may come first."""
        run = takewhile(lambda step: isinstance(step[1], Discard), self.steps[at:])
        return {_cards(move) for _, move, _ in run}

    def _proofs(self, others: list[list[Against]]) -> list[dict[Move, Explanation]]:
        """Proofs against moves that lose, by their positions. One proof goes on as long as the move
        does, and as all cards are there that it names."""
        losing = [[one.move for one in some if one.loses] for some in others]

        def goes_on(i: int, move: Move) -> bool:
            both = self._follows_discard(i) and isinstance(move, Discard)
            return both and move in losing[i - 1] and move in losing[i]

        found: list[dict[Move, Explanation]] = [{} for _ in others]
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
                        found[i][move] = proof
        return found

    def _proof(self, at: int, move: Move, before: Explanation | None) -> Explanation | None:
        """A proof that a move loses: the one of the position before, or another."""
        after = self.steps[at][0].play(move)
        if before is not None and _is_about(before, after):
            return before
        if self._is_spent():
            return None
        closure = Closure(located(self.start, after))
        proof = why_lost(closure, *self.shortening)
        self.runs += closure.runs
        return proof


def _cards(move: Move) -> frozenset[Card]:
    """What a move discards, in no order."""
    return frozenset(move.cards if isinstance(move, Discard) else ())


def _tried(here: Position, move: Move) -> Against:
    verdict = decide(here.play(move), TRIED)
    return Against(move, None if isinstance(verdict, Unknown) else isinstance(verdict, Lost))


def _is_about(proof: Explanation, position: Position) -> bool:
    """Whether a position has all cards that the words of a proof name."""
    lit = [step.own | step.reasons for step in lit_steps(proof)]
    return frozenset[Card]().union(*lit) <= set(position.cards())


guard(__name__)
