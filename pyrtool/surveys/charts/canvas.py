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
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.pictures.lettering.text import plain
from pyrtool.pictures.lettering.typography import typeset_signs
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

        _register()
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
        """What the chart shows, with the signs of print (a dollar begins no formula), and below it
        of how many deals. A `ChartError` names a letter that the fonts lack."""
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
            fontsize=SMALL_PT,
        )

    def save(self) -> None:
        """The file, whole or not at all."""
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
    """The characters of the fonts that titles are set in."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    for family in _FONTS:
        bold = findfont(FontProperties(family=family, weight="bold"))
        yield from map(chr, get_font(bold).get_charmap())


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
