"""Evaluate moves at a table with unknown cards: what holds whatever they are, and chances.

Decides which cards an unknown one can be, and asks the solver order by order: what holds with every
order, by proof or by trying them all, and two orders that show where it depends. Each verdict is
one with every card known: what a player could do who then sees the cards. If nobody knows how many
cards lie face down, what holds is what holds with every number.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Literal

from pyrtool.answers.advice.values import Advice, Assumed, Orders, Value, Worth, best_first
from pyrtool.answers.equivalent_moves import Choice, choices_of, harmless_kings
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.answers.unknown_cards.chances import TableChances, TableQuestion
from pyrtool.answers.unknown_cards.prior import Case, with_cards
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.limits import Budget, Limit, Limits
from pyrtool.game.cards import Card
from pyrtool.game.position import IllegalMoveError, Move, Position, PositionError
from pyrtool.game.unknown_cards import check_pairs, unnamed

MOST_HANDS = 1_000
"""Choices of which cards are unknown and which are gone that `opened` looks at."""


@dataclass(frozen=True)
class PossibleCards:
    """A position with its unknown cards named: `cards`, in the order of `Position.unknown`."""

    cards: tuple[Card, ...]
    position: Position


def orders(position: Position, most: int) -> tuple[Iterator[PossibleCards], bool]:
    """Name the unknown cards in every order, or in `most` random orders that are always the same.

    Also return whether these are all. Suits do not count.
    """
    case = Case(position)
    if case.orders(most) <= most:
        return _possible(position, (cards for cards, _ in case.each())), True
    chance = Random(0)
    return _possible(position, (case.draw(chance) for _ in range(most))), False


def _possible(position: Position, hands: Iterator[tuple[Card, ...]]) -> Iterator[PossibleCards]:
    for cards in hands:
        with suppress(PositionError):  # play cannot have led there
            yield PossibleCards(cards, with_cards(position, cards))


def opened(position: Position) -> Iterator[Position] | None:
    """Open games that allow more than the position with any order of its unknown cards: if all of
    them are lost, it is lost with every order. None if there are none.

    One for each choice of which cards are unknown, with all that is not in the tableau as an open
    bouquet. A line of play with some order has a line there, its discards in their order: each card
    of the stock or the waste lies open from the start. So a discard is legal whenever the cards on
    its tableau cards are gone, which the same discards took (`with_open_stock`). In the bouquet the
    order says nothing, so all orders of the same cards are one game. An unknown card of the tableau
    has a place, so then there are none.
    """
    if not all(card is None or card.is_known for card in position.tableau):
        return None
    hands = Case(position).hands
    choices = list(islice(hands.each(), MOST_HANDS + 1))
    if len(choices) > MOST_HANDS:
        return None
    rules = plan_of(position.rules).with_open_stock
    known = [card for card in position.cards() if card.is_known and card not in position.tableau]
    named = ([c for r, count in one.items() for c in hands.free[r][:count]] for one in choices)
    return (Position.of(rules, position.tableau, bouquet=[*known, *hand]) for hand in named)


@dataclass
class _Case:
    """A move, or none, and what was found out about the position after it, `table`."""

    moves: tuple[Move, ...]
    table: Position
    never: bool = False  # no order wins
    line: tuple[Move, ...] | None = None  # wins with every order
    limit: Limit | None = None
    tried: int = 0
    of_all: int = 0  # orders that there are; 0 while that is not known
    won: int = 0
    won_with: tuple[Card, ...] = ()
    lost_with: tuple[Card, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Return whether no further order is wanted."""
        depends = bool(self.won_with) and bool(self.lost_with)
        return self.never or self.line is not None or self.limit is not None or depends

    def count(self, verdict: Verdict, possible: PossibleCards) -> None:
        """Note the verdict with one order."""
        if isinstance(verdict, Unknown):
            self.limit = verdict.limit
            return
        self.tried += 1
        if isinstance(verdict, Won):
            self.won += 1
            self.won_with = self.won_with or possible.cards
            if _needs_no_order(self.table, verdict.moves):
                self.line = verdict.moves
        else:
            self.lost_with = self.lost_with or possible.cards

    @property
    def all_tried(self) -> bool:
        """Return whether every order that there is was tried."""
        return 0 < self.of_all == self.tried

    def orders(self) -> Orders:
        """Return the record of the orders that were tried."""
        return Orders(self.tried, self.won, self.all_tried, self.won_with, self.lost_with)

    def value(self) -> Value:
        """Return the value of a move that is proved with the orders tried."""
        if self.never:
            return "lost"
        if self.line is not None:
            return "won"
        if self.won_with and self.lost_with:
            return "depends"
        if not self.all_tried:
            return "unknown"
        return "won" if self.won else "lost"


@dataclass
class _Judge:
    """Judges the moves of a position with unknown cards. `limits` hold for all of them together."""

    start: Position
    choices: Sequence[Choice]
    limits: Limits
    nodes: int = 0
    cases: list[_Case] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.budget = Budget(self.limits)
        self.whole = _Case((), self.start)
        self.cases = [_Case(choice.moves, choice.after) for choice in self.choices]

    def advice(self, most: int) -> Advice:
        """Judge every move with at most `most` orders: all if there are no more."""
        self.whole.never = self._is_never_won(self.start)
        for case in self.cases:
            case.never = self.whole.never or self._is_never_won(case.table)
        possible, are_all = orders(self.start, most)
        seen = 0
        for one in possible:
            seen += 1
            unsettled = [case for case in (self.whole, *self.cases) if not case.is_settled]
            if not unsettled:
                break
            self._ask(unsettled, one)
        whole = self.whole
        if are_all:
            for case in (whole, *self.cases):
                case.of_all = seen  # if that is not the last one, no case was asked about it
        if whole.line is None:
            whole.line = next((case.line for case in self.cases if case.line is not None), None)
        worths = best_first([self._worth(case) for case in self.cases])
        return Advice(self.start, whole.value(), worths, self.nodes, whole.orders())

    def _ask(self, cases: Sequence[_Case], possible: PossibleCards) -> None:
        """Ask about each of these positions with the unknown cards named."""
        verdict = self._solve(possible.position)
        if self.whole in cases:
            self.whole.count(verdict, possible)
        for case in cases:
            if case is self.whole:
                continue
            if isinstance(verdict, Won):
                after = possible.position.play(case.moves[0])
                if verdict.moves[0] == case.moves[0]:
                    case.count(Won(verdict.moves[1:], 0), possible)
                else:
                    case.count(self._solve(after), possible)
            else:
                case.count(verdict, possible)  # a move wins nothing that is lost

    def _worth(self, case: _Case) -> Worth:
        value = case.value()
        line = () if case.line is None else (case.moves[0], *case.line)
        limit: Limit | Literal["orders"] | None = case.limit
        if value == "unknown" and limit is None:
            limit = "orders"
        return Worth(
            case.moves,
            value,
            line,
            limit=limit if value == "unknown" else None,
            orders=case.orders(),
        )

    def _is_never_won(self, table: Position) -> bool:
        """Return whether no order wins, as games that allow more are lost (`opened`)."""
        more = opened(table)
        return more is not None and all(isinstance(self._solve(one), Lost) for one in more)

    def _solve(self, position: Position) -> Verdict:
        limits = self.budget.rest(self.nodes, self.limits.memory_mib)
        if not isinstance(limits, Limits):
            return Unknown(limits, 0)
        verdict = verdict_only(position, limits)
        self.nodes += verdict.nodes
        return verdict


def _needs_no_order(table: Position, line: Sequence[Move]) -> bool:
    """Return whether a line that wins with one order wins with every order.

    So it is if the referee plays it while the cards are unknown: it rejects discards of those,
    and deals, redeals and discards of other cards are legal whatever they are. If pairs vanish
    by themselves an unknown card may take another one with it, and nothing is claimed.
    """
    if table.rules.stock_waste in ("auto", "auto-on-turn"):
        return False
    try:
        return table.play_all(line).is_won()
    except IllegalMoveError:
        return False


LEAST_ORDERS = 2
"""Orders of the unknown cards that are tried with each number of cards face down."""


def judge_table(
    positions: Sequence[Position], limits: Limits, orders: int, deals: int, seed: int
) -> Advice:
    """Judge the moves of a table, which is one of these positions with unknown cards.

    `orders` of the unknown cards are tried at most, all positions together. `deals` are drawn for
    the chances, none if it is 0. `limits` hold for everything together. A `PositionError` if
    a player sees the turned card, and it is unknown, or if ranks have several partners.
    """
    check_pairs(positions[0].rules)
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
        judged.append(_Judge(case.position, choices_of(case.position), within).advice(each))
        nodes += judged[-1].nodes
    advice = judged[0] if len(cases) == 1 else _together(judged, len(judged) == len(cases))
    rest = budget.rest(nodes, limits.memory_mib)
    if not deals or not advice.worths or not isinstance(rest, Limits):
        return replace(advice, nodes=nodes)
    return _with_chances(advice, cases, rest, deals, seed)


def _together(judged: Sequence[Advice], are_all: bool) -> Advice:
    """Return what holds with every number of cards face down; `are_all`: each was judged."""
    worths = []
    for worth in judged[0].worths:
        alike = [next(w for w in one.worths if w.moves == worth.moves) for one in judged]
        orders = [one.orders for one in alike if one.orders is not None]
        value = _value([one.verdict for one in alike], orders, are_all)
        lines = {one.line for one in alike}
        line = worth.line if len(lines) == 1 and are_all else ()
        limits = [one.limit for one in alike if one.limit]
        limit = (limits or ["orders"])[0] if value == "unknown" else None
        worths.append(
            replace(worth, verdict=value, line=line, limit=limit, orders=_orders(orders, are_all))
        )
    orders = [one.orders for one in judged if one.orders is not None]
    value = _value([one.verdict for one in judged], orders, are_all)
    return Advice(judged[0].position, value, tuple(worths), 0, _orders(orders, are_all))


def _value(values: Sequence[Value], orders: Sequence[Orders], are_all: bool) -> Value:
    """Return what holds with every number of cards, if some or all numbers have these values."""
    if len(set(values)) == 1 and values[0] != "unknown" and (are_all or values[0] == "depends"):
        return values[0]
    wins = "won" in values or any(one.won_with for one in orders)
    loses = "lost" in values or any(one.lost_with for one in orders)
    return "depends" if "depends" in values or (wins and loses) else "unknown"


def _orders(orders: Sequence[Orders], are_all: bool) -> Orders:
    """Return the orders that were tried with all numbers of cards together. An example would have
    to say how many cards there are, so that there is none."""
    return Orders(
        sum(one.tried for one in orders),
        sum(one.won for one in orders),
        are_all and bool(orders) and all(one.all for one in orders),
    )


def _with_chances(
    advice: Advice, cases: Sequence[Case], limits: Limits, deals: int, seed: int
) -> Advice:
    """Return the advice with the chance of each move; a proved move keeps what is proved."""
    unproved = [one for one in advice.worths if one.verdict != "lost" and not one.line]
    if advice.verdict == "lost":
        unproved = []
    moves = [one.moves[0] for one in unproved]
    table = TableChances((), 0, False, 0)
    if unproved:
        table = TableQuestion(cases, moves, limits, deals, seed).chances()
    chances = dict(zip(moves, table.chances, strict=True))
    worths = []
    for one in advice.worths:
        proved = TableChance(0, exact=Fraction(bool(one.line)))
        worths.append(replace(one, chance=chances.get(one.moves[0], proved)))
    position, size = advice.position, len(advice.position.rules.deck)
    assumed = Assumed(
        stock=tuple(sorted({len(case.position.stock) for case in cases})),
        waste=tuple(sorted({len(case.position.passed()) for case in cases})),
        gone=tuple(sorted({size - case.position.cards_left() for case in cases})),
        unnamed=len(unnamed(position.cards(), position.gone, position.rules)),
        unknown=tuple(sorted({len(case.unknown) for case in cases})),
        deals=table.deals,
        all=table.all,
        games=sum(one.played for one in table.chances),
        seed=seed,
        limit=table.limit,
    )
    nodes = advice.nodes + table.nodes
    first = set(harmless_kings(position))  # they go first, whatever their estimated chance is
    ordered = sorted(best_first(worths), key=lambda one: first.isdisjoint(one.moves))
    return replace(advice, worths=tuple(ordered), nodes=nodes, assumed=assumed)
