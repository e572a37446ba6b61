"""The game itself, slow and obvious: legal moves, play, is_won.

This is the definition (the referee): the kernel must agree with it, and every
solution is replayed by it before it is shown. It decides what may be done in a
position; finding what should be done is for `answers`.
Source of the rules: docs/reference/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import combinations, compress, takewhile
from typing import ClassVar, Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.discards import fitting, why_no_match, why_no_pair, why_unavailable
from pyrtool.game.moves import DealStock, Discard, IllegalMoveError, Move, Redeal
from pyrtool.game.points import PAR_POINTS, points
from pyrtool.game.setup import PositionError, Table
from pyrtool.game.wastes import why_not_deal
from pyrtool.languages import count_of, say

__all__ = [
    "DealStock",
    "Discard",
    "IllegalMoveError",
    "Move",
    "Position",
    "PositionError",
    "Redeal",
    "start_of",
]


_SHOWN_BY: Final = {
    "call": ("pyrtool.notation.diagrams", "format_call"),
    "text": ("pyrtool.notation", "format_diagram"),
    "svg": ("pyrtool.pictures", "notebook_svg"),
}
"""The functions that show a position. They are above the referee, which only names them."""


@dataclass(frozen=True)
class Position(Table):
    """One moment of a game. `play` makes the next one; what lies where, `Table` says.

    Made by `start` from a deal, by `of` from what is left on a table, or by play. In the place of
    a deal it has no `number`, as a deal may have none.
    """

    number: ClassVar[None] = None
    numbering: ClassVar[None] = None

    def __str__(self) -> str:
        """The diagram, as `notation.format_diagram` writes it."""
        return self._shown("text")

    def __repr__(self) -> str:
        return self._shown("call")

    def _repr_svg_(self) -> str:
        return self._shown("svg")

    def _shown(self, kind: str) -> str:
        module, function = _SHOWN_BY[kind]
        return str(getattr(import_module(module), function)(self))

    # The state of the game.

    def is_won(self) -> bool:
        """Return whether the goal is reached."""
        return self.is_pyramid_clear() if self.rules.goal == "pyramid" else not self.cards_left()

    def is_pyramid_clear(self) -> bool:
        """Return whether no card is left in the pyramid."""
        return not any(compress(self.tableau, self.layout.in_pyramid))

    def is_over(self) -> bool:
        """Return whether the rules have ended the game, as the pyramid is cleared."""
        return self.rules.ends_when_cleared and self.is_pyramid_clear()

    def rows_cleared(self) -> int:
        """Return how many rows of the pyramid are cleared, from the bottom row up."""
        left = self.laid_out()
        return sum(1 for _ in takewhile(lambda row: not row & left, self.layout.pyramid_rows))

    def laid_out(self) -> int:
        """Return a bit for each place whose card is left, in dealing order."""
        left = 0
        for place, card in enumerate(self.tableau):
            if card is not None:
                left |= 1 << place
        return left

    def discards_made(self) -> int:
        """Return how many discards were made, with the pairs that went by themselves."""
        gone = set(self.rules.deck).difference(self.cards())
        alone = sum(self.rules.goes_alone(card.rank) for card in gone)
        return alone + (len(gone) - alone) // 2

    def score(self) -> int:
        """Count the points of this position.

        `par` scoring counts the pass that cleared the pyramid, less one for each card left.
        `microsoft` scoring counts the discards and the cleared rows.

        Returns:
            The points; 0 without scoring.
        """
        match self.rules.scoring:
            case "par":
                cleared = self.cleared_in_pass
                return (PAR_POINTS[cleared - 1] if cleared else 0) - self.cards_left()
            case "microsoft":
                return points(self.rows_cleared(), self.discards_made())
        return 0

    # What may be done.

    def legal_moves(self) -> Iterator[Move]:
        """Generate every legal move once.

        Returns:
            Discards in dealing order, then deal or redeal.
        """
        candidates = self.candidates()
        partners = self.rules.partners
        for size in (1, 2):
            for cards in combinations(candidates, size):
                ways = partners[cards[0].rank]
                if cards[1].rank in ways if size == 2 else not ways:
                    move = Discard(cards)
                    if self.allows(move):
                        yield move
        choice = self.rules.deal_to == "choice"
        deals: list[Move] = [DealStock(k) for k in range(choice, self.rules.wastes * choice + 1)]
        for other in (*deals, Redeal()):
            if self.allows(other):
                yield other

    def allows(self, move: Move) -> bool:
        """Return whether a move is legal.

        Args:
            move: The move.

        Returns:
            Whether `play` accepts it.
        """
        if isinstance(move, Discard) and self._waiting(move.cards) is not None:
            return False  # in few steps: why, `play` says
        return self._why_not(move) is None

    def play(self, move: Move) -> Position:
        """Make a move.

        Args:
            move: The move.

        Returns:
            The position after it.

        Raises:
            IllegalMoveError: The move is illegal; the message explains why.
        """
        return self._after(move)

    def along(self, moves: Sequence[Move]) -> list[Position]:
        """Make moves one after the other.

        Args:
            moves: The moves.

        Returns:
            This position, and the one after each move.

        Raises:
            IllegalMoveError: A move is illegal; the message names it and explains why.
        """
        positions = [self]
        for number, move in enumerate(moves, 1):
            try:
                positions.append(positions[-1]._after(move))
            except IllegalMoveError as error:
                error.number = number
                raise
        return positions

    def play_all(self, moves: Iterable[Move]) -> Position:
        """Make all of these moves.

        Args:
            moves: The moves.

        Returns:
            The position after the last one.

        Raises:
            IllegalMoveError: A move is illegal; the message names it and explains why.
        """
        return self.along(tuple(moves))[-1]

    def _after(self, move: Move) -> Position:
        reason = self._why_not(move)
        if reason is not None:
            raise IllegalMoveError(f"{move}: {reason}")
        before = self._with(vanished=()) if self.vanished else self
        if isinstance(move, Discard):
            return before._remove(move.cards)._note_clearing()._turn()
        if isinstance(move, Redeal):
            return before._with(
                stock=self.passed(),
                waste=(),
                further_wastes=((),) * len(self.further_wastes),
                pass_number=self.pass_number + 1,
            )._turn()
        return before._deal(move.to)

    def _why_not(self, move: Move) -> str | None:
        if self.is_over():
            return say("the pyramid is cleared, which ends the game")
        if isinstance(move, Discard):
            return self._why_not_discard(move.cards)
        if self.rules.stock != "dealt":
            return say("there is no stock to deal from")
        undealt = len(self.stock) + (self.turned is not None)
        if isinstance(move, DealStock):
            return why_not_deal(self.rules, move.to) if undealt else say("the stock is empty")
        if self.rules.passes is not None and self.pass_number >= self.rules.passes:
            return say("this is pass {0} of {1}", self.pass_number, self.rules.passes)
        if undealt:
            return say("{0} still to be dealt", count_of(undealt, "card"))
        return None if self.passed() else say("the waste is empty")

    def _why_not_discard(self, cards: tuple[Card, ...]) -> str | None:
        fits = cards in self._fitting
        if not fits and (len(cards) not in (1, 2) or len(set(cards)) != len(cards)):
            return say("a discard is one card or two different ones")
        if self._hides and not set(cards).isdisjoint(self.unknown()):
            return say("a card that is unknown cannot be discarded")
        if not fits and (wrong := why_no_pair(self.rules, cards)) is not None:
            return wrong
        if (waiting := self._waiting(cards)) is not None:
            return self._why_unavailable(waiting)
        piles_matter = self.rules.stock_waste == "no" or self.further_wastes
        if piles_matter and len(cards) == 2 and not self._waste_neighbours(*cards):
            return why_no_match(self.rules, *map(self._pile_of, cards))
        return None

    def _waiting(self, cards: tuple[Card, ...]) -> Card | None:
        """The first of these cards that cannot go before others; None if all can."""
        for card in cards:
            if self._is_available(card):
                continue
            partner = cards[0] if card is cards[-1] else cards[-1]
            if self._overlaps(partner, card) and self._is_available(partner):
                continue
            if not self._waste_neighbours(partner, card):
                return card
        return None

    @cached_property
    def _places(self) -> dict[Card, int]:
        """Where on the tableau each card lay: no card comes there, so a move copies the answer."""
        return {card: i for i, card in enumerate(self.tableau) if card is not None}

    def _is_available(self, card: Card) -> bool:
        """Whether a card is one of those `available`, without a list of them."""
        i = self._places.get(card)
        if i is None or self.tableau[i] is None:
            return card in self._beside()
        for cover in self.layout.covers[i]:  # noqa: SIM110 - asked of every card: `all` is slower
            if self.tableau[cover] is not None:
                return False
        return True

    def _pile_of(self, card: Card) -> int:
        """The number of the waste in which a card lies, -1 for the turned card, 0 elsewhere."""
        if card == self.turned:
            return -1
        return next((k for k, waste in enumerate(self.wastes, 1) if card in waste), 0)

    def _overlaps(self, upper: Card, lower: Card) -> bool:
        """Overlap discard: `upper` lies directly on `lower`, and nothing else does."""
        return self.rules.overlap and self.covering(lower) == [upper]

    def _waste_neighbours(self, upper: Card, lower: Card) -> bool:
        if not self.rules.waste_pairs:
            return False
        return any(waste[-2:] in ((lower, upper), (upper, lower)) for waste in self.wastes)

    def _why_unavailable(self, card: Card) -> str:
        place, number = self.where(card), self._pile_of(card)
        covers = [] if place == "gone" else self.covering(card)
        pile = (self.waste_name(number), self.wastes[number - 1][-1]) if number else None
        return why_unavailable(card, place, covers, pile)

    # What then happens.

    @cached_property
    def _fitting(self) -> frozenset[tuple[Card, ...]]:
        """What goes together or alone wherever it lies: a move copies the answer."""
        return fitting(self.rules)

    @cached_property
    def _hides(self) -> bool:
        """Whether a card was unknown, here or some moves before: a move copies the answer."""
        return bool(self.unknown())

    def _remove(self, cards: tuple[Card, ...]) -> Position:
        """This position without some cards, in few steps: a replay does little else."""
        left, places = list(self.tableau), self._places
        for card in cards:
            if card in places:
                left[places[card]] = None
        after = object.__new__(type(self))
        there = after.__dict__
        there.update(self.__dict__, tableau=tuple(left))
        there.pop("_exposed", None)
        if self._hides:
            there["gone"] = tuple(sorted(self.gone + cards))
        if self.bouquet:
            there["bouquet"] = tuple(None if card in cards else card for card in self.bouquet)
        if self.turned in cards:
            there["turned"] = None
        if self.waste:
            there["waste"] = _without(self.waste, cards)
        if self.further_wastes:
            there["further_wastes"] = tuple([_without(w, cards) for w in self.further_wastes])
        return after

    def _note_clearing(self) -> Position:
        if self.cleared_in_pass is None and self.rules.has_pyramid and self.is_pyramid_clear():
            return self._with(cleared_in_pass=self.pass_number)
        return self

    def _deal(self, to: int) -> Position:
        if self.rules.wastes > 1:
            return self._deal_to_wastes(to)
        if not self.rules.stock_top:
            dealt, rest = self.stock[: self.rules.draw], self.stock[self.rules.draw :]
            return self._with(stock=rest, waste=self.waste + dealt)
        assert self.turned is not None
        if self.rules.stock_waste == "auto" and self._tops_match():
            return self._vanish()._turn()
        return self._with(turned=None, waste=(*self.waste, self.turned))._turn()

    def _deal_to_wastes(self, to: int) -> Position:
        """A card on waste `to`, or where the player does not choose one on each."""
        undealt, at_once = self.undealt(), self.rules.dealt_at_once
        wastes = list(self.wastes)
        for k, card in enumerate(undealt[:at_once], max(to - 1, 0)):
            wastes[k] = (*wastes[k], card)
        return self._with(
            turned=None,
            stock=undealt[at_once:],
            waste=wastes[0],
            further_wastes=tuple(wastes[1:]),
        )._turn()

    def _turn(self) -> Position:
        """Turn the next stock card where it is available; `auto-on-turn` takes its matches."""
        if not self.rules.stock_top or self.turned is not None or not self.stock:
            return self
        turned = self._with(turned=self.stock[0], stock=self.stock[1:])
        if self.rules.stock_waste == "auto-on-turn" and turned._tops_match():
            return turned._vanish()._turn()
        return turned

    def _tops_match(self) -> bool:
        return (
            self.turned is not None
            and bool(self.waste)
            and self.turned.is_known
            and self.waste[-1].is_known
            and self.rules.go_together(self.turned.rank, self.waste[-1].rank)
        )

    def _vanish(self) -> Position:
        assert self.turned is not None
        pair = (self.waste[-1], self.turned)
        return self._remove(pair)._with(vanished=(*self.vanished, pair))


def _without(pile: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The pile without these cards."""
    return tuple(card for card in pile if card not in gone)


def start_of(dealt: Deal | Position) -> Position:
    """The position at the start of a deal, or the position that takes its place."""
    return dealt if isinstance(dealt, Position) else Position.start(dealt)


guard(__name__)
