"""The options that several commands share, and how a command takes a group of them.

Decides their names, their help, and how rules, limits and choices are made of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, get_type_hints

import typer

from pyrtool.answers.soundness import By
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.cli.options import completion
from pyrtool.cli.options.contradictions import contradiction
from pyrtool.cli.options.output import Format
from pyrtool.cli.options.panels import FINDING, INPUT, LIMITS, OUTPUT, RULES
from pyrtool.cli.options.together import Excludes
from pyrtool.cli.options.variant_file import read_variant
from pyrtool.game.deals import KeepIf, Numbering, numbering_of
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
from pyrtool.game.tableau import USUAL, fields_of
from pyrtool.notation.rules import NamedRules

if TYPE_CHECKING:
    from pyrtool.notation.variants import Variant

Deals = Annotated[
    list[str],
    typer.Argument(
        metavar="DEALS",
        help="Deal numbers (12, ms40000), ranges (1-1000), file names, or - (standard input)",
        show_default=False,
        autocompletion=completion.deals,
    ),
]
MaybeDeals = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="DEALS",
        help="Deal numbers (12, ms40000) and ranges (1-1000)",
        show_default=False,
        autocompletion=completion.numbers,
    ),
]
OlderDeals = Annotated[
    list[str] | None,
    typer.Option("--deals", metavar="DEALS", help="Older form of DEALS", hidden=True),
]
ONE_FORM_OF_DEALS: Final = Excludes("--deals", "DEALS", "it is the older form of DEALS")

NumberingOption = Annotated[
    Numbering | None,
    typer.Option(
        metavar="NAME",
        help="Meaning of deal numbers, if not the game's",
        show_default="native",
        rich_help_panel=INPUT,
    ),
]
FormatOption = Annotated[
    Format,
    typer.Option(
        metavar="FORMAT",
        help="Text, one JSON array, or one JSON object a line",
        rich_help_panel=OUTPUT,
    ),
]
AsciiOption = Annotated[
    bool,
    typer.Option(
        "--ascii", help="Print suits as letters instead of symbols", rich_help_panel=OUTPUT
    ),
]
WordsOption = Annotated[
    bool,
    typer.Option(
        "--words",
        help="Print compact moves (4C/9H KC deal) that `verify` reads",
        rich_help_panel=OUTPUT,
    ),
]
WORDS_ARE_TEXT: Final = Excludes("--words", "--format=json|ndjson", "compact moves are text")

KeepIfOption = Annotated[
    KeepIf | None,
    typer.Option(
        metavar="KIND",
        help="Only deals of this kind",
        show_default=False,
        rich_help_panel=INPUT,
    ),
]
BestOption = Annotated[
    By | None,
    typer.Option(
        "--best",
        metavar="WHAT",
        help="Best result, won or not: fewest cards left in the pyramid or in all, most points "
        "(score), or most cards of one rank discarded",
        show_default=False,
        rich_help_panel=FINDING,
    ),
]
AtLeastOption = Annotated[
    int | None,
    typer.Option(
        "--at-least",
        metavar="N",
        help="Stop at N points, or at N cards of the --best rank; alone it means --best score",
        show_default=False,
        rich_help_panel=FINDING,
    ),
]


def _rule(help: str, *names: str, metavar: str = "N") -> object:
    metavar = "" if names else metavar  # names are given for flags only
    return typer.Option(
        *names, help=help, metavar=metavar, show_default=False, rich_help_panel=RULES
    )


@dataclass(frozen=True)
class RuleOptions:
    """The game and the changes to its rules; None for each rule that keeps its value.

    They hold for deals that do not name their own rules, and must not contradict those that do.
    """

    DEFAULT_GAME: ClassVar[str] = "pyramid"
    TOGETHER: ClassVar = (Excludes("--rules", "--game", "the file names its game"),)

    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="Game to play; see `pyrtool games`",
            show_default="pyramid",
            rich_help_panel=INPUT,
            autocompletion=completion.games,
        ),
    ] = None
    rules_file: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="FILE",
            help="A variant of your own, in a TOML file, in place of --game",
            show_default=False,
            rich_help_panel=INPUT,
        ),
    ] = None
    rows: Annotated[int | None, _rule("Rows of the pyramid, 1 to 10")] = None
    pyramids: Annotated[int | None, _rule("Pyramids side by side")] = None
    columns: Annotated[
        str | None, _rule("Columns of face-up cards, such as 8x3, or none", metavar="CxD")
    ] = None
    reserve: Annotated[int | None, _rule("Open cards in a reserve")] = None
    tableau: Annotated[
        str | None,
        _rule(
            "Shapes in dealing order: pyramid 7 + columns 8x3; also triangle 7, reserve 7",
            metavar="SHAPES",
        ),
    ] = None
    face_down: Annotated[
        FaceDown | None,
        _rule("Tableau cards that lie face down: none, or covered", metavar="WHICH"),
    ] = None
    stock: Annotated[
        Stock | None,
        _rule("Cards outside the tableau: bouquet, dealt, or none", metavar="KIND"),
    ] = None
    draw: Annotated[int | None, _rule("Stock cards that one deal turns over")] = None
    passes: Annotated[str | None, _rule("Passes through the stock: 1 to 99, or unlimited")] = None
    stock_top: Annotated[
        bool | None,
        _rule("Whether the top stock card is turned and available", "--stock-top/--no-stock-top"),
    ] = None
    stock_waste: Annotated[
        StockWaste | None,
        _rule(
            "Match of turned card and waste top: yes, no, auto, auto-on-turn",
            metavar="WHEN",
        ),
    ] = None
    waste_pairs: Annotated[
        bool | None,
        _rule("Whether the two top waste cards match each other", "--waste-pairs/--no-waste-pairs"),
    ] = None
    wastes: Annotated[int | None, _rule("Waste piles, 1 to 4")] = None
    deal_to: Annotated[
        DealTo | None,
        _rule("Wastes that a deal fills: each, or one by choice", metavar="WHICH"),
    ] = None
    waste_match: Annotated[
        bool | None,
        _rule("Whether cards of different wastes match", "--waste-match/--no-waste-match"),
    ] = None
    waste_ends: Annotated[
        WasteEnds | None,
        _rule("Available cards of a waste: top, or both top and bottom", metavar="ENDS"),
    ] = None
    overlap: Annotated[
        bool | None,
        _rule("Whether a card matches the card that it alone covers", "--overlap/--no-overlap"),
    ] = None
    goal: Annotated[Goal | None, _rule("Cards to discard: all, or the pyramid", metavar="GOAL")] = (
        None
    )
    scoring: Annotated[
        Scoring | None, _rule("Scoring of a game: none, par, or microsoft", metavar="KIND")
    ] = None
    total: Annotated[int | None, _rule("Sum of the ranks of a pair")] = None
    ranks: Annotated[int | None, _rule("Ranks of the deck, from the ace up")] = None
    pairs: Annotated[
        str | None,
        _rule("Ranks that match: sum 12, Q-K, K alone, same", metavar="PAIRS"),
    ] = None
    suits: Annotated[int | None, _rule("Suits of the deck: the first N of C, D, H, S")] = None
    packs: Annotated[int | None, _rule("Copies of each card in the deck, 1 or 2")] = None

    def rules(self) -> Rules:
        """The game's rules with the overrides; `RulesError` when they contradict each other."""
        base = self._variant.named.rules if self._variant else game(self.base)
        given = next((name for name in USUAL if getattr(self, name) is not None), None)
        if given and (self.tableau is not None or base.tableau is not None):
            beside = f"beside --tableau in {self.base}" if base.tableau else "beside --tableau"
            raise RulesError(f"--{given} has no meaning {beside}: say it in --tableau")
        changes = self._changes()
        return replace(base, **(given_with(base, changes) | changes))

    def make(self, rules: Rules) -> bool:
        """Whether these are the rules that the options make, if they make any."""
        try:
            return self.rules() == rules
        except RulesError:
            return False

    @property
    def base(self) -> str:
        """The game that is asked for, or else the default."""
        if self._variant:
            return self._variant.named.game
        return self.DEFAULT_GAME if self.game is None else name_of(self.game)

    def numbering(self, asked: Numbering | None) -> Numbering:
        """The numbering that is `asked` for, or else that of the game."""
        return asked or numbering_of(self.base)

    def named(self) -> NamedRules:
        """The same with the name that the rules go by."""
        named = NamedRules.of(self.base, self.rules())
        return replace(named, variant=self._variant.name) if self._variant else named

    @cached_property
    def _variant(self) -> Variant | None:
        """The variant in the file, if one is named."""
        return None if self.rules_file is None else read_variant(self.rules_file)

    def contradiction(self, given: NamedRules) -> str | None:
        """What the options ask for that is not so in the rules that are ``given``, if anything."""
        asked = None if (self.game, self.rules_file) == (None, None) else self.named()
        return contradiction(given, asked, self.game, self._changes())

    def _changes(self) -> JsonObject:
        """The rules that are asked for beside the game, as `Rules` has them."""
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


@dataclass(frozen=True)
class SteadyLimitOptions:
    """Limits of a search for deals; every machine reaches them alike."""

    limit_nodes: Annotated[
        int | None,
        typer.Option(
            help="Nodes for counting first and only moves; verdicts have no node limit",
            metavar="N",
            rich_help_panel=LIMITS,
            show_default="1,000,000",
        ),
    ] = None
    limit_memory: Annotated[
        int,
        typer.Option(
            help="Memory per search, in MiB; a deal that needs more ends the command",
            metavar="MIB",
            rich_help_panel=LIMITS,
        ),
    ] = 1024


@dataclass(frozen=True)
class LimitOptions:
    """Limits of a search."""

    limit_nodes: Annotated[
        int | None,
        typer.Option(
            help="Search nodes per answer; beyond, it is unknown",
            metavar="N",
            rich_help_panel=LIMITS,
        ),
    ] = None
    limit_memory: Annotated[
        int, typer.Option(help="Memory per search, in MiB", metavar="MIB", rich_help_panel=LIMITS)
    ] = 1024
    limit_seconds: Annotated[
        float | None,
        typer.Option(
            help="Seconds per answer; beyond, it is unknown", metavar="S", rich_help_panel=LIMITS
        ),
    ] = None

    def limits(self) -> Limits:
        """`Limits`, or the `LimitError` of a number that is none."""
        return Limits(self.limit_nodes, self.limit_seconds, self.limit_memory)


RULE_OPTIONS: Final = " ".join(
    "--rules" if one.name == "rules_file" else f"--{one.name.replace('_', '-')}"
    for one in fields(RuleOptions)
)
"""The options of `RuleOptions`, as a row of a table has them."""


def with_groups(command: Callable[..., int]) -> Callable[..., int]:
    """The command as Typer is to see it: every parameter that is a group of options, such as
    `RuleOptions`, replaced by the options in it. Its `together` are the rows of the groups' tables,
    beside the command's own."""
    hints = get_type_hints(command, include_extras=True)
    shown: list[inspect.Parameter] = []
    groups: dict[str, type] = {}
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if not (isinstance(kind, type) and is_dataclass(kind)):
            shown.append(parameter.replace(annotation=kind))
            continue
        groups[parameter.name] = kind
        members = get_type_hints(kind, include_extras=True)
        shown += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=members[field.name],
            )
            for field in fields(kind)
        ]

    def run(**given: object) -> int:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        return command(**given)

    ordered = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in shown]
    run.__dict__["__signature__"] = inspect.Signature(ordered)
    run.__annotations__ = {p.name: p.annotation for p in ordered}
    run.__doc__ = command.__doc__
    run.__dict__["together"] = tuple(
        row for kind in groups.values() for row in getattr(kind, "TOGETHER", ())
    )
    return run
