"""Solve a deal or a position: its verdict, with the evidence.

Decides which kernel answers, packs for it and unpacks; every solution is replayed by the
referee before it is returned. A limit that was reached is `Unknown`, never a guess.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pyrtool.answers.blocks.find import MOST_BLOCK_NODES, first_block, stock_blocks
from pyrtool.answers.blocks.isolated_sets import left_in
from pyrtool.answers.kernel_setup.build import matcher, pairing, search
from pyrtool.answers.kernel_setup.lines import in_order, moves_of, moves_of_steps
from pyrtool.answers.kernel_setup.positions import Midgame, Numbered, as_dealt, loaded, loaded_piles
from pyrtool.answers.plan import plan_of, unsound_from
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won, check_won
from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import MIB, Budget, LeftOpenError, Limits
from pyrtool.base.messages import counted
from pyrtool.game.cards import PACK
from pyrtool.game.line import Played, played
from pyrtool.game.position import IllegalMoveError, Move, Position, Subject, position_of
from pyrtool.kernel.numbers import pass_of

if TYPE_CHECKING:
    from pyrtool.kernel.without_sets import General, Piles


@dataclass(frozen=True)
class UnplayedWin:
    """The `line` that a search found in this many `nodes` from `start`, which it had as `dealt`."""

    line: tuple[tuple[int, int, int], ...]
    start: Position
    dealt: Midgame
    nodes: int

    def with_moves(self) -> Won:
        """Return the win with its moves, which the referee plays."""
        line = moves_of(self.line, self.start, self.dealt.stock)
        check_won(line.end)
        return Won(line.moves, self.nodes)

    @property
    def most_moves(self) -> int:
        """The line has no more moves: it discards a card once, and deals it once in each pass."""
        redeals = pass_of(self.line[-1][2]) - pass_of(self.dealt.at) if self.line else 0
        return len(self.start.cards()) + (redeals + 1) * (len(self.dealt.stock) + 1)


def with_moves(win: UnplayedWin | Won) -> Won:
    """Return a win with its moves, which the referee plays if it has none yet."""
    return win.with_moves() if isinstance(win, UnplayedWin) else win


class NoSolutionError(PyrtoolError):
    """A deal without a solution, if one is needed."""


@public
def solve(subject: Subject, limits: Limits = Limits()) -> Verdict:
    """Decide whether a deal or a position can be won with every card known, and how.

    Threads may solve at the same time. `solve_many` decides many numbered deals much faster.

    Args:
        subject: A deal, or a position from which play goes on. Each carries its rules.
        limits: What the search may use.

    Returns:
        `Won` with moves that the referee replayed, `Lost` with the reason, or `Unknown` if a
        limit was reached.

    Raises:
        PositionError: No play leads to the position (`check_played`), or a card of it is unknown.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> solve(deal(3, "giza")).reason
        'set block'
        >>> solve(deal(9)).block.sets
        ((1, 12), (3, 10), (4, 9))
    """
    position = position_of(subject)
    return with_stock_block(position, _solve(position, limits), limits)


def verdict_only(subject: Subject, limits: Limits = Limits()) -> Verdict:
    """Solve, but look for no stock block: a loss that the search found stays ``exhausted``.

    It serves many questions one after the other, when only the verdict matters.
    """
    return _solve(position_of(subject), limits)


def with_stock_block(subject: Subject, verdict: Verdict, limits: Limits = Limits()) -> Verdict:
    """Add its stock block to an exhausted loss, if it has one; other verdicts stay as they are.

    The search for the block has the same limits, and at most `MOST_BLOCK_NODES` nodes. If it
    reaches one, the loss stays ``exhausted``. The nodes are those of the verdict.
    """
    if not isinstance(verdict, Lost) or verdict.reason != "exhausted":
        return verdict
    within = replace(limits, nodes=min(limits.nodes or MOST_BLOCK_NODES, MOST_BLOCK_NODES))
    try:
        blocks = stock_blocks(position_of(subject), within, is_lost=True)
    except LeftOpenError:
        return verdict
    return replace(verdict, reason="stock block", block=blocks[0]) if blocks else verdict


def solution(subject: Subject, limits: Limits = Limits()) -> Won:
    """Find a solution of what must be winnable, as problems are; it takes what `solve` does.

    A `NoSolutionError` if the deal cannot be won, or is won already; a `LeftOpenError` if a limit
    was reached first.
    """
    verdict = _check_problem(subject, verdict_only(subject, limits))
    if isinstance(verdict, Lost):
        raise NoSolutionError(f"{_name_in_error(subject)}: cannot be won ({verdict.reason})")
    return verdict


def problem_verdict(subject: Subject, limits: Limits = Limits()) -> Won | Lost:
    """Solve a problem: give a solution of at least one move, or the reason why there is none.

    A `NoSolutionError` if it is won already; a `LeftOpenError` if a limit was reached first.
    """
    return _check_problem(subject, solve(subject, limits))


def _check_problem(subject: Subject, verdict: Verdict) -> Won | Lost:
    """Return the verdict, if it leaves something to be solved or shown."""
    if isinstance(verdict, Unknown):
        raise LeftOpenError(
            f"{_name_in_error(subject)}: unknown, the limit on {verdict.limit} was reached"
        )
    if isinstance(verdict, Won) and not verdict.moves:
        raise NoSolutionError(
            f"{_name_in_error(subject)}: is won already: nothing is left to be solved"
        )
    return verdict


def _name_in_error(subject: Subject) -> str:
    """Return a deal or a position in an error about it."""
    if subject.number is None:
        return "a deal without a number"
    return f"deal {subject.number} ({subject.numbering})"


def replay(subject: Subject, moves: Sequence[Move]) -> Position:
    """Have the referee play `moves`; an `IllegalMoveError` if they are not legal, or do not win."""
    position = played(position_of(subject), moves).end
    if not position.is_won():
        is_pyramid = position.rules.goal == "pyramid"
        left = position.pyramid_left() if is_pyramid else position.cards_left()
        raise IllegalMoveError(f"the moves do not reach the goal: {counted(left, 'card')} left")
    return position


def _solve(position: Position, limits: Limits) -> Verdict:
    """Return the verdict on a position that was checked."""
    verdict = search_verdict(position, limits)
    return verdict if isinstance(verdict, Lost | Unknown) else with_moves(verdict)


def search_verdict(position: Position, limits: Limits) -> UnplayedWin | Verdict:
    """Find the verdict on a checked position; a win by search over the stock has no moves yet."""
    if position.is_won():
        return Won((), 0)
    if plan_of(position.rules).decided_by_matching:
        return _solve_open(position, limits)
    return _solve_by_search(position, limits)


def _solve_open(position: Position, limits: Limits) -> Verdict:
    dealt = as_dealt(position)
    kernel = matcher(position.rules)
    kernel.load_position(bytes(dealt.cards), dealt.left)
    begin = partial(kernel.solve, (1 << len(position.rules.sets)) - 1)
    answer, limit = Budget(limits).run(kernel, kernel.search, begin=begin)
    nodes = kernel.nodes
    if limit:
        return Unknown(limit, nodes)
    if answer == "lost":
        return _lost_by_block(position, dealt, nodes, is_blocked=True)
    line = played(position, in_order(position, kernel))
    check_won(line.end)
    return Won(line.moves, nodes)


def _solve_by_search(position: Position, limits: Limits) -> UnplayedWin | Verdict:
    """Return the verdict of the search that knows the game. A block is looked for first, or after a
    loss if the rules have no block that says more than the search."""
    plan, dealt = plan_of(position.rules), as_dealt(position)
    by_sets = plan.searched_by_sets
    looked = plan.has_blocks or (plan.is_plain and not by_sets)
    if looked and (block := first_block(left_in(position, dealt))):
        return Lost(block.kind, 0, block)
    if by_sets:
        verdict: UnplayedWin | Verdict = _search_sets(position, dealt, limits)
    elif plan.is_plain:
        verdict = _search_without_sets(position, limits)
    elif position.rules.deck_size > PACK:
        verdict = _search_by_tries(position, limits)
    else:
        piles = loaded_piles(position)
        piles.limit_bytes = limits.memory_mib * MIB
        verdict = _run_search(
            piles,
            limits,
            lambda: played(position, moves_of_steps(piles.line(), Numbered(position).cards)),
        )
    if looked or not isinstance(verdict, Lost):
        return verdict
    return _lost_by_block(position, dealt, verdict.nodes)


def _search_sets(start: Position, dealt: Midgame, limits: Limits) -> UnplayedWin | Lost | Unknown:
    """Search by sets; a win has no moves yet."""
    kernel = pairing(start.rules) or search(start.rules, unsound_from(start))
    kernel.limit_memory(limits.memory_mib * MIB)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        return Unknown(limit, kernel.nodes)
    if answer == "lost":
        return Lost("exhausted", kernel.nodes)
    return UnplayedWin(tuple(kernel.line()), start, dealt, kernel.nodes)


def _search_without_sets(start: Position, limits: Limits) -> Verdict:
    """Search a game that has no sets."""
    kernel, card_of = loaded(start)
    kernel.limit_memory(limits.memory_mib * MIB)
    stock = (*start.waste, *start.undealt())
    return _run_search(
        kernel, limits, lambda: moves_of(kernel.line(), start, stock, card_of=card_of)
    )


def _search_by_tries(position: Position, limits: Limits) -> Verdict:
    """Search a game of more cards than its kernel has room for."""
    from pyrtool.answers.every_line import win_by_tries  # few ask for it

    moves, nodes, limit = win_by_tries(position, limits)
    if limit:
        return Unknown(limit, nodes)
    if moves is None:
        return Lost("exhausted", nodes)
    check_won(played(position, moves).end)
    return Won(moves, nodes)


def _run_search(kernel: "General | Piles", limits: Limits, line: Callable[[], Played]) -> Verdict:
    """Return the verdict of a search into which a game has been loaded; `line`: how it is won, once
    the search has found out. A lost verdict says ``exhausted``."""
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        return Unknown(limit, kernel.nodes)
    if answer == "lost":
        return Lost("exhausted", kernel.nodes)
    won = line()
    check_won(won.end)
    return Won(won.moves, kernel.nodes)


def _lost_by_block(start: Position, dealt: Midgame, nodes: int, is_blocked: bool = False) -> Lost:
    """Make a lost position's verdict, with its block if it has one; `is_blocked`: it has."""
    block = first_block(left_in(start, dealt), is_blocked)
    return Lost(block.kind, nodes, block) if block else Lost("exhausted", nodes)
