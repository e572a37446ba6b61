"""Rules records: which combinations of rules have a meaning.

What the rules mean at the table is for `position`, which games have a name for `games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final, Literal, get_args

from pyrtool.base.arguments import names_checked, own_fields, public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import shorten, shown
from pyrtool.game.cards import RANKS, SUITS, Card
from pyrtool.game.deck import as_packs, check_whole
from pyrtool.game.pairs import (
    PairsError,
    Partners,
    normal,
    partners_of,
    partners_of_total,
    sets_of,
    total_of,
    why_some_stay,
)
from pyrtool.game.shapes import KINDS, Part
from pyrtool.game.stock import MOST_WASTES, DealTo, Stock, StockWaste, WasteEnds, why_no_stock
from pyrtool.game.tableau import USUAL, Parts, TableauError, fields_of, parse_tableau, rows_of

Goal = Literal["all", "pyramid"]
Scoring = Literal["none", "par", "microsoft"]
FaceDown = Literal["none", "covered"]


class RulesError(PyrtoolError):
    """Rules that contradict each other, or a game that does not exist."""


@public
@names_checked
@dataclass(frozen=True)
class Rules:
    """The rules of one game; the defaults are standard Pyramid.

    `rows` and `pyramids`: the pyramid's rows (1..10) and the number of pyramids side by side.
    `columns`: (count, depth) of columns below, or None. `reserve`: open cards. `tableau`: the
    shapes in dealing order, in words, if the four fields before cannot name them; then they have
    their defaults: ``Rules(tableau="pyramid 5")`` is ``Rules(rows=5)``. `face_down`: whether
    covered tableau cards lie face down for players. `stock`: the other cards are dealt, an open
    bouquet, or none. `draw`: cards to a deal. `passes`: passes through the stock, None for
    unlimited. `stock_top`: the turned card is available. `stock_waste`: whether it matches the
    waste top, or vanishes with it by itself. `waste_pairs`: the two top waste cards match.
    `wastes`: the number of wastes. `deal_to`: a deal puts a card on `each` waste or, by `choice`,
    one card on a waste. `waste_match`: cards of different wastes match. `waste_ends`: the `top`
    of a waste is available, or `both` ends. `overlap`: overlap discards. `goal`: discard `all`
    cards, or the `pyramid`. `total`: the sum of a pair; the deck has the ranks up to it, or this
    many `ranks`. `pairs`: the ranks that match, in words, if no total gives them. `suits`: the
    first suits of C, D, H, S, four but in short decks. `packs`: copies of each card. `scoring`: how
    a game is scored; under `microsoft` it also ends when the pyramid is cleared.
    """

    rows: int = 7
    pyramids: int = 1
    columns: tuple[int, int] | None = None
    reserve: int = 0
    tableau: str | None = None
    face_down: FaceDown = "none"
    stock: Stock = "dealt"
    draw: int = 1
    passes: int | None = 1
    stock_top: bool = True
    stock_waste: StockWaste = "yes"
    waste_pairs: bool = False
    wastes: int = 1
    deal_to: DealTo = "each"
    waste_match: bool = False
    waste_ends: WasteEnds = "top"
    overlap: bool = False
    goal: Goal = "all"
    scoring: Scoring = "none"
    total: int = 13
    ranks: int | None = None
    pairs: str | None = None
    suits: int = 4
    packs: int = 1

    def __post_init__(self) -> None:
        own_fields(self)
        for name, low, high in _BOUNDS:
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise RulesError(f"{name} {shown(value)}: must be {low} to {high}")
        for name, kind in (
            ("face_down", FaceDown),
            ("stock", Stock),
            ("stock_waste", StockWaste),
            ("deal_to", DealTo),
            ("waste_ends", WasteEnds),
            ("goal", Goal),
            ("scoring", Scoring),
        ):
            value = getattr(self, name)
            if not isinstance(value, str) or value not in get_args(kind):
                raise RulesError(f"{name} {shown(value)}: must be {', '.join(get_args(kind))}")
        for name in ("stock_top", "waste_pairs", "waste_match", "overlap"):
            if type(value := getattr(self, name)) is not bool:
                raise RulesError(f"{name} {shown(value)}: must be true or false")
        if self.passes is not None and (type(self.passes) is not int or not 1 <= self.passes <= 99):
            raise RulesError(f"passes {shown(self.passes)}: must be 1 to 99, or unlimited")
        if self.tableau is not None:
            self._take_tableau()
        self._take_pairs()
        self._check_tableau()
        if (wrong := why_no_stock(self, Rules)) is not None:
            raise RulesError(wrong)

    def _take_tableau(self) -> None:
        """Bring the tableau into its normal form: the short forms, if they can express it."""
        if not isinstance(self.tableau, str):
            raise RulesError(f"tableau {shown(self.tableau)}: must be a text, or none")
        for name, usual in USUAL.items():
            if getattr(self, name) != usual:
                raise RulesError(
                    f"{name} has no meaning beside tableau {shown(self.tableau)}: "
                    f"say {name} in the tableau"
                )
        try:
            given = fields_of(self.tableau)
        except TableauError as error:
            raise RulesError(str(error)) from None
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def _take_pairs(self) -> None:
        """Bring ranks and pairs into their normal form: the total, if it can express them."""
        ranks, most = self.ranks, len(RANKS)
        if ranks is not None and (type(ranks) is not int or not 1 <= ranks <= most):
            raise RulesError(f"ranks {shown(ranks)}: must be 1 to {most}, or none")
        if self.pairs is not None and not isinstance(self.pairs, str):
            raise RulesError(f"pairs {shown(self.pairs)}: must be a text, or none")
        if self.pairs is not None and self.total != 13:
            raise RulesError(
                f"total {self.total} has no meaning beside pairs: say sum {self.total}"
            )
        try:
            total = total_of(self.partners)
            given: JsonObject = {"pairs": self.pairs and normal(self.pairs)}
        except PairsError as error:
            raise RulesError(str(error)) from None
        if total is not None:
            given = {"total": total, "pairs": None}
        if self.highest_rank == min(total or self.total, len(RANKS)):
            given["ranks"] = None
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def _check_tableau(self) -> None:
        columns = (1, 1) if self.columns is None else self.columns
        if not (isinstance(columns, tuple) and len(columns) == 2) or not all(
            type(n) is int and 1 <= n <= 26 for n in columns
        ):
            raise RulesError("columns: must be COUNTxDEPTH, each 1 to 26, or none")
        pairs = f"pairs {self.pairs}" if self.pairs else f"total {self.total}"
        if stay := why_some_stay(self.partners, self.of_a_rank, all_go=self.goal == "all"):
            raise RulesError(f"{pairs}: {stay}")
        if (size := self.tableau_size) > self.deck_size:
            hint = ": use packs 2" if self.packs == 1 and size <= 2 * self.deck_size else ""
            raise RulesError(f"the tableau needs {size} cards, the deck has {self.deck_size}{hint}")
        if self.stock == "none" and self.stock_size:
            raise RulesError(
                f"{self.stock_size} cards are left over: without a stock the tableau "
                f"must take all {self.deck_size}"
            )

    def __hash__(self) -> int:
        # Every kernel and layout is found by its rules: their hash is made once.
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __getstate__(self) -> JsonObject:
        # In another process the hash of a text is another.
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    @property
    def ends_when_cleared(self) -> bool:
        """True if the game is over when the pyramid is cleared, whatever is left."""
        return self.scoring == "microsoft"

    @property
    def dealt_at_once(self) -> int:
        """Stock cards to a deal, fewer where the stock ends."""
        return self.draw if self.wastes == 1 or self.deal_to == "choice" else self.wastes

    @cached_property
    def parts(self) -> Parts:
        """The shapes of the tableau, in dealing order."""
        if self.tableau is not None:
            return parse_tableau(self.tableau)
        columns = () if self.columns is None else (Part("columns", *self.columns),)
        reserve = (Part("reserve", self.reserve),) if self.reserve else ()
        return (*(Part("pyramid", self.rows),) * self.pyramids, *columns, *reserve)

    @property
    def row_count(self) -> int:
        """The number of rows of the pyramid (`tableau.rows_of`)."""
        return rows_of(self.parts)

    @cached_property
    def has_pyramid(self) -> bool:
        """True if there is a pyramid or a triangle to clear."""
        return any(part.has_rows for part in self.parts)

    @property
    def has_columns(self) -> bool:
        """True if cards outside a pyramid cover others."""
        return any(KINDS[part.kind].covers and not part.has_rows for part in self.parts)

    @cached_property
    def tableau_size(self) -> int:
        """The number of cards laid out in the tableau."""
        return sum(part.cards for part in self.parts)

    @property
    def highest_rank(self) -> int:
        """The deck's highest rank, 1..13."""
        return self.ranks or min(self.total, len(RANKS))

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return self.highest_rank * self.of_a_rank

    @property
    def of_a_rank(self) -> int:
        """Cards of each rank in the deck."""
        return self.suits * self.packs

    @property
    def stock_size(self) -> int:
        """Cards that are not laid out; negative while the rules are being rejected."""
        return self.deck_size - self.tableau_size

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The deck's cards, by rank, then suit; those of a second pack after the first."""
        return tuple(
            Card.of_rank(rank, suit, pack)
            for pack in range(self.packs)
            for rank in range(1, self.highest_rank + 1)
            for suit in range(self.suits)
        )

    @cached_property
    def partners(self) -> Partners:
        """The partners of each rank, none if it goes alone; the first entry is no rank's."""
        if self.pairs is not None:
            return partners_of(self.pairs, self.highest_rank)
        return partners_of_total(self.total, self.highest_rank)

    @cached_property
    def mates(self) -> tuple[int, ...]:
        """The lowest partner of each rank; 0 if it goes alone."""
        return tuple(min(ways, default=0) for ways in self.partners)

    @cached_property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The ranks of every set (`pairs.sets_of`), in their order."""
        return sets_of(self.partners)

    def goes_alone(self, rank: int) -> bool:
        """Return whether a card of this rank is discarded alone.

        Args:
            rank: A rank of the deck, from 1 on.

        Returns:
            Whether it goes alone.
        """
        return 0 < rank <= self.highest_rank and not self.partners[rank]

    def go_together(self, one: int, other: int) -> bool:
        """Return whether cards of these two ranks are discarded together.

        Args:
            one: A rank, from 1 on.
            other: Another rank, or the same.

        Returns:
            Whether they match.
        """
        return 0 < one <= self.highest_rank and other in self.partners[one]

    @cached_property
    def _each_card(self) -> frozenset[Card]:
        return frozenset(self.deck)

    def check_deck(self, cards: Sequence[Card]) -> None:
        """Reject cards that are not the whole deck, each card once for each pack, in any order.

        Args:
            cards: The cards.

        Raises:
            DeckError: They are not the whole deck.
        """
        deck = self._each_card
        if len(cards) != len(deck) or deck != set(cards):
            check_whole(cards, self.deck)

    def in_deal(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Distinguish the cards of two packs, as a deal or a position does.

        Args:
            cards: The cards, in any order.

        Returns:
            The same cards in the same order.
        """
        return tuple(cards) if self.packs == 1 else tuple(as_packs(cards))

    def __repr__(self) -> str:
        """Write the call that makes them: only what differs from standard Pyramid."""
        values = ((f.name, getattr(self, f.name), f.default) for f in fields(self))
        differs = (f"{name}={value!r}" for name, value, usual in values if value != usual)
        return f"Rules({', '.join(differs)})"

    def to_dict(self) -> JsonObject:
        """Return every rule by its name, as JSON has it.

        `columns` are ``"8x3"`` or null, and unlimited `passes` are ``"unlimited"``. The short forms
        of a tableau in words are null.
        """
        values: JsonObject = {f.name: getattr(self, f.name) for f in fields(self)}
        values["columns"] = None if self.columns is None else "{}x{}".format(*self.columns)
        values["passes"] = "unlimited" if self.passes is None else self.passes
        if self.tableau is not None:
            values |= dict.fromkeys(USUAL)
        return values

    @classmethod
    def from_dict(cls, values: JsonObject) -> Rules:
        """Read what `to_dict` wrote.

        Args:
            values: Values by the names of their fields; missing fields are those of standard
                Pyramid.

        Returns:
            The rules.

        Raises:
            RulesError: A field does not exist, or cannot have its value.
        """
        unknown = values.keys() - {f.name for f in fields(cls)}
        if unknown:
            raise RulesError(f"rules have no field {shorten(min(unknown))}")
        given = dict(values)
        given |= {n: None for n in ("tableau", "ranks", "pairs") if given.get(n) == "none"}
        if given.get("tableau") is not None:
            given = {n: v for n, v in given.items() if n not in USUAL or v not in (None, "none")}
        if isinstance(given.get("columns"), str):
            given["columns"] = parse_columns(given["columns"])
        if given.get("passes") == "unlimited":
            given["passes"] = None
        return cls(**given)


_BOUNDS: Final = (
    ("rows", 1, 10),
    ("pyramids", 1, 9),
    ("reserve", 0, 52),
    ("draw", 1, 52),
    ("wastes", 1, MOST_WASTES),
    ("total", 2, len(RANKS) + 1),
    ("suits", 1, len(SUITS)),
    ("packs", 1, 2),
)


def parse_columns(text: str) -> tuple[int, int] | None:
    """``8x3`` -> (8, 3), ``none`` -> None; anything else is a `RulesError`."""
    if text == "none":
        return None
    wide, _, deep = text.lower().partition("x")
    if not (wide.isascii() and wide.isdigit() and deep.isascii() and deep.isdigit()):
        raise RulesError(f"columns {text[:24]!r}: must be COUNTxDEPTH, such as 8x3, or none")
    if len(wide) > 2 or len(deep) > 2:
        raise RulesError("columns: must be COUNTxDEPTH, each 1 to 26, or none")
    return int(wide), int(deep)
