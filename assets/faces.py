"""Make assets/faces.json, the faces in short vector form, from assets/svg.

Needs nothing but pyrtool; build.py calls it. ``faces.json`` holds SVG text:

- `shared`: shapes by their id: the signs of suits ``pC``, that of the ace of spades ``pA``, those
  of ranks ``r2``, and for the pictures on court cards the clip ``k``, the frame ``f``, and what
  keeps a picture off its signs, ``hC``;
- `faces`: for each card its elements. The origin is the card's centre, its size 240 by 336.
  ``{ink}`` stands for the suit's colour, ``{dress}``, ``{trim}`` and ``{gold}`` for those of a
  picture.

What is ours: indices a third heavier and further from the edge; aces with a large sign, that of
spades with a pyramid in it; pictures half as large again, in their natural proportions, with
notches for the indices and white around the signs in them.
"""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

from paths import in_halves, mirrored, parse, shorten, straightened

from pyrtool.game.cards import RANKS, SUITS, Card

HERE = Path(__file__).resolve().parent
SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
ARTIST_WIDTH = 1300  # of the pictures on court cards, in their own units
TOLERANCE = 1.0  # in those units: flatter curves of pictures are lines
HALF_WIDE, HALF_HIGH = 84, 130  # of a picture here
NOTCH = "M-58-130H84V22H58V130H-84V-22H-58z"  # its outline, with room for the indices
PICTURE = 'transform="translate(-84 -130)scale(.12923 .13)"'  # 1300 x 2000 units to 168 x 260
CLIP = f'<clipPath id="k"><path d="{NOTCH}"/></clipPath>'
FRAME = f'<path id="f" d="{NOTCH}" fill="none" stroke-width="1.2"/>'
FRAMED = '<use xlink:href="#f" stroke="{trim}"/>'
SIGN_SPOT = (-41.5, -113)  # of the suit in a picture, whose artist's place is below
SIGN_HEIGHT = 34.4  # with its margin
TURN = "scale(-1)"
HALO = 190  # the pen that draws white around it, in units of the sign
INDEX_X = 60  # an index is further from the middle than this
INDEX_SHIFT = 1.6  # and nearer to it than the artist's: 4 % of the width are free at the edge
ACE = 2.5  # how much larger than the other signs an ace's is
ACE_OF_SPADES = 4.5
ORNATE_ID = "pA"
HEAVIER = 1.35  # the lines of indices
COLOURS = {"red": "{dress}", "#44F": "{trim}", "#FC4": "{gold}", "black": "#1A1A1A"}
WINDOW = (  # in the ace of spades: holes run left around, what is in them right around
    "M0-400C-75-200-300-75-300 180a95 95 0 0 0 190 0C-110 152-60 140 0 140S110 152 110 180"
    "a95 95 0 0 0 190 0C300-75 75-200 0-400z"
    "M-40-265a40 40 0 1 1 80 0 40 40 0 1 1-80 0z"  # the sun
    "M0-200L250 108H-250zM0-200L62 108H86z"  # a pyramid and its edge
    "M-70-114l-18 22H23l-4-22zM-140-28l-18 22H40l-4-22zM-209 58l-18 22H57l-4-22z"  # its courses
)
_PEN = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit")


def faces() -> str:
    """The text of assets/faces.json."""
    shared = {"f": FRAME, "k": CLIP}
    drawn = {}
    for card in Card.ALL:
        root = ET.fromstring((HERE / "svg" / f"{card}.svg").read_text(encoding="utf-8"))
        drawn[str(card)] = _Face(card, root, shared).text()
    return _json({"shared": dict(sorted(shared.items())), "faces": drawn})


class _Face:
    """One of the artist's drawings, taken apart; shapes that other faces need go to `shared`."""

    def __init__(self, card: Card, root: ET.Element, shared: dict[str, str]) -> None:
        rank, suit = RANKS[card.rank - 1], SUITS[card.suit]
        self.card, self.root, self.shared = card, root, shared
        self.suit_id = f"p{suit}"
        self.symbols = {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}
        self.rank_symbol, self.suit_symbol = f"V{suit}{rank}", f"S{suit}{rank}"
        self.is_ornate = str(card) == "AS"

    def text(self) -> str:
        """The face's elements."""
        data = shorten(parse(self.symbols[self.suit_symbol][0].get("d", "")))
        self.share(f'<path id="{self.suit_id}" d="{data}"/>')
        if self.is_ornate:
            data += shorten(parse(WINDOW))
            self.share(f'<path id="{ORNATE_ID}" d="{data}"/>')
        turned = next(e for e in self.root if e.get("transform") == "rotate(180)" and len(e))
        half = [self.sign(use) for use in turned]
        signs = [self.sign(e) for e in self.root if self.is_sign(e)]
        middle = "".join(sign for sign in signs if sign not in half)
        name = f"h{self.card}"
        art = "".join(self.layers())
        if art:
            art = f'<g clip-path="url(#k)">{art}{self.halo()}</g>{FRAMED}'
        return (
            f'{art}<g fill="{{ink}}"><g id="{name}">{"".join(half)}</g>'
            f'<use xlink:href="#{name}" transform="{TURN}"/>{middle}</g>'
        )

    def share(self, shape: str) -> str:
        """Keep a shape for all faces; what refers to it."""
        name = shape.partition('id="')[2].partition('"')[0]
        self.shared[name] = shape
        return f'<use xlink:href="#{name}"/>'

    def is_sign(self, element: ET.Element) -> bool:
        """Whether the element of the drawing places a rank or a suit."""
        return element.get(HREF, "#")[1:] in (self.rank_symbol, self.suit_symbol)

    def sign(self, use: ET.Element) -> str:
        """A rank or suit in its place."""
        is_rank = use.get(HREF) == f"#{self.rank_symbol}"
        height = float(use.get("height", ""))
        x = float(use.get("x", "0")) + height / 2
        y = float(use.get("y", "0")) + height / 2
        if is_rank:
            return self.rank(_place(x + INDEX_SHIFT, y, height / 1000))
        name = self.suit_id
        if abs(x) > INDEX_X:
            place = _place(x + INDEX_SHIFT, y, height / 1200)
            return self.share(f'<use id="i{name[1]}" xlink:href="#{name}" transform="{place}"/>')
        if self.card.rank > 10:
            x, y = SIGN_SPOT
        elif self.card.rank == 1:
            height *= ACE_OF_SPADES if self.is_ornate else ACE
            name = ORNATE_ID if self.is_ornate else name
        else:
            scale = f"scale({_number(height / 1200, 5)})"
            shape = f'<use id="n{name[1]}" xlink:href="#{name}" transform="{_tight(scale)}"/>'
            return self.share(shape).replace("/>", f"{_at(x, y)}/>")
        return f'<use xlink:href="#{name}" transform="{_place(x, y, height / 1200)}"/>'

    def rank(self, place: str) -> str:
        """The rank in a corner."""
        symbol = self.symbols[self.rank_symbol][0]
        pen = "".join(f' {name}="{_heavier(name, symbol.get(name, ""))}"' for name in _PEN)
        shape = f'd="{shorten(parse(symbol.get("d", "")))}" fill="none"{pen} transform="{place}"'
        use = self.share(f'<path id="r{RANKS[self.card.rank - 1]}" {shape}/>')
        return use.replace("/>", ' stroke="{ink}"/>')

    def halo(self) -> str:
        """White around both signs in a picture."""
        one = _place(*SIGN_SPOT, SIGN_HEIGHT / 1200)
        signs = (f'<use xlink:href="#{self.suit_id}" transform="{t}{one}"/>' for t in ("", TURN))
        pen = f'stroke="white" stroke-width="{HALO}" stroke-linejoin="round"'
        return self.share(f'<g id="h{self.suit_id[1]}" fill="white" {pen}>{"".join(signs)}</g>')

    def layers(self) -> list[str]:
        """The picture of a court card: its layers, each with its half turned round."""
        done = []
        for number in range(1, 7):
            symbol = self.symbols.get(f"{SUITS[self.card.suit]}{RANKS[self.card.rank - 1]}{number}")
            if symbol is None:
                continue
            mirror = symbol[0].tag == f"{SVG}g"
            whole = [(e, mirror) for e in (symbol[0] if mirror else symbol)]
            whole += [(e, False) for e in symbol[1:] if mirror]
            name = f"{'abcdef'[number - 1]}{self.card}"
            inner = "".join(self.part(*part) for part in whole)
            done.append(
                f'<g id="{name}" {PICTURE}>{inner}</g>'
                f'<use xlink:href="#{name}" transform="{TURN}"/>'
            )
        return done

    def part(self, element: ET.Element, mirror: bool) -> str:
        """A shape of a picture's layer, or a suit's sign in it."""
        if element.tag == f"{SVG}path":
            parsed = parse(element.get("d", ""))
            parsed = mirrored(parsed, ARTIST_WIDTH) if mirror else parsed
            data = shorten(in_halves(straightened(parsed, TOLERANCE)))
            names = ("fill", "stroke", *_PEN)
            given = {name: element.get(name, "") for name in names}
            paint = "".join(f' {n}="{COLOURS.get(v, v)}"' for n, v in given.items() if v)
            return f'<path{paint} d="{data}"/>'
        assert self.is_sign(element)
        height = float(element.get("height", ""))
        place = element.get("transform", "").replace("rotate(0)", "").replace(",", " ")
        place, corner = place.rsplit("translate", 1)
        # The sign's own viewBox begins at -600 -600: here its origin is its centre.
        x, y = (float(part) + height / 2 for part in corner.strip("()").split())
        place += f"translate({_number(x)} {_number(y)})" if x or y else ""
        place += f"scale({_number(height / 1200, 5)})"
        if mirror:
            place = f"translate({ARTIST_WIDTH} 0)scale(-1 1)" + place
        given = {name: element.get(name, "") for name in ("stroke", *_PEN)}
        paint = "".join(f' {n}="{COLOURS.get(v, v)}"' for n, v in given.items() if v)
        place = _tight(place)
        return f'<use xlink:href="#{self.suit_id}" fill="{{ink}}"{paint} transform="{place}"/>'


def _place(x: float, y: float, scale: float) -> str:
    return _tight(f"translate({_number(x, 1)} {_number(y, 1)})scale({_number(scale, 5)})")


def _at(x: float, y: float) -> str:
    """Where a `use` is placed, as attributes."""
    places = ((axis, _number(value, 1)) for axis, value in (("x", x), ("y", y)))
    return "".join(f' {axis}="{place}"' for axis, place in places if place not in ("0", "-0"))


def _heavier(name: str, value: str) -> str:
    """The pen of an index, drawn thicker than the artist's."""
    return _number(HEAVIER * float(value)) if name == "stroke-width" else value


def _number(value: float, digits: int = 3) -> str:
    return f"{round(value, digits):g}"


def _tight(transform: str) -> str:
    return re.sub(r"(?<![0-9])(-?)0\.", r"\1.", transform)


def _json(table: object) -> str:
    return json.dumps(table, indent=0, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    (HERE / "faces.json").write_text(faces(), encoding="utf-8")
