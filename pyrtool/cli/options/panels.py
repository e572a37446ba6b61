"""The panels of a help page, in their order: what to do, output, input, limits, rules."""

from __future__ import annotations

from typing import Final

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"
FINDING: Final = "What to find"
FILTERS: Final = "Filters"
RANKING: Final = "Ranking"
SHOWING: Final = "What to show"
PLAYER: Final = "Player"
UNSEEN: Final = "Unknown cards"
TEXT: Final = "Text"
LOOK: Final = "Appearance"
MOVING: Final = "Animation"
OUTPUT: Final = "Output"
INPUT: Final = "Deals and game"
WORK: Final = "Long runs"
LIMITS: Final = "Limits"
RULES: Final = "Rule changes"

ORDER: Final = (
    *(ARGUMENTS, OPTIONS, FINDING, FILTERS, RANKING, SHOWING, PLAYER, UNSEEN, TEXT, LOOK, MOVING),
    *(OUTPUT, INPUT, WORK, LIMITS, RULES),
)
MOST_IN_PANEL: Final = 8
"""More options than this are hard to scan. The rule changes, which are folded, may be more."""
