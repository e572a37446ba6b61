"""The game itself, slow and obvious: legal moves, play, is_won.

This is the definition (the referee): the kernel must agree with it, and every
solution is replayed by it before it is shown. It decides what may be done in a
position; finding what should be done is for `solver`.
Source of the rules: docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from typing import Final

from pyrtool.cards import RANKS, Card, PyrtoolError, counted
from pyrtool.door import check_fields, guard, shown
from pyrtool.games import Rules
from pyrtool.layout import Layout


class IllegalMoveError(PyrtoolError):
    """The rules do not allow the move; the message says why."""


class PositionError(PyrtoolError):
    """A position that cannot be under its rules; the message says why."""


@dataclass(frozen=True)
class Discard:
    """Remove a pair that adds to the total, or one card that stands alone."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "/".join(map(str, self.cards))


@dataclass(frozen=True)
class DealStock:
    """Put the turned card, or without the stock top the next `draw` cards, on the waste."""

    def __str__(self) -> str:
        return "deal"


@dataclass(frozen=True)
class Redeal:
    """Turn the waste over to be the stock again, in the same order."""

    def __str__(self) -> str:
        return "redeal"


Move = Discard | DealStock | Redeal

PAR_POINTS = (50, 35, 20)
"""Par scoring: for a pyramid cleared in the first, second, third pass."""

MOST_PASSES = 2**31
"""Nobody turns the waste over as often, where passes are unlimited."""

PAR_GAMES = 6
"""Games to a match, which makes par when their total is at least 0."""


_SHOWN_BY: Final = {
    "text": ("pyrtool.notation", "format_diagram"),
    "svg": ("pyrtool.render", "notebook_svg"),
}
"""Who knows what a position looks like. They stand above the referee, which names them only."""


@dataclass(frozen=True)
class Position:
    """One moment of a game in which every card is known. `play` makes the next one.

    `tableau` holds the card at each place of `layout`, None when it is gone; `bouquet`
    likewise the open bouquet in dealing order; `stock` the cards not yet turned, the next
    one first; `waste` from the bottom to the top. `vanished` are the pairs that went by
    themselves with the last move, `cleared_in_pass` the pass in which the pyramid was
    cleared. A `PositionError` where piles or cards are not those of the rules; whether play can
    have led to it is another question.
    """

    rules: Rules
    layout: Layout
    tableau: tuple[Card | None, ...]
    bouquet: tuple[Card | None, ...] = ()
    stock: tuple[Card, ...] = ()
    turned: Card | None = None
    waste: tuple[Card, ...] = ()
    pass_number: int = 1
    cleared_in_pass: int | None = None
    vanished: tuple[tuple[Card, Card], ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)
        wrong = self._why_no_table() or self._why_no_cards()
        if wrong is not None:
            raise PositionError(wrong)

    @classmethod
    def start(cls, cards: Sequence[Card], rules: Rules) -> Position:
        """The table after `cards` (the whole deck, in dealing order) were dealt."""
        layout = Layout.of(rules)
        size = len(layout.places)
        tableau, rest = tuple(cards[:size]), tuple(cards[size:])
        if rules.stock != "dealt":
            return cls(rules, layout, tableau, bouquet=rest)
        turned, stock = (rest[:1], rest[1:]) if rules.stock_top else ((), rest)
        return cls(rules, layout, tableau, stock=stock, turned=next(iter(turned), None))

    def __str__(self) -> str:
        """The diagram, as `notation.format_diagram` writes it."""
        return self._shown("text")

    def _repr_svg_(self) -> str:
        return self._shown("svg")

    def _shown(self, kind: str) -> str:
        module, function = _SHOWN_BY[kind]
        return str(getattr(import_module(module), function)(self))

    # What is where.

    def cards(self) -> list[Card]:
        """The cards that are not gone: tableau and bouquet, waste, turned card, stock."""
        open_cards = [card for card in self.tableau + self.bouquet if card is not None]
        return [*open_cards, *self.waste, *self.undealt()]

    def cards_left(self) -> int:
        """How many cards are not gone."""
        return len(self.cards())

    def pyramid_left(self) -> int:
        """Cards left in the pyramid."""
        return sum(
            card is not None and inside
            for card, inside in zip(self.tableau, self.layout.in_pyramid, strict=True)
        )

    def undealt(self) -> tuple[Card, ...]:
        """The turned card, if there is one, and the cards not yet turned."""
        return self.stock if self.turned is None else (self.turned, *self.stock)

    def is_won(self) -> bool:
        """Whether the goal is reached."""
        left = self.pyramid_left() if self.rules.goal == "pyramid" else self.cards_left()
        return left == 0

    def score(self) -> int:
        """Par scoring: the points of the pass of clearing, less one for each card left."""
        cleared = self.cleared_in_pass
        return (PAR_POINTS[cleared - 1] if cleared else 0) - self.cards_left()

    def covering(self, card: Card) -> list[Card]:
        """The cards that lie directly on a tableau card; none for any other card."""
        if card not in self.tableau:
            return []
        on_it = self.layout.covers[self.tableau.index(card)]
        return [cover for i in on_it if (cover := self.tableau[i]) is not None]

    def exposed(self) -> list[Card]:
        """The tableau cards that no card covers, in dealing order."""
        return [
            card
            for card, on_it in zip(self.tableau, self.layout.covers, strict=True)
            if card is not None and all(self.tableau[i] is None for i in on_it)
        ]

    def available(self) -> list[Card]:
        """What may be discarded now, in dealing order, the turned card and waste top last."""
        cards = self.exposed()
        cards += [c for c in self.bouquet if c is not None]
        if self.turned is not None:
            cards.append(self.turned)
        return cards + list(self.waste[-1:])

    def unseen(self) -> tuple[Card, ...]:
        """The cards that one who plays with the stock face down has not seen yet, sorted.

        In the first pass those in the stock; that they are there follows from what is seen, their
        order does not. Later every card has been turned once.
        """
        return tuple(sorted(self.stock)) if self.pass_number == 1 else ()

    def where(self, card: Card) -> str:
        """The card's place: ``pyramid 7.2``, ``column 3``, ``turned``, ``waste`` .."""
        if card in self.tableau:
            return str(self.layout.places[self.tableau.index(card)])
        for name, pile in (
            ("bouquet", self.bouquet),
            ("turned", (self.turned,)),
            ("waste", self.waste),
            ("stock", self.stock),
        ):
            if card in pile:
                return name
        return "gone"

    # What may be done.

    def legal_moves(self) -> Iterator[Move]:
        """Every legal move once: discards in dealing order, then deal or redeal."""
        candidates = list(self.available())
        if self.rules.overlap:
            candidates += [c for c in self.tableau if c is not None and len(self.covering(c)) == 1]
        if self.rules.waste_pairs:
            candidates += self.waste[-2:-1]
        for size in (1, 2):
            for cards in combinations(candidates, size):
                if sum(card.rank for card in cards) == self.rules.total:
                    move = Discard(cards)
                    if self.allows(move):
                        yield move
        for other in (DealStock(), Redeal()):
            if self.allows(other):
                yield other

    def allows(self, move: Move) -> bool:
        """Whether `move` is legal."""
        return self._why_not(move) is None

    def play(self, move: Move) -> Position:
        """The position after `move`; `IllegalMoveError` says why a move is illegal."""
        reason = self._why_not(move)
        if reason is not None:
            raise IllegalMoveError(f"{move}: {reason}")
        before = self._with(vanished=()) if self.vanished else self
        if isinstance(move, Redeal):
            return before._with(
                stock=self.waste, waste=(), pass_number=self.pass_number + 1
            )._turn()
        if isinstance(move, DealStock):
            return before._deal()
        return before._remove(move.cards)._note_clearing()._turn()

    def play_all(self, moves: Iterable[Move]) -> Position:
        """The position after all of `moves`; `IllegalMoveError` as of `play`."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def _why_not(self, move: Move) -> str | None:
        if isinstance(move, Discard):
            return self._why_not_discard(move.cards)
        if self.rules.stock != "dealt":
            return "there is no stock to deal from"
        undealt = len(self.stock) + (self.turned is not None)
        if isinstance(move, DealStock):
            return None if undealt else "the stock is empty"
        if undealt:
            return f"the stock still has {counted(undealt, 'card')}"
        if not self.waste:
            return "the waste is empty"
        if self.rules.passes is not None and self.pass_number >= self.rules.passes:
            return f"this is pass {self.pass_number} of {self.rules.passes}"
        return None

    def _why_not_discard(self, cards: tuple[Card, ...]) -> str | None:
        total = sum(card.rank for card in cards)
        if len(cards) not in (1, 2) or len(set(cards)) != len(cards):
            return "a discard is one card or two"
        if total != self.rules.total:
            added = " + ".join(RANKS[card.rank - 1] for card in cards)
            return f"{added} is {total}, not {self.rules.total}"
        available = self.available()
        for card in cards:
            if card in available:
                continue
            partner = cards[0] if card is cards[-1] else cards[-1]
            if self._overlaps(partner, card) and partner in available:
                continue
            if self._waste_neighbours(partner, card):
                continue
            return self._why_unavailable(card)
        stock_top_pair = {self.turned, *self.waste[-1:]} == set(cards)
        if len(cards) == 2 and stock_top_pair and self.rules.stock_waste == "no":
            return "the turned card and the waste top do not match under these rules"
        return None

    def _overlaps(self, upper: Card, lower: Card) -> bool:
        """Overlap discard: `upper` lies directly on `lower`, and nothing else does."""
        return self.rules.overlap and self.covering(lower) == [upper]

    def _waste_neighbours(self, upper: Card, lower: Card) -> bool:
        return self.rules.waste_pairs and self.waste[-2:] == (lower, upper)

    def _why_unavailable(self, card: Card) -> str:
        place = self.where(card)
        if place == "gone":
            return f"{card} is gone"
        covers = self.covering(card)
        if covers:
            return f"{card} ({place}) is covered by {' and '.join(map(str, covers))}"
        if place == "waste":
            return f"{card} is in the waste under {self.waste[-1]}"
        return f"{card} is in the stock, not turned"

    # What then happens.

    def _with(self, **changes: object) -> Position:
        """This position changed: what play does to a position that is right leaves it so."""
        changed = object.__new__(Position)
        changed.__dict__.update(self.__dict__, **changes)
        return changed

    def _remove(self, cards: tuple[Card, ...]) -> Position:
        return self._with(
            tableau=tuple(None if card in cards else card for card in self.tableau),
            bouquet=tuple(None if card in cards else card for card in self.bouquet),
            turned=None if self.turned in cards else self.turned,
            waste=tuple(card for card in self.waste if card not in cards),
        )

    def _note_clearing(self) -> Position:
        if self.cleared_in_pass is None and self.pyramid_left() == 0:
            return self._with(cleared_in_pass=self.pass_number)
        return self

    def _deal(self) -> Position:
        if not self.rules.stock_top:
            dealt, rest = self.stock[: self.rules.draw], self.stock[self.rules.draw :]
            return self._with(stock=rest, waste=self.waste + dealt)
        assert self.turned is not None
        if self.rules.stock_waste == "auto" and self._tops_match():
            return self._vanish()._turn()
        return self._with(turned=None, waste=(*self.waste, self.turned))._turn()

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
            and self.turned.rank + self.waste[-1].rank == self.rules.total
        )

    def _vanish(self) -> Position:
        assert self.turned is not None
        pair = (self.waste[-1], self.turned)
        gone = self._with(turned=None, waste=self.waste[:-1])
        return gone._with(vanished=(*self.vanished, pair))

    # What cannot be.

    def _why_no_table(self) -> str | None:
        """Piles that the rules do not have, or have in another size."""
        rules = self.rules
        if self.layout != Layout.of(rules):
            return "layout: is not that of the rules"
        dealt = rules.stock == "dealt"
        for name, size in (
            ("tableau", rules.tableau_size),
            ("bouquet", 0 if dealt else rules.stock_size),
        ):
            places = len(getattr(self, name))
            if places != size:
                return f"{name}: {counted(places, 'place')}, the rules have {size}"
        if not dealt and (self.stock or self.waste or self.turned):
            return "stock: these rules deal none"
        if not rules.stock_top and self.turned is not None:
            return "turned: no card is turned under these rules"
        in_stock = len(self.waste) + len(self.undealt())
        if in_stock > rules.stock_size:
            return f"stock: {counted(in_stock, 'card')}, only {rules.stock_size} are not laid out"
        for name in ("pass_number", "cleared_in_pass"):
            number = getattr(self, name)
            if number is not None and not 1 <= number < MOST_PASSES:
                return f"{name} {shown(number)}: must be 1 to {MOST_PASSES - 1}"
        return None

    def _why_no_cards(self) -> str | None:
        """A card that lies twice, or is not the deck's."""
        left = self.cards()
        if len(set(left)) < len(left):
            twice = next(card for at, card in enumerate(left) if card in left[:at])
            return f"{twice} lies in two places"
        strange = set(left).difference(self.rules.deck)
        if strange:
            return f"{min(strange)} is not in the deck of this game"
        going = (card for pair in self.vanished for card in pair)
        staying = next((card for card in going if card in left), None)
        return None if staying is None else f"vanished: {staying} is still there"


guard(__name__)
