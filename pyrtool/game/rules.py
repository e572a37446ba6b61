"""Rules records: which combinations of rules have a meaning.

What the rules mean at the table is for `position`, which games have a name for `games`.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Final, Literal

from pyrtool.base.arguments import names_checked, own_fields, public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import counted, shorten, shown
from pyrtool.game.cards import RANKS, Card, set_name
from pyrtool.game.deck import as_packs, check_whole
from pyrtool.game.pairs import (
    PairsError,
    Partners,
    are_simple,
    normal,
    partners_of,
    partners_of_total,
    sets_of,
    total_of,
    why_some_stay,
)
from pyrtool.game.shapes import KINDS, Part
from pyrtool.game.tableau import (
    USUAL,
    Parts,
    TableauError,
    fields_of,
    format_tableau,
    parse_tableau,
    rows_of,
)
from pyrtool.game.words import set_words
from pyrtool.languages import count_of, say

Goal = Literal["all", "pyramid"]
Scoring = Literal["none", "par", "microsoft"]
FaceDown = Literal["none", "covered"]
Stock = Literal["bouquet", "dealt", "none"]
StockWaste = Literal["yes", "no", "auto", "auto-on-turn"]
DealTo = Literal["each", "choice"]
WasteEnds = Literal["top", "both"]


STOCK_FIELDS: Final = (
    "draw",
    "passes",
    "stock_top",
    "stock_waste",
    "waste_pairs",
    "wastes",
    "deal_to",
    "waste_match",
    "waste_ends",
)
"""The fields that have a meaning only where a stock is dealt."""


class RulesError(PyrtoolError):
    """Rules that contradict each other, or a game that does not exist."""


_Said = Callable[["Rules"], str]


@dataclass(frozen=True)
class RuleWords:
    """What is said of a rule wherever it has words; most of it is in rules.toml.

    `help` and `metavar`: of its option, which has no value where the metavar is empty. `compares`:
    what the rule makes of a game, which is the subject of the sentence; `calls`: its name in a
    subtitle. `said`: both, in place of them, for each value of a rule that has few. `between`: the
    least and the most, where no other rule matters. `is_text`: its option has a form of its own.
    `apart`: how it keeps cards of two piles apart (`Rules.apart`). `lesson`: a sentence for
    beginners, behind those on how the stock is dealt, or nothing. `in_json`: what records can have,
    where no other field says so.
    """

    help: str
    compares: _Said = str
    calls: _Said = str
    said: Mapping[object, tuple[str, str]] | None = None
    metavar: str = "N"
    between: tuple[int, int] | None = None
    is_text: bool = False
    apart: str = ""
    lesson: _Said = lambda rules: ""
    in_json: JsonObject | None = None

    @property
    def schema(self) -> JsonObject:
        """What records can have for the rule, as JSON Schema."""
        if self.between:
            return {"type": "integer", "minimum": self.between[0], "maximum": self.between[1]}
        if self.said:
            return {"type": "boolean"} if True in self.said else {"enum": list(self.said)}
        return self.in_json or {"type": ["string", "null"]}

    def compared(self, name: str, rules: "Rules") -> str:
        """Return what the rule of this name makes of a game: ``has two wastes``."""
        return self.said[getattr(rules, name)][0] if self.said else self.compares(rules)

    def called(self, name: str, rules: "Rules") -> str:
        """Return the rule of this name in a subtitle, in the chosen language."""
        return say(self.said[getattr(rules, name)][1]) if self.said else self.calls(rules)

    def check(self, name: str, value: object) -> None:
        """Raise a `RulesError` if the rule of this name cannot have the value."""
        if self.between:
            low, high = self.between
            if type(value) is not int or not low <= value <= high:
                raise RulesError(f"{name} {shown(value)}: must be {low} to {high}")
        elif self.said and not (isinstance(value, str | bool) and value in self.said):
            allowed = "true or false" if True in self.said else ", ".join(map(str, self.said))
            raise RulesError(f"{name} {shown(value)}: must be {allowed}")


def _columns_compared(rules: "Rules") -> str:
    if rules.columns is None:
        return "has no columns"
    wide, deep = rules.columns
    return f"has {counted(wide, 'column')} of {counted(deep, 'card')}"


def _passes_compared(rules: "Rules") -> str:
    if rules.passes is None:
        return "has as many passes through the stock as are wanted"
    return f"has {'one pass' if rules.passes == 1 else f'{rules.passes} passes'} through the stock"


def _passes_called(rules: "Rules") -> str:
    if rules.passes is None:
        return say("unlimited redeals")
    return say("one pass") if rules.passes == 1 else say("{0} passes", rules.passes)


def _pairs_compared(rules: "Rules") -> str:
    return (
        f"has pairs that add to {rules.total}" if rules.pairs is None else f"matches {rules.pairs}"
    )


def pair_names(rules: "Rules") -> str:
    """Write the pairs of ranks that go together, ``A-Q, 2-J``; if a rank goes with several, the
    pairs as the rules list them."""
    if rules.pairs and not are_simple(rules.partners):
        return ", ".join(_pair(word.strip()) for word in rules.pairs.split(","))
    return ", ".join(set_words(set_name(*ranks)) for ranks in rules.sets)


def _pair(word: str) -> str:
    """Write one of the pairs that the rules list, such as ``sum 12``."""
    first, _, rest = word.partition(" ")
    if word == "same":
        return say("two of a rank")
    if word == "next":
        return say("neighbouring ranks")
    if first == "sum":
        return say("sum {0}", rest)
    return say("{0} alone", set_words(first)) if rest == "alone" else set_words(word)


def _pairs_called(rules: "Rules") -> str:
    if rules.pairs is None:
        return say("pairs that add to {0}", rules.total)
    return say("pairs: {0}", pair_names(rules).replace("T", "10"))


def _waste_pairs_lesson(rules: "Rules") -> str:
    if not rules.waste_pairs:
        return ""
    if rules.wastes > 1:
        return say("The two top cards of one waste may match each other.")
    return say("The two top cards of the waste may match each other.")


def _waste_match_lesson(rules: "Rules") -> str:
    if rules.wastes == 1:
        return ""
    if rules.waste_match:
        return say("Cards of different wastes may match each other.")
    return say("Cards of different wastes do not match each other.")


def _waste_ends_lesson(rules: "Rules") -> str:
    if rules.waste_ends == "top" or rules.wastes > 1:
        return ""
    return say("The two ends of the waste may match each other.")


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
        for name, words in RULE_WORDS.items():
            words.check(name, getattr(self, name))
        if self.passes is not None and (type(self.passes) is not int or not 1 <= self.passes <= 99):
            raise RulesError(f"passes {shown(self.passes)}: must be 1 to 99, or unlimited")
        if self.tableau is not None:
            self._take_tableau()
        self._take_pairs()
        self._check_tableau()
        if (wrong := _why_no_stock(self)) is not None:
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
    def no_two_stock_cards_match(self) -> bool:
        """True if a stock card can go only alone or with a card of the tableau."""
        if self.stock != "dealt" or self.waste_ends == "both" or self.waste_pairs:
            return False
        return self.apart.keys() >= set(combinations((-1, *range(1, self.wastes + 1)), 2))

    @cached_property
    def apart(self) -> Mapping[tuple[int, int], str]:
        """The pairs of piles whose available cards do not match, each with the rule that says so.

        Wastes are numbered from 1, and -1 is the turned card; the lower number is first.
        """
        wastes = range(1, self.wastes + 1)
        by: dict[tuple[int, int], str] = {}
        if self.stock_waste == "no":
            by |= dict.fromkeys([(-1, waste) for waste in wastes], "stock_waste")
        if not self.waste_match:
            by |= dict.fromkeys(combinations(wastes, 2), "waste_match")
        return by

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
        """
        return 0 < rank <= self.highest_rank and not self.partners[rank]

    def go_together(self, one: int, other: int) -> bool:
        """Return whether cards of these two ranks are discarded together.

        Args:
            one: A rank, from 1 on.
            other: Another rank, or the same.
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
    def from_dict(cls, values: JsonObject) -> "Rules":
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


TABLE: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_OTHER_SHAPES: Final = ", ".join(f"{one} 7" for one in KINDS if one not in ("pyramid", "columns"))


def _rule_words(name: str, facts: JsonObject) -> RuleWords:
    """Return what the table says of a rule, and what is said of it by a function."""
    given = dict(facts)
    if "said" in facts:
        given["said"] = {_BOOLS.get(value, value): tuple(s) for value, s in facts["said"].items()}
    if "counted" in facts:
        makes, noun = given.pop("makes"), given.pop("counted")
        given["compares"] = lambda rules: makes.format(counted(getattr(rules, name), noun))
        given["calls"] = lambda rules: count_of(getattr(rules, name), noun)
    compares, calls = _WORDED.get(name, (None, None))
    given |= {"compares": compares, "calls": calls} if compares else {}
    given |= {"lesson": _LESSONS[name]} if name in _LESSONS else {}
    return RuleWords(**given | {"help": facts["help"].replace("{}", _OTHER_SHAPES)})


_BOOLS: Final = {"true": True, "false": False}
_WORDED: Final[Mapping[str, tuple[_Said, _Said]]] = {
    "columns": (
        _columns_compared,
        lambda rules: Part("columns", *rules.columns).words if rules.columns else say("no columns"),
    ),
    "reserve": (
        lambda rules: (
            f"has a reserve of {counted(rules.reserve, 'card')}"
            if rules.reserve
            else "has no reserve"
        ),
        lambda rules: Part("reserve", rules.reserve).words if rules.reserve else say("no reserve"),
    ),
    "tableau": (
        lambda rules: f"lays out {format_tableau(rules.parts)}",
        lambda rules: " + ".join(part.words for part in rules.parts),
    ),
    "draw": (
        lambda rules: f"deals {counted(rules.draw, 'stock card')} at a time",
        lambda rules: say("{0} at a time", count_of(rules.draw, "card")),
    ),
    "passes": (_passes_compared, _passes_called),
    "total": (_pairs_compared, lambda rules: say("pairs that add to {0}", rules.total)),
    "ranks": (
        lambda rules: f"is played with {len(rules.partners) - 1} ranks",
        lambda rules: count_of(rules.highest_rank, "rank"),
    ),
    "pairs": (_pairs_compared, _pairs_called),
}
"""What these rules make of a game, and their names in a subtitle."""
_LESSONS: Final[Mapping[str, _Said]] = {
    "waste_pairs": _waste_pairs_lesson,
    "waste_match": _waste_match_lesson,
    "waste_ends": _waste_ends_lesson,
}
RULE_WORDS: Final[Mapping[str, RuleWords]] = {
    name: _rule_words(name, facts) for name, facts in TABLE.items()
}
"""What is said of each rule, by its name, in the order of the fields of `Rules`."""


def _why_no_wastes(rules: Rules) -> str | None:
    """Explain why these rules of wastes mean nothing together, and the remedy; None if they do."""
    wastes = rules.wastes
    if wastes == 1:
        if rules.waste_match or rules.deal_to != "each":
            name = "waste-match" if rules.waste_match else "deal-to"
            return f"{name} has no meaning with one waste: add --wastes 2"
    elif rules.draw > 1:
        return (
            f"draw {rules.draw} has no meaning with {wastes} wastes: a deal puts one card on each, "
            "or by choice on one; use draw 1"
        )
    elif rules.deal_to == "each" and rules.stock_top:
        return (
            "deal-to each has no meaning with the stock top available: add --no-stock-top, or use "
            "deal-to choice"
        )
    if rules.stock_waste.startswith("auto") and (wastes > 1 or rules.waste_ends == "both"):
        many = f"{wastes} wastes" if wastes > 1 else "both ends of the waste"
        return (
            f"stock-waste {rules.stock_waste} has no meaning with {many}: with which card would "
            "the turned one vanish? use yes or no"
        )
    return None


def _why_no_stock(rules: Rules) -> str | None:
    """Explain why these rules have no meaning together, and the remedy; None if they have one."""
    if not rules.has_pyramid and (rules.goal == "pyramid" or rules.scoring != "none"):
        what = "goal pyramid" if rules.goal == "pyramid" else f"scoring {rules.scoring}"
        return f"{what} has no meaning: the tableau has no pyramid and no triangle to clear"
    if rules.scoring == "par" and (rules.passes is None or rules.passes > 3):
        return "par scoring has no points beyond the third pass: use passes 1 to 3"
    if rules.scoring == "microsoft" and rules.goal != "pyramid":
        return (
            "microsoft scoring ends the game when the pyramid is cleared: "
            "use goal pyramid, or scoring none"
        )
    if rules.stock != "dealt":
        where = f"with {'an open bouquet' if rules.stock == 'bouquet' else 'no stock'}: must be "
        for name in (*STOCK_FIELDS, *(("scoring",) if rules.scoring == "par" else ())):
            if getattr(rules, name) != (usual := getattr(Rules, name)):
                return f"{name.replace('_', '-')} has no meaning {where}{usual}"
        return None
    if rules.draw > 1 and rules.stock_top:
        return f"draw {rules.draw} has no meaning with the stock top available: add --no-stock-top"
    if rules.stock_waste != "no" and not rules.stock_top:
        return (
            f"stock-waste {rules.stock_waste} has no meaning without the stock top: "
            "use stock-waste no"
        )
    return _why_no_wastes(rules)


def rules_schema() -> JsonObject:
    """Return what records can have for each rule, as JSON Schema."""
    null = {"type": "null"}
    return {
        name: {"anyOf": [words.schema, null]} if name in USUAL else words.schema
        for name, words in RULE_WORDS.items()
    }


def lessons(rules: Rules) -> list[str]:
    """Write the `lesson` of each rule that has one."""
    return list(filter(None, (words.lesson(rules) for words in RULE_WORDS.values())))


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
