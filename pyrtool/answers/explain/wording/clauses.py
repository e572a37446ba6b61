"""Reasons as parts of a sentence: why two cards cannot go together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyrtool.answers.explain.facts import SEEN, Fact
from pyrtool.answers.explain.wording.orders import Orders
from pyrtool.base.arguments import guard

Clause = Callable[[bool], str]
"""Words that follow one card, or several."""


class Clauses(Orders):
    """The words for why a card does not go with others."""

    def why_not(self, z: int, y: int) -> tuple[object, Clause]:
        """Why z cannot go with y: a key, alike for cards with the same reason, and a clause."""
        f = Fact("apart", min(z, y), max(z, y))
        if f not in self.proof:
            return self._lying("on" if self.problem.above[z] >> y & 1 else "under")
        step = self.proof[f]
        if self.is_shown(f):
            return ("shown", self.number[f]), lambda n: self.ref(f)
        if step.technique == "order":
            return self._why_order(step.premises[0], y)
        if step.technique == "taken":
            return self._why_taken(step.premises[0], z, y)
        if step.technique == "window":
            return self._why_window(f, z)
        if step.technique == "late":
            return self._why_late(step.premises[0], z, y)
        if step.technique == "never match":
            return (step.technique,), lambda n: ", as two stock cards never match"
        return (step.technique, self.trials.get(f)), lambda n: self.ref(f)

    def _why_taken(self, pair: Fact, z: int, y: int) -> tuple[object, Clause]:
        one = z if z in pair.cards else y
        other = pair.x if pair.y == one else pair.y
        begin = ", as it" if one == z else ", which"
        return (
            "taken",
            one,
        ), lambda n: f"{begin} {self.goes_with(pair)} {self.card(other)}{self.ref(pair)}"

    def _why_order(self, order: Fact, y: int) -> tuple[object, Clause]:
        forward = order.x == y
        if not self.is_shown(order) and self.proof[order].technique == "covers":
            return self._lying("on" if forward else "under")
        steps = tuple(self.links(order, forward))
        return steps, lambda n: f", which {self.chain(order, forward, n)}"

    def _lying(self, where: str) -> tuple[object, Clause]:
        how = " indirectly" if self.problem.rules.overlap else ""  # else the two could go
        return where, lambda n: f", which {'lie' if n else 'lies'} {where} it{how}"

    def lies_apart(self, z: int, y: int) -> bool:
        """Whether one of two cards lies on the other, so that a reader sees that they cannot go
        together."""
        return bool((self.problem.above[z] >> y | self.problem.above[y] >> z) & 1)

    def _why_window(self, f: Fact, z: int) -> tuple[object, Clause]:
        high, low = self.premise(f, "in time"), self.premise(f, "not before")
        if high.x != z:
            key = self.without_places(lambda: self.high(high))
            return (
                "window",
                key,
                low,
            ), lambda n: f", which {self.high(high, n)}{self._while_later(low, high)}"
        if self.proof[low].technique != "turned":
            key = self.without_places(lambda: self.low(low))
            return (
                "window",
                high,
                key,
            ), lambda n: f", which {self.low(low, n)}; but {self.card(z)} {self.high(high)}"
        return (
            ("window", high),
            lambda n: (
                f", which {'are' if n else 'is'} turned after {self.card(z)} goes: "
                f"{self.card(z)} {self.high(high)}"
            ),
        )

    def _while_later(self, low: Fact, high: Fact) -> str:
        """That a card goes later than another, unless that goes before the card is turned."""
        is_turned = self.proof[low].technique == "turned" and low.y == high.y
        if is_turned and self.proof[high].technique != "stock pair":
            return ""
        return f"; but {self.card(low.x)} {self.low(low)}"

    def _why_late(self, low: Fact, z: int, y: int) -> tuple[object, Clause]:
        if low.x == z and y > z:
            return (
                ("late", low),
                lambda n: (
                    f", which would go with it only when turned, and {self.card(z)} {self.low(low)}"
                ),
            )
        last = max(z, y)
        when = "only when turned" if last == z else f"only when {self.problem.cards[y]} is turned"
        return (
            ("late", low, last),
            lambda n: (
                f", as {self.card(z)} would go with {'them' if n else 'it'} {when}, and "
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
            goes_on = parts and "; " not in parts[-1]
            begin = "nor with" if goes_on else f"{subject or self.card(z)} cannot go with"
            subject = ""
            words = f"{begin} {self.cards(some, 'or')}"
            parts.append(words + clause(len(some) > 1))
        return parts

    def is_glance(self, fact: Fact) -> bool:
        """Whether a reader sees the fact at a glance."""
        step = self.proof[fact]
        if step.technique in SEEN or step.technique == "taken":
            return True
        return step.technique == "order" and self.proof[step.premises[0]].technique == "covers"


guard(__name__)
