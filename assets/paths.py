"""SVG path data made short: `shorten` rounds to a grid and writes each step in the shortest way.

Used by build.py for the vector faces and the outlines of letters.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot

Point = tuple[float, float]
Spot = tuple[int, int]

ROUNDED = 1.0
"""How far a coordinate of a drawing may be from the exact one."""

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@dataclass(frozen=True)
class Step:
    """One step in absolute terms: its letter M L C Q A Z, its points (the last is where it
    ends), and for an arc its radii, rotation and flags."""

    letter: str
    points: tuple[Point, ...]
    arc: tuple[float, ...] = ()


def parse(data: str) -> Iterator[Step]:
    """The steps of path data; arc flags must stand apart."""
    tokens = [letter or float(number) for letter, number in _TOKEN.findall(data)]
    at: Point = (0.0, 0.0)
    begin = at
    control: Point | None = None  # of the step before, for S and T
    letter = ""
    i = 0
    while i < len(tokens):
        if isinstance(tokens[i], str):
            letter = str(tokens[i])
            i += 1
        elif letter in "Mm":
            letter = "L" if letter == "M" else "l"
        upper = letter.upper()
        given = [float(number) for number in tokens[i : i + _COUNTS[upper]]]
        i += _COUNTS[upper]
        base = at if letter.islower() else (0.0, 0.0)
        if upper == "Z":
            at, control = begin, None
            yield Step("Z", ())
            continue
        if upper == "A":
            *arc, x, y = given
            at, control = (base[0] + x, base[1] + y), None
            yield Step("A", (at,), tuple(arc))
            continue
        if upper == "H":
            points = [(base[0] + given[0], at[1])]
        elif upper == "V":
            points = [(at[0], base[1] + given[0])]
        else:
            points = [
                (base[0] + x, base[1] + y) for x, y in zip(given[::2], given[1::2], strict=True)
            ]
        if upper in "ST":
            mirror = at if control is None else (2 * at[0] - control[0], 2 * at[1] - control[1])
            points.insert(0, mirror)
        control = points[-2] if len(points) > 1 else None
        at = points[-1]
        if upper == "M":
            begin = at
        yield Step({"H": "L", "V": "L", "S": "C", "T": "Q"}.get(upper, upper), tuple(points))


def mirrored(steps: Iterable[Step], width: float) -> Iterator[Step]:
    """The steps with left and right exchanged on a page of `width`."""
    for step in steps:
        points = tuple((width - x, y) for x, y in step.points)
        arc = step.arc
        if arc:
            rx, ry, turn, large, sweep = arc
            arc = (rx, ry, -turn, large, 1 - sweep)
        yield Step(step.letter, points, arc)


def straightened(steps: Iterable[Step], tolerance: float) -> Iterator[Step]:
    """The steps with lines for curves whose control points lie within `tolerance` of them."""
    at: Point = (0.0, 0.0)
    begin = at
    for step in steps:
        if step.letter == "C" and all(
            _off(p, at, step.points[-1]) <= tolerance for p in step.points
        ):
            step = Step("L", step.points[-1:])
        if step.letter == "M":
            begin = step.points[-1]
        at = step.points[-1] if step.points else begin
        yield step


def _off(point: Point, begin: Point, end: Point) -> float:
    """How far a point is from the line between two."""
    along = end[0] - begin[0], end[1] - begin[1]
    length = hypot(*along)
    there = point[0] - begin[0], point[1] - begin[1]
    part = (there[0] * along[0] + there[1] * along[1]) / length**2 if length else 0.0
    part = min(1.0, max(0.0, part))
    return hypot(there[0] - part * along[0], there[1] - part * along[1])


def in_halves(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps with one arc for two that are quarters of an ellipse, one after the other."""
    before: Point = (0.0, 0.0)
    at = before
    begin = at
    first: Step | None = None  # a quarter, which begins at `before`
    for step in steps:
        end = step.points[-1] if step.points else begin
        if first is not None:
            arc = _half(before, end, step.arc) if step.arc == first.arc else None
            if arc is not None:
                yield Step("A", step.points, arc)
                first, at = None, end
                continue
            yield first
            first = None
        if step.arc and _is_near(at, end, step.arc[:2]):
            first, before = step, at
        else:
            yield step
        begin = end if step.letter == "M" else begin
        at = end
    if first is not None:
        yield first


def _half(begin: Point, end: Point, arc: tuple[float, ...]) -> tuple[float, ...] | None:
    """The arc with the radius that is half the way between two points, if that is an axis: an arc
    that is a little wider would have its centre elsewhere."""
    wide, high = (abs(round(b) - round(a)) / 2 for a, b in zip(begin, end, strict=True))
    if _is_near(begin, end, (2 * arc[0], 0)):
        return (wide, *arc[1:])
    if _is_near(begin, end, (0, 2 * arc[1])):
        return (arc[0], high, *arc[2:])
    return None


def _is_near(begin: Point, end: Point, apart: tuple[float, ...]) -> bool:
    """Whether two points are this far apart along both axes, but for rounding."""
    return all(abs(abs(b - a) - by) <= ROUNDED for a, b, by in zip(begin, end, apart, strict=True))


def shorten(steps: Iterable[Step]) -> str:
    """The steps as path data with whole coordinates, relative or absolute, whichever is shorter."""
    out: list[str] = []
    last = ""
    at: Spot = (0, 0)
    begin = at
    control: Spot | None = None

    def write(*choices: tuple[str, list[float]]) -> None:
        nonlocal last
        texts = []
        for letter, numbers in choices:
            follows = letter == last and letter not in "Mm"
            follows |= (letter == "l" and last == "m") or (letter == "L" and last == "M")
            texts.append((_joined(numbers, "" if not follows else "0", letter, follows), letter))
        text, last = min(texts, key=lambda pair: len(pair[0]))
        out.append(text)

    for step in steps:
        if step.letter == "Z":
            out.append("z")
            last, at, control = "z", begin, None
            continue
        spots = [(round(x), round(y)) for x, y in step.points]
        end = spots[-1]
        rel = [(x - at[0], y - at[1]) for x, y in spots]
        flat, flat_rel = _flat(spots), _flat(rel)
        if step.letter == "M":
            write(("M", flat), ("m", flat_rel))
            begin = end
        elif step.letter == "A":
            arc = [_tidy(part) for part in step.arc]
            if end != at:
                write(("A", arc + flat), ("a", arc + flat_rel))
        elif step.letter == "L" or (all(spot == at for spot in spots[:-1]) and step.letter == "C"):
            if end == at:
                if last in "Mm":  # a dot of a round pen
                    write(("h", [0]))
                continue
            if end[1] == at[1]:
                write(("H", [end[0]]), ("h", [rel[-1][0]]))
            elif end[0] == at[0]:
                write(("V", [end[1]]), ("v", [rel[-1][1]]))
            else:
                write(("L", flat[-2:]), ("l", flat_rel[-2:]))
        elif all(spot == at for spot in spots):
            continue
        elif step.letter == "C" and spots[0] == (
            at if control is None else (2 * at[0] - control[0], 2 * at[1] - control[1])
        ):
            write(("S", flat[2:]), ("s", flat_rel[2:]))
        else:
            write((step.letter, flat), (step.letter.lower(), flat_rel))
        control = spots[-2] if step.letter == "C" and last in "CcSs" else None
        at = end
    return "".join(out)


def _joined(numbers: list[float], before: str, letter: str, follows: bool) -> str:
    text = "" if follows else letter
    for number in numbers:
        word = f"{number:g}"
        word = word.replace("0.", ".", 1) if word.startswith(("0.", "-0.")) else word
        apart = bool(text or before) and not (text or before)[-1:].isalpha()
        text += (" " if apart and not word.startswith("-") else "") + word
    return text


def _flat(spots: list[Spot]) -> list[float]:
    return [part for spot in spots for part in spot]


def _tidy(part: float) -> float:
    return round(part, 1)
