"""Labels beside the points of a chart, where they cover nothing.

Decides which of a few places beside its point each label takes; what it says is for the chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pyrtool.base.arguments import guard
from pyrtool.surveys.charts.canvas import SMALL_PT, Canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox
    from numpy import float64
    from numpy.typing import NDArray

    Pixels = NDArray[float64]

_AWAY: Final = 6.0  # points from the middle of a mark to its label
_PLACES: Final = (
    (-1, 1, "right", "bottom"),
    (1, 1, "left", "bottom"),
    (1, -1, "left", "top"),
    (-1, -1, "right", "top"),
    (0, 1.4, "center", "bottom"),
    (0, -1.4, "center", "top"),
    (-1.4, 0, "right", "center"),
    (1.4, 0, "left", "center"),
)
"""Steps to the right and up, and which corner of the label lies there; the first are preferred."""
_ALIGNED: Final = {"left": 0.0, "bottom": 0.0, "center": 0.5, "right": 1.0, "top": 1.0}
_WORST: Final = 1000  # what a label that covers another counts, or one that juts out
_FARTHER: Final = (1.0, 1.8)
_SAMPLES: Final = 48  # of a line between two points
_ROOM: Final = 1.5  # pixels around a label


@dataclass(frozen=True)
class Place:
    """Where a label lies: steps in points, and which part of it lies there."""

    right: float
    up: float
    across: str
    down: str


@dataclass(frozen=True)
class Label:
    """A word for a point of a chart, in data coordinates; rather above it, or `below`."""

    word: str
    point: tuple[float, float]
    colour: str
    below: bool = False


def place_labels(canvas: Canvas, labels: Sequence[Label]) -> None:
    """Write labels beside their points, once all lines of a chart of one part are drawn.

    Each takes the place in which it covers the least of lines, marks and earlier labels.
    """
    figure = canvas.figure
    (axes,) = figure.axes
    figure.draw_without_rendering()  # so that pixels are known
    drawn, inside = _drawn(axes), axes.get_window_extent()
    taken: list[Bbox] = []
    for label in labels:
        text = axes.annotate(
            label.word,
            label.point,
            xytext=(0, 0),
            textcoords="offset points",
            fontsize=SMALL_PT,
            color=label.colour,
        )
        at, size = axes.transData.transform(label.point), text.get_window_extent().size
        boxes = {place: _box(place, at, size, figure.dpi / 72) for place in _places(label.below)}
        covered = {place: _covered(box, inside, taken, drawn) for place, box in boxes.items()}
        chosen = min(covered, key=covered.__getitem__)
        text.set(ha=chosen.across, va=chosen.down, position=(chosen.right, chosen.up))
        taken.append(boxes[chosen])


def _box(place: Place, at: Pixels, size: tuple[float, float], point: float) -> Bbox:
    """The pixels that a label beside a mark covers; `point` is the pixels of a point."""
    from matplotlib.transforms import Bbox

    x = at[0] + point * place.right - size[0] * _ALIGNED[place.across]
    y = at[1] + point * place.up - size[1] * _ALIGNED[place.down]
    return Bbox.from_bounds(x, y, size[0], size[1]).padded(_ROOM)


def _covered(box: Bbox, inside: Bbox, taken: Sequence[Bbox], drawn: Pixels) -> int:
    """How much of what is drawn a label covers; by far the most if it covers another."""
    beyond = not (inside.x0 <= box.x0 and box.x1 <= inside.x1)
    beyond |= not (inside.y0 <= box.y0 and box.y1 <= inside.y1)
    (x, y), (left, low, right, high) = drawn.T, box.extents
    within = (left < x) & (x < right) & (low < y) & (y < high)
    return int(within.sum()) + _WORST * (beyond + sum(map(box.overlaps, taken)))


def _places(below: bool) -> list[Place]:
    """The places beside a point, the preferred ones first."""
    sides = sorted(_PLACES, key=lambda side: (side[1] < 0) != below)
    return [
        Place(_AWAY * right * farther, _AWAY * up * farther, across, down)
        for farther in _FARTHER
        for right, up, across, down in sides
    ]


def _drawn(axes: Axes) -> Pixels:
    """Points on all lines, marks and intervals, in pixels."""
    import numpy as np

    paths = [line.get_transform().transform(line.get_xydata()) for line in axes.lines]
    for collection in axes.collections:
        change = collection.get_transform()
        paths += [change.transform(path.vertices) for path in collection.get_paths()]
    parts = np.linspace(0, 1, _SAMPLES)[:, None]
    between = [one + parts * (other - one) for path in paths for one, other in pairwise(path)]
    return np.concatenate([*paths, *between])


guard(__name__)
