"""A position in the middle of a game to a verdict.

Decides how a position is told to the search, which knows only deals of which some cards are gone.
Whole deals, with their blocks, are for `solver`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrtool import packing
from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.position import Position
from pyrtool.solver import MIB, Budget, Limits, Lost, Unknown, Verdict, Won
from pyrtool.unfold import first_pass, unfold


def solve_from(position: Position, limits: Limits = Limits()) -> Verdict:
    """Whether the goal can still be reached with every card known, and how.

    `position` must have come about by play. A won verdict's moves are those from there on, and
    were replayed by the referee; the reason of a lost one is always ``exhausted``. The kernels keep
    their buffers, so threads must not solve at the same time.
    """
    rules = position.rules
    cards = _as_dealt(position)
    stock = cards[rules.tableau_size :]
    left = set(_cards_left(position))
    waste_top = stock.index(position.waste[-1]) + 1 if position.waste else 0
    passed = 64 * (position.pass_number - first_pass(position))
    kernel = packing.search(rules, _without(position))
    kernel.limit_memory(limits.memory_mib * MIB)
    kernel.load_position(bytes(cards), bytes(card in left for card in cards), passed + waste_top)
    budget = Budget(limits)
    while True:
        answer = kernel.search(budget.slice(kernel.nodes))
        if answer == "won":
            moves = unfold(kernel.line(), position, stock)
            if not position.play_all(moves).is_won():
                raise AssertionError("the search's line of play does not reach the goal")
            return Won(tuple(moves), kernel.nodes)
        if answer == "lost":
            return Lost("exhausted", kernel.nodes)
        if limit := budget.reached(kernel.nodes, answer):
            return Unknown(limit, kernel.nodes)


def _cards_left(position: Position) -> list[Card]:
    """The cards that are not gone: tableau and bouquet, waste, turned card, stock."""
    open_cards = [card for card in position.tableau + position.bouquet if card is not None]
    return [*open_cards, *position.waste, *position.undealt()]


def _as_dealt(position: Position) -> Sequence[Card]:
    """A deal that can have led here: cards that are gone lie anywhere they can have lain.

    In the stock they come first, so that what is not dealt yet lies in the groups in which it
    will be dealt. What covered what among cards that are gone is not asked any more.
    """
    left = set(_cards_left(position))
    gone = [card for card in position.rules.deck if card not in left]
    laid_out = [gone.pop() if card is None else card for card in position.tableau]
    laid_out += [gone.pop() if card is None else card for card in position.bouquet]
    return [*laid_out, *gone, *position.waste, *position.undealt()]


def _without(position: Position) -> frozenset[str]:
    """The prunes that do not hold from here.

    A stock card that stands alone never hinders if it goes as soon as it is turned. One that was
    passed by keeps apart two waste cards that could go together.
    """
    alone = any(card.rank == position.rules.total for card in position.waste)
    return frozenset({"singles"}) if position.rules.waste_pairs and alone else frozenset()


guard(__name__)
