"""A proof as numbered sentences: which steps have a number, and what is said together.

Steps of some techniques are said within the sentence that uses them, unless two or more sentences
use them, or they would make it too long. Of sentences that differ only in their cards, one speaks
for all.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final

from pyrtool.answers.explain.problem import SEEN, Fact, Problem
from pyrtool.answers.explain.proof import opposite
from pyrtool.answers.explain.wording.clauses import Proof
from pyrtool.answers.explain.wording.phrases import (
    MOST_TOGETHER,
    Sentence,
    Text,
    listed,
    phrase,
    row,
)
from pyrtool.answers.explain.wording.sentences import WITH, Sentences
from pyrtool.game.cards import RANK_FORM
from pyrtool.languages import message

CARD: Final = re.compile(rf"\b(?:{RANK_FORM})[CDHS]\b")

_PLACE: Final = re.compile(rf"\b(?:{RANK_FORM})[CDHS] \([^)]*\)")


def _placed_once(text: str) -> str:
    """Return a text that names each card with its place only once."""
    return _PLACE.sub(lambda m: m[0] if text.find(m[0]) == m.start() else m[0].split()[0], text)


MOST_EXCHANGED: Final = 2
"""A reader does not follow the exchange of more cards."""


def exchanged(first: str, second: str) -> dict[str, str] | None:
    """Return the cards that have others in their place in a second sentence, each with the other of
    its rank. None if the sentences differ in anything else, or in too many cards."""
    if CARD.sub("", first) != CARD.sub("", second):
        return None
    replacing: dict[str, str] = {}
    for old, new in zip(CARD.findall(first), CARD.findall(second), strict=True):
        if replacing.setdefault(old, new) != new or old[:-1] != new[:-1]:
            return None
    if len(set(replacing.values())) < len(replacing):
        return None
    replacing = {old: new for old, new in replacing.items() if old != new}
    return replacing if len(replacing) <= MOST_EXCHANGED else None


class Alike:
    """More cards that one sentence is true of; `also` adds them after it."""

    def __init__(self, fact: Fact, about: Sequence[str]) -> None:
        """Begin with none.

        Args:
            fact: A fact of the sentence.
            about: The cards of its fact, in the words of the sentence.
        """
        self._fact, self._about = fact, tuple(about)
        self._partners: dict[str, list[Text]] = {}
        self._pairs: list[Text] = []
        self._single: list[Text] = []
        self._others: list[Text] = []

    def add(self, places: Mapping[str, Text]) -> None:
        """Add an exchange of cards: each that has another in its place, and that with its place."""
        about = self._about
        (old, new), *rest = sorted(places.items(), key=lambda one: one[0] not in about)
        if rest and str(places[rest[0][0]]).split()[0] == old:
            self._others.append(phrase("with {0} and {1} exchanged", old, rest[0][0]))
        elif self._fact.kind == "apart" and all(card in about for card in places):
            self._pairs.append(phrase(WITH, *(places.get(card, card) for card in about)))
            self._partners.setdefault("" if rest else old, []).append(new)
        elif rest:
            (instead_of, other), *_ = rest
            self._others.append(phrase("{0}, with {1} in place of {2}", new, other, instead_of))
        else:
            self._single.append(new)

    @property
    def also(self) -> Text:
        """The words, with a space before them; none if no card was added.

        What is said of pairs names both cards, unless all have one card in common.
        """
        common = len(self._partners) == 1 and "" not in self._partners
        pairs = next(iter(self._partners.values())) if common else self._pairs
        single = [listed(cards) for cards in (pairs, self._single) if cards]
        return row(*(phrase(" Likewise {0}.", words) for words in (*single, *self._others)))


INLINE: Final = SEEN | {
    *("trial", "order", "taken", "window", "late", "chain", "partner", "stock pair", "uncovered")
}
"""What is said within other sentences."""

MOST_LINKS: Final = 3
"""Of a chain within a sentence."""

_GOES_WITH: Final = {True: message("{0} goes with {1}"), False: message("{0} does not go with {1}")}
_GOES_BEFORE_TURN: Final = {
    True: message("{0} goes before {1} is turned"),
    False: message("{0} does not go before {1} is turned"),
}
"""What a trial supposes, or its opposite."""


Paragraph = list[list[Fact]]
"""Groups of steps with one number, those that are said together."""


@dataclass
class _Statement:
    """The words for a group of steps; `alike`: the others that they speak for. `plain` are the
    words without places, empty if no other group has their technique."""

    group: list[Fact]
    words: Text
    plain: str
    alike: Alike
    others: Paragraph = field(default_factory=list)

    @property
    def text(self) -> Text:
        return row(self.words, self.alike.also)

    @property
    def facts(self) -> list[Fact]:
        """All steps that it speaks for."""
        return [fact for group in (*self.others[::-1], self.group) for fact in group]


@dataclass
class _Draft:
    """A numbered paragraph: what it says, the last of it about its main steps."""

    number: str
    statements: list[_Statement]

    @property
    def words(self) -> Text:
        first, *others = (one.text for one in self.statements)
        return row(first, *(part for text in others for part in (" ", text)))

    @property
    def main(self) -> list[Fact]:
        return self.statements[-1].facts

    @property
    def facts(self) -> list[Fact]:
        """All steps that it shows, the main ones first."""
        return [*self.main, *(fact for one in self.statements[:-1] for fact in one.facts)]

    @property
    def paragraph(self) -> Paragraph:
        return [group for one in self.statements for group in (one.group, *one.others)]


class Wording:
    """The sentences of one proof, part after part."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.words = problem, Sentences(problem, {})
        self.count = 0

    def part(self, steps: Proof, prefix: str = "") -> list[Sentence]:
        """List the sentences of the steps that are new, in their order. In a trial, numbers have a
        letter before them, and begin again at 1."""
        proof = {**self.words.proof, **steps}
        self.words.proof = proof
        uses: dict[Fact, int] = {}
        for step in steps.values():
            for premise in step.premises:
                uses[premise] = uses.get(premise, 0) + 1
        self._number_what_is_buried(steps)
        self._number_what_comes_back(steps)
        for fact in steps:
            if self._has_number(fact, uses.get(fact, 0)):
                self.words.own.add(fact)
        placed = set(self.words.placed)
        plan = self._in_order([[group] for group in self._groups(steps)])
        drafts = self._drafts(plan, prefix)
        joined = self._joined(plan, drafts)
        if joined != plan:
            for fact in steps:
                self.words.number.pop(fact, None)
            self.words.placed = placed
            drafts = self._drafts(joined, prefix)
        if not prefix:
            self.count += len(drafts)
        return [
            Sentence(
                one.number,
                one.words,
                tuple(one.facts),
                proof[one.facts[0]].technique,
                len(one.main),
            )
            for one in drafts
        ]

    def _groups(self, steps: Proof) -> list[list[Fact]]:
        """List the steps that have a number, those together that are said together."""
        groups: list[list[Fact]] = []
        done: set[Fact] = set()
        shown = {f for f in self.words.own if f not in steps}
        for fact in [f for f in steps if f in self.words.own]:
            if fact not in done:
                groups.append(self._group(fact, steps, done, shown | done))
                done.update(groups[-1])
        return groups

    def _drafts(self, plan: Sequence[Paragraph], prefix: str) -> list[_Draft]:
        """Write the paragraphs of a plan, each with a number. In a trial, numbers have a letter
        before them, and begin again at 1."""
        count = 0 if prefix else self.count
        drafts: list[_Draft] = []
        alike = Counter(self._technique(group) for paragraph in plan for group in paragraph)
        for paragraph in plan:
            number = f"{prefix}{count + len(drafts) + 1}"
            statements: list[_Statement] = []
            for group in paragraph:
                is_alone = len(paragraph) == 1
                known = [one.statements[-1] for one in drafts] if is_alone else statements
                plain = self._plain(group) if alike[self._technique(group)] > 1 else ""
                found = self._likewise(group, plain, known)
                if not statements:
                    self.words.begin()
                if found is None:
                    statements.append(self._statement(group, plain))
                else:
                    self._add(group, *found)
                    if is_alone:
                        number = next(one.number for one in drafts if found[0] in one.statements)
                self.words.said.update(dict.fromkeys(group))
            self.words.said.clear()
            shown = [fact for group in paragraph for fact in group]
            self.words.number.update(dict.fromkeys(shown, number))
            if statements:
                drafts.append(_Draft(number, statements))
        return drafts

    def _technique(self, group: Sequence[Fact]) -> str:
        return self.words.proof[group[0]].technique

    def _statement(self, group: list[Fact], plain: str) -> _Statement:
        about = Alike(group[0], [self._name(x) for x in group[0].cards])
        return _Statement(group, self.words.sentence(group), plain, about)

    def _add(self, group: list[Fact], one: _Statement, places: Mapping[str, str]) -> None:
        """Let a statement speak for a group, too, with some cards in the place of others."""
        names = {self._name(x): x for fact in group for x in fact.cards}
        one.others.append(group)
        one.alike.add(
            {old: self.words.card(names[y]) if y in names else y for old, y in places.items()}
        )

    def _in_order(self, plan: Sequence[Paragraph]) -> list[Paragraph]:
        """Put each paragraph right before one that rests on it, and what rests on the first cards
        to be turned first."""
        at = {fact: n for n, paragraph in enumerate(plan) for group in paragraph for fact in group}
        order: dict[int, None] = {}

        def visit(n: int) -> None:
            if n not in order:
                needs = {at[f] for f in self._needs(plan[n][-1]) if f in at}
                for other in sorted(needs, key=lambda m: (self._moment(plan[m][-1]), m)):
                    visit(other)
                order[n] = None

        if any(fact.kind == "contradiction" for fact in at):
            visit(len(plan) - 1)
        return [plan[n] for n in dict.fromkeys((*order, *range(len(plan))))]

    def _moment(self, group: Sequence[Fact]) -> int:
        """Return when the last card is turned that a fact is about."""
        turn = self.problem.turn
        slots = [fact.y for fact in group if fact.kind in ("not before", "in time")]
        return max(slots, default=max((turn[x] for f in group for x in f.cards), default=0))

    def _joined(self, plan: Sequence[Paragraph], drafts: Sequence[_Draft]) -> list[Paragraph]:
        """Join a paragraph to the only one that rests on it, or to the next one if that does, while
        both are a short one: in order, or the shortest two first, which leaves fewer."""
        joined = min((self._join(drafts, n) for n in (False, True)), key=len)
        by_main = {one.main[-1]: joined[one.number] for one in drafts if one.number in joined}
        return [by_main[p[-1][-1]] for p in plan if p[-1][-1] in by_main]

    def _join(self, drafts: Sequence[_Draft], shortest_first: bool) -> dict[str, Paragraph]:
        """Return the paragraphs that are left, each by the number of its last statement."""
        texts = {one.number: str(one.words) for one in drafts}
        users: dict[str, set[str]] = {one.number: set() for one in drafts}
        for one in drafts:
            for fact in self._needs(one.facts):
                users.get(self.words.number[fact], set()).add(one.number)
        joined = {one.number: one.paragraph for one in drafts}
        while possible := list(self._possible(list(joined), users, texts)):
            first = min(possible, key=lambda one: one[0]) if shortest_first else possible[0]
            _, number, other, both = first
            joined[other] = [*joined.pop(number), *joined[other]]
            texts[other] = both
            for some in users.values():
                if number in some:
                    some.remove(number)
                    some.add(other)
            users[other] |= users[number] - {other}
        return joined

    def _possible(
        self, order: Sequence[str], users: Mapping[str, set[str]], texts: Mapping[str, str]
    ) -> Iterator[tuple[int, str, str, str]]:
        """Yield which paragraphs may be joined to which later ones, with the words of both, and
        how many these are."""
        for number, following in zip_longest(order, order[1:]):
            rest_on_it = users[number] - {number}
            if following in rest_on_it:
                other = str(following)
            elif len(rest_on_it) == 1:
                (other,) = rest_on_it
            else:
                continue
            both = f"{texts[number]} {texts[other].replace(f' [{number}]', '')}"
            both = _placed_once(both)
            count = len(both.split())
            if count <= MOST_TOGETHER:
                yield count, number, other, both

    def _name(self, x: int) -> str:
        return str(self.problem.cards[x])

    def trial(self, supposed: Fact, steps: Proof, letter: str) -> tuple[Text, tuple[Sentence, ...]]:
        """Return the heading of a trial and its sentences, whose last one says what it shows. Its
        steps are forgotten."""
        name = letter.upper()
        self.words.begin()
        heading = phrase("Trial {0}: suppose that {1}.", name, self._supposition(supposed))
        *most, last = self.part(steps, letter)
        so = phrase(" So {0}.", self._supposition(supposed, False))
        last = replace(last, words=row(last.words, so))
        words = self.words
        words.proof = {f: step for f, step in words.proof.items() if f not in steps}
        words.own -= set(steps)
        for fact in steps:
            words.number.pop(fact, None)
        words.trials[Fact.of(opposite(supposed.code))] = name
        return heading, (*most, last)

    def _supposition(self, fact: Fact, holds: bool = True) -> Text:
        """Say what a trial supposes, or that it does not hold."""
        goes = holds == (fact.kind != "not before")
        card = self.words.card(fact.x)
        if fact.kind == "together":
            return phrase(_GOES_WITH[goes], card, self.words.card(fact.y))
        return phrase(_GOES_BEFORE_TURN[goes], card, self.words.turn(fact.y))

    def _number_what_is_buried(self, steps: Proof) -> None:
        """Give numbers to the reasons of cards that are turned on others, which need no sentence of
        their own then."""
        for step in steps.values():
            if step.technique == "buried" and len(step.premises) == 1:
                low = step.premises[0]
                if low in steps and self.words.proof[low].technique not in SEEN:
                    self.words.own.add(low)

    def _number_what_comes_back(self, steps: Proof) -> None:
        """Give a number to why the partner of a card is in time, if that rests on the pair, too:
        said within one sentence, it would name the pair twice."""
        for step in steps.values():
            if step.technique == "partner" and step.fact.kind == "in time":
                pair, high = step.premises
                if high in steps and pair in self._inlined(high):
                    self.words.own.add(high)

    def _inlined(self, fact: Fact) -> set[Fact]:
        """Say what the words for a fact name if it has no number, and so on."""
        if fact in self.words.own or self.words.proof[fact].technique not in (
            "ahead",
            "chain",
            "partner",
        ):
            return {fact}
        return set().union(*map(self._inlined, self.words.proof[fact].premises))

    def _has_number(self, fact: Fact, uses: int) -> bool:
        technique, premises = self.words.proof[fact].technique, self.words.proof[fact].premises
        if technique == "buried":
            return len(premises) > 1 or premises[0] not in self.words.own
        if technique == "ahead" and len(premises) == 1 and premises[0].kind == "before":
            return self._links(premises[0]) > (MOST_LINKS - 1 if uses > 1 else MOST_LINKS)
        if self.words.waits_for_first(fact):
            return False
        if technique not in INLINE:
            return True
        if technique in SEEN or technique in ("taken", "trial"):
            return False
        if technique == "order" and premises[0] in self.words.own:
            return False
        if fact.kind == "before" and technique in ("chain", "partner"):
            return self._links(fact) > MOST_LINKS
        if fact.kind in ("not before", "in time"):
            return self._depth(fact) > (MOST_LINKS if uses < 2 else MOST_LINKS - 1)
        if uses < 2 or self.words.is_glance(fact):
            return False
        if technique in ("window", "late"):
            return sum(self._depth(p) for p in premises) > MOST_LINKS
        return True

    def _links(self, fact: Fact) -> int:
        """Return how many links of a chain would be said for an order."""
        step = self.words.proof[fact]
        if fact not in self.words.own and step.technique == "stock pair":
            return 2
        if fact in self.words.own or step.technique not in ("chain", "partner"):
            return 1
        return sum(self._links(p) if p.kind == "before" else 1 for p in step.premises)

    def _depth(self, fact: Fact) -> int:
        """Return how many links of a chain would be said for a slot."""
        step = self.words.proof[fact]
        if step.technique == "turned":
            return 0
        if fact in self.words.own or step.technique not in ("chain", "partner"):
            return 1
        return sum(
            self._links(p) if p.kind == "before" else 1 if p.kind == "together" else self._depth(p)
            for p in step.premises
        )

    def _needs(self, group: Sequence[Fact]) -> set[Fact]:
        """Return the steps with a number that some rest on."""
        numbered: set[Fact] = set()
        visit = [p for f in group for p in self.words.proof[f].premises]
        while visit:
            fact = visit.pop()
            if fact in self.words.own:
                numbered.add(fact)
            else:
                visit += self.words.proof[fact].premises
        return numbered

    def _group(
        self, fact: Fact, steps: Proof, done: Container[Fact], shown: Container[Fact]
    ) -> list[Fact]:
        """Return a step with others of its reason, whatever they rest on being said before."""
        key = self._key(fact)
        if key is None:
            return [fact]
        return [
            fact,
            *(
                other
                for other in steps
                if other != fact
                and other in self.words.own
                and other not in done
                and self._key(other) == key
                and all(p in shown for p in self._needs([other]))
            ),
        ]

    def _key(self, fact: Fact) -> object:
        """Say what steps have in common that are said together."""
        step = self.words.proof[fact]
        if step.technique == "wait" and fact.kind == "before":
            apart = frozenset(p for p in step.premises if p.kind == "apart")
            up = all(p.x == fact.x for p in step.premises if p.kind == "before")
            return ("up", fact.y, apart) if up else ("down", fact.x, apart)
        if step.technique == "buried":
            return ("buried", fact.y)
        if step.technique == "share":
            return ("share", frozenset(step.premises))
        return None

    def _plain(self, group: Sequence[Fact]) -> str:
        return str(self.words.without_places(lambda: self.words.sentence(group)))

    def _likewise(
        self, group: Sequence[Fact], text: str, statements: Sequence[_Statement]
    ) -> tuple[_Statement, dict[str, str]] | None:
        """Return the statement of some that says the same `text` of other cards of the same ranks,
        and which of its cards these are in place of.

        What this step rests on has a number that is in the words of both, or no number.
        """
        technique = self._technique(group)
        for one in statements:
            is_like = self._technique(one.group) == technique
            if not is_like or group[0].kind == "contradiction" or len(one.group) != len(group):
                continue
            if places := exchanged(one.plain, text):
                return one, places
        return None
