"""Ranges of deal numbers: what is wanted, what is done, what is left.

A range is (first, last), both included; `Ranges` are sorted, disjoint and do not touch.
"""

from collections.abc import Iterable, Iterator

from pyrtool.base.arguments import ArgumentError
from pyrtool.base.messages import counted, shown

Ranges = tuple[tuple[int, int], ...]


def normal(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return the same numbers as `Ranges`."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if first > last:
            continue
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return tuple(merged)


def of_numbers(numbers: Iterable[int]) -> Ranges:
    """Return the ranges that hold these numbers."""
    if isinstance(numbers, range) and abs(numbers.step) == 1 and numbers:
        one, other = numbers[0], numbers[-1]
        return ((min(one, other), max(one, other)),)
    return normal((number, number) for number in numbers)


def count(ranges: Ranges) -> int:
    """Count the deal numbers in some ranges."""
    return sum(last - first + 1 for first, last in ranges)


def without(ranges: Ranges, others: Ranges) -> Ranges:
    """Return the numbers of `ranges` that are not in `others`."""
    left: list[tuple[int, int]] = []
    gone = list(others)
    for first, last in ranges:
        while gone and gone[0][1] < first:
            gone.pop(0)
        for other_first, other_last in gone:
            if other_first > last:
                break
            left.append((first, other_first - 1))
            first = other_last + 1
        left.append((first, last))
    return normal(left)


def overlap(ranges: Ranges, others: Ranges) -> Ranges:
    """Return the numbers that are in both."""
    return without(ranges, without(ranges, others))


def part(ranges: Ranges, index: int, parts: int) -> Ranges:
    """Return the numbers of part `index` (from 1) of `parts`, as equal as they can be, in order."""
    if not 1 <= index <= parts:
        raise ArgumentError(f"part {shown(index)} of {shown(parts)}: there is none")
    total = count(ranges)
    skip, end = total * (index - 1) // parts, total * index // parts
    numbers: list[tuple[int, int]] = []
    for first, last in ranges:
        size = last - first + 1
        numbers.append((first + max(0, skip), min(last, first + end - 1)))
        skip, end = skip - size, end - size
    return normal(numbers)


def pieces(ranges: Ranges, size: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers in ranges of at most `size`."""
    if size < 1:
        raise ArgumentError(f"size {shown(size)}: must be 1 at least")
    for first, last in ranges:
        while first <= last:
            yield first, min(last, first + size - 1)
            first += size


def words(ranges: Ranges, prefix: str = "", most: int = 4) -> str:
    """Return the ranges for people: ``1-1000, 2001``."""
    shown = [
        f"{prefix}{first}" if first == last else f"{prefix}{first}-{prefix}{last}"
        for first, last in ranges[:most]
    ]
    more = len(ranges) - most
    return ", ".join(shown) + (f" and {counted(more, 'more range')}" if more > 0 else "")
