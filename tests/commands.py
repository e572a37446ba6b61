"""The command line, driven in this process: what it answers, how it complains, and its commands."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import typer
from typer.testing import CliRunner, Result

from pyrtool.cli.app import app
from pyrtool.cli.lazy import every_command

from .schema import fits

FITTED = 3
"""Records of an output that are held against the schema: to hold thousands takes long."""


def run(*words: str, input: str | bytes | None = None) -> Result:
    """What a command does; the first records that it prints are held against their schema."""
    result = CliRunner().invoke(app, list(words), input=input, prog_name="pyrtool")
    if "ndjson" in words and "export" not in words and result.exit_code in (0, 1, 3):
        for line in result.stdout.splitlines()[:FITTED]:
            assert fits(json.loads(line)), line
    return result


def answer(*words: str, status: int = 0, input: str | None = None) -> str:
    """What a command that must end with `status` prints on the standard output."""
    result = run(*words, input=input)
    assert result.exit_code == status, result.output
    return result.stdout


def complaint(*words: str, status: int = 2, input: str | bytes | None = None) -> str:
    """The one line on stderr of a command that must fail."""
    result = run(*words, input=input)
    assert result.exit_code == status, result.output
    assert result.stdout in ("", "[]\n")
    assert result.stderr.startswith("pyrtool: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("pyrtool: ").rstrip("\n")


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


GROUP: Any = typer.main.get_command(app)

COMMANDS: dict[str, Any] = dict(every_command(GROUP))

EVERY = {"": GROUP} | COMMANDS

# -P: the installed package, whose kernel is compiled, not the sources in this folder.
COMMAND = [sys.executable, "-P", "-m", "pyrtool"]

ANSI = re.compile(r"\x1b\[\d+m")
