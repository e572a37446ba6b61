"""Tables as players see them, of whose cards some lie face down, and others are gone."""

from __future__ import annotations

PYRAMID = """QS
AS KC
6D 7H 5D
2S QH 7S TD
2C 8H QD JH 3S
JC -- 5S -- AD AC
-- -- -- -- -- 5H --
"""
SEEN = {
    "nothing of the stock": "turned KS\nwaste 6H",
    "stock": "turned KS\nwaste 4H AH JD 6H\nstock 18 face down",
    "any stock": "turned KS\nwaste 4H AH JD 6H\nstock face down",
    "question marks": "turned KS\nwaste ? ? ? 6H\nstock 18 face down\n"
    "gone KD 4S 9H 5C 8S 6S 7D TC 3H",
    "waste": "turned KS\nwaste 3 face down 6H\nstock 18 cards face down",
    "one below": "turned KS\nwaste 1 card face down 6H\nstock 18 face down",
    "any waste": "turned KS\nwaste face down 6H\nstock 18 face down",
    "pass": "turned 2H\nwaste 6H\nstock 17 face down\npass 2",
}
