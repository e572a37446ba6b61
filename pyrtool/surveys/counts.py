"""The counts of every survey: outcomes by their names, and a histogram of nodes. Parts add up.

Decides what the outcomes of a solved deal are called. What each question counts, and what is
derived from it, is in its own `counts`; how it is written is for its `report`.
"""

import sys
import zlib
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import sqrt
from typing import Final, Literal, Self, TypeVar, assert_never

from pyrtool.answers.verdicts import Answer, Lost, Unknown, Verdict, Won
from pyrtool.base.arguments import ArgumentError
from pyrtool.base.messages import shown
from pyrtool.kernel.bulk import BUCKETS

Numbers = Literal["I", "Q"]
WIDTH: Final[dict[Numbers, int]] = {"I": 4, "Q": 8}
"""How many bytes a number takes."""


def press(*columns: bytes | bytearray) -> bytes:
    """Return the columns one after the other, compressed.

    Run lengths and Huffman codes only: longer matches are chance here, and take six times as long.
    """
    zipper = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
    return b"".join(map(zipper.compress, columns)) + zipper.flush()


def unpress(packed: bytes) -> bytes:
    """Undo `press`, all columns in one; raise an `ArgumentError` for other bytes."""
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise ArgumentError(f"not the outcomes of deals: {error}") from None


def planes(numbers: "array[int]") -> bytes:
    """Write the numbers byte by byte: all lowest bytes first, then all second ones, and so on."""
    low_first = array(numbers.typecode, numbers)
    if sys.byteorder == "big":
        low_first.byteswap()
    data, width = low_first.tobytes(), numbers.itemsize
    return b"".join(data[plane::width] for plane in range(width))


def of_planes(data: bytes, numbers: Numbers) -> "array[int]":
    """Undo `planes`; raise an `ArgumentError` when there are no whole numbers."""
    width = WIDTH[numbers]
    count, rest = divmod(len(data), width)
    if rest:
        raise ArgumentError("not the outcomes of deals: their number is wrong")
    low_first = bytearray(len(data))
    for plane in range(width):
        low_first[plane::width] = data[count * plane : count * (plane + 1)]
    found = array(numbers, bytes(low_first))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def pack_columns(*columns: "bytes | bytearray | array[int]") -> bytes:
    """Compress columns that have a number for each deal."""
    return press(*(planes(one) if isinstance(one, array) else one for one in columns))


def unpack_columns(
    packed: bytes, deals: int, kinds: Sequence[Numbers | None]
) -> list[Sequence[int]]:
    """Undo `pack_columns`; a column of no kind has bytes. Raise an `ArgumentError` for others."""
    data, columns = unpress(packed), list[Sequence[int]]()
    for kind in kinds:
        size = deals * (1 if kind is None else WIDTH[kind])
        column, data = data[:size], data[size:]
        columns.append(column if kind is None else of_planes(column, kind))
    if data or any(len(column) != deals for column in columns):
        raise ArgumentError("not the answers of deals: their number is wrong")
    return columns


WON: Final = "won"
DROPPED: Final = "dropped"
LOST_REASONS: Final = ("simple block", "set block", "crossblock", "count", "exhausted")
LIMITS: Final = ("nodes", "memory")
_BLOCKS: Final = frozenset(("simple block", "set block", "crossblock"))
_EXACT_NODES: Final = 256
MOST_LETTERS: Final = 80
"""The longest name of an outcome: longer ones have numbers that no game makes."""


def outcome_of(verdict: Verdict) -> str:
    """Name a verdict as surveys do: `won`, the reason of a loss, or the limit that was reached.

    >>> from pyrtool.answers.verdicts import Lost
    >>> outcome_of(Lost("exhausted", nodes=7))
    'exhausted'
    """
    match verdict:
        case Won():
            return WON
        case Lost(reason):
            return reason
        case Unknown(limit):
            return limit
        case _:
            assert_never(verdict)


def answer_of(outcome: str) -> Answer:
    """Return the answer that an outcome is, whatever its reason or limit."""
    return "won" if outcome == WON else "unknown" if outcome in LIMITS else "lost"


def kept_outcomes(keep_if: str) -> frozenset[str]:
    """Return the verdicts of the deals that count under `keep_if`; unknown deals always do."""
    kept: dict[str, set[str]] = {
        "winnable": {WON},
        "lost": {*LOST_REASONS},
        "blocked": {*_BLOCKS},
        "unblocked": {WON, *LOST_REASONS} - _BLOCKS,
    }
    if keep_if not in kept:
        raise ArgumentError(f"keep_if {shown(keep_if)}: must be {', '.join(kept)}")
    return frozenset(kept[keep_if].union(LIMITS))


def bucket_least(bucket: int) -> int:
    """Return the least node count of a bucket of the histogram (`kernel.bulk.tally` fills it)."""
    if not 0 <= bucket < BUCKETS:
        raise ArgumentError(f"bucket {shown(bucket)}: must be 0 to {BUCKETS - 1}")
    if bucket < _EXACT_NODES:
        return bucket
    shift = bucket // 128 - 1
    return (bucket - 128 * shift) << shift


def bucket_of(nodes: int) -> int:
    """Return the bucket of a node count; the last one takes all that is beyond."""
    shift = max(0, nodes.bit_length() - _EXACT_NODES.bit_length() + 1)
    return min((shift << 7) + (nodes >> shift), BUCKETS - 1)


K = TypeVar("K", int, str)


def summed(counts: Iterable[tuple[K, int]]) -> dict[K, int]:
    """Add up the deals that are counted under each key, in the order of the keys' first counts."""
    sums: dict[K, int] = {}
    for key, deals in counts:
        sums[key] = sums.get(key, 0) + deals
    return sums


def quantile(counts: Mapping[int, int], share: float) -> int:
    """Get the least number that at least this share of those counted does not exceed, 0 of none."""
    numbers = sorted(counts)
    sums = list(accumulate(counts[number] for number in numbers))
    wanted = share * sums[-1] if sums else 0.0
    return next((n for n, found in zip(numbers, sums, strict=True) if found >= wanted), 0)


@dataclass(frozen=True)
class Spread:
    """The number of deals with each score, or each number of cards left."""

    deals_by_score: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.deals_by_score.values())

    @cached_property
    def _sum(self) -> int:
        return sum(score * deals for score, deals in self.deals_by_score.items())

    @property
    def mean(self) -> float:
        """Points a deal, 0 of no deals."""
        return self._sum / self.deals if self.deals else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 for fewer than two deals."""
        if self.deals < 2:
            return 0.0
        squares = sum(score * score * deals for score, deals in self.deals_by_score.items())
        # Whole numbers up to here, so that no order of adding changes the last digit.
        spread = self.deals * squares - self._sum * self._sum
        return sqrt(spread / (self.deals - 1)) / self.deals

    def quantile(self, share: float) -> int:
        """Return the least score that this share of the deals does not exceed, 0 of no deals."""
        return quantile(self.deals_by_score, share)

    def from_up(self, score: int) -> int:
        """Return how many deals have this score or more."""
        return sum(deals for other, deals in self.deals_by_score.items() if other >= score)


@dataclass(frozen=True)
class Nodes:
    """The nodes that deals took: their sum and maximum, and how many deals fell in each bucket.

    A bucket is one node count below 256, and above it those whose eight highest bits agree, so
    quantiles are exact below 256 and at most 0.8 % low above. `hardest` is the first deal that
    took `most` nodes, None when there are no deals.
    """

    total: int = 0
    most: int = 0
    hardest: int | None = None
    histogram: Mapping[int, int] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        """The number of deals that were counted."""
        return sum(self.histogram.values())

    @property
    def mean(self) -> float:
        """The mean number of search nodes a deal."""
        return self.total / self.deals if self.deals else 0.0

    def quantile(self, share: float) -> int:
        """Return the least node count that at least this share of the deals does not exceed.

        Rounded down to its bucket. The median is the quantile of 0.5.
        """
        return bucket_least(quantile(self.histogram, share))

    @classmethod
    def of_deal(cls, number: int, nodes: int) -> Self:
        """Return the nodes of one deal."""
        return cls(nodes, nodes, number, {bucket_of(nodes): 1})

    @classmethod
    def of_counts(cls, deals_by_nodes: Mapping[int, int], hardest: int | None) -> Self:
        """Return the nodes of deals: how many deals took which number."""
        histogram = summed((bucket_of(nodes), deals) for nodes, deals in deals_by_nodes.items())
        total = sum(nodes * deals for nodes, deals in deals_by_nodes.items())
        return cls(total, max(deals_by_nodes, default=0), hardest, histogram)

    def __add__(self, other: "Nodes") -> "Nodes":
        histogram = summed((*self.histogram.items(), *other.histogram.items()))
        # The first of equally hard deals, whatever the order of adding.
        at = [n for n in (self, other) if n.hardest is not None]
        _, hardest = min(((-n.most, n.hardest) for n in at), default=(0, None))
        most = max(self.most, other.most)
        return Nodes(self.total + other.total, most, hardest, histogram)

    def pack_histogram(self) -> bytes:
        """Return the histogram as compressed bytes; `unpack_histogram` reads them."""
        dense = array("Q", [self.histogram.get(bucket, 0) for bucket in range(BUCKETS)])
        if sys.byteorder == "big":
            dense.byteswap()
        return zlib.compress(dense.tobytes(), 1)


def unpack_histogram(packed: bytes) -> Mapping[int, int]:
    """Undo `Nodes.pack_histogram`; raise an `ArgumentError` for other bytes."""
    try:
        dense = array("Q", zlib.decompress(packed))
    except (zlib.error, ValueError):
        raise ArgumentError("packed: is not a histogram") from None
    if sys.byteorder == "big":
        dense.byteswap()
    if len(dense) != BUCKETS:
        raise ArgumentError("packed: is not a histogram")
    return {bucket: count for bucket, count in enumerate(dense) if count}


@dataclass(frozen=True)
class Outcomes(ABC):
    """The number of deals with each outcome, and what that took; those of parts add: ``a + b``.

    `counts` by the name that the kind of survey gives an outcome; dropped deals are those that
    the survey's `keep_if` left out, and belong to none of the rates.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    nodes: Nodes = field(default_factory=Nodes)

    def __add__(self, other: Self) -> Self:
        counts = summed((*self.counts.items(), *other.counts.items()))
        return type(self)(counts, self.nodes + other.nodes)

    @property
    def kept(self) -> Mapping[str, int]:
        """The counts as a ledger keeps them; `Question.outcomes` reads them."""
        return {name: deals for name, deals in self.counts.items() if deals}

    @cached_property
    def deals(self) -> int:
        """The deals that count: all but the dropped ones."""
        return sum(self.counts.values()) - self.dropped

    @property
    def dropped(self) -> int:
        """The deals that `keep_if` left out."""
        return self.counts.get(DROPPED, 0)

    @property
    @abstractmethod
    def unknown(self) -> int:
        """The deals that a limit left open."""

    @property
    @abstractmethod
    def gist(self) -> tuple[str, str]:
        """The figure that matters most, with its word: ``("won", "7.0910%")``."""
