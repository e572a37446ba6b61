"""The words for what two cards would leave to others, if they went together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Final

from pyrtool.answers.explain.facts import Fact, Step
from pyrtool.answers.explain.supposing import Supposed, is_wrong
from pyrtool.answers.explain.table import Claim
from pyrtool.answers.explain.wording.clauses import CANNOT, Clauses
from pyrtool.answers.explain.wording.composing import compose
from pyrtool.answers.explain.wording.matching import WOULD_GO_WITH, Matching
from pyrtool.answers.explain.wording.orders import Clause, set_of
from pyrtool.answers.explain.wording.phrases import Prose, Text, phrase
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.languages import message

_WHEN_TURNED: Final = message("{0} would go with {1} only when turned, too early")
_WHEN_IT_IS_TURNED: Final = message("{0} would go with {1} only when {1} is turned, too early")
_BEFORE_IT: Final = message("so {0} would go before {1} is turned on it")
_BEFORE_THEM: Final = message("so {0} would go before {1} is turned on them")


class Leaving:
    """The words for `cross`, `squeeze`, `miss` and `tangle`."""

    def __init__(self, words: Clauses) -> None:
        self.words = words

    def leaving(self, group: Sequence[Fact], step: Step) -> Prose:
        """Why two cards do not go together: what they would leave to others."""
        f = step.fact
        supposed = self._supposed(f, step.premises)
        head = phrase(CANNOT, self.words.card(f.x), self.words.card(f.y))
        if step.technique == "tangle":
            return self._tangled(head, step, supposed)
        if step.technique == "miss":
            cards = enumerate(self.words.problem.cards)
            x = next(x for x, c in cards if supposed.high(c) <= supposed.low(c))
            head = phrase("{0}, as no moment would be left for {1}", head, self.words.card(x))
            return compose(head, self._reasons(f, step.premises, supposed, True))
        who, left, closed = self._fewest(supposed, step)
        names = self.words.cards(who)
        if left:
            few = self.words.cards(left)
            head = phrase("{0}, as {1} would have only {2} to go with", head, names, few)
        else:
            head = phrase("{0}, as no partner would be left for {1}", head, names)
        shown: set[Fact] = set()
        clauses: list[Clause] = []
        for u in who:
            some = [p for p in step.premises if p.kind == "apart" and p not in shown]
            some = [p for p in some if u in p.cards and {*p.cards} <= {u, *closed}]
            shown.update(some)
            if some:
                clauses += self.words.excluded(u, [p.y if p.x == u else p.x for p in some])
        clauses += self._taken(f, who[0])
        rest = [p for p in step.premises if p not in shown]
        late = partial(self._late, step, who, closed, supposed)
        is_timed = bool(rest or self.words.without_places(late))
        clauses += [*self._reasons(f, rest, supposed, is_timed), *late()]
        return compose(head, list(dict.fromkeys(clauses)))

    def _taken(self, f: Fact, u: int) -> list[Clause]:
        """The card of the pair that could go with some cards, if there is one."""
        partners = self.words.problem.partners(u)
        return [
            (phrase(WOULD_GO_WITH, self.words.card(x), self.words.card(y)),)
            for x, y in ((f.x, f.y), (f.y, f.x))
            if partners >> x & 1
        ]

    def _late(
        self, step: Step, who: Sequence[int], closed: Sequence[int], supposed: Supposed
    ) -> list[Clause]:
        """Cards of stock and waste that would go with some cards too early, when they or those are
        turned, and that no premise names."""
        cards, turn = self.words.problem.cards, self.words.problem.turn
        named = {x for p in step.premises for x in p.cards}
        found: list[Clause] = []
        for u in who:
            some = [w for w in closed if w not in named]
            later = [w for w in some if turn[w] > turn[u]]
            rest = [w for w in some if w not in later]
            for ws, too_early in ((later, _WHEN_TURNED), (rest, _WHEN_IT_IS_TURNED)):
                if ws:
                    names = self.words.cards(ws, "or")
                    found.append((phrase(too_early, names, str(cards[u])),))
        return found

    def _supposed(self, f: Fact, premises: Sequence[Fact]) -> Supposed:
        cards, problem = self.words.problem.cards, self.words.problem
        turn = {card: k for card, k in zip(cards, problem.turn, strict=True) if k}
        piled = set(turn) | {cards[x] for x in bits(problem.waste)}
        claims = [
            Claim(p.kind, cards[p.x], p.y if p.kind in ("not before", "in time") else cards[p.y])
            for p in premises
        ]
        return Supposed(turn, piled, (cards[f.x], cards[f.y]), claims)

    def _fewest(self, supposed: Supposed, step: Step) -> tuple[Sequence[int], list[int], list[int]]:
        """The fewest cards of a rank that have too few partners left, those, and the others. The
        step names all that lose partners but those of the pair."""
        pair = step.fact.cards
        named = {z for p in step.premises for z in p.cards}
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
        raise StopIteration

    def _tangled(self, head: Text, step: Step, supposed: Supposed) -> Prose:
        """Why a set does not pair off: its reasons, and the pairs that they leave."""
        cards = self.words.problem.cards
        name, lows, highs = self._wrong_set(supposed)
        excluded: dict[int, list[int]] = {}
        for p in step.premises:
            if p.kind == "apart":
                excluded.setdefault(p.x, []).append(p.y)
        clauses = [c for u, ws in excluded.items() for c in self.words.excluded(u, ws)]
        rest = [p for p in step.premises if p.kind != "apart"]
        clauses += self._reasons(step.fact, rest, supposed, bool(rest))
        open_pairs = [
            (u, w)
            for u in lows
            for w in highs
            if not {u, w} & {*step.fact.cards} and not supposed.is_closed(cards[u], cards[w])
        ]
        left = [u for u in (*lows, *highs) if u not in step.fact.cards]
        clauses += Matching(self.words, supposed).dead_end(left, open_pairs)
        head = phrase("{0}, as {1} would not pair off", head, set_of(name))
        return compose(head, list(dict.fromkeys(clauses)))

    def _wrong_set(self, supposed: Supposed) -> tuple[str, list[int], list[int]]:
        """The set that does not pair off: its name, and its cards of either rank."""
        cards = self.words.problem.cards
        for name, mask in zip(self.words.problem.names, self.words.problem.sets, strict=True):
            low = next(bits(mask))
            lows = list(bits(self.words.problem.alike(low)))
            highs = list(bits(self.words.problem.partners(low)))
            ways = (
                [(cards[u], cards[w]) for u, w in zip(lows, order, strict=True)]
                for order in permutations(highs)
            )
            if all(is_wrong(supposed, way) for way in ways):
                return name, lows, highs
        raise StopIteration

    def _reasons(
        self, f: Fact, premises: Sequence[Fact], supposed: Supposed, is_timed: bool
    ) -> list[Clause]:
        """Clauses: what goes before and after the pair, as some premises say, and if that matters,
        when the pair would go."""
        pair = (f.x, f.y)
        kinds = ("before", "in time", "not before")
        orders, highs, lows = ([p for p in premises if p.kind == kind] for kind in kinds)
        onto = [p for p in orders if p.x not in pair]
        after = [p for p in orders if p.x in pair]
        clauses = self.words.grouped(
            [(p.x, p) for p in onto], lambda p, who: self.words.chain(p, True, who)
        )
        clauses += self.words.grouped(
            [(p.y, p) for p in after], lambda p, who: self.words.chain(p, False, who)
        )
        cards = self.words.problem.cards
        before: dict[int, list[int]] = {}
        for x in dict.fromkeys([*pair, *(p.x for p in onto)]):
            for slot in sorted(supposed.ahead(cards[x]))[:1]:
                before.setdefault(slot, []).append(x)
        for slot, xs in before.items():
            late, names = self.words.turn(slot), self.words.cards(xs)
            clauses.append((phrase(_BEFORE_THEM if len(xs) > 1 else _BEFORE_IT, names, late),))
        if is_timed and supposed.in_stock():
            last = self.words.turn(supposed.in_stock())
            names = self.words.cards(pair)
            clauses.append((phrase("{0} could go only when {1} is turned", names, last),))
            lows = [p for p in lows if p.x not in pair or self.words.proof[p].technique != "turned"]
        clauses += self.words.grouped([(p.x, p) for p in highs], self.words.high)
        waits = {link.low for p in after for link in self.words.links(p, False)}
        clauses += self.words.grouped([(p.x, p) for p in lows if p not in waits], self.words.low)
        return clauses


guard(__name__)
