"""What a reader can choose of a page's look: colours of suits, tables, backs, and light or dark.

Decides the names and colours. The style sheets have the colours of tables, and the reader's browser
keeps what was chosen.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.languages import message
from pyrtool.pictures.decks import DECKS

SUIT_COLOURS: Final = MappingProxyType(
    {
        "2color": (message("Two colours"), DECKS["2color"].colours),
        "4color-classic": (message("Four colours"), ("#0A7D33", "#1F4FD8", "#C4161C", "#000000")),
        "4color": (message("Colour-blind"), DECKS["4color"].colours),
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
    {
        "papyrus": message("Papyrus"),
        "baize": message("Baize"),
        "nile": message("Nile"),
        "slate": message("Slate"),
    }
)
"""The tables that a reader can choose from: name -> what it is called. style/palettes.css has
their colours."""

BACKS: Final = MappingProxyType(
    {
        "weave": message("Weave"),
        "courses": message("Courses"),
        "dunes": message("Dunes"),
        "stars": message("Stars"),
        "rays": message("Rays"),
    }
)
"""The backs of cards: name -> what it is called. On a site, the first is everyone's, and the n-th
is earned by a win of the n-th level or a harder one. site/style/backs.css has their patterns."""

LIGHTS: Final = MappingProxyType(
    {"auto": message("Like the device"), "light": message("Light"), "dark": message("Dark")}
)
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
