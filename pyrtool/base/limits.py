"""The limits of a search, and the slices in which a search runs to keep them.

Decides which limit was reached; what a search does with its slices does not matter to it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import nan
from time import monotonic
from typing import Final, Literal, Protocol

from pyrtool.base.arguments import check_fields, names_checked, public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shown

Limit = Literal["nodes", "seconds", "memory"]

MIB: Final = 2**20
MOST_MEMORY_MIB: Final = 2**20
MOST_NODES: Final = 10**18
MOST_SECONDS: Final = 10**9
UNLIMITED_NODES: Final = 2**62
FIRST_SLICE_NODES: Final = 1_000
SLICE_S: Final = 0.05  # between looks at the clock


class LimitError(PyrtoolError):
    """A limit that is not a positive number, or larger than any that means something."""


class LeftOpenError(LimitError):
    """A limit left open what a search over many deals cannot go on without."""


def check_limits(limits: object, most: Mapping[str, int]) -> None:
    """Raise a `LimitError` unless every field is None or positive, and `most` at the most."""
    given = {name: getattr(limits, name, nan) for name in most}
    for name, value in given.items():
        if type(value) in (int, float) and not value > 0:  # nan too
            raise LimitError(f"limit on {name}: {shown(value)} is not a positive number")
    check_fields(limits)
    for name, value in given.items():
        if value is not None and value > most[name]:
            raise LimitError(f"limit on {name}: {shown(value)} is over {most[name]}, the greatest")


@public
@names_checked
@dataclass(frozen=True)
class Limits:
    """The limits of a search: nodes, seconds of wall-clock time, MiB of memory for its table."""

    nodes: int | None = None
    seconds: float | None = None
    memory_mib: int = 1024

    def __post_init__(self) -> None:
        most = {"nodes": MOST_NODES, "seconds": MOST_SECONDS, "memory_mib": MOST_MEMORY_MIB}
        check_limits(self, most)


class Counting(Protocol):
    """A search that counts its nodes."""

    @property
    def nodes(self) -> int:
        """The nodes taken since the search began."""


class Budget:
    """Limits while a search runs, slice by slice.

    The slices grow while they are short, and shrink where nodes are dear (a node deals through
    all passes). How a search is cut into them changes neither its answer nor its nodes.
    """

    def __init__(self, limits: Limits) -> None:
        self.nodes = limits.nodes or UNLIMITED_NODES
        self._looked = monotonic()
        self.deadline = None if limits.seconds is None else self._looked + limits.seconds
        self._slice = FIRST_SLICE_NODES

    def rest(self, nodes: int, memory_mib: int) -> Limits | Limit:
        """Return the limits of the next search after `nodes`, or the limit that forbids one."""
        if nodes >= self.nodes:
            return "nodes"
        seconds = None if self.deadline is None else self.deadline - monotonic()
        if seconds is not None and seconds <= 0:
            return "seconds"
        left = None if self.nodes == UNLIMITED_NODES else self.nodes - nodes
        return Limits(left, seconds, memory_mib)

    def run(
        self,
        counting: Counting,
        search: Callable[[int], str],
        before: int = 0,
        begin: Callable[[int], str] | None = None,
    ) -> tuple[str, Limit | None]:
        """Run a search, slice by slice, until it answers or a limit is reached: the answer, and the
        limit if it has none.

        `search` takes up to this many nodes more, and answers ``paused`` or ``memory`` where it is
        not done. The search counts its own nodes; `before` were taken earlier. `begin` takes the
        first slice where `search` cannot.
        """
        if begin is None:
            answer = search(self.slice(before + counting.nodes))
        else:
            answer = begin(self.slice(before))
        while answer in ("paused", "memory"):
            if limit := self.reached(before + counting.nodes, answer):
                return answer, limit
            answer = search(self.slice(before + counting.nodes))
        return answer, None

    def work(self, run: Callable[[int], str], worked: Callable[[], int], most: int) -> str:
        """Let a kernel work out positions in slices: its answer, ``paused`` after more than `most`.

        `run` works out up to this many more, and `worked` counts them. Raise a `LeftOpenError`
        if the limit on seconds was reached.
        """
        end = worked() + most
        answer = run(min(self._slice, most))
        while answer == "paused" and (now := worked()) <= end:
            self._look_at_clock()
            answer = run(min(self._slice, end - now))
            if now == end == worked():
                break  # it was not done
        return "paused" if worked() > end else answer

    def total(self, count: Callable[[int, int], int], most: int) -> int:
        """Add up in slices what `count` counts among N more, after M before. A `LeftOpenError` if
        the limit on seconds was reached."""
        total = done = 0
        while done < most:
            if done:
                self._look_at_clock()
            more = min(self._slice, most - done)
            total += count(more, done)
            done += more
        return total

    def _look_at_clock(self) -> None:
        if self.reached(0, "paused") is not None:
            raise LeftOpenError("the limit on seconds was reached")

    def slice(self, nodes: int) -> int:
        """Return the number of nodes until the next look at the clock, after `nodes`."""
        return min(self._slice, self.nodes - nodes)

    def reached(self, nodes: int, answer: str) -> Limit | None:
        """Get the limit that has been reached after `nodes`, if the kernel paused with `answer`."""
        if answer == "memory":
            return "memory"
        if nodes >= self.nodes:
            return "nodes"
        now = monotonic()
        if now - self._looked < SLICE_S / 2:
            self._slice *= 2
        elif now - self._looked > 2 * SLICE_S:
            self._slice = max(self._slice // 2, 1)
        self._looked = now
        return "seconds" if self.deadline is not None and now >= self.deadline else None
