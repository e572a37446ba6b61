"""The chance of each move for a player that does not see the stock, by sampled orders.

Decides how many orders are imagined and when that ends. The strongest player's kernel finds which
of them a move wins. If no kernel of players knows the game, the solver is asked about the orders
one by one; they follow from the view and the seed alone, and reveal nothing of the true one
(docs/understand/closed-play.md).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from pyrtool.answers.closed.player import Player, PlayerError, look, move_of
from pyrtool.answers.closed.view import View
from pyrtool.answers.equivalent_moves import harmless_kings
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Lost, Unknown, Won
from pyrtool.base.arguments import public
from pyrtool.base.intervals import CONFIDENCE, Rate
from pyrtool.base.limits import MIB, Budget, Limits
from pyrtool.base.messages import shown
from pyrtool.game.position import Move, Position
from pyrtool.kernel.closed_players import Sampler

MOST_NODES: Final = 30_000
"""An order with which a move is neither won nor lost in this number of nodes, or those of the
limits, is left open."""


def _winners(
    view: View, limits: Limits, seed: int
) -> Iterator[tuple[frozenset[Move], frozenset[Move]]]:
    """Yield two sets of moves for each imagined order: those that keep the win for a player who
    knows it, and those that the solver leaves open. This ends only if there is a single order."""
    chance = Random(seed)
    moves = frozenset(view.legal_moves())
    nodes = MOST_NODES if limits.nodes is None else limits.nodes
    within = Limits(nodes=nodes, memory_mib=limits.memory_mib)
    unseen = list(view.unseen)
    while True:
        chance.shuffle(unseen)
        known = view.with_order(tuple(unseen))
        verdict = verdict_only(known, within)
        won: set[Move] = set()
        left_open: set[Move] = set()
        if isinstance(verdict, Unknown):
            left_open.update(moves)
        elif isinstance(verdict, Won):
            won.update(moves.intersection(verdict.moves[:1]))
            for move in moves - won:
                after = verdict_only(known.play(move), within)
                if not isinstance(after, Lost):
                    (won if isinstance(after, Won) else left_open).add(move)
        yield frozenset(won), frozenset(left_open)
        if len({card.rank for card in unseen}) < 2:
            return


MOST_ORDERS = 10_000_000

_USUAL = 4_000
_USUAL_OF_SOLVER = 100

_PLAYER = Player("strongest")
_SLICE = 1_000  # orders between looks at the clock
_FIRST_SPARE, _MORE_SPARE, _MOST_SPARE = 1_000_000, 10, 100_000_000  # nodes, times, nodes


@public
@dataclass(frozen=True)
class Chance:
    """A move, and with how many of the `orders` that were imagined it `wins`; `left_open`: the
    number of orders that a limit left open. `complete`: these were all orders, and play continues
    by what is seen alone. `exact`: besides, none of them is left open."""

    move: Move
    wins: int
    orders: int
    exact: bool
    left_open: int = 0
    complete: bool = False

    @property
    def value(self) -> float:
        """The share of the orders, 0 to 1."""
        return Rate(self.wins, self.orders).value

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return an interval for the share of all orders that the move wins.

        It is Wilson's, and counts orders that a limit left open both ways. If all orders were
        taken, only those left open are uncertain: an exact share is its own interval.

        Args:
            confidence: The confidence of the interval, between 0 and 1.

        Returns:
            Its low and its high end, from 0 to 1.
        """
        least, most = (Rate(self.wins + more, self.orders) for more in (0, self.left_open))
        if self.exact or self.complete:
            return least.value, most.value
        return least.interval(confidence)[0], most.interval(confidence)[1]


@public
def weigh(
    view: View, orders: int | None = None, limits: Limits = Limits(), seed: int = 0
) -> tuple[Chance, ...]:
    """Return the chance of each legal move, the best first.

    A king that can go immediately is the only move returned, if that never hurts. If few
    orders are left, all are taken. If any is left open, it tries them again with ten times as many
    nodes, as long as the seconds allow, and up to a hundred million nodes.

    Args:
        view: What the player sees.
        orders: How many orders of the unseen cards to imagine, the same for all moves. None: as
            many as the seconds of `limits` allow.
        limits: Seconds and memory; nodes only if the solver weighs the moves.
        seed: Draws the orders.

    Raises:
        PlayerError: Neither orders nor seconds are given. Or nodes are limited although the
            strongest player, which has a limit of its own, plays the game.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.game.games import game
        >>> from pyrtool.game.position import Position
        >>> start = Position.start(deal(60, "pyramid"))
        >>> [str(one.move) for one in weigh(View.of(start), 100)]
        ['KC']
    """
    if orders is None and limits.seconds is None:
        raise PlayerError("orders: give a number, or a limit on seconds")
    if orders is not None and not 1 <= orders <= MOST_ORDERS:
        raise PlayerError(f"orders {shown(orders)}: must be 1 to {MOST_ORDERS}")
    Player("strongest", seed)  # it rejects what is none
    by_solver = _PLAYER.is_simple(view.table.rules)
    if limits.nodes is not None and not by_solver:
        raise PlayerError("a limit on nodes has no effect on chances in this game")
    king = next(harmless_kings(view.table), None)
    if king is not None and (not by_solver or plan_of(view.table.rules).early_never_hurts):
        return (Chance(king, 0, 0, False),)
    if next(view.legal_moves(), None) is None:
        return ()
    if by_solver:
        return _by_solver(view, orders, limits, seed)
    kernel = _PLAYER.kernel(view.table.rules)
    assert isinstance(kernel, Sampler)
    chances = _by_plans(kernel, view, orders, limits, seed)
    return tuple(sorted(chances, key=lambda one: (-one.wins, -one.left_open)))


@public
def usual_orders(table: Position) -> int:
    """Return how many orders are imagined by default, fewer if each is solved.

    Args:
        table: The position.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.game.games import game
        >>> from pyrtool.game.position import Position
        >>> for name in ("pyramid", "treize"):
        ...     usual_orders(Position.start(deal(1, name)))
        4000
        100
    """
    return _USUAL_OF_SOLVER if _PLAYER.is_simple(table.rules) else _USUAL


def _by_plans(
    kernel: Sampler, view: View, orders: int | None, limits: Limits, seed: int
) -> list[Chance]:
    """List the chances if the strongest player's kernel weighs the moves."""
    budget = Budget(limits)
    wins: Counter[tuple[int, int]] = Counter()
    left_open: Counter[tuple[int, int]] = Counter()
    imagined = 0
    _lay(kernel, view, limits, seed)
    while True:
        wanted = _SLICE if orders is None else min(_SLICE, orders - imagined)
        for low, high, won, unsure in kernel.weigh(wanted, _FIRST_SPARE):
            wins[low, high] += won
            left_open[low, high] += unsure
        imagined += kernel.imagined
        if kernel.complete or (orders is not None and imagined >= orders):
            break
        if not _has_time(budget, limits):
            break
    complete, spare = kernel.complete, _FIRST_SPARE
    while (
        complete and any(left_open.values()) and spare < _MOST_SPARE and _has_time(budget, limits)
    ):
        spare *= _MORE_SPARE
        _lay(kernel, view, limits, seed)
        weighed = kernel.weigh(1, spare)
        if not kernel.complete:  # plans have too many ways to go
            break
        wins = Counter({(low, high): won for low, high, won, _ in weighed})
        left_open = Counter({(low, high): unsure for low, high, _, unsure in weighed})
    table = view.table
    return [
        _chance(move_of(*bits, table), won, imagined, left_open[bits], complete)
        for bits, won in wins.items()
    ]


def _lay(kernel: Sampler, view: View, limits: Limits, seed: int) -> None:
    """Put before a kernel what is seen, and what memory its questions may take."""
    look(kernel, view, seed)
    kernel.limit_memory(limits.memory_mib * MIB)


def _has_time(budget: Budget, limits: Limits) -> bool:
    return isinstance(budget.rest(0, limits.memory_mib), Limits)


def _chance(move: Move, wins: int, orders: int, left_open: int, complete: bool) -> Chance:
    return Chance(move, wins, orders, complete and not left_open, left_open, complete)


def _by_solver(view: View, orders: int | None, limits: Limits, seed: int) -> tuple[Chance, ...]:
    """Return the chances if no kernel weighs the moves."""
    budget = Budget(limits)
    wins = dict.fromkeys(view.legal_moves(), 0)
    left_open = dict.fromkeys(wins, 0)
    imagined = 0
    complete = len({card.rank for card in view.unseen}) < 2
    for won, unsure in _winners(view, limits, seed):
        imagined += 1
        for move in won:
            wins[move] += 1
        for move in unsure:
            left_open[move] += 1
        if imagined == orders or not isinstance(budget.rest(0, limits.memory_mib), Limits):
            break
    chances = [
        _chance(move, won, imagined, left_open[move], complete) for move, won in wins.items()
    ]
    return tuple(sorted(chances, key=lambda one: (-one.wins, -one.left_open)))
