"""The outlines, shadows, and marks of cards, in numbers that all painters share.

Decides corners, outlines, shadow, and the frames and signs of marks, in card widths. `scenes`
decides where things lie, `themes` the colours of a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

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
"""Thickness of a mark's frame, which lies around the card; at least two pixels."""

REACH: Final = 1.5
"""How far the widest frame reaches beyond a card, in frames."""

TINT: Final = 0.13
"""Strength of a mark's colour on the card's face, 0..1."""

DASHES: Final = (11, 15)
"""Dashes and gaps of a dashed frame, along the width and along the height."""

BADGE: Final = 0.105
"""Radius of a mark's badge."""

LEAST_BADGE_PX: Final = 6
"""The least radius of a badge."""


@dataclass(frozen=True)
class Mark:
    """How a marked card differs: a colour, and without it a sign and a line."""

    colour: str
    sign: Literal["dots", "arrow", "ring", "bang", "bar", "one", "two"]  # of SIGNS
    line: Literal["solid", "dashed", "double", "thin"]  # of LINES


MARKS: Final[Mapping[str, Mark]] = MappingProxyType(
    {
        "stuck": Mark("#D55E00", "bang", "solid"),
        "waits": Mark("#0072B2", "bar", "dashed"),
        "set": Mark("#0072B2", "dots", "thin"),
        "move": Mark("#009E73", "arrow", "double"),
        "exposed": Mark("#525252", "ring", "thin"),  # a grey that every palette has
        "step": Mark("#D55E00", "bang", "solid"),
        "reason": Mark("#0072B2", "bar", "dashed"),
        "first": Mark("#D55E00", "one", "solid"),
        "second": Mark("#D55E00", "two", "solid"),
    }
)
"""The kinds of marks: a card that can never go, what it waits for, another one of their sets, to
move, exposed; what a step of an explanation is about, and what it rests on, as in a block; what
must go before another card, and that one."""


@dataclass(frozen=True)
class Line:
    """The frame of a mark: rings from one inset of the card to another, in units of `FRAME`. They
    lie around the card, whose index nothing covers: insets are negative.

    A card without a tint only is pointed at.
    """

    rings: tuple[tuple[float, float], ...]
    is_dashed: bool = False
    is_tinted: bool = True


LINES: Final[Mapping[str, Line]] = {
    "solid": Line(((-1.4, 0),)),
    "dashed": Line(((-1.4, 0),), is_dashed=True),
    "double": Line(((-1.5, -1), (-0.5, 0))),
    "thin": Line(((-0.6, 0),), is_tinted=False),
}
"""The lines by their names in `MARKS`."""

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

SIGNS: Final[Mapping[str, Sign]] = {
    "arrow": Sign(strokes=(((-1.2, 0), (1.1, 0)), ((0.1, -1.1), (1.2, 0), (0.1, 1.1)))),
    "ring": Sign(ring=1.0),
    "dots": Sign(dots=((-1.1, 0), (0, 0), (1.1, 0))),
    "bang": Sign(strokes=(((0, -1.3), (0, 0.3)),), dots=((0, 1.2),)),
    "bar": Sign(strokes=(((-1.1, 0), (1.1, 0)),)),
    "one": Sign(strokes=(((-0.6, -0.7), (0.2, -1.3), (0.2, 1.3)),)),
    "two": Sign(
        strokes=(
            (
                *((-0.8, -0.7), (-0.45, -1.2), (0.15, -1.35), (0.7, -1.05), (0.75, -0.45)),
                *((-0.8, 1.25), (0.85, 1.25)),
            ),
        )
    ),
}
"""The signs by their names in `MARKS`."""
