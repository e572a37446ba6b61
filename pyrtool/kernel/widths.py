"""The guard of every field that positions, keys, notes and masks are made of.

A kernel asks `check_width` for each of these numbers when it is made, and is not made where one
could spill into another. What all kernels have in common is asked by their `Game`.
"""


def check_width(what: str, most: int, bits: int) -> None:
    """A `ValueError` unless every number from 0 to `most` fits in so many bits."""
    if most >> bits:
        raise ValueError(f"{what}: up to {most}, which does not fit in {bits} bits")
