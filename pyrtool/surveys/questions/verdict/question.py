"""Surveys of verdicts: a range of deals solved by the kernel, every win checked.

Decides how the outcomes of single deals are kept (`pack`, `Verdicts.unpack`) and which win the
referee replays besides.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import compress, count, islice
from typing import ClassVar, Final

from pyrtool.answers.kernels.build import bulk
from pyrtool.answers.solve import MIB, UNLIMITED_NODES, Limits, Won, decide
from pyrtool.answers.soundness import decided_in_bulk
from pyrtool.base.arguments import guard
from pyrtool.kernel.bulk import BUCKETS, OUTCOMES, tally
from pyrtool.kernel.check.checker import LineError
from pyrtool.kernel.numbers.buffers import halves, words
from pyrtool.surveys.counts import DROPPED, Nodes, kept_outcomes, outcome_of
from pyrtool.surveys.packed import of_planes, planes, press, unpress
from pyrtool.surveys.questions.question import Cell, Question
from pyrtool.surveys.questions.verdict.counts import COUNTED, Opinions, Tally
from pyrtool.surveys.questions.verdict.sample import ask_again
from pyrtool.surveys.shard import Task

CHUNKS: Final = 256  # calls of the kernel for a shard: signals are heard between them

_WON: Final = OUTCOMES.index("won")
_DROPPED: Final = OUTCOMES.index(DROPPED)
_OUTCOMES: Final = 10  # a packed byte is outcome + 10 * nodes, see `kernel.bulk.tally`
_PACKED_NODES: Final = 24
_DEALS: Final = [(OUTCOMES[code % _OUTCOMES], code // _OUTCOMES) for code in range(256)]
_EXCEEDS: Final = bytes(nodes >= _PACKED_NODES for _, nodes in _DEALS)


class Verdicts(Question):
    """Whether each deal can be won."""

    columns: ClassVar = {"outcome": "VARCHAR", "nodes": "UBIGINT"}
    deal_work = 4

    def answer(self, task: Task) -> tuple[Tally, bytes]:
        """Solve the deals."""
        plan = task.plan
        outcomes, codes, excesses = bytearray(task.deals), bytearray(task.deals), array("I")
        counts, histogram = words(16), words(BUCKETS)
        summary = Nodes()
        chunk = -(-task.deals // CHUNKS)
        nodes, more = halves(chunk), halves(chunk)
        for start, end in solved(task, outcomes, nodes, chunk):
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
        counted = Tally.of_counts(counts.tolist(), summary)
        return replace(counted, opinions=ask_again(task, outcomes)), pack(codes, excesses)

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[str, int] | None]:
        """The outcome and the nodes of every deal."""
        return (None if deal[0] == DROPPED else deal for deal in unpack(packed, deals))

    def outcome(self, found: tuple[Cell, ...]) -> tuple[str, int]:
        """The outcome and the nodes."""
        name, nodes = found
        assert isinstance(name, str) and isinstance(nodes, int)
        return name, nodes

    def recount(self, packed: bytes, first: int, deals: int) -> Tally:
        """The tally made again, without looking at every deal by itself."""
        codes, excesses = _columns(packed, deals)
        counts: Counter[str] = Counter()
        nodes = Counter({_PACKED_NODES + more: n for more, n in Counter(excesses).items()})
        for code, times in Counter(codes).items():
            outcome, spent = _DEALS[code]
            counts[outcome] += times
            if outcome != DROPPED and spent < _PACKED_NODES:
                nodes[spent] += times
        if not counts.keys() <= set(COUNTED):
            raise ValueError("not the outcomes of deals: there are no such outcomes")
        hardest = _first_of(max(nodes), codes, excesses) if nodes else None
        at = None if hardest is None else first + hardest
        return self.outcomes(counts, Nodes.of_counts(nodes, at))

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Tally:
        """The tally with these counts, and zero of all others."""
        by_name = {name: counts.get(name, 0) for name in COUNTED}
        return Tally(by_name, nodes, Opinions.of_counts(counts))


def solved(
    task: Task, outcomes: bytearray, nodes: memoryview, chunk: int
) -> Iterator[tuple[int, int]]:
    """Solve the deals chunk by chunk: from and to which, from 0, `outcomes` are new.

    The nodes of a chunk are at the start of `nodes`.
    """
    plan, size = task.plan, task.plan.rules.deck_size
    if not decided_in_bulk(plan.rules):
        yield from _solved_singly(task, outcomes, nodes, chunk)
        return
    kernel = bulk(plan.rules)
    kernel.limit_memory(plan.memory_mib * MIB)
    limit = plan.limit_nodes or UNLIMITED_NODES
    room = memoryview(outcomes)
    shuffle = task.dealer() if task.codes is None else None
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
            raise task.wrong_line(start + error.index, "winning line") from None
        yield start, end


def _solved_singly(
    task: Task, outcomes: bytearray, nodes: memoryview, chunk: int
) -> Iterator[tuple[int, int]]:
    """`solved`, where no kernel takes many deals: the referee replays every win."""
    plan = task.plan
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    for start in range(0, task.deals, chunk):
        end = min(start + chunk, task.deals)
        for index in range(start, end):
            try:
                verdict = decide(task.deal(index), limits)
            except (AssertionError, ValueError):  # the referee rejected a move
                raise task.wrong_line(index, "winning line") from None
            outcomes[index] = OUTCOMES.index(outcome_of(verdict))
            nodes[index - start] = verdict.nodes
        yield start, end


def _replay_first_win(task: Task, outcomes: bytearray) -> None:
    """Solve the shard's first win again and have the referee replay it."""
    plan = task.plan
    index = outcomes.find(_WON)
    if index < 0:
        return
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    try:
        held = isinstance(decide(task.deal(index), limits), Won)
    except (AssertionError, ValueError):  # the referee rejected a move
        held = False
    if not held:
        raise task.wrong_line(index, "winning line")


def _kept(keep_if: str) -> bytes:
    """What becomes of each outcome byte."""
    kept, names = kept_outcomes(keep_if), dict(enumerate(OUTCOMES))
    return bytes(code if names.get(code) in kept else _DROPPED for code in range(256))


def pack(codes: bytearray, excesses: array[int]) -> bytes:
    """The bytes of `kernel.bulk.tally`, compressed: the codes, then the excesses' planes."""
    return press(codes, planes(excesses))


def unpack(packed: bytes, deals: int) -> Iterator[tuple[str, int]]:
    """The outcome and the nodes of every deal, dropped ones too; `ValueError` for other bytes."""
    codes, excesses = _columns(packed, deals)
    more = iter(excesses)
    for code in codes:
        deal = _DEALS[code]
        yield deal if deal[1] < _PACKED_NODES else (deal[0], _PACKED_NODES + next(more))


def _columns(packed: bytes, deals: int) -> tuple[bytes, array[int]]:
    """What `pack` was given; `ValueError` for other bytes."""
    data = unpress(packed)
    codes, excesses = data[:deals], of_planes(data[deals:], "I")
    if len(codes) != deals or codes.translate(_EXCEEDS).count(1) != len(excesses):
        raise ValueError("not the outcomes of deals: their number is wrong")
    return codes, excesses


def _first_of(nodes: int, codes: bytes, excesses: array[int]) -> int:
    """The first deal, from 0, that took this number of nodes."""
    if nodes < _PACKED_NODES:
        wanted = bytes(deal[1] == nodes and deal[0] != DROPPED for deal in _DEALS)
        return codes.translate(wanted).index(1)
    exceeding = compress(count(), codes.translate(_EXCEEDS))
    return next(islice(exceeding, excesses.index(nodes - _PACKED_NODES), None))


guard(__name__)
