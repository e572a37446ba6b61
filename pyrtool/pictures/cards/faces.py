"""The faces of cards as SVG shapes, for every painter that draws with lines.

Decides how the shapes are put together and coloured. The shapes of French cards are data, made by
``assets/faces.py`` from the artist's drawings. Other languages have their own letters for ranks. A
card without a suit has its rank in letters, and an unknown card a question mark on its back. Edges,
shadows, and places are for the painters.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pyrtool.game.cards import RANKS, SUITS, Card, RankCard, UnknownCard
from pyrtool.languages import say
from pyrtool.pictures.cards import backs
from pyrtool.pictures.decks import ASSETS, DECKS, FACE_HEIGHT, GOLD, RenderError
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.descriptions import short
from pyrtool.pictures.lettering.fonts import OUTLINE_EM

SHAPES: Final = {
    "B": "M-285-460H60C310-460 310-20 60-20H-185M60-20C340-20 340 460 60 460H-285M-185-460V460",
    "D": "M-285-460H40C180-460 250-360 250-200V200C250 360 180 460 40 460H-285M-185-460V460",
    "R": "M-285-460H60C310-460 310 0 60 0H-185M-285 460H-85M-185-460V460M40 0L210 450M150 460H285",
    "V": "M-285-460H-125M-215-450L0 460L215-450M125-460H285",
}
"""Path data by letters."""

PLACE: Final = (-85.4, -121)
SCALE: Final = 0.07
STROKE: Final = 108
"""Where the middle of a letter lies on a face, how large a unit of its shape is there, and how many
units wide its lines are; they end in squares."""

LETTER_BOX: Final = (-112, -158, -60, -84)
"""The part of a face that a letter has for itself: left, top, right, and bottom."""

SUIT_BOX: Final = (-112, -80, -58, -24)
"""The part of a face that the suit of its index has."""

LARGE_BELOW_PX: Final = 60
"""A card less wide has a large face: its index alone, as pips would be specks."""

LARGE: Final = 1.6
"""How many times larger the index of a large face is."""

_STRAIGHTS: Final = 16  # of a curve


def other_letters() -> dict[str, str]:
    """Path data by ranks, for those that the chosen language letters differently."""
    return {rank: SHAPES[say(rank)] for rank in "JQK" if say(rank) != rank}


def lines_of(data: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of such path data, curves as many short ones.

    >>> next(lines_of("M-285-460H60V20"))
    [(-285.0, -460.0), (60.0, -460.0), (60.0, 20.0)]
    """
    line: list[tuple[float, float]] = []
    for command, text in re.findall(r"([A-Z])([^A-Z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if command == "M":
            if line:
                yield line
            line = [(numbers[0], numbers[1])]
            continue
        x, y = line[-1]
        match command:
            case "H":
                line.append((numbers[0], y))
            case "V":
                line.append((x, numbers[0]))
            case "L":
                line += zip(numbers[::2], numbers[1::2], strict=True)
            case _:
                ends = list(zip(numbers[::2], numbers[1::2], strict=True))
                for at in range(0, len(ends), 3):
                    line += _curve(line[-1], *ends[at : at + 3])
    yield line


def _curve(*ends: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points of a cubic curve, without its first."""
    for step in range(1, _STRAIGHTS + 1):
        t = step / _STRAIGHTS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(s * end[i] for s, end in zip(shares, ends, strict=True)) for i in (0, 1))
        yield x, y


def lettered(shapes: str) -> str:
    """Write the shapes of faces, with the letters of the chosen language."""
    for rank, data in other_letters().items():
        shapes = re.sub(rf'(id="r{rank}" d=)"[^"]*"', rf'\1"{data}"', shapes)
    return shapes


UNIT: Final = 240
"""A card's width in the units of its face; the height is 336."""

_USED: Final = re.compile(r"#(f|k|r\d\d|[hinpr]\w)\b")
_PLAIN: Final = DECKS["2color"]


@dataclass(frozen=True)
class Faces:
    """SVG text: `shared` shapes by their id, and for each card the elements of its `faces`.

    A face has its origin at the card's centre and its colour as ``{ink}``; those of a court card's
    picture are ``{dress}``, ``{trim}`` and ``{gold}``. It refers to shared shapes and defines ids
    that end in the card's name, so that a page holds each face once.
    """

    shared: Mapping[str, str]
    faces: Mapping[str, str]


@cache
def drawn_faces() -> Faces:
    """Return the faces; the file is read when the first one is drawn."""
    return Faces(**json.loads((ASSETS / "faces.json").read_text(encoding="utf-8")))


def face(
    card: Card,
    inks: Sequence[str],
    dress: Sequence[str] = _PLAIN.dress,
    trim: Sequence[str] = _PLAIN.trim,
) -> str:
    """Write the elements of a card's face; colours are what SVG takes as one, for C, D, H, S.

    `inks` are those of indices and pips; `dress` is what the clothes of the courts have, `trim`
    what their other clothes and their lines have.
    """
    text = drawn_faces().faces[str(card)].replace("{gold}", GOLD)
    for name, given in (("ink", inks), ("dress", dress), ("trim", trim)):
        if len(given) != len(SUITS):
            raise RenderError(f"{name}: {len(given)} are given, there are {len(SUITS)} suits")
        text = text.replace(f"{{{name}}}", given[card.suit])
    return text


def shared_shapes(cards: Iterable[Card]) -> str:
    """Make the ``<defs>`` that the faces of these cards refer to, in the chosen language."""
    faces, shared = drawn_faces().faces, drawn_faces().shared
    used = {n for card in cards if card.has_suit for n in _USED.findall(faces[str(card)])}
    used |= {n for name in used for n in _USED.findall(shared[name])}
    return lettered("".join(shape for name, shape in shared.items() if name in used))


def large_places(is_fanned: bool) -> Iterator[tuple[str, tuple[int, int, int, int], int, int]]:
    """Yield what a large face has at its top, and turned below: the first letter of its shape, its
    box on a usual face, and where the middle of the box lies. In a fan the suit is below the rank,
    otherwise beside it."""
    yield "r", LETTER_BOX, -75, -102
    yield "i", SUIT_BOX, *((-75, 4) if is_fanned else (62, -102))


def large_face(card: Card, ink: str, is_fanned: bool) -> str:
    """Write the elements of a card's large face in an ink."""
    half, pen = "", f' stroke="{ink}"'
    for kind, (left, top, right, below), x, y in large_places(is_fanned):
        name = f"r{str(card)[0]}" if kind == "r" else f"i{str(card)[1]}"
        moved = f"translate({x} {y})scale({LARGE})translate({-(left + right) / 2:g} "
        drawn = f'<use xlink:href="#{name}" fill="{ink}"{pen if kind == "r" else ""}/>'
        half += f'<g transform="{moved}{-(top + below) / 2:g})">{drawn}</g>'
    return f'{half}<g transform="scale(-1)">{half}</g>'


INK: Final = "#4A4A4A"
"""For a rank without a suit: no suit's colour."""

_INDEX: Final = 0.34  # size of the letters in the corner, in card widths, as those of the faces
_MIDDLE: Final = 0.62
_CORNER: Final = 0.055  # from the card's left edge
_BASELINE: Final = 0.33  # from its top


@dataclass(frozen=True)
class Letters:
    """A text on a card, in card widths: where it begins on its baseline, from the card's centre."""

    text: str
    x: float
    y: float
    size: float


def letters_of(card: Card, lapped: bool) -> Iterator[Letters]:
    """List the letters of such a card: in the corner, so that a fan shows them, and in the middle
    if no card lies there (`Face.lapped`)."""
    text = short(card) if card.is_known else "?"
    index = _INDEX if len(text) == 1 else 0.8 * _INDEX  # within what a fan shows
    yield Letters(text, _CORNER - 0.5, _BASELINE - FACE_HEIGHT / 2, index)
    if lapped:
        return
    wide = _MIDDLE * letters.width(text, bold=True)
    yield Letters(text, -wide / 2, 0.22 + _MIDDLE * 0.36, _MIDDLE)


def drawing(card: Card, unit: float, lapped: bool) -> str:
    """Write the elements of such a card in SVG, its centre the origin, a card `unit` units wide."""
    parts = []
    ink = INK
    if not card.is_known:
        ink = "#FFF"
        parts.append(backs.drawing(unit, is_plain=True))
    for line in letters_of(card, lapped):
        scale = line.size * unit / OUTLINE_EM
        for font, char, pen in letters.placed(line.text, True)[:-1]:
            x, y = line.x * unit + pen * line.size * unit, line.y * unit
            place = f'transform="translate({x:.2f} {y:.2f}) scale({scale:.5f})"'
            parts.append(f'<path fill="{ink}" {place} d="{font.outline(char)}"/>')
    return "".join(parts)


def cards_without_faces() -> list[Card]:
    """List a card of each kind that has no face: the ranks, and an unknown card."""
    return [*map(RankCard.parse, RANKS), UnknownCard(0)]
