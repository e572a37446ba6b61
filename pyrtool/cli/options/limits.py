"""The options that limit a search or a rating."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyrtool.base.limits import Limits

if TYPE_CHECKING:
    from pyrtool.answers.rating.chances import RatingLimits


@dataclass(frozen=True)
class SteadyLimitOptions:
    """Limits of a search for deals; every machine reaches them alike."""

    limit_nodes: int | None = None
    limit_memory: int = 1024


@dataclass(frozen=True)
class CountedLimitOptions(SteadyLimitOptions):
    """The options that limit the searches of many deals, which no clock ends."""

    def limits(self) -> Limits:
        """Return `Limits`, or the `LimitError` of a number that is none."""
        return Limits(nodes=self.limit_nodes, memory_mib=self.limit_memory)


@dataclass(frozen=True)
class LimitOptions(CountedLimitOptions):
    """The options that limit a search."""

    limit_seconds: float | None = None

    def limits(self) -> Limits:
        """Return `Limits`, or the `LimitError` of a number that is none."""
        return Limits(self.limit_nodes, self.limit_seconds, self.limit_memory)


@dataclass(frozen=True)
class RatingOptions:
    """Limits of a rating, apart from its memory."""

    limit_positions: int | None = None
    playouts: int | None = None

    def limits(self, limiting: SteadyLimitOptions | LimitOptions) -> "RatingLimits":
        """Return `RatingLimits`, or the `LimitError` of a number that is none."""
        from pyrtool.answers.rating.chances import RatingLimits  # many commands rate nothing

        nodes = limiting.limit_nodes or RatingLimits.nodes
        return RatingLimits(self.limit_positions, self.playouts, nodes, limiting.limit_memory)
