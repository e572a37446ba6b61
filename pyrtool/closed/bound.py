"""How much less any honest player wins than can be won with every card known: a bound.

Decides how it is estimated; docs/honest-play.md has the proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from pyrtool import packing
from pyrtool.closed.player import PlayerError, kings, look
from pyrtool.closed.view import View
from pyrtool.deals import Deal
from pyrtool.door import guard, shown
from pyrtool.games import Rules
from pyrtool.intervals import CONFIDENCE
from pyrtool.position import Position
from pyrtool.theory import early_never_hurts

MOST_ORDERS = 1_000_000
MOST_FORESIGHT = 24


@dataclass(frozen=True)
class Gap:
    """How far any honest player stays behind the thoughtful rate, at least.

    Of so many `deals`: the mean share of orders that are won with every card known, `thoughtful`;
    the mean of what is lost of it, `least`, with its `standard_error`; and how many deals had too
    many plans, `crowded`: of these nothing is claimed to be lost.
    """

    deals: int
    thoughtful: float
    least: float
    standard_error: float
    crowded: int

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """An interval for the mean of `least` over all deals, by the normal distribution."""
        half = NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_error
        return max(0.0, self.least - half), self.least + half


def gap(
    deals: Iterable[Deal], rules: Rules, orders: int = 500, foresight: int = 2, seed: int = 0
) -> Gap:
    """How much less than thoughtful any honest player wins of such deals, estimated from below.

    So many `orders` are imagined of each deal's stock; the solver, who knows the order, goes on
    after `foresight` cards were turned. A `PlayerError` for rules under which removing early can
    hurt, or numbers that are too great.

    >>> from pyrtool.deals import deal
    >>> small = Rules(rows=4, total=6)
    >>> gap([deal(number, rules=small) for number in range(20)], small, 60).least > 0
    True
    """
    if not early_never_hurts(rules) or rules.stock != "dealt":
        raise PlayerError("gap: only where cards are dealt and removing one early never hurts")
    for name, value, most in (
        ("orders", orders, MOST_ORDERS),
        ("foresight", foresight, MOST_FORESIGHT),
    ):
        if not 1 <= value <= most:
            raise PlayerError(f"{name} {shown(value)}: must be 1 to {most}")
    shares: list[float] = []
    losses: list[float] = []
    crowded = 0
    for one in deals:
        here = Position.start(one.cards, rules)
        while king := next(kings(here), None):
            here = here.play(king)
        found = None
        if not here.is_won() and next(here.legal_moves(), None) is not None:
            kernel = packing.planner(rules, foresight)
            look(kernel, View.of(here), seed)
            found = kernel.bound(orders)
            crowded += found is None
        imagined, winners, best = found or (1, int(here.is_won()), int(here.is_won()))
        shares.append(winners / imagined)
        losses.append((winners - best) / imagined)
    count = len(losses)
    if not count:
        return Gap(0, 0.0, 0.0, 0.0, 0)
    mean = sum(losses) / count
    spread = sum((loss - mean) ** 2 for loss in losses) / max(1, count - 1)
    return Gap(count, sum(shares) / count, mean, sqrt(spread / count), crowded)


guard(__name__)
