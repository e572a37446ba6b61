"""A heat map of where blocks lie: how often each place of the tableau is part of one.

Decides what is counted, and how it is drawn; what blocks a deal is for `blocks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrtool.answers.blocks import certify, find_block
from pyrtool.base.arguments import guard
from pyrtool.base.colours import ink
from pyrtool.base.words import share_words
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.notation import NamedRules
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.scenes.elements import Face
from pyrtool.pictures.scenes.scene import compose
from pyrtool.surveys.charts.canvas import GREY, LETTERS_PT, SMALL_PT, Canvas, ChartError

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


guard(__name__)
