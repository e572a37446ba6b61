"""A deal, rules and limits to a verdict with its evidence.

Decides which kernel answers, packs for it and unpacks; every solution is replayed by the
referee before it is returned. A limit that was reached is `Unknown`, never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final, Literal

from pyrtool import packing
from pyrtool.blocks import Block, find_block
from pyrtool.cards import Card, PyrtoolError, complement
from pyrtool.games import Rules
from pyrtool.layout import Layout
from pyrtool.packing import (
    bits,
    decided_by_matching,
    early_never_hurts,
    has_blocks,
    matcher,
    search,
)
from pyrtool.position import DealStock, Discard, Move, Position, Redeal

Reason = Literal["simple block", "set block", "crossblock", "count", "exhausted"]
Limit = Literal["nodes", "seconds", "memory"]

MIB: Final = 2**20
MOST_MEMORY_MIB: Final = 2**20
UNLIMITED_NODES: Final = 2**62
SLICE_NODES: Final = 250_000  # between looks at the clock, some tenths of a second at most


class LimitError(PyrtoolError):
    """A limit that is not a positive number."""


@dataclass(frozen=True)
class Limits:
    """What a search may use: nodes, seconds of wall-clock time, MiB of memory for its table."""

    nodes: int | None = None
    seconds: float | None = None
    memory_mib: int = 1024

    def __post_init__(self) -> None:
        for name in ("nodes", "seconds", "memory_mib"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 2**40:
                raise LimitError(f"limit on {name}: {value} is not a positive number")
        if self.memory_mib > MOST_MEMORY_MIB:
            raise LimitError(f"limit on memory_mib: {self.memory_mib} is over {MOST_MEMORY_MIB}")


@dataclass(frozen=True)
class Won:
    """The goal can be reached, by these moves; `shortest` if it is proved that none are fewer."""

    moves: tuple[Move, ...]
    nodes: int
    shortest: bool = False


@dataclass(frozen=True)
class Lost:
    """The goal cannot be reached: a block, if there is one, or an exhausted search."""

    reason: Reason
    nodes: int
    block: Block | None = None


@dataclass(frozen=True)
class Unknown:
    """A limit was reached first."""

    limit: Limit
    nodes: int


Verdict = Won | Lost | Unknown


def solve(cards: Sequence[Card], rules: Rules, limits: Limits = Limits()) -> Verdict:
    """Whether a deal can be won with every card known, and how.

    `cards` is the whole deck in dealing order. A won verdict's moves were replayed by the
    referee. The kernels keep their buffers, so threads must not solve at the same time.
    """
    if decided_by_matching(rules):
        verdict = _solve_open(cards, rules, limits)
    else:
        verdict = _solve_by_search(cards, rules, limits)
    if isinstance(verdict, Won):
        replay(cards, rules, verdict.moves)
    return verdict


def shortest(cards: Sequence[Card], rules: Rules, limits: Limits = Limits()) -> Verdict:
    """`solve`, with a line of the fewest moves: discards, deals and redeals count one each.

    That no line is shorter is proved by exhausting, bound by bound, all that could be. An
    `Unknown` means that the length is not proved, though the deal may be won.
    """
    verdict = solve(cards, rules, limits)
    if not isinstance(verdict, Won) or (rules.stock != "dealt" and rules.goal == "all"):
        # In open games in which all must go every line has the same length.
        return replace(verdict, shortest=True) if isinstance(verdict, Won) else verdict
    kernel = packing.shortest(rules)
    kernel.limit_memory(limits.memory_mib * MIB)
    budget = _Budget(limits)
    kernel.begin(kernel.load(bytes(cards)))
    while True:
        answer = kernel.search(budget.slice(kernel.nodes))
        if answer == "won":
            moves = _unfold(cards, rules, kernel.line(), shortest=True)
            if len(moves) != kernel.bound:
                raise AssertionError(f"a line of {len(moves)} moves, not {kernel.bound}")
            replay(cards, rules, moves)
            return Won(tuple(moves), kernel.nodes, shortest=True)
        if answer == "longer":
            kernel.begin(kernel.next_bound)
        elif limit := budget.reached(kernel.nodes, answer):
            return Unknown(limit, kernel.nodes)


def replay(cards: Sequence[Card], rules: Rules, moves: Sequence[Move]) -> Position:
    """The last position after the referee played `moves`, which must reach the goal."""
    position = Position.start(cards, rules)
    for move in moves:
        position = position.play(move)
    if not position.is_won():
        raise AssertionError("the search's line of play does not reach the goal")
    return position


def _solve_open(cards: Sequence[Card], rules: Rules, limits: Limits) -> Verdict:
    kernel = matcher(rules)
    kernel.load(bytes(cards))
    everything = (1 << len(rules.sets)) - 1
    answer = kernel.solve(everything, limits.nodes or UNLIMITED_NODES)
    nodes = kernel.nodes
    if answer == "won":
        return Won(tuple(_in_order(cards, rules, dict(kernel.pairs()))), nodes)
    if answer == "lost":
        block = find_block(cards, rules)
        assert block is not None
        return Lost(block.kind, nodes, block)
    return Unknown("nodes", nodes)


def _solve_by_search(cards: Sequence[Card], rules: Rules, limits: Limits) -> Verdict:
    block = find_block(cards, rules) if has_blocks(rules) else None
    if block is not None:
        return Lost(block.kind, 0, block)
    kernel = search(rules)
    kernel.limit_memory(limits.memory_mib * MIB)
    if not kernel.load(bytes(cards)):
        return _lost(cards, rules, 0)
    budget = _Budget(limits)
    while True:
        answer = kernel.search(budget.slice(kernel.nodes))
        if answer == "won":
            return Won(tuple(_unfold(cards, rules, kernel.line())), kernel.nodes)
        if answer == "lost":
            return _lost(cards, rules, kernel.nodes)
        if limit := budget.reached(kernel.nodes, answer):
            return Unknown(limit, kernel.nodes)


class _Budget:
    """Limits while a search runs, slice by slice."""

    def __init__(self, limits: Limits) -> None:
        self.nodes = limits.nodes or UNLIMITED_NODES
        self.deadline = None if limits.seconds is None else monotonic() + limits.seconds

    def slice(self, nodes: int) -> int:
        """How many nodes the search may take before the clock is looked at, after `nodes`."""
        return min(SLICE_NODES, self.nodes - nodes)

    def reached(self, nodes: int, answer: str) -> Limit | None:
        """The limit that has been reached after `nodes`, if the kernel paused with `answer`."""
        if nodes >= self.nodes:
            return "nodes"
        if answer == "memory":
            return "memory"
        if self.deadline is not None and monotonic() >= self.deadline:
            return "seconds"
        return None


def _lost(cards: Sequence[Card], rules: Rules, nodes: int) -> Lost:
    """A deal that was searched in vain: with its block where that was not looked for before."""
    block = None if has_blocks(rules) else find_block(cards, rules)
    return Lost(block.kind, nodes, block) if block else Lost("exhausted", nodes)


def _unfold(
    cards: Sequence[Card],
    rules: Rules,
    line: Sequence[tuple[int, int, int]],
    shortest: bool = False,
) -> list[Move]:
    """The search's discards as moves of the game, with the deals and redeals between them.

    Cards that stand alone go as soon as the search let them, in `shortest` lines only when they
    must or when the stock is dealt on. Stock is dealt until the discard can be made, or where that
    is not the same, until it stands as the search had it.
    """
    card_of = {bit: card for card, bit in enumerate(bits(rules)) if Card.of(card) in rules.deck}
    index = {card: i for i, card in enumerate(cards[rules.tableau_size :])}
    early = early_never_hurts(rules)
    kings_turned = shortest and early and rules.stock_top and not rules.waste_pairs
    optional = shortest and rules.goal == "pyramid" and rules.tableau_size > rules.pyramid_size
    position = Position.start(cards, rules)
    moves: list[Move] = []

    def play(move: Move) -> None:
        nonlocal position
        moves.append(move)
        position = position.play(move)

    def goes_at_once(card: Card) -> bool:
        if card.rank != rules.total:
            return False
        if card in index and rules.stock == "dealt":
            return early and not shortest
        return not optional

    def play_singles() -> None:
        while not position.is_won() and (
            single := next((card for card in position.available() if goes_at_once(card)), None)
        ):
            play(Discard((single,)))

    def stock_position() -> int:
        top = index[position.waste[-1]] + 1 if position.waste else 0
        return 64 * (position.pass_number - 1) + top

    def deal_on() -> None:
        if kings_turned and position.turned and position.turned.rank == rules.total:
            play(Discard((position.turned,)))
        else:
            play(DealStock() if position.allows(DealStock()) else Redeal())
        play_singles()

    play_singles()
    for low, high, when in line:
        if low < 0:
            deal_on()
            while not position.vanished:
                deal_on()
            continue
        pair = tuple(Card.of(card_of[bit]) for bit in dict.fromkeys((low, high)))
        while not (position.allows(Discard(pair)) if early else stock_position() == when):
            deal_on()
        play(Discard(pair))
        play_singles()
    while not position.is_won():
        deal_on()
    return moves


def _in_order(cards: Sequence[Card], rules: Rules, mates: dict[int, int]) -> list[Move]:
    """A line of play in which the places of `mates` go together, the others with open cards.

    Any order that respects the covers will do: first what stands alone, then pairs within the
    tableau, then pairs with open cards, and the open cards that are left at the end.
    """
    layout = Layout.of(rules)
    size = len(layout.above)
    left = (1 << size) - 1
    partner = mates | {j: i for i, j in mates.items()}
    open_cards = list(cards[size:])
    moves: list[Move] = []

    def exposed(place: int, but: int = 0) -> bool:
        return not layout.above[place] & left & ~but

    def next_places() -> tuple[int, ...]:
        free = None
        pair = None
        for i in range(size):
            if not left >> i & 1:
                continue
            if i not in partner:
                if exposed(i):
                    if complement(cards[i].rank, rules.total) is None:
                        return (i,)
                    free = free or (i,)
            elif exposed(j := partner[i]) and exposed(i, layout.direct[i] & 1 << j):
                pair = pair or (i, j)
        chosen = pair or free
        assert chosen is not None, "the matching has a cycle"
        return chosen

    wanted = layout.pyramid if rules.goal == "pyramid" else left
    while left & wanted:
        places = next_places()
        left &= ~sum(1 << i for i in places)
        discard = tuple(cards[i] for i in places)
        moves.append(Discard(discard + _completing(discard, open_cards, rules)))
    if rules.goal == "all":
        while open_cards:
            discard = (open_cards.pop(0),)
            moves.append(Discard(discard + _completing(discard, open_cards, rules)))
    return moves


def _completing(
    discard: tuple[Card, ...], open_cards: list[Card], rules: Rules
) -> tuple[Card, ...]:
    """Take the open card that completes a single card from `open_cards`; nothing otherwise."""
    missing = rules.total - sum(card.rank for card in discard)
    if not missing:
        return ()
    card = next(card for card in open_cards if card.rank == missing)
    open_cards.remove(card)
    return (card,)
