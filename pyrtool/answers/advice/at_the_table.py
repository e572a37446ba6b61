"""What moves are worth at a table with unknown cards: what holds whatever they are, and chances.

Decides what holds where nobody knows how many cards lie face down: what does with every number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pyrtool.answers.advice.values import Advice, Assumed, Orders, Value, Worth, best_first
from pyrtool.answers.advice.with_unknown_cards import judge_orders
from pyrtool.answers.choices import choices_of
from pyrtool.answers.hidden.chance import TableChance
from pyrtool.answers.hidden.chances import TableChances, table_chances
from pyrtool.answers.hidden.prior import Case
from pyrtool.answers.kings import harmless_kings
from pyrtool.answers.solve import Budget, Limits
from pyrtool.base.arguments import guard
from pyrtool.game.position import Position, PositionError
from pyrtool.game.unknown_cards import unnamed

LEAST_ORDERS = 2
"""Orders of the unknown cards that are tried with each number of cards face down."""


def judge_table(
    positions: Sequence[Position], limits: Limits, orders: int, deals: int, seed: int
) -> Advice:
    """What the moves of a table are worth, which is one of these positions with unknown cards.

    `orders` of the unknown cards are tried at most, all positions together. `deals` are drawn for
    the chances, none where it is 0. `limits` hold for everything together. A `PositionError` where
    a player sees the turned card, and it is unknown.
    """
    if deals and any(one.turned is not None and not one.turned.is_known for one in positions):
        raise PositionError("the turned card is unknown, which a player sees: name it: turned 5C")
    budget = Budget(limits)
    part = limits.seconds if not deals or limits.seconds is None else limits.seconds / 4
    verdicts = Budget(replace(limits, seconds=part))
    cases = [case for case in map(Case, positions) if case.hands.count] or [Case(positions[0])]
    each = orders if len(cases) == 1 else max(orders // len(cases), LEAST_ORDERS)
    judged: list[Advice] = []
    nodes = 0
    for case in cases:
        within = verdicts.rest(nodes, limits.memory_mib)
        if judged and not isinstance(within, Limits):
            break
        within = within if isinstance(within, Limits) else Limits(nodes=1)
        judged.append(judge_orders(case.position, choices_of(case.position), within, each))
        nodes += judged[-1].nodes
    advice = judged[0] if len(cases) == 1 else _together(judged, len(judged) == len(cases))
    rest = budget.rest(nodes, limits.memory_mib)
    if not deals or not advice.worths or not isinstance(rest, Limits):
        return replace(advice, nodes=nodes)
    return _with_chances(advice, cases, rest, deals, seed)


def _together(judged: Sequence[Advice], are_all: bool) -> Advice:
    """What holds with every number of cards face down; `are_all`: each was judged."""
    found = []
    for worth in judged[0].worths:
        alike = [next(w for w in one.worths if w.moves == worth.moves) for one in judged]
        orders = [one.orders for one in alike if one.orders is not None]
        value = _value([one.verdict for one in alike], orders, are_all)
        lines = {one.line for one in alike}
        line = worth.line if len(lines) == 1 and are_all else ()
        limits = [one.limit for one in alike if one.limit]
        limit = (limits or ["orders"])[0] if value == "unknown" else None
        found.append(
            replace(worth, verdict=value, line=line, limit=limit, orders=_orders(orders, are_all))
        )
    orders = [one.orders for one in judged if one.orders is not None]
    value = _value([one.verdict for one in judged], orders, are_all)
    return Advice(judged[0].position, value, tuple(found), 0, _orders(orders, are_all))


def _value(values: Sequence[Value], orders: Sequence[Orders], are_all: bool) -> Value:
    """What holds with every number of cards, if some or all numbers have these values."""
    if len(set(values)) == 1 and values[0] != "unknown" and (are_all or values[0] == "depends"):
        return values[0]
    wins = "won" in values or any(one.won_with for one in orders)
    loses = "lost" in values or any(one.lost_with for one in orders)
    return "depends" if "depends" in values or (wins and loses) else "unknown"


def _orders(orders: Sequence[Orders], are_all: bool) -> Orders:
    """The orders that were tried with all numbers of cards together. An example would have to say
    how many cards there are, so that there is none."""
    return Orders(
        sum(one.tried for one in orders),
        sum(one.won for one in orders),
        are_all and bool(orders) and all(one.all for one in orders),
    )


def _with_chances(
    advice: Advice, cases: Sequence[Case], limits: Limits, deals: int, seed: int
) -> Advice:
    """The advice with the chance of each move; a proved move keeps what is proved."""
    asked = [one for one in advice.worths if one.verdict != "lost" and not one.line]
    if advice.verdict == "lost":
        asked = []
    moves = [one.moves[0] for one in asked]
    found = TableChances((), 0, False, 0)
    if asked:
        found = table_chances(cases, moves, limits, deals, seed)
    chances = dict(zip(moves, found.chances, strict=True))
    worths = []
    for one in advice.worths:
        proved = TableChance(0, exact=Fraction(bool(one.line)))
        worths.append(replace(one, chance=chances.get(one.moves[0], proved)))
    position = advice.position
    assumed = Assumed(
        stock=tuple(sorted({len(case.position.stock) for case in cases})),
        waste=tuple(sorted({len(case.position.passed()) for case in cases})),
        gone=tuple(sorted({_gone(case.position) for case in cases})),
        unnamed=len(unnamed(position.cards(), position.gone, position.rules)),
        unknown=tuple(sorted({len(case.unknown) for case in cases})),
        deals=found.deals,
        all=found.all,
        games=sum(one.played for one in found.chances),
        seed=seed,
        limit=found.limit,
    )
    nodes = advice.nodes + found.nodes
    ordered = sorted(best_first(worths), key=lambda one: not _never_hurts(one, position))
    return replace(advice, worths=tuple(ordered), nodes=nodes, assumed=assumed)


def _never_hurts(one: Worth, position: Position) -> bool:
    """Whether a move discards a king that goes first, whatever its estimated chance is."""
    return not set(one.moves).isdisjoint(harmless_kings(position))


def _gone(position: Position) -> int:
    return len(position.rules.deck) - position.cards_left()


guard(__name__)
