"""Man pages of all commands, made from the commands themselves.

``python docs/man.py [FOLDER]`` writes pyrtool.1, pyrtool-solve.1, and so on into man/, or a folder.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hooks.commands import every_command

from pyrtool.base.version import __version__
from pyrtool.cli import help_page


def typed(text: str) -> str:
    """Text for troff: a hyphen is the one that is typed, a list of choices breaks between them."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", "").replace("|", r"|\:")
    text = re.sub(r"[^\x00-\x7f]", lambda found: rf"\[u{ord(found[0]):04X}]", text)
    return rf"\&{text}" if text.startswith((".", "'")) else text


def file_name(name: str) -> str:
    """Name the page of a command: pyrtool-survey-run.1."""
    return "-".join(["pyrtool", *name.split()]) + ".1"


def page(name: str, command: Any, others: list[str]) -> str:
    """Write the page of a command, which refers to these others."""
    return "\n".join(_lines(name, command, others)) + "\n"


def _lines(name: str, command: Any, others: list[str]) -> Iterator[str]:
    words = f"pyrtool {name}".rstrip()
    context = command.make_context(words, [], resilient_parsing=True)
    summary, *paragraphs = command.help.split("\n\n")
    title = file_name(name).removesuffix(".1")
    yield f'.TH {typed(title.upper())} 1 "" "pyrtool {__version__}" "User commands"'
    yield from (".ad l", ".nh")
    yield from (".SH NAME", rf"{typed(title)} \- {typed(summary.rstrip('.'))}")
    yield from (".SH SYNOPSIS", typed(help_page.usage(command, context)))
    if paragraphs:
        yield ".SH DESCRIPTION"
        for paragraph in paragraphs:
            yield from (".PP", typed(paragraph))
    yield ".SH EXAMPLES"
    for call, text in command.examples:
        yield from (".TP", rf"\fB{typed(call)}\fR", typed(text))
    if hasattr(command, "commands"):
        yield ".SH COMMANDS"
        for inner, one in command.commands.items():
            yield from (".TP", rf"\fB{typed(f'{name} {inner}'.lstrip())}\fR", typed(one.help))
    for panel, parameters in help_page.panels(command.get_params(context)):
        yield f'.SH "{typed(panel.upper())}"'
        for one in parameters:
            yield from (".TP", rf"\fB{typed(help_page.typed(one))}\fR")
            yield typed(help_page.meaning(one) or "")
    yield ".SH SEE ALSO"
    yield " ,\n".join(f".BR {typed(one)} (1)" for one in others)


def write(folder: Path) -> None:
    """Write all pages."""
    folder.mkdir(parents=True, exist_ok=True)
    known = every_command()
    for name, command in known.items():
        above = name.rpartition(" ")[0] if name else None
        beside = [*([above] if above is not None else []), *getattr(command, "commands", {})]
        others = [one if one == above else f"{name} {one}".lstrip() for one in beside]
        titles = [file_name(one).removesuffix(".1") for one in others]
        (folder / file_name(name)).write_text(page(name, command, titles), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "man"))
