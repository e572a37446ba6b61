"""How charts look, and how they become files.

Decides size, letters, titles, and the colours: one meaning has one colour in all charts, and no
meaning rests on its colour alone.
"""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import beside
from pyrtool.base.intervals import Rate
from pyrtool.base.version import MADE_BY
from pyrtool.base.words import file_name, share_words, shorten
from pyrtool.pictures.lettering.text import plain
from pyrtool.surveys.ledger.database import refuse_ledger

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WON: Final = "#009E73"
MEASURED: Final = "#0072B2"
"""What is measured where nothing is won or lost."""

COLOURS: Final = {
    "won": WON,
    # Lost: one hue, quieter than what is won; the darker the sooner it is seen.
    "simple block": "#E07B2A",
    "set block": "#EFA45C",
    "crossblock": "#F6C592",
    "count": "#FADEC3",
    "exhausted": "#EAE4DC",
    "not won": "#EDE6DD",  # by a player
    "none stays": WON,
    "some stay": "#EDE6DD",
    # The pass in which a pyramid is cleared.
    "pass 1": "#08519C",
    "pass 2": "#4A90C8",
    "pass 3": "#A9CDE6",
    "not cleared": "#E3E3E3",
    # Not known.
    "nodes": "#9A9A9A",
    "memory": "#7C7C7C",
    "unknown": "#9A9A9A",
}
HATCHED: Final = frozenset(("nodes", "memory", "unknown"))
LEVEL_BANDS: Final = ("#E8F3EC", "#CFE6D8", "#F6E7C8", "#F3CDB0", "#E7AFA6")
"""Behind a histogram of difficulties: from easy to master."""

GREY: Final = "#555555"

_KINDS: Final = {
    ".png": ("png", {"Software": MADE_BY}),
    ".svg": ("svg", {"Date": None, "Creator": MADE_BY}),
}
"""Formats by the endings of files, without what differs between two of them."""

_WIDTH: Final = 9.0  # inches
_DPI: Final = 120
_TOP_PX: Final = 16  # free above the title, and left of it
_TITLE_PT: Final = 14
_CONTRAST: Final = 4.5  # of letters with what they lie on, at least
_FONT: Final = "DejaVu Sans"  # comes with matplotlib
_STYLE: Final = {
    "font.family": _FONT,
    "font.size": 10,
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
    """A `ChartError` or `OSError` where no chart can be made, before anything is measured."""
    if target.suffix.lower() not in _KINDS:
        raise ChartError(f"{file_name(target)}: a chart is a {' or '.join(_KINDS)}")
    refuse_ledger(target)
    if target.is_dir() or not target.parent.is_dir():
        number = errno.EISDIR if target.is_dir() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(target))
    if importlib.util.find_spec("matplotlib") is None:
        raise ChartError("a chart needs matplotlib: pip install 'pyrtool[plot]'")


class Canvas:
    """A figure to be filled and saved: used as a context, so that its style holds no longer."""

    def __init__(self, target: Path, height: float) -> None:
        check_chart(target)
        self.target, self.height = target, height

    def __enter__(self) -> Canvas:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        self._style = rc_context(_STYLE)
        self._style.__enter__()
        self._layout = ConstrainedLayoutEngine()
        self.figure: Figure = Figure(figsize=(_WIDTH, self.height), dpi=_DPI, layout=self._layout)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._style.__exit__(kind, error, trace)

    def axes(self) -> Axes:
        """The one part of the figure."""
        return self.figure.add_subplot()

    def title(self, title: str, below: str = "") -> None:
        """What the chart shows, as it is written: a dollar begins no formula; and in small letters
        of how many deals. A `ChartError` names a letter that the font lacks."""
        title, letters = plain(title), {"\n", *_letters()}
        lacking = next((char for char in title if char not in letters), None)
        if lacking is not None:
            raise ChartError(
                f"{shorten(title)}: the font of charts lacks {lacking} (U+{ord(lacking):04X})"
            )
        px = 1 / (self.height * _DPI)
        self.figure.suptitle(
            title, x=_TOP_PX / _DPI / _WIDTH, y=1 - _TOP_PX * px, ha="left", va="top",
            fontsize=_TITLE_PT, fontweight="bold", color="#111111", parse_math=False,
        )  # fmt: skip
        taken_px = _TOP_PX + 1.2 * _TITLE_PT * _DPI / 72 * len(title.split("\n"))
        self._layout.set(rect=(0, 0, 1, 1 - taken_px * px))
        if below:
            first = self.figure.axes[0]
            first.set_title(below, loc="left", fontsize=10, color=GREY, pad=8)

    def legend(self) -> None:
        """What the colours mean, below."""
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
            fontsize=9,
        )

    def save(self) -> None:
        """The file, whole or not at all."""
        kind, nameless = _KINDS[self.target.suffix.lower()]
        with beside(self.target) as place:
            self.figure.savefig(place, format=kind, metadata=nameless)


def _letters() -> Iterator[str]:
    """The characters of the font that titles are set in."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    bold = findfont(FontProperties(family=_FONT, weight="bold"))
    return map(chr, get_font(bold).get_charmap())


def contrast(colour: str, other: str) -> float:
    """How far two colours, as ``#RRGGBB``, are apart in brightness, 1 to 21, as WCAG 2 defines it.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """

    def light(one: str) -> float:
        parts = (int(one[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(colour), light(other)))
    return (high + 0.05) / (low + 0.05)


def ink(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    return max("#000000", "#FFFFFF", key=lambda letters: contrast(letters, colour))


def letters_in(colour: str) -> str:
    """A colour for letters on white: as dark as it must be to be read."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    while contrast(colour, "#FFFFFF") < _CONTRAST:
        parts = [part * 19 // 20 for part in parts]
        colour = "#" + "".join(f"{part:02X}" for part in parts)
    return colour


def percent(share: float) -> str:
    """``36.5%``; a small share has enough digits to differ from 0."""
    value = 100 * share
    if value and value < 0.095:
        return f"{value:.2g}%"
    return share_words(share)


def in_percent(rates: Sequence[Rate]) -> tuple[list[float], tuple[list[float], list[float]]]:
    """Rates in percent, and how far the ends of their intervals are below and above them."""
    values = [100 * rate.value for rate in rates]
    ends = [rate.interval() for rate in rates]
    below = [value - 100 * low for value, (low, _) in zip(values, ends, strict=True)]
    above = [100 * high - value for value, (_, high) in zip(values, ends, strict=True)]
    return values, (below, above)


def points(half_width: float) -> str:
    """Half an interval in percentage points, one digit that counts: ``±0.03``."""
    value = 100 * half_width
    return f"±{value:.1g}" if value < 1 else f"±{value:.1f}"


guard(__name__)
