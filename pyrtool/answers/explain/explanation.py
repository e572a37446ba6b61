"""Explain why a deal is unwinnable, or what holds in each of its solutions, by deductions.

Decides what is explained, what an explanation is as data, and which cards of it pictures and pages
light at each step.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.wording import describe
from pyrtool.answers.explain.problem import (
    COST,
    SEEN,
    TECHNIQUES,
    ExplainError,
    Fact,
    Kind,
    Problem,
    Step,
    pairs_of,
    problem_in_play,
    problem_of,
)
from pyrtool.answers.explain.proof import (
    MOST_TRIALS,
    Closure,
    Derivation,
    Derived,
    Plan,
    Planning,
    forced,
    lightest,
)
from pyrtool.answers.explain.wording.clauses import Proof
from pyrtool.answers.explain.wording.diagnosis import Diagnosis, diagnosed, rules_used
from pyrtool.answers.explain.wording.numbering import CARD, INLINE, Wording
from pyrtool.answers.explain.wording.phrases import Sentence, Text, listed, row
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Lost, Unknown, Verdict
from pyrtool.base.arguments import public
from pyrtool.base.limits import Limits
from pyrtool.game.cards import Card, set_name
from pyrtool.game.games import Rules
from pyrtool.game.moves import Move
from pyrtool.game.position import Position, Subject, position_of
from pyrtool.game.words import set_words
from pyrtool.languages import message, say, speaking

MOST_SENTENCES: Final = 30
"""A proof with more is no explanation: it is printed only on request."""

SHORT: Final = 5
"""A proof of more sentences is sought again, by what costs sentences."""

_LONG: Final = 15
"""If it has more even then, it is sought with cards of all sets, too."""

_SENTENCES: Final = tuple(cost and (1 if name in INLINE else 12) for name, cost in COST.items())
"""What a step of each technique costs if sentences count."""

_THOROUGH: Final = 600
"""Derivations to shorten a proof that is long."""

_FAR: Final = 45
"""A proof of more sentences is not shortened any further."""

Answer = Literal["lost", "won", "unknown"]

WINNABLE: Final = message("Winnable.")

_UNWINNABLE: Final = {
    False: message("Unwinnable."),
    True: message("Unwinnable, even with an open stock."),
}
_UNWINNABLE_BY: Final = {
    False: message("Unwinnable by {0} alone."),
    True: message("Unwinnable by {0} alone, even with an open stock."),
}
"""By whether the stock counts as open; by all sets, or by some."""


@dataclass(frozen=True)
class Part:
    """Steps of an explanation, each after those that it rests on.

    A trial supposes something, and ends in a contradiction.
    """

    supposed: Fact | None
    steps: tuple[Step, ...]

    @cached_property
    def proof(self) -> Proof:
        """The steps of this part by their facts."""
        return {step.fact: step for step in self.steps}


@public
@dataclass(frozen=True)
class Explanation:
    """The deductions about a deal or a position.

    Attributes:
        problem: The cards that the facts number.
        verdict: `lost`, `won`, or `unknown` if a limit was reached.
        sets: The sets from which a lost deal's contradiction follows, every other card gone, by
            their numbers in `problem.names`.
        parts: The steps. Those of a lost deal end in a contradiction, and there are none if no
            proof was found. Those of a winnable deal give what holds in every solution.
        moves: A solution of a winnable deal, if one was searched.
        block: The block that `solve` names, if the deal is lost and has one. The proof is about its
            sets, if one is found.
    """

    problem: Problem
    verdict: Answer
    sets: tuple[int, ...]
    parts: tuple[Part, ...]
    moves: tuple[Move, ...] = ()
    block: Block | None = None

    @property
    def trials(self) -> int:
        """Return how many suppositions are refuted."""
        return sum(part.supposed is not None for part in self.parts)

    @property
    def techniques(self) -> tuple[str, ...]:
        """The techniques that are used, in the order of their cost."""
        used = {step.technique for part in self.parts for step in part.steps}
        return tuple(name for name in TECHNIQUES if name in used)

    @property
    def forced_facts(self) -> tuple[Fact, ...]:
        """The facts that pairs are in every solution of a winnable deal."""
        return self._shown("together")

    @property
    def latest(self) -> tuple[tuple[str, str], ...]:
        """Cards of a winnable deal, each with a stock card that does not leave the stock before it,
        if each pair is discarded as soon as it can."""
        slot_of: dict[int, int] = {}
        for fact in self._shown("in time"):
            slot_of[fact.x] = min(fact.y, slot_of.get(fact.x, fact.y))
        names, turn = self.problem.cards, self.problem.turn
        by_slot = sorted(slot_of.items(), key=lambda one: one[::-1])
        return tuple((str(names[x]), str(names[turn.index(v)])) for x, v in by_slot if v in turn)

    def _shown(self, kind: Kind) -> tuple[Fact, ...]:
        """Return what is shown of a winnable deal, without what is supposed."""
        if self.verdict != "won":
            return ()
        steps = [step for part in self.parts if part.supposed is None for step in part.steps]
        some = [step.fact for step in steps if step.fact.kind == kind]
        return tuple(fact for fact in some if any(map(self.problem.must_go, fact.cards)))

    @property
    def forced(self) -> tuple[tuple[str, str], ...]:
        """The pairs found to be in every solution of a winnable deal."""
        return tuple(map(self.pair_names, self.forced_facts))

    def pair_names(self, fact: Fact) -> tuple[str, str]:
        """Name the two cards of a fact of an explanation.

        Args:
            fact: A fact about two cards of this problem.

        Returns:
            The names of the cards.
        """
        return str(self.problem.cards[fact.x]), str(self.problem.cards[fact.y])

    @cached_property
    def sections(self) -> tuple[tuple[Text, tuple[Sentence, ...]], ...]:
        """The sentences of each part, with its heading, empty if it is no trial.

        They have the words of the language that is chosen when they are read.
        """
        wording = Wording(self.problem)
        sections: list[tuple[Text, tuple[Sentence, ...]]] = []
        letters = iter("abcdefghijklmnopqrstuvwxyz" * len(self.parts))
        with speaking("en"):  # which words go together is the same in each language
            for part in self.parts:
                if part.supposed is None:
                    sections.append(("", tuple(wording.part(part.proof))))
                    continue
                sections.append(wording.trial(part.supposed, part.proof, next(letters)))
        return tuple(sections)

    @property
    def sentences(self) -> int:
        """Return how many numbered deductions there are."""
        return sum(len(sentences) for _, sentences in self.sections)

    @property
    def words(self) -> int:
        """Return how many English words the deductions have."""
        with speaking("en"):
            texts = [
                t for head, some in self.sections for t in (str(head), *(s.text for s in some))
            ]
            return sum(len(text.split()) for text in texts)

    @property
    def conclusion(self) -> str:
        """State in one line what the deductions show."""
        if self.verdict == "unknown":
            return say("A limit was reached before the verdict.")
        if self.verdict == "won":
            return " ".join([say(WINNABLE), self.shared])
        if not self.parts:
            return " ".join([unwinnable(self.block, self.problem.rules), self._why_no_proof])
        opened = self.problem.opened
        if len(self.sets) == len(self.problem.names):
            return say(_UNWINNABLE[opened])
        return say(_UNWINNABLE_BY[opened], self.names_of_sets)

    @property
    def _why_no_proof(self) -> str:
        """Say why no sentences show that a deal is lost."""
        if self.problem.opened:
            return say(
                "pyrtool has no argument in sentences for the order of the stock under these rules."
            )
        return say("No proof of at most {0} trials was found.", MOST_TRIALS)

    @property
    def shared(self) -> str:
        """Return how many pairs were found that are in every solution of a winnable deal."""
        count = len(self.forced)
        if count == 0:
            return say("No pair was found that is in every solution.")
        if count == 1:
            return say("1 pair is in every solution.")
        return say("{0} pairs are in every solution.", count)

    @property
    def names_of_sets(self) -> str:
        """The sets that decide: ``A-Q and 4-9``."""
        return str(listed([set_words(self.problem.names[s]) for s in self.sets]))

    @property
    def meaning(self) -> str:
        """Return what it means that some sets alone decide, and whether the block has others; empty
        if all sets decide."""
        if not self.parts or self.verdict != "lost":
            return ""
        lines = []
        if len(self.sets) < len(self.problem.names):
            lines.append(
                say(
                    "The cards of {0} cannot all be discarded, even if every other card were gone.",
                    self.names_of_sets,
                )
            )
        blocked = sets_of(self.problem, self.block)
        if blocked and blocked != self.sets:
            names = listed([set_words(self.problem.names[s]) for s in blocked])
            lines.append(
                say("The block is of {0}; no proof with these cards alone was found.", names)
            )
        return " ".join(lines)

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """The theme of the proof that a deal is lost, and its key card; None without a proof."""
        if self.verdict != "lost" or not self.parts:
            return None
        with speaking("en"):
            main = [part for part in self.parts if part.supposed is None]
            outright = {step.fact for part in main for step in part.steps}
            return diagnosed(self.problem, self._steps, outright)

    @property
    def rules(self) -> Text:
        """The rule of the waste, if the proof that a deal is lost rests on it."""
        return rules_used(self.problem, self._steps) if self.diagnosis else ""

    @property
    def _steps(self) -> list[Step]:
        """The steps of all parts."""
        return [step for part in self.parts for step in part.steps]

    @property
    def introduction(self) -> tuple[str, ...]:
        """The paragraphs before a proof: the diagnosis, what some sets mean, and the rules that it
        rests on. A proof of one line says the diagnosis itself: its theme is enough."""
        theme = ""
        if self.diagnosis:
            first = next(one for _, some in self.sections for one in some)
            is_one_line = self.sentences == 1 and len(first.lines) == 1
            theme = str(self.diagnosis.title if is_one_line else self.diagnosis.words)
        return tuple(filter(None, [theme, self.meaning, str(self.rules)]))

    @property
    def is_long(self) -> bool:
        """Return whether a proof is too long to be an explanation."""
        return self.sentences > MOST_SENTENCES

    @property
    def statement(self) -> str | None:
        """State in one line which block a deal has; None if it has none."""
        return None if self.block is None else describe(self.block, self.problem.rules)


def unwinnable(block: Block | None, rules: Rules) -> str:
    """State that a deal is lost, with its block if it has one."""
    if block is None:
        return say("Unwinnable by exhaustive search.")
    return say("Unwinnable: {0}.", describe(block, rules))


@public
def explain(subject: Subject, limits: Limits = Limits()) -> Explanation:
    """Explain why a deal or a position is unwinnable, or what holds in each of its solutions.

    Args:
        subject: A deal, or a position from which play goes on. Its rules have one pack, and ranks
            that each match one other rank. A stock counts as open unless it is turned singly, in
            its last pass, and all cards must go.
        limits: Limits of the search for the verdict.

    Returns:
        The verdict and the deductions.

    Raises:
        ExplainError: Deductions do not hold under the rules.
        PositionError: No play leads to the position, or a card of it is unknown.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> why = explain(deal(3, "giza"))
        >>> why.conclusion
        'Unwinnable by A-Q alone.'
        >>> why.trials
        0
    """
    problem_of(subject)  # before the search: it may take long
    return explain_verdict(subject, solve(subject, limits))


def explain_verdict(
    subject: Subject, verdict: Verdict, problem: Problem | None = None
) -> Explanation:
    """Explain a deal or a position, as `explain` does, whose verdict is known; `problem`: with
    other places than those of the position itself."""
    problem = problem or problem_of(subject)
    if isinstance(verdict, Unknown):
        return Explanation(problem, "unknown", (), ())
    if isinstance(verdict, Lost):
        return _explain_loss(problem, verdict.block)
    closure = Closure(problem)
    known = pairs_of(problem, verdict.moves)
    shown = forced(closure, Planning(closure).refutable(known))
    every = tuple(range(len(problem.sets)))
    return replace(explanation_of_parts(problem, "won", every, shown), moves=verdict.moves)


def explanation_if_any(
    subject: Subject, verdict: Verdict | None, start: Position | None = None
) -> Explanation | None:
    """Explain a subject; None if the verdict is unknown, or if deductions do not hold. With the
    `start` that play led to it from, a reader counts stock cards from there."""
    if verdict is None or isinstance(verdict, Unknown):
        return None
    try:
        problem = None if start is None else problem_in_play(start, position_of(subject))
        return explain_verdict(subject, verdict, problem)
    except ExplainError:
        return None


def _explain_loss(problem: Problem, block: Block | None) -> Explanation:
    """Prove that the sets of a block cannot be discarded, if a proof is found; otherwise that some
    sets cannot, or nothing."""
    every = tuple(range(len(problem.sets)))
    blocked = sets_of(problem, block)
    for sets in dict.fromkeys((blocked, every) if blocked else (every,)):
        if (proof := _best_proof(problem, sets, block)) is not None:
            return proof
    return Explanation(problem, "lost", (), (), block=block)


def sets_of(problem: Problem, block: Block | None) -> tuple[int, ...]:
    """Return the numbers of a block's sets, ascending."""
    names = [set_name(*ranks) for ranks in block.sets] if block else []
    return tuple(s for s, name in enumerate(problem.names) if name in names)


def _best_proof(problem: Problem, sets: tuple[int, ...], block: Block | None) -> Explanation | None:
    """Return the lightest proof with cards of these sets that was found, if one was. If it is long,
    one of fewer sentences, if one is found: by what costs sentences, and with all of these sets,
    which may be shorter than one with as few as any."""
    closure = Closure(problem)
    plans = Planning(closure, sets).plans()
    proof = lightest(closure, plans)
    if proof is None:
        return None
    best = _loss_by_proof(problem, proof[1], block)
    if not SHORT < best.sentences <= _FAR:
        return best
    by_sentences = Closure(problem, _SENTENCES)
    wide = [Plan(sets, trials) for trials in dict.fromkeys(plan.trials for plan in plans)]
    searches = [(plans, SHORT)] if wide == plans else [(plans, SHORT), (wide, _LONG)]
    for some, most in searches:
        if best.sentences > most and (proof := lightest(by_sentences, some, _THOROUGH)):
            other = _loss_by_proof(problem, proof[1], block)
            best = min(best, other, key=lambda one: (one.sentences, one.words))
    return best


def _loss_by_proof(problem: Problem, parts: Sequence[Derived], block: Block | None) -> Explanation:
    """Return a loss that is explained by all sets that a proof names."""
    return explanation_of_parts(problem, "lost", _sets_in(problem, parts), parts, block)


def _sets_in(problem: Problem, parts: Sequence[Derived]) -> tuple[int, ...]:
    """List the sets of the cards that some parts name."""
    facts = {Fact.of(fact) for part in parts for fact in part.steps}
    cards = sum(1 << x for x in {x for fact in facts for x in fact.cards})
    return tuple(s for s, mask in enumerate(problem.sets) if mask & cards)


def explanation_of_parts(
    problem: Problem,
    verdict: Answer,
    sets: tuple[int, ...],
    parts: Sequence[Derived],
    block: Block | None = None,
) -> Explanation:
    """Return the explanation that parts give as the kernel numbers their steps."""
    explained = [
        Part(None if part.supposed is None else Fact.of(part.supposed), steps_of(part.steps))
        for part in parts
    ]
    return Explanation(problem, verdict, sets, tuple(explained), block=block)


def steps_of(derivation: Derivation) -> tuple[Step, ...]:
    """List the steps of a derivation with their facts and techniques by name."""
    return tuple(
        Step(Fact.of(fact), TECHNIQUES[technique], tuple(map(Fact.of, premises)))
        for fact, (technique, premises) in derivation.items()
    )


@dataclass(frozen=True)
class LitStep:
    """A sentence of an explanation with its cards.

    Attributes:
        number: Its number, ``4`` or in a trial ``a2``.
        supposed: What its trial supposes, in words; empty if it is in none.
        sentence: The sentence.
        techniques: The technique of its conclusion, and those that are said within it.
        own: The cards that it is about.
        reasons: The other cards that it names.
        order: The cards that must go before another one, and that one; empty if it shows no order.
    """

    number: str
    supposed: Text
    sentence: Sentence
    techniques: frozenset[str]
    own: frozenset[Card]
    reasons: frozenset[Card]
    order: tuple[frozenset[Card], ...] = ()

    @property
    def heading(self) -> str:
        """Return what its trial supposes, in the chosen language."""
        return str(self.supposed)

    @property
    def text(self) -> str:
        """The sentence in the chosen language."""
        return self.sentence.text

    @property
    def numbered(self) -> Text:
        """The statements with the number of the step, after what its trial supposes."""
        words = row(self.number, ". ", self.statements)
        return row(self.supposed, "\n", words) if self.supposed else words

    @property
    def statements(self) -> Text:
        """What the sentence says, each statement on a line of its own."""
        return row(*("\n" if str(text) == " " else text for text in self.sentence.texts))


def lit_steps(explanation: Explanation) -> tuple[LitStep, ...]:
    """Return the numbered sentences of an explanation in their order, with the cards to be lit.

    Args:
        explanation: What `explain` returns.

    Returns:
        The steps; there are none if no proof was found.

    Examples:
        >>> from pyrtool.answers.explain.explanation import explain
        >>> from pyrtool.game.deals import deal
        >>> (step,) = lit_steps(explain(deal(6)))
        >>> [str(card) for card in step.own]
        ['AS']
    """
    steps = []
    for part, (heading, sentences) in zip(explanation.parts, explanation.sections, strict=True):
        numbered = {fact for sentence in sentences for fact in sentence.facts}
        steps += [
            _lit_step(explanation, part, heading, sentence, numbered) for sentence in sentences
        ]
    return tuple(steps)


def _lit_step(
    explanation: Explanation, part: Part, heading: Text, sentence: Sentence, numbered: set[Fact]
) -> LitStep:
    cards = explanation.problem.cards
    facts = [fact for fact in sentence.facts[: sentence.main] if fact.kind != "contradiction"]
    own = {x for fact in facts for x in fact.cards}
    own |= {x for fact in facts if len(fact.cards) == 1 for x in _turned(explanation, fact.y)}
    if not facts:
        reasons = part.proof[sentence.facts[0]].premises  # of a contradiction
        own = set.intersection(*(set(fact.cards) for fact in reasons))
    within = _facts_within(part, sentence, numbered)
    with speaking("en"):  # the same cards are lit in each language
        whole = sentence.text
        head = str(sentence.end).partition(". ")[0].partition(": ")[0]  # before the reasons
    lit, named = {cards[x] for x in own}, _cards_in(explanation, whole)
    if not all(card.has_suit for card in cards):  # words leave open which card
        named = {cards[x] for fact in within for x in fact.cards}
        lit = lit or named
    elif not lit or not lit <= named:  # it says more than its fact, or of more cards
        lit = _cards_in(explanation, head)
    return LitStep(
        sentence.number,
        heading,
        sentence,
        frozenset(
            part.proof[fact].technique
            for fact in within
            if fact in part.proof and (fact in sentence.facts or fact not in numbered)
        ),
        frozenset(lit),
        frozenset(named - lit),
        _order(part, sentence, cards, named),
    )


def _order(
    part: Part, sentence: Sentence, cards: Sequence[Card], named: set[Card]
) -> tuple[frozenset[Card], ...]:
    """Return the cards that must go before another one in what a sentence shows, and that one; of a
    contradiction, those of an order that it states. None of cards that lie on each other: that is
    seen."""
    main = sentence.facts[: sentence.main]
    orders = [
        (cards[fact.x], cards[fact.y])
        for fact in (sentence.facts if main[0].kind == "contradiction" else main)
        if fact.kind == "before" and part.proof[fact].technique not in SEEN
    ]
    orders = [order for order in orders if named.issuperset(order)]
    if not orders:
        return ()
    then = orders[0][1]
    firsts = orders[:1] if main[0].kind == "contradiction" else orders
    return frozenset(first for first, other in firsts if other == then), frozenset([then])


def _facts_within(part: Part, sentence: Sentence, numbered: set[Fact]) -> set[Fact]:
    """Return the facts of a sentence and those that it rests on, up to those that have a number."""
    facts: set[Fact] = set()
    visit = list(sentence.facts)
    while visit:
        fact = visit.pop()
        facts.add(fact)
        step = part.proof.get(fact)  # none if it was shown before this part
        if step is not None and (fact in sentence.facts or fact not in numbered):
            visit += step.premises
    return facts


def _turned(explanation: Explanation, slot: int) -> list[int]:
    """Return the card that is turned at the beginning of a slot, if it is in a set."""
    return [x for x, turn in enumerate(explanation.problem.turn) if turn == slot > 0]


def _cards_in(explanation: Explanation, text: str) -> set[Card]:
    """Return the cards that a text names."""
    named = set(CARD.findall(text))
    return {card for card in explanation.problem.cards if str(card) in named}
