"""Verdicts: won, lost, and unknown; and the guard of every line that wins a game."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from pyrtool.answers.blocks.block import Block
from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limit
from pyrtool.base.messages import counted
from pyrtool.game.position import Move, Position

Answer = Literal["won", "lost", "unknown"]
"""The three answers by name, as records have them."""

Reason = Literal["simple block", "set block", "crossblock", "count", "stock block", "exhausted"]


class VerdictError(PyrtoolError):
    """A verdict is used as if there were two answers."""


class _Answer:
    """The base of the three verdicts."""

    is_won: ClassVar[bool] = False
    is_lost: ClassVar[bool] = False
    is_unknown: ClassVar[bool] = False

    def __bool__(self) -> bool:
        raise VerdictError("a verdict has three answers: use is_won, is_lost or is_unknown")


@public
@dataclass(frozen=True)
class Won(_Answer):
    """The goal can be reached, by these moves; `shortest` if it is proved that none are fewer.

    If the fewest were asked for and a `limit` was reached, no line has fewer than `least_moves`.
    """

    moves: tuple[Move, ...]
    nodes: int
    shortest: bool = False
    limit: Limit | None = None
    least_moves: int | None = None

    is_won = True

    def __str__(self) -> str:
        fewest = ", the fewest possible" if self.shortest else ""
        return f"winnable in {counted(len(self.moves), 'move')}{fewest}"


@public
@dataclass(frozen=True)
class Lost(_Answer):
    """The goal cannot be reached: a block, if there is one, or an exhausted search."""

    reason: Reason
    nodes: int
    block: Block | None = None

    is_lost = True

    def __str__(self) -> str:
        return "unwinnable, " + (self.reason if self.block else "by exhaustive search")


@public
@dataclass(frozen=True)
class Unknown(_Answer):
    """The verdict that a limit was reached first."""

    limit: Limit
    nodes: int

    is_unknown = True

    def __str__(self) -> str:
        return f"unknown: the limit on {self.limit} was reached"


Verdict = Won | Lost | Unknown
"""The answer to whether a deal or a position can be won."""

ANSWERS: Final[dict[type, Answer]] = {Won: "won", Lost: "lost", Unknown: "unknown"}
"""The name of each kind of verdict."""


def check_won(end: Position) -> None:
    """Guard every line that is shown: the referee played it, and it reaches the goal."""
    if not end.is_won():
        raise AssertionError("the search's line of play does not reach the goal")
