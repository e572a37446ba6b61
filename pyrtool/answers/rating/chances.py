"""Ratings: how likely random players win a deal, exactly if it can be, else by playouts.

Decides which kernel answers within which limits, and the seed of the playouts. Games that the
kernels for sets do not know are played by the walk through every line. What the numbers mean is for
`scale`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log10
from typing import TYPE_CHECKING, Final

from pyrtool.answers.every_line import POSITION_BYTES
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.every_line import LinesFrom
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.plan import plan_of
from pyrtool.answers.rating.only_moves import (
    ByKernel,
    BySearch,
    LimitReached,
    Winnable,
    first_moves,
    only_moves,
)
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.answers.solve import replay, verdict_only
from pyrtool.answers.verdicts import Unknown, Won
from pyrtool.base.arguments import names_checked, public
from pyrtool.base.limits import (
    MIB,
    MOST_MEMORY_MIB,
    MOST_NODES,
    MOST_SECONDS,
    UNLIMITED_NODES,
    Budget,
    LeftOpenError,
    Limits,
    check_limits,
)
from pyrtool.base.messages import shown
from pyrtool.game.cards import Card
from pyrtool.game.deals import MOST_DEALS, Deal, DealError, Numbering, check_span, dealer
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position, Subject, position_of
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.game import RandomGames
from pyrtool.kernel.numbers import halves
from pyrtool.kernel.random_players import Chances, SinglyChances
from pyrtool.kernel.shuffle import Dealer
from pyrtool.kernel.without_sets import Games, LineChances

if TYPE_CHECKING:
    from pyrtool.answers.kernel_setup.build import AnyChances


POSITIONS_WITHOUT_SETS: Final = 1_000_000
"""How many positions are worked out at most by default; a deal of Nestor has a few thousand."""

PLAYOUTS_WITHOUT_SETS: Final = 2_000
"""How many games are played for each player by default."""


def exact_chances(
    start: Position, positions: int, limit_bytes: int, budget: Budget | None = None
) -> tuple[float, float, int] | None:
    """Work out how likely the plain and the clever player win from a position, and from how many.

    None with a stock to deal, and if the positions or their memory reach their limit.
    """
    if start.rules.stock == "dealt":
        return None
    if start.is_won():
        return 1.0, 1.0, 0
    lines = LinesFrom(start)
    kernel = LineChances(lines.line, lines.moves, lines.bounds)
    kernel.room = min(positions, limit_bytes // POSITION_BYTES)
    budget = budget or Budget(Limits())
    answer = budget.work(kernel.search, lambda: kernel.nodes, UNLIMITED_NODES)
    if answer != "lost" or kernel.positions() > positions:
        return None
    return *kernel.chances(), kernel.positions()


_MASK: Final = 2**64 - 1
_WON: Final = OUTCOMES.index("won")
_MOST_FIRST: Final = 2**128 - MOST_DEALS  # the kernel takes numbers of two words
_MOST: Final = 2**32 - 1  # positions, and games played out
_ANY_CHANCE: Final = 2.0
POSITIONS: Final = 10_000_000
PLAYOUTS: Final = 200_000
_MARKED: Final = re.compile(rb"[^\0]+")
_SURELY: Final = 1.001  # more than a difficulty is rounded by


@public
@names_checked
@dataclass(frozen=True)
class RatingLimits:
    """The limits of a rating.

    `positions` to work out for exact chances, and MiB for them; beyond either, `playouts` games
    a player are played; None for 10,000,000 and 200,000, or 1,000,000 and 2,000 if the kernels
    for sets do not know the game. `nodes` of search to find which moves lose, if chances do not.
    Beyond `seconds` there is no rating.
    """

    positions: int | None = None
    playouts: int | None = None
    nodes: int = 1_000_000
    memory_mib: int = 1024
    seconds: float | None = None

    def __post_init__(self) -> None:
        most = {"positions": _MOST, "playouts": _MOST, "nodes": MOST_NODES}
        check_limits(self, most | {"memory_mib": MOST_MEMORY_MIB, "seconds": MOST_SECONDS})


@public
def rate(
    subject: Subject, moves: Sequence[Move] | None = None, limits: RatingLimits = RatingLimits()
) -> Rating:
    """Rate how hard a winnable deal or position is.

    The same arguments give the same rating on every machine. Threads may rate at the same time.
    Ask `solve` first whether it can be won: what cannot has chances of 0, and they alone do not
    show it.

    Args:
        subject: A deal, or a position from which play goes on.
        moves: A solution, in which the only moves are counted; without it no moves are judged.
        limits: How far chances are computed exactly, and how many games are played otherwise.

    Returns:
        The difficulty, its level, and the only moves and first moves of the solution.

    Raises:
        IllegalMoveError: `moves` do not win; the message says where they fail.
        LeftOpenError: The limit on seconds was reached.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.answers.solve import solve
        >>> nine = deal(9, "giza")
        >>> rate(nine, solve(nine).moves).level
        'expert'
    """
    start = position_of(subject)
    if moves is not None:
        replay(start, moves)
    kernel, budget = _exact_kernel(start), Budget(Limits(seconds=limits.seconds))
    rating = _rate_chances(start, kernel, limits, _ANY_CHANCE, budget)
    assert rating is not None
    return rating if moves is None else _judge_moves(rating, start, moves, kernel, limits, budget)


def rate_range(
    first: int,
    count: int,
    numbering: Numbering,
    rules: Rules,
    least: float = 0.0,
    moves: bool = True,
    limits: RatingLimits = RatingLimits(),
    wanted: bytes | bytearray | None = None,
    prefix: str = "",
) -> Iterator[tuple[int, Rating]]:
    """Yield in order the winnable ones of `count` deals from `first` on: number and rating.

    Only deals whose difficulty is, or may be, at least `least` are given. With `wanted`, a byte
    for each number, deals whose byte is 0 are passed over. Moves are judged along `solve`'s line,
    unless `moves` is False. Lost deals cost no more than their verdict; if that does not fit the
    memory, a `LeftOpenError`. In games without a stock to deal one that is proved to be easier than
    `least` costs little more. The numbers are of one dealer: in PySolFC's numbering all below
    32000, or all from there on.
    """
    check_span(first, count, numbering, prefix)
    enough = _easy_chance(least, _positions_and_playouts(limits, rules)[1])
    dealing = dealer(f"{prefix}{first}" if prefix else first, numbering, rules)
    for number, cards in won_range(dealing, first, count, rules, limits.memory_mib, wanted):
        start = Position.start(Deal.of(cards, rules))
        kernel, budget = _exact_kernel(start), Budget(Limits(seconds=limits.seconds))
        rating = _rate_chances(start, kernel, limits, enough, budget)
        if rating is None or (rating.difficulty is not None and rating.difficulty < least):
            continue
        if not moves:
            yield number, rating
        else:
            verdict = verdict_only(start, Limits(memory_mib=limits.memory_mib))
            assert isinstance(verdict, Won)
            yield number, _judge_moves(rating, start, verdict.moves, kernel, limits, budget)


def won_range(
    dealing: Dealer,
    first: int,
    count: int,
    rules: Rules,
    memory_mib: int,
    wanted: bytes | bytearray | None = None,
) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield the won deals among `count` numbers from `first` on: number and cards, in order.

    `dealing` must deal the deck of the rules. With `wanted`, a byte for each number,
    deals whose byte is 0 are not solved. A `LeftOpenError` if a verdict does not fit the memory.
    """
    if not (0 <= first < _MOST_FIRST and 0 <= count <= MOST_DEALS):
        raise DealError(f"{shown(count)} deals from {shown(first)} on: there are fewer")
    rules.check_deck(tuple(map(Card.of, dealing.deal(first))))
    Limits(memory_mib=memory_mib)
    if not plan_of(rules).decided_in_bulk:
        yield from _won_singly(dealing, first, count, rules, memory_mib, wanted)
        return
    bulk = build.bulk(rules)
    bulk.limit_memory(memory_mib * MIB)
    for start, length in _runs(first, count, wanted):
        outcomes, spent = bytearray(length), halves(length)
        bulk.deal_outcomes(dealing, start, outcomes, spent, UNLIMITED_NODES)
        for number, outcome in enumerate(outcomes, start):
            if OUTCOMES[outcome] in ("nodes", "memory"):
                raise LeftOpenError(f"deal {number}: no verdict within {memory_mib} MiB")
            if outcome == _WON:
                yield number, tuple(map(Card.of, dealing.deal(number)))


def _runs(first: int, count: int, wanted: bytes | bytearray | None) -> Iterator[tuple[int, int]]:
    """Yield the numbers to be solved, in runs: the first of each, and how many."""
    if wanted is None:
        yield first, count
        return
    for run in _MARKED.finditer(wanted, 0, count):
        yield first + run.start(), run.end() - run.start()


def _won_singly(
    dealing: Dealer,
    first: int,
    count: int,
    rules: Rules,
    memory_mib: int,
    wanted: bytes | bytearray | None,
) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Do as `won_range`, for games that are not solved in bulk."""
    for start, length in _runs(first, count, wanted):
        for number in range(start, start + length):
            cards = tuple(map(Card.of, dealing.deal(number)))
            verdict = verdict_only(Deal.of(cards, rules), Limits(memory_mib=memory_mib))
            if isinstance(verdict, Unknown):
                raise LeftOpenError(f"deal {number}: no verdict within {memory_mib} MiB")
            if isinstance(verdict, Won):
                yield number, cards


def seed(data: bytes, player: int) -> int:
    """Get the seed of a player's games: FNV-1a, 64 bits, of card codes and the player's number.

    The number is 0 for the plain player, 1 for the clever one. Source: Fowler, Noll and Vo (1991).
    """
    value = 0xCBF29CE484222325
    for byte in [*data, player]:
        value = ((value ^ byte) * 0x100000001B3) & _MASK
    return value


def _positions_and_playouts(limits: RatingLimits, rules: Rules) -> tuple[int, int]:
    """Return the positions and the playouts that the limits allow in a game."""
    by_sets = plan_of(rules).searched_by_sets
    positions = limits.positions or (POSITIONS if by_sets else POSITIONS_WITHOUT_SETS)
    return positions, limits.playouts or (PLAYOUTS if by_sets else PLAYOUTS_WITHOUT_SETS)


def _easy_chance(least: float, playouts: int) -> float:
    """Return the chance at which a deal is surely easier than `least`.

    What games played out show of deals that are too large must not depend on whether their
    chances were begun. So nothing is given up if these games could show as much.
    """
    if least <= 1 + log10(playouts):
        return _ANY_CHANCE
    enough: float = _SURELY * 10.0**-least
    return enough


def _exact_kernel(start: Position) -> "AnyChances | None":
    """Return the kernel for exact chances, if there is one."""
    if not plan_of(start.rules).searched_by_sets:
        return None
    kings = any(start.rules.goes_alone(card.rank) for card in start.waste)
    return build.chances(start.rules, kings)


def _rate_chances(
    start: Position,
    kernel: "AnyChances | None",
    limits: RatingLimits,
    enough: float,
    budget: Budget,
) -> Rating | None:
    """Return the two chances; None if the plain player's is proved to be at least `enough`."""
    positions, playouts = _positions_and_playouts(limits, start.rules)
    if kernel is None:
        counted = exact_chances(start, positions, limits.memory_mib * MIB, budget)
    else:
        answer = _work_out(kernel, start, positions, limits.memory_mib, enough, budget)
        if answer == "enough":
            return None
        counted = (*kernel.chances(), kernel.positions) if answer == "done" else None
    if counted is None:
        return Rating(*_play_out(start, playouts, budget), 0)
    plain, clever, met = counted
    return Rating(Chance(plain), Chance(clever), met)


def _work_out(
    kernel: "AnyChances",
    start: Position,
    positions: int,
    memory_mib: int,
    enough: float,
    budget: Budget,
) -> str:
    """Work out the game from `start`: ``done``, ``enough``, or what limit it does not fit."""
    kernel.limit_memory(memory_mib * MIB)
    if isinstance(kernel, Chances):
        kernel.limit_chance(enough)
    dealt = as_dealt(start)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
    answer = ""
    try:
        answer = budget.work(
            kernel.run,
            lambda: kernel.worked if isinstance(kernel, SinglyChances) else kernel.positions,
            positions,
        )
    finally:
        if isinstance(kernel, Chances):
            kernel.limit_chance(_ANY_CHANCE)
        if answer not in ("done", "enough"):
            kernel.release()
    return answer


def _play_out(start: Position, games: int, budget: Budget) -> tuple[Chance, Chance]:
    """Return the players' chances by games played out; of a deal their seeds are those of its
    cards, of a position those of what is left of it, too."""
    kernel: RandomGames
    if not plan_of(start.rules).searched_by_sets:
        data = bytes(start.cards()) + repr(start.wastes).encode() * (start.passed() != ())
        lines = LinesFrom(start)
        kernel = Games(lines.line, lines.moves, lines.bounds, plan_of(lines.rules).patience)
    else:
        kernel = playouts = build.playouts(start.rules)
        dealt = as_dealt(start)
        playouts.load_position(bytes(dealt.cards), dealt.left, dealt.at)
        data = bytes(dealt.cards)
        if dealt.at or 0 in dealt.left:
            data += dealt.left + dealt.at.to_bytes(8, "little")

    def chance(player: int) -> Chance:
        """Play in slices; without a seed, the kernel goes on from its games before."""
        first = seed(data, player)
        won = budget.total(
            lambda more, before: kernel.play(more, None if before else first, player == 1), games
        )
        return Chance(won / games, games, won)

    return chance(0), chance(1)


def _judge_moves(
    rating: Rating,
    start: Position,
    moves: Sequence[Move],
    kernel: "AnyChances | None",
    limits: RatingLimits,
    budget: Budget,
) -> Rating:
    """Return the rating with what the moves are worth."""
    winnable: Winnable = BySearch(limits.nodes, limits.memory_mib, budget)
    if rating.exact and isinstance(kernel, Chances | SinglyChances):
        winnable = ByKernel(kernel, start)
    try:
        first, losing = first_moves(start, winnable)
        only = only_moves(start, moves, winnable)
    except LimitReached:
        return rating
    return replace(rating, first_moves=first, losing_first_moves=losing, only_moves=only)
