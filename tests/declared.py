"""What the command line declares of its commands."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pyrtool.cli.lazy import command


def commands(package: str = "pyrtool.cli.commands", *words: str) -> dict[str, Any]:
    """Every command that does something: its words -> what Typer has of it."""
    found: dict[str, Any] = {}
    for name in import_module(package).COMMANDS:
        made = command(package, name)
        if hasattr(made, "commands"):
            found |= commands(f"{package}.{name}", *words, name)
        else:
            found[" ".join((*words, name))] = made
    return found
