"""Only moves of a line, whose alternatives all lose, and first moves that lose.

A *choice* is a legal move, moves that lead to the same position being one. Kings of the tableau or
an open bouquet go immediately and are no choice; so do those of the stock if removing early
never hurts. An *only move* is a position of the line, kings gone, at which some choice loses and
those that keep the win are one. Choices are one if any two of them can be made in either order,
which leads to the same position, and that position is winnable.

Decides this for every game by the referee.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pyrtool.answers.equivalent_moves import Key, is_free_king, key_of, settled, settled_choices
from pyrtool.answers.kernel_setup.build import game
from pyrtool.answers.kernel_setup.positions import as_dealt, first_pass, stock_position
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Unknown, Won
from pyrtool.base.limits import Budget, LeftOpenError, Limits
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.kernel.random_players import Chances, SinglyChances

Winnable = Callable[[Position], bool]


class LimitReached(Exception):
    """The limits leave open whether a position can still be won."""


class ByKernel:
    """Asks the kernel that worked out the exact chances from `start`, and so knows what can be won.

    The kernel has a bit for each card, another for each card of the stock, and counts passes from
    the first (`kernel_setup.positions`).
    """

    def __init__(self, kernel: Chances | SinglyChances, start: Position) -> None:
        self.kernel = kernel
        self.stock, self.first_pass = as_dealt(start).stock, first_pass(start)
        bit = game(start.rules).bit
        self.bits = {card: 1 << bit(card) for card in start.cards()}
        self.stock_bits = {card: 1 << i for i, card in enumerate(self.stock)}

    def __call__(self, position: Position) -> bool:
        """Return whether `position`, in which no king waits, can be won."""
        in_stock = (*position.waste, *position.undealt())
        return self.kernel.can_win(
            sum(map(self.bits.__getitem__, position.cards())),
            sum(map(self.stock_bits.__getitem__, in_stock)),
            stock_position(position, self.stock, self.first_pass),
        )


@dataclass
class BySearch:
    """Asks the solver; `nodes` is what it may still take, and what it found is remembered.

    Beyond the seconds of `budget`, it raises a `LeftOpenError`.
    """

    nodes: int
    memory_mib: int
    budget: Budget = field(default_factory=lambda: Budget(Limits()))
    known: dict[Key, bool] = field(default_factory=dict)

    def __call__(self, position: Position) -> bool:
        """Return whether `position` can be won."""
        key = key_of(position)
        if key not in self.known:
            if self.nodes <= 0:
                raise LimitReached
            rest = self.budget.rest(0, self.memory_mib)
            if not isinstance(rest, Limits):
                raise LeftOpenError("the limit on seconds was reached")
            verdict = verdict_only(position, replace(rest, nodes=self.nodes))
            self.nodes -= verdict.nodes
            if isinstance(verdict, Unknown):
                if verdict.limit == "seconds":
                    raise LeftOpenError("the limit on seconds was reached")
                self.nodes = 0
                raise LimitReached
            self.known[key] = isinstance(verdict, Won)
        return self.known[key]


def first_moves(start: Position, winnable: Winnable) -> tuple[int, int]:
    """Return how many choices there are at the start, and after how many the deal cannot be won."""
    start = settled(start)
    if start.is_won():
        return 0, 0
    after = list(settled_choices(start))
    return len(after), sum(not _wins(position, winnable) for _, position in after)


def only_moves(start: Position, moves: Sequence[Move], winnable: Winnable) -> int:
    """Return how many only moves the line `moves` has."""
    return sum(only_choices(start, moves, winnable))


def only_choices(start: Position, moves: Sequence[Move], winnable: Winnable) -> Iterator[bool]:
    """Yield for each position of the line with a choice whether it has an only move."""
    for position, move, _ in played(start, moves).steps():
        if not is_free_king(move, position):
            there = settled(position)
            if there.is_won():
                break
            yield bool(only_choice(there, winnable))


def only_choice(position: Position, winnable: Winnable) -> tuple[Move, ...]:
    """List the moves that keep the win, if they are one choice and another loses; else none.

    No king may wait in `position` that goes immediately (`settled`).
    """
    winning: list[tuple[Move, Position]] = []
    loses = False
    for move, after in settled_choices(position):
        if not _wins(after, winnable):
            loses = True
            continue
        for other, after_other in winning:
            if not _one_choice((move, after), (other, after_other), winnable):
                return ()
        winning.append((move, after))
    return tuple(move for move, _ in winning) if loses else ()


def _one_choice(
    one: tuple[Move, Position], other: tuple[Move, Position], winnable: Winnable
) -> bool:
    """Return whether two moves can be made in either order, to the same end, which is winnable."""
    ends = []
    for (_, after), (move, _) in ((one, other), (other, one)):
        if not after.allows(move):
            return False
        ends.append(settled(after.play(move)))
    if all(end.is_won() for end in ends):
        return True
    return key_of(ends[0]) == key_of(ends[1]) and _wins(ends[0], winnable)


def _wins(position: Position, winnable: Winnable) -> bool:
    return position.is_won() or winnable(position)
