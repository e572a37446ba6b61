"""The problem of an explanation: cards left, what covers them, when stock cards turn; and facts.

Decides under which rules deductions hold, and rejects the others. If the rules of the stock are not
those that deductions know, the stock counts as open: every line of the game is a line then, so what
cannot be done with an open stock cannot be done in the game. Facts and techniques have the names
that records use, and the numbers of the kernel.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, get_args

from pyrtool.base.bits import bits
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import RANKS, Card, set_name
from pyrtool.game.games import Rules
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position, Subject, position_of
from pyrtool.kernel import constants

Kind = Literal["before", "apart", "together", "not before", "in time", "contradiction"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""In the order of the kernel's constants."""

COST: Final = {
    "covers": 0,
    "turned": 0,
    "supposed": 0,
    "trial": 30,
    "known": 0,
    "never match": 1,
    "uncovered": 6,
    "order": 3,
    "taken": 3,
    "window": 6,
    "late": 6,
    "chain": 7,
    "partner": 7,
    "stock pair": 7,
    "only": 10,
    "share": 16,
    "wait": 12,
    "either": 14,
    "buried": 4,
    "ahead": 6,
    "cross": 15,
    "circle": 5,
    "never": 5,
    "none left": 5,
    "crowd": 5,
    "clash": 5,
    "squeeze": 18,
    "tangle": 24,
    "miss": 14,
    "supply": 6,
}
"""What a step of each technique costs a reader, in the order of the kernel's constants.
Explanations prefer cheap techniques; nothing else depends on the costs."""

TECHNIQUES: Final = tuple(COST)
SEEN: Final = frozenset({"covers", "turned", "supposed", "known", "never match"})
"""What a reader sees on the table, or was shown before: no deduction."""


@dataclass(frozen=True)
class Fact:
    """Something that holds in every prompt solution of the sets.

    `x` and `y` are numbers of cards (`Problem`), and `y` is a slot for the kinds ``not before`` and
    ``in time``: the slot that begins when that stock card is turned. ``before``: x goes before y.
    ``apart``: they do not go together, ``together``: they do. ``not before``: x does not go before
    slot y; ``in time``: it does.
    """

    kind: Kind
    x: int = 0
    y: int = 0

    @property
    def code(self) -> int:
        """The fact as the kernel has it."""
        return KINDS.index(self.kind) << 12 | self.x << 6 | self.y

    @classmethod
    def of(cls, code: int) -> "Fact":
        """Return the fact that the kernel has as this number."""
        return cls(KINDS[code >> 12], code >> 6 & 63, code & 63)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that it speaks of."""
        if self.kind == "contradiction":
            return ()
        return (self.x,) if self.kind in ("not before", "in time") else (self.x, self.y)


@dataclass(frozen=True)
class Step:
    """A fact, the technique that gives it, and the facts that it rests on."""

    fact: Fact
    technique: str
    premises: tuple[Fact, ...]


CONTRADICTION: Final = Fact("contradiction")
assert CONTRADICTION.code == constants.CONTRADICTION


_MOST_OF_A_RANK = 4

Pairs = frozenset[int]
"""Facts that two cards go together, as the kernel has them."""


class ExplainError(PyrtoolError):
    """A deal or a position that deductions do not hold for."""


@dataclass(frozen=True)
class Problem:
    """The cards of a position, kings left out, by number: tableau, open stock, waste, stock.

    `above`: for each card the mask of the cards that must go before it. `weak`: the cards that lie
    directly on it and may go with it, in an overlap discard. `turn`: the slot in which it is
    turned, 0 if it is turned or laid out already. `waste`: the mask of the cards there.
    `sets`: the masks of the sets that have cards, with their names. `laid_out`: how many cards the
    tableau has, which come first. `opened`: the stock is dealt, but counts as open: `turn` is 0 for
    all its cards, and `waste` has them.
    """

    rules: Rules
    cards: tuple[Card, ...]
    places: tuple[str, ...]
    above: tuple[int, ...]
    weak: tuple[int, ...]
    turn: tuple[int, ...]
    waste: int
    sets: tuple[int, ...]
    names: tuple[str, ...]
    laid_out: int
    opened: bool = False

    @property
    def slots(self) -> int:
        """Return how many slots there are: one for each stock card that is turned."""
        return max(self.turn, default=0)

    @property
    def stock_pairs(self) -> bool:
        """Return whether two cards of stock and waste may go together."""
        if self.opened:
            return self.rules.goal == "pyramid" or not self.rules.no_two_stock_cards_match
        return self.rules.stock_waste == "yes" or self.rules.waste_pairs

    def must_go(self, x: int) -> bool:
        """Return whether every solution discards a card."""
        return self.rules.goal == "all" or x < self.laid_out

    def partners(self, x: int) -> int:
        """Return the mask of the cards whose rank is the complement of a card's."""
        return self._of_rank.get(self.rules.mates[self.cards[x].rank], 0)

    def alike(self, x: int) -> int:
        """Return the mask of the cards that have the rank of a card."""
        return self._of_rank[self.cards[x].rank]

    @cached_property
    def _of_rank(self) -> dict[int, int]:
        """The mask of the cards of each rank."""
        masks: dict[int, int] = {}
        for x, card in enumerate(self.cards):
            masks[card.rank] = masks.get(card.rank, 0) | 1 << x
        return masks

    def of_sets(self, sets: Iterable[int]) -> int:
        """Return the mask of the cards of some sets, given by their numbers."""
        mask = 0
        for number in sets:
            mask |= self.sets[number]
        return mask


def why_not(rules: Rules) -> str | None:
    """Say why no deduction holds under these rules, in words; None if deductions hold."""
    if rules.goal != "all" and rules.columns is not None:
        return f"goal {rules.goal} with columns: explanations need goal all; blocks names a block"
    if rules.of_a_rank > _MOST_OF_A_RANK:
        return f"packs {rules.packs}: explanations need one pack"
    for rank in range(1, rules.highest_rank + 1):
        ways = rules.partners[rank]
        if not ways and not rules.goes_alone(rank):
            what = "no rank"
        elif len(ways) > 1:
            what = "several ranks"
        elif ways == (rank,):
            what = "its own rank"
        else:
            continue
        return f"{RANKS[rank - 1]} matches {what}: explanations need pairs of two ranks"
    return None


def _counts_as_open(position: Position) -> bool:
    """Return whether deductions do not know when the cards of the stock can go."""
    rules = position.rules
    if rules.stock != "dealt" or not (position.undealt() or position.passed()):
        return False
    last = rules.passes is not None and position.pass_number >= rules.passes
    one_waste = rules.wastes == 1 and rules.waste_ends == "top"
    singly = rules.draw == 1 and rules.stock_waste in ("yes", "no")
    if not (rules.goal == "all" and last and one_waste and singly):
        return True
    two = combinations([card.rank for card in position.passed() if card is not None], 2)
    return rules.waste_pairs and any(rules.go_together(*ranks) for ranks in two)


def problem_of(subject: Subject) -> Problem:
    """Read what an explanation is about.

    Raises:
        ExplainError: Deductions do not hold under its rules.
        PositionError: No play leads to the position, or a card of it is unknown.
    """
    position = position_of(subject)
    wrong = why_not(position.rules)
    if wrong is not None:
        raise ExplainError(f"no explanation: {wrong}")
    return _Reading(position).problem()


def problem_in_play(start: Position, position: Position) -> Problem:
    """Return the problem of a position that play from `start` led to, the places as a reader counts
    them: stock cards from the beginning, and no number for what lies in the waste by now."""
    first, here = problem_of(start), problem_of(position)
    place_of = dict(zip(first.cards, first.places, strict=True))
    waste = position.passed()
    return replace(
        here,
        places=tuple(
            "waste" if card in waste and "stock" in place_of[card] else place_of[card]
            for card in here.cards
        ),
    )


class _Reading:
    """The cards of a position that are in sets, as they are numbered."""

    def __init__(self, position: Position) -> None:
        self.position, self.rules = position, position.rules
        tableau = [(i, c) for i, c in enumerate(position.tableau) if self._counts(c)]
        others = [c for c in position.bouquet if self._counts(c)]
        self.waste = [c for c in position.passed() if self._counts(c)]
        undealt = [(k, c) for k, c in enumerate(position.undealt(), 1) if self._counts(c)]
        self.number = {place: n for n, (place, _) in enumerate(tableau)}
        self.cards: list[Card] = [c for _, c in tableau if c is not None]
        self.places = [str(position.layout.places[i]).removeprefix("pyramid ") for i, _ in tableau]
        for n, (i, _) in enumerate(tableau):
            place = position.layout.places[i]
            if place.kind == "column":
                self.places[n] = f"column {place.index}.{place.row}"
        self.turn = [0] * (len(tableau) + len(others) + len(self.waste))
        self.cards += [c for c in (*others, *self.waste) if c is not None]
        self.places += [f"open {n}" for n in range(1, len(others) + 1)]
        self.places += [f"waste {position.passed().index(c) + 1}" for c in self.waste]
        self.cards += [c for _, c in undealt]
        self.places += [f"stock {k}" for k, _ in undealt]
        self.opened = _counts_as_open(position)
        self.turn += [0 if self.opened else k for k, _ in undealt]
        self.laid_out, self.first_waste = len(tableau), len(tableau) + len(others)

    def _counts(self, card: Card | None) -> bool:
        return card is not None and not self.rules.goes_alone(card.rank)

    def problem(self) -> Problem:
        above, weak = self._covers()
        waste = 0
        for k in range(len(self.waste)):
            waste |= 1 << (self.first_waste + k)
            if self.opened:
                continue
            above[self.first_waste + k] = sum(
                1 << (self.first_waste + j) for j in range(k + 1, len(self.waste))
            )
        if self.opened:
            waste = (1 << len(self.cards)) - (1 << self.first_waste)
        sets, names = [], []
        for ranks in self.rules.sets:
            mask = sum(1 << i for i, card in enumerate(self.cards) if card.rank in ranks)
            if mask and not self.rules.goes_alone(ranks[0]):
                sets.append(mask)
                names.append(set_name(*ranks))
        return Problem(
            self.rules,
            tuple(self.cards),
            tuple(self.places),
            tuple(above),
            tuple(weak),
            tuple(self.turn),
            waste,
            tuple(sets),
            tuple(names),
            self.laid_out,
            self.opened,
        )

    def _covers(self) -> tuple[list[int], list[int]]:
        """Return what lies on each card, and what of it lies directly there and may go with it."""
        above, weak = [0] * len(self.cards), [0] * len(self.cards)
        layout = self.position.layout
        for place, n in self.number.items():
            for other in bits(layout.above[place]):
                if other in self.number:
                    above[n] |= 1 << self.number[other]
            if not self.rules.overlap:
                continue
            for other in layout.covers[place]:
                m = self.number.get(other)
                if m is not None and self.rules.go_together(self.cards[n].rank, self.cards[m].rank):
                    weak[n] |= 1 << m
                    above[n] &= ~(1 << m)
        return above, weak


def together(x: int, y: int) -> int:
    """Return the fact that two cards go together."""
    return constants.IN_PAIR << 12 | min(x, y) << 6 | max(x, y)


def pairs_of(problem: Problem, moves: Iterable[Move]) -> Pairs:
    """Return the pairs that some moves discard."""
    number = {card: x for x, card in enumerate(problem.cards)}
    pairs = [move.cards for move in moves if isinstance(move, Discard) and len(move.cards) == 2]
    return frozenset(together(number[one], number[other]) for one, other in pairs)
