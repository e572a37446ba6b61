"""The letters of ranks in the corners of cards, where a language has others.

Decides their shapes: lines about their middle, as thick as those of the deck's own letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.languages import say

SHAPES: Final = MappingProxyType(
    {
        "B": "M-285-460H60C310-460 310-20 60-20H-185M60-20C340-20 340 460 60 460H-285M-185-460V460",
        "D": "M-285-460H40C180-460 250-360 250-200V200C250 360 180 460 40 460H-285M-185-460V460",
        "R": "M-285-460H60C310-460 310 0 60 0H-185M-285 460H-85M-185-460V460M40 0L210 450"
        "M150 460H285",
        "V": "M-285-460H-125M-215-450L0 460L215-450M125-460H285",
    }
)
"""Path data by letters."""

PLACE: Final = (-85.4, -121)
SCALE: Final = 0.07
STROKE: Final = 108
"""Where the middle of a letter lies on a face, how large a unit of its shape is there, and how many
units wide its lines are; they end in squares."""

LETTER_BOX: Final = (-112, -158, -60, -84)
"""The part of a face that a letter has for itself: left, top, right, and bottom."""

_STRAIGHTS: Final = 16  # of a curve


def other_letters() -> dict[str, str]:
    """Path data by ranks, for those that the chosen language letters differently."""
    return {rank: SHAPES[say(rank)] for rank in "JQK" if say(rank) != rank}


def lines_of(data: str) -> Iterator[list[tuple[float, float]]]:
    """The lines of such path data, curves as many short ones.

    >>> next(lines_of("M-285-460H60V20"))
    [(-285.0, -460.0), (60.0, -460.0), (60.0, 20.0)]
    """
    line: list[tuple[float, float]] = []
    for command, text in re.findall(r"([A-Z])([^A-Z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if command == "M":
            if line:
                yield line
            line = [(numbers[0], numbers[1])]
            continue
        x, y = line[-1]
        match command:
            case "H":
                line.append((numbers[0], y))
            case "V":
                line.append((x, numbers[0]))
            case "L":
                line += zip(numbers[::2], numbers[1::2], strict=True)
            case _:
                ends = list(zip(numbers[::2], numbers[1::2], strict=True))
                for at in range(0, len(ends), 3):
                    line += _curve(line[-1], *ends[at : at + 3])
    yield line


def _curve(*ends: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points of a cubic curve, without its first."""
    for step in range(1, _STRAIGHTS + 1):
        t = step / _STRAIGHTS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(s * end[i] for s, end in zip(shares, ends, strict=True)) for i in (0, 1))
        yield x, y


def lettered(shapes: str) -> str:
    """The shapes of faces, with the letters of the chosen language."""
    for rank, data in other_letters().items():
        shapes = re.sub(rf'(id="r{rank}" d=)"[^"]*"', rf'\1"{data}"', shapes)
    return shapes


guard(__name__)
