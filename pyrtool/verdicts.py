"""What a search found out about a game, and the guard of every line that wins one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyrtool.blocks import Block
from pyrtool.door import guard
from pyrtool.limits import Limit
from pyrtool.position import Move, Position

__all__ = ["Lost", "Reason", "Unknown", "Verdict", "Won", "check_won"]

Reason = Literal["simple block", "set block", "crossblock", "count", "exhausted"]


@dataclass(frozen=True)
class Won:
    """The goal can be reached, by these moves; `shortest` if it is proved that none are fewer.

    Where the fewest were asked for, and a `limit` was reached first, no line has fewer moves than
    `least_moves`.
    """

    moves: tuple[Move, ...]
    nodes: int
    shortest: bool = False
    limit: Limit | None = None
    least_moves: int | None = None


@dataclass(frozen=True)
class Lost:
    """The goal cannot be reached: a block, if there is one, or an exhausted search."""

    reason: Reason
    nodes: int
    block: Block | None = None


@dataclass(frozen=True)
class Unknown:
    """A limit was reached first."""

    limit: Limit
    nodes: int


Verdict = Won | Lost | Unknown


def check_won(end: Position) -> None:
    """The guard of every line that is shown: the referee played it, and it reaches the goal."""
    if not end.is_won():
        raise AssertionError("the search's line of play does not reach the goal")


guard(__name__)
