"""What a question is about: a deal and its rules, or a position, which has its own.

Decides what is refused: a deal without rules, a position with others than its own, one that play
cannot have led to, or that has unknown cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrtool.cards import Card
from pyrtool.deals import Deal
from pyrtool.door import guard
from pyrtool.games import Rules, RulesError
from pyrtool.position import Move, Position, PositionError, start_of

Asked = tuple[Sequence[Card] | Position, Rules | None]
"""What functions such as `solve` take: the cards of a deal and its rules, or a position alone."""


def asked_about(dealt: Deal | Position, rules: Rules, moves: Iterable[Move] = ()) -> Asked:
    """What is asked about a deal, or about the position that moves led to."""
    moves = tuple(moves)
    if isinstance(dealt, Deal) and not moves:
        return dealt.cards, rules
    return start_of(dealt, rules).play_all(moves), None


def start_asked(cards: Sequence[Card] | Position, rules: Rules | None) -> Position:
    """The table that is asked about: that of a deal at its start, or the position itself."""
    if isinstance(cards, Position):
        return position_asked(cards, rules)
    return Position.start(cards, rules_asked(rules))


def position_asked(position: Position, rules: Rules | None) -> Position:
    """The position; a `PositionError` if it has other rules, or no play leads there, or a card is
    unknown."""
    if rules is not None and rules != position.rules:
        raise PositionError("rules: the position has others, which hold")
    position.check_played()
    position.check_known()
    return position


def rules_asked(rules: Rules | None) -> Rules:
    """The rules of a deal; a `RulesError` where none are told."""
    if rules is None:
        raise RulesError("rules: a deal needs them, only a position has its own")
    return rules


guard(__name__)
