"""Skill and luck of a game whose stock lay face down, for a stated player that saw the same.

The measure is V, the probability that the player wins when it goes on from what is seen. A move
changes it twice. By choosing another move than the player, to Q: the *skill* of the move, Q - V.
By the cards that the move turns, to V of what is seen then: the *luck*. As V before the cards are
turned is Q on average, the mean luck of every player is 0, and

    result = first chance + sum of skill + sum of luck.

Estimates keep both facts. V and Q of a moment come from the same sampled orders of the unseen
cards, each as likely as the others and drawn without a look at the true one. Whenever cards are
turned, new orders are drawn. So each estimate has the mean of its chance, and the sum telescopes.
If few cards are unseen, all orders are played, and the chance is exact.

A move that turns no card brings no luck: its Q is V of what follows. That is why skill is counted
against the player's own choice, and not against the best one: the maximum of estimates is too
large on average, and one move of the best player followed by the stated player's is a chance of no
player. The best choice is named beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, sqrt
from random import Random
from typing import Final

from pyrtool.answers.closed import Player, View
from pyrtool.answers.equivalent_moves import choices_of
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.review.judge import to_goal
from pyrtool.game.line import Played
from pyrtool.game.position import Move, Position

ORDERS: Final = 400
"""Orders of the unseen cards at each moment, for a player that chooses by thumb."""

FEW_ORDERS: Final = 20
"""The same for one that imagines orders itself, or whose game no kernel plays."""

ALL_ORDERS: Final = 720
"""Up to this many orders, all are played, unless the caller gives a number."""

SURE: Final = 2.0
"""In standard errors: a smaller difference is not called one."""


@dataclass(frozen=True)
class Estimate:
    """A probability, or a difference of two, and its standard error: 0 if it is exact."""

    value: float
    error: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Return whether it differs from 0 by more than chance explains."""
        return abs(self.value) > SURE * self.error


def _of(numbers: Sequence[int], exact: bool) -> Estimate:
    """Return the mean of what the orders give; if sampled ones agree, the next may still differ."""
    count = len(numbers)
    mean = sum(numbers) / count
    if exact:
        return Estimate(mean)
    spread = sum((number - mean) ** 2 for number in numbers)
    return Estimate(mean, sqrt(spread / (count - 1) / count) if spread else 1 / count)


def _sum(parts: Sequence[Estimate]) -> Estimate:
    """Return the sum of estimates that do not depend on each other."""
    return Estimate(sum(one.value for one in parts), sqrt(sum(one.error**2 for one in parts)))


def _less(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a - b for a, b in zip(one, other, strict=True)]


@dataclass(frozen=True)
class Step:
    """A move: the `chance` before it, the `skill` of the choice, and the `luck` of what it turned.

    `best` is the choice with the best chance, and `cost` how much less the made one has; None if
    no choice is surely better.
    """

    move: Move
    chance: Estimate
    skill: Estimate
    luck: Estimate
    best: Move | None = None
    cost: Estimate = Estimate(0.0)

    @property
    def weight(self) -> float:
        """The largest of its parts that is surely not 0."""
        sure = [one for one in (self.skill, self.luck, self.cost) if one.is_sure]
        return max((abs(one.value) for one in sure), default=0.0)


@dataclass(frozen=True)
class Split:
    """The skill and the luck of a game: `first` + `skill` + `luck` = `result`.

    `result` is 1 or 0 for a game that is over, and the chance at its end for one that is not.
    `gave_up`: what it cost to end a game in which moves were left; a part of `skill`.
    """

    line: Played
    player: Player
    orders: int
    steps: tuple[Step, ...]
    first: Estimate
    skill: Estimate
    luck: Estimate
    result: Estimate
    gave_up: Estimate = Estimate(0.0)

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance before each move, and the result."""
        return (*(step.chance.value for step in self.steps), self.result.value)

    @property
    def decisive(self) -> tuple[int, ...]:
        """The indices of the moves that surely changed the chance, those that did most first."""
        weights = {at: step.weight for at, step in enumerate(self.steps) if step.weight}
        return tuple(sorted(weights, key=lambda at: -weights[at]))


class _Moment:
    """What a player sees until cards are turned, with the orders of the unseen cards."""

    def __init__(self, view: View, player: Player, orders: int, every: int, chance: Random) -> None:
        self.player = player
        unseen = view.unseen
        is_few = factorial(len(unseen)) <= every
        self.exact = is_few or view.table.is_won() or next(view.legal_moves(), None) is None
        if is_few:
            self.orders = list(permutations(unseen))
        else:
            self.orders = [tuple(chance.sample(unseen, len(unseen))) for _ in range(orders)]

    def wins(self, view: View, move: Move | None = None) -> tuple[int, ...]:
        """Return for each order 1 if the player wins that goes on after the move, or else 0."""
        rules = view.table.rules
        first = _after(view.with_order(self.orders[0]), move)
        vanish = rules.stock_waste in ("auto", "auto-on-turn")
        if vanish or rules.face_down != "none" or not self.player.has_kernel(rules):
            afters = (_after(view.with_order(order), move) for order in self.orders)
            return tuple(int(self._wins(after)) for after in afters)
        if first.is_won():
            return (1,) * len(self.orders)
        # The orders differ in nothing but which of the unseen cards lies where.
        kernel, dealt = self.player.kernel(rules), as_dealt(first)
        places = [dealt.cards.index(card) for card in self.orders[0]]
        cards, rest = bytearray(dealt.cards), (dealt.left, dealt.at, first.pass_number > 1)
        won = []
        for order in self.orders:
            for place, card in zip(places, order, strict=True):
                cards[place] = card
            won.append(int(kernel.wins_from(bytes(cards), *rest, self.player.seed)))
        return tuple(won)

    def _wins(self, after: Position) -> bool:
        return after.is_won() or self.player.play(after).end.is_won()


def _after(position: Position, move: Move | None) -> Position:
    return position if move is None else position.play(move)


def usual_orders(player: Player, start: Position) -> int:
    """Return how many orders are sampled at each moment if nobody says."""
    is_quick = not player.imagines and player.has_kernel(start.rules)
    return ORDERS if is_quick else FEW_ORDERS


def split(
    start: Position,
    moves: Sequence[Move],
    player: Player,
    *,
    orders: int | None = None,
    every: int = ALL_ORDERS,
    ended: bool = False,
    compare: bool = True,
) -> Split:
    """Split the result of a game into skill and luck.

    Args:
        start: The position before the first move, every card known.
        moves: The moves of the game.
        player: The player whose chance is the measure; its seed draws the orders, too.
        orders: How many orders of the unseen cards are sampled at each moment; None for the usual.
        every: Up to this many orders, all are played, and the chance is exact.
        ended: Whether the game was ended, though moves are left.
        compare: Whether to name the best choice.

    Raises:
        PlayerError: The player does not play the game.
        PositionError: A card is unknown.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> start = Position.start(deal(5, "microsoft"))
        >>> careful = Player("careful")
        >>> parts = split(start, careful.play(start).moves, careful)
        >>> parts.skill.value, parts.result.value  # the measure has no skill beyond its own
        (0.0, 1.0)
        >>> round(parts.first.value + parts.luck.value, 9)
        1.0
    """
    start.check_known()
    player.check(start.rules)
    count = usual_orders(player, start) if orders is None else orders
    return _Splitting(to_goal(start, moves), player, (count, every), compare).split(ended)


@dataclass(frozen=True)
class _Stretch:
    """The moves between two turned cards: what each order gives before the first of them, and after
    the last."""

    opening: Sequence[int]
    closing: Sequence[int]
    exact: bool

    @property
    def skill(self) -> Estimate:
        """What the moves changed by choice: exactly nothing if the player makes them, too."""
        return _of(_less(self.closing, self.opening), self.exact or self.closing is self.opening)


class _Splitting:
    """A game that is being split."""

    def __init__(
        self, line: Played, player: Player, orders: tuple[int, int], compare: bool
    ) -> None:
        self.line, self.player, self.orders, self.compare = line, player, orders, compare
        self.views = [View.of(here) for here in line.positions]

    def split(self, ended: bool) -> Split:
        """Go through the moves; new orders are drawn as soon as a card was turned."""
        steps: list[Step] = []
        stretches: list[_Stretch] = []
        moment = self._moment(0)
        opening = before = moment.wins(self.views[0])
        for at, move in enumerate(self.line.moves):
            view, exact = self.views[at], moment.exact
            after = before
            if self.player.choose(view) != move:
                after = moment.wins(view, move)
            best, cost = self._best(moment, view, move, after)
            chance = _of(before, exact)
            skill = _of(_less(after, before), exact or after is before)
            luck, before = Estimate(0.0), after
            if self.views[at + 1].unseen != view.unseen:
                stretches.append(_Stretch(opening, after, exact))
                moment = self._moment(at + 1)
                opening = before = moment.wins(self.views[at + 1])
                luck = _sum([_of(before, moment.exact), _minus(_of(after, exact))])
            steps.append(Step(move, chance, skill, luck, best, cost))
        result, gave_up = _of(before, moment.exact), Estimate(0.0)
        if ended and not self.line.end.is_won():
            result, gave_up, before = gave_up, _minus(result), (0,) * len(before)
        stretches.append(_Stretch(opening, before, moment.exact))
        first = _of(stretches[0].opening, stretches[0].exact)
        skill = _sum([stretch.skill for stretch in stretches])
        luck = Estimate(sum(step.luck.value for step in steps), _error_of_luck(stretches))
        sums = (first, skill, luck, result, gave_up)
        return Split(self.line, self.player, self.orders[0], tuple(steps), *sums)

    def _moment(self, at: int) -> _Moment:
        # What is drawn follows from the seed, and not from the true order of the stock.
        chance = Random(f"{self.player.seed} {at}")
        return _Moment(self.views[at], self.player, *self.orders, chance)

    def _best(
        self, moment: _Moment, view: View, made: Move, after: Sequence[int]
    ) -> tuple[Move | None, Estimate]:
        """Return the choice with the best chance if it is surely better, and what it costs not to
        make it."""
        none = None, Estimate(0.0)
        if not self.compare or view.table.is_over():
            return none
        others = [one.moves[0] for one in choices_of(view.table) if made not in one.moves]
        legal = set(view.legal_moves())
        found = [(moment.wins(view, move), move) for move in others if move in legal]
        if not found:
            return none
        wins, best = max(found, key=lambda one: sum(one[0]))
        cost = _of(_less(after, wins), moment.exact)
        return (best, cost) if cost.value < 0 and cost.is_sure else none


def _minus(one: Estimate) -> Estimate:
    return Estimate(-one.value, one.error)


def _error_of_luck(stretches: Sequence[_Stretch]) -> float:
    """Return the standard error of the sum of luck.

    The sum is what the last stretch opens with, less what the first one closes with, less the skill
    of those between. Stretches do not depend on each other.
    """
    if len(stretches) == 1:
        return 0.0
    first, *between, last = stretches
    ends = [_of(first.closing, first.exact), _of(last.opening, last.exact)]
    return _sum([*ends, *(one.skill for one in between)]).error
