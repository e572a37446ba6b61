"""The panels of a help page, in their order: a command's own options first, the rules last."""

from __future__ import annotations

from typing import Final

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"
WANTED: Final = "What is wanted"
MOVING: Final = "Moving pictures"
WORK: Final = "Who works"
LIMITS: Final = "Limits of the search"
RATING: Final = "Limits of the rating"
RULES: Final = "Rules, in place of the game's"

ORDER: Final = (ARGUMENTS, OPTIONS, WANTED, MOVING, WORK, LIMITS, RATING, RULES)
