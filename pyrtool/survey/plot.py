"""A picture of the outcomes of surveys: a bar for each, cut into their shares."""

from __future__ import annotations

import errno
import importlib.util
import os
from pathlib import Path
from typing import Final

from pyrtool.door import guard
from pyrtool.files import beside
from pyrtool.survey.findings import Finding
from pyrtool.survey.ledger.database import refuse_ledger
from pyrtool.survey.plan import SurveyError

_COLOURS: Final = (
    "#009E73", "#000000", "#D55E00", "#E69F00", "#CC79A7", "#56B4E9", "#999999", "#BBBBBB",
)  # fmt: skip
"""Colours for plots: Okabe and Ito's."""

_HATCHES: Final = ("", "", "//", "..", "xx", "\\\\", "--", "||")
"""Hatches for plots, for those who do not see the colours."""

_PLOTS: Final = {
    ".png": ("png", {"Software": None}),
    ".svg": ("svg", {"Date": None, "Creator": None}),
}
"""Formats of plots by the endings of their files, without what differs between two of them."""


def check_plot(target: Path) -> None:
    """A `SurveyError` or `OSError` where no plot can be made, before anything is told."""
    if target.suffix.lower() not in _PLOTS:
        raise SurveyError(f"{target}: a plot is a {' or '.join(_PLOTS)}")
    refuse_ledger(target)
    if target.is_dir() or not target.parent.is_dir():
        number = errno.EISDIR if target.is_dir() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(target))
    if importlib.util.find_spec("matplotlib") is None:
        raise SurveyError("a plot needs matplotlib: pip install 'pyrtool[plot]'")


def plot(findings: list[Finding], target: Path) -> None:
    """A .png or .svg of the outcomes' shares, a bar a survey; needs ``pyrtool[plot]``."""
    check_plot(target)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.6 + 0.45 * len(findings)), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    names = [finding.title for finding in findings]
    places = range(len(findings))
    shares = [finding.report.shares(finding.plan.rules, finding.tally) for finding in findings]
    left = [0.0] * len(findings)
    for i, part in enumerate(dict.fromkeys(part for one in shares for part in one)):
        widths = [100 * one.get(part, 0.0) for one in shares]
        colour = _COLOURS[i % len(_COLOURS)]
        hatch = _HATCHES[(i + 2 * (i // len(_COLOURS))) % len(_HATCHES)]  # no pair twice
        if any(widths):
            axes.barh(
                places, widths, left=left, color=colour, hatch=hatch, label=part, edgecolor="w"
            )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_yticks(list(places), names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the deals")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    kind, nameless = _PLOTS[target.suffix.lower()]
    with rc_context({"svg.hashsalt": "pyrtool"}), beside(target) as place:
        figure.savefig(place, format=kind, metadata=nameless)


guard(__name__)
