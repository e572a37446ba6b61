"""Faces of cards as data that a script draws, with as few elements each as can be.

Decides what app/faces.js gets. Pips and indices are one path each there, as every element costs a
phone time: an index is drawn twice, and a nine has thirteen signs. The pictures of courts are
apart, as they are nine tenths of all, and a card can be read without.
"""

import re
from collections import Counter
from collections.abc import Iterable
from string import ascii_lowercase, digits
from typing import Final

from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import RANKS, SUITS, Card
from pyrtool.pictures.cards.faces import SHAPES, drawn_faces, face, other_letters, shared_shapes
from pyrtool.pictures.decks import RenderError

_SIGNS: Final = '<g fill="{ink}">'
"""The start of the signs of a face; the picture precedes it."""

_CORNER: Final = re.compile(r'<use xlink:href="#([ir]\w)"[^>]*/>')
_PIP: Final = re.compile(r'<use xlink:href="#(n\w)"(?: x="(\S+)")?(?: y="(\S+)")?/>')
_PLACED: Final = re.compile(
    r'(?:href="#|id=")([pr]\w)"[^>]*transform="translate\((\S+) (\S+)\)scale\((\S+)\)"/>'
)
_ATTRIBUTE: Final = re.compile(r" [\w:-]+='[^']*'")
_CODES: Final = digits + ascii_lowercase
_TOKEN: Final = re.compile(r"[a-zA-Z]|-?(?:\d*\.\d+|\d+)")
_TAKES: Final = {"m": "xy", "l": "xy", "h": "x", "v": "y", "c": "xyxyxy", "s": "xyxy", "z": ""}
_ARC: Final = "rr---xy"  # radii, rotation and flags, the end
_DIGITS: Final = 2  # of a face 240 wide
_LETTER: Final = 920  # how high a letter is, in its own units
_SIGN: Final = 1000  # how high the sign of a suit is
_SKETCHED: Final = 8  # how high they are on the cards of sketches, which are 20 wide
_SKETCH_PEN: Final = 125  # the width of a letter's lines, in its own units


def face_data() -> JsonObject:
    """Make the signs of all faces: what app/faces.js draws.

    - ``ranks`` are the two indices of each rank as path data, ``pen`` the width of their lines.
    - ``suits`` is the sign of each suit in its sizes, upright and turned, relative to its place;
      that of an ace of spades is one of them, and empty for other suits.
    - ``places`` are lists of [which of these, x, y], and ``cards`` says which list each card has.
    """
    shared = drawn_faces().shared
    kinds: list[tuple[str, float]] = []
    signs: dict[str, dict[tuple[str, float], str]] = {suit: {} for suit in SUITS}
    places: list[list[tuple[int, float, float]]] = []
    cards: dict[str, int] = {}
    ranks: dict[str, str] = {}
    for card in Card.ALL:
        mine: list[tuple[int, float, float]] = []
        for name, x, y, size in _signs(card):
            if name[0] == "r":
                if card.suit == 0:  # a rank's letters are those of each suit
                    one = _index(_data(shared[name]), x, y, size)
                    ranks[name[1]] = ranks.get(name[1], "") + one
                continue
            suit = SUITS[card.suit]
            kind = (name.replace(suit, "{}"), size)
            if kind not in kinds:
                kinds.append(kind)
            mine.append((kinds.index(kind), x, y))
            if kind not in signs[suit]:
                signs[suit][kind] = _relative(_data(shared[name]), size)
        if mine not in places:
            places.append(mine)
        cards[str(card)] = places.index(mine)
    suits = {suit: [drawn.get(kind, "") for kind in kinds] for suit, drawn in signs.items()}
    return {"ranks": ranks, "pen": _pen(), "suits": suits, "places": places, "cards": cards}


def letter_data() -> dict[str, str]:
    """Make both indices of each rank that the chosen language letters differently, as ``ranks``."""
    return {
        rank: "".join(
            _index(data, x, y, size)
            for card in Card.ALL
            if str(card) == f"{rank}C"
            for name, x, y, size in _signs(card)
            if name[0] == "r"
        )
        for rank, data in other_letters().items()
    }


def sketch_data() -> JsonObject:
    """Make the signs of small pictures, those of the board's cards, about their middles.

    ``letters`` are all letters of ranks, ``pen`` the width of their lines, ``suits`` the signs of
    suits. Letters and signs are `_SKETCHED` units high.
    """
    letters = {rank: _data(drawn_faces().shared[f"r{rank}"]) for rank in RANKS} | SHAPES
    suits = {suit: _data(drawn_faces().shared[f"p{suit}"]) for suit in SUITS}
    return {
        "letters": {rank: _relative(data, _SKETCHED / _LETTER) for rank, data in letters.items()},
        "pen": round(_SKETCH_PEN * _SKETCHED / _LETTER, 3),
        "suits": {suit: _relative(data, _SKETCHED / _SIGN) for suit, data in suits.items()},
    }


def _index(data: str, x: float, y: float, size: float) -> str:
    return f"M{x:g} {y:g}{_relative(data, size)}"


def court_pictures(cards: Iterable[Card] = Card.ALL) -> JsonObject:
    """Make the pictures of some court cards as SVG elements, in the colours of the page's suits.

    ``often`` are attributes that recur, ``pictures`` the elements by cards, in which ``~3`` is the
    fourth of them and ``~a`` the eleventh. Their quotes are single ones, as JSON takes two bytes
    for each double one.
    """
    pictures = {str(card): _picture(card) for card in courts_of(cards)}
    counts = Counter(_ATTRIBUTE.findall("".join(pictures.values())))
    recurring = (text for text in counts if counts[text] > 1)
    often = sorted(recurring, key=lambda text: (1 - counts[text]) * len(text))[: len(_CODES)]
    for code, text in zip(_CODES, often, strict=False):
        pictures = {card: picture.replace(text, f"~{code}") for card, picture in pictures.items()}
    return {"often": often, "pictures": pictures}


def courts_of(cards: Iterable[Card]) -> list[Card]:
    """List the cards of one pack that have a picture, as far as they are among some."""
    here = {str(card)[:2] for card in cards if card.has_suit}
    return [card for card in Card.ALL if card.rank > 10 and str(card) in here]


def _picture(card: Card) -> str:
    """Make a court's picture for a page, whose style sheet has the colours of suits and courts."""
    colours = ([colour] * len(SUITS) for colour in ("currentColor", "var(--dress)", "var(--trim)"))
    picture = _for_page(face(card, *colours)).partition('<g fill="currentColor">')[0]
    return picture.replace('"', "'")


def picture_shapes(cards: Iterable[Card] = Card.ALL) -> str:
    """Write what the pictures of the courts among some cards refer to on a page."""
    return _for_page(shared_shapes(courts_of(cards)))


def _for_page(shapes: str) -> str:
    return shapes.replace("xlink:href", "href")  # which older files than pages need


def _signs(card: Card) -> list[tuple[str, float, float, float]]:
    """Shape, place and size of each rank and suit on a face; a turned sign has a size below 0."""
    text = drawn_faces().faces[str(card)].partition(_SIGNS)[2]
    text = _CORNER.sub(lambda signs: drawn_faces().shared[signs[1]], text)
    text = _PIP.sub(_placed, text)
    half, _, middle = text.partition("</g>")
    signs: list[tuple[str, float, float, float]] = []
    for part, is_half in ((half, True), (middle, False)):
        for name, *numbers in _PLACED.findall(part):
            x, y, size = (round(float(number), 5) for number in numbers)
            signs.append((name, round(x, _DIGITS), round(y, _DIGITS), size))
            if is_half:
                signs.append((name, round(-x, _DIGITS), round(-y, _DIGITS), -size))
    return signs


def _placed(pip: re.Match[str]) -> str:
    """Make the sign of a suit in the size of a pip, in its place."""
    place = f"translate({pip[2] or 0} {pip[3] or 0})"
    return drawn_faces().shared[pip[1]].replace('transform="', f'transform="{place}')


def _data(shape: str) -> str:
    return shape.partition(' d="')[2].partition('"')[0]


def _pen() -> float:
    widths = re.findall(r'stroke-width="(\d+)" stroke-linecap="square"', drawn_faces().shared["rA"])
    sizes = {size for card in Card.ALL for name, _, _, size in _signs(card) if name[0] == "r"}
    return round(int(widths[0]) * max(sizes), 3)


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
        numbers: list[str] = []
        end = list(at)
        for axis, number in zip(takes, given, strict=True):
            if axis == "-":
                numbers.append(f"{number:g}")
            elif axis == "r":
                numbers.append(_short(abs(number * size)))
            else:
                k = "xy".index(axis)
                end[k] = number + (at[k] if letter.islower() else 0.0)
                numbers.append(_short(_grid(end[k] * size) - _grid(at[k] * size)))
        out.append(letter.lower() + re.sub(r" (?=-)", "", " ".join(numbers)))
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
