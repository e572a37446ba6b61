"""The options that limit a search or a rating."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyrtool.base.limits import Limits
from pyrtool.cli.options.groups import optional
from pyrtool.cli.options.parameters import LIMITS

if TYPE_CHECKING:
    from pyrtool.answers.rating.chances import RatingLimits


@dataclass(frozen=True)
class SteadyLimitOptions:
    """Limits of a search for deals; every machine reaches them alike."""

    limit_nodes: int | None = optional(
        "Nodes for counting first and only moves; verdicts have no node limit",
        "N",
        LIMITS,
        shown="1,000,000",
    )
    limit_memory: int = optional(
        "Memory per search, in MiB; a deal that needs more ends the command",
        "MIB",
        LIMITS,
        default=1024,
    )


@dataclass(frozen=True)
class CountedLimitOptions:
    """The options that limit the searches of many deals, which no clock ends."""

    limit_nodes: int | None = optional(
        "Search nodes per answer; beyond, it is unknown", "N", LIMITS
    )
    limit_memory: int = optional("Memory per search, in MiB", "MIB", LIMITS, default=1024)

    def limits(self) -> Limits:
        """Return `Limits`, or the `LimitError` of a number that is none."""
        return Limits(nodes=self.limit_nodes, memory_mib=self.limit_memory)


@dataclass(frozen=True)
class LimitOptions(CountedLimitOptions):
    """The options that limit a search."""

    limit_seconds: float | None = optional("Seconds per answer; beyond, it is unknown", "S", LIMITS)

    def limits(self) -> Limits:
        """Return `Limits`, or the `LimitError` of a number that is none."""
        return Limits(self.limit_nodes, self.limit_seconds, self.limit_memory)


@dataclass(frozen=True)
class RatingOptions:
    """Limits of a rating, apart from its memory."""

    limit_positions: int | None = optional(
        "Positions for an exact difficulty; beyond, playouts estimate it; in games like "
        "nestor 1,000,000",
        "N",
        LIMITS,
        shown="10,000,000",
    )
    playouts: int | None = optional(
        "Games per estimate; in games like nestor 2,000", "N", LIMITS, shown="200,000"
    )

    def limits(self, limiting: SteadyLimitOptions | LimitOptions) -> "RatingLimits":
        """Return `RatingLimits`, or the `LimitError` of a number that is none."""
        from pyrtool.answers.rating.chances import RatingLimits  # many commands rate nothing

        nodes = limiting.limit_nodes or RatingLimits.nodes
        return RatingLimits(self.limit_positions, self.playouts, nodes, limiting.limit_memory)
