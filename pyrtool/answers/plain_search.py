"""A plain search of a whole game: a second opinion on a verdict.

It knows the referee's positions, rules and tableaux, and nothing of the searches: their packing,
their tables, their prunes. What is proved here is that some line of play wins, or that none does;
`solve` has the lines. Several wastes, both ends of one and two packs have no room in the kernel:
there every line is walked, with nothing left out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pyrtool.answers.every_line import any_win
from pyrtool.answers.plan import plan_of
from pyrtool.answers.verdicts import Answer
from pyrtool.base.limits import MIB, Budget, Limit, Limits
from pyrtool.game.cards import PACK, Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position, Subject, start_of
from pyrtool.kernel.check import Plain

_ANSWERS: Final[dict[str, Answer]] = {"won": "won", "lost": "lost"}


@dataclass(frozen=True)
class Opinion:
    """The answer whether the goal can be reached, after `nodes` positions; unknown with the limit
    reached."""

    answer: Answer
    nodes: int
    limit: Limit | None = None


def search_each(deals: Iterable[Deal], limits: Limits = Limits()) -> Iterator[Opinion]:
    """Search deals one after the other, each game in one memory: faster than `search`."""
    kernel, of = None, None
    for deal in deals:
        position = Position.start(deal)
        if not has_kernel(deal.rules):
            yield _by_every_move(position, limits)
            continue
        if kernel is None or deal.rules != of:
            kernel, of = _kernel(position), deal.rules
        yield _search(kernel, position, limits)


def search(subject: Subject, limits: Limits = Limits()) -> Opinion:
    """Decide whether a deal or a position can be won, by a look at every position, once.

    Threads may search at the same time.
    """
    position = start_of(subject)
    if has_kernel(position.rules):
        return _search(_kernel(position), position, limits)
    return _by_every_move(position, limits)


def has_kernel(rules: Rules) -> bool:
    """Return whether the kernel knows the game: one waste, its top alone available, one pack.

    >>> has_kernel(Rules()), has_kernel(Rules(rows=9, packs=2))
    (True, False)
    """
    return plan_of(rules).is_plain and rules.deck_size <= PACK


def _by_every_move(position: Position, limits: Limits) -> Opinion:
    """Return whether the goal can be reached, by every move of every position."""
    plan_of(position.rules).check_searched()
    answer, reached, limit = any_win(position, limits)
    return Opinion("unknown" if limit else _ANSWERS[answer], reached, limit)


def _search(kernel: Plain, position: Position, limits: Limits) -> Opinion:
    """Return whether the goal can be reached, by a kernel for as many cards."""
    cards = (*position.tableau, *_others(position))
    tableau = len(position.tableau)
    left = (1 << len(cards)) - (1 << tableau) | position.laid_out()
    ranks = bytes(0 if card is None else card.rank for card in cards)
    kernel.load(ranks, left, tableau + len(position.waste), position.pass_number)
    kernel.limit_bytes = limits.memory_mib * MIB
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        return Opinion("unknown", kernel.nodes, limit)
    return Opinion(_ANSWERS[answer], kernel.nodes)


def _others(position: Position) -> list[Card]:
    """List what is left of bouquet, waste and stock: only these cards have numbers."""
    return [card for card in (*position.bouquet, *position.waste, *position.undealt()) if card]


def _kernel(position: Position) -> Plain:
    """Return a kernel for positions of as many cards under the same rules."""
    rules, layout = position.rules, position.layout
    size = len(layout.places) + len(_others(position))
    return Plain(
        size,
        [list(on_it) for on_it in layout.covers],
        layout.pyramid if rules.goal == "pyramid" else (1 << size) - 1,
        goes_with=[sum(1 << other for other in ways) for ways in rules.partners],
        draw=rules.draw,
        passes=rules.passes or 0,
        dealt=rules.stock == "dealt",
        stock_top=rules.stock_top,
        overlap=rules.overlap,
        waste_pairs=rules.waste_pairs,
        tops_match=rules.stock_waste != "no",
        tops_must=rules.stock_waste == "auto",
        tops_vanish=rules.stock_waste == "auto-on-turn",
    )
