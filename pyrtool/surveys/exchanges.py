"""Exchanges of two cards of a deal: which of them turn its verdict, and what else they change.

Decides which of the deals that exchanges make come first by a measure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.solve import solution
from pyrtool.answers.verdicts import Answer, Reason
from pyrtool.base.arguments import public
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limit, Limits
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.surveys.find.measures import MEASURES, check_measure
from pyrtool.surveys.find.query import hardness
from pyrtool.surveys.verdicts import solve_many

ExchangeMeasure = Literal["difficulty", "only-moves", "length", "passes", "matchings"]
"""What exchanges are ranked by: parts of a rating, or measures of winnable deals."""


@dataclass(frozen=True)
class Exchange:
    """An exchange of two `cards` of a deal, in their order there, and the verdict on its `twin`."""

    deal: Deal
    cards: tuple[Card, Card]
    verdict: Answer
    reason: Reason | Limit | None

    @property
    def twin(self) -> Deal:
        """The deal in which the cards have changed places."""
        return self.deal.exchanged(*self.cards)


@dataclass(frozen=True)
class Twins:
    """A deal with its verdict, and every exchange of two of its cards, in the order of places."""

    deal: Deal
    verdict: Answer
    exchanges: tuple[Exchange, ...]

    @property
    def turning(self) -> tuple[Exchange, ...]:
        """The exchanges that make a lost deal winnable, or a winnable one lost."""
        opposite = {"won": "lost", "lost": "won"}.get(self.verdict)
        return tuple(one for one in self.exchanges if one.verdict == opposite)

    @property
    def unknown(self) -> int:
        """The number of exchanges that a limit leaves open."""
        return sum(one.verdict == "unknown" for one in self.exchanges)


@public
def twins(deal: Deal, limits: Limits = Limits(), *, workers: int = 0) -> Twins:
    """Decide every exchange of two cards of different ranks.

    Args:
        deal: The deal.
        limits: Nodes and memory for each verdict.
        workers: Processes; 0 is this process.

    Returns:
        The verdict on the deal, and on each of the deals that an exchange makes.

    Raises:
        LimitError: A limit on seconds.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> found = twins(deal(3, "giza"))
        >>> found.verdict, len(found.exchanges)
        ('lost', 1248)
        >>> [one.cards for one in found.turning]
        [(Card.parse('QD'), Card.parse('9C')), (Card.parse('4C'), Card.parse('AS'))]
    """
    pairs = deal.exchanges()
    whole, place = bytes(deal.cards), {card: at for at, card in enumerate(deal.cards)}
    codes = bytearray(whole)
    for one, other in pairs:
        made = bytearray(whole)
        made[place[one]], made[place[other]] = other, one
        codes += made
    own, *found = solve_many(bytes(codes), deal.rules, limits=limits, workers=workers)
    exchanges = (
        Exchange(deal, pair, row.verdict, row.reason)
        for pair, row in zip(pairs, found, strict=True)
    )
    return Twins(deal, own.verdict, tuple(exchanges))


def check_exchange_measure(by: ExchangeMeasure, rules: Rules) -> None:
    """Raise a `PyrtoolError` if the rules have no such number."""
    if by != "difficulty" and by != "only-moves":
        check_measure(by, rules)


def ranked(
    exchanges: Sequence[Exchange], by: ExchangeMeasure, limits: RatingLimits
) -> list[tuple[float, Exchange]]:
    """Return the exchanges that make a winnable deal, each with its number, the first ones first.

    These are the hardest, those with the fewest only moves or winning matchings, or those that need
    the most moves or passes. Deals without such a number are left out; a `LeftOpenError` says that
    a limit leaves one open.
    """
    numbers: list[tuple[float, Exchange]] = []
    within = Limits(memory_mib=limits.memory_mib)
    for one in exchanges:
        if one.verdict != "won":
            continue
        value: float | None
        if by == "difficulty":
            value = hardness(rate(one.twin, None, limits))
        elif by == "only-moves":
            value = rate(one.twin, solution(one.twin, within).moves, limits).only_moves
        else:
            value = MEASURES[by].of(one.twin, within, None)
        if value is not None:
            numbers.append((value, one))
    most = by in ("difficulty", "length", "passes")
    return sorted(numbers, key=lambda pair: -pair[0] if most else pair[0])


def exchange_fields(found: Twins, exchange: Exchange) -> JsonObject:
    """Return the fields that a record of the deal has besides its verdict, for one exchange."""
    return {
        "exchange": [str(card) for card in exchange.cards],
        "exchanged": exchange.verdict,
        "exchanges": len(found.turning),
    }
