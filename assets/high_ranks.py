"""The faces of ranks above the king, which the artist's deck does not have; faces.py calls this.

They are made of the deck's own digits and signs: the number in two corners and, once more, in an
oval that opens for the signs of its suit. What comes before the group of the ink is their picture,
as that of court cards is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paths import Step, parse, shorten

from pyrtool.game.cards import FRENCH_RANKS, SUITS, Card

ONE = "M-260 430V-430"  # as in the deck's ten
ZERO = "M-120 0V-310a120 150 0 0 1 240 0V310a120 150 0 0 1-240 0z"
UNIT_PLACE = (0.6, 95)  # how wide the second digit is, and how far to the right
TWO_PLACE = (0.42, -195)
ZERO_PLACE = (1, 175)
MIDDLE = 'transform="scale(1.55)translate(85.4 121)"'  # of an index, to the middle
OVAL = "M-24-98C-69-80-69 80-24 98M24-98C69-80 69 80 24 98"
SIGN = "translate(0 -98)scale(.0333)"
TURN = "scale(-1)"


def numbered(shared: dict[str, str]) -> dict[str, str]:
    """The elements of each face by its name; what they refer to goes to `shared`."""
    faces = {}
    for card in Card.EVERY:
        if card.rank <= FRENCH_RANKS or card.pack:
            continue
        suit, index = SUITS[card.suit], f"r{card.rank}"
        pen = shared["rT"].partition("fill=")[2]
        shared[index] = f'<path id="{index}" d="{_number(card.rank, shared)}" fill={pen}'
        signs = "".join(f'<use xlink:href="#p{suit}" transform="{t}{SIGN}"/>' for t in ("", TURN))
        corner = f'<use xlink:href="#{index}" stroke="{{ink}}"/><use xlink:href="#i{suit}"/>'
        faces[str(card)] = (
            f'<g fill="{{ink}}" stroke="none">{signs}'
            f'<use xlink:href="#{index}" stroke="{{ink}}" {MIDDLE}/>'
            f'<path d="{OVAL}" fill="none" stroke="{{ink}}" stroke-width="2.2"/></g>'
            f'<g fill="{{ink}}"><g id="h{card}">{corner}</g>'
            f'<use xlink:href="#h{card}" transform="{TURN}"/></g>'
        )
    return faces


def _number(rank: int, shared: dict[str, str]) -> str:
    """The path of a number of two digits, as wide as the deck's ten."""
    if rank == 20:
        return _placed(_data("2", shared), *TWO_PLACE) + _placed(ZERO, *ZERO_PLACE)
    return ONE + _placed(_data(str(rank % 10), shared), *UNIT_PLACE)


def _data(digit: str, shared: dict[str, str]) -> str:
    found = re.search(r' d="([^"]*)"', shared[f"r{digit}"])
    assert found is not None
    return found[1]


def _placed(data: str, width: float, x: float) -> str:
    """A digit made narrower, and moved."""
    return shorten(_narrowed(parse(data), width, x))


def _narrowed(steps: Iterable[Step], width: float, x: float) -> Iterator[Step]:
    for step in steps:
        points = tuple((width * px + x, py) for px, py in step.points)
        arc = (width * step.arc[0], *step.arc[1:]) if step.arc else ()
        yield Step(step.letter, points, arc)
