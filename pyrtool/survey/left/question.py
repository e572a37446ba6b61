"""Surveys of the fewest cards left: each deal of a range played so that as few stay as can.

Decides how the answers of single deals are kept. The lines of play are `best`'s, which has the
referee replay every one of them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, Literal

from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.optimum import best, worth
from pyrtool.solver import Limits
from pyrtool.survey.counts import DROPPED, LIMITS, Nodes
from pyrtool.survey.left.counts import Fewest, Stay
from pyrtool.survey.packed import WIDTH, of_planes, planes, press, unpress
from pyrtool.survey.plan import Plan
from pyrtool.survey.question import Cell, Question
from pyrtool.survey.score.question import counts_in
from pyrtool.survey.shard import Task

_BYTES: Final = 4  # of a deal, besides its nodes: cards, others, bound, limit
_DROPPED: Final = 255  # in place of the limit
_LIMITS: Final = ("", *LIMITS)


class FewestLeft(Question):
    """The fewest cards that must stay in each deal, in the pyramid or in all, with their line."""

    columns: ClassVar = {
        "cards_left": "UTINYINT",
        "others_left": "UTINYINT",
        "bound": "UTINYINT",
        "limit": "VARCHAR",
        "nodes": "UBIGINT",
    }
    deal_work = 5_000

    def __init__(self, by: Literal["pyramid", "all"]) -> None:
        self.by = by

    def answer(self, task: Task) -> tuple[Fewest, bytes]:
        """Play the deals."""
        counts: Counter[str] = Counter()
        nodes = Nodes()
        columns = [bytearray() for _ in range(_BYTES)]
        spent = array("Q")
        for index in range(task.deals):
            cards = [Card.of(code) for code in task.cards(index)]
            try:
                played = self._play(cards, task.plan)
            except (AssertionError, ValueError):  # the referee refused a move, or its sum
                raise task.wrong_line(index, "best line") from None
            if played is None:
                counts[DROPPED] += 1
                row, took = (0, 0, 0, _DROPPED), 0
            else:
                stay, took = played
                counts[stay.name] += 1
                nodes += Nodes.of_deal(task.first + index, took)
                row = (stay.cards, stay.others, stay.bound, _LIMITS.index(stay.limit))
            spent.append(took)
            for column, cell in zip(columns, row, strict=True):
                column.append(cell)
        return Fewest(dict(counts), nodes), press(*columns, planes(spent))

    def _play(self, cards: list[Card], plan: Plan) -> tuple[Stay, int] | None:
        """The best line of a deal and the nodes it took; None when the deal does not count."""
        limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
        if not counts_in(cards, plan, limits):
            return None
        found = best(cards, plan.rules, self.by, limits)
        left, others = worth(found.position, self.by)
        bound = left if found.limit is None else found.bound[0]
        limit = found.limit or "" if bound < left else ""
        return Stay(left, others, bound, limit), found.nodes

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Cards left where the question looks, the others, bound, limit and nodes of every deal."""
        data = unpress(packed)
        if len(data) != deals * (_BYTES + WIDTH["Q"]):
            raise ValueError("not the cards that deals leave: their number is wrong")
        columns = (data[deals * i : deals * (i + 1)] for i in range(_BYTES))
        spent = of_planes(data[deals * _BYTES :], "Q")
        for left, others, bound, limit, took in zip(*columns, spent, strict=True):
            yield None if limit == _DROPPED else (left, others, bound, _LIMITS[limit] or None, took)

    def outcome(self, found: tuple[Cell, ...]) -> tuple[str, int]:
        """The name of what was found (`Stay.name`) and the nodes."""
        left, others, bound, limit, nodes = found
        open_by = f" {bound} {limit}" if limit else ""
        return Stay.of_name(f"{left} {others}{open_by}").name, int(nodes or 0)

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Fewest:
        """The cards left with these counts."""
        return Fewest(counts, nodes)


guard(__name__)
