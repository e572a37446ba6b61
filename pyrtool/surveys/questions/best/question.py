"""Surveys of best lines: each deal of a range played for the best.

Decides how the answers of single deals are kept. The lines of play are `best`'s, which has the
referee replay every one of them.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from pyrtool.answers.best.best import Best, By, best
from pyrtool.answers.solve import Limits, decide
from pyrtool.base.arguments import guard
from pyrtool.game.deals import Deal
from pyrtool.surveys.counts import DROPPED, LIMITS, Nodes, Outcomes, kept_outcomes, outcome_of
from pyrtool.surveys.packed import WIDTH, of_planes, planes, press, unpress
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions.best.counts import Found
from pyrtool.surveys.questions.question import Cell, Question
from pyrtool.surveys.shard import Task

_DROPPED: Final = 255  # in place of the limit
_LIMITS: Final = ("", *LIMITS)


class BestLines(Question):
    """What the best line of each deal makes.

    `made`: what that is. `kept`: its numbers in the order in which they are kept, a byte each, and
    what is added to each. Last comes the limit.
    """

    made: ClassVar[type[Found]]
    kept: ClassVar[Mapping[str, int]]
    deal_work = 5_000

    def __init__(self, by: By) -> None:
        self.by = by

    @abstractmethod
    def line(self, found: Best) -> Found:
        """What a line makes."""

    def answer(self, task: Task) -> tuple[Outcomes, bytes]:
        """Play the deals."""
        counts: Counter[str] = Counter()
        nodes = Nodes()
        columns = [bytearray() for _ in (*self.kept, "limit")]
        spent = array("Q")
        for index in range(task.deals):
            try:
                played = self._play(task.deal(index), task.plan)
            except (AssertionError, ValueError):  # the referee rejected a move, or its sum
                raise task.wrong_line(index, "best line") from None
            if played is None:
                counts[DROPPED] += 1
                row, took = [*(0 for _ in self.kept), _DROPPED], 0
            else:
                line, took = played
                counts[line.name] += 1
                nodes += Nodes.of_deal(task.first + index, took)
                row = [getattr(line, name) + more for name, more in self.kept.items()]
                row.append(_LIMITS.index(line.limit))
            spent.append(took)
            for column, cell in zip(columns, row, strict=True):
                column.append(cell)
        return self.outcomes(counts, nodes), press(*columns, planes(spent))

    def _play(self, deal: Deal, plan: Plan) -> tuple[Found, int] | None:
        """What a best line makes and the nodes it took; None when the deal does not count."""
        limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
        if plan.keep_if:
            outcome = outcome_of(decide(deal, limits))
            if outcome not in kept_outcomes(plan.keep_if):
                return None
        found = best(deal, self.by, limits)
        return self.line(found), found.nodes

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """The numbers of what was `made`, bound, limit and nodes of every deal."""
        data, width = unpress(packed), len(self.kept) + 1
        if len(data) != deals * (width + WIDTH["Q"]):
            raise ValueError("not the best lines of deals: their number is wrong")
        columns = {
            name: [byte - more for byte in data[deals * i : deals * (i + 1)]]
            for i, (name, more) in enumerate(self.kept.items())
        }
        limits = data[deals * (width - 1) : deals * width]
        spent = of_planes(data[deals * width :], "Q")
        ordered = [columns[name] for name in (*self.made.numbers(), "bound")]
        for limit, took, *numbers in zip(limits, spent, *ordered, strict=True):
            if limit == _DROPPED:
                yield None
            elif limit >= len(_LIMITS):
                raise ValueError("not the best lines of deals: there is no such limit")
            else:
                yield *numbers, _LIMITS[limit] or None, took

    def outcome(self, found: tuple[Cell, ...]) -> tuple[str, int]:
        """The name of what was found (`Found.name`) and the nodes."""
        *numbers, bound, limit, nodes = found
        open_by = f" {bound} {limit}" if limit else ""
        return self.made.of_name(" ".join(map(str, numbers)) + open_by).name, int(nodes or 0)


guard(__name__)
