"""Tables that are rejected, and what is said of each."""

from __future__ import annotations

TABLE = "QS / AS KC / 6D 7H 5D / -- -- 7S TD / -- -- -- -- -- / -- -- -- -- -- -- / " + "-- " * 7

PILES = "turned 3C stock 7C 9D 3D QC 8D 2D 4C KH 4D TH 9S waste 4H AH JD 6H 6C 9C"

WRONG_TABLES: dict[str, tuple[str, str]] = {
    "a card twice": (f"{TABLE}turned 7H", "line 1, card 29: 7H appears twice, here and at line 1"),
    "five sevens": (f"{TABLE}stock 7 7 7", "line 1, card 31: 7: the deck has only 4 of rank 7"),
    "a gap below a card": (
        f"{TABLE.replace('AS KC', 'AS --')}{PILES}",
        "pyramid 2.2: the card is gone, and 7H still lies on it",
    ),
    "partners that are left": (f"{TABLE}waste 4H", "they form pairs"),
    "no card": (f"{TABLE}stock 7C 0D", "line 1, card 30: '0D' is not a card"),
    "a row too short": (f"{TABLE.replace('AS KC', 'AS')}{PILES}", "line 1: 1 card, where the"),
    "a tableau too short": ("QS / AS KC", "line 1: the table ends after 3 of 28 cards"),
    "two turned cards": (f"{TABLE}turned 3C 7C", "line 1, card 30: more than one turned card"),
    "a pile twice": (f"{TABLE}{PILES} waste KD", "line 1: waste comes twice"),
    "a pass too many": (f"{TABLE}{PILES} pass 2", "line 1: pass 2: the rules have 1 pass"),
    "a pass in words": (f"{TABLE}{PILES} pass two", "line 1: pass must be a number"),
    "an unknown card": (
        f"{TABLE}{PILES.replace('3D', '??')}",
        "1 card is unknown (??): `pyrtool advise`",
    ),
    "too many unknown": (f"{TABLE}stock 99 face down", "cards unknown, but only"),
    "a bouquet": (f"{TABLE}bouquet 3C", "bouquet: 1 place, the rules have 0"),
    "a heading alone": ("# a position, pyramid\n", "line 1: the deal of this heading is missing"),
    "another game's": (f"# a position, giza\n{TABLE}{PILES}", "line 2"),
}
