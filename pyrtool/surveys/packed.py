"""Columns of numbers as compressed bytes, for ledgers: small, and the same on every machine."""

from __future__ import annotations

import sys
import zlib
from array import array
from typing import Final, Literal

from pyrtool.base.arguments import ArgumentError, guard

Numbers = Literal["I", "Q"]
WIDTH: Final[dict[Numbers, int]] = {"I": 4, "Q": 8}
"""How many bytes a number takes."""


def press(*columns: bytes | bytearray) -> bytes:
    """The columns one after the other, compressed.

    Run lengths and Huffman codes only: longer matches are chance here, and cost six times as much
    time.
    """
    zipper = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
    return b"".join(map(zipper.compress, columns)) + zipper.flush()


def unpress(packed: bytes) -> bytes:
    """The inverse of `press`, all columns in one; `ArgumentError` for other bytes."""
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise ArgumentError(f"not the outcomes of deals: {error}") from None


def planes(numbers: array[int]) -> bytes:
    """The numbers byte by byte: all their lowest bytes first, then all second ones, and so on."""
    low_first = array(numbers.typecode, numbers)
    if sys.byteorder == "big":
        low_first.byteswap()
    data, width = low_first.tobytes(), numbers.itemsize
    return b"".join(data[plane::width] for plane in range(width))


def of_planes(data: bytes, numbers: Numbers) -> array[int]:
    """The inverse of `planes`; `ArgumentError` when there are no whole numbers."""
    width = WIDTH[numbers]
    count, rest = divmod(len(data), width)
    if rest:
        raise ArgumentError("not the outcomes of deals: their number is wrong")
    low_first = bytearray(len(data))
    for plane in range(width):
        low_first[plane::width] = data[count * plane : count * (plane + 1)]
    found = array(numbers, bytes(low_first))
    if sys.byteorder == "big":
        found.byteswap()
    return found


guard(__name__)
