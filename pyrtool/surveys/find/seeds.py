"""Winnable deals as PySolFC keeps them: a Python module with a tuple of seeds.

Decides which of our games that program has, and what its module says. Its own module, for
Klondike (`pysollib/games/solvable_seeds`), is the pattern.
"""

from collections.abc import Mapping, Sequence
from textwrap import fill
from types import MappingProxyType
from typing import Final

from pyrtool.answers.rating.scale import LEVELS
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted, shorten
from pyrtool.game import ranges
from pyrtool.game.games import GAMES
from pyrtool.game.named_games import OF_PYSOLFC
from pyrtool.game.ranges import Ranges
from pyrtool.surveys.find.query import Query
from pyrtool.surveys.reports import rules_text

FIRST_SEED: Final = 32_000
"""Smaller numbers are Microsoft's deals in PySolFC; its lists hold none of them."""

TITLES: Final = MappingProxyType(
    {
        name: f"{title} ({number})"
        for name, (title, number) in OF_PYSOLFC.items()
        if GAMES[name].packs == 1  # the hardest deals of two packs are open
    }
)
"""PySolFC's games with its title and number of each: our name -> title."""


UNRATED: Final = "unrated"
"""The level of a seed whose rating ended at a limit, before any game was won."""

_ABOUT_LEVELS: Final = (
    "The seeds by level, from easy to master: by how rarely a player wins who discards at random."
)


def pysolfc_game(query: Query, deals: Ranges) -> str:
    """Find our name of the game of PySolFC in which these deals are looked through.

    `PyrtoolError` when no list is written for these rules, or a number is not a seed of its own.
    """
    plan = query.plan
    if plan.numbering != "pysolfc" or plan.prefix:
        raise PyrtoolError(
            f"a list of seeds takes numbers of --numbering pysolfc, from {FIRST_SEED} on"
        )
    least = min(first for first, _ in deals)
    if least < FIRST_SEED:
        raise PyrtoolError(f"deal {least}: a list of seeds takes numbers from {FIRST_SEED} on")
    for name in TITLES:
        if GAMES[name] == plan.rules:
            return name
    raise PyrtoolError(f"a list of seeds is written for the games {', '.join(TITLES)} alone")


def format_seeds(name: str, deals: Ranges, seeds: Mapping[int, str | None]) -> str:
    """Return the module with the winnable numbers of `deals`, in rising order, of the game `name`.

    `seeds` has the level of each number, None if no rating found one. The module's comment has
    the rules, the range that was searched, and the command that does it again.
    `PyrtoolError` when none is written for that game.
    """
    if name not in TITLES:
        raise PyrtoolError(
            f"no list of seeds is written for {shorten(name)}: must be {', '.join(TITLES)}"
        )
    numbers = sorted(seeds)
    searched = " ".join(f"{first}-{last}" for first, last in deals)
    command = f"pyrtool find {searched} --game {name} --numbering pysolfc --format pysolfc"
    comments = (
        f"The deals of PySolFC's {TITLES[name]} that can be won when every card is known: "
        f"{len(numbers)} of {counted(ranges.count(deals), 'seed')}. All others of "
        f"{ranges.words(deals, most=len(deals))} cannot be won.",
        f"Rules, in the words of pyrtool: {rules_text(GAMES[name], 'pyramid')}.",
        f"Made by: {command}",
    )
    lines = ["#!/usr/bin/env python", "# -*- mode: python; coding: utf-8; -*-"]
    for text in comments:
        lines += ["#", _comment(text)]
    lines += ["", "SOLVABLE_SEEDS = (", *_rows(numbers, 4), ")", ""]
    lines += [_comment(_ABOUT_LEVELS), "SEED_LEVELS = {"]
    for level in (*(level for level, _ in LEVELS), None):
        if ours := [number for number in numbers if seeds[number] == level]:
            named = f'"{level or UNRATED}"'
            lines += [f"    {named}: (", *_rows(ours, 8), "    ),"]
    return "\n".join([*lines, "}", ""])


def _rows(numbers: Sequence[int], indent: int) -> list[str]:
    width = len(str(numbers[-1])) + 2 if numbers else 1
    a_line = max(1, min(8, (79 - indent) // width))
    parts = (numbers[at : at + a_line] for at in range(0, len(numbers), a_line))
    return [" " * indent + " ".join(f"{number}," for number in part) for part in parts]


def _comment(text: str) -> str:
    return fill(
        text,
        79,
        initial_indent="# ",
        subsequent_indent="# ",
        break_on_hyphens=False,
        break_long_words=False,
    )
