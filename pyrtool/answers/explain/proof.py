"""The search for a proof: derivations, trials, and the shortest proof that is found.

The kernel derives all that follows for some sets, every other card gone. A derivation maps each of
its facts to its technique and premises, each fact after those that it rests on. Facts and
techniques are the kernel's numbers here (`pyrtool.kernel.deduction`). If deduction alone does
not decide, a trial supposes one thing, and deduction refutes it; trials are never nested.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pyrtool.answers.explain.problem import COST, TECHNIQUES, Problem
from pyrtool.base.bits import bits
from pyrtool.kernel import constants
from pyrtool.kernel.constants import IN_PAIR, IN_TIME
from pyrtool.kernel.deduction import Deductions
from pyrtool.kernel.numbers import words

Derivation = dict[int, tuple[int, tuple[int, ...]]]
Beginning = tuple[list[int], list[int]]

COSTS: Final = tuple(COST.values())
SUPPOSED: Final = TECHNIQUES.index("supposed")
TRIAL: Final = TECHNIQUES.index("trial")
KNOWN: Final = TECHNIQUES.index("known")
SEEN_CODES: Final = frozenset(
    TECHNIQUES.index(name) for name in ("covers", "turned", "supposed", "known", "never match")
)
X: Final = constants.CONTRADICTION


def opposite(supposed: int) -> int:
    """Return the fact that holds if a supposition fails: of two cards that go together, that they
    do not; of a card that goes before a slot, that it does not; and the other way round. Of a card
    that goes before another, which is no partner of it, that it goes after it."""
    kind, x, y = supposed >> 12, supposed >> 6 & 63, supposed & 63
    if kind == constants.BEFORE:
        return constants.BEFORE << 12 | y << 6 | x
    turned = {
        constants.IN_PAIR: constants.APART,
        constants.APART: constants.IN_PAIR,
        constants.NOT_BEFORE: constants.IN_TIME,
        constants.IN_TIME: constants.NOT_BEFORE,
    }
    return turned[kind] << 12 | x << 6 | y


def _as_words(masks: Sequence[int]) -> memoryview:
    """Return a mask for each card, as the kernel has them."""
    buffer = words(64)
    for i, mask in enumerate(masks):
        buffer[i] = mask
    return buffer


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

    def fails(self, chosen: int, supposed: Iterable[int] = (), refuted: Iterable[int] = ()) -> bool:
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
        """Return what a derivation begins with: facts, and the technique of each.

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
            constants.GREATEST if shared else constants.SUM,
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
        """Return whether all cards of a fact are among some."""
        x, y, kind = fact >> 6 & 63, fact & 63, fact >> 12
        return bool(chosen >> x & 1) and (kind > constants.IN_PAIR or bool(chosen >> y & 1))

    def facts(self) -> list[int]:
        """List all facts of the last derivation."""
        return self._kernel.facts()

    def holds(self, fact: int) -> bool:
        """Return whether the last derivation has a fact."""
        return bool(self._kernel.step(fact))

    def weight(self, steps: Derivation) -> int:
        """Return what the steps of a derivation cost together."""
        return sum(self.costs[technique] for technique, _ in steps.values())

    def derivation(self, *ends: int) -> Derivation:
        """Return the steps of the last derivation that some facts rest on."""
        return self._kernel.derivation(list(ends))

    def weight_of(self, end: int) -> int:
        """Return what the steps of the last derivation cost together that a fact rests on."""
        return self._kernel.weight(end)


class Trimming:
    """The shortening of one derivation of a contradiction, or of another `end`, from some cards.

    It makes about `runs` derivations: a limit by count, so that every machine stops at the same.
    """

    def __init__(
        self,
        closure: Closure,
        chosen: int,
        supposed: Sequence[int] = (),
        refuted: Sequence[int] = (),
        known: Sequence[int] = (),
        runs: int = 0,
        end: int = X,
    ) -> None:
        self.closure, self.chosen = closure, chosen
        self._begin = closure.beginning(chosen, supposed, refuted, known)
        self._end = closure.runs + runs
        self._goal = end

    def shortest(self) -> Derivation | None:
        """Return a short derivation, None if there is none.

        The first two are the cheapest ones, once with each fact costing what all its premises cost,
        once what the dearest does. Then each step is forbidden in turn, with the others nearly
        free, so that a way around it is found. It is taken if the whole gets cheaper.
        """
        if not self._finds():
            return None
        proof = self._without_needless(self._found())
        self._finds(shared=True)
        other = self._without_needless(self._found())
        if self.closure.weight(other) < self.closure.weight(proof):
            proof = other
        return self._around(proof)

    def _finds(
        self,
        shared: bool = False,
        allowed: Sequence[int] | None = None,
        favoured: Sequence[int] = (),
        banned: int = -1,
    ) -> bool:
        self.closure.derive(self.chosen, self._begin, shared, allowed, favoured, banned)
        return self.closure.holds(self._goal)

    def _found(self) -> Derivation:
        """Return the steps of the last derivation."""
        return self.closure.derivation(self._goal)

    def _cost(self) -> int:
        """Return what the steps of the last derivation cost."""
        return self.closure.weight_of(self._goal)

    def _spent(self) -> bool:
        return self.closure.runs >= self._end

    def _dearest_first(self, proof: Derivation) -> list[int]:
        """List the steps of a derivation that may be left out, the dearest first."""
        some = [f for f, (technique, _) in proof.items() if technique not in SEEN_CODES and f != X]
        return sorted(some, key=lambda fact: -self.closure.costs[proof[fact][0]])

    def _without_needless(self, proof: Derivation) -> Derivation:
        """Leave out step after step as long as the contradiction still follows from the others. A
        step that is needed stays so when others are left out."""
        weight = self.closure.weight(proof)
        if self._finds(shared=True, allowed=list(proof)) and self._cost() < weight:
            proof, weight = self._found(), self._cost()
        needed: set[int] = set()
        changed = True
        while changed:
            changed = False
            for fact in self._dearest_first(proof):
                if fact in needed:
                    continue
                if self._spent():
                    return proof
                rest = [other for other in proof if other != fact]
                for shared in (False, True):
                    if not self._finds(shared=shared, allowed=rest):
                        needed.add(fact)
                        break
                    if self._cost() < weight:
                        proof, weight, changed = self._found(), self._cost(), True
                        break
                if changed:
                    break
        return proof

    def _around(self, proof: Derivation) -> Derivation:
        """Do without one step after the other, if a cheaper way leads around it."""
        weight = self.closure.weight(proof)
        better = True
        while better:
            better = False
            for fact in self._dearest_first(proof):
                if self._spent():
                    return proof
                if not self._finds(favoured=list(proof), banned=fact):
                    continue
                if 10 * self._cost() > 11 * weight:  # needless steps hardly make up for more
                    continue
                around = self._without_needless(self._found())
                if (lighter := self.closure.weight(around)) < weight:
                    proof, weight, better = around, lighter, True
                    break
        return proof


MOST_PLANS: Final = 12
"""Plans of one size that are compared."""

MOST_TRIALS: Final = 12
"""A proof with more is none that a person follows: none is made."""

MOST_RUNS: Final = 1_600
"""Derivations to find what decides: a limit by count."""


@dataclass(frozen=True)
class Plan:
    """Sets, by their numbers, that alone lead to a contradiction after some trials, in order."""

    sets: tuple[int, ...]
    trials: tuple[int, ...] = ()


class Planning:
    """The search for the fewest trials, and then for the fewest sets. With `sets`, the cards of all
    others are gone."""

    def __init__(self, closure: Closure, sets: Sequence[int] | None = None) -> None:
        self.closure = closure
        self._every = tuple(range(len(closure.problem.sets)) if sets is None else sets)
        self._all = closure.problem.of_sets(self._every)

    def plans(self) -> list[Plan]:
        """List the plans with the fewest trials that were found, and of these the fewest sets."""
        if self.closure.fails(self._all):
            return self._fewest_sets([()])
        self.closure.keep()
        base = set(self.closure.facts())
        pairs = list(self._open_pairs(base))
        failing = [f for f in pairs if self.closure.fails_on([f])]
        one = self._deciding(failing)
        if not one:
            late = [f for f in self._moments(base) if self.closure.fails_on([f])]
            one = self._deciding(late)
            failing += late
        if one:
            return self._fewest_sets([(f,) for f in one[:MOST_PLANS]])
        if two := self._two(failing):
            return self._fewest_sets(two)
        order = self._several(failing)
        return self._fewest_sets([order]) if 0 < len(order) <= MOST_TRIALS else []

    def refutable(self, possible: Container[int] = ()) -> tuple[int, ...]:
        """List the pairs of a winnable deal that single trials refute, each after those before it.
        `possible`: pairs that are known to be in a solution."""
        end = self.closure.runs + MOST_RUNS
        refuted: list[int] = []
        tried: dict[int, int] = {}
        self.closure.fails(self._all)
        self.closure.keep()
        while True:
            before = len(refuted)
            for fact in list(self._open_pairs(set(self.closure.facts()))):
                if fact in possible or tried.get(fact) == len(refuted):
                    continue
                tried[fact] = len(refuted)
                if self.closure.runs < end and self.closure.fails_on([fact]):
                    refuted.append(fact)
                    self._refute(fact)
            if len(refuted) == before:
                return tuple(refuted)
            self.closure.fails_on()

    def _refute(self, fact: int) -> bool:
        """Keep what follows from the failure of a trial; whether that decides."""
        if self.closure.fails_on((), [opposite(fact)]):
            return True
        self.closure.keep()
        return False

    def _deciding(self, failing: Sequence[int]) -> list[int]:
        """List the trials after which deduction alone decides."""
        return [f for f in failing if self.closure.fails_on((), [opposite(f)])]

    def _open_pairs(self, base: set[int]) -> Iterator[int]:
        """Yield the pairs that may still go together, of cards that have a choice."""
        closed = set()
        for fact in base:
            if fact >> 12 == constants.IN_PAIR:
                closed |= {fact >> 6 & 63, fact & 63}
        for x in bits(self._all):
            for y in bits(self.closure.partners[x] >> x << x):
                apart = constants.APART << 12 | x << 6 | y
                if x not in closed and y not in closed and apart not in base:
                    yield constants.IN_PAIR << 12 | x << 6 | y

    def _moments(self, base: set[int]) -> Iterator[int]:
        """Yield that a stock card goes before a later one is turned, while that is open."""
        problem = self.closure.problem
        low, high = [0] * len(problem.cards), [problem.slots + 1] * len(problem.cards)
        for fact in base:
            x, v = fact >> 6 & 63, fact & 63
            if fact >> 12 == constants.NOT_BEFORE:
                low[x] = max(low[x], v)
            elif fact >> 12 == constants.IN_TIME and fact != constants.CONTRADICTION:
                high[x] = min(high[x], v)
        for x, turn in enumerate(problem.turn):
            if turn and self._all >> x & 1:
                for v in range(low[x] + 1, high[x]):
                    yield constants.IN_TIME << 12 | x << 6 | v
                    yield constants.NOT_BEFORE << 12 | x << 6 | v

    def _two(self, failing: Sequence[int]) -> list[tuple[int, ...]]:
        """Return pairs of trials that decide together; each trial fails by itself.

        Trials come first whose failure leads to the most facts.
        """
        end = self.closure.runs + MOST_RUNS
        follows: dict[int, int] = {}
        for fact in failing:
            self.closure.fails_on((), [opposite(fact)])
            follows[fact] = len(self.closure.facts())
        pairs: list[tuple[int, ...]] = []
        strongest = sorted(failing, key=lambda fact: -follows[fact])
        for g, f in ((g, f) for n, g in enumerate(strongest) for f in strongest[:n]):
            if self.closure.runs >= end or len(pairs) == MOST_PLANS:
                break
            if self.closure.fails_on((), [opposite(f), opposite(g)]):
                pairs.append((f, g))
        return pairs

    def _several(self, failing: Sequence[int]) -> tuple[int, ...]:
        """List trials that decide together, and that are all needed; none if they do not decide."""
        order: list[int] = []
        end = self.closure.runs + MOST_RUNS
        while failing:
            for fact in failing:
                order.append(fact)
                if self._refute(fact):
                    return self._needed(order)
            facts = set(self.closure.facts())
            if self.closure.runs > end:
                return ()
            failing = [
                fact
                for fact in (*self._open_pairs(facts), *self._moments(facts))
                if self.closure.fails_on([fact])
            ]
        return ()

    def _needed(self, order: Sequence[int]) -> tuple[int, ...]:
        """Leave out trial after trial, from the last but one back, while the others decide."""
        end = self.closure.runs + MOST_RUNS
        kept = list(order)
        for fact in reversed(order[:-1]):
            shorter = [other for other in kept if other != fact]
            if self.closure.runs < end and self._refutes(self._all, shorter):
                kept = shorter
        return tuple(kept)

    def _refutes(self, chosen: int, order: Sequence[int]) -> bool:
        """Return whether trials, one after the other, decide for some cards."""
        if not all(self.closure.is_about(fact, chosen) for fact in order):
            return False
        if self.closure.fails(chosen):
            return True
        self.closure.keep()
        for fact in order:
            if not self.closure.fails_on([fact]):
                return False
            if self._refute(fact):
                return True
        return False

    def _fewest_sets(self, orders: Sequence[tuple[int, ...]]) -> list[Plan]:
        """List the plans with as few sets as any."""
        end = self.closure.runs + MOST_RUNS
        for count in range(1, len(self._every)):
            plans = []
            for sets in combinations(self._every, count):
                chosen = self.closure.problem.of_sets(sets)
                for order in orders:
                    if self.closure.runs < end and self._refutes(chosen, order):
                        plans.append(Plan(sets, order))
                        if len(plans) == MOST_PLANS:
                            return plans
            if plans:
                return plans
        return [Plan(self._every, order) for order in orders]


FIRST_LOOK: Final = 24
"""Derivations to shorten each part of a plan before the best are chosen."""

MOST_LOOKS: Final = 32
"""Parts of plans that are looked at: a limit by count, as all here are."""

BEST: Final = 2
"""Plans that are shortened in full."""

FULL: Final = 400
"""Derivations to shorten all parts of such a plan."""


@dataclass(frozen=True)
class Derived:
    """Steps that follow from what was shown before, and from a supposition if this is a trial.

    A trial ends in a contradiction, and so does the last part of a lost deal.
    """

    supposed: int | None
    steps: Derivation


def lightest(
    closure: Closure, plans: Sequence[Plan], runs: int = FULL
) -> tuple[Plan, list[Derived]] | None:
    """Return the lightest proof that was found, with its plan; None for no plans. All plans have as
    many trials, and those with the lightest proofs at first are shortened in `runs` derivations."""
    looked = []
    count = 1 + max((len(plan.trials) for plan in plans), default=0)
    for number, plan in enumerate(plans[: max(BEST, MOST_LOOKS // count)]):
        parts = _prove(closure, plan, FIRST_LOOK)
        if parts is not None:
            looked.append((_total_weight(closure, parts), number, plan, parts))
    looked.sort(key=lambda one: one[:2])
    best = looked[0] if looked else None
    for weight, number, plan, _ in looked[:BEST]:
        parts = _prove(closure, plan, runs // count)
        assert parts is not None and best is not None
        best = min(
            best,
            (min(weight, _total_weight(closure, parts)), number, plan, parts),
            key=lambda one: one[:2],
        )
    return None if best is None else (best[2], best[3])


def forced(
    closure: Closure, trials: Sequence[int], ends: Sequence[int] | None = None
) -> list[Derived]:
    """Return what shows pairs that are in every solution of a winnable deal, and the latest moments
    of cards: what deduction gives after some of these trials, which are refuted one after the
    other. With `ends`, only these facts."""
    chosen = closure.problem.of_sets(range(len(closure.problem.sets)))
    refuted = [opposite(trial) for trial in trials]
    closure.fails(chosen, (), refuted)
    if ends is None:
        ends = _pairs_and_latest(closure.facts())
    last = closure.derivation(*ends)
    needed = {fact for fact, (technique, _) in last.items() if technique == TRIAL}
    derivations: list[tuple[int | None, Derivation]] = [(None, last)]
    for number in range(len(trials) - 1, -1, -1):
        if refuted[number] in needed:
            trial = [trials[number]]
            steps = Trimming(closure, chosen, trial, refuted[:number], runs=FIRST_LOOK).shortest()
            assert steps is not None
            needed |= {fact for fact, (technique, _) in steps.items() if technique == TRIAL}
            derivations.append((trials[number], steps))
    shown: Derivation = {}
    parts: list[Derived] = []
    for supposed, steps in reversed(derivations):
        new = {fact: step for fact, step in steps.items() if fact not in shown}
        bound = _bound(steps)
        free = {fact: step for fact, step in new.items() if fact not in bound}
        shown |= free
        if free:
            parts.append(Derived(None, free))
        if supposed is not None:
            parts.append(Derived(supposed, {f: step for f, step in new.items() if f in bound}))
    return parts


def _pairs_and_latest(facts: Sequence[int]) -> list[int]:
    """List the pairs among facts, and for each card the earliest slot before which it goes."""
    latest: dict[int, int] = {}
    for fact in facts:
        if fact >> 12 == IN_TIME and fact < latest.get(fact >> 6 & 63, X):
            latest[fact >> 6 & 63] = fact
    return [*(fact for fact in facts if fact >> 12 == IN_PAIR), *latest.values()]


def _total_weight(closure: Closure, parts: Sequence[Derived]) -> int:
    return sum(closure.weight(part.steps) for part in parts)


def _prove(closure: Closure, plan: Plan, runs: int) -> list[Derived] | None:
    """List the parts of a plan. What a trial derives without its supposition comes before it, and
    what was derived before is not derived again."""
    chosen = closure.problem.of_sets(plan.sets)
    shown: Derivation = {}
    refuted: list[int] = []
    parts: list[Derived] = []
    for supposed in (*plan.trials, None):
        assumed = () if supposed is None else (supposed,)
        shortest = Trimming(closure, chosen, assumed, refuted, tuple(shown), runs).shortest()
        if shortest is None:
            return None
        steps = {f: step for f, step in shortest.items() if step[0] != KNOWN}
        bound = _bound(steps)
        free = {f: step for f, step in steps.items() if f not in bound}
        if supposed is None:
            parts.append(Derived(None, steps))
            break
        if any(technique not in SEEN_CODES for technique, _ in free.values()):
            parts.append(Derived(None, free))
            shown |= free
        parts.append(Derived(supposed, {f: step for f, step in steps.items() if f not in shown}))
        refuted.append(opposite(supposed))
    return _used(parts)


def _bound(steps: Derivation) -> set[int]:
    """Return the steps that rest on a supposition."""
    bound: set[int] = set()
    for fact, (technique, premises) in steps.items():
        if technique == SUPPOSED or any(premise in bound for premise in premises):
            bound.add(fact)
    return bound


def _used(parts: Sequence[Derived]) -> list[Derived]:
    """List the parts without steps that nothing rests on: what was shown before one trial and is
    seen differently by all others."""
    needed: set[int] = {X}
    kept: list[Derived] = []
    for part in reversed(parts):
        if part.supposed is not None:
            needed.add(X)
        steps: Derivation = {}
        for fact, step in reversed(part.steps.items()):
            if fact in needed:
                steps[fact] = step
                needed.update(step[1])
        if steps:
            kept.append(Derived(part.supposed, dict(reversed(steps.items()))))
    return kept[::-1]
