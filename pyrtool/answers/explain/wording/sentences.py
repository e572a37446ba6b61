"""A sentence or a few for each step that has a number, the conclusion first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.explain.facts import Fact, Step
from pyrtool.answers.explain.wording.clauses import Clauses
from pyrtool.answers.explain.wording.composing import compose, compose_all
from pyrtool.answers.explain.wording.leaving import Leaving
from pyrtool.base.arguments import guard

_NUMBERS: Final = ("no", "one", "two", "three", "four")


class Sentences(Clauses):
    """The words for the steps with a number; `group` has steps that are said together."""

    def sentence(self, group: Sequence[Fact]) -> str:
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

    def _plain(self, group: Sequence[Fact], step: Step) -> str:
        """What is else said within other sentences."""
        f = step.fact
        if f.kind == "not before":
            head = f"{self.card(f.x)} waits for {self.turn(f.y)} to be turned"
            return compose(head, [f"it {self.low(f)}"])
        if f.kind == "in time":
            head = f"{self.card(f.x)} must be gone before {self.turn(f.y)} is turned"
            return compose(head, [f"it {self.high(f)}"])
        if f.kind == "before":
            return compose(
                f"{self.card(f.x)} goes before {self.card(f.y)}", [f"it {self.chain(f, True)}"]
            )
        return compose(self.excluded(f.x, [f.y])[0], [])

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

    def _only(self, group: Sequence[Fact], step: Step) -> str:
        f = step.fact
        if not step.premises:
            two = f"{self.card(f.x)} goes with {self.card(f.y)}"
            return f"{two}: no other cards of their ranks are left."
        z = f.x if all(f.x in p.cards for p in step.premises) else f.y
        other = f.x if z == f.y else f.y
        head = f"{self.card(z)} goes with {self.card(other)}"
        return f"{head}. {compose_all(self.excluded(z, self._others(step, z), 'It'))}"

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

    def _share(self, group: Sequence[Fact], step: Step) -> str:
        low, high = self._sides(step)
        placed = set(self.placed)
        choices = []
        for some, others in ((low, high), (high, low)):
            self.placed = set(placed)
            rest = self._left(step, some, others)
            head = (
                f"Only {self.cards(rest)} are left for {self.cards(some)}, "
                f"so no other {str(self.problem.cards[some[0]])[0]} goes with them"
            )
            clauses = [c for x in some for c in self.excluded(x, others)]
            choices.append((compose(head, clauses), self.placed))
        text, self.placed = min(choices, key=lambda one: len(one[0]))
        return text

    def _wait(self, group: Sequence[Fact], step: Step) -> str:
        if step.fact.kind == "before":
            return self._wait_order(group, step)
        f = step.fact
        some = [(p.x, p) for p in step.premises if p.kind != "apart"]
        others, left = self._partners(step, f.x, some)
        rest = [p for _, p in left]
        if f.kind == "not before":
            head = f"{self.card(f.x)} waits for {self.turn(f.y)} to be turned"
            words_for = self.low
        else:
            head = f"{self.card(f.x)} must be gone before {self.turn(f.y)} is turned"
            words_for = self.high
        clauses = self.excluded(f.x, others, "it") if others else []
        turned = [p for p in rest if self.proof[p].technique == "turned"]
        waiting = [p for p in rest if p not in turned]
        found = self.grouped([(p.x, p) for p in waiting], words_for)
        if turned:
            return compose(head, [*clauses, *found, self._turned(f.y, turned, not waiting)])
        if others:
            found[0] = f"Its other partner{'s' if len(rest) > 1 else ''}: {found[0]}"
            return f"{compose(head, clauses)} {compose_all(found)}"
        return compose(head, found)

    def _turned(self, slot: int, lows: Sequence[Fact], no_others: bool) -> str:
        """That some partners of a card are turned in a slot or later, and are the last ones."""
        xs = sorted((p.x for p in lows), key=lambda x: self.problem.turn[x])
        first, *rest = xs
        is_first = self.problem.turn[first] == slot
        if no_others:
            left = f"only {self.cards(xs)} {'are' if rest else 'is'} left for it"
            return f"{left}, {self.card(first)} turned first" if rest else left
        if not is_first:
            return f"{self.cards(xs)} {'are' if rest else 'is'} turned later"
        if not rest:
            return f"the only other partner is {self.card(first)}"
        return (
            f"of the other partners, {self.card(first)} is turned first, before {self.cards(rest)}"
        )

    def _wait_order(self, group: Sequence[Fact], step: Step) -> str:
        f = step.fact
        orders = [p for p in step.premises if p.kind == "before"]
        up = all(p.x == f.x for p in orders)
        z = f.y if up else f.x
        targets = [g.x if up else g.y for g in group]
        if up:
            head = f"{self.card(z)} waits for {self.cards(targets)}, whatever it goes with"
        else:
            verb = "wait" if len(targets) > 1 else "waits"
            head = f"{self.cards(targets)} {verb} for {self.card(z)}, whatever that goes with"
        others, rest = self._partners(step, z, [(p.y if up else p.x, p) for p in orders])
        left = [x for x, _ in rest]
        clauses = self.excluded(z, others, "it" if up else "") if others else []
        it = "it" if up else self.card(z)
        if len(left) == len(group) == 1:
            lead = "there remains" if others else f"{it} can go only with"
            clauses.append(f"{lead} {self.card(left[0])}, which {self.chain(rest[0][1], not up)}")
            return compose(head, clauses)
        if others:
            clauses.append(f"there remain{'' if len(left) > 1 else 's'} {self.cards(left)}")
        else:
            clauses.append(f"{it} can go with {self.cards(left, 'or')}")
        for g in group:
            clauses += self._why_all(g, up, left)
        return compose(head, clauses)

    def _why_all(self, g: Fact, up: bool, left: Sequence[int]) -> list[str]:
        """Why all partners that are left wait for a card, or it for them."""
        orders = [p for p in self.proof[g].premises if p.kind == "before"]
        orders = [p for p in orders if (p.y if up else p.x) in left]
        if len(left) > 1 and all(self.proof[p].technique == "covers" for p in orders):
            all_of_them = "all" if len(orders) > 2 else "both"
            return [f"{all_of_them} lie {'under' if up else 'on'} {self.card(g.x if up else g.y)}"]
        items = [(p.y if up else p.x, p) for p in orders]
        return self.grouped(items, lambda p, many: self.chain(p, not up, many))

    def _either(self, group: Sequence[Fact], step: Step) -> str:
        f, via, rest = step.fact, step.premises[0], step.premises[1:]
        up = via.y == f.y  # y waits for z, and z for x or goes with it
        z, first = (via.x, f.x) if up else (via.y, f.y)
        orders = [p for p in rest if p.kind == "before"]
        head = f"{self.card(f.x)} goes before {self.card(f.y)}"
        clauses = [
            f"{self.card(f.y)} {self.chain(via, False)}"
            if up
            else f"{self.card(f.x)} {self.chain(via, True)}",
        ]
        others, items = self._partners(step, z, [(p.y if up else p.x, p) for p in orders])
        clauses += self.excluded(z, others) if others else []
        when = "later" if up else "earlier"
        clauses.append(
            f"{self.card(z)} goes with {self.card(first)}, or {when} "
            f"with {self.cards([x for x, _ in items], 'or')}"
        )
        clauses += self.grouped(items, lambda p, many: self.chain(p, not up, many))
        return compose(head, clauses)

    def _buried(self, group: Sequence[Fact], step: Step) -> str:
        x, js = step.fact.y, [g.x for g in group]
        many = len(js) > 1
        head = (
            f"{self.cards(js)} go{'' if many else 'es'} before {self.card(x)}, "
            f"on which {'they are' if many else 'it is'} turned"
        )
        clauses: list[str] = []
        for g in sorted(group, key=lambda g: -g.x):
            for p in self.proof[g].premises:
                if p.kind == "apart":
                    words = self.excluded(p.x, [p.y])[0]
                else:
                    words = f"{self.card(x)} {self.low(p)}"
                if words not in clauses:
                    clauses.append(words)
        return compose(head, clauses)

    def _ahead(self, group: Sequence[Fact], step: Step) -> str:
        f = step.fact
        on = " on it" if self.problem.turn[f.x] or self.problem.waste >> f.x & 1 else ""
        head = f"{self.card(f.x)} must be gone before {self.turn(f.y)} is turned{on}"
        clauses = []
        for p in step.premises:
            if p.kind == "before":
                clauses.append(f"it {self.chain(p, True)}")
            elif p.kind == "in time":
                clauses.append(f"it {self.high(p)}")
            else:
                clauses.append(f"{self.card(p.x)} {self.low(p)}")
        return compose(head, clauses)

    def _circle(self, group: Sequence[Fact], step: Step) -> str:
        a, b = step.premises
        one, two = (f"{self.card(p.x)} {self.chain(p, True)}" for p in (a, b))
        return compose_all([f"Contradiction: {one}", f"but {two}"])

    def _never(self, group: Sequence[Fact], step: Step) -> str:
        low = self.premise(step.fact, "not before")
        high = self.premise(step.fact, "in time")
        one = f"Contradiction: {self.card(low.x)} {self.low(low)}"
        return compose_all([one, f"but it {self.high(high)}"])

    def _none_left(self, group: Sequence[Fact], step: Step) -> str:
        low, high = self._sides(step)
        z, ys = (low[0], high) if len(low) == 1 else (high[0], low)
        head = f"Contradiction: no partner is left for {self.card(z)}"
        return f"{head}. {compose_all(self.excluded(z, ys, 'It'))}"

    def _crowd(self, group: Sequence[Fact], step: Step) -> str:
        low, high = self._sides(step)
        few_high, few_low = self._left(step, low, high), self._left(step, high, low)
        who, few, others = (low, few_high, high)
        if len(few_low) < len(few_high):
            who, few, others = high, few_low, low
        head = (
            f"Contradiction: {self.cards(who)} have only {self.cards(few)} to go with, "
            f"{_NUMBERS[len(who)]} cards for {_NUMBERS[len(few)]}"
        )
        return f"{head}. {compose_all([c for z in who for c in self.excluded(z, others)])}"

    def _clash(self, group: Sequence[Fact], step: Step) -> str:
        pair = self.premise(step.fact, "together")
        other = next(p for p in step.premises if p.kind != "together")
        if other.kind == "apart":
            why = self.excluded(other.x, [other.y])[0]
        else:
            why = f"{self.card(other.x)} {self.chain(other, True)}"
        two = f"but {self.card(pair.x)} {self.goes_with(pair)} {self.card(pair.y)}{self.ref(pair)}"
        return compose_all([f"Contradiction: {why}", two])


guard(__name__)
