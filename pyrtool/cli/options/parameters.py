"""Parts of a command: its parameters, the panels of its help page, and its entry in a module.

Typer hides the classes of the first; here they are described by what they have.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import typer

if TYPE_CHECKING:  # which imports the games, and a help page of commands needs none
    from pyrtool.cli.options.completion import Completion

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"
FINDING: Final = "What to find"
FILTERS: Final = "Filters"
COMPARED: Final = "Other rules"
RANKING: Final = "Ranking"
SHOWING: Final = "What to show"
PLAYER: Final = "Player"
UNSEEN: Final = "Unknown cards"
TEXT: Final = "Text"
LOOK: Final = "Appearance"
MOVING: Final = "Animation"
OUTPUT: Final = "Output"
INPUT: Final = "Deals and game"
WORK: Final = "Long runs"
LIMITS: Final = "Limits"
RULES: Final = "Rule changes"

ORDER: Final = (
    *(ARGUMENTS, OPTIONS, FINDING, FILTERS, COMPARED, RANKING, SHOWING, PLAYER, UNSEEN, TEXT, LOOK),
    *(MOVING, OUTPUT, INPUT, WORK, LIMITS, RULES),
)
FOLDED: Final = (MOVING, WORK, LIMITS, RULES)
"""The panels of options that few calls need."""


Hidden = Any
"""An object of a class that Typer hides, where its own methods take or return one."""


def option(
    help: str,
    metavar: str,
    panel: str,
    *names: str,
    shown: str | bool = True,
    completed: "Completion | None" = None,
    min: float | None = None,
    max: float | None = None,
) -> Hidden:
    """Describe an option with a value.

    Args:
        help: What it does, with the values that Typer does not know in brackets at the end.
        metavar: What its value is called.
        panel: The panel of the help page.
        names: What is typed, if it is not the name of the parameter.
        shown: The default as the help page shows it; True for the value itself.
        completed: What completes its value in a shell.
        min: The least value.
        max: The greatest value.
    """
    return typer.Option(
        *names,
        help=help,
        metavar=metavar,
        rich_help_panel=panel,
        show_default=shown,
        autocompletion=completed,
        min=min,
        max=max,
    )


def to_write(help: str, metavar: str = "FILE") -> Hidden:
    """Describe the option for what is written."""
    return option(help, metavar, OUTPUT, "--output", "-o")


def flag(help: str, panel: str, *names: str, shown: str | bool = True) -> Hidden:
    """Describe an option without a value: its help, its panel, and what is typed."""
    return typer.Option(*names, help=help, rich_help_panel=panel, show_default=shown)


def argument(help: str, metavar: str, completed: "Completion | None" = None) -> Hidden:
    """Describe an argument: its help, its name, and what completes it in a shell."""
    return typer.Argument(help=help, metavar=metavar, autocompletion=completed)


class ValueInfo(Protocol):
    """The declaration of a parameter."""

    min: float | None
    max: float | None
    parser: object


class ValueType(Protocol):
    """Typer's knowledge of a parameter's values."""

    annotation: object
    choices: Sequence[object] | None
    file_annotation: object
    parameter_info: ValueInfo


class Parameter(Protocol):
    """An option or an argument of a command."""

    name: str
    opts: list[str]
    secondary_opts: list[str]
    param_type_name: str
    metavar: str | None
    nargs: int
    multiple: bool
    required: bool
    is_flag: bool
    help: str
    default: object
    show_default: object
    rich_help_panel: str | None
    type_descriptor: ValueType
    get_runtime_param: Hidden
    type: Hidden  # of Typer before 0.29, in place of the two above
    type_cast_value: Callable[..., object]


def choices_of(parameter: Parameter) -> Sequence[object]:
    """Return the words that an option takes; none if it takes other values."""
    if hasattr(parameter, "type_descriptor"):
        return parameter.type_descriptor.choices or ()
    return getattr(parameter.type, "choices", ())


class Context(Protocol):
    """The call of a command."""

    command_path: str
    resilient_parsing: bool
    params: dict[str, object]


class Command(Protocol):
    """A command, or a group of them."""

    help: str

    def get_params(self, ctx: Context) -> list[Parameter]:
        """Return the options and arguments."""
