"""Parts of a command: its parameters, the panels of its help page, and its entry in a module.

Typer hides the classes of the first; here they are described by what they have.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"
OUTPUT: Final = "Output"
RULES: Final = "Rule changes"
ORDER: Final = (
    *(ARGUMENTS, OPTIONS, "What to find", "Filters", "Other rules", "Ranking", "What to show"),
    *("Player", "Unknown cards", "Text", "Appearance", "Animation", OUTPUT, "Deals and game"),
    *("Long runs", "Limits", RULES),
)
FOLDED: Final = ("Animation", "Long runs", "Limits", RULES)
"""The panels of options that few calls need."""

Hidden = Any
"""An object of a class that Typer hides, where its own methods take or return one."""


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
