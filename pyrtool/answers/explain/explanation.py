"""Why a deal is unwinnable, or what holds in each of its solutions, as deductions.

Decides what is explained, and what an explanation is as data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.words import describe
from pyrtool.answers.explain.closure import Closure, Derivation
from pyrtool.answers.explain.facts import COST, TECHNIQUES, Fact, Kind, Step
from pyrtool.answers.explain.forced import pairs_of
from pyrtool.answers.explain.problem import ExplainError, Problem, problem_of
from pyrtool.answers.explain.proof import Part as Derived
from pyrtool.answers.explain.proof import forced, lightest
from pyrtool.answers.explain.trials import MOST_TRIALS, Plan, Planning
from pyrtool.answers.explain.wording.orders import Proof
from pyrtool.answers.explain.wording.phrases import Text, listed
from pyrtool.answers.explain.wording.sentence import Sentence
from pyrtool.answers.explain.wording.words import INLINE, Wording
from pyrtool.answers.solve import Limits, solve
from pyrtool.answers.subject import Subject
from pyrtool.answers.verdicts import Lost, Unknown, Verdict
from pyrtool.base.arguments import guard
from pyrtool.game.moves import Move
from pyrtool.languages import message, say, speaking
from pyrtool.languages.table import set_words

MOST_SENTENCES: Final = 30
"""A proof with more is no explanation: it is printed only on request."""

SHORT: Final = 15
"""A proof of more sentences is sought again, by what costs sentences."""

_SENTENCES: Final = tuple(cost and (1 if name in INLINE else 12) for name, cost in COST.items())
"""What a step of each technique costs if sentences count."""

_THOROUGH: Final = 600
"""Derivations to shorten a proof that is long."""

_FAR: Final = 24
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
        """The steps by their facts."""
        return {step.fact: step for step in self.steps}


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
        block: A block of the least order, if the deal is lost, has one, and was searched for.
    """

    problem: Problem
    verdict: Answer
    sets: tuple[int, ...]
    parts: tuple[Part, ...]
    moves: tuple[Move, ...] = ()
    block: Block | None = None

    @property
    def trials(self) -> int:
        """How many suppositions are refuted."""
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
        found = sorted(slot_of.items(), key=lambda one: one[::-1])
        return tuple((str(names[x]), str(names[turn.index(v)])) for x, v in found if v in turn)

    def _shown(self, kind: Kind) -> tuple[Fact, ...]:
        """What is shown of a winnable deal, without what is supposed."""
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
        """The two cards of a fact.

        Args:
            fact: A fact about two cards of this problem.

        Returns:
            The names of the cards.
        """
        return str(self.problem.cards[fact.x]), str(self.problem.cards[fact.y])

    @cached_property
    def sections(self) -> tuple[tuple[Text, tuple[Sentence, ...]], ...]:
        """The sentences of each part, with its heading, empty where it is no trial.

        They have the words of the language that is chosen when they are read.
        """
        wording = Wording(self.problem)
        found: list[tuple[Text, tuple[Sentence, ...]]] = []
        letters = iter("abcdefghijklmnopqrstuvwxyz" * len(self.parts))
        with speaking("en"):  # which words go together is the same in each language
            for part in self.parts:
                if part.supposed is None:
                    found.append(("", tuple(wording.part(part.proof))))
                    continue
                found.append(wording.trial(part.supposed, part.proof, next(letters)))
        return tuple(found)

    @property
    def sentences(self) -> int:
        """How many numbered deductions there are."""
        return sum(len(sentences) for _, sentences in self.sections)

    @property
    def conclusion(self) -> str:
        """What the deductions show, in one line."""
        if self.verdict == "unknown":
            return say("A limit was reached before the verdict.")
        if self.verdict == "won":
            return " ".join([say(WINNABLE), self.shared])
        if not self.parts:
            why = say("No {0} trials were found that show it.", MOST_TRIALS)
            if self.problem.opened:
                why = say("Deductions take the stock as open here, and did not show it.")
            return " ".join([say("Unwinnable by exhaustive search."), why])
        opened = self.problem.opened
        if len(self.sets) == len(self.problem.names):
            return say(_UNWINNABLE[opened])
        return say(_UNWINNABLE_BY[opened], self.names_of_sets)

    @property
    def shared(self) -> str:
        """How many pairs were found that are in every solution of a winnable deal."""
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
        """What it means that some sets alone decide; empty where none do."""
        if not self.parts or self.verdict != "lost" or len(self.sets) == len(self.problem.names):
            return ""
        return say("Their cards cannot all be discarded, even if every other card were gone.")

    @property
    def is_long(self) -> bool:
        """Whether a proof is too long to be an explanation."""
        return self.sentences > MOST_SENTENCES

    @property
    def statement(self) -> str | None:
        """The shortest true statement of why a deal is lost: its block, in one line."""
        return None if self.block is None else describe(self.block, self.problem.rules)


def explain(subject: Subject, limits: Limits = Limits()) -> Explanation:
    """Explain why a deal or a position is unwinnable, or what holds in each of its solutions.

    Args:
        subject: A deal, or a position from which play goes on. Its rules have one pack, and ranks
            that each match one other rank. A stock counts as open unless it is turned singly with
            the turned card available, in its last pass, and all cards must go.
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
    return explained(subject, solve(subject, limits))


def explained(subject: Subject, verdict: Verdict) -> Explanation:
    """Explain a deal or a position, as `explain` does, whose verdict is known."""
    problem = problem_of(subject)
    if isinstance(verdict, Unknown):
        return Explanation(problem, "unknown", (), ())
    closure = Closure(problem)
    if isinstance(verdict, Lost):
        return replace(_explained_loss(closure), block=verdict.block)
    known = pairs_of(problem, verdict.moves)
    shown = forced(closure, Planning(closure).refutable(known))
    every = tuple(range(len(problem.sets)))
    return replace(explained_by(problem, "won", every, shown), moves=verdict.moves)


def explained_if_known(subject: Subject, verdict: Verdict | None) -> Explanation | None:
    """The same; None if the verdict is unknown, or if deductions do not hold under the rules."""
    if verdict is None or isinstance(verdict, Unknown):
        return None
    try:
        return explained(subject, verdict)
    except ExplainError:
        return None


def _explained_loss(closure: Closure) -> Explanation:
    """The lightest proof that was found. If it is long, one of fewer sentences, if one is found: by
    what costs sentences, and with all sets, which may be shorter than one with as few as any."""
    problem = closure.problem
    plans = Planning(closure).plans()
    proof = lightest(closure, plans)
    if proof is None:
        return Explanation(problem, "lost", (), ())
    found = _explained_by_proof(problem, proof[1])
    if not SHORT < found.sentences <= _FAR:
        return found
    by_sentences = Closure(problem, _SENTENCES)
    every = tuple(range(len(problem.sets)))
    wide = [Plan(every, trials) for trials in dict.fromkeys(plan.trials for plan in plans)]
    for some in (plans, wide):
        if found.sentences > SHORT and (proof := lightest(by_sentences, some, _THOROUGH)):
            other = _explained_by_proof(problem, proof[1])
            found = min(found, other, key=lambda one: one.sentences)
    return found


def _explained_by_proof(problem: Problem, parts: Sequence[Derived]) -> Explanation:
    """A loss that is explained by all sets that a proof names."""
    return explained_by(problem, "lost", _named(problem, parts), parts)


def _named(problem: Problem, parts: Sequence[Derived]) -> tuple[int, ...]:
    """The sets of the cards that some parts name."""
    facts = {Fact.of(fact) for part in parts for fact in part.steps}
    cards = sum(1 << x for x in {x for fact in facts for x in fact.cards})
    return tuple(s for s, mask in enumerate(problem.sets) if mask & cards)


def explained_by(
    problem: Problem, verdict: Answer, sets: tuple[int, ...], parts: Sequence[Derived]
) -> Explanation:
    """The explanation that parts give as the kernel numbers their steps."""
    made = [Part(_fact(part.supposed), steps_of(part.steps)) for part in parts]
    return Explanation(problem, verdict, sets, tuple(made))


def _fact(code: int | None) -> Fact | None:
    return None if code is None else Fact.of(code)


def steps_of(derivation: Derivation) -> tuple[Step, ...]:
    """The steps of a derivation, as the kernel numbers them, with their facts and techniques."""
    return tuple(
        Step(Fact.of(fact), TECHNIQUES[technique], tuple(map(Fact.of, premises)))
        for fact, (technique, premises) in derivation.items()
    )


guard(__name__)
