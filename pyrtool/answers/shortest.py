"""Lines of the fewest moves: `shortest`, and the bounds that the kernel tries for it.

What no line can be shorter than is the kernel's business; whether the game is won is the solver's.
A win that a search has found is played by the referee when its moves are needed: to find that a
deal can be won takes less time than to play the line.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.lines import moves_of
from pyrtool.answers.kernel_setup.positions import as_dealt, first_pass
from pyrtool.answers.plan import plan_of, stock_kings_go_from
from pyrtool.answers.solve import UnplayedWin, replay, search_verdict, with_moves, with_stock_block
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won, check_won
from pyrtool.base.arguments import public
from pyrtool.base.limits import MIB, Budget, Limits
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position, Subject, position_of
from pyrtool.kernel import numbers

_STEP: Final = 16  # moves more that the next try allows: a line of too many costs less than a try


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
        self._kernel.load_position(*loaded)
        self._least: int | None = self._kernel.least  # until something is searched

    def knows(self, position: Position) -> bool:
        """Return whether the search can go on from a position; others want one of their own.

        A king of the stock that was passed by changes its prunes, and if passes are unlimited
        they are counted from `start`. What was noted holds elsewhere if kings have the same price:
        docs/development/proofs.md, "The table of shortest lines, from other positions".
        """
        same_passes = self._start.rules.passes is not None or (
            position.pass_number == self._start.pass_number
        )
        return same_passes and stock_kings_go_from(position, "shortest") == self._drops_kings

    def wins_within(self, moves: int, limits: Limits) -> bool | None:
        """Return whether `start` can be won in this many moves; None if a limit was reached."""
        self._kernel.begin(moves)
        self._least = None
        answer, limit = Budget(limits).run(self._kernel, self._kernel.search)
        return None if limit else answer == "won"

    def moves_from(
        self, position: Position, line: Sequence[Move] | UnplayedWin, limits: Limits, least: int = 0
    ) -> Won:
        """Find a line of the fewest moves from a position that `line` wins.

        It is known that no win has fewer than `least` moves. If a limit is reached the line is
        the shortest that is known.

        The bounds that are tried grow by many moves. So the first line that is found may not be the
        shortest; then shorter ones are looked for, until there are none.
        """
        kernel, stock = self._kernel, self._dealt.stock
        if position is not self._start or self._least is None:
            self._least = self._go_to(position)
        kernel.begin(max(self._least, least))
        self._least = None
        budget = Budget(limits)
        steps: list[tuple[int, int, int]] | None = None
        most = line.most_moves if isinstance(line, UnplayedWin) else len(line)
        least = kernel.lines.bound
        while True:
            answer, limit = budget.run(kernel, kernel.search)
            if answer == "won":
                steps, most = kernel.line(), kernel.lines.length
                _check_bound(least, most)
                if most > least:
                    kernel.begin(most - 1)
                    continue
            else:
                if answer == "longer" and budget.reached(kernel.nodes, answer) == "seconds":
                    limit = "seconds"
                if limit:
                    if steps:
                        line = moves_of(steps, position, stock, "shortest").moves
                    moves = line.with_moves().moves if isinstance(line, UnplayedWin) else line
                    check_won(played(position, moves).end)
                    return Won(tuple(moves), kernel.nodes, limit=limit, least_moves=least)
                if steps is None:
                    least = kernel.lines.next_bound
                    _check_bound(least, most)
                    kernel.begin(min(max(least, kernel.lines.bound + _STEP), most))
                    continue
            shortest = moves_of(steps, position, stock, "shortest")
            if len(shortest.moves) != most:
                raise AssertionError(f"a line of {len(shortest.moves)} moves, not {most}")
            check_won(shortest.end)
            return Won(shortest.moves, kernel.nodes, shortest=True)

    def _go_to(self, position: Position) -> int:
        """Have the kernel begin at a position; the least number of moves from there."""
        stock, rest = self._dealt.stock, position.undealt()
        dealt = stock.index(rest[0]) if rest else len(stock) * (position.rules.stock == "dealt")
        at = numbers.position_of(position.pass_number - first_pass(position), dealt)
        left = set(position.cards())
        self._kernel.go_to(bytes(card in left for card in self._dealt.cards), at)
        return self._kernel.least


def _check_bound(least: int, most: int) -> None:
    """Guard every bound: a win of at most `most` moves is known."""
    if least > most:
        raise AssertionError(f"no line of fewer than {least} moves, but one of at most {most}")


@public
def shortest(subject: Subject, limits: Limits = Limits()) -> Verdict:
    """Find a solution of the fewest moves: discards, deals and redeals count one each.

    The proof exhausts, bound by bound, all solutions that could be shorter.

    Args:
        subject: A deal, or a position from which play goes on.
        limits: Nodes, seconds and memory for the verdict and for the search after it.

    Returns:
        The verdict. If a limit is reached, the solution is the shortest known: `Won.shortest` is
        false then, and no solution has fewer moves than `Won.least_moves`.

    Raises:
        PositionError: No play leads to the position, or a card of it is unknown.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> len(shortest(deal(9, "microsoft")).moves)
        38
    """
    start = position_of(subject)
    verdict, rules = search_verdict(start, limits), start.rules
    if isinstance(verdict, Lost | Unknown):
        return with_stock_block(start, verdict, limits)
    if rules.stock != "dealt" and rules.goal == "all":
        # In open games in which all must go every line has the same length.
        return replace(with_moves(verdict), shortest=True)
    if isinstance(verdict, Won) and not verdict.moves:
        return replace(verdict, shortest=True)
    if not plan_of(rules).searched_by_sets:
        return shortened(start, with_moves(verdict), limits)
    fewest = FewestMoves(start, limits.memory_mib)
    return fewest.moves_from(start, verdict.moves if isinstance(verdict, Won) else verdict, limits)


def shortened(start: Position, won: Won, limits: Limits) -> Won:
    """Find a line of the fewest moves from a position, under any rules; that of the solution `won`
    if a limit is reached first."""
    from pyrtool.answers.every_line import fewest_moves  # few ask for it

    replay(start, won.moves)
    moves, least, nodes, limit = fewest_moves(start, won.moves, limits)
    if limit:
        return Won(won.moves, nodes, limit=limit, least_moves=least)
    check_won(played(start, moves).end)
    return Won(moves, nodes, shortest=True)
