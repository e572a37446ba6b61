"""Faces of cards as data that a script draws, with as few elements each as can be.

Decides how a frame around the app (a site) gets them; its scripts put them on cards that they
make. Pips and indices are one path each there, as every element costs a phone time: an index is
drawn twice, and a nine has thirteen signs. The pictures of courts are apart, as they are nine
tenths of all, and a card can be read without.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANKS, SUITS, Card
from pyrtool.pictures.cards.faces import all_faces, face
from pyrtool.pictures.decks import RenderError

_SIGNS: Final = '<g fill="{ink}">'
"""The start of the signs of a face; the picture precedes it."""

_USE: Final = re.compile(
    r'<use xlink:href="#([pr])\w"[^>]*transform="translate\((\S+) (\S+)\)scale\((\S+)\)"/>'
)
_ATTRIBUTE: Final = re.compile(r' [\w:-]+="[^"]*"')
_TOKEN: Final = re.compile(r"[a-zA-Z]|-?(?:\d*\.\d+|\d+)")
_TAKES: Final = {"m": "xy", "l": "xy", "h": "x", "v": "y", "c": "xyxyxy", "s": "xyxy", "z": ""}
_ARC: Final = "rr---xy"  # radii, rotation and flags, the end
_DIGITS: Final = 2  # of a face 240 wide


def face_data() -> dict[str, Any]:
    """The signs of all faces: what app/faces.js draws.

    - ``ranks`` are the two indices of each rank as path data, ``pen`` the width of their lines.
    - ``suits`` is the sign of each suit in its sizes, upright and turned, relative to its place.
    - ``places`` are lists of [which of these, x, y], and ``cards`` says which list each card has.
    """
    shared = all_faces().shared
    sizes: list[float] = []
    places: list[list[tuple[int, float, float]]] = []
    cards: dict[str, int] = {}
    ranks: dict[str, str] = {}
    for card in Card.ALL:
        mine: list[tuple[int, float, float]] = []
        for kind, x, y, size in _signs(card):
            if kind == "r":
                rank = RANKS[card.rank - 1]
                one = _relative(_data(shared[f"r{rank}"]), size)
                ranks[rank] = ranks.get(rank, "") * (size < 0) + f"M{x:g} {y:g}{one}"
                continue
            if size not in sizes:
                sizes.append(size)
            mine.append((sizes.index(size), x, y))
        if mine not in places:
            places.append(mine)
        cards[str(card)] = places.index(mine)
    signs = {suit: [_relative(_data(shared[f"p{suit}"]), size) for size in sizes] for suit in SUITS}
    return {"ranks": ranks, "pen": _pen(), "suits": signs, "places": places, "cards": cards}


def court_pictures() -> dict[str, Any]:
    """The pictures of court cards as SVG elements, in the colours of the page's suits.

    ``often`` are attributes that recur, ``pictures`` the elements by cards, in which ``~3`` is the
    fourth of them.
    """
    courts = (card for card in Card.ALL if card.rank > 10)
    pictures = {
        str(card): page_face(card).partition('<g fill="currentColor">')[0] for card in courts
    }
    counts = Counter(_ATTRIBUTE.findall("".join(pictures.values())))
    often = sorted(counts, key=lambda text: (1 - counts[text]) * len(text))[:10]
    for k, text in enumerate(often):
        pictures = {card: picture.replace(text, f"~{k}") for card, picture in pictures.items()}
    return {"often": often, "pictures": pictures}


def page_face(card: Card) -> str:
    """A card's face for a page, whose style sheet has the colours of suits and courts."""
    colours = ([colour] * len(SUITS) for colour in ("currentColor", "var(--dress)", "var(--trim)"))
    return face(card, *colours)


def _signs(card: Card) -> list[tuple[str, float, float, float]]:
    """Kind, place and size of each rank and suit on a face; a turned sign has a size below 0."""
    text = all_faces().faces[str(card)].partition(_SIGNS)[2]
    half, _, middle = text.partition("</g>")
    found: list[tuple[str, float, float, float]] = []
    for part, is_half in ((half, True), (middle, False)):
        for kind, *numbers in _USE.findall(part):
            x, y, size = (round(float(number), 5) for number in numbers)
            found.append((kind, round(x, _DIGITS), round(y, _DIGITS), size))
            if is_half:
                found.append((kind, round(-x, _DIGITS), round(-y, _DIGITS), -size))
    return found


def _data(shape: str) -> str:
    return shape.partition(' d="')[2].partition('"')[0]


def _pen() -> float:
    """How thick the lines of indices are."""
    found = re.findall(r'stroke-width="(\d+)" stroke-linecap="square"', all_faces().shared["rA"])
    sizes = {size for card in Card.ALL for kind, _, _, size in _signs(card) if kind == "r"}
    return round(int(found[0]) * max(sizes), 3)


def _relative(data: str, size: float) -> str:
    """Path data scaled, every step relative to where the last one ended; it begins where it is
    put. Ends are rounded, not steps, so that errors do not add up."""
    tokens = _TOKEN.findall(data)
    at, begin = [0.0, 0.0], [0.0, 0.0]
    out: list[str] = []
    letter, i = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            letter, i = tokens[i], i + 1
        elif letter in "Mm":
            letter = "l" if letter == "m" else "L"
        takes = _ARC if letter in "aA" else _TAKES.get(letter.lower())
        if takes is None:
            raise RenderError(f"a face has {letter} in its path")
        given = [float(token) for token in tokens[i : i + len(takes)]]
        i += len(takes)
        told: list[str] = []
        end = list(at)
        for axis, number in zip(takes, given, strict=True):
            if axis == "-":
                told.append(f"{number:g}")
            elif axis == "r":
                told.append(_short(abs(number * size)))
            else:
                k = "xy".index(axis)
                end[k] = number + (at[k] if letter.islower() else 0.0)
                told.append(_short(_grid(end[k] * size) - _grid(at[k] * size)))
        out.append(letter.lower() + re.sub(r" (?=-)", "", " ".join(told)))
        if letter in "zZ":
            end = list(begin)
        at = end
        if letter in "mM":
            begin = list(at)
    return "".join(out)


def _grid(value: float) -> float:
    return round(value, _DIGITS)


def _short(value: float) -> str:
    return f"{_grid(value):g}".replace("0.", ".", 1) if abs(value) < 1 else f"{_grid(value):g}"


guard(__name__)
