"""Bound how much less any closed player wins than can be won with every card known.

Decides what a player gets to know for nothing, and how the rest of its loss is estimated;
docs/development/proofs.md has the proof, "A bound on closed play".
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, sqrt
from random import Random
from typing import Final

from pyrtool.answers.closed.player import PlayerError, look
from pyrtool.answers.closed.view import View
from pyrtool.answers.equivalent_moves import kings
from pyrtool.answers.kernel_setup.build import pairing, search, stock_game
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Lost, Won
from pyrtool.base.intervals import CONFIDENCE, standard_errors
from pyrtool.base.messages import shown
from pyrtool.base.threads import per_thread
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position
from pyrtool.kernel.closed_players import FORESIGHT, Planner

MOST_ORDERS: Final = 1_000_000
MOST_FORESIGHT: Final = 52
MOST_SHOWN: Final = 52
FEW_ORDERS: Final = 720  # up to this many, all are taken

PLANNER_NODES: Final = 1 << 20  # nodes: 140 MiB


@dataclass(frozen=True)
class Gap:
    """What any closed player loses of the deals that can be won with every card known, at least.

    `won` of the `deals` are winnable. `least` is the mean share of these that is lost, with its
    `standard_error`. `shortened` counts the deals with too many plans, so that the solver took over
    earlier than asked. What a limit leaves open counts as won, with no loss: `least` stays a bound.
    """

    deals: int
    won: int
    least: float
    standard_error: float
    shortened: int

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return an interval, by the normal distribution, for `least` over all winnable deals."""
        half = standard_errors(confidence) * self.standard_error
        return max(0.0, self.least - half), min(1.0, self.least + half)


def gap(
    deals: Iterable[Deal],
    orders: int = 1000,
    foresight: int = 12,
    shown_first: int = 8,
    seed: int = 0,
) -> Gap:
    """Estimate from below which share of the winnable deals any closed player loses.

    A player is shown the first `shown_first` unseen cards of a deal's stock before it begins, and
    of the others only which they are. It imagines `orders` orders of these, or all if there are no
    more. After `foresight` turned cards the solver takes over, which knows the order. A
    `PlayerError` for rules under which removing early can hurt or tableau cards lie face down, or
    numbers out of their range.

    >>> from pyrtool.game.deals import deal
    >>> small = Rules(rows=4, total=6)
    >>> gap([deal(number, small) for number in range(20)], 60).least > 0
    True
    """
    for name, value, least, most in (
        ("orders", orders, 1, MOST_ORDERS),
        ("foresight", foresight, 1, MOST_FORESIGHT),
        ("shown_first", shown_first, 0, MOST_SHOWN),
    ):
        if not least <= value <= most:
            raise PlayerError(f"{name} {shown(value)}: must be {least} to {most}")
    count = shortened = 0
    losses: list[float] = []
    for one in deals:
        _check_bounded(one.rules)
        count += 1
        here = Position.start(one)
        verdict = verdict_only(here)
        if isinstance(verdict, Lost):
            continue
        if not isinstance(verdict, Won):
            losses.append(0.0)  # it may be won, and then nothing need be lost
            continue
        while king := next(kings(here), None):
            here = here.play(king)
        loss, turned = _loss(here, orders, foresight, shown_first, seed)
        losses.append(loss)
        shortened += turned < foresight
    won = len(losses)
    if not won:
        return Gap(count, 0, 0.0, 0.0, 0)
    mean = sum(losses) / won
    spread = sum((loss - mean) ** 2 for loss in losses) / max(1, won - 1)
    return Gap(count, won, mean, sqrt(spread / won), shortened)


def _check_bounded(rules: Rules) -> None:
    """Raise a `PlayerError` for rules under which the proof does not hold."""
    if not plan_of(rules).early_never_hurts or rules.stock != "dealt" or rules.face_down != "none":
        raise PlayerError(
            "gap: only where cards are dealt, the tableau lies open and removing early never hurts"
        )


def _loss(
    here: Position, orders: int, foresight: int, shown_first: int, seed: int
) -> tuple[float, int]:
    """Return the share of the winning orders that the best plan loses, and the turned cards after
    which the solver took over: fewer until there is room for all plans, with the same orders."""
    view = View.of(here)
    count = len(view.unseen)
    if here.is_won() or count < 2 or next(here.legal_moves(), None) is None:
        return 0.0, foresight
    seen = *view.table.tableau, view.table.turned
    chance = Random(f"{seed} {' '.join(map(str, seen))}")
    drawn = b"".join(orders_like(here.stock[:count], orders, shown_first, chance))
    kernel = planner(here.rules, PLANNER_NODES)
    while foresight:
        look(kernel, view, seed)
        found = kernel.bound(drawn, foresight)
        if found is not None:
            winners, best = found
            return (winners - best) / max(1, winners), foresight
        foresight -= max(1, foresight // 4)
    return 0.0, 0


@per_thread(1)
def planner(rules: Rules, room: int) -> Planner:
    """Return a planner for bounds, with room for this number of nodes; `bound` gives the number of
    orders."""
    rows, down = list(Layout.of(rules).pyramid_rows), rules.face_down == "covered"
    return Planner(
        stock_game(rules), search(rules), rows, down, 1, 1, FORESIGHT, room, pairing(rules)
    )


def orders_like(
    unseen: Sequence[Card], orders: int, shown_first: int, chance: Random
) -> Iterator[bytes]:
    """Yield orders of unseen cards, as codes, that begin with the same `shown_first` cards.

    They are all such orders up to `orders` or `FEW_ORDERS`; else as many that chance gives.
    """
    first, rest = bytes(unseen[:shown_first]), bytes(unseen[shown_first:])
    if factorial(len(rest)) <= max(orders, FEW_ORDERS):
        yield from (first + bytes(order) for order in permutations(rest))
    else:
        yield from (first + bytes(chance.sample(rest, len(rest))) for _ in range(orders))
