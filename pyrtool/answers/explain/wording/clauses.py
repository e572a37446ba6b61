"""Reasons as parts of a sentence: what lies on what, and why two cards cannot go."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Final

from pyrtool.answers.explain.facts import SEEN, Fact, Step
from pyrtool.answers.explain.problem import Problem
from pyrtool.base.arguments import guard

Proof = Mapping[Fact, Step]
Link = tuple[str, int, str]
"""Words between a card and the next, that card, and words after it."""
Clause = Callable[[bool], str]
"""Words that follow one card, or several."""

PLURAL: Final = {"lies": "lie", "goes": "go", "waits": "wait", "is": "are", "must": "must"}


def listed(words: Iterable[str], joint: str = "and") -> str:
    """``A, B and C``."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


class Clauses:
    """The words for the facts of a proof. A fact that has a number is named by it.

    A card is named with its place where it is first named (`placed`). `now` is the fact that the
    sentence is about. `own`: the facts with a sentence of their own.
    """

    def __init__(self, problem: Problem, proof: Proof) -> None:
        self.problem, self.proof = problem, proof
        self.placed: set[int] = set()
        self.number: dict[Fact, str] = {}
        self.own: set[Fact] = set()
        self.now: Fact | None = None

    # Cards and moments.

    def card(self, x: int) -> str:
        """The card, with its place the first time."""
        name = str(self.problem.cards[x])
        if x in self.placed:
            return name
        self.placed.add(x)
        return f"{name} ({self.problem.places[x]})"

    def cards(self, xs: Iterable[int], joint: str = "and") -> str:
        """Several cards."""
        return listed([self.card(x) for x in xs], joint)

    def turn(self, slot: int) -> str:
        """The card that is turned at the beginning of a slot."""
        found = [x for x, turned in enumerate(self.problem.turn) if turned == slot]
        return self.card(found[0]) if found else f"stock card {slot + self._dealt()}"

    def _dealt(self) -> int:
        """How many stock cards were dealt before, as places count them."""
        for place, turned in zip(self.problem.places, self.problem.turn, strict=True):
            if turned:
                return int(place.removeprefix("stock ")) - turned
        return 0

    def ref(self, fact: Fact) -> str:
        """The number of a fact that was shown before."""
        return f" [{self.number[fact]}]" if fact in self.number and fact != self.now else ""

    def is_shown(self, fact: Fact) -> bool:
        """Whether the fact is named by its number here."""
        return fact in self.own and fact != self.now

    def premise(self, fact: Fact, *kinds: str) -> Fact:
        """The first premise of one of some kinds."""
        return next(p for p in self.proof[fact].premises if p.kind in kinds)

    def goes_with(self, pair: Fact) -> str:
        """``goes with``, or in a trial ``is to go with``."""
        return "is to go with" if self.proof[pair].technique == "supposed" else "goes with"

    # Orders.

    def links(self, f: Fact, forward: bool, named: Container[Fact] = ()) -> list[Link]:
        """From x to y of "x goes before y", or backward from y to x: words, a card, a number.

        `named` are the pairs that words beside these name.
        """
        step, a, b = self.proof[f], f.x, f.y
        end = b if forward else a
        named = named or self._pairs(f)
        if not self.is_shown(f):
            if step.technique == "covers":
                return [("lies on" if forward else "lies under", end, "")]
            if step.technique == "uncovered":
                words = "lies on" if forward else "lies under"
                return [(words, end, self._not_together(step.premises[0], named))]
            if step.technique == "chain":
                one, two = (self.links(p, forward, named) for p in step.premises)
                return one + two if forward else two + one
            if step.technique == "partner":
                return self._partner_links(f, forward, named)
            if step.technique == "stock pair":
                return self._between(f, forward)
            if step.technique == "buried":
                low = self.ref(step.premises[0])
                on_it = f", which is turned on it{low}"
                return [("is turned on", end, low) if forward else ("waits for", end, on_it)]
        return [("goes before" if forward else "waits for", end, self.ref(f))]

    def _pairs(self, f: Fact) -> set[Fact]:
        """The pairs that the words for an order name."""
        step = self.proof[f]
        if f.kind == "together":
            return {f}
        if self.is_shown(f) or step.technique not in ("chain", "partner"):
            return set()
        return set().union(*map(self._pairs, step.premises))

    def _not_together(self, apart: Fact, named: Container[Fact]) -> str:
        """That a card does not go with the one that it lies on, if a pair does not say so."""
        step = self.proof[apart]
        taken = step.technique == "taken" and not self.is_shown(apart)
        if taken and step.premises[0] in named:
            return ""
        number = self.ref(step.premises[0] if taken else apart)
        return f" and does not go with it{number}"

    def _between(self, f: Fact, forward: bool) -> list[Link]:
        """A card that is turned between two that go together."""
        pair = self.proof[f].premises[0]
        low = pair.x if pair.y == f.y else pair.y
        here = (self.goes_with(pair), f.y if forward else low, self.ref(pair))
        if forward:
            return [("is turned on", low, ""), here]
        return [here, ("waits for", f.x, ", which is turned on it")]

    def _partner_links(self, f: Fact, forward: bool, named: Container[Fact]) -> list[Link]:
        pair, order = self.premise(f, "together"), self.premise(f, "before")
        first = order.y == f.y  # the partner of x goes before y; else x goes before y's partner
        met = (order.x if forward else f.x) if first else (f.y if forward else order.y)
        here = (self.goes_with(pair), met, self.ref(pair))
        rest = self.links(order, forward, named)
        return [here, *rest] if first == forward else [*rest, here]

    def chain(self, f: Fact, forward: bool, plural: bool = False) -> str:
        """An order in words: ``lies under 9H, which waits for 4H [1]``."""
        out = []
        for k, (words, x, ref) in enumerate(self.links(f, forward)):
            verb, _, rest = words.partition(" ")
            verb = PLURAL[verb] if plural and k == 0 else verb
            out.append(f"{verb} {rest} {self.card(x)}{ref}")
        return ", which ".join(out)

    def low(self, f: Fact, plural: bool = False) -> str:
        """Why a card does not go before a slot."""
        step = self.proof[f]
        if step.technique == "turned":
            return "are not turned earlier" if plural else "is not turned earlier"
        if not self.is_shown(f):
            if step.technique == "chain":
                order, low = step.premises
                return self.chain(order, False, plural) + self._tail(low)
            if step.technique == "partner":
                pair, low = self.premise(f, "together"), self.premise(f, "not before")
                words = f"{self.goes_with(pair)} {self.card(low.x)}{self.ref(pair)}"
                return words + self._tail(low)
            if step.technique == "stock pair":
                pair = step.premises[0]
                other = pair.y if pair.x == f.x else pair.x
                return f"goes with {self.card(other)}{self.ref(pair)}, in the stock"
            if self.waits_for_first(f):
                verb = "wait" if plural else "waits"
                return f"{verb} for the first possible partner to be turned, {self.turn(f.y)}"
        return f"wait{'' if plural else 's'} for {self.turn(f.y)} to be turned{self.ref(f)}"

    def waits_for_first(self, f: Fact) -> bool:
        """Whether a card waits for a slot because all its partners are turned then or later."""
        step = self.proof[f]
        return step.technique == "wait" and all(
            self.proof[p].technique == "turned" for p in step.premises
        )

    def _tail(self, low: Fact) -> str:
        return "" if self.proof[low].technique == "turned" else f", which {self.low(low)}"

    def high(self, f: Fact, plural: bool = False) -> str:
        """Why a card goes before a slot."""
        step = self.proof[f]
        if not self.is_shown(f):
            if step.technique == "chain":
                order, high = step.premises
                return f"{self.chain(order, True, plural)}, which {self.high(high)}"
            if step.technique == "partner":
                pair, high = self.premise(f, "together"), self.premise(f, "in time")
                words = f"{self.goes_with(pair)} {self.card(high.x)}{self.ref(pair)}"
                return f"{words}, which {self.high(high)}"
            if step.technique == "stock pair":
                pair = step.premises[0]
                later = max(pair.x, pair.y)
                other = pair.y if pair.x == f.x else pair.x
                when = "it" if f.x == later else "that"
                return f"goes with {self.card(other)}{self.ref(pair)} when {when} is turned"
            if step.technique == "ahead":
                return f"{self.chain(step.premises[0], True, plural)}, so before that is turned"
        return f"must be gone before {self.turn(f.y)} is turned{self.ref(f)}"

    # Why two cards do not go together.

    def why_not(self, z: int, y: int) -> tuple[object, Clause]:
        """Why z cannot go with y: a key, alike for cards with the same reason, and a clause."""
        f = Fact("apart", min(z, y), max(z, y))
        step = self.proof[f]
        if self.is_shown(f):
            return ("shown", self.number[f]), lambda n: self.ref(f)
        if step.technique == "order":
            return self._why_order(step.premises[0], y)
        if step.technique == "taken":
            pair = step.premises[0]
            if z in pair.cards:
                return (
                    "own",
                    pair,
                ), lambda n: f", as it {self.goes_with(pair)} another{self.ref(pair)}"
            other = pair.x if pair.y == y else pair.y
            words = self.goes_with(pair)
            return ("taken", y), lambda n: f", which {words} {self.card(other)}{self.ref(pair)}"
        if step.technique == "window":
            return self._why_window(f, z)
        if step.technique == "late":
            return self._why_late(step.premises[0], z, y)
        words_of = {
            "trial": ", as the trial has shown",
            "never match": ", as two stock cards never match",
        }
        return (step.technique,), lambda n: words_of.get(step.technique, self.ref(f))

    def _why_order(self, order: Fact, y: int) -> tuple[object, Clause]:
        forward = order.x == y
        if not self.is_shown(order) and self.proof[order].technique == "covers":
            verb = ("lie {} it", "lies {} it")
            where = "on" if forward else "under"
            how = " indirectly" if self.problem.rules.overlap else ""  # else the two could go
            return where, lambda n: ", which " + verb[not n].format(where) + how
        steps = tuple(self.links(order, forward))
        return steps, lambda n: f", which {self.chain(order, forward, n)}"

    def _why_window(self, f: Fact, z: int) -> tuple[object, Clause]:
        high, low = self.premise(f, "in time"), self.premise(f, "not before")
        key: tuple[object, ...]
        if high.x != z:
            key = ("window", self.high(high), low)
            return key, lambda n: f", which {self.high(high, n)}: {self.card(z)} {self.low(low)}"
        if self.proof[low].technique != "turned":
            key = ("window", high, self.low(low))
            return key, lambda n: f", which {self.low(low, n)}: {self.card(z)} {self.high(high)}"
        return (
            ("window", high),
            lambda n: (
                f", which {'are' if n else 'is'} turned too late: {self.card(z)} {self.high(high)}"
            ),
        )

    def _why_late(self, low: Fact, z: int, y: int) -> tuple[object, Clause]:
        if low.x == z and y > z:
            return (
                ("late", low),
                lambda n: (
                    f", which would go with it only when turned, and {self.card(z)} {self.low(low)}"
                ),
            )
        return (
            ("late", low, max(z, y)),
            lambda n: (
                f", as they would go when {self.card(max(z, y))} is turned, and "
                f"{self.card(low.x)} {self.low(low)}"
            ),
        )

    def excluded(self, z: int, ys: Sequence[int], subject: str = "") -> list[str]:
        """Clauses: ``it cannot go with A and B, which lie on it``, ``nor with C, ...``."""
        groups: dict[object, tuple[list[int], Clause]] = {}
        for y in ys:
            key, clause = self.why_not(z, y)
            groups.setdefault(key, ([], clause))[0].append(y)
        parts: list[str] = []
        for some, clause in groups.values():
            begin = "nor with" if parts else f"{subject or self.card(z)} cannot go with"
            words = f"{begin} {self.cards(some, 'or')}"
            parts.append(words + clause(len(some) > 1))
        return parts

    def grouped(
        self, items: Sequence[tuple[int, Fact]], words_for: Callable[[Fact, bool], str]
    ) -> list[str]:
        """Clauses about several cards, those with the same words together."""
        for _, fact in items:  # places are named once, whatever the groups
            words_for(fact, False)
        groups: dict[str, list[tuple[int, Fact]]] = {}
        for x, fact in items:
            groups.setdefault(words_for(fact, False), []).append((x, fact))
        return [
            f"{self.cards([x for x, _ in some])} {words_for(some[0][1], len(some) > 1)}"
            for some in groups.values()
        ]

    def is_glance(self, fact: Fact) -> bool:
        """Whether a reader sees the fact at a glance."""
        step = self.proof[fact]
        if step.technique in SEEN or step.technique == "taken":
            return True
        return step.technique == "order" and self.proof[step.premises[0]].technique == "covers"


guard(__name__)
