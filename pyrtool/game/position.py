"""The referee: a position of a game, its legal moves, play, and whether it is won.

This is the definition (the referee): the kernel must agree with it, and every
solution is replayed by it before it is shown. It decides what may be done in a
position, and whether play can have led there, as far as that shows; finding what
should be done is for `answers`, how a position is written for `notation`.
Source of the rules: docs/reference/rules.md.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import chain, combinations, compress, islice, takewhile
from typing import ClassVar, Final, Self

from pyrtool.base.arguments import check_fields, public
from pyrtool.base.messages import counted, shown
from pyrtool.game.cards import RANKS, Card
from pyrtool.game.deals import Deal
from pyrtool.game.discards import fitting, why_no_pair
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.moves import DealStock, Discard, IllegalMoveError, Move, Redeal
from pyrtool.game.pairs import unpaired
from pyrtool.game.points import PAR_POINTS, points
from pyrtool.game.rules import RULE_WORDS
from pyrtool.game.unknown_cards import PositionError, in_deck, unnamed
from pyrtool.game.words import place_words
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


MOST_PASSES: Final = 2**31
"""Nobody turns the waste over as often, if passes are unlimited."""

_SHOWN_BY: Final = {
    "call": ("pyrtool.notation.diagrams", "format_call"),
    "text": ("pyrtool.notation", "format_diagram"),
    "svg": ("pyrtool.pictures", "notebook_svg"),
}
"""The functions that show a position. They are above the referee, which only names them."""


@public
@dataclass(frozen=True)
class Position:
    """One moment of a game: the cards by their places. `play` makes the next one.

    Made by `start` from a deal, by `of` from what is left on a table, or by play. In the place of
    a deal it has no `number`, as a deal may have none.

    `tableau` holds the card at each place of `layout`, None after its discard; `bouquet` likewise.
    `stock` is the cards not yet turned, the next one first. `waste` is the first waste from bottom
    to top, `further_wastes` the others. `cleared_in_pass` is the pass that cleared the pyramid.
    With unknown cards, `gone` are those known to be discarded. `vanished` are the pairs that
    vanished by themselves with the last move; positions that differ only in them are equal.

    A `PositionError` rejects piles or cards of other rules; `check_played` judges the play.
    """

    number: ClassVar[None] = None
    numbering: ClassVar[None] = None

    rules: Rules
    layout: Layout
    tableau: tuple[Card | None, ...]
    bouquet: tuple[Card | None, ...] = ()
    stock: tuple[Card, ...] = ()
    turned: Card | None = None
    waste: tuple[Card, ...] = ()
    pass_number: int = 1
    cleared_in_pass: int | None = None
    vanished: tuple[tuple[Card, Card], ...] = field(default=(), compare=False)
    gone: tuple[Card, ...] = ()
    further_wastes: tuple[tuple[Card, ...], ...] = ()

    def __str__(self) -> str:
        """Return the diagram, as `notation.format_diagram` writes it."""
        return self._shown("text")

    def __repr__(self) -> str:
        return self._shown("call")

    def _repr_svg_(self) -> str:
        return self._shown("svg")

    def _shown(self, kind: str) -> str:
        module, function = _SHOWN_BY[kind]
        return str(getattr(import_module(module), function)(self))

    def __post_init__(self) -> None:
        check_fields(self)
        wrong = self._why_no_table() or self._why_no_cards()
        if wrong is not None:
            raise PositionError(wrong)

    @classmethod
    def start(cls, deal: Deal) -> Self:
        """Return the table of a deal; what the deal has checked is not checked again.

        Args:
            deal: The cards and the rules by which they are laid out.
        """
        rules, size = deal.rules, deal.rules.tableau_size
        rest = deal.cards[size:]
        table = object.__new__(cls)
        table.__dict__.update(rules=rules, layout=Layout.of(rules), tableau=deal.cards[:size])
        if rules.stock != "dealt":
            table.__dict__["bouquet"] = rest
            return table
        further = ((),) * (rules.wastes - 1)
        if not (rules.stock_top and rest):
            return table._with(stock=rest, further_wastes=further)
        return table._with(turned=rest[0], stock=rest[1:], further_wastes=further)

    @classmethod
    def of(
        cls,
        rules: Rules,
        tableau: Sequence[Card | None],
        *,
        bouquet: Sequence[Card | None] = (),
        stock: Sequence[Card] = (),
        turned: Card | None = None,
        waste: Sequence[Card] = (),
        pass_number: int = 1,
        cleared_in_pass: int | None = None,
        gone: Sequence[Card] = (),
        further_wastes: Sequence[Sequence[Card]] = (),
    ) -> Self:
        """Return the table with these cards left; play must be able to lead to it.

        What is in the deck and not here is gone. Cards whose suit does not matter (`RankCard`) and
        unknown ones (`UnknownCard`) are made such that the deck has them all. The first card of
        the stock is turned where the rules turn it, and a pyramid that is gone was cleared in this
        pass, if nothing else is given. A `PositionError` says why there is no such table.

        Args:
            rules: Which cards there are, and where they lie.
            tableau: The cards in the order of dealing; None for each that is gone.
            bouquet: The cards of an open stock, likewise.
            stock: The cards face down, in the order of dealing.
            turned: The turned card.
            waste: The first waste, its top last.
            pass_number: The pass through the stock, from 1.
            cleared_in_pass: The pass in which the pyramid was cleared.
            gone: Cards that are known to be gone.
            further_wastes: The other wastes, each with its top last.

        >>> from pyrtool.game.cards import Card
        >>> small = Rules(rows=1, total=3, suits=2)
        >>> Position.of(small, [Card.parse("3S")], stock=[Card.parse("2C")])
        Traceback (most recent call last):
        pyrtool.game.unknown_cards.PositionError: 3S is not in the deck of this game
        """
        layout = Layout.of(rules)
        piles = (waste, *further_wastes)
        held = [*tableau, *bouquet, *chain(*piles), turned, *stock]
        given, named_gone = in_deck(held, gone, rules)
        places = tuple(next(given) for _ in tableau)
        left = tuple(next(given) for _ in bouquet)
        if rules.stock != "dealt":
            left += (None,) * (rules.stock_size - len(left))
        piled = iter([card for card in given if card is not None])
        passed = [tuple(islice(piled, len(pile))) for pile in piles]
        passed += [()] * (rules.wastes - len(passed))
        undealt = tuple(piled)
        top = turned is not None or (rules.stock_top and bool(undealt))
        table = cls(
            rules,
            layout,
            places,
            bouquet=left,
            stock=undealt[1:] if top else undealt,
            turned=undealt[0] if top else None,
            waste=passed[0],
            further_wastes=tuple(passed[1:]),
            pass_number=pass_number,
            cleared_in_pass=cleared_in_pass,
            gone=named_gone,
        )
        if cleared_in_pass is None and rules.has_pyramid and table.pyramid_left() == 0:
            table = table._with(cleared_in_pass=pass_number)
        table.check_played()
        return table

    # What is where.

    def cards(self) -> list[Card]:
        """Return the cards that are not gone: tableau and bouquet, waste, turned card, stock."""
        open_cards = [card for card in self.tableau + self.bouquet if card is not None]
        return [*open_cards, *self.passed(), *self.undealt()]

    def cards_left(self) -> int:
        """Return how many cards are not gone."""
        return len(self.cards())

    def pyramid_left(self) -> int:
        """Return how many cards are left in the pyramid."""
        return sum(card is not None for card in compress(self.tableau, self.layout.in_pyramid))

    @property
    def wastes(self) -> tuple[tuple[Card, ...], ...]:
        """Every waste, from the bottom to the top."""
        return (self.waste, *self.further_wastes)

    def passed(self) -> tuple[Card, ...]:
        """Return the cards of the wastes, as a redeal takes them: the first waste, then the
        others."""
        return tuple(chain(*self.wastes)) if self.further_wastes else self.waste

    def undealt(self) -> tuple[Card, ...]:
        """Return the turned card, if there is one, and the cards not yet turned."""
        return self.stock if self.turned is None else (self.turned, *self.stock)

    def covering(self, card: Card) -> list[Card]:
        """Return the cards that lie directly on a tableau card; none for any other card.

        Args:
            card: A card of the tableau.
        """
        if card not in self.tableau:
            return []
        on_it = self.layout.covers[self.tableau.index(card)]
        return [cover for i in on_it if (cover := self.tableau[i]) is not None]

    def exposed(self) -> list[Card]:
        """Return the tableau cards that no card covers, in dealing order."""
        return list(self._exposed)

    @cached_property
    def _exposed(self) -> tuple[Card, ...]:
        gone = {i for i, card in enumerate(self.tableau) if card is None}
        laid_out = zip(self.tableau, self.layout.covers, strict=True)
        return tuple([card for card, on in laid_out if card is not None and gone.issuperset(on)])

    def available(self) -> list[Card]:
        """Return the cards that can be discarded now: tableau, bouquet, turned card, wastes.

        A waste gives its top, after its bottom if both ends are available."""
        return [*self._exposed, *self._beside()]

    def _beside(self) -> list[Card]:
        """Return the available cards that are not of the tableau."""
        cards = [c for c in self.bouquet if c is not None]
        if self.turned is not None:
            cards.append(self.turned)
        for waste in self.wastes:
            if self.rules.waste_ends == "both":
                cards += waste[:-1][:1]
            cards += waste[-1:]
        return cards

    def candidates(self) -> list[Card]:
        """Return the cards that a discard may take: those available, and those that some rules let
        go with the one that lies on them."""
        cards = self.available()
        if self.rules.overlap:
            cards += [c for c in self.tableau if c is not None and len(self.covering(c)) == 1]
        if self.rules.waste_pairs:
            cards += [w[-2] for w in self.wastes if len(w) > 1 and w[-2] not in cards]
        return cards

    def where(self, card: Card) -> str:
        """Return the card's place: ``pyramid 7.2``, ``column 3``, ``turned``, ``waste`` ..; with
        several wastes ``waste 2``; the bottom of one, where it is available, ``waste bottom``.

        Args:
            card: A card that is not gone.
        """
        if card in self.tableau:
            return str(self.layout.places[self.tableau.index(card)])
        piles = {"bouquet": self.bouquet, "turned": (self.turned,), "stock": self.stock}
        for name, pile in piles.items():
            if card in pile:
                return name
        for number, waste in enumerate(self.wastes, 1):
            if card in waste:
                bottom = self.rules.waste_ends == "both" and card == waste[0] and len(waste) > 1
                name = self.waste_name(number)
                return f"{name} bottom" if bottom else name
        return "gone"

    def waste_name(self, number: int) -> str:
        """Return the name of a waste: ``waste``, or ``waste 2`` if there are several.

        Args:
            number: Its number, from 1.
        """
        return f"waste {number}" if self.rules.wastes > 1 else "waste"

    # What is known.

    def unseen(self) -> tuple[Card, ...]:
        """Return the cards that a player with a closed stock has not seen yet, sorted.

        They are the cards that lie face down and, in the first pass, those of the stock.
        """
        stock = self.stock if self.pass_number == 1 else ()
        return tuple(sorted((*stock, *self.face_down())))

    def face_down(self) -> tuple[Card, ...]:
        """Return the tableau cards that lie face down, in dealing order."""
        if self.rules.face_down == "none":
            return ()
        exposed = self.exposed()
        return tuple(card for card in self.tableau if card is not None and card not in exposed)

    def unknown(self) -> tuple[Card, ...]:
        """Return the cards here that are unknown, ``??``, in the order of `cards`."""
        return tuple(card for card in self.cards() if not card.is_known)

    def can_be(self) -> tuple[Card, ...]:
        """Return what the unknown cards can be, sorted: cards neither here nor in `gone`.

        If they are more than the unknown cards, the others were discarded in pairs."""
        return unnamed(self.cards(), self.gone, self.rules) if self.unknown() else ()

    def check_known(self) -> None:
        """Check that every card is known.

        Raises:
            PositionError: A card is unknown.
        """
        if unknown := len(self.unknown()):
            are = "card is" if unknown == 1 else "cards are"
            why = f"{unknown} {are} unknown (??): `pyrtool advise` finds the best move"
            raise PositionError(why)

    def __getstate__(self) -> dict[str, object]:
        # What follows from the rest is found again.
        return {name: value for name, value in self.__dict__.items() if name[0] != "_"}

    def _with(self, **changes: object) -> Self:
        """Return this table with changes: what play does to a possible table leaves it possible."""
        changed = object.__new__(type(self))
        changed.__dict__.update(self.__dict__, **changes)
        if changed.tableau is not self.tableau:
            changed.__dict__.pop("_exposed", None)
        return changed

    # The state of the game.

    def is_won(self) -> bool:
        """Return whether the goal is reached."""
        if self.rules.goal == "pyramid":
            return self.is_pyramid_clear()
        return not (any(self.tableau) or any(self.bouquet) or self.passed() or self.undealt())

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
        """
        if isinstance(move, Discard) and self._waiting(move.cards) is not None:
            return False  # in few steps: why, `play` says
        return self._why_not(move) is None

    def play(self, move: Move) -> "Position":
        """Make a move.

        Args:
            move: The move.

        Returns:
            The position after it.

        Raises:
            IllegalMoveError: The move is illegal; the message explains why.
        """
        return self._after(move)

    def along(self, moves: Sequence[Move]) -> "list[Position]":
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

    def play_all(self, moves: Iterable[Move]) -> "Position":
        """Make all of these moves.

        Args:
            moves: The moves.

        Returns:
            The position after the last one.

        Raises:
            IllegalMoveError: A move is illegal; the message names it and explains why.
        """
        return self.along(tuple(moves))[-1]

    def _after(self, move: Move) -> "Position":
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
            return self._why_not_to(move.to) if undealt else say("the stock is empty")
        if self.rules.passes is not None and self.pass_number >= self.rules.passes:
            return say("this is pass {0} of {1}", self.pass_number, self.rules.passes)
        if undealt:
            return say("{0} still to be dealt", count_of(undealt, "card"))
        return None if self.passed() else say("the waste is empty")

    def _why_not_to(self, to: int) -> str | None:
        """Explain why the next stock card may not go to this waste; 0 if none is named."""
        if self.rules.deal_to == "each":
            return say("the player does not choose the waste under these rules") if to else None
        if not 1 <= to <= self.rules.wastes:
            choices = ", ".join(f"deal{number}" for number in range(1, self.rules.wastes + 1))
            return say("say to which waste: {0}", choices)
        return None

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
        apart = self.rules.apart
        if apart and len(cards) == 2 and not self._waste_neighbours(*cards):
            one, other = sorted(map(self._pile_of, cards))
            if (rule := apart.get((one, other))) is not None:
                return say(RULE_WORDS[rule].apart)
        return None

    def _waiting(self, cards: tuple[Card, ...]) -> Card | None:
        """Return the first of these cards that cannot go before others; None if all can."""
        for card in cards:
            if self._is_available(card):
                continue
            partner = cards[0] if card is cards[-1] else cards[-1]
            # An overlap discard: only the partner lies directly on the card.
            if (
                self.rules.overlap
                and self.covering(card) == [partner]
                and self._is_available(partner)
            ):
                continue
            if not self._waste_neighbours(partner, card):
                return card
        return None

    @cached_property
    def _places(self) -> dict[Card, int]:
        """The place of each card on the tableau; as no card comes there, a move copies it."""
        return {card: i for i, card in enumerate(self.tableau) if card is not None}

    def _is_available(self, card: Card) -> bool:
        """Return whether a card is one of those `available`, without a list of them."""
        i = self._places.get(card)
        if i is None or self.tableau[i] is None:
            return card in self._beside()
        for cover in self.layout.covers[i]:  # noqa: SIM110 - asked of every card: `all` is slower
            if self.tableau[cover] is not None:
                return False
        return True

    def _pile_of(self, card: Card) -> int:
        """Return the number of the waste of a card, -1 for the turned card, 0 elsewhere."""
        if card == self.turned:
            return -1
        return next((k for k, waste in enumerate(self.wastes, 1) if card in waste), 0)

    def _waste_neighbours(self, upper: Card, lower: Card) -> bool:
        if not self.rules.waste_pairs:
            return False
        return any(waste[-2:] in ((lower, upper), (upper, lower)) for waste in self.wastes)

    def _why_unavailable(self, card: Card) -> str:
        """Explain why a card is not available at its place."""
        place, number = self.where(card), self._pile_of(card)
        if place == "gone":
            return say("{0} is gone", card)
        if covers := self.covering(card):
            joined = say(" and ").join(map(str, covers))
            return say("{0} ({1}) is covered by {2}", card, place_words(place), joined)
        if number:
            waste, top = self.waste_name(number), self.wastes[number - 1][-1]
            return say("{0} is in the {1} under {2}", card, place_words(waste), top)
        return say("{0} is in the stock, not turned", card)

    # What then happens.

    @cached_property
    def _fitting(self) -> frozenset[tuple[Card, ...]]:
        """The pairs and single cards that match wherever they lie: a move copies the answer."""
        return fitting(self.rules)

    @cached_property
    def _hides(self) -> bool:
        """True if a card was unknown, here or some moves before. A move copies the answer."""
        return bool(self.unknown())

    def _remove(self, cards: tuple[Card, ...]) -> "Position":
        """Return this position without some cards, in few steps: a replay does little else."""
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

    def _note_clearing(self) -> "Position":
        if self.cleared_in_pass is None and self.rules.has_pyramid and self.is_pyramid_clear():
            return self._with(cleared_in_pass=self.pass_number)
        return self

    def _deal(self, to: int) -> "Position":
        if self.rules.wastes > 1:
            return self._deal_to_wastes(to)
        if not self.rules.stock_top:
            dealt, rest = self.stock[: self.rules.draw], self.stock[self.rules.draw :]
            return self._with(stock=rest, waste=self.waste + dealt)
        assert self.turned is not None
        if self.rules.stock_waste == "auto" and self._tops_match():
            return self._vanish()._turn()
        return self._with(turned=None, waste=(*self.waste, self.turned))._turn()

    def _deal_to_wastes(self, to: int) -> "Position":
        """Deal a card to waste `to`, or to each waste if the player does not choose."""
        undealt, at_once = self.undealt(), self.rules.dealt_at_once
        wastes = list(self.wastes)
        for k, card in enumerate(undealt[:at_once], max(to - 1, 0)):
            wastes[k] = (*wastes[k], card)
        return self._with(
            turned=None, stock=undealt[at_once:], waste=wastes[0], further_wastes=tuple(wastes[1:])
        )._turn()

    def _turn(self) -> "Position":
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

    def _vanish(self) -> "Position":
        assert self.turned is not None
        pair = (self.waste[-1], self.turned)
        return self._remove(pair)._with(vanished=(*self.vanished, pair))

    # What cannot be.

    def check_played(self) -> None:
        """Check that play can have led here, as far as that shows.

        Each missing card was discarded with its partner, from a place that nothing covered. An
        empty pyramid was cleared in some pass. The pass, the groups of the dealt stock, and the
        turned card obey the rules.

        Raises:
            PositionError: No play can have led here.
        """
        here = self.__getstate__()
        if self.__dict__.get("_found_right") != here:
            for wrong in self._wrongs():
                raise PositionError(wrong)
            self.__dict__["_found_right"] = here

    def _wrongs(self) -> Iterator[str]:
        """Find what no play leads to."""
        rules, tableau, covers = self.rules, self.tableau, self.layout.covers
        for place, card, on_it in zip(self.layout.places, tableau, covers, strict=True):
            cover = next((there for i in on_it if (there := tableau[i]) is not None), None)
            if card is None and cover is not None:
                yield f"{place}: the card is gone, and {cover} still lies on it"
        yield from self._wrong_stock()
        number, cleared = self.pass_number, self.cleared_in_pass
        if number > (rules.passes or number) or (rules.stock != "dealt" and number > 1):
            most = counted(rules.passes or 1, "pass").replace("passs", "passes")
            yield f"pass {number}: the rules have {most}"
        none_to_clear = not rules.has_pyramid or self.pyramid_left() > 0
        if (cleared is None) != none_to_clear or (cleared or 0) > number:
            left = counted(self.pyramid_left(), "pyramid card")
            yield f"cleared_in_pass {cleared}: in pass {number}, with {left} left"
        yield from self._wrong_pairs()

    def _wrong_stock(self) -> Iterator[str]:
        rules, so_far = self.rules, self.rules.stock_size - len(self.stock)
        if rules.stock_top and self.stock and self.turned is None:
            yield "turned: the next card of the stock lies turned under these rules"
        if rules.wastes > 1 and rules.deal_to == "each":
            for number, waste in enumerate(self.wastes, 1):
                if len(waste) > (usual := (so_far - number) // rules.wastes + 1):
                    yield f"waste {number}: {counted(len(waste), 'card')}, at most {usual} dealt"
        if rules.stock_top or not self.stock:
            return
        # Without the stock top a card goes after it was dealt; in later passes there may be fewer.
        least = so_far if self.pass_number == 1 else len(self.passed())
        at_once = rules.dealt_at_once
        if so_far // at_once * at_once < least:
            dealt = str(least) if least == so_far else f"{least} to {so_far}"
            yield (
                f"stock: {counted(len(self.stock), 'card')} left, so {dealt} were dealt in pass "
                f"{self.pass_number}, which {at_once} at a time never are"
            )

    def _wrong_pairs(self) -> Iterator[str]:
        rules = self.rules
        away = sorted(set(rules.deck).difference(self.cards()))
        gone = Counter(card.rank for card in away)
        without_suit = {card.rank for card in self.cards() if not card.has_suit}
        for rank, count in sorted(gone.items()):
            ways = rules.partners[rank]
            name = f"{count} of rank {RANKS[rank - 1]} {'is' if count == 1 else 'are'} gone"
            if not without_suit:
                name += f" ({' '.join(str(card) for card in away if card.rank == rank)})"
            if ways == (rank,) and count % 2:
                yield f"{name}: they are discarded in pairs"
                continue
            mate = ways[0] if len(ways) == 1 else rank
            if mate != rank and rules.partners[mate] == (rank,) and count != gone[mate]:
                mates = f"{gone[mate]} of rank {RANKS[mate - 1]}"
                yield f"{name}, but {mates}: as many of each must be gone"
        if wrong := unpaired(rules.partners, gone):
            yield f"gone: {wrong}: they cannot be discarded in pairs"
        pairs = sum(count for rank, count in gone.items() if rules.partners[rank]) // 2
        gaps = self.tableau.count(None)
        if rules.no_two_stock_cards_match and pairs > gaps:
            yield (
                f"{counted(pairs, 'pair')} are gone, but only {counted(gaps, 'tableau card')}: no "
                "two cards of the stock match under these rules"
            )

    def _why_no_table(self) -> str | None:
        """Name piles that the rules lack, or have in another size; None if there are none."""
        rules = self.rules
        if self.layout != Layout.of(rules):
            return "layout: is not that of the rules"
        dealt = rules.stock == "dealt"
        sizes = {"tableau": rules.tableau_size, "bouquet": 0 if dealt else rules.stock_size}
        for name, size in sizes.items():
            places = len(getattr(self, name))
            if places != size:
                return f"{name}: {counted(places, 'place')}, the rules have {size}"
        if len(self.further_wastes) != rules.wastes - 1:
            has = counted(rules.wastes, "waste")
            return f"wastes: {len(self.further_wastes) + 1}, the rules have {has}"
        if not dealt and (self.stock or self.waste or self.turned):
            return "stock: these rules deal none"
        if not rules.stock_top and self.turned is not None:
            return "turned: no card is turned under these rules"
        in_stock = len(self.passed()) + len(self.undealt())
        if in_stock > rules.stock_size:
            return f"stock: {counted(in_stock, 'card')}, only {rules.stock_size} are not laid out"
        passes = {"pass": self.pass_number, "cleared_in_pass": self.cleared_in_pass}
        for name, number in passes.items():
            if number is not None and not 1 <= number < MOST_PASSES:
                return f"{name} {shown(number)}: must be 1 to {MOST_PASSES - 1}"
        return None

    def _why_no_cards(self) -> str | None:
        """Name a card that lies twice, or is not the deck's; None if there is none."""
        left = self.cards()
        if len(set(left)) < len(left):
            twice = next(card for at, card in enumerate(left) if card in left[:at])
            return f"{twice} lies in {'two' if self.rules.packs == 1 else 'three'} places"
        strange = set(left).difference(self.rules.deck)
        if strange:
            return f"{min(strange)} is not in the deck of this game"
        for name, going in (("vanished", chain(*self.vanished)), ("gone", iter(self.gone))):
            staying = next((card for card in going if card in left), None)
            if staying is not None:
                return f"{name}: {staying} is still there"
        return None


def _without(pile: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Return the pile without these cards."""
    return tuple(card for card in pile if card not in gone)


Subject = Deal | Position
"""What a question is about: a deal at its start, or a position in play. Each has its rules."""


def start_of(subject: Subject) -> Position:
    """Return the position at the start of a deal, or the position that takes its place."""
    return subject if isinstance(subject, Position) else Position.start(subject)


def position_of(subject: Subject) -> Position:
    """Return the position that a question is about; a `PositionError` if no play leads to it, or a
    card of it is unknown."""
    if isinstance(subject, Deal):
        return Position.start(subject)
    subject.check_played()
    subject.check_known()
    return subject
