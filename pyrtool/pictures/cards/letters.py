"""The letters of ranks in the corners of cards, where a language has others.

Decides their shapes: lines about their middle, as thick as those of the deck's own letters.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.languages import say

_SHAPES: Final = MappingProxyType(
    {
        "B": "M-285-460H60C310-460 310-20 60-20H-185M60-20C340-20 340 460 60 460H-285M-185-460V460",
        "D": "M-285-460H40C180-460 250-360 250-200V200C250 360 180 460 40 460H-285M-185-460V460",
        "R": "M-285-460H60C310-460 310 0 60 0H-185M-285 460H-85M-185-460V460M40 0L210 450"
        "M150 460H285",
        "V": "M-285-460H-125M-215-450L0 460L215-450M125-460H285",
    }
)
"""Path data by letters."""


def other_letters() -> dict[str, str]:
    """Path data by ranks, for those that the chosen language letters differently."""
    return {rank: _SHAPES[say(rank)] for rank in "JQK" if say(rank) != rank}


def lettered(shapes: str) -> str:
    """The shapes of faces, with the letters of the chosen language."""
    for rank, data in other_letters().items():
        shapes = re.sub(rf'(id="r{rank}" d=)"[^"]*"', rf'\1"{data}"', shapes)
    return shapes


guard(__name__)
