"""The options that name a game and change its rules, and the rules that they make."""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar, get_type_hints

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import file_name
from pyrtool.cli.options.parameters import RULES
from pyrtool.game.deals import Numbering, numbering_of
from pyrtool.game.games import Rules, RulesError, game, given_with, name_of, parse_passes
from pyrtool.game.pairs import normal
from pyrtool.game.rules import RULE_WORDS, parse_columns
from pyrtool.game.tableau import USUAL, fields_of
from pyrtool.notation.deals import placed
from pyrtool.notation.rules import NamedRules, format_rule

if TYPE_CHECKING:
    from pyrtool.notation.rules import Variant


def read_variant(path: str) -> "Variant":
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


_Options = TypeVar("_Options")


def _with_rules(options: type[_Options]) -> type[_Options]:
    """Add an option for each field of `Rules`."""
    kinds = get_type_hints(Rules)
    for name, words in RULE_WORDS.items():
        facts = {"help": words.help, "panel": RULES, "shown": False}
        facts |= {"value": words.metavar} if words.metavar else {"no": True}
        setattr(options, name, field(default=None, metadata=facts))
        options.__annotations__[name] = (str if words.is_text else kinds[name]) | None
    return options


@dataclass(frozen=True)
@_with_rules
class RuleOptions:
    """The game and the changes to its rules; None for each rule that keeps its value.

    They hold for deals that do not name their own rules, and must not contradict those that do.
    """

    DEFAULT_GAME: ClassVar[str] = "pyramid"

    game: str | None = None
    rules_file: str | None = None

    def rules(self) -> Rules:
        """Return the game's rules with overrides; a `RulesError` if they contradict each other."""
        base = self._variant.named.rules if self._variant else game(self.base)
        asked = self._asked()
        given = next((name for name in USUAL if name in asked), None)
        if given and ("tableau" in asked or base.tableau is not None):
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
        """Return the game that the options name, or else the default."""
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
    def _variant(self) -> "Variant | None":
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

    def _asked(self) -> JsonObject:
        """Return the rules that are asked for beside the game, as they are typed."""
        every = {name: getattr(self, name) for name in RULE_WORDS}
        return {name: value for name, value in every.items() if value is not None}

    def _changes(self) -> JsonObject:
        """Return the rules that are asked for beside the game, as `Rules` has them."""
        given = self._asked()
        if "tableau" in given:
            given |= fields_of(given["tableau"])
        if "pairs" in given:
            given["pairs"] = None if given["pairs"] == "none" else normal(given["pairs"])
        if isinstance(given.get("columns"), str):
            given["columns"] = parse_columns(given["columns"])
        if "passes" in given:
            given["passes"] = parse_passes(given["passes"])
        return given


RULE_OPTIONS: Final = " ".join(
    "--rules" if one.name == "rules_file" else f"--{one.name.replace('_', '-')}"
    for one in fields(RuleOptions)
)
"""The options of `RuleOptions`, as a row of a table has them."""
