"""A sentence or a few for each step that has a number, the conclusion first.

Clauses are joined to sentences of at most forty words.
"""

from __future__ import annotations

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
    GOES_WITH,
    MUST_BE_GONE,
    WAITS_FOR_TURN,
    Clause,
    Clauses,
    Says,
    after,
    beginning,
    set_of,
)
from pyrtool.answers.explain.wording.phrases import (
    CONTRADICTION,
    IT,
    WHICH,
    Nor,
    Prose,
    Text,
    listed,
    named,
    phrase,
)
from pyrtool.base.bits import bits
from pyrtool.languages import message

MOST_WORDS: Final = 40
"""Of a sentence in English. Clauses that would make one longer begin the next."""

COLON: Final = message("{0}: {1}")
_SEMICOLON: Final = message("{0}; {1}")


def compose(head: Text, clauses: Sequence[Clause]) -> Prose:
    """Write sentences: the head, a colon, and the clauses, with semicolons while there is room."""
    if not clauses:
        return Prose((head,))
    first, *others = _parts(clauses)
    now = phrase(COLON, head, first)
    if _words(now) > MOST_WORDS:
        return Prose((head, *_sentences(first, others)))
    return Prose(_sentences(now, others))


def compose_all(clauses: Sequence[Clause], head: Text = "") -> Prose:
    """Write sentences of clauses alone, after a sentence that is the head if there is one."""
    first, *others = _parts(clauses)
    return Prose((*filter(None, [head]), *_sentences(first, others)))


def _sentences(now: Text, others: Sequence[Text]) -> tuple[Text, ...]:
    """Write sentences that begin with a text, and go on with others."""
    done = []
    for text in others:
        if _words(now) + _words(text) > MOST_WORDS:
            done.append(now)
            now = text.alone if isinstance(text, Nor) else text
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
_IF_CLASH: Final = message("if {0} goes with {1}, that pair and {2} would block each other")


class Matching:
    """The pairs that the cards of a set are driven to, one after the other."""

    def __init__(self, words: Clauses, supposed: Supposed) -> None:
        self.words, self.supposed = words, supposed

    def dead_end(self, left: Sequence[int], open_pairs: Pairs, paired: Pairs = ()) -> list[Clause]:
        """List clauses that follow each card with one partner left, and try both of two.

        Args:
            left: The cards that have no partner yet.
            open_pairs: The pairs that are not excluded.
            made: The pairs that were made before.
        """
        driven: list[tuple[Text, Text]] = []
        paired = list(paired)
        while True:
            partners = {x: [pair for pair in open_pairs if x in pair] for x in left}
            x = min(left, key=lambda x: len(partners[x]))
            if not partners[x]:
                none = phrase("no partner would be left for {0}", self._name(x))
                return [*self._then(driven), (none,)]
            if len(partners[x]) > 1:
                return [*self._then(driven), *self._cases(x, left, partners[x], open_pairs, paired)]
            ((u, w),) = partners[x]
            driven.append((self._name(x), self._name(w if x == u else u)))
            wrong = next((one for one in paired if self._wait(one, (u, w))), None)
            if wrong is not None:
                two = self._pair(wrong), self._pair((u, w))
                wait = phrase("{0} and {1} would block each other", *two)
                return [*self._then(driven), (wait,)]
            paired.append((u, w))
            left = [y for y in left if y not in (u, w)]
            open_pairs = [pair for pair in open_pairs if not {u, w} & {*pair}]

    def _cases(
        self, x: int, left: Sequence[int], ways: Pairs, open_pairs: Pairs, paired: Pairs
    ) -> list[Clause]:
        clauses: list[Clause] = []
        for u, w in ways:
            clash = next((one for one in paired if self._wait(one, (u, w))), None)
            pair = self._name(x), self._name(w if x == u else u)
            if clash is not None:
                clauses.append((phrase(_IF_CLASH, *pair, self._pair(clash)),))
                continue
            rest = [y for y in left if y not in (u, w)]
            pairs = [pair for pair in open_pairs if not {u, w} & {*pair}]
            (first,), *more = self.dead_end(rest, pairs, [*paired, (u, w)])
            clauses += [(phrase("if {0} goes with {1}, {2}", *pair, first),), *more]
        return clauses

    def _then(self, driven: Sequence[tuple[Text, Text]]) -> list[Clause]:
        if not driven:
            return []
        first, *more = driven
        then = phrase("then {0} would go with {1}", *first)
        return [(listed([then, *(phrase(WITH, *pair) for pair in more)]),)]

    def _wait(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        cards = self.words.problem.cards
        (a, b), (c, d) = one, other
        return self.supposed.wait_for_each_other((cards[a], cards[b]), (cards[c], cards[d]))

    def _name(self, x: int) -> Text:
        return self.words.card(x)

    def _pair(self, pair: tuple[int, int]) -> Text:
        return phrase(WITH, *map(self._name, pair))


_WHEN_TURNED: Final = message("{0} would go with {1} only when turned, too early")
_WHEN_IT_IS_TURNED: Final = message("{0} would go with {1} only when {1} is turned, too early")
_BEFORE_IT: Final = message("so {0} would go before {1} is turned on it")
_BEFORE_THEM: Final = message("so {0} would go before {1} is turned on them")


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
            cards = enumerate(self.words.problem.cards)
            x = next(x for x, c in cards if supposed.high(c) <= supposed.low(c))
            head = phrase("{0}, as {1} could then never be discarded", head, self.words.card(x))
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
            for ws, too_early in ((later, _WHEN_TURNED), (rest, _WHEN_IT_IS_TURNED)):
                if ws:
                    names = self.words.cards(ws, "or")
                    clauses.append((phrase(too_early, names, str(cards[u])),))
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
        head = phrase("{0}, as the cards of {1} could not all be paired", head, set_of(name))
        return compose(head, list(dict.fromkeys(clauses)))

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

    def _reasons(
        self, f: Fact, premises: Sequence[Fact], supposed: Supposed, is_timed: bool
    ) -> list[Clause]:
        """List what goes before and after the pair, as some premises say, and if that matters, when
        the pair would go."""
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


_FEW: Final = {
    (2, 1): message("{0} both need {1}"),
    (3, 1): message("{0} all need {1}, three cards for one"),
    (3, 2): message("{0} all need {1}, three cards for two"),
    (4, 1): message("{0} all need {1}, four cards for one"),
    (4, 2): message("{0} all need {1}, four cards for two"),
    (4, 3): message("{0} all need {1}, four cards for three"),
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
        """Return the sentences for steps of one technique with one reason."""
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
        return by_technique.get(name, self._inline)(group, step)

    def _inline(self, group: Sequence[Fact], step: Step) -> Prose:
        """Say what is else said within other sentences."""
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
        return compose_all(self.excluded(z, self._others(step, z), it=True), head)

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
        grouped = self.grouped([(p.x, p) for p in waiting], says)
        if turned:
            last = self._turned(f.y, turned, not waiting)
            return compose(head, [*clauses, *grouped, (last,)])
        if others:
            grouped[0] = beginning(_OTHERS[len(rest) > 1], grouped[0])
            return Prose((*compose(head, clauses).sentences, *compose_all(grouped).sentences))
        return compose(head, grouped)

    def _turned(self, slot: int, lows: Sequence[Fact], no_others: bool) -> Text:
        """Say that some partners of a card are turned in a slot or later, and are the last ones."""
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
        """Find the one partner that is left for a card, and why it waits, too, or is waited for."""
        if others:
            left = phrase(_REMAIN[False], self.card(x))
        elif up:
            left = phrase("it can go only with {0}", self.card(x))
        else:
            left = phrase("{0} can go only with {1}", self.card(z), self.card(x))
        return after((left,), self.chain(order, not up, WHICH))

    def _why_all(self, g: Fact, up: bool, left: Sequence[int]) -> list[Clause]:
        """Say why all partners that are left wait for a card, or it for them."""
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
        """Say that one thing contradicts another."""
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
