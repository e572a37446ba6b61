"""What each legal move is worth while cards are unknown.

Decides what holds with every order of the unknown cards, by proof or by trying them all, and shows
by two orders where it depends. A verdict is that of a player who then sees the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pyrtool.answers.advice.possible_cards import PossibleCards, opened, orders
from pyrtool.answers.advice.values import Advice, Orders, Value, Worth, best_first
from pyrtool.answers.choices import Choice
from pyrtool.answers.solve import Budget, Limit, Limits, Lost, Unknown, Verdict, Won, decide
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import IllegalMoveError, Move, Position


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
        """Whether no further order is wanted."""
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
        """Whether every order that there is was tried."""
        return 0 < self.of_all == self.tried

    def orders(self) -> Orders:
        """The record of the orders that were tried."""
        return Orders(self.tried, self.won, self.all_tried, self.won_with, self.lost_with)

    def value(self) -> Value:
        """What is proved."""
        if self.never:
            return "lost"
        if self.line is not None:
            return "won"
        if self.won_with and self.lost_with:
            return "depends"
        if not self.all_tried:
            return "unknown"
        return "won" if self.won else "lost"


def judge_orders(
    position: Position, choices: Sequence[Choice], limits: Limits, most: int
) -> Advice:
    """What the moves of a position are worth of which cards are unknown.

    No more than `most` orders are tried, all where there are no more. `limits` hold for everything
    together.
    """
    return _Judge(position, choices, limits).advice(most)


@dataclass
class _Judge:
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
        """Every move judged."""
        self.whole.never = self._is_never_won(self.start)
        for case in self.cases:
            case.never = self.whole.never or self._is_never_won(case.table)
        possible, are_all = orders(self.start, most)
        seen = 0
        for one in possible:
            seen += 1
            asked = [case for case in (self.whole, *self.cases) if not case.is_settled]
            if not asked:
                break
            self._ask(asked, one)
        whole = self.whole
        if are_all:
            for case in (whole, *self.cases):
                case.of_all = seen  # where that is not the last one, no case was asked about it
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
        """Whether no order wins, as games that allow more are lost (`opened`)."""
        more = opened(table)
        return more is not None and all(isinstance(self._solve(one), Lost) for one in more)

    def _solve(self, position: Position) -> Verdict:
        limits = self.budget.rest(self.nodes, self.limits.memory_mib)
        if not isinstance(limits, Limits):
            return Unknown(limits, 0)
        verdict = decide(position, limits)
        self.nodes += verdict.nodes
        return verdict


def _needs_no_order(table: Position, line: Sequence[Move]) -> bool:
    """Whether a line that wins with one order wins with every order.

    So it is where the referee plays it while the cards are unknown: it rejects discards of those,
    and deals, redeals and discards of other cards are legal whatever they are. Where pairs vanish
    by themselves an unknown card may take another one with it, and nothing is claimed.
    """
    if table.rules.stock_waste in ("auto", "auto-on-turn"):
        return False
    try:
        return table.play_all(line).is_won()
    except IllegalMoveError:
        return False


guard(__name__)
