"""The places of the bits that are set in a mask."""

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """Yield the places of a mask's bits, from the lowest.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
