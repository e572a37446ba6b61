"""The diagnosis of a lost deal: its key card, and the theme of its proof, in one sentence.

The key card is the one on which most steps rest. The theme follows from what is known of it, if it
lies in stock or waste, and otherwise from the technique that ends the proof.
"""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Final, Literal, NamedTuple

from pyrtool.answers.explain.problem import SEEN, Fact, Problem, Step
from pyrtool.answers.explain.wording.clauses import MUST_BE_GONE
from pyrtool.answers.explain.wording.phrases import Text, phrase, row, separated
from pyrtool.answers.explain.wording.sentences import COLON, Sentences
from pyrtool.base.bits import bits
from pyrtool.languages import message

Theme = Literal[
    "last partner",
    "two for one",
    "short supply",
    "reserved card",
    "circle",
    "deadline",
    "lid",
    "cellar",
]

_NAMES: Final[dict[Theme, str]] = {
    "last partner": message("The last partner"),
    "two for one": message("Two for one"),
    "short supply": message("Short supply"),
    "reserved card": message("The reserved card"),
    "circle": message("The circle"),
    "deadline": message("The deadline"),
    "lid": message("The lid"),
    "cellar": message("The cellar"),
}

_LAST_PARTNER_OF: Final = message("{0} has lost its last partner")

_STAYS: Final = message("{0} stays on the waste until {1} is turned")
_SHUTS: Final[dict[Theme, str]] = {
    "lid": message("{0}, and shuts in what lies under it"),
    "cellar": message("{0}, and what is turned on it must go first"),
}

_NEEDS_PILE: Final = frozenset({"buried", "ahead", "stock pair", "late"})
"""Techniques that rest on how cards lie in the waste."""

_WASTE: Final = message(
    "A card that stays on the waste is covered by those turned after it: they must go first. A "
    "pair that goes early covers no card, so each is taken to go as soon as it can: two stock "
    "cards when the later one is turned, or never."
)
_TURNED = message("Stock 1 is the turned card.")


class Diagnosis(NamedTuple):
    """The theme of a proof, its key card by its number, and both in a sentence."""

    theme: Theme
    key: int
    words: Text
    name: str
    """The name of the key card."""

    @property
    def title(self) -> Text:
        """The theme and the key card, for a proof that says the rest."""
        if self.theme == "last partner":
            return row(phrase(_LAST_PARTNER_OF, self.name), ".")
        return row(phrase(COLON, phrase(_NAMES[self.theme]), self.name), ".")


def rules_used(problem: Problem, steps: Sequence[Step]) -> Text:
    """Return how the cards of the stock are counted, if a proof is about some, and the rule of the
    waste, if it rests on it."""
    texts: list[Text] = []
    about = {x for one in steps for p in (one.fact, *one.premises) for x in p.cards}
    about |= {y for x in about for y in bits(problem.partners(x))}
    if problem.rules.stock_top and any(problem.turn[x] for x in about):
        texts.append(phrase(_TURNED))
    if any(one.technique in _NEEDS_PILE for one in steps):
        texts.append(phrase(_WASTE))
    return separated(texts, " ") if texts else ""


def diagnosed(problem: Problem, steps: Sequence[Step], outright: Container[Fact]) -> Diagnosis:
    """Diagnose a proof, whose last step is a contradiction; `outright` are the facts that hold
    without a trial."""
    known = {one.fact: one for one in steps}
    deduced = {f for f, one in known.items() if one.technique not in SEEN and f.cards}
    weight = _weight(steps, known, deduced)
    end = steps[-1]
    near = {x for p in end.premises for x in p.cards}
    waits: dict[int, int] = {}
    for f in deduced:
        in_pile = problem.turn[f.x] or problem.waste >> f.x & 1
        is_late = f.kind == "not before" and f.y > max(problem.turn[f.x], 1)
        if is_late and in_pile and f in outright:
            waits[f.x] = max(f.y, waits.get(f.x, 0))
    cards = sorted(range(len(problem.cards)), key=lambda x: (-weight[x], x not in near, x))
    key = next((x for x in cards if x in waits and 4 * weight[x] >= 3 * weight[cards[0]]), cards[0])
    words = Sentences(problem, known)
    if key in waits:
        stays = phrase(_STAYS, words.card(key), words.turn(waits[key]))
        under = {x for f in deduced for x in f.cards if 0 < problem.turn[x] < problem.turn[key]}
        theme: Theme = "lid" if under else "cellar"
        text: Text = phrase(_SHUTS[theme], stays)
    else:
        theme, key, text = _theme(words, key, end)
    sentence = row(phrase(COLON, phrase(_NAMES[theme]), text), ".")
    return Diagnosis(theme, key, sentence, str(problem.cards[key]))


def _weight(steps: Sequence[Step], known: dict[Fact, Step], deduced: set[Fact]) -> Counter[int]:
    """Count for each card the steps that rest on a deduction about it, at last those about it."""
    rests: dict[Fact, set[Fact]] = {}
    weight: Counter[int] = Counter()
    for one in steps:
        on = {one.fact} & deduced
        for premise in one.premises:
            on |= rests.get(premise, set())
        rests[one.fact] = on
        if one.technique not in SEEN:
            weight.update({x: 100 for fact in on for x in fact.cards})
    weight.update(x for fact in deduced for x in fact.cards)
    return weight


def _theme(words: Sentences, key: int, end: Step) -> tuple[Theme, int, Text]:
    """Return the theme by what ends the proof, its key card, and what it says of that."""
    if end.technique in ("crowd", "supply"):
        who, few, _ = words.crowd(end)
        is_two = (len(who), len(few)) == (2, 1)
        return ("two for one" if is_two else "short supply"), few[0], words.shortage(end)
    if end.technique == "circle":
        a, b = end.premises[0].cards
        cards = words.card(a if key != b else b), words.card(b if key != b else a)
        return "circle", key, phrase("{0} and {1} would each have to go before the other", *cards)
    if end.technique == "never":
        fact = words.premise(end.fact, "in time")
        cards = words.card(fact.x), words.turn(fact.y)
        late = phrase(MUST_BE_GONE.one, *cards)
        return "deadline", fact.x, phrase("{0}, and the steps show that it cannot", late)
    pair = next((p for p in end.premises if p.kind == "together"), None)
    if pair is not None:
        x, y = pair.cards if pair.y != key else pair.cards[::-1]
        cards = words.card(x), words.card(y)
        return ("reserved card", x, phrase("{0} needs {1}, which the steps exclude", *cards))
    z, others = words.left_alone(end)
    last = [y for y in others if not words.lies_apart(z, y)]
    if not last:
        return "last partner", z, phrase("no partner is left for {0}", words.card(z))
    cards = words.card(z), words.cards(last, "or")
    could = phrase("{0} could go only with {1}, which the steps exclude", *cards)
    return "last partner", z, could
