"""Reasons as parts of a sentence: why two cards cannot go together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from pyrtool.answers.explain.facts import SEEN, Fact
from pyrtool.answers.explain.wording import verbs
from pyrtool.answers.explain.wording.orders import Clause, Orders, beginning
from pyrtool.answers.explain.wording.phrases import Nor, phrase, row
from pyrtool.answers.explain.wording.verbs import WHICH, WHICH_MANY, Subject, named
from pyrtool.base.arguments import guard
from pyrtool.languages import message

Reason: TypeAlias = Callable[[bool], Clause]
"""Words that follow one card, or several."""

CANNOT: Final = message("{0} cannot go with {1}")
BUT: Final = message("but {0}")
_IT_CANNOT: Final = message("it cannot go with {0}")
_LYING: Final = {
    ("on", False, False): message(", which lies on it"),
    ("on", True, False): message(", which lie on it"),
    ("on", False, True): message(", which lies on it indirectly"),
    ("on", True, True): message(", which lie on it indirectly"),
    ("under", False, False): message(", which lies under it"),
    ("under", True, False): message(", which lie under it"),
    ("under", False, True): message(", which lies under it indirectly"),
    ("under", True, True): message(", which lie under it indirectly"),
}
"""By where they lie, whether they are several, and whether other cards lie between."""

_TAKEN: Final = {
    verbs.GOES_WITH: message(", as it goes with {0}"),
    verbs.IS_TO_GO_WITH: message(", as it is to go with {0}"),
}
_TURNED_AFTER: Final = {
    False: message(", which is turned after {1} goes: {0}"),
    True: message(", which are turned after {1} goes: {0}"),
}
_ONLY_TURNED_LATER: Final = message(", which would go with it only when turned, and {0}")
_ONLY_TURNED: Final = {
    False: message(", as {1} would go with it only when turned, and {0}"),
    True: message(", as {1} would go with them only when turned, and {0}"),
}
_ONLY_AT: Final = {
    False: message(", as {1} would go with it only when {2} is turned, and {0}"),
    True: message(", as {1} would go with them only when {2} is turned, and {0}"),
}


def which(many: bool) -> Subject:
    """The cards before as a subject."""
    return WHICH_MANY if many else WHICH


class Clauses(Orders):
    """The words for why a card does not go with others."""

    def why_not(self, z: int, y: int) -> tuple[object, Reason]:
        """Why z cannot go with y: a key, alike for cards with the same reason, and a clause."""
        f = Fact("apart", min(z, y), max(z, y))
        if f not in self.proof:
            return self._lying("on" if self.problem.above[z] >> y & 1 else "under")
        step = self.proof[f]
        if self.is_shown(f):
            return ("shown", self.number[f]), lambda n: (self.ref(f),)
        if step.technique == "order":
            return self._why_order(step.premises[0], y)
        if step.technique == "taken":
            return self._why_taken(step.premises[0], z, y)
        if step.technique == "window":
            return self._why_window(f, z)
        if step.technique == "late":
            return self._why_late(step.premises[0], z, y)
        if step.technique == "never match":
            return (step.technique,), lambda n: (phrase(", as two stock cards never match"),)
        return (step.technique, self.trials.get(f)), lambda n: (self.ref(f),)

    def _why_taken(self, pair: Fact, z: int, y: int) -> tuple[object, Reason]:
        one = z if z in pair.cards else y
        other = pair.x if pair.y == one else pair.y
        if one != z:
            return ("taken", one), lambda n: (self.pair(WHICH, pair, other),)
        return ("taken", one), lambda n: (
            row(phrase(_TAKEN[self.goes_with(pair)], self.card(other)), self.ref(pair)),
        )

    def _why_order(self, order: Fact, y: int) -> tuple[object, Reason]:
        forward = order.x == y
        if not self.is_shown(order) and self.proof[order].technique == "covers":
            return self._lying("on" if forward else "under")
        steps = tuple(self.links(order, forward))
        return steps, lambda n: self.chain(order, forward, which(n))

    def _lying(self, where: str) -> tuple[object, Reason]:
        indirectly = self.problem.rules.overlap  # else the two could go
        return where, lambda n: (phrase(_LYING[where, n, indirectly]),)

    def lies_apart(self, z: int, y: int) -> bool:
        """Whether one of two cards lies on the other, so that a reader sees that they cannot go
        together."""
        return bool((self.problem.above[z] >> y | self.problem.above[y] >> z) & 1)

    def _why_window(self, f: Fact, z: int) -> tuple[object, Reason]:
        high, low = self.premise(f, "in time"), self.premise(f, "not before")
        if high.x != z:
            key: object = self.without_places(lambda: self.high(high, named("")))
            return ("window", key, low), lambda n: (
                *self.high(high, which(n)),
                *self._while_later(low, high),
            )
        if self.proof[low].technique != "turned":
            key = self.without_places(lambda: self.low(low, named("")))
            return ("window", high, key), lambda n: (
                *self.low(low, which(n)),
                *self._though(self.high, high, z),
            )

        def turned_after(n: bool) -> Clause:
            card = self.card(z)
            return beginning(_TURNED_AFTER[n], self.high(high, named(self.card(z))), card)

        return ("window", high), turned_after

    def _though(self, says: Callable[[Fact, Subject], Clause], fact: Fact, x: int) -> Clause:
        """What is true of a card, against what was said before."""
        return beginning(BUT, says(fact, named(self.card(x))))

    def _while_later(self, low: Fact, high: Fact) -> Clause:
        """That a card goes later than another, unless that goes before the card is turned."""
        is_turned = self.proof[low].technique == "turned" and low.y == high.y
        if is_turned and self.proof[high].technique != "stock pair":
            return ()
        return self._though(self.low, low, low.x)

    def _why_late(self, low: Fact, z: int, y: int) -> tuple[object, Reason]:
        last = max(z, y)

        def late(n: bool) -> Clause:
            if low.x == z and y > z:
                return beginning(_ONLY_TURNED_LATER, self.low(low, named(self.card(z))))
            card = self.card(z)
            clause = self.low(low, named(self.card(low.x)))
            if last == z:
                return beginning(_ONLY_TURNED[n], clause, card)
            return beginning(_ONLY_AT[n], clause, card, str(self.problem.cards[y]))

        return ("late", low) if low.x == z and y > z else ("late", low, last), late

    def excluded(self, z: int, ys: Sequence[int], it: bool = False) -> list[Clause]:
        """Clauses: ``it cannot go with A and B, which lie on it``, ``nor with C, ...``."""
        groups: dict[object, tuple[list[int], Reason]] = {}
        for y in ys:
            key, reason = self.why_not(z, y)
            groups.setdefault(key, ([], reason))[0].append(y)
        clauses: list[Clause] = []
        for some, reason in groups.values():
            goes_on = len(clauses[-1]) == 1 if clauses else False
            it = it and (goes_on or not clauses)  # after other clauses, the card is named again
            who = "" if it else str(self.problem.cards[z]) if goes_on else self.card(z)
            cards = self.cards(some, "or")
            first, *more = reason(len(some) > 1)
            whole = row(phrase(CANNOT, who, cards) if who else phrase(_IT_CANNOT, cards), first)
            if goes_on:
                whole = Nor(row(phrase("nor with {0}", cards), first), whole)
            clauses.append((whole, *more))
        return clauses

    def is_glance(self, fact: Fact) -> bool:
        """Whether a reader sees the fact at a glance."""
        step = self.proof[fact]
        if step.technique in SEEN or step.technique == "taken":
            return True
        return step.technique == "order" and self.proof[step.premises[0]].technique == "covers"


guard(__name__)
