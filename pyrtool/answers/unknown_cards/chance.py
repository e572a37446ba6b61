"""The chance of one move at a table with unknown cards: what was counted, and what follows from it.

Records and texts need it without what finds it, which is in `chances`.
"""

from dataclasses import dataclass
from fractions import Fraction

from pyrtool.base.intervals import CONFIDENCE, Rate


@dataclass(frozen=True)
class TableChance:
    """The chance of a move.

    If `exact` is given, it is the chance of the best player that does not know the hidden cards.
    Otherwise `deals` were drawn. With every card known `winnable` of them can be won after the
    move, and a limit left `left_open` more undecided. Of the winnable ones `played` were played on,
    and the player won `won`.
    """

    deals: int
    winnable: int = 0
    left_open: int = 0
    played: int = 0
    won: int = 0
    exact: Fraction | None = None

    @property
    def is_open(self) -> bool:
        """Return whether nothing is known but the interval: a limit came before the first game."""
        return self.exact is None and (not self.deals or (self.winnable > 0 and not self.played))

    @property
    def value(self) -> float:
        """The chance, 0 to 1; 0 if it `is_open`."""
        if self.exact is not None:
            return float(self.exact)
        return Rate(self.winnable, self.deals).value * Rate(self.won, self.played).value

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return an interval for the chance, from Wilson's intervals for its two shares.

        Each of these is surer, so that their product has this confidence. If every winnable deal
        was played on, the chance is one share.
        """
        if self.exact is not None:
            return self.value, self.value
        if self.played == self.winnable:
            least, most = (Rate(self.won + more, self.deals) for more in (0, self.left_open))
            return least.interval(confidence)[0], most.interval(confidence)[1]
        surer = (1 + confidence) / 2
        least, most = (Rate(self.winnable + more, self.deals) for more in (0, self.left_open))
        low, high = Rate(self.won, self.played).interval(surer)
        return least.interval(surer)[0] * low, most.interval(surer)[1] * high
