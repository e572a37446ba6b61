"""Equivalent moves: legal moves that come to the same position; and kings that go first.

Decides when positions are the same: by rank for advice and for chances, card by card for ratings.
Decides which cards that are discarded alone go before any other move.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pyrtool.answers.plan import early_never_hurts_from, plan_of
from pyrtool.game.cards import Card
from pyrtool.game.discards import fitting
from pyrtool.game.position import Discard, Move, Position


def kings(position: Position) -> Iterator[Discard]:
    """Yield the kings that can go immediately: all except one whose discard may end the game."""
    covering = {place for on_it in position.layout.covers for place in on_it}
    for move in position.legal_moves():
        if isinstance(move, Discard) and len(move.cards) == 1:
            (card,) = move.cards
            ends = position.rules.ends_when_cleared and card in position.tableau
            place = position.tableau.index(card) if ends else -1
            if not ends or place in covering or not position.layout.in_pyramid[place]:
                yield move


def harmless_kings(position: Position) -> Iterator[Discard]:
    """Yield those of the `kings` that go immediately at no loss: all of the tableau, and those of
    the stock if removing early never hurts from here on. Any other may have to wait."""
    early = early_never_hurts_from(position)
    return (king for king in kings(position) if _goes_at_once(king, position, early))


def is_free_king(move: Move, position: Position) -> bool:
    """Return whether a move discards a king that goes immediately in every position of the game, as
    ratings count it: the last pass does not differ from those before."""
    if not isinstance(move, Discard) or len(move.cards) > 1:
        return False
    if not position.rules.goes_alone(move.cards[0].rank):
        return False
    return _goes_at_once(move, position, plan_of(position.rules).early_never_hurts)


def settled(position: Position) -> Position:
    """Return the position after the free kings went, in the order of `Position.available`."""
    going = fitting(position.rules)
    while not position.is_won():
        alone = (Discard((card,)) for card in position.available() if (card,) in going)
        king = next((move for move in alone if is_free_king(move, position)), None)
        if king is None:
            break
        position = position.play(king)
    return position


def _goes_at_once(king: Discard, position: Position, early: bool) -> bool:
    """Return whether a king goes at no loss; `early`: whether removing early never hurts."""
    return early or king.cards[0] in position.tableau


Key = tuple[object, ...]


@dataclass(frozen=True)
class Choice:
    """Moves that lead to the same ranks at the same places, and the position after the first."""

    moves: tuple[Move, ...]
    after: Position


def choices_of(position: Position) -> list[Choice]:
    """Find the legal moves in their order: what can be done after a move depends on ranks alone."""
    choices: dict[Key, Choice] = {}
    for move in position.legal_moves():
        after = position.play(move)
        ranks = ranks_of(after)
        same = choices.get(ranks, Choice((), after))
        choices[ranks] = replace(same, moves=(*same.moves, move))
    return list(choices.values())


def settled_choices(position: Position) -> Iterator[tuple[Move, Position]]:
    """Yield the legal moves, the first of those that lead to the same cards at the same places, and
    the position after each with the free kings gone."""
    seen = set()
    for move in position.legal_moves():
        after = settled(position.play(move))
        if key_of(after) not in seen:
            seen.add(key_of(after))
            yield move, after


def key_of(position: Position) -> Key:
    """Return all of a position that decides what can still be done in it, card by card."""
    return (
        position.tableau,
        position.bouquet,
        position.stock,
        position.turned,
        position.wastes,
        position.pass_number,
    )


def ranks_of(position: Position) -> Key:
    """Return the rank at every place, 0 if a card is gone and -1 if it is unknown; of an open
    bouquet, whose places say nothing, how many of each."""

    def of(cards: Iterable[Card | None]) -> tuple[int, ...]:
        return tuple(0 if card is None else card.rank if card.is_known else -1 for card in cards)

    return (
        of(position.tableau),
        tuple(sorted(of(position.bouquet))),
        tuple(map(of, position.wastes)),
        of(position.undealt()),
        position.pass_number,
        position.cleared_in_pass,
    )
