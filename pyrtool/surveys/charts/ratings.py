"""Charts of ratings: how difficulties spread over the levels, and difficulty against other figures.

Decides what is read of a record; what a rating is, is for `rating`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.answers.rating import LEVELS, Rating
from pyrtool.base.arguments import guard
from pyrtool.base.colours import ink
from pyrtool.base.words import counted
from pyrtool.notation import NamedRules, read_items
from pyrtool.notation.rules import carried_rules
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.lettering.typography import typeset_signs
from pyrtool.records.ratings import parse_rating
from pyrtool.records.reasoning import parse_reasoning
from pyrtool.surveys.charts.canvas import (
    GREY,
    LETTERS_PT,
    LEVEL_BANDS,
    MEASURED,
    SMALL_PT,
    Canvas,
    ChartError,
)

STEP: Final = 0.5
"""Difficulties to a bar."""

MARKERS: Final = "os^Dv<>P"
_TONES: Final = (MEASURED, "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "black", GREY)


@dataclass(frozen=True)
class Rated:
    """A rating, what it is of, and what the explanation takes where that is known."""

    named: NamedRules
    rating: Rating
    reasoning: Reasoning | None = None

    @property
    def difficulty(self) -> float | None:
        """The difficulty; None where only a bound is known, or where there is no limit."""
        return self.rating.difficulty


def read_ratings(lines: Iterable[str]) -> list[Rated]:
    """The ratings in JSON records of ``rate``, ``find``, ``solve --rate`` or ``puzzles``; records
    of deals without one are passed over."""
    found = []
    for item in read_items(lines):
        record = item.value
        if not isinstance(record, dict):
            raise ChartError(f"{item.place}: not a record: charts of ratings read JSON")
        named = carried_rules(record, item.place)
        rating = record.get("rating")
        if rating is not None:
            if named is None or not isinstance(rating, dict):
                raise ChartError(f"{item.place}: a record with a rating has game and rules")
            reasoning = record.get("reasoning")
            explained = parse_reasoning(reasoning) if isinstance(reasoning, dict) else None
            found.append(Rated(named, parse_rating(rating, item.place), explained))
    return found


def difficulty_chart(rated: Sequence[Rated], target: Path, title: str | None = None) -> None:
    """How many deals have which difficulty, on the bands of the levels, a row for each game."""
    games = _games(rated)
    every = [difficulty for one in rated if (difficulty := one.difficulty) is not None]
    if not every:
        raise ChartError("none of these ratings has a difficulty")
    last = max(max(every) + STEP, LEVELS[-1][1] + 1)
    with Canvas(target, 1.4 + 1.9 * len(games)) as canvas:
        rows = canvas.figure.subplots(len(games), sharex=True, squeeze=False)
        for (axes,), (game, ours) in zip(rows, games.items(), strict=True):
            known = [one.difficulty for one in ours if one.difficulty is not None]
            bins: dict[int, int] = {}
            for difficulty in known:
                at = floor(difficulty / STEP)
                bins[at] = bins.get(at, 0) + 1
            begins = [begin for _, begin in LEVELS]
            ends = [*begins[1:], last]
            for (level, begin), end, band in zip(LEVELS, ends, LEVEL_BANDS, strict=True):
                axes.axvspan(begin, end, color=band, zorder=0, linewidth=0)
                axes.text((begin + end) / 2, 0.98, level, transform=axes.get_xaxis_transform(),
                          ha="center", va="top", fontsize=SMALL_PT, color=ink(band))  # fmt: skip
            axes.bar([(at + 0.5) * STEP for at in bins], list(bins.values()), width=0.88 * STEP,
                     color=MEASURED, zorder=2)  # fmt: skip
            axes.set_xlim(0, last)
            axes.set_ylim(0, 1.22 * max(bins.values(), default=1))
            beyond = len(ours) - len(known)
            heading = f"{game}: {counted(len(ours), 'deal')}"
            heading += f" ({beyond} of them beyond what was measured)" if beyond else ""
            axes.set_title(heading, loc="left", fontsize=LETTERS_PT)
            axes.set_ylabel("deals", color=GREY)
        rows[-1][0].set_xlabel("difficulty: 3 means one win in 1,000 random games", color=GREY)
        canvas.title(title or "How hard winnable deals are")
        canvas.save()


def only_moves_chart(rated: Sequence[Rated], target: Path, title: str | None = None) -> None:
    """Difficulty against the only moves of the solution, a sign for each game."""
    texts = ("only moves", "only moves of the solution", title or "Difficulty and only moves")
    _difficulty_against(rated, lambda one: one.rating.only_moves, texts, target)


def reasoning_chart(rated: Sequence[Rated], target: Path, title: str | None = None) -> None:
    """Difficulty against the pairs found to be in every solution, a sign for each game."""
    texts = ("forced pairs", "forced pairs", title or "Difficulty and forced pairs")
    _difficulty_against(rated, _forced, texts, target)


def _forced(one: Rated) -> int | None:
    return None if one.reasoning is None else one.reasoning.forced


def _difficulty_against(
    rated: Sequence[Rated],
    figure: Callable[[Rated], int | None],
    texts: tuple[str, str, str],
    target: Path,
) -> None:
    """Difficulty against another figure of each deal. The texts: its name, as the axis has it, and
    the title."""
    name, label, title = texts
    known = [one for one in rated if one.difficulty is not None and figure(one) is not None]
    if not known:
        raise ChartError(f"none of these ratings has a difficulty and {name}")
    with Canvas(target, 5.2) as canvas:
        axes = canvas.axes()
        for at, (game, ours) in enumerate(_games(known).items()):
            x = [figure(one) or 0 for one in ours]
            y = [one.difficulty or 0.0 for one in ours]
            axes.scatter(x, y, s=34, alpha=0.75, color=_TONES[at % len(_TONES)], linewidths=0.4,
                         edgecolors="white", marker=MARKERS[at % len(MARKERS)],
                         label=f"{game} ({len(ours)})", zorder=3)  # fmt: skip
        top = max(one.difficulty or 0.0 for one in known) + 0.6
        for level, begin in LEVELS:
            if begin < top:
                axes.axhline(begin, color="#CCCCCC", linewidth=0.8, zorder=1)
                axes.text(1.005, begin, level, transform=axes.get_yaxis_transform(), va="bottom",
                          fontsize=SMALL_PT, color=GREY)  # fmt: skip
        axes.set_ylim(0, top)
        axes.set_xlim(left=-0.6)
        axes.set_xlabel(label, color=GREY)
        axes.set_ylabel("difficulty", color=GREY)
        canvas.title(title, counted(len(known), "deal"))
        canvas.legend()
        canvas.save()


def _games(rated: Sequence[Rated]) -> dict[str, list[Rated]]:
    """The ratings of each game by its title; of many games, those with the fewest go together."""
    by_rules: dict[NamedRules, list[Rated]] = {}
    for one in rated:
        by_rules.setdefault(one.named, []).append(one)
    if not by_rules:
        raise ChartError("no ratings to draw")
    most_first = sorted(by_rules, key=lambda named: -len(by_rules[named]))
    room = len(MARKERS) - (len(by_rules) > len(MARKERS))
    shown, rest = set(most_first[:room]), most_first[room:]
    games: dict[str, list[Rated]] = {}
    for named, ours in by_rules.items():
        title = typeset_signs(game_title(named)) if named in shown else f"{len(rest)} other games"
        games.setdefault(title, []).extend(ours)
    return games


guard(__name__)
