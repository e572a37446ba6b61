"""Draw charts of what was measured, as .png or .svg.

`outcomes`, `rates`, `passes` and `scores` are of surveys, `difficulty` and `moves` of
ratings, `places` of blocks, `effort` of players. All need the extra `plot`.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    (
        "pyrtool chart rates giza.db -o rates.png",
        "Win rates of surveys side by side.",
    ),
    (
        "pyrtool chart places 1-200 -g giza -o places.png",
        "Where the blocks of 200 deals lie.",
    ),
)

COMMANDS: Final = {
    "outcomes": "Draw how the deals of surveys end, a bar a survey.",
    "rates": "Draw win rates of surveys side by side, with intervals.",
    "passes": "Draw win rates by the number of passes.",
    "scores": "Draw how best scores spread.",
    "difficulty": "Draw how difficulties spread over the levels.",
    "moves": "Draw difficulty against only moves.",
    "places": "Draw where the blocks of deals lie.",
    "effort": "Draw what players win against the time that they think.",
}
"""The commands, each with the first sentence of its help."""
