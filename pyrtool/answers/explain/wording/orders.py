"""Cards, moments and orders as parts of a sentence: what lies on what, and what goes when."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

from pyrtool.answers.explain.facts import Fact, Step
from pyrtool.answers.explain.problem import Problem
from pyrtool.base.arguments import guard

Proof = Mapping[Fact, Step]
Words = TypeVar("Words", str, list[str])

PLURAL: Final = {"lies": "lie", "goes": "go", "waits": "wait", "is": "are", "must": "must"}

_START: Final = -1
"""Among the cards with their places: that the place of the first stock card was explained."""


class Link(NamedTuple):
    """Words between a card and the next, that card, and words after it.

    `low`: why a card that is turned on the other finds it there, where the words say that.
    """

    words: str
    card: int
    after: str = ""
    low: Fact | None = None

    @property
    def is_closed(self) -> bool:
        """Whether no "which" after the words would mean the card."""
        return self.low is not None or self.after.startswith(",")


def listed(words: Iterable[str], joint: str = "and") -> str:
    """``A, B and C``."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


class Orders:
    """The words for cards and for when they go. A fact that has a number is named by it.

    A card is named with its place where it is first named (`placed`), a stock card once in each
    sentence. `now` is the fact that the sentence is about. `own`: the facts with a sentence of
    their own. `trials`: what trials have shown, each with the letter of its trial.
    """

    def __init__(self, problem: Problem, proof: Proof) -> None:
        self.problem, self.proof = problem, proof
        self.placed: set[int] = set()
        self.number: dict[Fact, str] = {}
        self.trials: dict[Fact, str] = {}
        self._in_stock = {x for x, turned in enumerate(problem.turn) if turned}
        self.own: set[Fact] = set()
        self.now: Fact | None = None

    # Cards and moments.

    def card(self, x: int) -> str:
        """The card, with its place the first time."""
        name = str(self.problem.cards[x])
        if x in self.placed:
            return name
        self.placed.add(x)
        place = self.problem.places[x]
        if place == "stock 1" and _START not in self.placed:
            self.placed.add(_START)
            place += ", the turned card"
        return f"{name} ({place})"

    def begin(self) -> None:
        """Begin a sentence: a reader finds a stock card by its place."""
        self.placed -= self._in_stock

    def without_places(self, words: Callable[[], Words]) -> Words:
        """Words in which no card has its place."""
        placed, self.placed = self.placed, set(range(len(self.problem.cards)))
        text = words()
        self.placed = placed
        return text

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
        """The number of a fact that was shown before, or the trial that has shown it."""
        if fact in self.number and fact != self.now:
            return f" [{self.number[fact]}]"
        return f", as trial {self.trials[fact]} has shown" if fact in self.trials else ""

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
                return [Link("lies on" if forward else "lies under", end)]
            if step.technique == "uncovered":
                words = "lies on" if forward else "lies under"
                return [Link(words, end, self._not_together(step.premises[0], named))]
            if step.technique == "chain":
                one, two = (self.links(p, forward, named) for p in step.premises)
                return one + two if forward else two + one
            if step.technique == "partner":
                return self._partner_links(f, forward, named)
            if step.technique == "stock pair":
                return self._between(f, forward)
            if step.technique == "buried":
                return [Link("is turned on" if forward else "waits for", end, "", step.premises[0])]
        return [Link("goes before" if forward else "waits for", end, self.ref(f))]

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
        here = Link(self.goes_with(pair), f.y if forward else low, self.ref(pair))
        if forward:
            return [Link("is turned on", low), here]
        return [here, Link("waits for", f.x, ", which is turned on it")]

    def _partner_links(self, f: Fact, forward: bool, named: Container[Fact]) -> list[Link]:
        pair, order = self.premise(f, "together"), self.premise(f, "before")
        first = order.y == f.y  # the partner of x goes before y; else x goes before y's partner
        met = (order.x if forward else f.x) if first else (f.y if forward else order.y)
        here = Link(self.goes_with(pair), met, self.ref(pair))
        rest = self.links(order, forward, named)
        return [here, *rest] if first == forward else [*rest, here]

    def chain(self, f: Fact, forward: bool, plural: bool = False) -> str:
        """An order in words: ``lies under 9H, which waits for 4H [1]``. Where "which" would not
        mean the last card, it is named again, after a semicolon."""
        return self._linked(self.links(f, forward), forward, plural, f.x)

    def _linked(
        self, links: Sequence[Link], forward: bool, plural: bool = False, x: int | None = None
    ) -> str:
        """The words of links from a card x."""
        text, last = "", None
        for link in links:
            many = plural and last is None
            verb, _, rest = link.words.partition(" ")
            text += "" if last is None else self._joint(last)
            if link.low is None or forward:
                text += f"{PLURAL[verb] if many else verb} {rest} {self.card(link.card)}"
                if link.low is None:
                    text += link.after
                elif x is not None and not many and self.problem.turn[x] == link.low.y:
                    text += f", which waits for it to be turned{self.ref(link.low)}"
                else:
                    text += f", which {self._until(link.low)}"
            else:
                it = "them" if many else "it"
                text += (
                    f"{self._until(link.low, many)}, so {self.card(link.card)} is turned on {it}"
                )
            last, x = link, link.card
        return text

    def _joint(self, last: Link) -> str:
        """What leads on from the last card of a link."""
        return f"; {self.card(last.card)} " if last.is_closed else ", which "

    def _until(self, low: Fact, plural: bool = False) -> str:
        """That a card waits for a stock card."""
        return f"wait{'' if plural else 's'} for {self.turn(low.y)}{self.ref(low)}"

    def low(self, f: Fact, plural: bool = False) -> str:
        """Why a card does not go before a slot."""
        step = self.proof[f]
        if step.technique == "turned":
            return "are turned later" if plural else "is turned later"
        if not self.is_shown(f):
            if step.technique == "chain":
                order, low = step.premises
                words = self.chain(order, False, plural)
                return words + self._tail(low, self.links(order, False)[-1])
            if step.technique == "partner":
                pair, low = self.premise(f, "together"), self.premise(f, "not before")
                words = f"{self.goes_with(pair)} {self.card(low.x)}{self.ref(pair)}"
                return words + self._tail(low, Link("", low.x))
            if step.technique == "stock pair":
                pair = step.premises[0]
                other = pair.y if pair.x == f.x else pair.x
                return f"goes with {self.card(other)}{self.ref(pair)} when that is turned"
            if self.waits_for_first(f):
                has, their = ("have", "their") if plural else ("has", "its")
                return f"{has} all {their} partners in the stock, {self.turn(f.y)} first"
        return f"wait{'' if plural else 's'} for {self.turn(f.y)} to be turned{self.ref(f)}"

    def waits_for_first(self, f: Fact) -> bool:
        """Whether a card waits for a slot because all its partners are turned then or later."""
        step = self.proof[f]
        return step.technique == "wait" and all(
            self.proof[p].technique == "turned" for p in step.premises
        )

    def _tail(self, low: Fact, last: Link) -> str:
        is_turned = self.proof[low].technique == "turned"
        return "" if is_turned else f"{self._joint(last)}{self.low(low)}"

    def high(self, f: Fact, plural: bool = False) -> str:
        """Why a card goes before a slot."""
        step = self.proof[f]
        if not self.is_shown(f):
            if step.technique == "chain":
                order, high = step.premises
                return self._high_after(self.links(order, True), f.x, high, plural)
            if step.technique == "partner":
                pair, high = self.premise(f, "together"), self.premise(f, "in time")
                link = Link(self.goes_with(pair), high.x, self.ref(pair))
                return self._high_after([link], f.x, high, plural)
            if step.technique == "stock pair":
                pair = step.premises[0]
                later = max(pair.x, pair.y)
                other = pair.y if pair.x == f.x else pair.x
                words = f"{self.goes_with(pair)} {self.card(other)}{self.ref(pair)}"
                return f"{words} when {'it' if f.x == later else self.card(later)} is turned"
            if step.technique == "ahead":
                words = self.chain(step.premises[0], True, plural)
                it = "them" if plural else "it"
                return f"{words}, so before {self.turn(f.y)} is turned on {it}"
        return f"must be gone before {self.turn(f.y)} is turned{self.ref(f)}"

    def _high_after(self, links: Sequence[Link], x: int, high: Fact, plural: bool) -> str:
        """Links from a card to another, and why that goes before a slot. Where the last link is a
        pair, the words do not lead back by it."""
        words = self._linked(links, True, plural)
        before = links[-2].card if len(links) > 1 else x
        step = self.proof[high]
        if not self.is_shown(high) and links[-1].words.endswith("with"):
            if step.technique == "stock pair" and before in step.premises[0].cards:
                it = "that" if self.problem.turn[high.x] > self.problem.turn[before] else "it"
                return f"{words} when {it} is turned"
            ahead = self.links(step.premises[0], True) if step.technique == "ahead" else []
            if len(ahead) > 1 and ahead[0].card == before:
                then = f"{self.card(before)} {self._linked(ahead[1:], True)}"
                end = f"so {self.card(high.x)} goes before {self.turn(high.y)} is turned on it"
                return f"{words}; {then}, {end}"
        return f"{words}{self._joint(links[-1])}{self.high(high)}"

    def grouped(
        self, items: Sequence[tuple[int, Fact]], words_for: Callable[[Fact, bool], str]
    ) -> list[str]:
        """Clauses about several cards, those with the same words together."""
        groups: dict[str, list[tuple[int, Fact]]] = {}
        for x, fact in items:
            key = self.without_places(partial(words_for, fact, False))
            groups.setdefault(key, []).append((x, fact))
        return [
            f"{self.cards([x for x, _ in some])} {words_for(some[0][1], len(some) > 1)}"
            for some in groups.values()
        ]


guard(__name__)
