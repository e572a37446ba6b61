"""What a player comes to see while it plays on from a table with hidden cards.

Decides which cards a move shows: those that lie exposed, the turned card, the tops of the wastes,
and all that were dealt. What was seen stays known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

from pyrtool.answers.choices import Key
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Discard, Move, Position


@dataclass(frozen=True)
class Sight:
    """A position with every card known, and which of its cards the player has not seen.

    `gone`: the discarded cards that it knows. `counts`: it knows how many cards lie face down.
    """

    position: Position
    unseen: frozenset[Card]
    gone: frozenset[Card]
    counts: bool = True

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, without those that discard a card that was not seen; their order
        follows from what is seen."""
        return tuple(
            move
            for move in self.position.legal_moves()
            if not isinstance(move, Discard) or self.unseen.isdisjoint(move.cards)
        )

    def play(self, move: Move) -> Sight:
        """What is seen after a move."""
        before, after = self.position, self.position.play(move)
        gone = self.gone.union(set(before.cards()).difference(after.cards()))
        unseen = self.unseen
        if unseen:
            dealt = set(before.undealt()).difference(after.undealt())
            unseen = unseen.difference(after.available(), dealt, gone)
        return Sight(after, unseen, gone, self.counts)

    @cached_property
    def key(self) -> Key:
        """All that is seen, apart from suits: two positions with one key look alike."""
        position = self.position
        return (
            self._ranks(position.tableau),
            tuple(sorted(self._ranks(position.bouquet))),
            tuple(self._pile(waste) for waste in position.wastes),
            self._ranks([position.turned]),
            self._pile(position.stock),
            position.pass_number,
            position.cleared_in_pass,
        )

    def _ranks(self, cards: Iterable[Card | None]) -> tuple[int, ...]:
        """The ranks, 0 for a gap and -1 for a card that was not seen."""
        return tuple(
            0 if card is None else -1 if card in self.unseen else card.rank for card in cards
        )

    def _pile(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """The ranks of a pile; of one whose cards the player does not count, unseen neighbours are
        one."""
        ranks = self._ranks(cards)
        if self.counts:
            return ranks
        runs = (list(run) for _, run in groupby(ranks, key=lambda rank: rank < 0))
        return tuple(chain(*(run[:1] if run[0] < 0 else run for run in runs)))


guard(__name__)
