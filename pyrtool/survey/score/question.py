"""Surveys of best par scores: each deal of a range played for the most points.

Decides how the scores of single deals are kept. The lines of play are `best`'s, which has the
referee replay every one of them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, assert_never

from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.optimum import best
from pyrtool.solver import Limits, Lost, Unknown, Won, solve
from pyrtool.survey.counts import DROPPED, LIMITS, WON, Nodes, kept_outcomes
from pyrtool.survey.packed import WIDTH, of_planes, planes, press, unpress
from pyrtool.survey.plan import Plan
from pyrtool.survey.question import Cell, Question
from pyrtool.survey.score.counts import Scored, Scores
from pyrtool.survey.shard import Task

_BYTES: Final = 5  # of a deal, besides its nodes: score, bound, pass of clearing, cards left, limit
_DROPPED: Final = 255  # in place of the limit
_NO_LIMIT: Final = ""
_OFFSET: Final = 128  # scores may be negative


class BestScores(Question):
    """The best par score of each deal, and the line that makes it."""

    columns: ClassVar = {
        "score": "INTEGER",
        "cleared_pass": "UTINYINT",
        "cards_left": "UTINYINT",
        "bound": "INTEGER",
        "limit": "VARCHAR",
        "nodes": "UBIGINT",
    }
    deal_work = 5_000

    def answer(self, task: Task) -> tuple[Scores, bytes]:
        """Play the deals."""
        counts: Counter[str] = Counter()
        nodes = Nodes()
        columns = [bytearray() for _ in range(_BYTES)]
        spent = array("Q")
        for index in range(task.deals):
            cards = [Card.of(code) for code in task.cards(index)]
            try:
                played = _play(cards, task.plan)
            except (AssertionError, ValueError):  # the referee refused a move, or its sum
                raise task.wrong_line(index, "best line") from None
            if played is None:
                counts[DROPPED] += 1
                row = (0, 0, 0, 0, _DROPPED)
                spent.append(0)
            else:
                scored, took = played
                counts[scored.name] += 1
                nodes += Nodes.of_deal(task.first + index, took)
                row = (
                    scored.score + _OFFSET,
                    scored.bound + _OFFSET,
                    scored.cleared,
                    scored.left,
                    (_NO_LIMIT, *LIMITS).index(scored.limit),
                )
                spent.append(took)
            for column, cell in zip(columns, row, strict=True):
                column.append(cell)
        return Scores(dict(counts), nodes), press(*columns, planes(spent))

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Score, pass of clearing (0: none), cards left, bound, limit, and nodes of every deal."""
        data = unpress(packed)
        if len(data) != deals * (_BYTES + WIDTH["Q"]):
            raise ValueError("not the scores of deals: their number is wrong")
        columns = (data[deals * i : deals * (i + 1)] for i in range(_BYTES))
        spent = of_planes(data[deals * _BYTES :], "Q")
        for score, bound, cleared, left, limit, took in zip(*columns, spent, strict=True):
            if limit == _DROPPED:
                yield None
            else:
                named = LIMITS[limit - 1] if limit else None
                yield score - _OFFSET, cleared, left, bound - _OFFSET, named, took

    def outcome(self, found: tuple[Cell, ...]) -> tuple[str, int]:
        """The name of what was found (`Scored.name`) and the nodes."""
        score, cleared, left, bound, limit, nodes = found
        open_by = f" {bound} {limit}" if limit else ""
        scored = Scored.of_name(f"{score} {cleared} {left}{open_by}")
        return scored.name, int(nodes or 0)

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Scores:
        """The scores with these counts."""
        return Scores(counts, nodes)


def _play(cards: list[Card], plan: Plan) -> tuple[Scored, int] | None:
    """The best line of a deal and the nodes it took; None when the deal does not count."""
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    if not counts_in(cards, plan, limits):
        return None
    found = best(cards, plan.rules, "score", limits)
    (bound,) = found.bound
    score = found.position.score()
    limit = _NO_LIMIT if found.limit is None or bound == score else found.limit
    cleared = found.position.cleared_in_pass or 0
    return Scored(score, cleared, found.position.cards_left(), bound, limit), found.nodes


def counts_in(cards: list[Card], plan: Plan, limits: Limits) -> bool:
    """Whether a deal is of the kind that the plan keeps."""
    return not plan.keep_if or _verdict(cards, plan, limits) in kept_outcomes(plan.keep_if)


def _verdict(cards: list[Card], plan: Plan, limits: Limits) -> str:
    verdict = solve(cards, plan.rules, limits)
    match verdict:
        case Won():
            return WON
        case Lost(reason):
            return reason
        case Unknown(limit):
            return limit
        case _:
            assert_never(verdict)


guard(__name__)
