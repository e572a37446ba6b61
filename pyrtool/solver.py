"""A deal, rules and limits to a verdict with its evidence.

Decides which kernel answers, packs for it and unpacks; every solution is replayed by the
referee before it is returned. A limit that was reached is `Unknown`, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pyrtool import piled
from pyrtool.asked import Asked, position_asked, rules_asked, start_asked
from pyrtool.blocks import find_block
from pyrtool.cards import PACK, Card, counted
from pyrtool.door import guard
from pyrtool.fewest_moves import FewestMoves
from pyrtool.games import Rules
from pyrtool.kernel.general import General
from pyrtool.kernel.matching import Matcher
from pyrtool.kernel.search import Search
from pyrtool.kernel.wastes.piles import Piles
from pyrtool.limits import (
    MIB,
    MOST_MEMORY_MIB,
    MOST_NODES,
    MOST_SECONDS,
    UNLIMITED_NODES,
    Budget,
    Limit,
    LimitError,
    Limits,
    check_limits,
)
from pyrtool.lines import in_order, moves_of
from pyrtool.midgame import as_dealt, loaded
from pyrtool.packing import matcher, search
from pyrtool.played import Played, played
from pyrtool.position import IllegalMoveError, Move, Position
from pyrtool.theory import (
    decided_by_matching,
    has_blocks,
    is_plain,
    searched_by_sets,
    sets_answer,
    unsound_from,
)
from pyrtool.verdicts import Lost, Reason, Unknown, Verdict, Won, check_won

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
    "Reason",
    "Unknown",
    "Verdict",
    "Won",
    "check_limits",
    "check_won",
    "replay",
    "shortened",
    "shortest",
    "solve",
]


def solve(
    cards: Sequence[Card] | Position, rules: Rules | None = None, limits: Limits = Limits()
) -> Verdict:
    """Whether a deal can be won with every card known, and how; or a position from there on.

    `cards` is the whole deck in dealing order, or a `Position`, which has its own rules. A won
    verdict's moves were replayed by the referee. A `PositionError` where play cannot have led to
    the position (`check_played`), or a card of it is unknown. Threads may solve at the same time.

    >>> from pyrtool.deals import deal
    >>> from pyrtool.games import game
    >>> verdict = solve(deal(3).cards, game("giza"))
    >>> verdict.reason
    'set block'
    """
    if isinstance(cards, Position):
        return _solve_from(position_asked(cards, rules), limits)
    rules = rules_asked(rules)
    if not is_plain(rules):
        return _solve_piled(Position.start(cards, rules), limits)
    if not sets_answer(rules):
        return _solve_generally(Position.start(cards, rules), limits)
    if decided_by_matching(rules):
        return _solve_open(cards, rules, limits)
    return _solve_by_search(cards, rules, limits)


def shortest(
    cards: Sequence[Card] | Position, rules: Rules | None = None, limits: Limits = Limits()
) -> Verdict:
    """`solve`, with a line of the fewest moves: discards, deals and redeals count one each.

    That no line is shorter is proved by exhausting, bound by bound, all that could be. Where a
    limit is reached first the line is the shortest that is known: `Won.shortest` is false then,
    and `Won.least_moves` is what no line is shorter than.

    >>> from pyrtool.deals import deal
    >>> from pyrtool.games import game
    >>> len(shortest(deal(9).cards, game("microsoft")).moves)
    38
    """
    start = start_asked(cards, rules)
    verdict = solve(cards, rules, limits)
    rules = start.rules
    if not isinstance(verdict, Won) or (rules.stock != "dealt" and rules.goal == "all"):
        # In open games in which all must go every line has the same length.
        return replace(verdict, shortest=True) if isinstance(verdict, Won) else verdict
    if not verdict.moves:
        return replace(verdict, shortest=True)
    if not searched_by_sets(rules):
        return shortened(start, verdict, limits)
    fewest = FewestMoves(start, limits.memory_mib)
    asked = fewest.end_late(verdict.moves, limits)
    return fewest.moves_from(start, verdict.moves, limits, asked=asked)


def shortened(start: Position, won: Won, limits: Limits) -> Won:
    """A line of the fewest moves from a position, under any rules, where `won` has one; that of
    `won` where a limit was reached first.

    An `IllegalMoveError` where `won` has none.
    """
    from pyrtool.walk import fewest_moves  # few ask for it

    replay(start, None, won.moves)
    moves, least, nodes, limit = fewest_moves(start, won.moves, limits)
    if limit:
        return Won(won.moves, nodes, limit=limit, least_moves=least)
    check_won(played(start, moves).end)
    return Won(moves, nodes, shortest=True)


def replay(
    cards: Sequence[Card] | Position, rules: Rules | None, moves: Sequence[Move]
) -> Position:
    """The last position after the referee played `moves`, which must reach the goal.

    An `IllegalMoveError` names a move that is not legal, or says what is left at the end.
    """
    position = played(start_asked(cards, rules), moves).end
    rules = position.rules
    if not position.is_won():
        left = position.pyramid_left() if rules.goal == "pyramid" else position.cards_left()
        raise IllegalMoveError(f"the moves do not reach the goal: {counted(left, 'card')} left")
    return position


def _solve_open(cards: Sequence[Card], rules: Rules, limits: Limits) -> Verdict:
    kernel = matcher(rules)
    kernel.load(bytes(cards))
    verdict = _matched(kernel, Position.start(cards, rules), limits)
    if not isinstance(verdict, Lost):
        return verdict
    return _blocked((cards, rules), verdict.nodes)


def _matched(kernel: Matcher, start: Position, limits: Limits) -> Verdict:
    """The verdict of a matcher into which an open game from `start` has been loaded. A lost one
    says ``exhausted``."""
    budget = Budget(limits)
    answer = kernel.solve((1 << len(start.rules.sets)) - 1, budget.slice(0))
    while answer == "paused":
        if limit := budget.reached(kernel.nodes, answer):
            return Unknown(limit, kernel.nodes)
        answer = kernel.go_on(budget.slice(kernel.nodes))
    if answer == "lost":
        return Lost("exhausted", kernel.nodes)
    nodes = kernel.nodes
    line = played(start, in_order(start, dict(kernel.pairs())))
    check_won(line.end)
    return Won(line.moves, nodes)


def _solve_from(position: Position, limits: Limits) -> Verdict:
    if position.is_won():
        return Won((), 0)
    if not is_plain(position.rules):
        return _solve_piled(position, limits)
    if not sets_answer(position.rules):
        return _solve_generally(position, limits)
    dealt = as_dealt(position)
    if decided_by_matching(position.rules):
        matching = matcher(position.rules)
        matching.load_position(bytes(dealt.cards), dealt.left)
        verdict = _matched(matching, position, limits)
        return _blocked((position, None), verdict.nodes) if isinstance(verdict, Lost) else verdict
    if has_blocks(position.rules) and (block := find_block(position)):
        return Lost(block.kind, 0, block)
    kernel = search(position.rules, unsound_from(position))
    kernel.limit_memory(limits.memory_mib * MIB)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
    verdict = _searched(kernel, limits, lambda: moves_of(kernel.line(), position, dealt.stock))
    return _blocked((position, None), verdict.nodes) if isinstance(verdict, Lost) else verdict


def _solve_generally(start: Position, limits: Limits) -> Verdict:
    """The verdict of the search that knows no sets."""
    block = find_block(start)
    if block is not None:
        return Lost(block.kind, 0, block)
    kernel, card_of = loaded(start)
    kernel.limit_bytes = limits.memory_mib * MIB
    stock = (*start.waste, *start.undealt())
    return _searched(kernel, limits, lambda: moves_of(kernel.line(), start, stock, card_of=card_of))


def _solve_by_search(cards: Sequence[Card], rules: Rules, limits: Limits) -> Verdict:
    block = find_block(cards, rules) if has_blocks(rules) else None
    if block is not None:
        return Lost(block.kind, 0, block)
    kernel = search(rules)
    kernel.limit_memory(limits.memory_mib * MIB)
    if not kernel.load(bytes(cards)):
        return _lost(cards, rules, 0)
    start, stock = Position.start(cards, rules), cards[rules.tableau_size :]
    verdict = _searched(kernel, limits, lambda: moves_of(kernel.line(), start, stock))
    return _lost(cards, rules, verdict.nodes) if isinstance(verdict, Lost) else verdict


def _solve_piled(position: Position, limits: Limits) -> Verdict:
    """The verdict of a game with several wastes, or both ends of one."""
    blocks = has_blocks(position.rules)
    if blocks and (block := find_block(position)):
        return Lost(block.kind, 0, block)
    if position.rules.deck_size > PACK:
        verdict = _tried(position, limits)
    else:
        kernel = piled.load(position)
        kernel.limit_bytes = limits.memory_mib * MIB
        verdict = _searched(
            kernel, limits, lambda: played(position, piled.moves_found(kernel, position))
        )
    if blocks or not isinstance(verdict, Lost):
        return verdict
    return _blocked((position, None), verdict.nodes)


def _tried(position: Position, limits: Limits) -> Verdict:
    """The verdict of a game of more cards than its kernel has room for."""
    from pyrtool.first_win import first_win  # few ask for it

    moves, nodes, limit = first_win(position, limits)
    if limit:
        return Unknown(limit, nodes)
    if moves is None:
        return Lost("exhausted", nodes)
    check_won(played(position, moves).end)
    return Won(moves, nodes)


def _searched(
    kernel: Search | General | Piles, limits: Limits, line: Callable[[], Played]
) -> Verdict:
    """The verdict of a search into which a game has been loaded; `line`: how it is won, once the
    search has found out. A lost verdict says ``exhausted``."""
    budget = Budget(limits)
    while True:
        answer = kernel.search(budget.slice(kernel.nodes))
        if answer == "won":
            won = line()
            check_won(won.end)
            return Won(won.moves, kernel.nodes)
        if answer == "lost":
            return Lost("exhausted", kernel.nodes)
        if limit := budget.reached(kernel.nodes, answer):
            return Unknown(limit, kernel.nodes)


def _lost(cards: Sequence[Card], rules: Rules, nodes: int) -> Lost:
    """A deal that was searched in vain: with its block where that was not looked for before."""
    return Lost("exhausted", nodes) if has_blocks(rules) else _blocked((cards, rules), nodes)


def _blocked(asked: Asked, nodes: int) -> Lost:
    """A deal or a position that was found to be lost, with its block if it has one."""
    block = find_block(*asked)
    return Lost(block.kind, nodes, block) if block else Lost("exhausted", nodes)


guard(__name__)
