"""The guard of every field that keys, notes and masks are made of.

A key has the cards left in its low bits (set order, see `sets`) and what else tells positions apart
above them; a note packs positions likewise. A kernel asks `check_width` for each of these numbers
when it is made, and is not made where one could spill into another.
"""


def check_width(what: str, most: int, bits: int) -> None:
    """A `ValueError` unless every number from 0 to `most` fits in so many bits."""
    if most >> bits:
        raise ValueError(f"{what}: up to {most}, which does not fit in {bits} bits")
