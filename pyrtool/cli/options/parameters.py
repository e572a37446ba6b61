"""The classes of Typer that this package uses but Typer hides, by what they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

Hidden = Any
"""An object of a class that Typer hides, where its own methods take or return one."""


class ValueInfo(Protocol):
    """How the parameter was declared."""

    min: float | None
    max: float | None
    parser: object


class ValueType(Protocol):
    """What Typer knows of a parameter's values."""

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
    hidden: bool
    is_flag: bool
    help: str
    default: object
    show_default: object
    rich_help_panel: str | None
    type_descriptor: ValueType
    get_runtime_param: Callable[..., Judge]


class Context(Protocol):
    """The call of a command."""

    command_path: str
    resilient_parsing: bool
    params: dict[str, object]


class Judge(Protocol):
    """Says which value a parameter has."""

    def coerce(self, value: object, param: Parameter, ctx: Context) -> object:
        """What was typed, or is the default, as a value."""


class Command(Protocol):
    """A command, or a group of them."""

    help: str

    def get_params(self, ctx: Context) -> list[Parameter]:
        """The options and arguments."""
