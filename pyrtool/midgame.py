"""A position in the middle of a game to a verdict.

Decides how a position is told to the search, which knows only deals of which some cards are gone.
Whole deals, with their blocks, are for `solver`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pyrtool import packing
from pyrtool.cards import RANKS, Card, counted
from pyrtool.door import guard
from pyrtool.lines import first_pass, stock_position
from pyrtool.position import Position, PositionError
from pyrtool.solver import MIB, Limits, Verdict, searched
from pyrtool.theory import unsound_from


def solve_from(position: Position, limits: Limits = Limits()) -> Verdict:
    """Whether the goal can still be reached with every card known, and how.

    `position` must have come about by play (`check_played`). A won verdict's moves are those from
    there on, and were replayed by the referee; the reason of a lost one is always ``exhausted``.
    Threads may solve at the same time.
    """
    check_played(position)
    rules = position.rules
    cards = _as_dealt(position)
    stock = cards[rules.tableau_size :]
    left = set(position.cards())
    kernel = packing.search(rules, unsound_from(position))
    kernel.limit_memory(limits.memory_mib * MIB)
    there = stock_position(position, stock, first_pass(position))
    kernel.load_position(bytes(cards), bytes(card in left for card in cards), there)
    return searched(kernel, position, stock, limits)


def check_played(position: Position) -> None:
    """A `PositionError` when no play can have led to `position`, as far as that shows in it.

    What is gone went with its partner, from where nothing lay on it; the pyramid was cleared in
    some pass; and the rules have the pass, and the next stock card turned where they turn it.
    """
    rules, tableau, covers = position.rules, position.tableau, position.layout.covers
    gone = Counter(card.rank for card in set(rules.deck).difference(position.cards()))
    for rank, count in gone.items():
        mate = rules.total - rank
        if count % 2 if mate == rank else mate and count != gone[mate]:
            raise PositionError(f"{RANKS[rank - 1]}: {count} are gone, their partners are not")
    for place, card, on_it in zip(position.layout.places, tableau, covers, strict=True):
        cover = next((there for i in on_it if (there := tableau[i]) is not None), None)
        if card is None and cover is not None:
            raise PositionError(f"{place}: the card is gone, and {cover} still lies there")
    number, cleared = position.pass_number, position.cleared_in_pass
    if number > (rules.passes or number) or (rules.stock != "dealt" and number > 1):
        raise PositionError(f"pass_number {number}: the rules have not so many passes")
    if (cleared is None) != (position.pyramid_left() > 0) or (cleared or 0) > number:
        left = counted(position.pyramid_left(), "pyramid card")
        raise PositionError(f"cleared_in_pass {cleared}: in pass {number}, with {left} left")
    if rules.stock_top and position.stock and position.turned is None:
        raise PositionError("turned: the next card of the stock lies turned under these rules")


def _as_dealt(position: Position) -> Sequence[Card]:
    """A deal that can have led here: cards that are gone lie anywhere they can have lain.

    In the stock they come first, so that what is not dealt yet lies in the groups in which it
    will be dealt. What covered what among cards that are gone is not asked any more.
    """
    left = set(position.cards())
    gone = [card for card in position.rules.deck if card not in left]
    laid_out = [gone.pop() if card is None else card for card in position.tableau]
    laid_out += [gone.pop() if card is None else card for card in position.bouquet]
    return [*laid_out, *gone, *position.waste, *position.undealt()]


guard(__name__)
