"""The data dictionary: what each column of an export means.

Decides the words, which files in Parquet carry and docs/reference/ledgers.md shows. Which columns a
survey has, its question says; a test holds both together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.surveys.counts import LIMITS, LOST_REASONS


@dataclass(frozen=True)
class Column:
    """What a column means: its kind of values, their unit (empty for none), and which there are."""

    meaning: str
    type: str
    unit: str = ""
    values: str = ""


_LOST: Final = ", ".join(LOST_REASONS)
_LIMITS: Final = ", ".join(LIMITS)

COLUMNS: Final[dict[str, Column]] = {
    "deal": Column(
        "the number of the deal, or its place in the file of deals",
        "whole number; text with a prefix or beyond 64 bits",
        values="from 0, or from 1 in a file",
    ),
    "outcome": Column("how the search ended", "text", values=f"won, {_LOST}, {_LIMITS}"),
    "verdict": Column("whether the deal is winnable", "text", values="won, lost, unknown"),
    "reason": Column(
        "why it is lost, or which limit left it unknown; empty if it is won",
        "text",
        values=f"{_LOST}, {_LIMITS}",
    ),
    "nodes": Column("the choices that the searches tried", "whole number", "nodes", "from 0"),
    "difficulty": Column(
        "how hard a winnable deal is: -log10 of the random player's chance; empty if it is not "
        "rated, not winnable, or the player won none of its games",
        "number, 4 decimals",
        "powers of ten",
        "from 0",
    ),
    "score": Column(
        "the best par score, or that of the player; 0 without scoring", "whole number", "points"
    ),
    "cleared_pass": Column(
        "the pass in which the line clears the pyramid", "whole number", "passes", "0 is never"
    ),
    "cards_left": Column(
        "the cards left at the end; with --best pyramid, those of the pyramid",
        "whole number",
        "cards",
        "from 0",
    ),
    "others_left": Column(
        "with --best pyramid, all cards left by that line; with --best all, those of the pyramid",
        "whole number",
        "cards",
        "from 0",
    ),
    "bound": Column(
        "what no line does better than; equal to the best found if that is proved",
        "whole number",
        "points or cards",
    ),
    "limit": Column(
        "the limit that left the best line unproved; empty if it is proved",
        "text",
        values=_LIMITS,
    ),
    "won": Column("whether the player won", "whole number", values="0, 1"),
    "thoughtful": Column(
        "the verdict of the deal with every card known", "text", values="won, lost, unknown"
    ),
    "game": Column("the nearest named game", "text", values="see `pyrtool games`"),
    "rules": Column("the game and the rules that differ from it", "text"),
    "numbering": Column(
        "what the deal number means", "text", values="native, freecell, pysolfc, text"
    ),
    "version": Column("the version of pyrtool", "text"),
    "solver": Column("the versions of what answered", "text"),
}
"""Every column that an export can have, by its name."""


def dictionary(names: Iterable[str]) -> JsonObject:
    """These columns as JSON has them: name -> meaning, type, unit, values."""
    return {name: asdict(COLUMNS[name]) for name in names}


guard(__name__)
