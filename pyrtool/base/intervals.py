"""Intervals of rates, by Wilson's formula and by the normal distribution.

Decides the formulas; what is counted is for `rating` and `survey`.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from pyrtool.base.arguments import ArgumentError
from pyrtool.base.messages import shown

CONFIDENCE = 0.95


def standard_errors(confidence: float) -> float:
    """Return the half-width of an interval of this confidence, in standard errors."""
    share = (1 + confidence) / 2
    if not (0 < confidence < 1 and share < 1):  # so near to 1 it is rounded
        raise ArgumentError(f"confidence {confidence}: must be between 0 and 1")
    return NormalDist().inv_cdf(share)


@dataclass(frozen=True)
class Rate:
    """A rate: `hits` of `deals`."""

    hits: int
    deals: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.deals:
            raise ArgumentError(f"hits: {shown(self.hits)} of {shown(self.deals)} cannot be")

    @property
    def value(self) -> float:
        """The share, 0 to 1; 0 of no deals is 0."""
        return self.hits / self.deals if self.deals else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the share, by the binomial distribution."""
        return 0.0 if not self.deals else sqrt(self.value * (1 - self.value) / self.deals)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return Wilson's score interval (1927) for the share; of no deals, 0 to 1."""
        z = standard_errors(confidence)
        if not self.deals:
            return 0.0, 1.0
        spread = 1 + z * z / self.deals
        centre = (self.value + z * z / (2 * self.deals)) / spread
        half = z * sqrt(
            self.value * (1 - self.value) / self.deals + z * z / (4 * self.deals * self.deals)
        )
        half /= spread
        # Rounding must not move the ends that are exact.
        low = 0.0 if self.hits == 0 else max(0.0, centre - half)
        high = 1.0 if self.hits == self.deals else min(1.0, centre + half)
        return low, high
