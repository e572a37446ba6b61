"""The chance of each move for a player that does not know the unknown cards.

Decides how it is found: over every deal if there are few, otherwise from deals drawn by chance. In
both, the solver is asked about each deal alone: a deal that is lost with every card known is lost
for every player, so only the others are followed. Of drawn deals that can be won, some are played
on by a player that knows what is seen, and nothing of the deal. One chance takes thousands of
deals, so no line is written out and replayed.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from random import Random
from typing import Final

from pyrtool.answers.equivalent_moves import Key, harmless_kings, ranks_of
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.answers.unknown_cards.player import Counts, TablePlayer, Winnable
from pyrtool.answers.unknown_cards.prior import Case, Sight, weights_of, with_cards
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Budget, Limit, Limits
from pyrtool.game.cards import Card
from pyrtool.game.position import Move, Position, PositionError


class TooMuchError(PyrtoolError):
    """More positions than may be looked at, or a question that is left open."""


@dataclass(frozen=True)
class Weighed:
    """A deal as a player sees it, and how many deals are like it."""

    sight: Sight
    deals: int


@dataclass
class BestPlay:
    """The best that can be done by what is seen, within a number of `questions`.

    A question is a position that the solver decides, or one from which play goes on.
    """

    questions: int
    budget: Budget
    solver: Winnable
    _known: dict[Key, bool] = field(default_factory=dict)
    _values: dict[object, int] = field(default_factory=dict)

    def after(self, deals: Sequence[Weighed], move: Move) -> int:
        """Return how many of the deals the best player wins that makes this move.

        All deals must look alike. A `TooMuchError` if that takes more questions than allowed.
        """
        return sum(map(self._value, _alike(self._played(deals, [move] * len(deals)))))

    def winnable(self, position: Position) -> bool:
        """Return whether a position is winnable with every card known."""
        key = ranks_of(position)
        if key not in self._known:
            self._ask()
            answer = self.solver.ask(position)
            if answer is None:
                raise TooMuchError("the solver leaves a deal open")
            self._known[key] = answer
        return self._known[key]

    def _ask(self) -> None:
        self.questions -= 1
        rest = self.budget.rest(self.solver.nodes, self.solver.memory_mib)
        if self.questions < 0 or not isinstance(rest, Limits):
            raise TooMuchError("more positions than may be looked at")

    def _played(self, deals: Sequence[Weighed], moves: Sequence[Move]) -> list[Weighed]:
        """List the deals after a move each; those that are lost then are left out."""
        after = []
        for one, move in zip(deals, moves, strict=True):
            self._ask()
            sight = one.sight.play(move)
            if self.winnable(sight.position):
                after.append(Weighed(sight, one.deals))
        return after

    def _value(self, alike: Sequence[Weighed]) -> int:
        """Count the deals that the best player wins; all look alike and can be won."""
        first = alike[0].sight
        if len(alike) == 1 or first.position.is_won():
            return sum(one.deals for one in alike)
        # Deals of different weights can come to the same position.
        key = first.key, tuple((ranks_of(one.sight.position), one.deals) for one in alike)
        if key not in self._values:
            self._values[key] = self._best(alike)
        return self._values[key]

    def _best(self, alike: Sequence[Weighed]) -> int:
        """Do as `_value`, by looking at every move; kings that cannot hurt go first."""
        total = sum(one.deals for one in alike)
        choices = [*zip(*(one.sight.moves for one in alike), strict=True)]
        king = next(harmless_kings(alike[0].sight.position), None)
        if king is not None:
            choices = [choices[alike[0].sight.moves.index(king)]]
        after = [self._played(alike, moves) for moves in choices]
        after.sort(key=lambda deals: -sum(one.deals for one in deals))
        best = 0
        for deals in after:
            if sum(one.deals for one in deals) > best:
                best = max(best, sum(map(self._value, _alike(deals))))
            if best == total:
                break
        return best


def _alike(deals: Sequence[Weighed]) -> Iterator[list[Weighed]]:
    """Yield the deals, those together that look alike."""
    groups: dict[Key, list[Weighed]] = {}
    for one in deals:
        groups.setdefault(one.sight.key, []).append(one)
    yield from groups.values()


MOST_DEALS: Final = 400
"""Deals that are drawn, if there are more than `FEW_DEALS`."""

FEW_DEALS: Final = 1_000
"""Up to this many orders of the unknown cards, every one is looked at."""

QUESTIONS: Final = 5_000
"""Positions that are looked at for an exact chance."""

GAMES: Final = 48
"""Games that are played on, of all moves together."""

LEAST_GAMES: Final = 6
"""Games that are played on of each move."""

MOST_TRIES: Final = 20
"""How often a deal is drawn again to which play cannot have led."""

DRAWN_NODES: Final = 2_000_000
"""Nodes of the solver after which no more deals are drawn."""


@dataclass(frozen=True)
class TableChances:
    """The chances of moves, in their order; `deals` were looked at, all that there are if `all`.

    `limit` ended the drawing early.
    """

    chances: tuple[TableChance, ...]
    deals: int
    all: bool
    nodes: int
    limit: Limit | None = None


@dataclass
class _Drawn:
    """A deal that was drawn, and which moves keep it winnable."""

    sight: Sight
    case: int
    number: int
    winnable: frozenset[int]


@dataclass
class TableQuestion:
    """The question for the chance of each of these moves for a player that does not know the hidden
    cards.

    `cases`: the positions that may lie there, which differ in how many cards lie face down. The
    `moves` are legal in all of them. The limits hold for everything together; what they cut short
    is less sure. At `most` this many deals are drawn, if not all are looked at. The same `seed`
    gives the same chances.
    """

    cases: Sequence[Case]
    moves: Sequence[Move]
    limits: Limits
    most: int
    seed: int
    limit: Limit | None = None
    drawn: list[_Drawn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.budget = Budget(self.limits)
        seconds = self.limits.seconds
        half = None if seconds is None else seconds / 2
        self.drawing = Budget(replace(self.limits, seconds=half))
        self.solver = Winnable(self.limits.memory_mib)
        self.player = TablePlayer(self.seed, self.solver)
        self.left_open = [0] * len(self.moves)

    def chances(self) -> TableChances:
        """Return the chances, exact if that takes few questions."""
        exact = self._exact()
        if exact is not None:
            return exact
        self._draw()
        played = self._play_on()
        return TableChances(tuple(played), len(self.drawn), False, self.solver.nodes, self.limit)

    # Every deal.

    def _exact(self) -> TableChances | None:
        """Return the exact chances; None if there are too many deals, or that takes too long."""
        total = 0
        for case in self.cases:
            total += case.orders(FEW_DEALS)
            if total > FEW_DEALS:
                return None
        play = BestPlay(QUESTIONS, self.budget, self.solver)
        every = _every_deal(self.cases)
        deals = sum(one.deals for one in every)
        chances: list[TableChance] = []
        try:
            won = [one for one in every if play.winnable(one.sight.position)]
            for move in self.moves:
                chance = Fraction(play.after(won, move), deals)
                chances.append(TableChance(len(every), exact=chance))
        except TooMuchError:
            return None
        return TableChances(tuple(chances), len(every), True, self.solver.nodes)

    # Some deals.

    def _draw(self) -> None:
        """Draw deals by chance, and ask the solver which moves keep them winnable."""
        chance = Random(self.seed)
        weights = weights_of(self.cases)
        for _ in range(self.most):
            if self.solver.nodes >= DRAWN_NODES or not self._may_go_on(self.drawing):
                break
            (at,) = chance.choices(range(len(self.cases)), weights)
            case = self.cases[at]
            for _ in range(MOST_TRIES):
                cards = case.draw(chance)
                with suppress(PositionError):  # play cannot have led there
                    position = with_cards(case.position, cards)
                    sight = _sight(case, position, cards, len(self.cases) == 1)
                    winning = self._winning(position)
                    self.drawn.append(_Drawn(sight, at, len(self.drawn), winning))
                    break

    def _winning(self, position: Position) -> frozenset[int]:
        """Return which moves keep a position winnable; count those that are left open."""
        if self.solver.ask(position) is False:
            return frozenset()
        answers = [self.solver.ask(position.play(move)) for move in self.moves]
        for at, answer in enumerate(answers):
            self.left_open[at] += answer is None
        return frozenset(at for at, answer in enumerate(answers) if answer)

    def _play_on(self) -> list[TableChance]:
        """List the chances of the moves. For each some winnable deals are played on, in turn."""
        winnable = [[d for d in self.drawn if at in d.winnable] for at in range(len(self.moves))]
        played, won = [0] * len(self.moves), [0] * len(self.moves)
        for number in range(max(GAMES // max(len(self.moves), 1), LEAST_GAMES)):
            for at, move in enumerate(self.moves):
                if number >= len(winnable[at]) or not self._may_go_on(self.budget):
                    continue
                one = winnable[at][number]
                chance = Random(f"{self.seed} {one.number}")  # the same for every move
                counts = self._other_counts(one.case)
                won[at] += self.player.wins(one.sight.play(move), counts, chance)
                played[at] += 1
        return [
            TableChance(len(self.drawn), len(winnable[at]), self.left_open[at], played[at], won[at])
            for at in range(len(self.moves))
        ]

    def _other_counts(self, at: int) -> list[Counts]:
        """Return how many cards more lie face down in each case than in this one."""
        here = self.cases[at].position
        return [
            (len(case.position.stock) - len(here.stock), len(case.position.waste) - len(here.waste))
            for case in self.cases
        ]

    def _may_go_on(self, budget: Budget) -> bool:
        rest = budget.rest(self.solver.nodes, self.limits.memory_mib)
        if not isinstance(rest, Limits):
            self.limit = rest
        return isinstance(rest, Limits)


def _every_deal(cases: Sequence[Case]) -> list[Weighed]:
    """List every deal behind the cases, apart from suits, with its weight as a whole number."""
    weighed = []
    for case, weight in zip(cases, weights_of(cases), strict=True):
        deals = []
        for cards, count in case.each():
            with suppress(PositionError):  # play cannot have led there
                position = with_cards(case.position, cards)
                deals.append((_sight(case, position, cards, len(cases) == 1), count))
        weighed.append((deals, weight / max(sum(count for _, count in deals), 1)))
    scale = lcm(*(weight.denominator for _, weight in weighed))
    return [
        Weighed(sight, count * int(weight * scale))
        for deals, weight in weighed
        for sight, count in deals
    ]


def _sight(case: Case, position: Position, cards: Sequence[Card], counts: bool) -> Sight:
    """Return what a player sees of a deal behind a case."""
    return Sight(position, frozenset(cards), frozenset(case.position.gone), counts)
