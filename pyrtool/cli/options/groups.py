"""Groups of options: how a command takes a dataclass of options as one parameter.

An option that may be left out is a field, `optional` or `switch`, also as the default of a
parameter; or its type is annotated. A group may have groups.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from typing import Annotated, Final, get_type_hints

from pyrtool.cli.options.conflicts import Row
from pyrtool.cli.options.parameters import Hidden, flag, option

OPTION: Final = "option"
"""What describes an option in the metadata of its field."""


def optional(
    help: str, metavar: str, panel: str, *names: str, default: object = None, **more: Hidden
) -> Hidden:
    """Return the field of an option with a value; the words are those of `option`."""
    described = option(help, metavar, panel, *names, **more)
    return field(default=default, metadata={OPTION: described})


def switch(help: str, panel: str, *names: str, default: object = False, **more: Hidden) -> Hidden:
    """Return the field of an option without a value; the words are those of `flag`."""
    return field(default=default, metadata={OPTION: flag(help, panel, *names, **more)})


def with_groups(command: Callable[..., int]) -> tuple[Callable[..., int], list[Row]]:
    """Return the command as Typer is to see it, and the rows of the groups' tables.

    Options replace every parameter that is a group of them, such as `RuleOptions`.
    """
    hints = get_type_hints(command, include_extras=True)
    del hints["return"]
    shown: list[inspect.Parameter] = []
    rows: list[Row] = []
    for name, one in inspect.signature(command).parameters.items():
        _add(name, hints[name], one.default, shown, rows)

    def run(**given: object) -> int:
        return command(**{name: _taken(name, kind, given) for name, kind in hints.items()})

    run.__dict__["__signature__"] = inspect.Signature(shown)
    run.__annotations__ = {one.name: one.annotation for one in shown}
    run.__doc__ = command.__doc__
    return run, rows


def _add(
    name: str, kind: Hidden, default: object, shown: list[inspect.Parameter], rows: list[Row]
) -> None:
    """Add what Typer is to see of a parameter, and the rows of its tables; its `default` may be the
    field of an option."""
    if is_dataclass(kind):
        rows += getattr(kind, "TOGETHER", ())
        hints = get_type_hints(kind, include_extras=True)
        for one in fields(kind):
            _add(one.name, hints[one.name], one, shown, rows)
        return
    if isinstance(default, Field):
        kind = Annotated[kind, default.metadata[OPTION]] if default.metadata else kind
        default = inspect.Parameter.empty if default.default is MISSING else default.default
    only = inspect.Parameter.KEYWORD_ONLY
    shown.append(inspect.Parameter(name, only, default=default, annotation=kind))


def _taken(name: str, kind: Hidden, given: Mapping[str, object]) -> object:
    """Return the value of a parameter of the command, from those of its options."""
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return given[name]
    hints = get_type_hints(kind)
    value: object = kind(
        **{one.name: _taken(one.name, hints[one.name], given) for one in fields(kind)}
    )
    return value
