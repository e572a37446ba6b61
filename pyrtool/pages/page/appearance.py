"""What a reader can choose of a page's look: colours of suits, tables, and light or dark.

Decides the names and colours. The style sheets have the colours of tables, and the reader's browser
keeps what was chosen.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.pictures.decks import DECKS

SUIT_COLOURS: Final = MappingProxyType(
    {
        "2color": ("Two colours", DECKS["2color"].colours),
        "4color-classic": ("Four colours", ("#0A7D33", "#1F4FD8", "#C4161C", "#000000")),
        "4color": ("Colour-blind", DECKS["4color"].colours),
    }
)
"""The colours of suits that a reader can choose from: name -> what it is called, C D H S."""

COURT_COLOURS: Final = MappingProxyType(
    {
        **{name: (DECKS[name].dress, DECKS[name].trim) for name in DECKS},
        "4color-classic": (
            ("#0A7D33", "#1F4FD8", "#C4161C", "#6E6E6E"),
            ("#06451C", "#12307F", "#6E0C10", "#333333"),
        ),
    }
)
"""What the courts wear where suits have these colours: name -> the clothes of C D H S, and what
their other clothes and their lines have."""

PALETTES: Final = MappingProxyType(
    {"papyrus": "Papyrus", "baize": "Baize", "nile": "Nile", "slate": "Slate"}
)
"""The tables that a reader can choose from: name -> what it is called. style/palettes.css has
their colours."""

LIGHTS: Final = MappingProxyType({"auto": "Like the device", "light": "Light", "dark": "Dark"})
"""Whether the page is light or dark: name -> what it is called."""

BACKGROUNDS: Final = MappingProxyType(
    {
        "white": ("papyrus", "auto"),
        "dark": ("papyrus", "dark"),
        "green": ("baize", "auto"),
        "transparent": ("papyrus", "auto"),
    }
)
"""Which palette and light a reader finds at first, by the backgrounds of pictures."""


guard(__name__)
