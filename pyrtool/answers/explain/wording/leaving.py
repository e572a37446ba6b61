"""The words for what two cards would leave to others, if they went together."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations, permutations

from pyrtool.answers.explain.facts import Fact, Step
from pyrtool.answers.explain.supposing import Supposed, is_wrong
from pyrtool.answers.explain.table import Claim
from pyrtool.answers.explain.wording.clauses import Clauses
from pyrtool.answers.explain.wording.composing import compose
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits


class Leaving:
    """The words for `cross`, `squeeze`, `miss` and `tangle`."""

    def __init__(self, words: Clauses) -> None:
        self.words = words

    def leaving(self, group: Sequence[Fact], step: Step) -> str:
        """Why two cards do not go together: what they would leave to others."""
        f = step.fact
        supposed = self._supposed(f, step.premises)
        what, closed = self._what_is_left(step, supposed)
        clauses: list[str] = []
        shown: set[Fact] = set()
        for u, ws in closed:
            some = [Fact("apart", min(u, w), max(u, w)) for w in ws]
            some = [p for p in some if p in step.premises and p not in shown]
            shown |= set(some)
            if some:
                clauses += self.words.excluded(u, [p.y if p.x == u else p.x for p in some])
        head = f"{self.words.card(f.x)} cannot go with {self.words.card(f.y)}, as {what}"
        rest = [p for p in step.premises if p not in shown]
        return compose(head, list(dict.fromkeys([*clauses, *self._reasons(f, rest, supposed)])))

    def _supposed(self, f: Fact, premises: Sequence[Fact]) -> Supposed:
        cards, problem = self.words.problem.cards, self.words.problem
        turn = {card: k for card, k in zip(cards, problem.turn, strict=True) if k}
        piled = set(turn) | {cards[x] for x in bits(problem.waste)}
        claims = [
            Claim(p.kind, cards[p.x], p.y if p.kind in ("not before", "in time") else cards[p.y])
            for p in premises
        ]
        return Supposed(turn, piled, (cards[f.x], cards[f.y]), claims)

    def _what_is_left(
        self, step: Step, supposed: Supposed
    ) -> tuple[str, list[tuple[int, list[int]]]]:
        """What is left, in words, and the cards that lose partners with those that they lose."""
        pair = (step.fact.x, step.fact.y)
        cards = self.words.problem.cards
        if step.technique == "miss":
            x = next(x for x, c in enumerate(cards) if supposed.high(c) <= supposed.low(c))
            return f"no moment would be left for {self.words.card(x)}", []
        named = {z for p in step.premises for z in p.cards}
        found = self._fewest(supposed, pair, named)
        if found is None:
            excluded: dict[int, list[int]] = {}
            for p in step.premises:
                if p.kind == "apart":
                    excluded.setdefault(p.x, []).append(p.y)
            words = f"{self._tangled(supposed)} would have no way to pair off"
            return words, list(excluded.items())
        who, left, closed = found
        if left:
            words = f"{self.words.cards(who)} would have only {self.words.cards(left)} to go with"
        else:
            words = f"no partner would be left for {self.words.cards(who)}"
        return words, [(u, closed) for u in who]

    def _fewest(
        self, supposed: Supposed, pair: Sequence[int], named: Container[int]
    ) -> tuple[Sequence[int], list[int], list[int]] | None:
        """The fewest cards of a rank that have too few partners left, those, and the others.
        `named`: the cards that the step names, among which are all that lose partners but those
        of the pair."""
        cards = self.words.problem.cards
        for count in range(1, 5):
            for x in (x for x in range(len(cards)) if x not in pair):
                others = [w for w in bits(self.words.problem.partners(x)) if w not in pair]
                if x not in named and not any(w in named for w in others):
                    continue
                alike = [u for u in bits(self.words.problem.alike(x)) if u not in pair and u > x]
                for more in combinations(alike, count - 1):
                    who = (x, *more)
                    closed = [
                        w
                        for w in others
                        if all(supposed.is_closed(cards[u], cards[w]) for u in who)
                    ]
                    if len(others) - len(closed) < count:
                        return who, [w for w in others if w not in closed], closed
        return None

    def _tangled(self, supposed: Supposed) -> str:
        """The set that does not pair off."""
        for name, mask in zip(self.words.problem.names, self.words.problem.sets, strict=True):
            low = next(bits(mask))
            lows = [self.words.problem.cards[x] for x in bits(self.words.problem.alike(low))]
            highs = [self.words.problem.cards[x] for x in bits(self.words.problem.partners(low))]
            ways = (list(zip(lows, order, strict=True)) for order in permutations(highs))
            if all(is_wrong(supposed, way) for way in ways):
                return name
        raise StopIteration

    def _reasons(self, f: Fact, premises: Sequence[Fact], supposed: Supposed) -> list[str]:
        """Clauses: what goes before and after the pair, and when, as some premises say."""
        pair = (f.x, f.y)
        kinds = ("before", "in time", "not before")
        orders, highs, lows = ([p for p in premises if p.kind == kind] for kind in kinds)
        onto = [p for p in orders if p.x not in pair]
        after = [p for p in orders if p.x in pair]
        clauses = self.words.grouped(
            [(p.x, p) for p in onto], lambda p, n: self.words.chain(p, True, n)
        )
        clauses += self.words.grouped(
            [(p.y, p) for p in after], lambda p, n: self.words.chain(p, False, n)
        )
        cards = self.words.problem.cards
        before: dict[int, list[int]] = {}
        for x in dict.fromkeys([*pair, *(p.x for p in onto)]):
            for slot in sorted(supposed.ahead(cards[x]))[:1]:
                before.setdefault(slot, []).append(x)
        for slot, xs in before.items():
            clauses.append(
                f"so {self.words.cards(xs)} would go before {self.words.turn(slot)} is turned"
            )
        if supposed.in_stock():
            clauses.append(
                f"the two would go when {self.words.turn(supposed.in_stock())} is turned"
            )
        clauses += self.words.grouped([(p.x, p) for p in highs], self.words.high)
        clauses += self.words.grouped([(p.x, p) for p in lows], self._turned_later)
        return clauses

    def _turned_later(self, low: Fact, plural: bool) -> str:
        if self.words.proof[low].technique == "turned":
            return f"{'are' if plural else 'is'} turned later"
        return self.words.low(low, plural)


guard(__name__)
