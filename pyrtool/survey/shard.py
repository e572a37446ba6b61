"""One shard: a range of deals solved, every win checked, counted and packed. Runs in a worker.

Decides how the outcomes of single deals are kept (`pack`, `unpack`) and which win the referee
replays besides. Results depend on the task alone.
"""

from __future__ import annotations

import sys
import threading
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from time import process_time
from typing import Final

from pyrtool.cards import Card
from pyrtool.deals import dealer
from pyrtool.kernel.buffers import halves, words
from pyrtool.kernel.bulk import BUCKETS, OUTCOMES, tally
from pyrtool.kernel.checker import LineError
from pyrtool.kernel.shuffle import Dealer
from pyrtool.packing import bulk
from pyrtool.solver import MIB, UNLIMITED_NODES, Limits, Won, solve
from pyrtool.survey.plan import SOLVER_VERSION, Plan
from pyrtool.survey.tally import COUNTED, DROPPED, Nodes, Tally

CHUNKS: Final = 256  # calls of the kernel for a shard: signals are heard between them

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
        plan = task.plan
        outcomes, codes, excesses = bytearray(task.deals), bytearray(task.deals), array("I")
        counts, histogram = words(16), words(BUCKETS)
        summary = Nodes()
        chunk = -(-task.deals // CHUNKS)
        nodes, more = halves(chunk), halves(chunk)
        for start, end in _solved(task, outcomes, nodes, chunk):
            ended = memoryview(outcomes)[start:end]
            if plan.keep_if:
                ended[:] = bytes(ended).translate(_kept(plan.keep_if))
            used, total, most, hardest = tally(
                ended, nodes, counts, histogram, memoryview(codes)[start:end], more
            )
            excesses.frombytes(more[:used].tobytes())
            at = None if hardest < 0 else task.first + start + hardest
            summary += Nodes(total, most, at)
        _replay_first_win(task, outcomes)
        by_bucket = {bucket: count for bucket, count in enumerate(histogram.tolist()) if count}
        summary = replace(summary, histogram=by_bucket)
        return Shard(
            task.first,
            task.last,
            Tally.of_counts(counts.tolist(), summary),
            _pack(codes, excesses),
            process_time() - began,
        )


def _solved(
    task: Task, outcomes: bytearray, nodes: memoryview, chunk: int
) -> Iterator[tuple[int, int]]:
    """Solve the deals chunk by chunk: from and to which, from 0, `outcomes` are new.

    The nodes of a chunk stand at the begin of `nodes`.
    """
    plan, size = task.plan, task.plan.rules.deck_size
    kernel = bulk(plan.rules)
    kernel.limit_memory(plan.memory_mib * MIB)
    limit = plan.limit_nodes or UNLIMITED_NODES
    room = memoryview(outcomes)
    shuffle = _dealer(task) if task.codes is None else None
    for start in range(0, task.deals, chunk):
        end = min(start + chunk, task.deals)
        try:
            if shuffle is not None:
                kernel.deal_outcomes(shuffle, task.first + start, room[start:end], nodes, limit)
            else:
                assert task.codes is not None
                codes = task.codes[size * start : size * end]
                kernel.card_outcomes(codes, size, room[start:end], nodes, limit)
        except LineError as error:
            raise _wrong(task, start + error.index) from None
        yield start, end


def _dealer(task: Task) -> Dealer:
    plan = task.plan
    number = f"{plan.prefix}{task.first}" if plan.prefix else task.first
    return dealer(number, plan.numbering, plan.rules)


def _wrong(task: Task, index: int) -> WrongLineError:
    plan = task.plan
    kind = "of the text" if plan.text else f"({plan.numbering})"
    name = f"deal {plan.prefix}{task.first + index} {kind}"
    return WrongLineError(f"{name}, {plan.game}: the winning line does not hold")


def _replay_first_win(task: Task, outcomes: bytearray) -> None:
    """Solve the shard's first win again and have the referee replay it."""
    plan, size = task.plan, task.plan.rules.deck_size
    index = outcomes.find(_WON)
    if index < 0:
        return
    if task.codes is None:
        codes = _dealer(task).deal(task.first + index)
    else:
        codes = task.codes[size * index : size * (index + 1)]
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    try:
        held = isinstance(solve([Card.of(code) for code in codes], plan.rules, limits), Won)
    except (AssertionError, ValueError):  # the referee refused a move
        held = False
    if not held:
        raise _wrong(task, index)


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


def _pack(codes: bytearray, excesses: array[int]) -> bytes:
    """The bytes of `kernel.bulk.tally`, compressed: the codes, then the excesses, byte by byte.

    The excesses' lowest bytes come first, then all second ones, and so on. Run lengths and
    Huffman codes only: longer matches are chance here, and cost six times as much time.
    """
    press = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
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
