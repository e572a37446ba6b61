"""All that deduction gives for some sets, every other card gone: the kernel's derivations.

A derivation maps each of its facts to its technique and premises, each fact after those that it
rests on. Facts and techniques are the kernel's numbers here (`pyrtool.kernel.deduction.codes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pyrtool.answers.explain.facts import COST, TECHNIQUES
from pyrtool.answers.explain.problem import Problem
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.kernel.deduction import codes
from pyrtool.kernel.deduction.deductions import Deductions
from pyrtool.kernel.numbers.buffers import words

Derivation = dict[int, tuple[int, tuple[int, ...]]]
Beginning = tuple[list[int], list[int]]

COSTS: Final = tuple(COST.values())
SUPPOSED: Final = TECHNIQUES.index("supposed")
TRIAL: Final = TECHNIQUES.index("trial")
KNOWN: Final = TECHNIQUES.index("known")
SEEN_CODES: Final = frozenset(
    TECHNIQUES.index(name) for name in ("covers", "turned", "supposed", "known", "never match")
)
TAKEN: Final = TECHNIQUES.index("taken")
ORDER: Final = TECHNIQUES.index("order")
COVERS: Final = TECHNIQUES.index("covers")
X: Final = codes.CONTRADICTION


def opposite(supposed: int) -> int:
    """The fact that holds if a supposition fails: of two cards that go together, that they do not;
    of a card that goes before a slot, that it does not; and the other way round. Of a card that
    goes before another, which is no partner of it, that it goes after it."""
    kind, x, y = supposed >> 12, supposed >> 6 & 63, supposed & 63
    if kind == codes.BEFORE:
        return codes.BEFORE << 12 | y << 6 | x
    turned = {
        codes.IN_PAIR: codes.APART,
        codes.APART: codes.IN_PAIR,
        codes.NOT_BEFORE: codes.IN_TIME,
        codes.IN_TIME: codes.NOT_BEFORE,
    }
    return turned[kind] << 12 | x << 6 | y


def _as_words(masks: Sequence[int]) -> memoryview:
    """A mask for each card, as the kernel has them."""
    found = words(64)
    for i, mask in enumerate(masks):
        found[i] = mask
    return found


class Closure:
    """Derivations about the sets of one problem; `runs` counts them. `costs`: what a step of each
    technique costs."""

    def __init__(self, problem: Problem, costs: Sequence[int] = COSTS) -> None:
        self.problem, self.costs = problem, costs
        cards = range(len(problem.cards))
        self.partners = [problem.partners(x) for x in cards]
        self.set_of = [0] * len(problem.cards)
        for number, mask in enumerate(problem.sets):
            for x in bits(mask):
                self.set_of[x] = number
        self.runs = 0
        self._kernel = Deductions(
            _as_words(problem.above),
            _as_words(problem.weak),
            list(problem.turn),
            problem.waste,
            _as_words(self.partners),
            _as_words([problem.alike(x) for x in cards]),
            problem.stock_pairs,
            list(costs),
        )

    def fails(
        self,
        chosen: int,
        supposed: Iterable[int] = (),
        refuted: Iterable[int] = (),
    ) -> bool:
        """Derive, and return whether a contradiction follows.

        Args:
            chosen: The mask of the cards; all others are gone.
            supposed: What is supposed.
            refuted: What trials have shown.
        """
        return self.derive(chosen, self.beginning(chosen, supposed, refuted))

    def beginning(
        self,
        chosen: int,
        supposed: Iterable[int] = (),
        refuted: Iterable[int] = (),
        known: Iterable[int] = (),
    ) -> Beginning:
        """What a derivation begins with: facts, and the technique of each.

        Args:
            chosen: The mask of the cards; all others are gone.
            supposed: What is supposed.
            refuted: What trials have shown.
            known: What was derived before.
        """
        begin = [(f, SUPPOSED) for f in supposed if self.is_about(f, chosen)]
        begin += [(f, TRIAL) for f in refuted if self.is_about(f, chosen)]
        begin += [(f, KNOWN) for f in known]
        return [fact for fact, _ in begin], [technique for _, technique in begin]

    def derive(
        self,
        chosen: int,
        begin: Beginning,
        *,
        shared: bool = False,
        allowed: Sequence[int] | None = None,
        favoured: Sequence[int] = (),
        banned: int = -1,
    ) -> bool:
        """Derive, and return whether a contradiction follows.

        Args:
            chosen: The mask of the cards; all others are gone.
            begin: What to begin with.
            shared: A fact costs what its dearest premise costs, not what all cost.
            allowed: The only facts to be derived.
            favoured: Facts that cost nearly nothing.
            banned: A fact that is not to be derived.
        """
        self.runs += 1
        return self._kernel.derive(
            chosen,
            *begin,
            codes.GREATEST if shared else codes.SUM,
            None if allowed is None else list(allowed),
            list(favoured),
            banned,
        )

    def keep(self) -> None:
        """Keep what the last derivation gave, which was no contradiction, for `fails_on`."""
        self._kernel.keep()

    def fails_on(self, supposed: Iterable[int] = (), refuted: Iterable[int] = ()) -> bool:
        """Go on from what was kept, and return whether a contradiction follows.

        Args:
            supposed: What is supposed, of the cards that were chosen.
            refuted: What trials have shown of them.
        """
        self.runs += 1
        begin = [(f, SUPPOSED) for f in supposed] + [(f, TRIAL) for f in refuted]
        return self._kernel.derive_on([f for f, _ in begin], [t for _, t in begin])

    def is_about(self, fact: int, chosen: int) -> bool:
        """Whether all cards of a fact are among some."""
        x, y, kind = fact >> 6 & 63, fact & 63, fact >> 12
        return bool(chosen >> x & 1) and (kind > codes.IN_PAIR or bool(chosen >> y & 1))

    def facts(self) -> list[int]:
        """All facts of the last derivation."""
        return self._kernel.facts()

    def holds(self, fact: int) -> bool:
        """Whether the last derivation has a fact."""
        return bool(self._kernel.step(fact))

    def weight(self, steps: Derivation) -> int:
        """What the steps of a derivation cost together."""
        return sum(self.costs[technique] for technique, _ in steps.values())

    def derivation(self, *ends: int) -> Derivation:
        """The steps of the last derivation that some facts rest on."""
        return self._kernel.derivation(list(ends))

    def weight_of(self, end: int) -> int:
        """What the steps of the last derivation cost together that a fact rests on."""
        return self._kernel.weight(end)


guard(__name__)
