"""Whether a position can be won with every card known, without the moves that win it.

Decides nothing that `solve` does not. One chance takes thousands of deals, so no line is written
out and replayed, as in the kernels of the closed players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrtool.answers.kernels.build import search
from pyrtool.answers.kernels.positions import as_dealt
from pyrtool.answers.solve import Budget, Limits, Lost, Won, decide
from pyrtool.answers.soundness import decided_by_matching, is_plain, sets_answer, unsound_from
from pyrtool.base.arguments import guard
from pyrtool.base.limits import MIB
from pyrtool.game.position import Position

QUESTION_NODES: Final = 30_000
"""A question that takes more nodes is left open."""


@dataclass
class Winnable:
    """Asks the solver about positions whose cards are all known; `nodes` counts what it took."""

    memory_mib: int
    nodes: int = 0

    def ask(self, position: Position) -> bool | None:
        """Whether a position that play can have led to is winnable; None where that is left open.

        Examples:
            >>> from pyrtool.game.deals import deal
            >>> asked = Winnable(64)
            >>> [asked.ask(Position.start(deal(n, "microsoft"))) for n in (9, 2)]
            [True, True]
        """
        rules = position.rules
        if position.is_won():
            return True
        limits = Limits(nodes=QUESTION_NODES, memory_mib=self.memory_mib)
        if not is_plain(rules) or not sets_answer(rules) or decided_by_matching(rules):
            verdict = decide(position, limits)
            self.nodes += verdict.nodes
            return (
                True if isinstance(verdict, Won) else False if isinstance(verdict, Lost) else None
            )
        dealt = as_dealt(position)
        kernel = search(rules, unsound_from(position))
        kernel.limit_memory(self.memory_mib * MIB)
        kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
        answer, limit = Budget(limits).run(kernel, kernel.search)
        self.nodes += kernel.nodes
        return None if limit else answer != "lost"


guard(__name__)
