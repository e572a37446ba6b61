"""How hard a won deal is: `rate`, and for ranges of numbers `rate_range`.

docs/rating.md defines every figure.
"""

from pyrtool.rating.chance import RatingLimits, rate, rate_range, won_range
from pyrtool.rating.record import (
    NotRatedAgain,
    RatingError,
    contradiction,
    format_rating,
    parse_rating,
)
from pyrtool.rating.scale import LEVELS, Chance, Rating, level_named

__all__ = [
    "LEVELS",
    "Chance",
    "NotRatedAgain",
    "Rating",
    "RatingError",
    "RatingLimits",
    "contradiction",
    "format_rating",
    "level_named",
    "parse_rating",
    "rate",
    "rate_range",
    "won_range",
]
