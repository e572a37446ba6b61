"""Draw the charts of these pages that no command draws: ratings, blocks, and thinking time.

    pyrtool rate 1-1000 -g giza --format ndjson | python benchmarks/charts.py difficulty - -o a.png
    pyrtool puzzles list --format ndjson | python benchmarks/charts.py moves - -o moves.png
    pyrtool rate 1-99 -g giza --format ndjson | python benchmarks/charts.py reasoning - -o b.png
    python benchmarks/charts.py places 1-1000 -g bouquet -o places.png
    python benchmarks/charts.py effort docs/data/effort.csv -o effort.png

`difficulty`, `moves` and `reasoning` read the JSON of `rate`, `find` or `puzzles list`; `places`
takes a range of native deals, and `effort` the CSV of `benchmarks/effort.py`. All need the extra
`plot`.
"""

import argparse
import csv
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import Final

from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.closed import PLAYERS
from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.rating.scale import LEVELS, Rating
from pyrtool.base.colours import ink, letters_in
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.intervals import Rate
from pyrtool.base.messages import counted, file_name, share_words
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deals
from pyrtool.game.games import Rules, game
from pyrtool.game.position import Position
from pyrtool.notation import NamedRules, read_items
from pyrtool.notation.rules import carried_rules
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.lettering.typesetting import typeset_signs
from pyrtool.pictures.scenes.positions import compose
from pyrtool.pictures.scenes.scene import Face
from pyrtool.records.ratings import parse_rating, parse_reasoning
from pyrtool.surveys.charts.canvas import (
    GREY,
    LETTERS_PT,
    MEASURED,
    SMALL_PT,
    Canvas,
    ChartError,
    Label,
    check_chart,
    in_percent,
    place_labels,
)
from pyrtool.surveys.charts.survey_data import MOST_BYTES, whole
from pyrtool.surveys.questions.question import GREEN

LEVEL_BANDS: Final = ("#E8F3EC", "#CFE6D8", "#F6E7C8", "#F3CDB0", "#E7AFA6")
"""Behind a histogram of difficulties: from easy to master."""

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


_ASPECT: Final = 0.8  # a place's height in its widths


@dataclass(frozen=True)
class Places:
    """How many of the `deals` are `blocked`, and where.

    For each place of the tableau, `stuck` counts the blocked deals in which its card can never be
    discarded, and `holding` those in which such cards wait for it.
    """

    rules: Rules
    deals: int
    blocked: int
    stuck: tuple[int, ...]
    holding: tuple[int, ...]


def count_places(dealt: Iterable[Deal], rules: Rules) -> Places:
    """Count where the blocks of these deals of one game lie, as `blocks.certify` argues."""
    stuck, holding = [0] * rules.tableau_size, [0] * rules.tableau_size
    deals = blocked = 0
    for deal in dealt:
        if deal.rules != rules:
            raise ChartError(f"deal {deals + 1}: has other rules than the places that are counted")
        deals += 1
        block = find_block(deal)
        if block is None:
            continue
        blocked += 1
        certificate = certify(block, deal)
        for counts, found in ((stuck, certificate.held), (holding, certificate.holding)):
            for at, card in enumerate(deal.cards[: rules.tableau_size]):
                counts[at] += card in found
    return Places(rules, deals, blocked, tuple(stuck), tuple(holding))


def places_chart(places: Places, named: NamedRules, target: Path, title: str | None = None) -> None:
    """The tableau twice, each place as dark as it is often stuck, or holds others."""
    if not places.blocked:
        raise ChartError(f"none of {places.deals} deals is blocked")
    spots = _spots(places.rules)
    high = max(y for _, y in spots) + 1.0
    wide = max(x for x, _ in spots) - min(x for x, _ in spots) + 1
    with Canvas(target, 1.2 + _ASPECT * 4.1 * high / wide) as canvas:
        for axes, counts, heading in zip(
            canvas.figure.subplots(1, 2),
            (places.stuck, places.holding),
            ("The card can never be discarded", "Others wait for the card"),
            strict=True,
        ):
            _draw(axes, spots, [count / places.blocked for count in counts])
            axes.set_title(heading, loc="left", fontsize=LETTERS_PT, color=GREY)
        share = share_words(places.blocked / places.deals)
        canvas.title(title or f"{game_title(named)}: the places that block")
        canvas.figure.supxlabel(
            f"% of {places.blocked:,} blocked deals ({share} of {places.deals:,})",
            fontsize=LETTERS_PT, color=GREY,
        )  # fmt: skip
        canvas.save()


def _spots(rules: Rules) -> list[tuple[float, float]]:
    """Where the card of each place of the tableau lies, with rows one apart."""
    position = Position.start(Deal.of(rules.deck, rules))
    faces: dict[Card, Face] = {face.card: face for face in compose(position).faces}
    placed = [faces[card] for card in position.tableau if card is not None]
    rows = sorted({face.y for face in placed})
    gaps = [b - a > FACE_HEIGHT for a, b in zip([rows[0], *rows], rows, strict=False)]
    heights, down = {}, 0.0
    for row, apart in zip(rows, gaps, strict=True):
        down += 0.4 if apart else 0.0
        heights[row] = down
        down += 1.0
    return [(face.x, heights[face.y]) for face in placed]


def _draw(axes: object, spots: Sequence[tuple[float, float]], shares: Sequence[float]) -> None:
    from matplotlib import colormaps
    from matplotlib.axes import Axes
    from matplotlib.colors import to_hex
    from matplotlib.patches import FancyBboxPatch

    assert isinstance(axes, Axes)
    shade = colormaps["Oranges"]
    most = max([*shares, 1e-9])
    for (x, y), share in zip(spots, shares, strict=True):
        colour = to_hex(shade(0.85 * share / most))
        box = FancyBboxPatch(
            (x + 0.04, y + 0.05), 0.92, 0.9, boxstyle="round,pad=0,rounding_size=0.08",
            facecolor=colour, edgecolor="#999999", linewidth=0.6,
        )  # fmt: skip
        axes.add_patch(box)
        percentage = f"{100 * share:.0f}" if share >= 0.095 or not share else f"{100 * share:.1f}"
        axes.text(x + 0.5, y + 0.5, percentage, ha="center", va="center", fontsize=SMALL_PT,
                  color=ink(colour))  # fmt: skip
    axes.set_xlim(min(x for x, _ in spots) - 0.1, max(x for x, _ in spots) + 1.1)
    axes.set_ylim(max(y for _, y in spots) + 1.1, -0.1)
    axes.set_aspect(_ASPECT)
    axes.axis("off")


HEADER: Final = ("player", "orders", "deals", "can be won", "won", "moves", "seconds")
"""The columns of a file of efforts."""

MOST: Final = 100
"""Efforts on a chart."""

_LEAST_SECONDS: Final = 1e-9
_MOST_SECONDS: Final = 1e12

_COLOURS: Final = {"sampler": MEASURED, "strongest": GREEN}
_MARKS: Final = {"sampler": "o", "strongest": "s"}


@dataclass(frozen=True)
class Effort:
    """What a player took: its name, and the `orders` of unseen cards that it imagines (or 0).

    `winnable` of the `deals` are winnable with every card known. The player played these and `won`
    some. It chose `moves` moves in `seconds` of CPU time.
    """

    name: str
    orders: int
    deals: int
    winnable: int
    won: int
    moves: int
    seconds: float

    @property
    def milliseconds(self) -> float:
        """CPU time a move that was chosen."""
        return 1000 * self.seconds / self.moves

    @property
    def rate(self) -> Rate:
        """The share of the winnable deals that it won."""
        return Rate(self.won, self.winnable)


def read_efforts(path: Path) -> list[Effort]:
    """The figures that `benchmarks/effort.py` wrote; a `ChartError` where they are none."""
    if path.stat().st_size > MOST_BYTES:
        raise ChartError(f"{file_name(path)}: too large for a file of efforts")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = [_effort(row) for row in csv.DictReader(file, strict=True)]
    except (UnicodeDecodeError, csv.Error, KeyError, TypeError, ValueError):
        found = []
    if not found:
        raise ChartError(f"{file_name(path)}: is no file of efforts (columns {', '.join(HEADER)})")
    return found


def _effort(row: dict[str, str]) -> Effort:
    orders, deals, winnable, won, moves = (whole(row[name]) for name in HEADER[1:-1])
    name, seconds = row["player"], float(row["seconds"])
    counts = 0 <= won <= winnable <= deals and winnable and moves > 0 and orders >= 0
    if name not in PLAYERS or not counts or not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise ValueError(row)
    return Effort(name, orders, deals, winnable, won, moves, seconds)


def effort_chart(efforts: Sequence[Effort], target: Path, title: str | None = None) -> None:
    """What is won of the deals that can be won, against CPU time a move: a line a player who
    imagines orders, with their number at each mark."""
    if not 1 <= len(efforts) <= MOST:
        raise ChartError(f"{len(efforts)} efforts: a chart has room for 1 to {MOST}")
    if len({(one.deals, one.winnable) for one in efforts}) > 1:
        raise ChartError("these efforts are not of the same deals")
    with Canvas(target, 5.2) as canvas:
        axes = canvas.axes()
        labels: list[Label] = []
        for name in dict.fromkeys(one.name for one in efforts):
            line = [one for one in efforts if one.name == name]
            values, errors = in_percent([one.rate for one in line])
            axes.errorbar(
                [one.milliseconds for one in line], values, yerr=errors, capsize=3,
                color=_COLOURS.get(name, GREY), marker=_MARKS.get(name, "D"),
                label=f"{name}, by sampled orders" if line[0].orders else None,
            )  # fmt: skip
            colour = letters_in(_COLOURS.get(name, "#000000"))
            labels += [
                Label(str(one.orders or name), (one.milliseconds, value), colour)
                for one, value in zip(line, values, strict=True)
            ]
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.margins(x=0.12)
        axes.set_ylim(0, 110 * max(one.rate.interval()[1] for one in efforts))
        axes.set_xlabel("CPU time a move, milliseconds", color=GREY)
        axes.set_ylabel("% of what can be won (95% intervals)", color=GREY)
        first = efforts[0]
        heading = f"Standard Pyramid: {first.winnable:,} of {first.deals:,} deals can be won"
        canvas.title(title or "What thinking longer wins", heading)
        canvas.legend()
        place_labels(canvas, labels)
        canvas.save()


_OF_RATINGS: Final = {
    "difficulty": difficulty_chart,
    "moves": only_moves_chart,
    "reasoning": reasoning_chart,
}


def main() -> None:
    """Draw a chart into a file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("chart", choices=[*_OF_RATINGS, "places", "effort"])
    parser.add_argument("source", help="a file, - for the standard input, or a range of deals")
    parser.add_argument("-o", dest="target", type=Path, required=True, help=".png or .svg")
    parser.add_argument("-g", dest="game", default="pyramid", help="the game of `places`")
    parser.add_argument("--title")
    given = parser.parse_args()
    check_chart(given.target)
    try:
        if given.chart == "places":
            first, _, last = given.source.partition("-")
            numbers = range(int(first), int(last or first) + 1)
            places = count_places(deals(numbers, given.game), game(given.game))
            named = NamedRules.of(given.game, places.rules)
            places_chart(places, named, given.target, given.title)
        elif given.chart == "effort":
            effort_chart(read_efforts(Path(given.source)), given.target, given.title)
        else:
            text = sys.stdin.read() if given.source == "-" else Path(given.source).read_text()
            rated = read_ratings(text.splitlines())
            _OF_RATINGS[given.chart](rated, given.target, given.title)
    except PyrtoolError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
