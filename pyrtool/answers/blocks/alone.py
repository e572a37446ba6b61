"""Some sets with every other card gone, the stock in its order: every position, by plain play.

Decides whether they can be discarded, and how far at most. It shares nothing with the searches that
find stock blocks: few sets are played here, more by the plain search of a second opinion. No move
is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pyrtool.answers.blocks.block import BlockError
from pyrtool.answers.soundness import played_alone
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.base.limits import MIB, Budget, LeftOpenError, Limits
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position
from pyrtool.kernel.check.plain_search import Plain

Step = tuple[int, ...]
"""A discard: the numbers of its two cards; none for a deal or a redeal."""
State = tuple[int, int, int]
"""The cards left, a bit each; the number of the next stock card, or of no card; the pass."""


@dataclass(frozen=True)
class Alone:
    """The cards of some sets: first the `tableau` cards laid out, in dealing order, then those
    of waste and stock. The next to be turned is `at`. For each card of the tableau there are masks
    of the cards `above` it and `direct` on it; `must` has the cards that must be discarded."""

    rules: Rules
    held: tuple[Card, ...]
    tableau: int
    at: int
    pass_number: int
    above: tuple[int, ...]
    direct: tuple[int, ...]
    must: int

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards of waste and stock, in the order of a pass."""
        return self.held[self.tableau :]


def alone(position: Position, sets: Sequence[tuple[int, ...]]) -> Alone:
    """These sets of a position that was checked; a `BlockError` where the order of the stock blocks
    nothing."""
    rules = played_alone(position.rules)
    if rules is None:
        raise BlockError("these rules have no stock blocks")
    ranks = {rank for pair in sets for rank in pair}
    layout, laid_out = Layout.of(rules), position.tableau
    places = [i for i, card in enumerate(laid_out) if card is not None and card.rank in ranks]
    number = {place: n for n, place in enumerate(places)}

    def numbered(mask: int) -> int:
        return sum(1 << n for place, n in number.items() if mask >> place & 1)

    passed = [card for card in position.passed() if card.rank in ranks]
    coming = [card for card in position.undealt() if card.rank in ranks]
    cards = (*(card for i in places if (card := laid_out[i])), *passed, *coming)
    is_pyramid = rules.goal == "pyramid"
    return Alone(
        rules,
        cards,
        len(places),
        len(places) + len(passed),
        position.pass_number,
        tuple(numbered(layout.above[i]) for i in places),
        tuple(numbered(layout.direct[i]) for i in places),
        numbered(layout.pyramid) if is_pyramid else (1 << len(cards)) - 1,
    )


def can_be_discarded(game: Alone, limits: Limits = Limits()) -> bool:
    """Whether the sets can be discarded, by the plain search; a `LeftOpenError` at a limit."""
    rules = game.rules
    if not game.must:
        return True
    kernel = Plain(
        len(game.held),
        [list(bits(mask)) for mask in game.above],
        game.must,
        goes_with=[sum(1 << other for other in ways) for ways in rules.partners],
        draw=1,
        passes=rules.passes or 0,
        dealt=True,
        stock_top=rules.stock_top,
        overlap=rules.overlap,
        waste_pairs=rules.waste_pairs,
        tops_match=rules.stock_waste != "no",
        tops_must=False,
        tops_vanish=False,
        directly=[list(bits(mask)) for mask in game.direct],
    )
    ranks = bytes(card.rank for card in game.held)
    kernel.load(ranks, (1 << len(game.held)) - 1, game.at, game.pass_number)
    kernel.limit_bytes = limits.memory_mib * MIB
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        raise LeftOpenError(f"the limit on {limit} was reached")
    return answer == "won"


@dataclass(frozen=True)
class Farthest:
    """The line that leaves the fewest cards that must go, and of these lines the fewest cards.

    `left` are the cards left at its end, and `can_go` those that some line discards: masks.
    """

    steps: tuple[Step, ...]
    left: int
    can_go: int


def farthest(game: Alone) -> Farthest:
    """How far the sets can be discarded at most: every position, each once.

    Among lines that end alike it is the first that the search finds, so it is always the same.
    """
    start = _next(game, ((1 << len(game.held)) - 1, game.at, game.pass_number))
    came: dict[State, tuple[State, Step] | None] = {start: None}
    waiting, best, can_go = [start], start, 0
    while waiting:
        here = waiting.pop()
        if _worth(game, here) < _worth(game, best):
            best = here
        for step, there in reversed(list(_moves(game, here))):
            can_go |= sum(1 << i for i in step)
            if there not in came:
                came[there] = here, step
                waiting.append(there)
    steps: list[Step] = []
    at = best
    while (before := came[at]) is not None:
        at, step = before
        steps.insert(0, step)
    return Farthest(tuple(steps), best[0], can_go)


def _worth(game: Alone, state: State) -> tuple[int, int]:
    return (state[0] & game.must).bit_count(), state[0].bit_count()


def _next(game: Alone, state: State) -> State:
    """The state with the number of the next stock card that is left."""
    left, at, number = state
    while at < len(game.held) and not left >> at & 1:
        at += 1
    return left, at, number


def _moves(game: Alone, state: State) -> Iterator[tuple[Step, State]]:
    """Every move, with the position that it leads to."""
    left, at, number = state
    for pair in _pairs(game, left, at):
        then = left & ~sum(1 << i for i in pair)
        yield pair, _next(game, (then, at, number))
    waste = left & (1 << at) - 1 & -1 << game.tableau
    if at < len(game.held):
        yield (), _next(game, (left, at + 1, number))
    elif waste and (game.rules.passes is None or number < game.rules.passes):
        again = number if game.rules.passes is None else number + 1
        yield (), _next(game, (left, game.tableau, again))


def _pairs(game: Alone, left: int, at: int) -> Iterator[tuple[int, int]]:
    """The discards: two cards that are available, or one and the card that it overlaps."""
    rules, cards = game.rules, game.held
    exposed = [i for i in range(game.tableau) if left >> i & 1 and not game.above[i] & left]
    waste = [i for i in bits(left) if game.tableau <= i < at]
    turned = [at] if rules.stock_top and at < len(cards) else []
    for i, j in combinations([*exposed, *waste[-1:], *turned], 2):
        meet = i < game.tableau or rules.stock_waste != "no"
        if meet and rules.go_together(cards[i].rank, cards[j].rank):
            yield i, j
    for i, j in [tuple(waste[-2:])] if rules.waste_pairs and len(waste) > 1 else []:
        if rules.go_together(cards[i].rank, cards[j].rank):
            yield i, j
    for i in range(game.tableau) if rules.overlap else ():
        on_it = game.above[i] & left
        j = on_it.bit_length() - 1
        alone_on_it = left >> i & 1 and on_it and on_it == game.direct[i] & 1 << j
        if alone_on_it and rules.go_together(cards[i].rank, cards[j].rank):
            yield i, j


guard(__name__)
