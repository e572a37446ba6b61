"""How hard a won deal is: `rate`, and for ranges of numbers `rate_range`.

docs/understand/how-hard-is-a-deal.md defines every figure.
"""

from pyrtool.answers.rating.chances import RatingLimits, rate, rate_range, won_range
from pyrtool.answers.rating.scale import LEVELS, Chance, Rating, level_named

__all__ = [
    "LEVELS",
    "Chance",
    "Rating",
    "RatingLimits",
    "level_named",
    "rate",
    "rate_range",
    "won_range",
]
