"""Colours as ``#RRGGBB``: how well letters are read on a page.

Decides which colour letters have that are to look like another one.
"""

from typing import Final

CONTRAST: Final = 4.5
"""The contrast of letters with what they lie on, at least: WCAG 2, level AA."""


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 defines it.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """

    def light(one: str) -> float:
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (part / 255 for part in _parts(one))
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(colour), light(other)))
    return (high + 0.05) / (low + 0.05)


def ink(colour: str) -> str:
    """Return black or white, whichever is read better on a colour."""
    return max("#000000", "#FFFFFF", key=lambda letters: contrast(letters, colour))


def letters_in(colour: str, page: str = "#FFFFFF") -> str:
    """Return a colour for letters on a page: as dark, or as light, as it must be to be read.

    >>> letters_in("#C4161C"), letters_in("#C4161C", "#1C2024")
    ('#C4161C', '#D95F64')
    """
    parts, to_white = _parts(colour), ink(page) == "#FFFFFF"
    while contrast(colour, page) < CONTRAST:
        parts = [(part * 19 + (255 + 19) * to_white) // 20 for part in parts]
        colour = "#" + "".join(f"{part:02X}" for part in parts)
    return colour


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
