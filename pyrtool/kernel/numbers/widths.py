"""The guard of every field that positions, keys, notes and masks are made of.

A kernel asks `check_width` for each of these numbers when it is made, and is not made where one
could spill into another. What all kernels have in common is asked by their `Game`. What a kernel is
handed later is asked for its length by `check_length`, or by `Game.check_cards`, before it is read.
"""

Handed = bytes | bytearray | memoryview | list[int] | list[list[int]] | list[tuple[int, int, int]]
"""What has a length."""


def check_width(what: str, most: int, bits: int) -> None:
    """Raise a `ValueError` unless every number from 0 to `most` fits in this many bits."""
    if most >> bits:
        raise ValueError(f"{what}: up to {most}, which does not fit in {bits} bits")


def check_length(what: str, given: Handed, least: int, most: int | None = None) -> None:
    """A `ValueError` unless what is given has `least` members; with `most` any number up to it."""
    length = len(given)
    if length != least if most is None else not least <= length <= most:
        raise ValueError(f"{what}: has {length} members where {least} are needed")


def check_room(what: str, given: Handed, least: int) -> None:
    """Raise a `ValueError` unless what is given has at least `least` members."""
    if len(given) < least:
        raise ValueError(f"{what}: has {len(given)} members where at least {least} are needed")


def check_below(what: str, given: bytes | bytearray | memoryview, end: int) -> None:
    """A `ValueError` unless every byte given is less than `end`."""
    if bytes(given).translate(None, bytes(range(min(end, 256)))):
        raise ValueError(f"{what}: a byte is not below {end}")
