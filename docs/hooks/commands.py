"""A hook of MkDocs: a page for each command, made from the command itself.

A page has what the help page has: usage, description, examples, and the options in tables. The line
`Commands: commands` of the navigation is replaced by all of them, and `pyrtool NAME` in a text
leads to its page.
"""

import re
from functools import cache
from typing import Any

import typer

from pyrtool.cli import help_page, lazy_commands
from pyrtool.cli.app import app
from pyrtool.cli.options.parameters import RULES

FOLDER = "reference/commands"
IN_TEXT = re.compile(r"(?<![`\[])`pyrtool((?: [a-z]+){0,2})((?: [^`]*)?)`(?![`\]])")


@cache
def every_command() -> dict[str, Any]:
    """Each command by its words: "" for pyrtool itself, "solve", "survey run"."""
    group = typer.main.get_command(app)
    return {"": group, **dict(lazy_commands.every_command(group))}


def address(name: str, command: Any) -> str:
    """The page of a command; the page of a group is the index of its folder."""
    inner = [*name.split(), *(["index"] if hasattr(command, "commands") else [])]
    return f"{FOLDER}/{'/'.join(inner)}.md"


def page(name: str, command: Any) -> str:
    """Write the page of a command as Markdown."""
    words = f"pyrtool {name}".rstrip()
    context = command.make_context(words, [], resilient_parsing=True)
    parts = [f"# {words}", *command.help.split("\n\n"), "## Usage"]
    parts += [f"```\n{help_page.usage(command, context)}\n```", "## Examples"]
    parts += [f"{text}\n\n```sh\n{call}\n```" for call, text in command.examples]
    if hasattr(command, "commands"):
        rows = [(f"`pyrtool {f'{name} {one}'.lstrip()}`", each.help)
                for one, each in command.commands.items()]  # fmt: skip
        parts += ["## Commands", _table("command", rows)]
    for title, parameters in help_page.panels(command.get_params(context)):
        parts.append(f"## {title}")
        if title == RULES:
            parts.append("`pyrtool games GAME` shows the rules of a game.")
        rows = [(f"`{help_page.typed(one)}`", help_page.meaning(one)) for one in parameters]
        parts.append(_table("argument" if title == help_page.ARGUMENTS else "option", rows))
    return "\n\n".join(parts) + "\n"


def _table(first: str, rows: list[tuple[str, str]]) -> str:
    lines = [f"| {first} | meaning |", "|---|---|"]
    for typed, meaning in rows:
        lines.append("| " + " | ".join(one.replace("|", r"\|") for one in (typed, meaning)) + " |")
    return "\n".join(lines)


def _navigation(group: Any, *above: str) -> list[Any]:
    listed: list[Any] = [address(" ".join(above), group)]
    for name in group.commands:
        found, words = group.below(name), (*above, name)
        if hasattr(found, "commands"):
            listed.append({f"pyrtool {' '.join(words)}": _navigation(found, *words)})
        else:
            listed.append(address(" ".join(words), found))
    return listed


def with_commands(entry: Any) -> Any:
    """The navigation with the pages of the commands in place of the word for them."""
    if isinstance(entry, list):
        return [with_commands(one) for one in entry]
    if isinstance(entry, dict):
        return {title: with_commands(inner) for title, inner in entry.items()}
    return _navigation(every_command()[""]) if entry == "commands" else entry


def on_config(config: Any) -> Any:
    """List the commands in the navigation."""
    config.nav = with_commands(config.nav)
    return config


def on_files(files: Any, *, config: Any) -> Any:
    """Add a page for each command."""
    from mkdocs.structure.files import File  # docs/man.py needs no MkDocs

    for name, command in every_command().items():
        files.append(File.generated(config, address(name, command), content=page(name, command)))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Make each `pyrtool NAME` of a text a link to the page of that command."""
    known = every_command()
    lines, fenced = [], False
    for line in markdown.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and not line.startswith("#"):
            line = IN_TEXT.sub(lambda code: _linked(code, known, page.file.src_uri), line)
        lines.append(line)
    return "\n".join(lines)


def _linked(code: re.Match[str], known: dict[str, Any], here: str) -> str:
    words = code[1].split()
    while " ".join(words) not in known:
        words.pop()
    name = " ".join(words)
    target = address(name, known[name])
    if target == here or (not words and code[1] + code[2] != " --help"):
        return code[0]
    return f"[{code[0]}]({'../' * here.count('/')}{target})"
