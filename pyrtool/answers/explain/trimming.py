"""A derivation made shorter: it keeps only what its end rests on, by few and cheap steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyrtool.answers.explain.closure import SEEN_CODES, Closure, Derivation, X
from pyrtool.base.arguments import guard

Again = Callable[..., bool]


class Trimming:
    """The shortening of one derivation of a contradiction, or of another `end`, from some cards.

    It makes about `runs` derivations: a limit by count, so that every machine stops at the same.
    """

    def __init__(
        self,
        closure: Closure,
        chosen: int,
        supposed: Sequence[int] = (),
        refuted: Sequence[int] = (),
        known: Sequence[int] = (),
        runs: int = 0,
        end: int = X,
    ) -> None:
        self.closure, self.chosen = closure, chosen
        self._begin = closure.beginning(chosen, supposed, refuted, known)
        self._end = closure.runs + runs
        self._goal = end

    def shortest(self) -> Derivation | None:
        """A short derivation, None if there is none.

        The first two are the cheapest ones, once with each fact costing what all its premises cost,
        once what the dearest does. Then each step is forbidden in turn, with the others nearly
        free, so that a way around it is found. It is taken if the whole gets cheaper.
        """
        if not self._finds():
            return None
        proof = self._without_needless(self._found())
        self._finds(shared=True)
        other = self._without_needless(self._found())
        if self._weight(other) < self._weight(proof):
            proof = other
        return self._around(proof)

    def _finds(
        self,
        *,
        shared: bool = False,
        allowed: Sequence[int] | None = None,
        favoured: Sequence[int] = (),
        banned: int = -1,
    ) -> bool:
        self.closure.derive(
            self.chosen,
            self._begin,
            shared=shared,
            allowed=allowed,
            favoured=favoured,
            banned=banned,
        )
        return self.closure.holds(self._goal)

    def _found(self) -> Derivation:
        """The steps of the last derivation."""
        return self.closure.derivation(self._goal)

    def _cost(self) -> int:
        """What the steps of the last derivation cost."""
        return self.closure.weight_of(self._goal)

    def _spent(self) -> bool:
        return self.closure.runs >= self._end

    def _weight(self, proof: Derivation) -> int:
        return self.closure.weight(proof)

    def _dearest_first(self, proof: Derivation) -> list[int]:
        """The steps of a derivation that may be left out, the dearest first."""
        some = [f for f, (technique, _) in proof.items() if technique not in SEEN_CODES and f != X]
        return sorted(some, key=lambda fact: -self.closure.costs[proof[fact][0]])

    def _without_needless(self, proof: Derivation) -> Derivation:
        """Leave out step after step as long as the contradiction still follows from the others. A
        step that is needed stays so when others are left out."""
        weight = self._weight(proof)
        if self._finds(shared=True, allowed=list(proof)) and self._cost() < weight:
            proof, weight = self._found(), self._cost()
        needed: set[int] = set()
        changed = True
        while changed:
            changed = False
            for fact in self._dearest_first(proof):
                if fact in needed:
                    continue
                if self._spent():
                    return proof
                rest = [other for other in proof if other != fact]
                for shared in (False, True):
                    if not self._finds(shared=shared, allowed=rest):
                        needed.add(fact)
                        break
                    if self._cost() < weight:
                        proof, weight, changed = self._found(), self._cost(), True
                        break
                if changed:
                    break
        return proof

    def _around(self, proof: Derivation) -> Derivation:
        """Do without one step after the other, if a cheaper way leads around it."""
        weight = self._weight(proof)
        better = True
        while better:
            better = False
            for fact in self._dearest_first(proof):
                if self._spent():
                    return proof
                if not self._finds(favoured=list(proof), banned=fact):
                    continue
                if 10 * self._cost() > 11 * weight:  # needless steps hardly make up for more
                    continue
                found = self._without_needless(self._found())
                if (lighter := self._weight(found)) < weight:
                    proof, weight, better = found, lighter, True
                    break
        return proof


guard(__name__)
