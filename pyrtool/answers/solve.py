"""A deal, rules and limits to a verdict with its evidence.

Decides which kernel answers, packs for it and unpacks; every solution is replayed by the
referee before it is returned. A limit that was reached is `Unknown`, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pyrtool.answers.blocks.find import first_block
from pyrtool.answers.blocks.open_deal import left_in
from pyrtool.answers.blocks.stock_block import MOST_BLOCK_NODES, stock_blocks
from pyrtool.answers.found import FoundWin, shown
from pyrtool.answers.kernels.build import open_game, pairing, search
from pyrtool.answers.kernels.lines import in_order, moves_of
from pyrtool.answers.kernels.positions import Midgame, as_dealt, loaded
from pyrtool.answers.shortest import FewestMoves
from pyrtool.answers.soundness import (
    decided_by_matching,
    has_blocks,
    is_plain,
    searched_by_sets,
    sets_answer,
    unsound_from,
)
from pyrtool.answers.subject import Subject, position_of
from pyrtool.answers.verdicts import Lost, Reason, Unknown, Verdict, Won, check_won
from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import (
    MIB,
    MOST_MEMORY_MIB,
    MOST_NODES,
    MOST_SECONDS,
    UNLIMITED_NODES,
    Budget,
    LeftOpenError,
    Limit,
    LimitError,
    Limits,
    check_limits,
)
from pyrtool.base.words import counted
from pyrtool.game.cards import PACK
from pyrtool.game.line import Played, played
from pyrtool.game.position import IllegalMoveError, Move, Position

if TYPE_CHECKING:
    from pyrtool.kernel.verdict.any_pairs.general import General
    from pyrtool.kernel.verdict.pairing.open_game import OpenGame
    from pyrtool.kernel.verdict.wastes.piles import Piles

__all__ = [
    "MIB",
    "MOST_MEMORY_MIB",
    "MOST_NODES",
    "MOST_SECONDS",
    "UNLIMITED_NODES",
    "Budget",
    "FewestMoves",
    "Limit",
    "LimitError",
    "Limits",
    "Lost",
    "NoSolutionError",
    "Reason",
    "Unknown",
    "Verdict",
    "Won",
    "check_limits",
    "check_won",
    "decide",
    "problem_verdict",
    "replay",
    "shortened",
    "shortest",
    "solution",
    "solve",
    "with_stock_block",
]


class NoSolutionError(PyrtoolError):
    """A deal without a solution, where one is needed."""


def solve(subject: Subject, limits: Limits = Limits()) -> Verdict:
    """Decide whether a deal or a position can be won with every card known, and how.

    Threads may solve at the same time. `solve_many` decides many numbered deals much faster.

    Args:
        subject: A deal, or a position from which play goes on. Each carries its rules.
        limits: What the search may use.

    Returns:
        `Won` with moves that the referee replayed, `Lost` with the reason, or `Unknown` where a
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


def decide(subject: Subject, limits: Limits = Limits()) -> Verdict:
    """`solve`, without a look for a stock block: a loss that the search found stays ``exhausted``.

    For many questions one after the other, where only the verdict matters.
    """
    return _solve(position_of(subject), limits)


def with_stock_block(subject: Subject, verdict: Verdict, limits: Limits = Limits()) -> Verdict:
    """The verdict on a deal or a position, an exhausted loss with its stock block if it has one.

    The search for the block has the same limits, and at most `MOST_BLOCK_NODES` nodes. Where it
    reaches one, the loss stays ``exhausted``. The nodes are those of the verdict.
    """
    if not isinstance(verdict, Lost) or verdict.reason != "exhausted":
        return verdict
    within = replace(limits, nodes=min(limits.nodes or MOST_BLOCK_NODES, MOST_BLOCK_NODES))
    try:
        found = stock_blocks(position_of(subject), within, is_lost=True)
    except LeftOpenError:
        return verdict
    return replace(verdict, reason="stock block", block=found[0]) if found else verdict


def shortest(subject: Subject, limits: Limits = Limits()) -> Verdict:
    """Find a solution of the fewest moves: discards, deals and redeals count one each.

    The proof exhausts, bound by bound, all solutions that could be shorter.

    Args:
        subject: A deal, or a position from which play goes on.
        limits: Nodes, seconds and memory for the verdict and for the search after it.

    Returns:
        The verdict. Where a limit is reached, the solution is the shortest known: `Won.shortest` is
        false then, and no solution has fewer moves than `Won.least_moves`.

    Raises:
        PositionError: No play leads to the position, or a card of it is unknown.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> len(shortest(deal(9, "microsoft")).moves)
        38
    """
    start = position_of(subject)
    found, rules = _found(start, limits), start.rules
    if isinstance(found, Lost | Unknown):
        return with_stock_block(start, found, limits)
    if rules.stock != "dealt" and rules.goal == "all":
        # In open games in which all must go every line has the same length.
        return replace(shown(found), shortest=True)
    if isinstance(found, Won) and not found.moves:
        return replace(found, shortest=True)
    if not searched_by_sets(rules):
        return shortened(start, shown(found), limits)
    fewest = FewestMoves(start, limits.memory_mib)
    return fewest.moves_from(start, found.moves if isinstance(found, Won) else found, limits)


def solution(subject: Subject, limits: Limits = Limits()) -> Won:
    """Find a solution of what must be winnable, as problems are.

    Takes what `solve` does.

    Returns:
        A solution of at least one move.

    Raises:
        NoSolutionError: The deal cannot be won, or is won already.
        LeftOpenError: A limit was reached first.
    """
    verdict = _of_problem(subject, decide(subject, limits))
    if isinstance(verdict, Lost):
        raise NoSolutionError(f"{_called(subject)}: cannot be won ({verdict.reason})")
    return verdict


def problem_verdict(subject: Subject, limits: Limits = Limits()) -> Won | Lost:
    """What `solve` answers of a problem: a solution of at least one move, or why there is none.

    Raises:
        NoSolutionError: The deal is won already.
        LeftOpenError: A limit was reached first.
    """
    return _of_problem(subject, solve(subject, limits))


def _of_problem(subject: Subject, verdict: Verdict) -> Won | Lost:
    """The verdict, if it leaves something to be solved or shown."""
    if isinstance(verdict, Unknown):
        raise LeftOpenError(
            f"{_called(subject)}: unknown, the limit on {verdict.limit} was reached"
        )
    if isinstance(verdict, Won) and not verdict.moves:
        raise NoSolutionError(f"{_called(subject)}: is won already: nothing is left to be solved")
    return verdict


def _called(subject: Subject) -> str:
    """A deal or a position in an error about it."""
    if subject.number is None:
        return "a deal without a number"
    return f"deal {subject.number} ({subject.numbering})"


def shortened(start: Position, won: Won, limits: Limits) -> Won:
    """A line of the fewest moves from a position, under any rules, where `won` has one; that of
    `won` where a limit was reached first.

    An `IllegalMoveError` where `won` has none.
    """
    from pyrtool.answers.every_line import fewest_moves  # few ask for it

    replay(start, won.moves)
    moves, least, nodes, limit = fewest_moves(start, won.moves, limits)
    if limit:
        return Won(won.moves, nodes, limit=limit, least_moves=least)
    check_won(played(start, moves).end)
    return Won(moves, nodes, shortest=True)


def replay(subject: Subject, moves: Sequence[Move]) -> Position:
    """Have the referee play `moves`, which must reach the goal.

    Returns:
        The last position.

    Raises:
        IllegalMoveError: A move is not legal, or the moves do not reach the goal.
    """
    position = played(position_of(subject), moves).end
    if not position.is_won():
        is_pyramid = position.rules.goal == "pyramid"
        left = position.pyramid_left() if is_pyramid else position.cards_left()
        raise IllegalMoveError(f"the moves do not reach the goal: {counted(left, 'card')} left")
    return position


def _matched(kernel: OpenGame, start: Position, limits: Limits) -> Verdict:
    """The verdict of a kernel into which an open game from `start` has been loaded. A lost one
    says ``exhausted``."""
    begin = partial(kernel.solve, (1 << len(start.rules.sets)) - 1)
    answer, limit = Budget(limits).run(kernel, kernel.go_on, begin=begin)
    if limit:
        return Unknown(limit, kernel.nodes)
    if answer == "lost":
        return Lost("exhausted", kernel.nodes)
    nodes = kernel.nodes
    line = played(start, in_order(start, kernel.matcher))
    check_won(line.end)
    return Won(line.moves, nodes)


def _solve(position: Position, limits: Limits) -> Verdict:
    """The verdict on a position that was checked."""
    found = _found(position, limits)
    return found if isinstance(found, Lost | Unknown) else shown(found)


def _found(position: Position, limits: Limits) -> FoundWin | Verdict:
    """`_solve`, a win of the search over the stock without its moves."""
    rules = position.rules
    if position.is_won():
        return Won((), 0)
    if not is_plain(rules):
        return _solve_piled(position, limits)
    if decided_by_matching(rules):
        return _solve_open(position, limits)
    if not sets_answer(rules):
        return _solve_generally(position, limits)
    return _solve_by_search(position, limits)


def _solve_open(position: Position, limits: Limits) -> Verdict:
    dealt = as_dealt(position)
    kernel = open_game(position.rules)
    kernel.load_position(bytes(dealt.cards), dealt.left)
    verdict = _matched(kernel, position, limits)
    if not isinstance(verdict, Lost):
        return verdict
    return _blocked(position, dealt, verdict.nodes, is_blocked=True)


def _solve_by_search(position: Position, limits: Limits) -> FoundWin | Lost | Unknown:
    looked = has_blocks(position.rules)
    dealt = as_dealt(position)
    if looked and (block := first_block(left_in(position, dealt))):
        return Lost(block.kind, 0, block)
    kernel = pairing(position.rules) or search(position.rules, unsound_from(position))
    kernel.limit_memory(limits.memory_mib * MIB)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
    answer, limit = Budget(limits).run(kernel, kernel.search)
    nodes = kernel.nodes
    if limit:
        return Unknown(limit, nodes)
    if answer != "lost":
        return FoundWin(tuple(kernel.line()), position, dealt, nodes)
    return Lost("exhausted", nodes) if looked else _blocked(position, dealt, nodes)


def _solve_generally(start: Position, limits: Limits) -> Verdict:
    """The verdict of the search that knows no sets."""
    block = first_block(left_in(start, as_dealt(start)))
    if block is not None:
        return Lost(block.kind, 0, block)
    kernel, card_of = loaded(start)
    kernel.limit_memory(limits.memory_mib * MIB)
    stock = (*start.waste, *start.undealt())
    return _searched(kernel, limits, lambda: moves_of(kernel.line(), start, stock, card_of=card_of))


def _solve_piled(position: Position, limits: Limits) -> Verdict:
    """The verdict of a game with several wastes, or both ends of one."""
    blocks = has_blocks(position.rules)
    dealt = as_dealt(position)
    if blocks and (block := first_block(left_in(position, dealt))):
        return Lost(block.kind, 0, block)
    if position.rules.deck_size > PACK:
        verdict = _tried(position, limits)
    else:
        from pyrtool.answers.kernels import several_wastes  # few ask for it

        kernel = several_wastes.load(position)
        kernel.limit_bytes = limits.memory_mib * MIB
        verdict = _searched(
            kernel, limits, lambda: played(position, several_wastes.moves_found(kernel, position))
        )
    if blocks or not isinstance(verdict, Lost):
        return verdict
    return _blocked(position, dealt, verdict.nodes)


def _tried(position: Position, limits: Limits) -> Verdict:
    """The verdict of a game of more cards than its kernel has room for."""
    from pyrtool.answers.every_line import win_by_tries  # few ask for it

    moves, nodes, limit = win_by_tries(position, limits)
    if limit:
        return Unknown(limit, nodes)
    if moves is None:
        return Lost("exhausted", nodes)
    check_won(played(position, moves).end)
    return Won(moves, nodes)


def _searched(kernel: General | Piles, limits: Limits, line: Callable[[], Played]) -> Verdict:
    """The verdict of a search into which a game has been loaded; `line`: how it is won, once the
    search has found out. A lost verdict says ``exhausted``."""
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        return Unknown(limit, kernel.nodes)
    if answer == "lost":
        return Lost("exhausted", kernel.nodes)
    won = line()
    check_won(won.end)
    return Won(won.moves, kernel.nodes)


def _blocked(position: Position, dealt: Midgame, nodes: int, is_blocked: bool = False) -> Lost:
    """A position that was found to be lost, with its block if it has one; `is_blocked`: it has."""
    block = first_block(left_in(position, dealt), is_blocked)
    return Lost(block.kind, nodes, block) if block else Lost("exhausted", nodes)


guard(__name__)
