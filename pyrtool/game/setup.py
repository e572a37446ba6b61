"""What lies where on a table, at the start or in the middle of a game, and which tables can be.

Decides whether the rules have such piles and cards, and whether play can have led to them as far as
that shows. What may be done on a table is for `position`, how one is written for `notation`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, compress, islice
from typing import Final, Self

from pyrtool.base.arguments import check_fields, guard, shown
from pyrtool.base.words import counted
from pyrtool.game.cards import RANKS, Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.pairs import unpaired
from pyrtool.game.unknown_cards import PositionError, in_deck, unnamed
from pyrtool.game.wastes import no_two_stock_cards_match

__all__ = ["MOST_PASSES", "PositionError", "Table"]

MOST_PASSES: Final = 2**31
"""Nobody turns the waste over as often, where passes are unlimited."""


@dataclass(frozen=True)
class Table:
    """Where each card lies.

    `tableau` holds the card at each place of `layout`, None after its discard; `bouquet` likewise.
    `stock` is the cards not yet turned, the next one first. `waste` is the first waste from bottom
    to top, `further_wastes` the others. `cleared_in_pass` is the pass that cleared the pyramid.
    With unknown cards, `gone` are those known to be discarded. `vanished` are the pairs that
    vanished by themselves with the last move; tables that differ only in them are equal.

    A `PositionError` rejects piles or cards of other rules; `check_played` judges the play.
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
    vanished: tuple[tuple[Card, Card], ...] = field(default=(), compare=False)
    gone: tuple[Card, ...] = ()
    further_wastes: tuple[tuple[Card, ...], ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)
        wrong = self._why_no_table() or self._why_no_cards()
        if wrong is not None:
            raise PositionError(wrong)

    @classmethod
    def start(cls, deal: Deal) -> Self:
        """Lay out a deal: what the deal has checked is not checked again."""
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
        """Make the table with these cards left; play must be able to lead to it.

        What is in the deck and not here is gone. Cards whose suit does not matter (`RankCard`) and
        unknown ones (`UnknownCard`) are made such that the deck has them all. The first card of
        the stock is turned where the rules turn it, and a pyramid that is gone was cleared in this
        pass, if nothing else is given. A `PositionError` says why there is no such table.

        >>> from pyrtool.game.cards import Card
        >>> small = Rules(rows=1, total=3, suits=2)
        >>> Table.of(small, [Card.parse("3S")], stock=[Card.parse("2C")])
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
        """The cards that are not gone: tableau and bouquet, waste, turned card, stock."""
        open_cards = [card for card in self.tableau + self.bouquet if card is not None]
        return [*open_cards, *self.passed(), *self.undealt()]

    def cards_left(self) -> int:
        """How many cards are not gone."""
        return len(self.cards())

    def pyramid_left(self) -> int:
        """Cards left in the pyramid."""
        return sum(card is not None for card in compress(self.tableau, self.layout.in_pyramid))

    @property
    def wastes(self) -> tuple[tuple[Card, ...], ...]:
        """Every waste, from the bottom to the top."""
        return (self.waste, *self.further_wastes)

    def passed(self) -> tuple[Card, ...]:
        """The cards of the wastes, as a redeal takes them: the first waste, then the others."""
        return tuple(chain(*self.wastes)) if self.further_wastes else self.waste

    def undealt(self) -> tuple[Card, ...]:
        """The turned card, if there is one, and the cards not yet turned."""
        return self.stock if self.turned is None else (self.turned, *self.stock)

    def covering(self, card: Card) -> list[Card]:
        """The cards that lie directly on a tableau card; none for any other card."""
        if card not in self.tableau:
            return []
        on_it = self.layout.covers[self.tableau.index(card)]
        return [cover for i in on_it if (cover := self.tableau[i]) is not None]

    def exposed(self) -> list[Card]:
        """The tableau cards that no card covers, in dealing order."""
        return list(self._exposed)

    @cached_property
    def _exposed(self) -> tuple[Card, ...]:
        gone = {i for i, card in enumerate(self.tableau) if card is None}
        laid_out = zip(self.tableau, self.layout.covers, strict=True)
        return tuple(
            card for card, on_it in laid_out if card is not None and gone.issuperset(on_it)
        )

    def available(self) -> list[Card]:
        """List the cards that can be discarded now: tableau, bouquet, turned card, wastes.

        A waste gives its top, after its bottom if both ends are available."""
        return [*self._exposed, *self._beside()]

    def _beside(self) -> list[Card]:
        """The available cards that are not of the tableau."""
        cards = [c for c in self.bouquet if c is not None]
        if self.turned is not None:
            cards.append(self.turned)
        for waste in self.wastes:
            if self.rules.waste_ends == "both":
                cards += waste[:-1][:1]
            cards += waste[-1:]
        return cards

    def candidates(self) -> list[Card]:
        """The cards that a discard may take: those available, and those that some rules let go with
        the one that lies on them."""
        found = self.available()
        if self.rules.overlap:
            found += [c for c in self.tableau if c is not None and len(self.covering(c)) == 1]
        if self.rules.waste_pairs:
            found += [w[-2] for w in self.wastes if len(w) > 1 and w[-2] not in found]
        return found

    def where(self, card: Card) -> str:
        """The card's place: ``pyramid 7.2``, ``column 3``, ``turned``, ``waste`` ..; with several
        wastes ``waste 2``; the bottom of one, where it is available, ``waste bottom``."""
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
        """What a waste is called: ``waste``, or where there are several ``waste 2``."""
        return f"waste {number}" if self.rules.wastes > 1 else "waste"

    # What is known.

    def unseen(self) -> tuple[Card, ...]:
        """List the cards that a player with a closed stock has not seen yet, sorted.

        They are the cards that lie face down and, in the first pass, those of the stock.
        """
        stock = self.stock if self.pass_number == 1 else ()
        return tuple(sorted((*stock, *self.face_down())))

    def face_down(self) -> tuple[Card, ...]:
        """The tableau cards that lie face down, in dealing order."""
        if self.rules.face_down == "none":
            return ()
        exposed = self.exposed()
        return tuple(card for card in self.tableau if card is not None and card not in exposed)

    def unknown(self) -> tuple[Card, ...]:
        """The cards here that are unknown, ``??``, in the order of `cards`."""
        return tuple(card for card in self.cards() if not card.is_known)

    def can_be(self) -> tuple[Card, ...]:
        """List what the unknown cards can be, sorted: cards neither here nor in `gone`.

        If they are more than the unknown cards, the others were discarded in pairs."""
        return unnamed(self.cards(), self.gone, self.rules) if self.unknown() else ()

    def check_known(self) -> None:
        """A `PositionError` where a card is unknown."""
        if unknown := len(self.unknown()):
            are = "card is" if unknown == 1 else "cards are"
            why = f"{unknown} {are} unknown (??): `pyrtool advise` finds the best move"
            raise PositionError(why)

    def __getstate__(self) -> dict[str, object]:
        # What follows from the rest is found again.
        return {name: value for name, value in self.__dict__.items() if name[0] != "_"}

    def _with(self, **changes: object) -> Self:
        """This table changed: what play does to one that is right leaves it so."""
        changed = object.__new__(type(self))
        changed.__dict__.update(self.__dict__, **changes)
        if changed.tableau is not self.tableau:
            changed.__dict__.pop("_exposed", None)
        return changed

    # What cannot be.

    def check_played(self) -> None:
        """A `PositionError` when no play can have led here, as far as that shows.

        Each missing card was discarded with its partner, from a place that nothing covered. An
        empty pyramid was cleared in some pass. The pass, the groups of the dealt stock, and the
        turned card obey the rules.
        """
        here = self.__getstate__()
        if self.__dict__.get("_found_right") != here:
            for wrong in self._wrongs():
                raise PositionError(wrong)
            self.__dict__["_found_right"] = here

    def _wrongs(self) -> Iterator[str]:
        """What no play leads to."""
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
                yield f"{name}, but {gone[mate]} of rank {RANKS[mate - 1]}: they form pairs"
        if wrong := unpaired(rules.partners, gone):
            yield f"gone: {wrong}: they cannot be discarded in pairs"
        pairs = sum(count for rank, count in gone.items() if rules.partners[rank]) // 2
        gaps = self.tableau.count(None)
        if no_two_stock_cards_match(rules) and pairs > gaps:
            yield (
                f"{counted(pairs, 'pair')} are gone, but only {counted(gaps, 'tableau card')}: no "
                "two cards of the stock match under these rules"
            )

    def _why_no_table(self) -> str | None:
        """Piles that the rules do not have, or have in another size."""
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
        """A card that lies twice, or is not the deck's."""
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


guard(__name__)
