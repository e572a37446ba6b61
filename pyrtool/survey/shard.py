"""One shard: a range of deals solved, every win checked, counted and packed. Runs in a worker.

Decides how the outcomes of single deals are kept (`pack`, `unpack`) and which wins the referee
replays besides. Results depend on the task alone.
"""

from __future__ import annotations

import sys
import threading
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import process_time
from typing import Final

from pyrtool.cards import Card
from pyrtool.deals import dealer
from pyrtool.kernel.buffers import halves, words
from pyrtool.kernel.bulk import BUCKETS, OUTCOMES, tally
from pyrtool.kernel.checker import LineError
from pyrtool.packing import bulk
from pyrtool.solver import MIB, UNLIMITED_NODES, Limits, Won, solve
from pyrtool.survey.plan import SOLVER_VERSION, Plan
from pyrtool.survey.tally import COUNTED, DROPPED, Nodes, Tally

CHUNKS: Final = 256  # calls of the kernel for a shard: signals are heard between them
REPLAY_EVERY: Final = 2**19
"""Of so many deals of a shard the first win is solved again and replayed by the referee."""

_WON: Final = OUTCOMES.index("won")
_DROPPED: Final = OUTCOMES.index(DROPPED)
_OUTCOMES: Final = 10  # a packed byte is outcome + 10 * nodes, see `kernel.bulk.tally`
_PACKED_NODES: Final = 24
_KERNELS: Final = threading.Lock()  # they keep their buffers: threads of a process take turns


class WrongLineError(AssertionError):
    """The solver called a deal won, and the moves that it found do not win it."""


@dataclass(frozen=True)
class Task:
    """Deals `first` to `last`; `codes` are their cards when they come from a text."""

    plan: Plan
    first: int
    last: int
    codes: bytes | None = None

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class Shard:
    """What became of a task: the tally, and `packed` each deal's outcome and nodes.

    `seconds` of processor time stand in no report.
    """

    first: int
    last: int
    tally: Tally
    packed: bytes
    seconds: float
    solver: int = SOLVER_VERSION

    @property
    def deals(self) -> int:
        """How many deals these are, dropped ones too."""
        return self.last - self.first + 1


def solve_shard(task: Task) -> Shard:
    """Solve the deals of a task; a `WrongLineError` names a deal whose winning line fails."""
    with _KERNELS:
        began = process_time()
        outcomes, nodes = _outcomes(task)
        _replay_sample(task, outcomes)
        if task.plan.keep_if:
            outcomes = bytearray(outcomes.translate(_kept(task.plan.keep_if)))
        counts, histogram = words(16), words(BUCKETS)
        codes, more = bytearray(task.deals), halves(task.deals)
        used, total, most, hardest = tally(
            memoryview(outcomes), nodes, counts, histogram, memoryview(codes), more
        )
        summary = Nodes(
            total,
            most,
            None if hardest < 0 else task.first + hardest,
            {bucket: count for bucket, count in enumerate(histogram.tolist()) if count},
        )
        return Shard(
            task.first,
            task.last,
            Tally.of_counts(counts.tolist(), summary),
            _pack(codes, more[:used]),
            process_time() - began,
        )


def _outcomes(task: Task) -> tuple[bytearray, memoryview]:
    plan, size = task.plan, task.plan.rules.deck_size
    kernel = bulk(plan.rules)
    kernel.limit_memory(plan.memory_mib * MIB)
    limit = plan.limit_nodes or UNLIMITED_NODES
    outcomes, nodes = bytearray(task.deals), halves(task.deals)
    room = memoryview(outcomes)
    shuffle = None
    if task.codes is None:
        number = f"{plan.prefix}{task.first}" if plan.prefix else task.first
        shuffle = dealer(number, plan.numbering, plan.rules)
    chunk = -(-task.deals // CHUNKS)
    for start in range(0, task.deals, chunk):
        end = min(start + chunk, task.deals)
        try:
            if shuffle is not None:
                first = task.first + start
                kernel.deal_outcomes(shuffle, first, room[start:end], nodes[start:end], limit)
            else:
                assert task.codes is not None
                codes = task.codes[size * start : size * end]
                kernel.card_outcomes(codes, size, room[start:end], nodes[start:end], limit)
        except LineError as error:
            raise _wrong(task, start + error.index) from None
    return outcomes, nodes


def _wrong(task: Task, index: int) -> WrongLineError:
    plan = task.plan
    kind = "of the text" if plan.text else f"({plan.numbering})"
    name = f"deal {plan.prefix}{task.first + index} {kind}"
    return WrongLineError(f"{name}, {plan.game}: the winning line does not hold")


def _replay_sample(task: Task, outcomes: bytearray) -> None:
    plan, size = task.plan, task.plan.rules.deck_size
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    for index in _sample(outcomes):
        if task.codes is None:
            number = f"{plan.prefix}{task.first}" if plan.prefix else task.first
            codes = dealer(number, plan.numbering, plan.rules).deal(task.first + index)
        else:
            codes = task.codes[size * index : size * (index + 1)]
        cards = [Card.of(code) for code in codes]
        try:
            held = isinstance(solve(cards, plan.rules, limits), Won)
        except (AssertionError, ValueError):  # the referee refused a move
            held = False
        if not held:
            raise _wrong(task, index)


def _sample(outcomes: bytearray) -> Iterator[int]:
    last = -1
    for start in range(0, len(outcomes), REPLAY_EVERY):
        index = outcomes.find(_WON, start)
        if index > last:  # -1 when no win follows
            yield index
            last = index


@lru_cache
def _kept(keep_if: str) -> bytes:
    """What becomes of each outcome byte; unknown deals are always kept."""
    unknown = {"nodes", "memory"}
    blocked = {"simple block", "set block", "crossblock"}
    kept = {
        "winnable": {"won"},
        "lost": set(COUNTED) - {"won", DROPPED},
        "blocked": blocked,
        "unblocked": set(COUNTED) - blocked,
    }[keep_if] | unknown
    names = dict(enumerate(OUTCOMES))
    return bytes(code if names.get(code) in kept else _DROPPED for code in range(256))


def _pack(codes: bytearray, more: memoryview) -> bytes:
    """The bytes of `kernel.bulk.tally`, compressed: the codes, then the excesses, byte by byte.

    The excesses' lowest bytes come first, then all second ones, and so on. Run lengths and
    Huffman codes only: longer matches are chance here, and cost six times as much time.
    """
    press = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
    excesses = array("I", more)
    if sys.byteorder == "big":
        excesses.byteswap()
    low_first = excesses.tobytes()
    planes = b"".join(low_first[plane::4] for plane in range(4))
    return press.compress(codes) + press.compress(planes) + press.flush()


def unpack(packed: bytes, deals: int) -> Iterator[tuple[str, int]]:
    """The outcome and the nodes of every deal of a shard; `ValueError` for other bytes."""
    try:
        data = zlib.decompress(packed)
    except zlib.error as error:
        raise ValueError(f"not the outcomes of deals: {error}") from None
    codes, planes = data[:deals], data[deals:]
    used = len(planes) // 4
    if len(codes) != deals or len(planes) != 4 * used:
        raise ValueError("not the outcomes of deals: their number is wrong")
    low_first = bytearray(4 * used)
    for plane in range(4):
        low_first[plane::4] = planes[used * plane : used * (plane + 1)]
    excesses = array("I", bytes(low_first))
    if sys.byteorder == "big":
        excesses.byteswap()
    more = iter(excesses)
    for code in codes:
        nodes, outcome = divmod(code, _OUTCOMES)
        yield OUTCOMES[outcome], nodes + next(more) if nodes == _PACKED_NODES else nodes
