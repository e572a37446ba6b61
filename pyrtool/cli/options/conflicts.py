"""Options that exclude or need each other: the rows of a command's table, and its one reader.

A command has its rows in options.toml, and so has a group of options. A row names options as they
are typed, with spaces between them, and arguments as the help names them: ``--words``,
``--no-collection``, ``DEALS``. Such a word holds where its value is not the default. With values,
``--format=json|ndjson`` or ``--output=*.html``, it holds where the option has one of them, typed or
by default; with ``--format=!text`` where it has another.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import file_name, one_of
from pyrtool.cli.options.parameters import Parameter


@dataclass(frozen=True)
class Excludes:
    """Each of `options` excludes each of `others`, because of `why`."""

    options: str
    others: str
    why: str


@dataclass(frozen=True)
class Needs:
    """Each of `options` needs at least one of `others`, because of `why`."""

    options: str
    others: str
    why: str


Row = Excludes | Needs


def check_together(
    table: Sequence[Row], parameters: Sequence[Parameter], values: Mapping[str, object]
) -> None:
    """Reject what a row of the table does not allow, with a `PyrtoolError`.

    `parameters` are the command's, and `values` their values by name.
    """
    known = {typed: one for one in parameters for typed in _names(one)}

    def shown(words: str) -> Iterator[str]:
        """Yield those of a row's words that hold, as they were typed."""
        for word in words.split():
            name, _, patterns = word.partition("=")
            typed = _typed(known[name], name, patterns, values.get(known[name].name))
            if typed is not None:
                yield typed

    for row in table:
        typed, other = next(shown(row.options), None), next(shown(row.others), None)
        if isinstance(row, Excludes) and typed and other:
            raise PyrtoolError(f"{typed} and {other} exclude each other: {row.why}")
        if isinstance(row, Needs) and typed and not other:
            needed = [_meant(word) for word in row.others.split()]
            raise PyrtoolError(f"{typed} needs {one_of(needed)}: {row.why}")


def _names(parameter: Parameter) -> list[str]:
    """Return what a row may call a parameter."""
    if parameter.param_type_name == "argument":
        return [str(parameter.metavar)]
    return [*parameter.opts, *parameter.secondary_opts]


def _typed(parameter: Parameter, name: str, patterns: str, value: object) -> str | None:
    """Return how a parameter with this value was typed, if that is what a row means."""
    if patterns:
        meant = patterns.removeprefix("!").split("|")
        held = any(fnmatchcase(str(value).lower(), one) for one in meant)
        if held == patterns.startswith("!"):
            return None
        return f"{name} {file_name(str(value))}"
    if name in parameter.secondary_opts:
        return name if value is False else None
    if value in (None, (), [], parameter.default):
        return None
    if value is False:  # of a flag with neither by default
        return parameter.secondary_opts[0] if parameter.default is None else None
    return name


def _meant(word: str) -> str:
    """Return a row's word as it is to be typed: ``--format json or ndjson``."""
    name, _, patterns = word.partition("=")
    return f"{name} {one_of(patterns.split('|'))}".rstrip()
