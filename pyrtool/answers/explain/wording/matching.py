"""The words for how the pairs of a set that are left lead to a dead end."""

from __future__ import annotations

from collections.abc import Sequence

from pyrtool.answers.explain.supposing import Supposed
from pyrtool.answers.explain.wording.clauses import Clauses
from pyrtool.answers.explain.wording.orders import listed
from pyrtool.base.arguments import guard

Pairs = Sequence[tuple[int, int]]


class Matching:
    """The pairs that the cards of a set are driven to, one after the other."""

    def __init__(self, words: Clauses, supposed: Supposed) -> None:
        self.words, self.supposed = words, supposed

    def dead_end(self, left: Sequence[int], open_pairs: Pairs, made: Pairs = ()) -> list[str]:
        """Clauses that follow each card with one partner left, and try both of a card with two.

        Args:
            left: The cards that have no partner yet.
            open_pairs: The pairs that are not excluded.
            made: The pairs that were made before.
        """
        driven: list[str] = []
        made = list(made)
        while True:
            partners = {x: [pair for pair in open_pairs if x in pair] for x in left}
            x = min(left, key=lambda x: len(partners[x]))
            if not partners[x]:
                return [*self._then(driven), f"no partner would be left for {self._name(x)}"]
            if len(partners[x]) > 1:
                return [*self._then(driven), *self._cases(x, left, partners[x], open_pairs, made)]
            ((u, w),) = partners[x]
            driven.append(f"{self._name(x)} with {self._name(w if x == u else u)}")
            wrong = next((one for one in made if self._wait(one, (u, w))), None)
            if wrong is not None:
                one = " with ".join(map(self._name, wrong))
                other = f"{self._name(u)} with {self._name(w)}"
                return [*self._then(driven), f"{one} and {other} would wait for each other"]
            made.append((u, w))
            left = [y for y in left if y not in (u, w)]
            open_pairs = [pair for pair in open_pairs if not {u, w} & {*pair}]

    def _cases(
        self, x: int, left: Sequence[int], ways: Pairs, open_pairs: Pairs, made: Pairs
    ) -> list[str]:
        clauses = []
        for u, w in ways:
            clash = next((one for one in made if self._wait(one, (u, w))), None)
            begin = f"if {self._name(x)} goes with {self._name(w if x == u else u)}"
            if clash is not None:
                names = " with ".join(map(self._name, clash))
                clauses.append(f"{begin}, that and {names} would wait for each other")
                continue
            rest = [y for y in left if y not in (u, w)]
            pairs = [pair for pair in open_pairs if not {u, w} & {*pair}]
            first, *more = self.dead_end(rest, pairs, [*made, (u, w)])
            clauses += [f"{begin}, {first}", *more]
        return clauses

    def _then(self, driven: Sequence[str]) -> list[str]:
        first, *more = driven or [""]
        if not first:
            return []
        x, _, other = first.partition(" with ")
        return [f"then {listed([f'{x} would go with {other}', *more])}"]

    def _wait(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        cards = self.words.problem.cards
        (a, b), (c, d) = one, other
        return self.supposed.wait_for_each_other((cards[a], cards[b]), (cards[c], cards[d]))

    def _name(self, x: int) -> str:
        return self.words.card(x)


guard(__name__)
