"""Small games that Microsoft's scoring counts, and one whose best line is known."""

from __future__ import annotations

from pyrtool.game.games import Rules
from pyrtool.notation import parse_deal

from .dealing import legal

TABLEAUX = (
    "pyramid 1 + columns 2x2 + triangle 3",
    "triangle 2 + reserve 2 + pyramid 2",
    "pyramid 2 + triangle 1 + reserve 1 + triangle 2",
    "columns 2x1 + pyramid 1 + reserve 1 + pyramid 1 + pyramid 2",
)
"""Pyramids that do not all lie side by side."""

BANDS = [
    rules
    for tableau in TABLEAUX
    for deck in ({"total": 5, "suits": 3}, {"total": 7, "suits": 2})
    for stock in ({"stock": "bouquet"}, {"passes": 2}, {"stock": "bouquet", "overlap": True})
    if (
        rules := legal({"tableau": tableau, "goal": "pyramid", "scoring": "microsoft"}, deck, stock)
    )
]

ONE_FOUR = Rules(
    tableau="pyramid 1 + columns 1x4 + pyramid 1",
    total=5,
    suits=2,
    stock="bouquet",
    goal="pyramid",
    scoring="microsoft",
)

ONE_FOUR_CARDS = parse_deal("AC 4D 2C 3C 3D AD 4C 2D 5C 5D", ONE_FOUR).cards
"""Only one four can go, 4C: 4D lies in the column under 2C and both threes. It may go with AC, of
the upper row, or with AD, of the lower row, which comes first."""
