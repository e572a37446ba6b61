"""The options that name a game and change its rules, and the rules that they make."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import file_name
from pyrtool.cli.options import completion
from pyrtool.cli.options.conflicts import Excludes
from pyrtool.cli.options.groups import optional, switch
from pyrtool.cli.options.parameters import INPUT, RULES, Hidden
from pyrtool.game.deals import Numbering, numbering_of
from pyrtool.game.games import (
    DealTo,
    FaceDown,
    Goal,
    Rules,
    RulesError,
    Scoring,
    Stock,
    StockWaste,
    WasteEnds,
    game,
    given_with,
    name_of,
    parse_columns,
    parse_passes,
)
from pyrtool.game.pairs import normal
from pyrtool.game.shapes import KINDS
from pyrtool.game.tableau import USUAL, fields_of
from pyrtool.notation.deals import placed
from pyrtool.notation.rules import NamedRules, format_rule

if TYPE_CHECKING:
    from pyrtool.notation.rules import Variant


def read_variant(path: str) -> Variant:
    """Read a variant; a `PyrtoolError` names the file and what is wrong."""
    from pyrtool.notation.rules import MOST_TEXT, parse_variant  # few ask for it

    name = file_name(path)
    try:
        with Path(path).open(encoding="utf-8-sig") as file:  # with or without a mark
            text = file.read(MOST_TEXT + 1)
    except OSError as error:
        raise PyrtoolError(f"{name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PyrtoolError(f"{name}: not UTF-8 text: save it as UTF-8") from None
    try:
        return parse_variant(text)
    except PyrtoolError as error:
        raise PyrtoolError(placed(name, error)) from None


def _rule(help: str, *names: str, metavar: str = "N") -> Hidden:
    if names:
        return switch(help, RULES, *names, default=None, shown=False)
    return optional(help, metavar, RULES, shown=False)


def game_option(shown: str) -> Hidden:
    """Return the field of the game; `shown` is the default as the help page shows it."""
    words = "Game to play; see `pyrtool games`"
    return optional(words, "GAME", INPUT, "--game", "-g", shown=shown, completed=completion.games)


_OTHER_SHAPES: Final = [f"{kind} 7" for kind in KINDS if kind not in ("pyramid", "columns")]


@dataclass(frozen=True)
class RuleOptions:
    """The game and the changes to its rules; None for each rule that keeps its value.

    They hold for deals that do not name their own rules, and must not contradict those that do.
    """

    DEFAULT_GAME: ClassVar[str] = "pyramid"
    TOGETHER: ClassVar = (Excludes("--rules", "--game", "the file names its game"),)

    game: str | None = game_option("pyramid")
    rules_file: str | None = optional(
        "A variant of your own, in a TOML file, in place of --game", "FILE", INPUT, "--rules"
    )
    rows: int | None = _rule("Rows of the pyramid, 1 to 10")
    pyramids: int | None = _rule("Pyramids side by side")
    columns: str | None = _rule(
        "Columns of face-up cards, such as 8x3, or none", metavar="COUNTxDEPTH"
    )
    reserve: int | None = _rule("Open cards in a reserve")
    tableau: str | None = _rule(
        f"Shapes in dealing order: pyramid 7 + columns 8x3; also {', '.join(_OTHER_SHAPES)}",
        metavar="SHAPES",
    )
    face_down: FaceDown | None = _rule(
        "Tableau cards that lie face down: none, or covered", metavar="WHICH"
    )
    stock: Stock | None = _rule(
        "Cards outside the tableau: bouquet, dealt, or none", metavar="KIND"
    )
    draw: int | None = _rule("Stock cards that one deal turns over")
    passes: str | None = _rule("Passes through the stock: 1 to 99, or unlimited")
    stock_top: bool | None = _rule(
        "Whether the top stock card is turned and available", "--stock-top/--no-stock-top"
    )
    stock_waste: StockWaste | None = _rule(
        "Match of turned card and waste top: yes, no, auto, auto-on-turn", metavar="WHEN"
    )
    waste_pairs: bool | None = _rule(
        "Whether the two top waste cards match each other", "--waste-pairs/--no-waste-pairs"
    )
    wastes: int | None = _rule("Waste piles, 1 to 4")
    deal_to: DealTo | None = _rule(
        "Wastes that a deal fills: each, or one by choice", metavar="WHICH"
    )
    waste_match: bool | None = _rule(
        "Whether cards of different wastes match", "--waste-match/--no-waste-match"
    )
    waste_ends: WasteEnds | None = _rule(
        "Available cards of a waste: top, or both top and bottom", metavar="ENDS"
    )
    overlap: bool | None = _rule(
        "Whether a card matches the card that it alone covers", "--overlap/--no-overlap"
    )
    goal: Goal | None = _rule("Cards to discard: all, or the pyramid", metavar="GOAL")
    scoring: Scoring | None = _rule("Scoring of a game: none, par, or microsoft", metavar="KIND")
    total: int | None = _rule("Sum of the ranks of a pair")
    ranks: int | None = _rule("Ranks of the deck, from the ace up")
    pairs: str | None = _rule("Ranks that match: sum 12, Q-K, K alone, same", metavar="PAIRS")
    suits: int | None = _rule("Suits of the deck: the first N of C, D, H, S")
    packs: int | None = _rule("Copies of each card in the deck, 1 or 2")

    def rules(self) -> Rules:
        """Return the game's rules with the overrides; `RulesError` when they contradict each
        other."""
        base = self._variant.named.rules if self._variant else game(self.base)
        given = next((name for name in USUAL if getattr(self, name) is not None), None)
        if given and (self.tableau is not None or base.tableau is not None):
            beside = f"beside --tableau in {self.base}" if base.tableau else "beside --tableau"
            raise RulesError(f"--{given} has no meaning {beside}: say it in --tableau")
        changes = self._changes()
        return replace(base, **(given_with(base, changes) | changes))

    def make(self, rules: Rules) -> bool:
        """Return whether these are the rules that the options make, if they make any."""
        try:
            return self.rules() == rules
        except RulesError:
            return False

    @property
    def is_default(self) -> bool:
        """Return whether neither a game nor a rule was chosen."""
        return self == type(self)()

    @property
    def base(self) -> str:
        """Return the game that is asked for, or else the default."""
        if self._variant:
            return self._variant.named.game
        return self.DEFAULT_GAME if self.game is None else name_of(self.game)

    def numbering(self, asked: Numbering | None) -> Numbering:
        """Return the numbering that is `asked` for, or else that of the game."""
        return asked or numbering_of(self.base)

    def named(self) -> NamedRules:
        """Return the same with the name that the rules go by."""
        variant = self._variant.named.variant if self._variant else ""
        return NamedRules.of(self.base, self.rules(), variant)

    @cached_property
    def _variant(self) -> Variant | None:
        """Return the variant in the file, if one is named."""
        return None if self.rules_file is None else read_variant(self.rules_file)

    def contradiction(self, given: NamedRules) -> str | None:
        """Return what the options ask for that is not so in the rules that are ``given``, if
        anything: ``giza, --game says pyramid``. With a game or a file all rules must be the same;
        without, those that change."""
        if (self.game, self.rules_file) != (None, None):
            own = self.named()
            if own.rules == given.rules:
                return None
            if not (own.changes or given.changes):
                return f"{given}, --game says {self.game or own}"
            return f"{given}; the options say {own}"
        values = given.rules.to_dict()
        for name, value in self._changes().items():
            if getattr(given.rules, name) != value:
                says = "unlimited" if name == "passes" and not value else value
                return (
                    f"{given.game}, {format_rule(name, values[name])}; "
                    f"the options say {format_rule(name, says)}"
                )
        return None

    def _changes(self) -> JsonObject:
        """Return the rules that are asked for beside the game, as `Rules` has them."""
        names = [one.name for one in fields(self) if one.name not in ("game", "rules_file")]
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        if self.tableau is not None:
            given |= fields_of(self.tableau)
        if self.pairs is not None:
            given["pairs"] = None if self.pairs == "none" else normal(self.pairs)
        if self.columns is not None:
            given["columns"] = parse_columns(self.columns)
        if self.passes is not None:
            given["passes"] = parse_passes(self.passes)
        return given


RULE_OPTIONS: Final = " ".join(
    "--rules" if one.name == "rules_file" else f"--{one.name.replace('_', '-')}"
    for one in fields(RuleOptions)
)
"""The options of `RuleOptions`, as a row of a table has them."""
