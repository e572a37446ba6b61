"""Lines of the fewest moves, where sets have tables: which bounds the kernel is asked to try.

What no line can be shorter than is the kernel's business; whether the game is won is the solver's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from pyrtool.answers.found import FoundWin
from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.lines import moves_of
from pyrtool.answers.kernels.positions import as_dealt, first_pass
from pyrtool.answers.soundness import stock_kings_go_from, unsound_from
from pyrtool.answers.verdicts import Won, check_won
from pyrtool.base.arguments import guard
from pyrtool.base.limits import MIB, UNLIMITED_NODES, Budget, Limits
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.game.rules import Rules
from pyrtool.kernel.numbers.encoding import position_of

__all__ = ["FewestMoves"]

_ASKED_PASSES: Final = 2  # the bound distinguishes no more
_ASKED_NODES: Final = 100_000  # for each: what they do not show is not known


class FewestMoves:
    """The search for shortest lines from `start`, and from positions that play leads to from there:
    what was found out for one is known for the others.

    One at a time in a thread for the same rules, as they share a kernel.
    """

    def __init__(self, start: Position, memory_mib: int) -> None:
        memory_bytes = Limits(memory_mib=memory_mib).memory_mib * MIB
        self._start = start
        self._dealt = as_dealt(start)
        self._drops_kings = stock_kings_go_from(start, "shortest")
        self._kernel = build.shortest(start.rules, self._drops_kings)
        self._kernel.limit_memory(memory_bytes)
        loaded = bytes(self._dealt.cards), self._dealt.left, self._dealt.at
        self._least: int | None = self._kernel.load_position(*loaded)  # until something is searched

    def end_late(self, redeals: int, limits: Limits) -> int:
        """Find in how many passes the game cannot be won from `start`, where this many redeals win.

        No line that ends in them is looked for. Returns the nodes it took.
        """
        if not self._kernel.by_ends:
            return 0
        nodes, start, dealt = 0, self._start, self._dealt
        for number in range(start.pass_number, start.pass_number + min(redeals, _ASKED_PASSES)):
            rules = _in_passes(start.rules, number)
            fewer = replace(start, rules=rules)
            at = as_dealt(fewer).at
            kernel = build.search(rules, unsound_from(fewer))
            kernel.limit_memory(limits.memory_mib * MIB)
            kernel.load_position(bytes(dealt.cards), dealt.left, at)
            answer = kernel.search(min((limits.nodes or UNLIMITED_NODES) - nodes, _ASKED_NODES))
            nodes += kernel.nodes
            if answer != "lost":
                break
            self._kernel.never_before(number + 1 - first_pass(start))
        return nodes

    def knows(self, position: Position) -> bool:
        """Whether the search can go on from a position; if not, it wants a search of its own.

        A king of the stock that was passed by changes its prunes, and where passes are unlimited
        they are counted from `start`. What was noted holds elsewhere if kings have the same price:
        docs/development/proofs.md, "The table of shortest lines, from other positions".
        """
        same_passes = self._start.rules.passes is not None or (
            position.pass_number == self._start.pass_number
        )
        return same_passes and stock_kings_go_from(position, "shortest") == self._drops_kings

    def wins_within(self, moves: int, limits: Limits) -> bool | None:
        """Whether `start` can be won in at most so many moves; None where a limit was reached."""
        self._kernel.begin(moves)
        self._least = None
        answer, limit = Budget(limits).run(self._kernel, self._kernel.search)
        return None if limit else answer == "won"

    def moves_from(
        self,
        position: Position,
        line: Sequence[Move] | FoundWin,
        limits: Limits,
        least: int = 0,
        asked: int = 0,
    ) -> Won:
        """Find a line of the fewest moves from a position that `line` wins.

        It is known that no win has fewer than `least` moves; `asked` nodes were spent before.
        Where a limit is reached the line is the shortest that is known.

        The bounds that are tried grow by more than one where that takes few nodes. So the first
        line that is found may not be the shortest; then shorter ones are looked for, until there
        are none.
        """
        kernel, stock = self._kernel, self._dealt.stock
        if position is not self._start or self._least is None:
            self._least = self._go_to(position)
        kernel.begin(max(self._least, least))
        self._least = None
        budget = Budget(limits)
        found: list[tuple[int, int, int]] | None = None
        most = line.most_moves if isinstance(line, FoundWin) else len(line)
        least, step, before, began = kernel.bound, 1, 0, 0
        while True:
            answer, limit = budget.run(kernel, kernel.search, asked)
            if answer == "won":
                found, most = kernel.line(), kernel.length
                if most > least:
                    kernel.begin(most - 1)
                    continue
            else:
                if answer == "longer" and budget.reached(asked + kernel.nodes, answer) == "seconds":
                    limit = "seconds"
                if limit:
                    if found:
                        line = moves_of(found, position, stock, "shortest").moves
                    moves = line.shown().moves if isinstance(line, FoundWin) else line
                    check_won(played(position, moves).end)
                    nodes = asked + kernel.nodes
                    return Won(tuple(moves), nodes, limit=limit, least_moves=least)
                if found is None:
                    least = kernel.next_bound
                    if least > most:
                        raise AssertionError(
                            f"no line of fewer than {least} moves, but one of at most {most}"
                        )
                    spent = kernel.nodes - began
                    step = _next_step(step, before, spent)
                    before, began = spent, kernel.nodes
                    kernel.begin(min(max(least, kernel.bound + step), most))
                    continue
            shortest = moves_of(found, position, stock, "shortest")
            if len(shortest.moves) != most:
                raise AssertionError(f"a line of {len(shortest.moves)} moves, not {most}")
            check_won(shortest.end)
            return Won(shortest.moves, asked + kernel.nodes, shortest=True)

    def _go_to(self, position: Position) -> int:
        """Have the kernel begin at a position; the least number of moves from there."""
        stock, rest = self._dealt.stock, position.undealt()
        dealt = stock.index(rest[0]) if rest else len(stock) * (position.rules.stock == "dealt")
        at = position_of(position.pass_number - first_pass(position), dealt)
        left = set(position.cards())
        return self._kernel.go_to(bytes(card in left for card in self._dealt.cards), at)


@lru_cache(maxsize=64)
def _in_passes(rules: Rules, number: int) -> Rules:
    """The rules with this many passes."""
    return replace(rules, passes=number)


def _next_step(step: int, before: int, spent: int) -> int:
    """By how many moves more to try next, so that each try takes about twice the nodes of the one
    before. Given are the nodes of the last two tries, the later one with a step of `step`."""
    if 2 * spent < 3 * before or spent < 100:
        return min(step + 1, 8)
    return max(step - 1, 1) if spent > 2 * before else step


guard(__name__)
