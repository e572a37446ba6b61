"""The back of cards: a woven panel with a pyramid and the sun, as shapes that all painters share.

Decides its colours and its measures, in card widths from the card's centre. Edges are for the
painters, as of any card; pages weave it in the colours of their tables (style/cards.css).
"""

from collections.abc import Iterator
from typing import Final

from pyrtool.pictures.decks import FACE_HEIGHT

Point = tuple[float, float]

BACK: Final = "#8C5A2B"
"""The panel's colour."""

WEAVE: Final = "#A57E5A"
"""The colour of the lines on it."""

EMBLEM: Final = "#FFFFFF"
"""The colour of the pyramid and the sun."""

PANEL_INSET: Final = 0.06
"""From the edge of a card to its panel."""

PANEL_CORNER: Final = 0.03
"""Radius of the panel's corners."""

STRAND: Final = 0.016
"""How thick a line is."""

SIDES: Final[tuple[tuple[Point, ...], ...]] = (
    ((0.0, -0.2), (0.07, 0.19), (-0.27, 0.19)),
    ((0.012, -0.176), (0.27, 0.19), (0.094, 0.19)),
)
"""The two sides of the pyramid that show, as the corners of triangles."""

SUN: Final = (0.0, -0.31, 0.055)
"""The sun: its centre, and its radius."""

_STEP: Final = 0.14  # from one line to the next, along an edge
_HALF: Final = (0.5 - PANEL_INSET, FACE_HEIGHT / 2 - PANEL_INSET)


def strands() -> Iterator[tuple[Point, Point]]:
    """List the lines of the weave, each from edge to edge of the panel."""
    wide, high = (half - STRAND / 2 for half in _HALF)
    most = int((wide + high) / _STEP)
    for k in range(-most, most + 1):
        across = k * _STEP  # the lines x + y = across, and their mirror images
        low, far = max(-wide, across - high), min(wide, across + high)
        if low < far:
            yield (low, across - low), (far, across - far)
            yield (-low, across - low), (-far, across - far)


def emblem(unit: float) -> str:
    """Pyramid and sun as SVG path data, a card `unit` units wide."""

    def at(*numbers: float) -> str:
        return " ".join(f"{round(number * unit, 1):g}" for number in numbers)

    sides = "".join(f"M{'L'.join(at(*corner) for corner in corners)}z" for corners in SIDES)
    x, y, radius = SUN
    half = f"a{at(radius, radius)} 0 1 1"
    return f"{sides}M{at(x - radius, y)}{half} {at(2 * radius, 0)}{half} {at(-2 * radius, 0)}z"


def drawing(unit: float, is_plain: bool = False) -> str:
    """Write the elements of a back in SVG, its centre the origin, a card `unit` units wide; a plain
    one has no emblem."""
    wide, high = (half * unit for half in _HALF)
    lines = "".join(
        f"M{a * unit:.1f} {b * unit:.1f}L{x * unit:.1f} {y * unit:.1f}"
        for (a, b), (x, y) in strands()
    )
    return (
        f'<rect x="{-wide:g}" y="{-high:g}" width="{2 * wide:g}" height="{2 * high:g}" '
        f'rx="{PANEL_CORNER * unit:g}" fill="{BACK}"/>'
        f'<path stroke="{WEAVE}" stroke-width="{STRAND * unit:g}" d="{lines}"/>'
        + ("" if is_plain else f'<path fill="{EMBLEM}" d="{emblem(unit)}"/>')
    )
