"""Charts of surveys: how deals end, win rates side by side, by passes, and best scores.

Decides what each chart shows; which surveys is for the caller.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from pyrtool.base.arguments import public
from pyrtool.base.colours import ink, letters_in
from pyrtool.base.intervals import CONFIDENCE
from pyrtool.base.messages import capital, share_words
from pyrtool.game.games import Rules
from pyrtool.notation import parse_named_rules
from pyrtool.pictures.lettering.titles import subtitle
from pyrtool.surveys.charts.canvas import (
    COLOURS,
    GREY,
    HATCHED,
    LETTERS_PT,
    MEASURED,
    SMALL_PT,
    Canvas,
    ChartError,
    Label,
    check_chart,
    in_percent,
    percent,
    place_labels,
    points,
)
from pyrtool.surveys.charts.survey_data import Surveyed, of_tally, read_surveys
from pyrtool.surveys.counts import WON
from pyrtool.surveys.questions.best import BIN, ScoreQuestion
from pyrtool.surveys.questions.question import GREEN, PALE, Question
from pyrtool.surveys.questions.verdict import Tally

MOST: Final = 40
"""Surveys on a chart."""

_WORDED: Final = {
    "count": "too many of a set in the stock",
    "exhausted": "searched to the end",
    "nodes": "unknown (limit on nodes)",
    "memory": "unknown (limit on memory)",
}
_LINES: Final = (GREEN, MEASURED, "#B5651D", "#8A4FA0")
_LABELLED: Final = 0.035  # a part of a bar has room for its percentage


ChartKind = Literal["outcomes", "rates", "passes", "scores"]


@public
def chart(
    kind: ChartKind,
    surveys: Mapping[str, Tally] | Sequence[str | Path],
    path: str | Path,
    *,
    title: str | None = None,
) -> None:
    """Draw a chart of surveys.

    Args:
        kind: ``outcomes`` (how deals end), ``rates`` (win rates with their intervals), ``passes``
            (win rates by the number of passes), or ``scores`` (best scores).
        surveys: What `survey` returned, by the game and its changes (``"giza, overlap"``), or
            files: ledgers, and reports that ``pyrtool survey report --format csv`` wrote.
        path: The picture to write, .png or .svg.
        title: The text above the chart.

    Returns:
        Nothing.

    Raises:
        ChartError: The surveys have no such chart, or matplotlib, the extra ``plot``, is missing.

    Examples:
        >>> from pyrtool import chart, survey
        >>> tallies = {name: survey(name, range(1, 101)) for name in ("giza", "pyramid")}
        >>> chart("rates", tallies, "rates.svg")  # doctest: +SKIP
    """
    target = Path(path)
    check_chart(target)
    if isinstance(surveys, Mapping):
        read = [of_tally(parse_named_rules(name), tally) for name, tally in surveys.items()]
    else:
        read = [one for file in surveys for one in read_surveys(Path(file))]
    CHARTS[kind](read, target, title)


def outcomes_chart(surveys: Sequence[Surveyed], target: Path, title: str | None = None) -> None:
    """Draw a bar a survey, cut into how its deals end, with percentages."""
    _check(surveys)
    titles = {one.question.chart for one in surveys}
    usual_title = titles.pop() if len(titles) == 1 else Question.chart
    with Canvas(target, 1.9 + 0.5 * len(surveys)) as canvas:
        axes = canvas.axes()
        left = [0.0] * len(surveys)
        for part in dict.fromkeys(part for one in surveys for part in one.parts):
            widths = [100 * one.parts.get(part, 0.0) for one in surveys]
            if not any(widths):
                continue
            bars = axes.barh(
                range(len(surveys)), widths, left=left, height=0.72, color=COLOURS[part],
                hatch="///" if part in HATCHED else None, label=_WORDED.get(part, part),
                edgecolor="white", linewidth=0.8,
            )  # fmt: skip
            for bar, width in zip(bars, widths, strict=True):
                if width >= 100 * _LABELLED:
                    x, y = bar.get_x() + width / 2, bar.get_y() + bar.get_height() / 2
                    axes.text(x, y, f"{width:.1f}", ha="center", va="center",
                              fontsize=SMALL_PT, color=ink(COLOURS[part]))  # fmt: skip
            left = [start + width for start, width in zip(left, widths, strict=True)]
        _name_rows(canvas, surveys)
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of the deals", color=GREY)
        canvas.title(title or usual_title)
        canvas.legend()
        canvas.save()


def rates_chart(surveys: Sequence[Surveyed], target: Path, title: str | None = None) -> None:
    """Draw win rates side by side, each with its 95 % interval."""
    _check(surveys, verdicts=True)
    rates = [one.wins for one in surveys]
    with Canvas(target, 1.5 + 0.45 * len(surveys)) as canvas:
        axes = canvas.axes()
        values, errors = in_percent(rates)
        ends = [rate.interval() for rate in rates]
        known = [100 * one.winnable if one.winnable else 0.0 for one in surveys]
        if any(known):
            axes.barh(range(len(surveys)), known, height=0.68, color=PALE,
                      label="can be won with every card known")  # fmt: skip
        axes.barh(range(len(surveys)), values, height=0.68, color=GREEN, label="won")
        axes.errorbar(values, range(len(surveys)), xerr=errors, fmt="none",
                      ecolor="black", elinewidth=1.1, capsize=3)  # fmt: skip
        ends_at = [max(100 * b, most) for (_, b), most in zip(ends, known, strict=True)]
        room = max(ends_at)
        for at, (rate, (a, b)) in enumerate(zip(rates, ends, strict=True)):
            label = f"{percent(rate.value)} {points((b - a) / 2)}"
            axes.text(ends_at[at] + 0.012 * room, at, label, va="center", fontsize=SMALL_PT)
        _name_rows(canvas, surveys)
        axes.set_xlim(0, 1.2 * room)
        axes.set_xlabel(f"% of the deals are won ({CONFIDENCE:.0%} intervals)", color=GREY)
        canvas.title(title or ("What players win" if any(known) else "How often deals can be won"))
        if any(known):
            canvas.legend()
        canvas.save()


def passes_chart(surveys: Sequence[Surveyed], target: Path, title: str | None = None) -> None:
    """Draw win rates by the number of passes: a line for rules that differ in nothing else."""
    _check(surveys, verdicts=True)
    lines: dict[Rules, list[Surveyed]] = {}
    for one in surveys:
        if one.named.rules.stock == "dealt":
            lines.setdefault(replace(one.named.rules, passes=1, scoring="none"), []).append(one)
    lines = {rules: line for rules, line in lines.items() if len(line) > 1}
    if not lines:
        raise ChartError("no two of these surveys differ in their passes alone")
    counts = sorted(
        {one.named.rules.passes for line in lines.values() for one in line},
        key=lambda passes: 10**9 if passes is None else passes,
    )
    with Canvas(target, 5.2) as canvas:
        axes = canvas.axes()
        marks: list[tuple[int, float, str]] = []
        styles = ("-", "--", ":", "-.")
        for at, (rules, found) in enumerate(lines.items()):
            line = sorted(found, key=lambda one: counts.index(one.named.rules.passes))
            where = [counts.index(one.named.rules.passes) for one in line]
            values, errors = in_percent([one.wins for one in line])
            name = subtitle(rules, "pyramid") or "all cards to be discarded"
            axes.errorbar(where, values, yerr=errors, color=_LINES[at % len(_LINES)],
                          linestyle=styles[at % len(styles)], marker="os^D"[at % 4], capsize=3,
                          label=capital(name))  # fmt: skip
            colour = letters_in(_LINES[at % len(_LINES)])
            marks += [(x, value, colour) for x, value in zip(where, values, strict=True)]
        most = {x: max(value for other, value, _ in marks if other == x) for x, _, _ in marks}
        labels = [
            Label(share_words(value / 100), (x, value), colour, below=value < most[x])
            for x, value, colour in marks
        ]
        axes.set_xticks(range(len(counts)), [_passes(count) for count in counts])
        axes.set_ylim(0, 100)
        axes.margins(x=0.12)
        axes.set_ylabel("% of the deals are won", color=GREY)
        canvas.title(title or "What another pass is worth", _deals(surveys))
        canvas.legend()
        place_labels(canvas, labels)
        canvas.save()


def scores_chart(surveys: Sequence[Surveyed], target: Path, title: str | None = None) -> None:
    """Draw how many deals have which best score, a row of bars for each survey; those that a limit
    left open have none, and there is no mean then."""
    _check(surveys)
    if not all(isinstance(one.question, ScoreQuestion) for one in surveys):
        raise ChartError("these surveys have no scores: run them with --best score")
    if not all(one.scores for one in surveys):
        raise ChartError("a limit left the best scores of all deals open")
    every = [score for one in surveys for score in one.scores]
    first, last = BIN * (min(every) // BIN), BIN * (max(every) // BIN)
    with Canvas(target, 1.2 + 1.7 * len(surveys)) as canvas:
        rows = canvas.figure.subplots(len(surveys), sharex=True, sharey=True, squeeze=False)
        for (axes,), one in zip(rows, surveys, strict=True):
            proved = sum(one.scores.values())
            bins = dict.fromkeys(range(first, last + 1, BIN), 0)
            for score, count in one.scores.items():
                bins[BIN * (score // BIN)] += count
            heights = [100 * count / one.deals for count in bins.values()]
            axes.bar([low + BIN / 2 for low in bins], heights, width=0.88 * BIN, color=MEASURED)
            heading = f"{one.label}: {one.deals:,} deals, "
            if proved < one.deals:
                heading += f"{one.deals - proved:,} of them left open by a limit"
            else:
                mean = sum(score * count for score, count in one.scores.items()) / proved
                axes.axvline(mean, color="black", linewidth=1)
                heading += f"mean {mean:.1f}".replace("-", "−")
            axes.set_title(heading, loc="left", fontsize=LETTERS_PT)
            axes.set_ylabel("% of the deals", color=GREY)
        rows[-1][0].set_xlabel(f"best score, in steps of {BIN}", color=GREY)
        canvas.title(title or "The best scores of deals")
        canvas.save()


CHARTS: Final[dict[ChartKind, Callable[[Sequence[Surveyed], Path, str | None], None]]] = {
    "outcomes": outcomes_chart,
    "rates": rates_chart,
    "passes": passes_chart,
    "scores": scores_chart,
}
"""The function that draws each kind."""


def _check(surveys: Sequence[Surveyed], verdicts: bool = False) -> None:
    if not 1 <= len(surveys) <= MOST:
        raise ChartError(f"{len(surveys)} surveys: a chart has room for 1 to {MOST} (--rules)")
    if not all(one.deals for one in surveys):
        raise ChartError("a survey has no deals yet")
    if verdicts and any(WON not in one.parts for one in surveys):
        raise ChartError(
            "a survey of best scores has no win rate, nor one of cards left: name others with "
            "--rules"
        )


def _name_rows(canvas: Canvas, surveys: Sequence[Surveyed]) -> None:
    axes = canvas.figure.axes[0]
    names = [f"{one.label}\n{one.deals:,} deals" for one in surveys]
    axes.set_yticks(range(len(surveys)), names, fontsize=SMALL_PT, linespacing=1.15)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _deals(surveys: Sequence[Surveyed]) -> str:
    counts = sorted({one.deals for one in surveys})
    return f"{' to '.join(f'{n:,}' for n in dict.fromkeys((counts[0], counts[-1])))} deals each"


def _passes(count: int | None) -> str:
    if count is None:
        return "without limit"
    return "1 pass" if count == 1 else f"{count} passes"
