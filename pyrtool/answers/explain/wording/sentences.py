"""A sentence or a few for each step that has a number, the conclusion first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.explain.facts import Fact, Step
from pyrtool.answers.explain.wording.clauses import BUT, Clauses
from pyrtool.answers.explain.wording.composing import compose, compose_all
from pyrtool.answers.explain.wording.leaving import Leaving
from pyrtool.answers.explain.wording.orders import Clause, Says, after, beginning
from pyrtool.answers.explain.wording.phrases import Prose, Text, phrase
from pyrtool.answers.explain.wording.sentence import CONTRADICTION
from pyrtool.answers.explain.wording.verbs import (
    GOES_BEFORE,
    GOES_WITH,
    IT,
    MUST_BE_GONE,
    WAITS_FOR_TURN,
    WHICH,
    named,
)
from pyrtool.base.arguments import guard
from pyrtool.languages import message

_FEW: Final = {
    (2, 1): message("{0} have only {1} to go with, two cards for one"),
    (3, 1): message("{0} have only {1} to go with, three cards for one"),
    (3, 2): message("{0} have only {1} to go with, three cards for two"),
    (4, 1): message("{0} have only {1} to go with, four cards for one"),
    (4, 2): message("{0} have only {1} to go with, four cards for two"),
    (4, 3): message("{0} have only {1} to go with, four cards for three"),
}
"""By how many cards have how few partners."""

_TURNED_ON: Final = {
    False: message("{0} goes before {1}, on which it is turned"),
    True: message("{0} go before {1}, on which they are turned"),
}
_ALL_LIE: Final = {
    ("both", "on"): message("both lie on {0}"),
    ("both", "under"): message("both lie under {0}"),
    ("all", "on"): message("all lie on {0}"),
    ("all", "under"): message("all lie under {0}"),
}
_WHATEVER: Final = {
    False: message("{0} waits for {1}, whatever that goes with"),
    True: message("{0} wait for {1}, whatever that goes with"),
}
_REMAIN: Final = {False: message("there remains {0}"), True: message("there remain {0}")}
_OTHERS: Final = {
    False: message("Its other partner: {0}"),
    True: message("Its other partners: {0}"),
}
_LEFT_FOR_IT: Final = {
    False: message("only {0} is left for it"),
    True: message("only {0} are left for it, {1} turned first"),
}
_LATER: Final = {False: message("{0} is turned later"), True: message("{0} are turned later")}
_OR_WITH: Final = {
    True: message("{0} goes with {1}, or later with {2}"),
    False: message("{0} goes with {1}, or earlier with {2}"),
}


class Sentences(Clauses):
    """The words for the steps with a number; `group` has steps that are said together."""

    def sentence(self, group: Sequence[Fact]) -> Prose:
        """The sentences for steps of one technique with one reason."""
        self.now = group[0]
        step = self.proof[group[0]]
        name = step.technique.replace(" ", "_")
        leaving = Leaving(self).leaving
        by_technique = {
            "only": self._only,
            "share": self._share,
            "wait": self._wait,
            "either": self._either,
            "buried": self._buried,
            "ahead": self._ahead,
            "cross": leaving,
            "squeeze": leaving,
            "miss": leaving,
            "tangle": leaving,
            "circle": self._circle,
            "never": self._never,
            "none_left": self._none_left,
            "crowd": self._crowd,
            "clash": self._clash,
        }
        return by_technique.get(name, self._plain)(group, step)

    def _plain(self, group: Sequence[Fact], step: Step) -> Prose:
        """What is else said within other sentences."""
        f = step.fact
        if f.kind == "apart":
            return compose_all(self.excluded(f.x, [f.y]))
        who = named(self.card(f.x))
        if f.kind == "not before":
            head = who.says(WAITS_FOR_TURN, self.turn(f.y))
            return compose(head, [self.low(f, IT)])
        if f.kind == "in time":
            head = who.says(MUST_BE_GONE, self.turn(f.y))
            return compose(head, [self.high(f, IT)])
        head = who.says(GOES_BEFORE, self.card(f.y))
        return compose(head, [self.chain(f, True, IT)])

    def _others(self, step: Step, z: int) -> list[int]:
        """The cards that z does not go with, as a step says."""
        facts = [p for p in step.premises if p.kind == "apart"]
        return [p.y if p.x == z else p.x for p in facts if z in p.cards]

    def _partners(
        self, step: Step, z: int, left: Sequence[tuple[int, Fact]]
    ) -> tuple[list[int], list[tuple[int, Fact]]]:
        """The cards that z does not go with, and the partners that are left for it with what a step
        says of them. It may say something of partners that lie on z or under it, too."""
        others = self._others(step, z)
        lying = [x for x, _ in left if self.lies_apart(z, x)]
        if len(lying) == len(left):
            return others, list(left)
        return [*others, *lying], [(x, p) for x, p in left if x not in lying]

    def _only(self, group: Sequence[Fact], step: Step) -> Prose:
        f = step.fact
        if not step.premises:
            two = named(self.card(f.x)).says(GOES_WITH, self.card(f.y))
            return compose(two, [(phrase("no other cards of their ranks are left"),)])
        z = f.x if all(f.x in p.cards for p in step.premises) else f.y
        other = f.x if z == f.y else f.y
        head = named(self.card(z)).says(GOES_WITH, self.card(other))
        return compose_all(self.excluded(z, self._others(step, z), it=True), head)

    def _sides(self, step: Step) -> tuple[list[int], list[int]]:
        """The cards of either rank that a step excludes from each other, the lower rank first."""
        cards = {x for p in step.premises for x in p.cards}
        ranks = sorted({self.problem.cards[x].rank for x in cards})
        low, high = ([x for x in sorted(cards) if self.problem.cards[x].rank == r] for r in ranks)
        return low, high

    def _left(self, step: Step, side: Sequence[int], excluded: Sequence[int]) -> list[int]:
        """The cards of the other side that are not excluded."""
        rank = self.problem.cards[excluded[0]].rank
        cards = range(len(self.problem.cards))
        return [x for x in cards if self.problem.cards[x].rank == rank and x not in excluded]

    def _share(self, group: Sequence[Fact], step: Step) -> Prose:
        low, high = self._sides(step)
        placed = set(self.placed)
        choices = []
        for some, others in ((low, high), (high, low)):
            self.placed = set(placed)
            rest = self._left(step, some, others)
            rank = str(self.problem.cards[some[0]])[0]
            head = phrase(
                "Only {0} are left for {1}, so no other {2} goes with them",
                *(self.cards(rest), self.cards(some), phrase(rank)),
            )
            clauses = [c for x in some for c in self.excluded(x, others)]
            choices.append((compose(head, clauses), self.placed))
        text, self.placed = min(choices, key=lambda one: len(str(one[0])))
        return text

    def _wait(self, group: Sequence[Fact], step: Step) -> Prose:
        if step.fact.kind == "before":
            return self._wait_order(group, step)
        f = step.fact
        some = [(p.x, p) for p in step.premises if p.kind != "apart"]
        others, left = self._partners(step, f.x, some)
        rest = [p for _, p in left]
        is_low = f.kind == "not before"
        says: Says = self.low if is_low else self.high
        who = named(self.card(f.x))
        head = who.says(WAITS_FOR_TURN if is_low else MUST_BE_GONE, self.turn(f.y))
        clauses = self.excluded(f.x, others, it=True)
        turned = [p for p in rest if self.proof[p].technique == "turned"]
        waiting = [p for p in rest if p not in turned]
        found = self.grouped([(p.x, p) for p in waiting], says)
        if turned:
            last = self._turned(f.y, turned, not waiting)
            return compose(head, [*clauses, *found, (last,)])
        if others:
            found[0] = beginning(_OTHERS[len(rest) > 1], found[0])
            return Prose((*compose(head, clauses).sentences, *compose_all(found).sentences))
        return compose(head, found)

    def _turned(self, slot: int, lows: Sequence[Fact], no_others: bool) -> Text:
        """That some partners of a card are turned in a slot or later, and are the last ones."""
        xs = sorted((p.x for p in lows), key=lambda x: self.problem.turn[x])
        first, *rest = xs
        is_first = self.problem.turn[first] == slot
        if no_others:
            names = self.cards(xs)
            first_of_all = [self.card(first)] if rest else []
            return phrase(_LEFT_FOR_IT[bool(rest)], names, *first_of_all)
        if not is_first:
            return phrase(_LATER[bool(rest)], self.cards(xs))
        if not rest:
            return phrase("the only other partner is {0}", self.card(first))
        name, others = self.card(first), self.cards(rest)
        return phrase("of the other partners, {0} is turned first, before {1}", name, others)

    def _wait_order(self, group: Sequence[Fact], step: Step) -> Prose:
        f = step.fact
        orders = [p for p in step.premises if p.kind == "before"]
        up = all(p.x == f.x for p in orders)
        z = f.y if up else f.x
        targets = [g.x if up else g.y for g in group]
        if up:
            cards = self.card(z), self.cards(targets)
            head = phrase("{0} waits for {1}, whatever it goes with", *cards)
        else:
            cards = self.cards(targets), self.card(z)
            head = phrase(_WHATEVER[len(targets) > 1], *cards)
        others, rest = self._partners(step, z, [(p.y if up else p.x, p) for p in orders])
        left = [x for x, _ in rest]
        clauses = self.excluded(z, others, it=up)
        if len(left) == len(group) == 1:
            clauses.append(self._one_left(z, left[0], rest[0][1], up, bool(others)))
            return compose(head, clauses)
        if others:
            clauses.append((phrase(_REMAIN[len(left) > 1], self.cards(left)),))
        elif up:
            clauses.append((phrase("it can go with {0}", self.cards(left, "or")),))
        else:
            cards = self.card(z), self.cards(left, "or")
            clauses.append((phrase("{0} can go with {1}", *cards),))
        for g in group:
            clauses += self._why_all(g, up, left)
        return compose(head, clauses)

    def _one_left(self, z: int, x: int, order: Fact, up: bool, others: bool) -> Clause:
        """The one partner that is left for a card, and why it waits, too, or is waited for."""
        if others:
            left = phrase(_REMAIN[False], self.card(x))
        elif up:
            left = phrase("it can go only with {0}", self.card(x))
        else:
            left = phrase("{0} can go only with {1}", self.card(z), self.card(x))
        return after((left,), self.chain(order, not up, WHICH))

    def _why_all(self, g: Fact, up: bool, left: Sequence[int]) -> list[Clause]:
        """Why all partners that are left wait for a card, or it for them."""
        orders = [p for p in self.proof[g].premises if p.kind == "before"]
        orders = [p for p in orders if (p.y if up else p.x) in left]
        if len(left) > 1 and all(self.proof[p].technique == "covers" for p in orders):
            lie = _ALL_LIE["all" if len(orders) > 2 else "both", "under" if up else "on"]
            return [(phrase(lie, self.card(g.x if up else g.y)),)]
        items = [(p.y if up else p.x, p) for p in orders]
        return self.grouped(items, lambda p, who: self.chain(p, not up, who))

    def _either(self, group: Sequence[Fact], step: Step) -> Prose:
        f, via, rest = step.fact, step.premises[0], step.premises[1:]
        up = via.y == f.y  # y waits for z, and z for x or goes with it
        z, first = (via.x, f.x) if up else (via.y, f.y)
        orders = [p for p in rest if p.kind == "before"]
        head = named(self.card(f.x)).says(GOES_BEFORE, self.card(f.y))
        clauses = [self.chain(via, not up, named(self.card(f.y if up else f.x)))]
        others, items = self._partners(step, z, [(p.y if up else p.x, p) for p in orders])
        clauses += self.excluded(z, others)
        cards = self.card(z), self.card(first), self.cards([x for x, _ in items], "or")
        clauses.append((phrase(_OR_WITH[up], *cards),))
        clauses += self.grouped(items, lambda p, who: self.chain(p, not up, who))
        return compose(head, clauses)

    def _buried(self, group: Sequence[Fact], step: Step) -> Prose:
        x, js = step.fact.y, [g.x for g in group]
        head = phrase(_TURNED_ON[len(js) > 1], self.cards(js), self.card(x))
        clauses: list[Clause] = []
        for g in sorted(group, key=lambda g: -g.x):
            for p in self.proof[g].premises:
                if p.kind == "apart":
                    (clause,) = self.excluded(p.x, [p.y])
                else:
                    clause = self.low(p, named(self.card(x)))
                if clause not in clauses:
                    clauses.append(clause)
        return compose(head, clauses)

    def _ahead(self, group: Sequence[Fact], step: Step) -> Prose:
        f = step.fact
        is_covered = self.problem.turn[f.x] or self.problem.waste >> f.x & 1
        cards = self.card(f.x), self.turn(f.y)
        head = named(cards[0]).says(MUST_BE_GONE, cards[1])
        if is_covered:
            head = phrase("{0} must be gone before {1} is turned on it", *cards)
        clauses = []
        for p in step.premises:
            if p.kind == "before":
                clauses.append(self.chain(p, True, IT))
            elif p.kind == "in time":
                clauses.append(self.high(p, IT))
            else:
                clauses.append(self.low(p, named(self.card(p.x))))
        return compose(head, clauses)

    def _but(self, one: Clause, two: Clause) -> Prose:
        """That one thing contradicts another."""
        return compose_all([beginning(CONTRADICTION, one), beginning(BUT, two)])

    def _circle(self, group: Sequence[Fact], step: Step) -> Prose:
        one, two = (self.chain(p, True, named(self.card(p.x))) for p in step.premises)
        return self._but(one, two)

    def _never(self, group: Sequence[Fact], step: Step) -> Prose:
        low = self.premise(step.fact, "not before")
        high = self.premise(step.fact, "in time")
        one = self.low(low, named(self.card(low.x)))
        return self._but(one, self.high(high, IT))

    def _none_left(self, group: Sequence[Fact], step: Step) -> Prose:
        low, high = self._sides(step)
        z, ys = (low[0], high) if len(low) == 1 else (high[0], low)
        head = phrase(CONTRADICTION, phrase("no partner is left for {0}", self.card(z)))
        return compose_all(self.excluded(z, ys, it=True), head)

    def _crowd(self, group: Sequence[Fact], step: Step) -> Prose:
        low, high = self._sides(step)
        few_high, few_low = self._left(step, low, high), self._left(step, high, low)
        who, few, others = (low, few_high, high)
        if len(few_low) < len(few_high):
            who, few, others = high, few_low, low
        have = phrase(_FEW[len(who), len(few)], self.cards(who), self.cards(few))
        clauses = [c for z in who for c in self.excluded(z, others)]
        return compose_all(clauses, phrase(CONTRADICTION, have))

    def _clash(self, group: Sequence[Fact], step: Step) -> Prose:
        pair = self.premise(step.fact, "together")
        other = next(p for p in step.premises if p.kind != "together")
        if other.kind == "apart":
            (why,) = self.excluded(other.x, [other.y])
        else:
            why = self.chain(other, True, named(self.card(other.x)))
        two = self.pair(named(self.card(pair.x)), pair, pair.y)
        return self._but(why, (two,))


guard(__name__)
