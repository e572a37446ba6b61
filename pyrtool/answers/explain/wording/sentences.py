"""A sentence or a few for each step that has a number, the conclusion first.

Clauses are joined to sentences of at most forty words.
"""

import re
from collections.abc import Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Final

from pyrtool.answers.explain.problem import Fact, Step
from pyrtool.answers.explain.techniques import Claim, Supposed, is_wrong
from pyrtool.answers.explain.wording.clauses import (
    BUT,
    CANNOT,
    GOES_BEFORE,
    GOES_LATER,
    GOES_WITH,
    LIES_ON,
    LIES_UNDER,
    MUST_BE_GONE,
    STAYS_UNTIL,
    WHEN_IT_IS_TURNED,
    WHEN_TURNED,
    Clause,
    Clauses,
    Says,
    beginning,
    set_of,
)
from pyrtool.answers.explain.wording.phrases import (
    MOST_WORDS,
    Prose,
    Subject,
    Text,
    listed,
    named,
    phrase,
    row,
)
from pyrtool.base.bits import bits
from pyrtool.languages import message

COLON: Final = message("{0}: {1}")
_SEMICOLON: Final = message("{0}; {1}")


def compose(head: Text, clauses: Sequence[Clause]) -> Prose:
    """Write sentences: the head, a colon, and the clauses, with semicolons while there is room."""
    if not clauses:
        return Prose((head,))
    first, *others = _parts(clauses)
    now = phrase(COLON, head, first)
    items = tuple(_joined(clause) for clause in clauses)
    if _words(now) > MOST_WORDS:
        return Prose((head, *_sentences(first, others)), head, items)
    return Prose(_sentences(now, others), head, items)


def compose_all(clauses: Sequence[Clause]) -> Prose:
    """Write sentences of clauses alone."""
    first, *others = _parts(clauses)
    return Prose(_sentences(first, others))


def _once(clauses: Sequence[Clause]) -> list[Clause]:
    """Leave out clauses that say what others do, with their cards in another order."""
    said: dict[tuple[str, ...], Clause] = {}
    for clause in clauses:
        words = re.sub(r" \([^)]*\)|,| and", "", str(_joined(clause)))
        said.setdefault(tuple(sorted(words.split())), clause)
    return list(said.values())


def _joined(clause: Clause) -> Text:
    first, *others = clause
    for text in others:
        first = phrase(_SEMICOLON, first, text)
    return first


def _sentences(now: Text, others: Sequence[Text]) -> tuple[Text, ...]:
    """Write sentences that begin with a text, and go on with others."""
    done = []
    for text in others:
        if _words(now) + _words(text) > MOST_WORDS:
            done.append(now)
            now = text
        else:
            now = phrase(_SEMICOLON, now, text)
    return (*done, now)


def _parts(clauses: Sequence[Clause]) -> list[Text]:
    """List the texts that semicolons part."""
    return [text for clause in clauses for text in clause]


def _words(text: Text) -> int:
    return len(str(text).split())


Pairs = Sequence[tuple[int, int]]

WITH: Final = message("{0} with {1}")
WOULD_GO_WITH: Final = message("{0} would go with {1}")


class Matching:
    """The pairs that the cards of a set are driven to, one after the other."""

    def __init__(self, words: Clauses, supposed: Supposed) -> None:
        self.words, self.supposed = words, supposed

    def dead_end(
        self, left: Sequence[int], open_pairs: Pairs, paired: Pairs = (), tried: Pairs = ()
    ) -> list[Clause]:
        """List clauses that follow each card with one partner left, and try both of two.

        Args:
            left: The cards that have no partner yet.
            open_pairs: The pairs that are not excluded.
            paired: The pairs that were made before.
            tried: Those of them that were tried.
        """
        driven: list[tuple[int, int]] = []
        paired = list(paired)
        while True:
            wrong = next((t for t in combinations(paired, 2) if self._wait(*t)), None)
            if wrong is not None:
                blocked = phrase("{0} and {1} would block each other", *map(self._pair, wrong))
                return [self._case(tried, driven, blocked)]
            partners = {x: [pair for pair in open_pairs if x in pair] for x in left}
            x = min(left, key=lambda x: len(partners[x]))
            if not partners[x]:
                none = phrase("no partner would be left for {0}", self._name(x))
                return [self._case(tried, driven, none)]
            if len(partners[x]) > 1:
                clauses = [self._case(tried, driven)] if driven else []
                for pair in partners[x]:
                    after = self._without(pair, left, open_pairs)
                    clauses += self.dead_end(*after, [*paired, pair], [*tried, pair])
                return clauses
            (pair,) = partners[x]
            driven.append(pair if pair[0] == x else pair[::-1])
            left, open_pairs = self._without(pair, left, open_pairs)
            paired.append(pair)

    def _without(
        self, pair: tuple[int, int], left: Sequence[int], open_pairs: Pairs
    ) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the cards and pairs that are left when a pair is made."""
        rest = [one for one in open_pairs if not {*pair} & {*one}]
        return [x for x in left if x not in pair], rest

    def _case(self, tried: Pairs, driven: Pairs, *ends: Text) -> Clause:
        """Say what pairs are tried, to which others they drive, and how that ends."""
        texts: list[Text] = []
        if driven:
            (x, y), *more = driven
            then = phrase(WOULD_GO_WITH, self._name(x), self._name(y))
            texts = [listed([then, *map(self._pair, more)])]
        first, *others = (*texts, *ends)
        if tried:
            (x, y), *more = tried
            goes = phrase(GOES_WITH.one, self._name(x), self._name(y))
            first = phrase("if {0}, {1}", listed([goes, *map(self._pair, more)]), first)
        return (first, *others)

    def _wait(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        cards = self.words.problem.cards
        (a, b), (c, d) = one, other
        return self.supposed.wait_for_each_other((cards[a], cards[b]), (cards[c], cards[d]))

    def _name(self, x: int) -> Text:
        return self.words.card(x)

    def _pair(self, pair: tuple[int, int]) -> Text:
        return phrase(WITH, *map(self._name, pair))


_COVERED: Final = {
    False: message("so {0} would have to go before {1} covers it"),
    True: message("so {0} would have to go before {1} covers them"),
}
_UNDER_BOTH: Final = message("{0} lies under both")


class Leaving:
    """The words for `cross`, `squeeze`, `miss` and `tangle`."""

    def __init__(self, words: Clauses) -> None:
        self.words = words

    def leaving(self, group: Sequence[Fact], step: Step) -> Prose:
        """Say why two cards do not go together: what they would leave to others."""
        f = step.fact
        supposed = self._supposed(f, step.premises)
        head = phrase(CANNOT, self.words.card(f.x), self.words.card(f.y))
        if step.technique == "tangle":
            return self._tangled(head, step, supposed)
        if step.technique == "miss":
            order = self._onto_between(f, step.premises)
            if order is not None:
                stays = self.words.chain(order, False, named(self.words.card(order.y)))
                under = f.y if order.x == f.x else f.x
                return compose(head, [stays, (phrase(_UNDER_BOTH, self.words.card(under)),)])
            cards = enumerate(self.words.problem.cards)
            x = next(x for x, c in cards if supposed.high(c) <= supposed.low(c))
            head = phrase("{0}, as {1} could then never be discarded", head, self.words.card(x))
            moment = self._moment(f, step.premises, supposed, True)
            return compose(head, [*moment, *self._reasons(f, step.premises, supposed)])
        who, left, closed = self._fewest(supposed, step)
        names = self.words.cards(who)
        if left:
            few = self.words.cards(left)
            head = phrase("{0}, as {1} would have only {2} to go with", head, names, few)
        else:
            head = phrase("{0}, as no partner would be left for {1}", head, names)
        shown: dict[Fact, tuple[int, int]] = {}
        for u in who:
            for p in step.premises:
                if p.kind == "apart" and u in p.cards and {*p.cards} <= {u, *closed}:
                    shown.setdefault(p, (u, p.y if p.x == u else p.x))
        rest = [p for p in step.premises if p not in shown]
        late = partial(self._late, step, who, closed, supposed)
        is_timed = bool(rest or self.words.without_places(late))
        clauses = self._moment(f, rest, supposed, is_timed)
        for u in who:
            if excluded := [w for z, w in shown.values() if z == u]:
                clauses += self.words.excluded([u], excluded)
        clauses += self._taken(f, who[0])
        clauses += [*self._reasons(f, rest, supposed), *late()]
        return compose(head, _once(clauses))

    def _onto_between(self, f: Fact, premises: Sequence[Fact]) -> Fact | None:
        """Return the premise that the later of two stock cards goes before a card between them, if
        that is all that there is to say."""
        turn = self.words.problem.turn
        under, onto = sorted((f.x, f.y), key=lambda x: turn[x])
        said = {*premises} - {Fact("not before", onto, turn[onto])}
        for order in said if len(said) == 1 else ():
            is_before = order.kind == "before" and order.x == onto
            if is_before and 0 < turn[under] < turn[order.y] < turn[onto]:
                return order
        return None

    def _taken(self, f: Fact, u: int) -> list[Clause]:
        """Return the card of the pair that could go with some cards, if there is one."""
        partners = self.words.problem.partners(u)
        return [
            (phrase(WOULD_GO_WITH, self.words.card(x), self.words.card(y)),)
            for x, y in ((f.x, f.y), (f.y, f.x))
            if partners >> x & 1
        ]

    def _late(
        self, step: Step, who: Sequence[int], closed: Sequence[int], supposed: Supposed
    ) -> list[Clause]:
        """List cards of stock and waste that would go with some cards too early, when they or those
        are turned, and that no premise names."""
        cards, turn = self.words.problem.cards, self.words.problem.turn
        named = {x for p in step.premises for x in p.cards}
        clauses: list[Clause] = []
        for u in who:
            some = [w for w in closed if w not in named]
            later = [w for w in some if turn[w] > turn[u]]
            rest = [w for w in some if w not in later]
            for ws, too_early in ((later, WHEN_TURNED), (rest, WHEN_IT_IS_TURNED)):
                if ws:
                    values = self.words.cards(ws, "or"), str(cards[u])
                    later_on = phrase(GOES_LATER, values[1])
                    clauses.append((phrase(too_early, *values), later_on))
        return clauses

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
        """Return the fewest cards of a rank that have too few partners left, those, and the others.
        The step names all that lose partners but those of the pair."""
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
        """Say why a set does not pair off: its reasons, and the pairs that they leave."""
        cards = self.words.problem.cards
        name, lows, highs = self._wrong_set(supposed)
        excluded: dict[int, list[int]] = {}
        for p in step.premises:
            if p.kind == "apart":
                excluded.setdefault(p.x, []).append(p.y)
        rest = [p for p in step.premises if p.kind != "apart"]
        clauses = self._moment(step.fact, rest, supposed, bool(rest))
        clauses += [c for u, ws in excluded.items() for c in self.words.excluded([u], ws)]
        clauses += self._reasons(step.fact, rest, supposed)
        open_pairs = [
            (u, w)
            for u in lows
            for w in highs
            if not {u, w} & {*step.fact.cards} and not supposed.is_closed(cards[u], cards[w])
        ]
        left = [u for u in (*lows, *highs) if u not in step.fact.cards]
        clauses += Matching(self.words, supposed).dead_end(left, open_pairs)
        head = phrase("{0}, as the cards of {1} could not all be paired", head, set_of(name))
        return compose(head, _once(clauses))

    def _wrong_set(self, supposed: Supposed) -> tuple[str, list[int], list[int]]:
        """Return the set that does not pair off: its name, and its cards of either rank."""
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

    def _moment(
        self, f: Fact, premises: Sequence[Fact], supposed: Supposed, is_timed: bool
    ) -> list[Clause]:
        """List what goes after the pair, as some premises say, and if that matters, when the pair
        would go."""
        pair = (f.x, f.y)
        clauses: list[Clause] = []
        if is_timed and supposed.in_stock():
            last, names = self.words.turn(supposed.in_stock()), self.words.cards(pair)
            clauses.append((phrase("{0} could go only when {1} is turned", names, last),))
        clauses += self.words.grouped(
            [(p.y, p) for p in self._orders(premises) if p.x in pair],
            lambda p, who: self.words.chain(p, False, who),
        )
        return [*clauses, *self._turned_on(f, premises, supposed, True)]

    def _orders(self, premises: Sequence[Fact]) -> list[Fact]:
        return [p for p in premises if p.kind == "before"]

    def _turned_on(
        self, f: Fact, premises: Sequence[Fact], supposed: Supposed, on_pair: bool
    ) -> list[Clause]:
        """Say which cards would have to go first, as another is turned on them: those of the pair,
        or also cards that go before it."""
        pair, cards = (f.x, f.y), self.words.problem.cards
        before: dict[int, list[int]] = {}
        for x in dict.fromkeys([*pair, *(p.x for p in self._orders(premises))]):
            for slot in sorted(supposed.ahead(cards[x]))[:1]:
                before.setdefault(slot, []).append(x)
        return [
            (phrase(_COVERED[len(xs) > 1], self.words.cards(xs), self.words.turn(slot)),)
            for slot, xs in before.items()
            if {*pair}.issuperset(xs) == on_pair
        ]

    def _reasons(self, f: Fact, premises: Sequence[Fact], supposed: Supposed) -> list[Clause]:
        """List what is gone when the pair goes, or is not turned yet, as some premises say."""
        pair = (f.x, f.y)
        clauses = self.words.grouped(
            [(p.x, p) for p in self._orders(premises) if p.x not in pair],
            lambda p, who: self.words.chain(p, True, who),
        )
        clauses += self._turned_on(f, premises, supposed, False)
        highs, lows = ([p for p in premises if p.kind == k] for k in ("in time", "not before"))
        clauses += self.words.grouped([(p.x, p) for p in highs], self.words.high)
        if supposed.in_stock():  # then it is said when the pair goes
            lows = [p for p in lows if p.x not in pair or self.words.proof[p].technique != "turned"]
        after = [p for p in self._orders(premises) if p.x in pair]
        waits = {link.low for p in after for link in self.words.links(p, False)}
        clauses += self.words.grouped([(p.x, p) for p in lows if p not in waits], self.words.low)
        return clauses


_FEW: Final = {
    (2, 1): message("{0} both need {1}"),
    (3, 1): message("{0} all need {1}, three cards for one"),
    (3, 2): message("{0} can go only with {1}, three cards for two"),
    (4, 1): message("{0} all need {1}, four cards for one"),
    (4, 2): message("{0} can go only with {1}, four cards for two"),
    (4, 3): message("{0} can go only with {1}, four cards for three"),
}
"""By how many cards have how few partners."""

_BY_THEN: Final = {
    False: message("before {0} goes, {1}"),
    True: message("before {0} is turned, {1}"),
}
_TURNED_ON: Final = {
    False: message("{0} is turned on {1} and goes first"),
    True: message("{0} are turned on {1} and go first"),
}
_MUST_GO_FIRST: Final = {
    False: message("{0} must go before {1}, whatever takes {2}"),
    True: message("{0} must each go before {1}, whatever takes {2}"),
}
_ONLY_PARTNER: Final = {
    False: message("{0} must go before {1}, as only {3} is left for {2}"),
    True: message("{0} must each go before {1}, as only {3} is left for {2}"),
}
"""If one partner is left for the card that others wait for, or that waits for them."""

_OR_WITH: Final = {
    True: message("{0} goes with {1}, or after {1} with {2}"),
    False: message("{0} goes with {1}, or before {1} with {2}"),
}


class Sentences(Clauses):
    """The words for the steps with a number; `group` has steps that are said together."""

    def sentence(self, group: Sequence[Fact]) -> Prose:
        """Return the sentences for steps of one technique with one reason."""
        self.now = group[0]
        step = self.proof[group[0]]
        leaving = Leaving(self).leaving
        by_technique = {
            "only": self._only,
            "share": self._share,
            "wait": self._wait,
            "either": self._either,
            "buried": self._buried,
            "ahead": self._ahead,
            **dict.fromkeys(("cross", "squeeze", "miss", "tangle"), leaving),
            "circle": self._circle,
            "never": self._never,
            "none left": self._none_left,
            "crowd": self._crowd,
            "supply": self._crowd,
            "clash": self._clash,
        }
        return by_technique.get(step.technique, self._inline)(group, step)

    def _inline(self, group: Sequence[Fact], step: Step) -> Prose:
        """Say what is else said within other sentences."""
        f = step.fact
        if step.technique == "trial" and f.kind == "not before":
            stays = named(self.card(f.x)).says(STAYS_UNTIL, self.turn(f.y))
            return Prose((row(stays, self.ref(f)),))
        if f.kind == "apart":
            cards = self.card(f.x), self.card(f.y)
            return compose(phrase(CANNOT, *cards), self.excluded([f.x], [f.y]))
        who = named(self.card(f.x))
        if f.kind == "not before":
            head = who.says(STAYS_UNTIL, self.turn(f.y))
            return compose(head, [self.low(f, named(self.card(f.x)))])
        if f.kind == "in time":
            head = who.says(MUST_BE_GONE, self.turn(f.y))
            return compose(head, [self.high(f, named(self.card(f.x)))])
        head = who.says(GOES_BEFORE, self.card(f.y))
        return compose(head, [self.chain(f, True, named(self.card(f.x)))])

    def _others(self, step: Step, z: int) -> list[int]:
        """List the cards that z does not go with, as a step says."""
        facts = [p for p in step.premises if p.kind == "apart"]
        return [p.y if p.x == z else p.x for p in facts if z in p.cards]

    def _partners(
        self, step: Step, z: int, left: Sequence[tuple[int, Fact]]
    ) -> tuple[list[int], list[tuple[int, Fact]]]:
        """Return the cards that z does not go with, and the partners that are left for it with what
        a step says of them. It may say something of partners that lie on z or under it, too."""
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
        return compose(head, self.excluded([z], self._others(step, z)))

    def _sides(self, step: Step) -> tuple[list[int], list[int]]:
        """Return the cards of either rank that a step excludes from each other, the lower first."""
        cards = {x for p in step.premises for x in p.cards}
        ranks = sorted({self.problem.cards[x].rank for x in cards})
        low, high = ([x for x in sorted(cards) if self.problem.cards[x].rank == r] for r in ranks)
        return low, high

    def _left(self, step: Step, side: Sequence[int], excluded: Sequence[int]) -> list[int]:
        """List the cards of the other side that are not excluded."""
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
                "Only {0} are left for {1}, so no other {2} goes with {3}",
                *(self.cards(rest), self.cards(some), phrase(rank), self.cards(rest, "or")),
            )
            clauses = self.excluded(some, others)
            choices.append((compose(head, clauses), self.placed))
        text, self.placed = min(choices, key=lambda one: len(str(one[0])))
        return text

    def _wait(self, group: Sequence[Fact], step: Step) -> Prose:
        if step.fact.kind == "before":
            return self._wait_order(group, step)
        f = step.fact
        some = [(p.x, p) for p in step.premises if p.kind != "apart"]
        others, left = self._partners(step, f.x, some)
        is_low = f.kind == "not before"
        says: Says = self.low if is_low else self.high
        head = named(self.card(f.x)).says(STAYS_UNTIL if is_low else MUST_BE_GONE, self.turn(f.y))
        turned = [p for _, p in left if self.proof[p].technique == "turned" and p.y == f.y]
        rest = [(x, p) for x, p in left if p not in turned]
        return compose(head, [*self.excluded([f.x], others), *self.grouped(rest, says)])

    def _wait_order(self, group: Sequence[Fact], step: Step) -> Prose:
        f = step.fact
        orders = [p for p in step.premises if p.kind == "before"]
        up = all(p.x == f.x for p in orders)
        z = f.y if up else f.x
        targets = [g.x if up else g.y for g in group]
        sides = (self.cards(targets), self.card(z)) if up else (self.card(z), self.cards(targets))
        others, rest = self._partners(step, z, [(p.y if up else p.x, p) for p in orders])
        partners = list(dict.fromkeys(x for x, _ in rest))
        several, name = up and len(targets) > 1, str(self.problem.cards[z])
        head = phrase(_MUST_GO_FIRST[several], *sides, name)
        if len(partners) == 1:
            head = phrase(_ONLY_PARTNER[several], *sides, name, self.card(partners[0]))
        clauses, left = self.excluded([z], others), [x for x, _ in rest]
        orders = [p for g in group for p in self.proof[g].premises if p.kind == "before"]
        if len(group) > 1 and all(self.proof[p].technique == "covers" for p in orders):
            lie = named(self.cards(left), len(left) > 1)
            return compose(
                head, [*clauses, (lie.says(LIES_UNDER if up else LIES_ON, self.cards(targets)),)]
            )
        for g in group:
            clauses += self._why_all(g, up, left)
        return compose(head, clauses)

    def _why_all(self, g: Fact, up: bool, left: Sequence[int]) -> list[Clause]:
        """Say why all partners that are left wait for a card, or it for them."""
        orders = [p for p in self.proof[g].premises if p.kind == "before"]
        items = [(p.y if up else p.x, p) for p in orders if (p.y if up else p.x) in left]
        return self.grouped(items, lambda p, who: self.chain(p, not up, who))

    def _either(self, group: Sequence[Fact], step: Step) -> Prose:
        f, via, rest = step.fact, step.premises[0], step.premises[1:]
        up = via.y == f.y  # y waits for z, and z for x or goes with it
        z, first = (via.x, f.x) if up else (via.y, f.y)
        orders = [p for p in rest if p.kind == "before"]
        head = named(self.card(f.x)).says(GOES_BEFORE, self.card(f.y))
        clauses = [self.chain(via, not up, named(self.card(f.y if up else f.x)))]
        others, items = self._partners(step, z, [(p.y if up else p.x, p) for p in orders])
        clauses += self.excluded([z], [x for x in others if x not in f.cards])
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
                    (clause,) = self.excluded([p.x], [p.y])
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
                clauses.append(self.chain(p, True, named(self.card(p.x))))
            elif p.kind == "in time":
                clauses.append(self.high(p, named(self.card(p.x))))
            else:
                clauses.append(self.low(p, named(self.card(p.x))))
        return compose(head, clauses)

    def _but(self, one: tuple[Fact, Clause], two: tuple[Fact, Clause]) -> Prose:
        """Say that one thing contradicts another, and only one that was not said right before."""
        said = list(self.said)
        if two[0] in said and (one[0] not in said or said.index(two[0]) > said.index(one[0])):
            one, two = two, one
        words = beginning(BUT, two[1])
        return compose_all([words if one[0] in self.said else (*one[1], *words)])

    def _circle(self, group: Sequence[Fact], step: Step) -> Prose:
        one, two = ((p, self.chain(p, True, named(self.card(p.x)))) for p in step.premises)
        return self._but(one, two)

    def _never(self, group: Sequence[Fact], step: Step) -> Prose:
        low = self.premise(step.fact, "not before")
        high = self.premise(step.fact, "in time")
        one, two = self.low(low, named(self.card(low.x))), self.high(high, named(self.card(high.x)))
        return self._but((low, one), (high, two))

    def _none_left(self, group: Sequence[Fact], step: Step) -> Prose:
        z, ys = self.left_alone(step)
        head = phrase("no partner is left for {0}", self.card(z))
        return compose(head, self.excluded([z], ys))

    def left_alone(self, step: Step) -> tuple[int, list[int]]:
        """Return the card for which no partner is left, and its partners."""
        low, high = self._sides(step)
        return (low[0], high) if len(low) == 1 else (high[0], low)

    def _crowd(self, group: Sequence[Fact], step: Step) -> Prose:
        who, _, others = self.crowd(step)
        early, later = self._by_moment(step)
        head = self.shortage(step)
        clauses = self.grouped([(p.x, p) for p in early], partial(self._in_time, True))
        late = [(p.y if p.kind == "before" else p.x, p) for p in later]
        clauses += self.grouped(late, partial(self._in_time, False))
        return compose(head, [*clauses, *self.excluded(who, others)])

    def _in_time(self, early: bool, f: Fact, who: Subject) -> Clause:
        """Say why a card goes before a moment, or not before it."""
        if f.kind == "before":
            return self.chain(f, early, who)
        return self.high(f, who) if early else self.low(f, who)

    def shortage(self, step: Step) -> Text:
        """Say that some cards all need a few others, and before which moment if that counts."""
        who, few, _ = self.crowd(step)
        early, _ = self._by_moment(step)
        moment = [self.turn(p.y) if p.kind == "in time" else self.card(p.y) for p in early[:1]]
        need = phrase(_FEW[len(who), len(few)], self.cards(who), self.cards(few, "or"))
        if not early:
            return need
        return phrase(_BY_THEN[early[0].kind == "in time"], *moment, need)

    def _by_moment(self, step: Step) -> tuple[list[Fact], list[Fact]]:
        """Return which premises say that cards go before a moment, and which that others do not;
        none if no moment counts."""
        timed = [p for p in step.premises if p.kind != "apart"]
        for m in timed:
            if m.kind == "in time":  # by the latest of their slots all are gone
                early = sorted((p for p in timed if p.kind == m.kind), key=lambda p: -p.y)
            else:
                early = [p for p in timed if p.kind == "before" and p.y == m.y]
            if len(early) > 1 and all(
                p in early or p.kind == "not before" or p.x == m.y for p in timed
            ):
                return early, [p for p in timed if p not in early]
        return [], []

    def crowd(self, step: Step) -> tuple[list[int], list[int], list[int]]:
        """Return cards of a rank, the few that are left for them, and others that are excluded."""
        early, later = self._by_moment(step)
        if early:
            who = [p.x for p in early]
            gone = {early[0].y if early[0].kind == "before" else -1}
            gone |= {p.y if p.kind == "before" else p.x for p in later}
            others = [x for p in step.premises if p.kind == "apart" for x in p.cards]
            others = [x for x in dict.fromkeys(others) if x not in who]
            partners = bits(self.problem.partners(who[0]))
            return who, [x for x in partners if x not in gone and x not in others], others
        low, high = self._sides(step)
        few_high, few_low = self._left(step, low, high), self._left(step, high, low)
        if len(few_low) < len(few_high):
            return high, few_low, low
        return low, few_high, high

    def _clash(self, group: Sequence[Fact], step: Step) -> Prose:
        pair = self.premise(step.fact, "together")
        other = next(p for p in step.premises if p.kind != "together")
        if other.kind == "apart":
            (why,) = self.excluded([other.x], [other.y])
        else:
            why = self.chain(other, True, named(self.card(other.x)))
        two = self.pair(named(self.card(pair.x)), pair, pair.y)
        return self._but((other, why), (pair, (two,)))
