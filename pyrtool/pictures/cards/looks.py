"""How cards and marks look, in numbers that all painters share.

Decides corners, outlines, shadow, and the frames and signs of marks, in card widths; what is
where is decided by `scene`, the colours of a page by `theme`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from pyrtool.base.arguments import guard

CORNER: Final = 0.042
"""Radius of a card's corners."""

EDGE: Final = 0.006
"""Thickness of a card's outline; at least a pixel."""

BLUR: Final = 0.022
"""Standard deviation of a pile's shadow."""

DROP: Final = 0.6 * BLUR
"""How much lower than its pile a shadow lies."""

HALO: Final = 0.16
"""How far the halo of a letter reaches beyond it, in ems; that of an empty place is as wide as its
line."""

SHADE: Final = 0.36
"""Darkness of the shadow, 0..1."""

FRAME: Final = 0.03
"""Thickness of a mark's frame; at least two pixels."""

TINT: Final = 0.13
"""Strength of a mark's colour on the card's face, 0..1."""

DASHES: Final = (11, 15)
"""Dashes and gaps of a dashed frame, along the width and along the height."""

BADGE: Final = 0.105
"""Radius of a mark's badge; at least four pixels."""


@dataclass(frozen=True)
class Mark:
    """How a marked card differs: a colour, and without it a sign and a line.

    A card with a thin line is not tinted: it only is pointed at. The line lies a little within the
    card, so that it differs from white on both sides, whatever the page's colour.
    """

    colour: str
    sign: Literal["cross", "dots", "arrow", "ring"]  # of SIGNS
    line: Literal["solid", "dashed", "double", "thin"]


MARKS: Final[Mapping[str, Mark]] = MappingProxyType(
    {
        "stuck": Mark("#D55E00", "cross", "solid"),
        "waits": Mark("#0072B2", "dots", "dashed"),
        "move": Mark("#009E73", "arrow", "double"),
        "exposed": Mark("#525252", "ring", "thin"),  # a grey that every palette has
    }
)
"""The kinds of marks: a card that can never go, that waits for others, to move, exposed."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Sign:
    """A mark's sign in units of `SIGN_REACH`, from the badge's centre: strokes with a round
    joint, `ring` the radius of a circle's outline (0: none), and dots."""

    strokes: tuple[tuple[Point, ...], ...] = ()
    ring: float = 0.0
    dots: tuple[Point, ...] = ()


SIGN_REACH: Final = 0.42
"""The unit of a sign, in radii of its badge; a stroke is half of it thick."""

DOT: Final = 0.34
"""The radius of a sign's dot, in the sign's unit."""

SIGNS: Final[Mapping[str, Sign]] = MappingProxyType(
    {
        "cross": Sign(strokes=(((-1, -1), (1, 1)), ((-1, 1), (1, -1)))),
        "arrow": Sign(strokes=(((-1.2, 0), (1.1, 0)), ((0.1, -1.1), (1.2, 0), (0.1, 1.1)))),
        "ring": Sign(ring=1.0),
        "dots": Sign(dots=((-1.1, 0), (0, 0), (1.1, 0))),
    }
)
"""The signs by their names in `MARKS`."""


guard(__name__)
