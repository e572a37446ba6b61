"""The look of charts, and how they become files.

Decides size, letters, titles, and the colours: one meaning has one colour in all charts, and no
meaning rests on its colour alone. It also decides which of a few places beside its point each label
takes, so that it covers nothing. The words of a label are for the chart.
"""

import errno
import importlib.util
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import beside
from pyrtool.base.intervals import Rate
from pyrtool.base.messages import file_name, needs, share_words, shorten
from pyrtool.base.version import MADE_BY
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.pictures.lettering.typesetting import plain, typeset_signs
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.store import refuse_store

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox
    from numpy import float64
    from numpy.typing import NDArray

    Pixels = NDArray[float64]


MEASURED: Final = "#0072B2"
"""What is measured where nothing is won or lost."""

COLOURS: Final = {
    **{part: one for question in QUESTIONS.values() for part, one in question.colours.items()},
    "nodes": "#9A9A9A",
    "memory": "#7C7C7C",
    "unknown": "#9A9A9A",
}
"""The colour of each part of a bar."""

HATCHED: Final = frozenset(("nodes", "memory", "unknown"))
GREY: Final = "#555555"

_KINDS: Final = {
    ".png": ("png", {"Software": MADE_BY}),
    ".svg": ("svg", {"Date": None, "Creator": MADE_BY}),
}
"""Formats by the endings of files, without what differs between two of them."""

_WIDTH: Final = 9.0  # inches
_DPI: Final = 120
_TOP_PX: Final = 16  # free above the title, and left of it
_PAD_PX: Final = 5  # what the layout leaves free round its parts
LETTERS_PT: Final = 12
SMALL_PT: Final = 10.5
_TITLE_PT: Final = 16
_ABOVE_PX: Final = 4  # what matplotlib leaves free above the letters of a title
_BUNDLED: Final = "pyrtool"  # no font of the machine has this name
_FONTS: Final = (_BUNDLED, "DejaVu Sans")  # comes with matplotlib, for what the bundled one lacks
_STYLE: Final = {
    "font.family": _FONTS,
    "font.size": LETTERS_PT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "xtick.color": GREY,
    "ytick.color": "#222222",
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "pyrtool",
}


class ChartError(PyrtoolError):
    """A chart that cannot be drawn; the message is one line."""


def check_chart(target: Path) -> None:
    """Raise a `ChartError` or `OSError` where no chart can be made, before anything is measured."""
    if target.suffix.lower() not in _KINDS:
        raise ChartError(f"{file_name(target)}: a chart is a {' or '.join(_KINDS)}")
    refuse_store(target)
    if target.is_dir() or not target.parent.is_dir():
        number = errno.EISDIR if target.is_dir() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(target))
    if importlib.util.find_spec("matplotlib") is None:
        raise ChartError(needs("a chart", "matplotlib", "plot"))


class Canvas:
    """A figure to be filled and saved: used as a context, so that its style holds no longer."""

    def __init__(self, target: Path, height: float) -> None:
        check_chart(target)
        self.target, self.height = target, height

    def __enter__(self) -> "Canvas":
        from matplotlib import rc_context
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        _register()
        self._style = rc_context(_STYLE)
        self._style.__enter__()
        self._layout = ConstrainedLayoutEngine()
        self.figure = Figure(figsize=(_WIDTH, self.height), dpi=_DPI, layout=self._layout)
        return self

    def __exit__(self, *raised: object) -> None:
        self._style.__exit__(None, None, None)

    def axes(self) -> "Axes":
        """Return the one part of the figure."""
        return self.figure.add_subplot()

    def title(self, title: str, below: str = "") -> None:
        """Draw what the chart shows, with the signs of print (a dollar begins no formula), and
        below it of how many deals. A `ChartError` names a letter that the fonts lack."""
        title, letters = typeset_signs(plain(title)), {"\n", *_letters()}
        lacking = next((char for char in title if char not in letters), None)
        if lacking is not None:
            raise ChartError(
                f"{shorten(title)}: the fonts of charts lack {lacking} (U+{ord(lacking):04X})"
            )
        px, px_across = 1 / (self.height * _DPI), 1 / (_WIDTH * _DPI)
        self.figure.suptitle(
            title, x=_TOP_PX * px_across, y=1 - (_TOP_PX - _ABOVE_PX) * px, ha="left", va="top",
            fontsize=_TITLE_PT, fontweight="bold", color="#111111", parse_math=False,
        )  # fmt: skip
        taken_px = _TOP_PX + 1.2 * _TITLE_PT * _DPI / 72 * len(title.split("\n"))
        aside = (_TOP_PX - _PAD_PX) * px_across  # so that all begins where the title does
        self._layout.set(rect=(aside, 0, 1 - 2 * aside, 1 - taken_px * px))
        if below:
            first = self.figure.axes[0]
            first.set_title(below, loc="left", fontsize=LETTERS_PT, color=GREY, pad=8)

    def legend(self) -> None:
        """Draw what the colours mean, below."""
        found: dict[str, Artist] = {}
        for axes in self.figure.axes:
            handles, labels = axes.get_legend_handles_labels()
            for handle, label in zip(handles, labels, strict=True):
                found.setdefault(label, handle)
        self.figure.legend(
            found.values(),
            found.keys(),
            loc="outside lower left",
            ncols=3 if max(map(len, found)) > 20 else 5,
            frameon=False,
            fontsize=SMALL_PT,
        )

    def save(self) -> None:
        """Write the file, whole or not at all."""
        kind, nameless = _KINDS[self.target.suffix.lower()]
        with beside(self.target) as place:
            self.figure.savefig(place, format=kind, metadata=nameless)


def _register() -> None:
    """Make the bundled fonts known to matplotlib, once in a process."""
    from matplotlib.font_manager import FontEntry, fontManager

    if not any(entry.name == _BUNDLED for entry in fontManager.ttflist):
        fontManager.ttflist += [
            FontEntry(fname=str(bundled(weight == "bold").path), name=_BUNDLED, weight=weight)
            for weight in ("normal", "bold")
        ]


def _letters() -> Iterator[str]:
    """Yield the characters of the fonts that titles are set in."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    for family in _FONTS:
        bold = findfont(FontProperties(family=family, weight="bold"))
        yield from map(chr, get_font(bold).get_charmap())


def percent(share: float) -> str:
    """Write a share: ``36.5%``; a small one has enough digits to differ from 0."""
    value = 100 * share
    return f"{value:.2g}%" if value and value < 0.095 else share_words(share)


def in_percent(rates: Sequence[Rate]) -> tuple[list[float], tuple[list[float], list[float]]]:
    """Return rates in percent, and how far the ends of their intervals are below and above them."""
    values = [100 * rate.value for rate in rates]
    ends = [rate.interval() for rate in rates]
    below = [value - 100 * low for value, (low, _) in zip(values, ends, strict=True)]
    above = [100 * high - value for value, (_, high) in zip(values, ends, strict=True)]
    return values, (below, above)


def points(half_width: float) -> str:
    """Write half an interval in percentage points, one digit that counts: ``±0.03``."""
    value = 100 * half_width
    return f"±{value:.1g}" if value < 1 else f"±{value:.1f}"


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
    """The place of a label: steps in points, and which part of it lies there."""

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


def _box(place: Place, at: "Pixels", size: tuple[float, float], point: float) -> "Bbox":
    """Return the pixels that a label beside a mark covers; `point` is the pixels of a point."""
    from matplotlib.transforms import Bbox

    x = at[0] + point * place.right - size[0] * _ALIGNED[place.across]
    y = at[1] + point * place.up - size[1] * _ALIGNED[place.down]
    return Bbox.from_bounds(x, y, size[0], size[1]).padded(_ROOM)


def _covered(box: "Bbox", inside: "Bbox", taken: "Sequence[Bbox]", drawn: "Pixels") -> int:
    """Return how much of what is drawn a label covers; by far the most if it covers another."""
    beyond = not (inside.x0 <= box.x0 and box.x1 <= inside.x1)
    beyond |= not (inside.y0 <= box.y0 and box.y1 <= inside.y1)
    (x, y), (left, low, right, high) = drawn.T, box.extents
    within = (left < x) & (x < right) & (low < y) & (y < high)
    return int(within.sum()) + _WORST * (beyond + sum(map(box.overlaps, taken)))


def _places(below: bool) -> list[Place]:
    """List the places beside a point, the preferred ones first."""
    sides = sorted(_PLACES, key=lambda side: (side[1] < 0) != below)
    return [
        Place(_AWAY * right * farther, _AWAY * up * farther, across, down)
        for farther in _FARTHER
        for right, up, across, down in sides
    ]


def _drawn(axes: "Axes") -> "Pixels":
    """List points on all lines, marks and intervals, in pixels."""
    import numpy as np

    paths = [line.get_transform().transform(line.get_xydata()) for line in axes.lines]
    for collection in axes.collections:
        change = collection.get_transform()
        paths += [change.transform(path.vertices) for path in collection.get_paths()]
    parts = np.linspace(0, 1, _SAMPLES)[:, None]
    between = [one + parts * (other - one) for path in paths for one, other in pairwise(path)]
    return np.concatenate([*paths, *between])
