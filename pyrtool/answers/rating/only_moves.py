"""What the moves of a line are worth: first moves that lose, and only moves.

A *choice* is a legal move, moves that lead to the same position being one. Kings of the tableau or
an open bouquet go immediately and are no choice; so do those of the stock where removing early
never hurts. An *only move* is a position of the line, kings gone, at which some choice loses and
those that keep the win are one. Choices are one if any two of them can be made in either order,
which leads to the same position, and that position is winnable.

Decides this for every game by the referee; `kernel.players.chances` counts the same for open games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pyrtool.answers.choices import Key, key_of, settled_choices
from pyrtool.answers.kernels.build import game
from pyrtool.answers.kernels.positions import stock_position
from pyrtool.answers.kings import is_free_king, settled
from pyrtool.answers.solve import Limits, Unknown, Won, decide
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.kernel.players.random.singly_chances import SinglyChances

Winnable = Callable[[Position], bool]


class LimitReached(Exception):
    """Whether a position can still be won is not known within the limits."""


@dataclass
class ByKernel:
    """Asks the kernel that worked out the exact chances, which knows what of the deal can be won.

    `stock` and `first_pass` are what the kernel counts from (`kernels.positions`).
    """

    kernel: SinglyChances
    stock: Sequence[Card]
    first_pass: int

    def __call__(self, position: Position) -> bool:
        """Whether `position`, in which no king waits, can be won."""
        numbers = game(position.rules)
        laid_out = [card for card in position.tableau + position.bouquet if card is not None]
        index = {card: i for i, card in enumerate(self.stock)}
        in_stock = [*position.waste, *position.undealt()]
        return self.kernel.can_win(
            sum(1 << numbers.bit(card) for card in laid_out + in_stock),
            sum(1 << index[card] for card in in_stock),
            stock_position(position, self.stock, self.first_pass),
        )


@dataclass
class BySearch:
    """Asks the solver; `nodes` is what it may still take, and what it found is remembered."""

    nodes: int
    memory_mib: int
    known: dict[Key, bool] = field(default_factory=dict)

    def __call__(self, position: Position) -> bool:
        """Whether `position` can be won."""
        key = key_of(position)
        if key not in self.known:
            if self.nodes <= 0:
                raise LimitReached
            verdict = decide(position, Limits(nodes=self.nodes, memory_mib=self.memory_mib))
            self.nodes -= verdict.nodes
            if isinstance(verdict, Unknown):
                self.nodes = 0
                raise LimitReached
            self.known[key] = isinstance(verdict, Won)
        return self.known[key]


def first_moves(start: Position, winnable: Winnable) -> tuple[int, int]:
    """How many choices there are at the start, and after how many the deal cannot be won."""
    start = settled(start)
    if start.is_won():
        return 0, 0
    after = list(settled_choices(start))
    return len(after), sum(not _wins(position, winnable) for _, position in after)


def only_moves(start: Position, moves: Sequence[Move], winnable: Winnable) -> int:
    """How many only moves the line `moves` has."""
    return sum(only_choices(start, moves, winnable))


def only_choices(start: Position, moves: Sequence[Move], winnable: Winnable) -> Iterator[bool]:
    """For each position of the line `moves` in which there is a choice, whether it has an only
    move."""
    for position, move, _ in played(start, moves).steps():
        if not is_free_king(move, position):
            there = settled(position)
            if there.is_won():
                break
            yield bool(only_choice(there, winnable))


def only_choice(position: Position, winnable: Winnable) -> tuple[Move, ...]:
    """The moves that keep the win, if they are one choice and another loses; else none.

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
    """Whether two moves can be made in either order, to the same end, which keeps the win."""
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


guard(__name__)
