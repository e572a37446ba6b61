"""Cards, moments and orders as parts of a sentence: what lies on what, and what goes when."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, TypeVar

from pyrtool.answers.explain.facts import Fact, Step
from pyrtool.answers.explain.problem import Problem
from pyrtool.answers.explain.wording import verbs
from pyrtool.answers.explain.wording.phrases import Phrase, Text, listed, phrase, row, separated
from pyrtool.answers.explain.wording.verbs import WHICH, Subject, Verb, named
from pyrtool.base.arguments import guard
from pyrtool.languages import Joint, message

Proof = Mapping[Fact, Step]
Words = TypeVar("Words")
Clause: TypeAlias = tuple[Text, ...]
"""What semicolons part: the first text has the subject, or goes on from the words before."""

Says = Callable[[Fact, Subject], Clause]
"""The words for a fact about a subject."""

_START: Final = -1
"""Among the cards with their places: that the place of the first stock card was explained."""

_OPEN: Final = message("open")
"""Where the cards of an open stock lie, as places name it."""

_SO_ON_IT: Final = message("{0}, so {1} is turned on it")
_SO_ON_THEM: Final = message("{0}, so {1} is turned on them")
_SO_BEFORE_IT: Final = message("{0}, so before {1} is turned on it")
_SO_BEFORE_THEM: Final = message("{0}, so before {1} is turned on them")
_SO_GOES_BEFORE: Final = message("{0}, so {1} goes before {2} is turned on it")
_WHEN_IT: Final = message("{0} when it is turned")
_WHEN_THAT: Final = message("{0} when that is turned")


class Link(NamedTuple):
    """What the card before does with a card, and the number that shows it.

    `low`: why a card that is turned on the other finds it there, where the words say that.
    `ends`: no "which" after the words would mean the card.
    """

    verb: Verb
    card: int
    ref: Text = ""
    low: Fact | None = None
    ends: bool = False


def after(clause: Clause, more: Clause) -> Clause:
    """A clause that goes on with another, which begins with its relative pronoun."""
    return (*clause[:-1], row(clause[-1], more[0]), *more[1:])


def beginning(text: str, clause: Clause, *values: Text) -> Clause:
    """A clause whose first text is the first value of a message."""
    return (phrase(text, clause[0], *values), *clause[1:])


def ending(clause: Clause, text: str, *values: Text) -> Clause:
    """A clause whose last text is the first value of a message."""
    return (*clause[:-1], phrase(text, clause[-1], *values))


def set_of(name: str) -> Text:
    """A set with the letters of the language: ``A-Q``."""
    return separated([phrase(rank) for rank in name.split("-")], "-")


def place_of(place: str) -> Text:
    """A place in words that have a language each: ``stock 4``."""
    words = [phrase(word) if word.isalpha() else word for word in place.split()]
    return separated(words, " ")


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

    def card(self, x: int) -> Text:
        """The card, with its place the first time."""
        name = str(self.problem.cards[x])
        if x in self.placed:
            return name
        self.placed.add(x)
        place = place_of(self.problem.places[x])
        if self.problem.places[x] == "stock 1" and _START not in self.placed:
            self.placed.add(_START)
            place = phrase("{0}, the turned card", place)
        return row(name, " (", place, ")")

    def begin(self) -> None:
        """Begin a sentence: a reader finds a stock card by its place."""
        self.placed -= self._in_stock

    def without_places(self, words: Callable[[], Words]) -> Words:
        """Words in which no card has its place."""
        placed, self.placed = self.placed, set(range(len(self.problem.cards)))
        text = words()
        self.placed = placed
        return text

    def cards(self, xs: Iterable[int], joint: Joint = "and") -> Text:
        """Several cards."""
        return listed([self.card(x) for x in xs], joint)

    def turn(self, slot: int) -> Text:
        """The card that is turned at the beginning of a slot."""
        found = [x for x, turned in enumerate(self.problem.turn) if turned == slot]
        return self.card(found[0]) if found else phrase("stock card {0}", str(slot + self._dealt()))

    def _dealt(self) -> int:
        """How many stock cards were dealt before, as places count them."""
        for place, turned in zip(self.problem.places, self.problem.turn, strict=True):
            if turned:
                return int(place.removeprefix("stock ")) - turned
        return 0

    def ref(self, fact: Fact) -> Text:
        """The number of a fact that was shown before, or the trial that has shown it."""
        if fact in self.number and fact != self.now:
            return f" [{self.number[fact]}]"
        return phrase(", as trial {0} has shown", self.trials[fact]) if fact in self.trials else ""

    def is_shown(self, fact: Fact) -> bool:
        """Whether the fact is named by its number here."""
        return fact in self.own and fact != self.now

    def premise(self, fact: Fact, *kinds: str) -> Fact:
        """The first premise of one of some kinds."""
        return next(p for p in self.proof[fact].premises if p.kind in kinds)

    def goes_with(self, pair: Fact) -> Verb:
        """``goes with``, or in a trial ``is to go with``."""
        is_supposed = self.proof[pair].technique == "supposed"
        return verbs.IS_TO_GO_WITH if is_supposed else verbs.GOES_WITH

    def pair(self, who: Subject, pair: Fact, other: int) -> Text:
        """That a card goes with its partner, and the number that shows it."""
        return row(who.says(self.goes_with(pair), self.card(other)), self.ref(pair))

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
                return [Link(verbs.LIES_ON if forward else verbs.LIES_UNDER, end)]
            if step.technique == "uncovered":
                return [self._uncovered(step.premises[0], forward, end, named)]
            if step.technique == "chain":
                one, two = (self.links(p, forward, named) for p in step.premises)
                return one + two if forward else two + one
            if step.technique == "partner":
                return self._partner_links(f, forward, named)
            if step.technique == "stock pair":
                return self._between(f, forward)
            if step.technique == "buried":
                verb = verbs.IS_TURNED_ON if forward else verbs.WAITS_FOR
                return [Link(verb, end, low=step.premises[0], ends=True)]
        return [self._link(verbs.GOES_BEFORE if forward else verbs.WAITS_FOR, end, f)]

    def _link(self, verb: Verb, card: int, shown: Fact) -> Link:
        ref = self.ref(shown)
        return Link(verb, card, ref, ends=isinstance(ref, Phrase))

    def _pairs(self, f: Fact) -> set[Fact]:
        """The pairs that the words for an order name."""
        step = self.proof[f]
        if f.kind == "together":
            return {f}
        if self.is_shown(f) or step.technique not in ("chain", "partner"):
            return set()
        return set().union(*map(self._pairs, step.premises))

    def _uncovered(self, apart: Fact, forward: bool, end: int, named: Container[Fact]) -> Link:
        """That a card lies on another, and does not go with it if a pair does not say so."""
        step = self.proof[apart]
        taken = step.technique == "taken" and not self.is_shown(apart)
        if taken and step.premises[0] in named:
            return Link(verbs.LIES_ON if forward else verbs.LIES_UNDER, end)
        verb = verbs.LIES_ON_APART if forward else verbs.LIES_UNDER_APART
        return Link(verb, end, self.ref(step.premises[0] if taken else apart))

    def _between(self, f: Fact, forward: bool) -> list[Link]:
        """A card that is turned between two that go together."""
        pair = self.proof[f].premises[0]
        low = pair.x if pair.y == f.y else pair.y
        here = self._link(self.goes_with(pair), f.y if forward else low, pair)
        if forward:
            return [Link(verbs.IS_TURNED_ON, low), here]
        return [here, Link(verbs.WAITS_FOR_TURNED, f.x, ends=True)]

    def _partner_links(self, f: Fact, forward: bool, named: Container[Fact]) -> list[Link]:
        pair, order = self.premise(f, "together"), self.premise(f, "before")
        first = order.y == f.y  # the partner of x goes before y; else x goes before y's partner
        met = (order.x if forward else f.x) if first else (f.y if forward else order.y)
        here = self._link(self.goes_with(pair), met, pair)
        rest = self.links(order, forward, named)
        return [here, *rest] if first == forward else [*rest, here]

    def chain(self, f: Fact, forward: bool, who: Subject) -> Clause:
        """An order in words: ``7S lies under 9H, which waits for 4H [1]``. Where "which" would not
        mean the last card, it is named again, after a semicolon."""
        return self._linked(self.links(f, forward), forward, who, f.x)

    def _linked(
        self, links: Sequence[Link], forward: bool, who: Subject, x: int | None = None
    ) -> Clause:
        """The words of links from a card x."""
        clause = self._linked_to(links[0], forward, who, x)
        for last, link in pairwise(links):
            clause = self._going_on(
                clause, last, partial(self._linked_to, link, forward, x=last.card)
            )
        return clause

    def _linked_to(self, link: Link, forward: bool, who: Subject, x: int | None) -> Clause:
        """The words of one link from a card x."""
        if link.low is None:
            return (row(who.says(link.verb, self.card(link.card)), link.ref),)
        if not forward:
            so = _SO_ON_THEM if who.many else _SO_ON_IT
            return (phrase(so, self._until(link.low, who), self.card(link.card)),)
        turned = who.says(link.verb, self.card(link.card))
        if x is not None and not who.many and self.problem.turn[x] == link.low.y:
            waits: Text = phrase(", which waits for it to be turned")
            return (row(turned, waits, self.ref(link.low)),)
        return (row(turned, self._until(link.low, WHICH)),)

    def _going_on(self, clause: Clause, last: Link, words: Callable[[Subject], Clause]) -> Clause:
        """A clause that leads on from the last card of a link."""
        if last.ends:
            return (*clause, *words(named(self.card(last.card))))
        return after(clause, words(WHICH))

    def _until(self, low: Fact, who: Subject) -> Text:
        """That a card waits for a stock card."""
        return row(who.says(verbs.WAITS_FOR, self.turn(low.y)), self.ref(low))

    def low(self, f: Fact, who: Subject) -> Clause:
        """Why a card does not go before a slot."""
        step = self.proof[f]
        if step.technique == "turned":
            return (who.says(verbs.IS_TURNED_LATER),)
        if not self.is_shown(f):
            if step.technique == "chain":
                order, low = step.premises
                words = self.chain(order, False, who)
                return self._and_low(words, self.links(order, False)[-1], low)
            if step.technique == "partner":
                pair, low = self.premise(f, "together"), self.premise(f, "not before")
                words = (self.pair(who, pair, low.x),)
                return self._and_low(words, Link(verbs.GOES_WITH, low.x), low)
            if step.technique == "stock pair":
                pair = step.premises[0]
                other = self.card(pair.y if pair.x == f.x else pair.x)
                goes = row(who.says(verbs.GOES_WITH, other), self.ref(pair))
                return (phrase(_WHEN_THAT, goes),)
            if self.waits_for_first(f):
                return (who.says(verbs.HAS_ALL_IN_STOCK, self.turn(f.y)),)
        return (row(who.says(verbs.WAITS_FOR_TURN, self.turn(f.y)), self.ref(f)),)

    def waits_for_first(self, f: Fact) -> bool:
        """Whether a card waits for a slot because all its partners are turned then or later."""
        step = self.proof[f]
        return step.technique == "wait" and all(
            self.proof[p].technique == "turned" for p in step.premises
        )

    def _and_low(self, clause: Clause, last: Link, low: Fact) -> Clause:
        if self.proof[low].technique == "turned":
            return clause
        return self._going_on(clause, last, partial(self.low, low))

    def high(self, f: Fact, who: Subject) -> Clause:
        """Why a card goes before a slot."""
        step = self.proof[f]
        if not self.is_shown(f):
            if step.technique == "chain":
                order, high = step.premises
                return self._high_after(self.links(order, True), f.x, high, who)
            if step.technique == "partner":
                pair, high = self.premise(f, "together"), self.premise(f, "in time")
                return self._high_after(
                    [self._link(self.goes_with(pair), high.x, pair)], f.x, high, who
                )
            if step.technique == "stock pair":
                pair = step.premises[0]
                later = max(pair.x, pair.y)
                words = self.pair(who, pair, pair.y if pair.x == f.x else pair.x)
                if f.x == later:
                    return (phrase(_WHEN_IT, words),)
                return (phrase("{0} when {1} is turned", words, self.card(later)),)
            if step.technique == "ahead":
                clause = self.chain(step.premises[0], True, who)
                so = _SO_BEFORE_THEM if who.many else _SO_BEFORE_IT
                return ending(clause, so, self.turn(f.y))
        return (row(who.says(verbs.MUST_BE_GONE, self.turn(f.y)), self.ref(f)),)

    def _high_after(self, links: Sequence[Link], x: int, high: Fact, who: Subject) -> Clause:
        """Links from a card to another, and why that goes before a slot. Where the last link is a
        pair, the words do not lead back by it."""
        clause = self._linked(links, True, who)
        before = links[-2].card if len(links) > 1 else x
        step = self.proof[high]
        is_pair = links[-1].verb in (verbs.GOES_WITH, verbs.IS_TO_GO_WITH)
        if not self.is_shown(high) and is_pair:
            if step.technique == "stock pair" and before in step.premises[0].cards:
                is_later = self.problem.turn[high.x] > self.problem.turn[before]
                return ending(clause, _WHEN_THAT if is_later else _WHEN_IT)
            ahead = self.links(step.premises[0], True) if step.technique == "ahead" else []
            if len(ahead) > 1 and ahead[0].card == before:
                then = self._linked(ahead[1:], True, named(self.card(before)))
                cards = self.card(high.x), self.turn(high.y)
                return (*clause, *ending(then, _SO_GOES_BEFORE, *cards))
        return self._going_on(clause, links[-1], partial(self.high, high))

    def grouped(self, items: Sequence[tuple[int, Fact]], says: Says) -> list[Clause]:
        """Clauses about several cards, those with the same words together."""
        groups: dict[Clause, list[tuple[int, Fact]]] = {}
        for x, fact in items:
            key = self.without_places(partial(says, fact, named("")))
            groups.setdefault(key, []).append((x, fact))
        return [
            says(some[0][1], named(self.cards([x for x, _ in some]), len(some) > 1))
            for some in groups.values()
        ]


guard(__name__)
