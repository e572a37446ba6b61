"""The player for par points: it makes the move after which the most points can be expected.

Decides how the points of a move are estimated. Once every card is known, the player follows the
best line. Where the unseen cards have few orders, it weighs all of them. Otherwise it asks the
sampler's kernel with how many sampled orders each move still clears the pyramid in each pass. Where
none clears it, it compares the best lines of a few orders, which leave the fewest cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import factorial, prod
from random import Random
from typing import Final

from pyrtool.answers.best.best import best
from pyrtool.answers.choices import Key, ranks_of
from pyrtool.answers.closed.shown_cards import with_shown_cards
from pyrtool.answers.closed.shown_to_kernel import look, move_of
from pyrtool.answers.closed.view import View
from pyrtool.answers.kernels import players
from pyrtool.answers.kings import harmless_kings
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_POINTS
from pyrtool.game.position import DealStock, Discard, Move
from pyrtool.kernel.players.closed.sampler import Sampler

FEW_ORDERS: Final = 6
"""Up to this many orders of the unseen cards, by rank, all are weighed."""

BEST_LINES: Final = 3
"""How many orders are compared by their best lines, where no sampled order clears the pyramid."""

_BEST_NODES: Final = 3_000  # of a best line; then the best so far counts


def by_points(view: View, orders: int, seed: int) -> Move | None:
    """Choose the move after which the most points are expected; some move must be legal.

    Args:
        view: What the player sees; no king that goes immediately may wait.
        orders: How many orders of the unseen cards it samples.
        seed: Draws the orders.

    Returns:
        The move, or None where no move gains anything.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.game.position import Position
        >>> str(by_points(View.of(Position.start(deal(3, "par"))), 20, 0))
        'deal'
    """
    if len(view.unseen) < 2:
        line = best(view.with_order(view.unseen), "score").moves
        return line[0] if line else None
    if orders_of(view) <= FEW_ORDERS:
        return _by_all_orders(view)
    points = _sampled_points(view, orders, seed) or _points_of_lines(view, seed)
    most = max(points.values())
    return _first_of([move for move, one in points.items() if one == most], view)


def orders_of(view: View) -> int:
    """How many orders the ranks of the unseen cards have."""
    alike = Counter(card.rank for card in view.unseen).values()
    return factorial(len(view.unseen)) // prod(map(factorial, alike))


# All orders.


def _by_all_orders(view: View) -> Move | None:
    """The move with the greatest mean of the points over all orders; no closed player has more."""
    known: dict[Key, Fraction] = {}
    chances = {move: _points_after(view, move, known) for move in view.legal_moves()}
    move = max(chances, key=chances.__getitem__)
    return move if chances[move] > view.table.score() else None


def _points_after(view: View, move: Move, known: dict[Key, Fraction]) -> Fraction:
    """The points that are expected once a move was made."""
    shown = with_shown_cards(view, move)
    return sum(
        (share * _points(View.of(table.play(move)), known) for share, table in shown), Fraction(0)
    )


def _points(view: View, known: dict[Key, Fraction]) -> Fraction:
    """The points that the best closed player expects: where every card is known, those of the best
    line; else the most that a move leads to. Kings go first where that never hurts."""
    if len(view.unseen) < 2:
        return Fraction(best(view.with_order(view.unseen), "score").position.score())
    key = (*ranks_of(view.table), *sorted(card.rank for card in view.unseen))
    if key not in known:
        king = next(harmless_kings(view.table), None)
        moves = view.legal_moves() if king is None else iter([king])
        after = (_points_after(view, move, known) for move in moves)
        known[key] = max(after, default=Fraction(view.table.score()))
    return known[key]


# Sampled orders.


def _sampled_points(view: View, orders: int, seed: int) -> Mapping[Move, int]:
    """The points of the moves that clear the pyramid with some sampled order.

    Each order counts with what the earliest pass earns in which the pyramid can be cleared. After
    that, and where it is cleared with no order, each order counts with which all cards can go.
    """
    table = view.table
    passes = table.rules.passes or 1
    points: Counter[Move] = Counter()
    if not table.cleared_in_pass:
        earned = (*PAR_POINTS[:passes], 0)
        for number in range(table.pass_number, passes + 1):
            more = earned[number - 1] - earned[number]
            for move, wins in _wins(view, _to_clear_in(table.rules, number), orders, seed):
                points[move] += more * wins
    if not points:
        points.update(dict(_wins(view, _to_discard_all(table.rules), orders, seed)))
    return points


def _wins(view: View, rules: Rules, orders: int, seed: int) -> list[tuple[Move, int]]:
    """The moves that win under other rules with some of the sampled orders, and with how many. The
    orders are the same for all rules: they follow from what is seen and the seed."""
    seen = View(replace(view.table, rules=rules), view.unseen)
    kernel = players.closed_player(rules, "sampler", orders)
    assert isinstance(kernel, Sampler)
    look(kernel, seen, seed)
    weighed = kernel.weigh(orders)
    return [(move_of(low, high, seen.table), wins) for low, high, wins, _ in weighed if wins]


def _to_clear_in(rules: Rules, passes: int) -> Rules:
    """The rules of a game that is won when the pyramid is cleared in this many passes."""
    return replace(rules, goal="pyramid", passes=passes, scoring="none")


def _to_discard_all(rules: Rules) -> Rules:
    """The rules of a game that is won when every card is gone."""
    return replace(rules, goal="all", scoring="none")


def _points_of_lines(view: View, seed: int) -> Mapping[Move, int]:
    """The points of every move's best lines, with each of a few sampled orders."""
    moves = list(view.legal_moves())
    if len(moves) == 1:
        return {moves[0]: 0}
    table = view.table
    chance = Random(f"{seed} {table.pass_number} {' '.join(map(str, view.table.cards()))}")
    unseen = list(view.unseen)
    points: Counter[Move] = Counter()
    for _ in range(BEST_LINES):
        chance.shuffle(unseen)
        known = view.with_order(tuple(unseen))
        for move in moves:
            found = best(known.play(move), "score", Limits(nodes=_BEST_NODES))
            points[move] += found.position.score()
    return points


def _first_of(moves: list[Move], view: View) -> Move:
    """The move to make of those that are worth the same: a discard of the waste top, which the next
    deal buries; else dealing, which shows a card."""
    top = view.table.waste[-1:]
    for move in moves:
        if isinstance(move, Discard) and not set(top).isdisjoint(move.cards):
            return move
    return next((move for move in moves if isinstance(move, DealStock)), moves[0])


guard(__name__)
