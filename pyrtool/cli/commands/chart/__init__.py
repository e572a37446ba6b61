"""Draw charts of surveys, ratings, blocks, or players.

`outcomes`, `rates`, `passes` and `scores` read surveys; `difficulty`, `moves` and `reasoning`
read ratings; `places` shows blocks, and `effort` players. All need the extra `plot`, and write
.png or .svg.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    (
        "pyrtool chart rates giza.db -o rates.png",
        "Draw the win rate of a survey",
    ),
    (
        "pyrtool chart places 1-200 -g giza -o places.png",
        "Draw where blocks lie",
    ),
)

COMMANDS: Final = {
    "outcomes": "Draw how the deals of each survey end.",
    "rates": "Draw the win rates of surveys with their intervals.",
    "passes": "Draw win rates by the number of passes.",
    "scores": "Draw the distribution of best scores.",
    "difficulty": "Draw the distribution of difficulties over the levels.",
    "moves": "Draw difficulty against the number of only moves.",
    "reasoning": "Draw difficulty against the number of forced pairs.",
    "places": "Draw where the blocks of deals lie.",
    "effort": "Draw the win rate of players against their thinking time.",
}
"""The commands, each with the summary of its help."""
