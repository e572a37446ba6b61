"""Cards of a pile that lie in rows, fanned or side by side.

Decides how many are in a row, and how far apart; which piles there are is decided by `scene`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.scenes.bands import BESIDE, TOUCH

FAN_STEPS: Final = (0.75, 0.585, 0.415)
"""Steps of fans: index and three columns of pips, two, or one show whole. Another step, short of
touching, shows slivers of pips or of the lower index."""
LINE_STEP: Final = FACE_HEIGHT + 0.1  # from row to row of a long pile


def spread(count: int, width: float) -> tuple[int, float]:
    """Cards in a row, and their step, for `count` cards in as few rows as stay readable."""
    lines = 1
    while True:
        per_row = -(-count // lines)
        if per_row <= 1:
            return 1, BESIDE
        step = (width - 1) / (per_row - 1)
        if step >= FAN_STEPS[-1]:
            fan = next(fan for fan in FAN_STEPS if fan <= step)
            return per_row, min(step, BESIDE) if step >= TOUCH else fan
        lines += 1


def fitting(room: float, step: float) -> int:
    """How many cards a row has room for."""
    return max(1, int((room - 1) / step + 1e-9) + 1)


def balanced(count: int, per_row: int) -> list[int]:
    """How many cards each row has, so that none has two more than another.

    >>> balanced(17, 8)
    [6, 6, 5]
    """
    lines = max(1, -(-count // per_row))
    return [count // lines + (line < count % lines) for line in range(lines)]


def full(count: int, per_row: int) -> list[int]:
    """As `balanced`, but each row is full before the next begins: cards that follow move none."""
    return [min(per_row, count - first) for first in range(0, count, per_row)]


def block_width(sizes: Sequence[int], step: float) -> float:
    """How wide a block of rows is; an empty one is as wide as a card."""
    return (max([1, *sizes]) - 1) * step + 1


guard(__name__)
