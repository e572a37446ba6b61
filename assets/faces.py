"""Make assets/faces.json, the faces in short vector form, from assets/svg.

Needs nothing but pyrtool; build.py calls it. ``faces.json`` holds SVG text:

- `shared`: shapes by their id: the signs of suits ``pC``, of ranks ``r2``, and the clip ``k``
  and frame ``f`` of the pictures on court cards;
- `faces`: for each card its elements. The origin is the card's centre, its size 240 by 336.
  ``{ink}`` stands for the suit's colour, ``{dress}``, ``{trim}`` and ``{gold}`` for those of a
  picture.

What is ours: indices a third heavier, and pictures half as large again, in their natural
proportions; the indices have notches in them.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

from paths import mirrored, parse, shorten

from pyrtool.game.cards import RANKS, SUITS, Card

HERE = Path(__file__).resolve().parent
SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
ARTIST_WIDTH = 1300  # of the pictures on court cards, in their own units
HALF_WIDE, HALF_HIGH = 84, 130  # of a picture here
NOTCH = "M-62-130H84V22H62V130H-84V-22H-62z"  # its outline, with room for the indices
PICTURE = 'transform="translate(-84 -130)scale(.12923 .13)"'  # 1300 x 2000 units to 168 x 260
CLIP = f'<clipPath id="k"><path d="{NOTCH}"/></clipPath>'
FRAME = f'<path id="f" d="{NOTCH}" fill="none" stroke-width="1.2"/>'
FRAMED = '<use xlink:href="#f" stroke="{trim}"/>'
SIGN_SPOT = (-47, -113)  # of the suit in a picture, whose artist's place is below
INDEX_X = 60  # an index is further from the middle than this
INDEX_SHIFT = -3  # and a little further than the artist's
HEAVIER = 1.35  # the lines of indices
COLOURS = {"red": "{dress}", "#44F": "{trim}", "#FC4": "{gold}", "black": "#1A1A1A"}
_PEN = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit")


def faces() -> str:
    """The text of assets/faces.json."""
    shared = {"f": FRAME, "k": CLIP}
    drawn = {}
    for card in Card.ALL:
        root = ET.fromstring((HERE / "svg" / f"{card}.svg").read_text(encoding="utf-8"))
        drawing = _Face(card, root)
        drawn[str(card)] = drawing.text(shared)
    return _json({"shared": dict(sorted(shared.items())), "faces": drawn})


class _Face:
    """One of the artist's drawings, taken apart."""

    def __init__(self, card: Card, root: ET.Element) -> None:
        rank, suit = RANKS[card.rank - 1], SUITS[card.suit]
        self.card, self.root = card, root
        self.rank_id, self.suit_id = f"r{rank}", f"p{suit}"
        self.symbols = {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}
        self.rank_symbol, self.suit_symbol = f"V{suit}{rank}", f"S{suit}{rank}"

    def text(self, shared: dict[str, str]) -> str:
        """The face's elements; the shapes it shares with others are put into `shared`."""
        rank = self.symbols[self.rank_symbol][0]
        pen = "".join(f' {name}="{_heavier(name, rank.get(name, ""))}"' for name in _PEN)
        data = shorten(parse(rank.get("d", "")))
        shared[self.rank_id] = f'<path id="{self.rank_id}" d="{data}" fill="none"{pen}/>'
        data = shorten(parse(self.symbols[self.suit_symbol][0].get("d", "")))
        shared[self.suit_id] = f'<path id="{self.suit_id}" d="{data}"/>'
        turned = next(e for e in self.root if e.get("transform") == "rotate(180)" and len(e))
        half = [self.sign(use) for use in turned]
        signs = [self.sign(e) for e in self.root if self.is_sign(e)]
        middle = "".join(sign for sign in signs if sign not in half)
        name = f"h{self.card}"
        art = "".join(self.layers())
        if art:
            art = f'<g clip-path="url(#k)">{art}</g>{FRAMED}'
        return (
            f'{art}<g fill="{{ink}}"><g id="{name}">{"".join(half)}</g>'
            f'<use xlink:href="#{name}" transform="scale(-1)"/>{middle}</g>'
        )

    def is_sign(self, element: ET.Element) -> bool:
        """Whether the element of the drawing places a rank or a suit."""
        return element.get(HREF, "#")[1:] in (self.rank_symbol, self.suit_symbol)

    def sign(self, use: ET.Element) -> str:
        """A rank or suit in its place."""
        is_rank = use.get(HREF) == f"#{self.rank_symbol}"
        height = float(use.get("height", ""))
        x = float(use.get("x", "0")) + height / 2
        y = float(use.get("y", "0")) + height / 2
        if abs(x) > INDEX_X:
            x += INDEX_SHIFT
        elif self.card.rank > 10:
            x, y = SIGN_SPOT
        scale = height / (1000 if is_rank else 1200)
        name = self.rank_id if is_rank else self.suit_id
        place = f"translate({_number(x)} {_number(y)})scale({_number(scale, 5)})"
        ink = ' stroke="{ink}"' if is_rank else ""
        return f'<use xlink:href="#{name}"{ink} transform="{_tight(place)}"/>'

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
                f'<use xlink:href="#{name}" transform="scale(-1)"/>'
            )
        return done

    def part(self, element: ET.Element, mirror: bool) -> str:
        """A shape of a picture's layer, or a suit's sign in it."""
        if element.tag == f"{SVG}path":
            parsed = parse(element.get("d", ""))
            data = shorten(mirrored(parsed, ARTIST_WIDTH) if mirror else parsed)
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
