"""The words for how the pairs of a set that are left lead to a dead end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.explain.supposing import Supposed
from pyrtool.answers.explain.wording.clauses import Clauses
from pyrtool.answers.explain.wording.orders import Clause
from pyrtool.answers.explain.wording.phrases import Text, listed, phrase
from pyrtool.base.arguments import guard
from pyrtool.languages import message

Pairs = Sequence[tuple[int, int]]

WITH: Final = message("{0} with {1}")
WOULD_GO_WITH: Final = message("{0} would go with {1}")
_IF_CLASH: Final = message("if {0} goes with {1}, that and {2} would wait for each other")


class Matching:
    """The pairs that the cards of a set are driven to, one after the other."""

    def __init__(self, words: Clauses, supposed: Supposed) -> None:
        self.words, self.supposed = words, supposed

    def dead_end(self, left: Sequence[int], open_pairs: Pairs, made: Pairs = ()) -> list[Clause]:
        """Clauses that follow each card with one partner left, and try both of a card with two.

        Args:
            left: The cards that have no partner yet.
            open_pairs: The pairs that are not excluded.
            made: The pairs that were made before.
        """
        driven: list[tuple[Text, Text]] = []
        made = list(made)
        while True:
            partners = {x: [pair for pair in open_pairs if x in pair] for x in left}
            x = min(left, key=lambda x: len(partners[x]))
            if not partners[x]:
                none = phrase("no partner would be left for {0}", self._name(x))
                return [*self._then(driven), (none,)]
            if len(partners[x]) > 1:
                return [*self._then(driven), *self._cases(x, left, partners[x], open_pairs, made)]
            ((u, w),) = partners[x]
            driven.append((self._name(x), self._name(w if x == u else u)))
            wrong = next((one for one in made if self._wait(one, (u, w))), None)
            if wrong is not None:
                two = self._pair(wrong), self._pair((u, w))
                wait = phrase("{0} and {1} would wait for each other", *two)
                return [*self._then(driven), (wait,)]
            made.append((u, w))
            left = [y for y in left if y not in (u, w)]
            open_pairs = [pair for pair in open_pairs if not {u, w} & {*pair}]

    def _cases(
        self, x: int, left: Sequence[int], ways: Pairs, open_pairs: Pairs, made: Pairs
    ) -> list[Clause]:
        clauses: list[Clause] = []
        for u, w in ways:
            clash = next((one for one in made if self._wait(one, (u, w))), None)
            pair = self._name(x), self._name(w if x == u else u)
            if clash is not None:
                clauses.append((phrase(_IF_CLASH, *pair, self._pair(clash)),))
                continue
            rest = [y for y in left if y not in (u, w)]
            pairs = [pair for pair in open_pairs if not {u, w} & {*pair}]
            (first,), *more = self.dead_end(rest, pairs, [*made, (u, w)])
            clauses += [(phrase("if {0} goes with {1}, {2}", *pair, first),), *more]
        return clauses

    def _then(self, driven: Sequence[tuple[Text, Text]]) -> list[Clause]:
        if not driven:
            return []
        first, *more = driven
        then = phrase("then {0} would go with {1}", *first)
        return [(listed([then, *(phrase(WITH, *pair) for pair in more)]),)]

    def _wait(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        cards = self.words.problem.cards
        (a, b), (c, d) = one, other
        return self.supposed.wait_for_each_other((cards[a], cards[b]), (cards[c], cards[d]))

    def _name(self, x: int) -> Text:
        return self.words.card(x)

    def _pair(self, pair: tuple[int, int]) -> Text:
        return phrase(WITH, *map(self._name, pair))


guard(__name__)
