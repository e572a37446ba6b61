"""The gadgets of the proof, on columns of three cards at most.

Columns are built from their exposed card down. PROOF.md names the same cards.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from .deal import Pair
from .formula import Clause, Formula, clauses_of_three

Column = list[int]
"""Cards from the exposed one down."""

ALONE = -1
"""The set of cards that are discarded alone."""


@dataclass
class Reduction:
    """Sets of cards on columns, and what they mean in the formula of three literals a clause."""

    formula: Formula
    equal: bool
    """Whether equal ranks match, a rank a set; without, a set is two ranks."""
    suits: int = 4
    """The cards of a rank."""
    set_of: list[int] = field(default_factory=list)
    side_of: list[int] = field(default_factory=list)
    """For each card the set, and which of the set's two ranks it has."""
    columns: list[Column] = field(default_factory=list)
    gates: dict[int, int] = field(default_factory=dict)
    """For each variable the card that takes the false literal's card."""
    literals: dict[int, int] = field(default_factory=dict)
    """For each card that a gate may take its literal."""
    choices: list[tuple[int, tuple[Clause, ...], tuple[int, ...]]] = field(default_factory=list)
    """For each clause its card, its parts, and the choice card of each: a part has one literal, or
    those of another choice."""
    routine: list[Pair] = field(default_factory=list)
    """The pairs that the intended solution makes under each assignment."""

    def new_set(self) -> tuple[list[int], list[int]]:
        """The cards of one rank and those that match them; with equal ranks only the first."""
        number = max(self.set_of, default=-1) + 1
        first = len(self.set_of)
        sides = [0] * self.suits + [1] * (0 if self.equal else self.suits)
        self.set_of += [number] * len(sides)
        self.side_of += sides
        half, end = first + self.suits, first + len(sides)
        return list(range(first, half)), list(range(half, end))

    @property
    def size(self) -> int:
        """The cards of a set."""
        return self.suits if self.equal else 2 * self.suits

    def fill(self, number: int) -> list[int]:
        """Cards of new sets, `number` of them, in an order in which they can be discarded.

        Each card matches its neighbour, the first the second, the third the fourth; where places
        are over, the last cards are discarded alone.
        """
        cards: list[int] = []
        while number - len(cards) >= self.size:
            four, others = self.new_set()
            ones, others = (four[::2], four[1::2]) if self.equal else (four, others)
            for pair in zip(ones, others, strict=True):
                self.routine.append(pair)
                cards += pair
        while len(cards) < number:
            cards.append(len(self.set_of))
            self.set_of.append(ALONE)
            self.side_of.append(0)
        return cards

    def new_column(self, *cards: int) -> Column:
        """A column, which may grow downwards."""
        column = list(cards)
        self.columns.append(column)
        return column

    def true_literals(self, pairs: Iterable[Pair]) -> set[int]:
        """The assignment that a winning matching means: the gate took the false literal."""
        partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        return {-self.literals[partner[gate]] for gate in self.gates.values()}

    def intended(self, true: set[int]) -> list[Pair]:
        """The matching of an assignment that satisfies the formula; without the filling cards."""
        pairs = list(self.routine)
        taken = {card for pair in pairs for card in pair}

        def pair(one: int, other: int) -> None:
            pairs.append((one, other))
            taken.update((one, other))

        for variable, gate in self.gates.items():
            false = -variable if variable in true else variable
            pair(gate, next(card for card, of in self.literals.items() if of == false))
        for card, parts, options in self.choices:
            true_ones = (d for d, some in zip(options, parts, strict=True) if true & {*some})
            pair(card, next(true_ones, options[0]))  # not true: part of another choice
        rest: dict[tuple[int, int], list[int]] = {}
        for card, (its_set, side) in enumerate(zip(self.set_of, self.side_of, strict=True)):
            if card not in taken and its_set != ALONE:
                rest.setdefault((its_set, side), []).append(card)
        for (its_set, side), cards in rest.items():
            if self.equal:
                pairs.extend(zip(cards[::2], cards[1::2], strict=True))
            elif not side:
                pairs.extend(zip(cards, rest[its_set, 1], strict=True))
        return pairs


def repeated(clause: Clause, length: int) -> Clause:
    """The clause, its last literal repeated."""
    return clause + clause[-1:] * (length - len(clause))


def chain(reduction: Reduction, head: Column, loads: Sequence[int | None]) -> None:
    """Below the head a chain of sets: each load goes after the head.

    The loads of a set go before those of the next set, and its other loads before its last.
    """
    for first in range(0, len(loads), reduction.suits):
        links, back = reduction.new_set()
        reduction.routine += zip(links, back, strict=True)
        for place, link in enumerate(links):
            head.append(back[place])
            load = loads[first + place] if first + place < len(loads) else None
            head = reduction.new_column(link) if load is None else reduction.new_column(link, load)


def totals(formula: Formula, suits: int = 4) -> Reduction:
    """The reduction to pairs of a total, for two, three, or four suits."""
    made = Reduction(clauses_of_three(formula), equal=False, suits=suits)
    loads: dict[int, list[int | None]] = {}
    heads: dict[int, Column] = {}
    for variable in made.formula.used():
        gate, cards = made.new_set()
        made.gates[variable] = gate[0]
        half = suits - suits // 2
        for literal, some in ((variable, cards[:half]), (-variable, cards[half:])):
            made.literals |= dict.fromkeys(some, literal)
            heads[literal], loads[literal] = made.new_column(*some), []
        for free in gate[1:]:
            made.new_column(free)
    spine: list[int | None] = []
    for clause in made.formula.clauses:
        spine.append(choice_of(made, clause, loads))
    for literal, head in heads.items():
        chain(made, head, loads[literal])
    while len(spine) % suits not in (0, suits - 1):  # a set has gates after clauses as its last
        spine.append(None)
    if spine:
        chain(made, made.new_column(), spine + list(made.gates.values()))
    return made


def choice_of(made: Reduction, clause: Clause, loads: dict[int, list[int | None]]) -> int:
    """A card that goes after some literal of the clause; with two suits by two choices."""
    (card, *free), choices = made.new_set()
    for other in free:
        made.new_column(other)
    literals: list[Clause] = [(literal,) for literal in repeated(clause, made.suits)]
    if len(literals) > made.suits:  # the first choice card goes after some of several literals
        literals = [clause[: 1 - made.suits], *literals[1 - made.suits :]]
        made.new_column(choice_of(made, literals[0], loads), choices[0])
    for (literal, *more), choice in zip(literals, choices, strict=True):
        if not more:
            loads[literal].append(choice)
    made.choices.append((card, tuple(literals), tuple(choices)))
    return card


def copies(reduction: Reduction, column: Column, number: int) -> list[Column]:
    """The column itself, or `number` new ones whose first cards go after the column's."""
    if number <= 1:
        return [column]
    (first, second, left, right), _ = reduction.new_set()
    reduction.routine += [(first, left), (second, right)]
    column += [first, second]
    half = number // 2
    return copies(reduction, reduction.new_column(left), half) + copies(
        reduction, reduction.new_column(right), number - half
    )


def wait(reduction: Reduction, head: Column, also: Column) -> Column:
    """A new column whose next card goes after what is above the ends of two columns."""
    (first, upper, lower, side), _ = reduction.new_set()
    reduction.routine += [(first, upper), (lower, side)]
    head.append(first)
    also.append(side)
    return reduction.new_column(upper, lower)


def equals(formula: Formula) -> Reduction:
    """The reduction to pairs of equal ranks: sets of four cards."""
    made = Reduction(clauses_of_three(formula), equal=True)
    leaves: dict[int, list[int]] = {}
    heads: dict[int, Column] = {}
    spines: dict[int, Column] = {}
    gates: dict[int, int] = {}
    for variable in made.formula.used():
        (gates[variable], positive, negative, stop), _ = made.new_set()
        for literal, card in ((variable, positive), (-variable, negative)):
            made.literals[card] = literal
            heads[literal], leaves[literal] = made.new_column(card), []
        spines[variable] = made.new_column(stop)
    for clause in made.formula.clauses:
        (card, *choices), _ = made.new_set()
        variables = sorted({abs(literal) for literal in clause})
        clause = repeated(clause, 3)
        made.choices.append((card, tuple((literal,) for literal in clause), tuple(choices)))
        for literal, choice in zip(clause, choices, strict=True):
            leaves[literal].append(choice)
        tops = copies(made, made.new_column(card), len(variables))
        for variable, top in zip(variables, tops, strict=True):
            spines[variable] = wait(made, spines[variable], top)
    for variable, spine in spines.items():
        spine.append(gates[variable])
    made.gates = gates
    for literal, head in heads.items():
        for leaf, choice in zip(
            copies(made, head, len(leaves[literal])), leaves[literal], strict=False
        ):
            leaf.append(choice)
    return made


REDUCTIONS: dict[str, Callable[[Formula], Reduction]] = {
    "total": totals,
    "total, three suits": partial(totals, suits=3),
    "total, two suits": partial(totals, suits=2),
    "equal": equals,
}
