"""Facts as clauses: what lies on what, what goes when, and why two cards cannot go together."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, TypeVar

from pyrtool.answers.explain.problem import SEEN, Fact, Problem, Step
from pyrtool.answers.explain.wording.phrases import (
    WHICH,
    Subject,
    Text,
    Verb,
    listed,
    named,
    phrase,
    row,
    separated,
)
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


LIES_ON: Final = Verb(
    message("{0} lies on {1}"), message("{0} lie on {1}"), message(", which lies on {1}")
)
LIES_UNDER: Final = Verb(
    message("{0} lies under {1}"), message("{0} lie under {1}"), message(", which lies under {1}")
)
LIES_ON_APART: Final = Verb(
    message("{0} lies on {1} and does not go with it"),
    message("{0} lie on {1} and do not go with it"),
    message(", which lies on {1} and does not go with it"),
)
LIES_UNDER_APART: Final = Verb(
    message("{0} lies under {1} and does not go with it"),
    message("{0} lie under {1} and do not go with it"),
    message(", which lies under {1} and does not go with it"),
)
GOES_BEFORE: Final = Verb(
    message("{0} goes before {1}"), message("{0} go before {1}"), message(", which goes before {1}")
)
GOES_AFTER: Final = Verb(
    message("{0} goes after {1}"), message("{0} go after {1}"), message(", which goes after {1}")
)
IS_TURNED_ON: Final = Verb(
    message("{0} is turned on {1}"),
    message("{0} are turned on {1}"),
    message(", which is turned on {1}"),
)
GOES_WITH: Final = Verb(
    message("{0} goes with {1}"), message("{0} go with {1}"), message(", which goes with {1}")
)
IS_TO_GO_WITH: Final = Verb(
    message("{0} is to go with {1}"),
    message("{0} are to go with {1}"),
    message(", which is to go with {1}"),
)
IS_TURNED_LATER: Final = Verb(
    message("{0} is turned later"),
    message("{0} are turned later"),
    message(", which is turned later"),
)
STAYS_UNTIL: Final = Verb(
    message("{0} stays until {1} is turned"),
    message("{0} stay until {1} is turned"),
    message(", which stays until {1} is turned"),
)
HAS_ALL_IN_STOCK: Final = Verb(
    message("{0} has all its partners in the stock, {1} first"),
    message("{0} have all their partners in the stock, {1} first"),
    message(", which has all its partners in the stock, {1} first"),
)
MUST_BE_GONE: Final = Verb(
    message("{0} must be gone before {1} is turned"),
    message("{0} must be gone before {1} is turned"),
    message(", which must be gone before {1} is turned"),
)


class Link(NamedTuple):
    """The verb of the card before with a card, and the number that shows it.

    `low`: why a card that is turned on the other finds it there, if the words say that.
    `ends`: no "which" after the words would mean the card.
    """

    verb: Verb
    card: int
    ref: Text = ""
    low: Fact | None = None
    ends: bool = False


def after(clause: Clause, more: Clause) -> Clause:
    """Return a clause that goes on with another, which begins with its relative pronoun."""
    return (*clause[:-1], row(clause[-1], more[0]), *more[1:])


def beginning(text: str, clause: Clause, *values: Text) -> Clause:
    """Return a clause whose first text is the first value of a message."""
    return (phrase(text, clause[0], *values), *clause[1:])


def ending(clause: Clause, text: str, *values: Text) -> Clause:
    """Return a clause whose last text is the first value of a message."""
    return (*clause[:-1], phrase(text, clause[-1], *values))


def set_of(name: str) -> Text:
    """Return a set with the letters of the language: ``A-Q``."""
    return separated([phrase(rank) for rank in name.split("-")], "-")


def place_of(place: str) -> Text:
    """Return a place in words that have a language each: ``stock 4``."""
    words = [phrase(word) if word.isalpha() else word for word in place.split()]
    return separated(words, " ")


class Orders:
    """The words for cards and for when they go. A fact that has a number is named by it.

    A card is named with its place where it is first named (`placed`), a stock card once in each
    sentence. `now` is the fact that the sentence is about. `own`: the facts with a sentence of
    their own. `said`: those of the sentences right before, in order. `trials`: what trials have
    shown, each with the letter of its trial.
    """

    def __init__(self, problem: Problem, proof: Proof) -> None:
        self.problem, self.proof = problem, proof
        self.placed: set[int] = set()
        self.number: dict[Fact, str] = {}
        self.trials: dict[Fact, str] = {}
        self._in_stock = {x for x, turned in enumerate(problem.turn) if turned}
        self.own: set[Fact] = set()
        self.said: dict[Fact, None] = {}
        self.now: Fact | None = None

    # Cards and moments.

    def card(self, x: int) -> Text:
        """Return the card, with its place the first time."""
        name = str(self.problem.cards[x])
        if x in self.placed:
            return name
        self.placed.add(x)
        place = place_of(self.problem.places[x])
        is_turned = self.problem.rules.stock_top and self.problem.places[x] == "stock 1"
        if is_turned and _START not in self.placed:
            self.placed.add(_START)
            place = phrase("{0}, the turned card", place)
        return row(name, " (", place, ")")

    def begin(self) -> None:
        """Begin a sentence: a reader finds a stock card by its place."""
        self.placed -= self._in_stock

    def without_places(self, words: Callable[[], Words]) -> Words:
        """Call what gives words, so that no card in them has its place."""
        placed, self.placed = self.placed, set(range(len(self.problem.cards)))
        text = words()
        self.placed = placed
        return text

    def cards(self, xs: Iterable[int], joint: Joint = "and") -> Text:
        """Name several cards in a clause of an explanation."""
        return listed([self.card(x) for x in xs], joint)

    def turn(self, slot: int) -> Text:
        """Return the card that is turned at the beginning of a slot."""
        cards = [x for x, turned in enumerate(self.problem.turn) if turned == slot]
        return self.card(cards[0]) if cards else phrase("stock card {0}", str(slot + self._dealt()))

    def _dealt(self) -> int:
        """Return how many stock cards were dealt before, as places count them."""
        for place, turned in zip(self.problem.places, self.problem.turn, strict=True):
            if turned:
                return int(place.removeprefix("stock ")) - turned
        return 0

    def ref(self, fact: Fact) -> Text:
        """Return the number of a fact that was shown before, or the trial that has shown it."""
        if fact in self.number and fact != self.now:
            return f" [{self.number[fact]}]"
        return phrase(SHOWN_BY_TRIAL, self.trials[fact]) if fact in self.trials else ""

    def is_shown(self, fact: Fact) -> bool:
        """Return whether the fact is named by its number here."""
        return fact in self.own and fact != self.now

    def premise(self, fact: Fact, *kinds: str) -> Fact:
        """Return the first premise of one of some kinds."""
        return next(p for p in self.proof[fact].premises if p.kind in kinds)

    def goes_with(self, pair: Fact) -> Verb:
        """Return ``goes with``, or in a trial ``is to go with``."""
        is_supposed = self.proof[pair].technique == "supposed"
        return IS_TO_GO_WITH if is_supposed else GOES_WITH

    def pair(self, who: Subject, pair: Fact, other: int) -> Text:
        """Say that a card goes with its partner, and the number that shows it."""
        return row(who.says(self.goes_with(pair), self.card(other)), self.ref(pair))

    # Orders.

    def links(self, f: Fact, forward: bool, named: Container[Fact] = ()) -> list[Link]:
        """Link x to y of "x goes before y", or backward y to x: words, a card, a number.

        `named` are the pairs that words beside these name.
        """
        step, a, b = self.proof[f], f.x, f.y
        end = b if forward else a
        named = named or self._pairs(f)
        if not self.is_shown(f):
            if step.technique == "covers":
                return [Link(LIES_ON if forward else LIES_UNDER, end)]
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
                verb = IS_TURNED_ON if forward else GOES_AFTER
                return [Link(verb, end, low=step.premises[0], ends=True)]
        return [self._link(GOES_BEFORE if forward else GOES_AFTER, end, f)]

    def _link(self, verb: Verb, card: int, shown: Fact) -> Link:
        return Link(verb, card, self.ref(shown))

    def _pairs(self, f: Fact) -> set[Fact]:
        """Return the pairs that the words for an order name."""
        step = self.proof[f]
        if f.kind == "together":
            return {f}
        if self.is_shown(f) or step.technique not in ("chain", "partner"):
            return set()
        return set().union(*map(self._pairs, step.premises))

    def _uncovered(self, apart: Fact, forward: bool, end: int, named: Container[Fact]) -> Link:
        """Say that a card lies on another, and does not go with it if a pair does not say so."""
        step = self.proof[apart]
        taken = step.technique == "taken" and not self.is_shown(apart)
        if taken and step.premises[0] in named:
            return Link(LIES_ON if forward else LIES_UNDER, end)
        verb = LIES_ON_APART if forward else LIES_UNDER_APART
        return Link(verb, end, self.ref(step.premises[0] if taken else apart))

    def _between(self, f: Fact, forward: bool) -> list[Link]:
        """Return a card that is turned between two that go together."""
        pair = self.proof[f].premises[0]
        low = pair.x if pair.y == f.y else pair.y
        here = self._link(self.goes_with(pair), f.y if forward else low, pair)
        if forward:
            return [Link(IS_TURNED_ON, low), here]
        return [here, Link(GOES_AFTER, f.x, ends=True)]

    def _partner_links(self, f: Fact, forward: bool, named: Container[Fact]) -> list[Link]:
        pair, order = self.premise(f, "together"), self.premise(f, "before")
        first = order.y == f.y  # the partner of x goes before y; else x goes before y's partner
        met = (order.x if forward else f.x) if first else (f.y if forward else order.y)
        here = self._link(self.goes_with(pair), met, pair)
        rest = self.links(order, forward, named)
        step = self.proof[order]
        if step.technique == "stock pair" and pair in step.premises and not self.is_shown(order):
            return rest if forward else [here, rest[-1]]  # else it would name the pair twice
        return [here, *rest] if first == forward else [*rest, here]

    def chain(self, f: Fact, forward: bool, who: Subject) -> Clause:
        """Return an order in words: ``7S lies under 9H, which waits for 4H [1]``. If "which" would
        not mean the last card, it is named again, after a semicolon."""
        return self._linked(self.links(f, forward), forward, who, f.x)

    def _linked(
        self, links: Sequence[Link], forward: bool, who: Subject, x: int | None = None
    ) -> Clause:
        """Return the words of links from a card x."""
        clause = self._linked_to(links[0], forward, who, x)
        for last, link in pairwise(links):
            clause = self._going_on(
                clause, last, partial(self._linked_to, link, forward, x=last.card)
            )
        return clause

    def _linked_to(self, link: Link, forward: bool, who: Subject, x: int | None) -> Clause:
        """Return the words of one link from a card x."""
        if link.low is None:
            return (row(who.says(link.verb, self.card(link.card)), link.ref),)
        if not forward:
            so = _SO_ON_THEM if who.many else _SO_ON_IT
            return (phrase(so, self._until(link.low, who), self.card(link.card)),)
        turned = who.says(link.verb, self.card(link.card))
        if x is not None and not who.many and self.problem.turn[x] == link.low.y:
            waits: Text = phrase(", which stays until it is turned")
            return (row(turned, waits, self.ref(link.low)),)
        return (row(turned, self._until(link.low, WHICH)),)

    def _going_on(self, clause: Clause, last: Link, words: Callable[[Subject], Clause]) -> Clause:
        """Return a clause that leads on from the last card of a link."""
        if last.ends:
            return (*clause, *words(named(self.card(last.card))))
        return after(clause, words(WHICH))

    def _until(self, low: Fact, who: Subject) -> Text:
        """Say that a card waits for a stock card."""
        return row(who.says(STAYS_UNTIL, self.turn(low.y)), self.ref(low))

    def low(self, f: Fact, who: Subject) -> Clause:
        """Say why a card does not go before a slot."""
        step = self.proof[f]
        if step.technique == "turned":
            return (who.says(IS_TURNED_LATER),)
        if not self.is_shown(f):
            if step.technique == "chain":
                order, low = step.premises
                words = self.chain(order, False, who)
                return self._low_after(words, self.links(order, False)[-1], low)
            if step.technique == "partner":
                pair, low = self.premise(f, "together"), self.premise(f, "not before")
                words = (self.pair(who, pair, low.x),)
                return self._low_after(words, Link(GOES_WITH, low.x), low)
            if step.technique == "stock pair":
                pair = step.premises[0]
                other = self.card(pair.y if pair.x == f.x else pair.x)
                goes = row(who.says(GOES_WITH, other), self.ref(pair))
                return (phrase(_WHEN_THAT, goes),)
            if self.waits_for_first(f):
                return (who.says(HAS_ALL_IN_STOCK, self.turn(f.y)),)
        return (row(who.says(STAYS_UNTIL, self.turn(f.y)), self.ref(f)),)

    def waits_for_first(self, f: Fact) -> bool:
        """Return whether a card waits for a slot as all its partners are turned then or later."""
        step = self.proof[f]
        return step.technique == "wait" and all(
            self.proof[p].technique == "turned" for p in step.premises
        )

    def _low_after(self, clause: Clause, last: Link, low: Fact) -> Clause:
        if self.proof[low].technique == "turned":
            return clause
        return self._going_on(clause, last, partial(self.low, low))

    def high(self, f: Fact, who: Subject) -> Clause:
        """Say why a card goes before a slot."""
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
        return (row(who.says(MUST_BE_GONE, self.turn(f.y)), self.ref(f)),)

    def _high_after(self, links: Sequence[Link], x: int, high: Fact, who: Subject) -> Clause:
        """Word links from a card to another, and why that goes before a slot. If the last link is a
        pair, the words do not lead back by it."""
        clause = self._linked(links, True, who)
        before = links[-2].card if len(links) > 1 else x
        step = self.proof[high]
        is_pair = links[-1].verb in (GOES_WITH, IS_TO_GO_WITH)
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
        """List clauses about several cards, those with the same words together."""
        groups: dict[Clause, list[tuple[int, Fact]]] = {}
        for x, fact in items:
            key = self.without_places(partial(says, fact, named("")))
            groups.setdefault(key, []).append((x, fact))
        return [
            says(some[0][1], named(self.cards([x for x, _ in some]), len(some) > 1))
            for some in groups.values()
        ]


Reason: TypeAlias = Callable[[Subject, Text], Clause]
"""Words for cards that do not go with others, which are named second."""

CANNOT: Final = message("{0} cannot go with {1}")
BUT: Final = message("but {0}")
SHOWN_BY_TRIAL: Final = message(" [trial {0}]")
_INDIRECTLY: Final = {
    (LIES_ON, False): message("{0} lies on {1} indirectly"),
    (LIES_ON, True): message("{0} lie on {1} indirectly"),
    (LIES_UNDER, False): message("{0} lies under {1} indirectly"),
    (LIES_UNDER, True): message("{0} lie under {1} indirectly"),
}
"""By how they lie, and whether they are several, if other cards lie between."""

WHEN_TURNED: Final = message("{0} would go with {1} only when turned")
WHEN_IT_IS_TURNED: Final = message("{0} would go with {1} only when {1} is turned")
GOES_LATER: Final = message("but {0} goes later")


class Refused(NamedTuple):
    """That a card does not go with others, as was shown before, or by the rules."""

    why: Text


class Clauses(Orders):
    """The words for why a card does not go with others."""

    def why_not(self, z: int, y: int) -> tuple[object, Reason]:
        """Say why z cannot go with y: a key, alike for cards with the same reason, and a clause of
        which y is the subject."""
        f = Fact("apart", min(z, y), max(z, y))
        if f not in self.proof:
            return self._lying(LIES_ON if self.problem.above[z] >> y & 1 else LIES_UNDER)
        step = self.proof[f]
        if self.is_shown(f):
            return self._cannot(self.ref(f))
        if step.technique == "order":
            return self._why_order(step.premises[0], y)
        if step.technique == "taken":
            return self._why_taken(step.premises[0], z, y)
        if step.technique == "window":
            return self._why_window(f, z)
        if step.technique == "late":
            return self._why_late(step.premises[0], z, y)
        if step.technique == "never match":
            return self._cannot(phrase(", as two stock cards never match"))
        return self._cannot(self.ref(f))

    def _cannot(self, why: Text) -> tuple[object, Reason]:
        return Refused(why), lambda who, whom: (row(phrase(CANNOT, whom, who.text), why),)

    def _why_taken(self, pair: Fact, z: int, y: int) -> tuple[object, Reason]:
        one = z if z in pair.cards else y
        other = pair.x if pair.y == one else pair.y
        if one != z:
            return ("taken", one), lambda who, _: (self.pair(who, pair, other),)
        return ("taken", one), lambda who, _: (self.pair(named(self.card(z)), pair, other),)

    def _why_order(self, order: Fact, y: int) -> tuple[object, Reason]:
        forward = order.x == y
        if not self.is_shown(order) and self.proof[order].technique == "covers":
            return self._lying(LIES_ON if forward else LIES_UNDER)
        steps = tuple(self.links(order, forward))
        return steps, lambda who, _: self.chain(order, forward, who)

    def _lying(self, verb: Verb) -> tuple[object, Reason]:
        if self.problem.rules.overlap:  # else the two could go
            return verb, lambda who, whom: (phrase(_INDIRECTLY[verb, who.many], who.text, whom),)
        return verb, lambda who, whom: (who.says(verb, whom),)

    def lies_apart(self, z: int, y: int) -> bool:
        """Return whether one of two cards lies on the other, as a reader sees."""
        return bool((self.problem.above[z] >> y | self.problem.above[y] >> z) & 1)

    def _why_window(self, f: Fact, z: int) -> tuple[object, Reason]:
        high, low = self.premise(f, "in time"), self.premise(f, "not before")
        if high.x != z:
            key: object = self.without_places(lambda: self.high(high, named("")))
            return ("window", key, low), lambda who, _: (
                *self.high(high, who),
                *self._while_later(low, high),
            )
        key = self.without_places(lambda: self.low(low, named("")))
        return ("window", high, key), lambda who, _: (
            *self.low(low, who),
            *self._though(self.high, high, z),
        )

    def _though(self, says: Callable[[Fact, Subject], Clause], fact: Fact, x: int) -> Clause:
        """Say what is true of a card, against what was said before."""
        return beginning(BUT, says(fact, named(self.card(x))))

    def _while_later(self, low: Fact, high: Fact) -> Clause:
        """Say that a card goes later than another, unless that goes before the card is turned."""
        is_turned = self.proof[low].technique == "turned" and low.y == high.y
        if is_turned and self.proof[high].technique != "stock pair":
            return ()
        return self._though(self.low, low, low.x)

    def _why_late(self, low: Fact, z: int, y: int) -> tuple[object, Reason]:
        text = WHEN_TURNED if y > z else WHEN_IT_IS_TURNED
        return ("late", low, y > z), lambda who, whom: (
            phrase(text, who.text, whom),
            *self._though(self.low, low, low.x),
        )

    def excluded(self, zs: Sequence[int], ys: Sequence[int]) -> list[Clause]:
        """List why some cards cannot go with others, those of one reason in one clause."""
        groups: dict[tuple[object, tuple[int, ...]], tuple[list[int], Reason]] = {}
        for z in zs:
            reasons: dict[object, tuple[list[int], Reason]] = {}
            for y in ys:
                key, reason = self.why_not(z, y)
                reasons.setdefault(key, ([], reason))[0].append(y)
            for key, (some, reason) in reasons.items():
                groups.setdefault((key, tuple(some)), ([], reason))[0].append(z)
        clauses: list[Clause] = []
        refused: dict[tuple[int, ...], list[tuple[Sequence[int], Text]]] = {}
        for (key, others), (whom, reason) in groups.items():
            if isinstance(key, Refused):
                refused.setdefault(tuple(whom), []).append((others, key.why))
            else:
                placed = set(self.placed)
                clause = reason(named(self.cards(others), len(others) > 1), self.cards(whom))
                words = " ".join(map(str, clause))
                names = ((x, self.problem.cards[x]) for x in (*others, *whom))
                unsaid = {x for x, name in names if str(name) not in words}
                self.placed -= unsaid - placed  # they have no place yet
                clauses.append(clause)
        for first, pairs in refused.items():
            name = self.cards(first)
            texts = [row(self.cards(second, "or"), why) for second, why in pairs]
            clauses.append((phrase(CANNOT, name, listed(texts, "or")),))
        return clauses

    def is_glance(self, fact: Fact) -> bool:
        """Return whether a reader sees the fact at a glance."""
        step = self.proof[fact]
        if step.technique in SEEN or step.technique == "taken":
            return True
        return step.technique == "order" and self.proof[step.premises[0]].technique == "covers"
