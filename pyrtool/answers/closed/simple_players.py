"""The plain players where no kernel plays them: several wastes, both ends of one, pairs of several
partners, two packs, covered cards that lie face down.

Decides which moves come first by rules of thumb. It is given what is seen, and nothing of the order
of the unseen cards: they are taken to lie sorted, and no rule here asks which is where.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pyrtool.answers.blocks import find_block
from pyrtool.answers.closed.view import View
from pyrtool.answers.kernels.every_line import LinesFrom
from pyrtool.base.arguments import guard
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.kernel.numbers.bits import splitmix

NAMES: Final = ("random", "greedy", "careful")
"""The players that choose by thumb."""

_WITHIN, _BY_STOCK, _IN_STOCK, _DEAL, _AFTER_DEALING = range(5)
_UNSEEN: Final = 255  # no card's code


def by_thumb(view: View, name: str, seed: int) -> Move:
    """The move of one of `NAMES`; some move must be legal.

    >>> from pyrtool.game.deals import deal
    >>> from pyrtool.game.games import game
    >>> day = game("day")
    >>> str(by_thumb(View.of(Position.start(deal(3, day))), "greedy", 0))
    'KD'
    """
    if name == "random":
        moves = list(view.legal_moves())
        return moves[_drawn(view.table, seed) % len(moves)]
    table = view.table
    known = view.with_order(view.unseen)
    lines = LinesFrom(known)
    was_dead = bool(table.face_down()) or lines.bounds.is_dead()  # or it is not known
    worths = []
    for at, step in enumerate(lines.moves.here()):
        (made,) = lines.as_moves([step])
        if isinstance(made, Discard) and not set(made.cards).isdisjoint(view.unseen):
            continue  # an overlap discard of a card that is not known
        is_dead = not was_dead and lines.bounds.is_dead_after(*step)
        worths.append((*_worth(made, known, is_dead), at, made))
    moves = [made for *_, made in sorted(worths, key=lambda worth: worth[:-1])]
    if name == "careful" and not table.face_down() and find_block(known) is None:
        return next((move for move in moves if find_block(known.play(move)) is None), moves[0])
    return moves[0]


def _worth(move: Move, table: Position, leaves_dead: bool) -> tuple[int, int]:
    """The kind of a move, the best one first, and within it less for a better one."""
    if isinstance(move, Redeal):
        return _DEAL, 0
    if isinstance(move, DealStock):
        return _DEAL, _partners_of_top(table, move.to)
    laid_out = sum(card in table.tableau for card in move.cards)
    kind = (_IN_STOCK, _BY_STOCK, _WITHIN)[laid_out] if len(move.cards) > 1 else _WITHIN
    if leaves_dead or (kind == _IN_STOCK and table.rules.goal == "pyramid"):
        kind = _AFTER_DEALING
    return kind, -len(set(_exposed_by(move.cards, table)))


def _partners_of_top(table: Position, number: int) -> int:
    """How many cards left go with the one that a deal to this waste covers; -1 if there is none."""
    waste = table.wastes[number - 1] if number else ()
    if not waste:
        return -1
    return sum(table.rules.go_together(waste[-1].rank, card.rank) for card in table.cards())


def _exposed_by(cards: Iterable[object], table: Position) -> Iterable[int]:
    """The places of the cards that nothing but these cover."""
    gone = set(cards)
    for place, on_it in enumerate(table.layout.covers):
        left = {table.tableau[i] for i in on_it} - {None}
        if table.tableau[place] is not None and left and left <= gone:
            yield place


def _drawn(table: Position, seed: int) -> int:
    """A number by chance, the same for what looks alike."""
    state = splitmix(seed)
    for card in (*table.tableau, *table.passed(), *table.undealt()):
        code = int(card) if card is not None and card.is_known else _UNSEEN
        state = splitmix(state ^ code)
    return splitmix(state ^ table.pass_number) >> 16


guard(__name__)
