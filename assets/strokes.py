"""Thin lines as shapes: `outlined` gives what a round pen draws along a path.

For lines that are thin beside their bends: each curve becomes one curve on either side, with
its control polygon moved outwards (Tiller and Hanson, 1984). Used by faces.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan

from paths import Point, Step

SMOOTH = cos(radians(12))  # directions closer than this go on without a corner


@dataclass(frozen=True)
class Curve:
    """A cubic curve, or a line when `line`; its points follow one another."""

    points: tuple[Point, Point, Point, Point]
    line: bool

    @property
    def directions(self) -> tuple[Point, Point, Point]:
        """Unit vectors along its control polygon; where a part has no length, its neighbour's."""
        parts = [_unit(_less(b, a)) for a, b in pairwise(self.points)]
        first = next(part for part in parts if part)
        last = next(part for part in reversed(parts) if part)
        return parts[0] or first, parts[1] or parts[0] or last, parts[2] or last

    def beside(self, reach: float) -> tuple[Point, Point, Point, Point]:
        """The points of the curve that runs `reach` to its left (y downwards)."""
        ways = self.directions
        normals = [_left(ways[0]), _between(*ways[:2]), _between(*ways[1:]), _left(ways[2])]
        moved = [_more(p, n, reach) for p, n in zip(self.points, normals, strict=True)]
        return moved[0], moved[1], moved[2], moved[3]


def outlined(steps: Iterable[Step], width: float, times: float) -> Iterator[Step]:
    """The lines that a round pen of `width` draws along the steps, as shapes `times` as large."""
    for curves, closed, at in _runs(steps):
        for step in _outline(curves, closed, at, width / 2):
            points = tuple((x * times, y * times) for x, y in step.points)
            arc = tuple(part * times for part in step.arc[:2]) + step.arc[2:]
            yield Step(step.letter, points, arc)


def _outline(curves: list[Curve], closed: bool, at: Point, reach: float) -> Iterator[Step]:
    if not curves:  # a dot
        yield Step("M", ((at[0] - reach, at[1]),))
        for x in (reach, -reach):
            yield Step("A", ((at[0] + x, at[1]),), (reach, reach, 0, 0, 1))
        yield Step("Z", ())
        return
    back = [Curve((c.points[3], c.points[2], c.points[1], c.points[0]), c.line) for c in curves]
    sides = [curves, back[::-1]]
    for k, side in enumerate(sides):
        if k == 0 or closed:
            yield Step("M", (side[0].beside(reach)[0],))
        before: Curve | None = side[-1] if closed else None
        for curve in side:
            if before is not None:
                yield from _corner(before, curve, reach)
            moved = curve.beside(reach)
            yield Step("L", moved[3:]) if curve.line else Step("C", moved[1:])
            before = curve
        if closed:
            yield Step("Z", ())
        else:  # a cap in three lines: the pen is too thin for its roundness to be seen
            end, way = side[-1].points[3], side[-1].directions[2]
            for across in (0.5, -0.5):
                yield Step("L", (_more(_more(end, way, 0.85 * reach), _left(way), across * reach),))
            yield Step("L", (_more(end, _left(way), -reach),))
    if not closed:
        yield Step("Z", ())


def _corner(before: Curve, curve: Curve, reach: float) -> Iterator[Step]:
    """From the end of one curve's side to the beginning of the next one's."""
    one, other = before.directions[2], curve.directions[0]
    along, turn = _dot(one, other), one[0] * other[1] - one[1] * other[0]
    pivot, start = curve.points[0], curve.beside(reach)[0]
    if along < SMOOTH:
        if turn < 0:  # the inner side
            yield Step("L", (pivot,))
        elif along > -0.5:
            yield Step("L", (_more(pivot, _between(one, other), reach * 0.95),))
        yield Step("L", (start,))


def _runs(steps: Iterable[Step]) -> Iterator[tuple[list[Curve], bool, Point]]:
    """The connected lines: their curves, whether they are closed, and where they begin."""
    run: list[Curve] = []
    at = begin = (0.0, 0.0)
    drawn = False
    for step in steps:
        if step.letter == "M":
            if drawn:
                yield run, False, begin
            run, drawn = [], False
            at = begin = step.points[0]
            continue
        drawn = True
        ends = (begin,) if step.letter == "Z" else step.points
        if step.letter == "A":
            made = list(_arc(at, step))
        elif step.letter == "C":
            made = [Curve((at, *step.points), False)]  # type: ignore[arg-type]
        else:
            made = [Curve((at, at, ends[-1], ends[-1]), True)]
        run += [curve for curve in made if len(set(curve.points)) > 1]
        at = ends[-1]
        if step.letter == "Z":
            yield run, True, begin
            run, drawn = [], False
    if drawn:
        yield run, False, begin


def _arc(start: Point, step: Step) -> Iterator[Curve]:
    """An elliptic arc as curves of at most a right angle (SVG 1.1, appendix F.6)."""
    rx, ry, turn, large, sweep = step.arc
    end = step.points[0]
    if start == end or not rx or not ry:
        return
    c, s = cos(radians(turn)), sin(radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * dx + s * dy, c * dy - s * dx
    too_small = sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * too_small, ry * too_small
    rest = rx**2 * ry**2 / (rx**2 * y**2 + ry**2 * x**2) - 1
    k = (1 if large != sweep else -1) * sqrt(max(0.0, rest))
    mx, my = k * rx * y / ry, -k * ry * x / rx
    middle = (c * mx - s * my + (start[0] + end[0]) / 2, s * mx + c * my + (start[1] + end[1]) / 2)
    one, other = ((x - mx) / rx, (y - my) / ry), ((-x - mx) / rx, (-y - my) / ry)
    first = _angle((1, 0), one)
    span = _angle(one, other)
    span += 2 * pi if sweep and span < 0 else -2 * pi if not sweep and span > 0 else 0
    count = ceil(abs(span) / (pi / 2) - 1e-9)
    arm = 4 / 3 * tan(span / count / 4)

    def spot(angle: float, along: float) -> Point:
        u, v = cos(angle) - along * sin(angle), sin(angle) + along * cos(angle)
        return middle[0] + c * rx * u - s * ry * v, middle[1] + s * rx * u + c * ry * v

    for i in range(count):
        a, b = first + span * i / count, first + span * (i + 1) / count
        yield Curve((spot(a, 0), spot(a, arm), spot(b, -arm), spot(b, 0)), False)


def _angle(one: Point, other: Point) -> float:
    cosine = _dot(one, other) / (hypot(*one) * hypot(*other))
    size = acos(max(-1.0, min(1.0, cosine)))
    return size if one[0] * other[1] - one[1] * other[0] >= 0 else -size


def _between(one: Point, other: Point) -> Point:
    """The normal at a corner, longer the sharper it is: where the moved lines meet."""
    along = max(_dot(one, other), -0.5)
    n = (_left(one)[0] + _left(other)[0], _left(one)[1] + _left(other)[1])
    return n[0] / (1 + along), n[1] / (1 + along)


def _left(way: Point) -> Point:
    return way[1], -way[0]


def _unit(way: Point) -> Point | None:
    length = hypot(*way)
    return (way[0] / length, way[1] / length) if length > 1e-9 else None


def _less(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def _more(point: Point, way: Point, by: float) -> Point:
    return point[0] + way[0] * by, point[1] + way[1] * by


def _dot(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1]
