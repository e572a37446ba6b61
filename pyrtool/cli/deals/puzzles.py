"""The problems of the collection: which ones the words name, and the text about each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final, Literal

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import Selected
from pyrtool.cli.options import completion
from pyrtool.cli.options.panels import INPUT
from pyrtool.game.games import game as rules_of
from pyrtool.languages import say
from pyrtool.notation import NamedRules
from pyrtool.pictures.lettering.titles import task as task_of
from pyrtool.records.collection import Puzzle, puzzle, puzzles

PLACEHOLDER: Final = "{puzzle}"
_RANGE: Final = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)
ALL: Final = "all"


def problems(incomplete: str) -> list[tuple[str, str]]:
    """The names of the problems that begin like this, each with its title, and their numbers."""
    offers = [(ALL, "all problems")]
    for one in puzzles():
        offers += [(one.slug, one.title), (str(one.number), one.title)]
    return [
        offer
        for offer in offers
        if offer[0].startswith(incomplete) and (incomplete or not offer[0].isdigit())
    ]


Puzzles = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLES",
        help="Problems: numbers (7), ranges (1-10), names (a-small-maze), or all",
        show_default=False,
        autocompletion=problems,
    ),
]
Level = Literal["easy", "moderate", "hard", "expert", "master"]


LevelOption = Annotated[
    Level | None,
    typer.Option(
        metavar="LEVEL", help="Only this level", show_default=False, rich_help_panel=INPUT
    ),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        help="Only this game",
        show_default=False,
        rich_help_panel=INPUT,
        autocompletion=completion.games,
    ),
]


def kept_puzzles(chosen: Sequence[Puzzle], level: Level | None, game: str | None) -> list[Puzzle]:
    """Those of this level and this game; a `PyrtoolError` if there is no such game."""
    if game is not None:
        rules_of(game)
    return [
        puzzle
        for puzzle in chosen
        if level in (None, puzzle.rating.level) and game in (None, puzzle.game)
    ]


def chosen_puzzles(words: Sequence[str]) -> list[Puzzle]:
    """The problems that the words name, in their order."""
    found: list[Puzzle] = []
    for word in words:
        ends = _RANGE.fullmatch(word)
        if word == ALL:
            found += puzzles()
        elif ends is not None:
            low, high = int(ends[1]), int(ends[2])
            if low > high:
                raise PyrtoolError(f"{word}: the range runs backwards")
            puzzle(high)  # an error if there is none
            found += map(puzzle, range(low, high + 1))
        else:
            found.append(puzzle(word))
    return found


def as_selected(puzzle: Puzzle) -> Selected:
    """The problem's deal as commands that take DEALS have it."""

    named = NamedRules.of(puzzle.game, puzzle.rules)
    return Selected(puzzle.deal, f"puzzle {puzzle.number}", named)


def puzzle_heading(puzzle: Puzzle) -> str:
    """``Puzzle 1: The easiest of a million``, in the chosen language."""
    return say("Puzzle {0}: {1}", puzzle.number, say(puzzle.title))


def game_of(puzzle: Puzzle) -> str:
    """The game, and where its rules are changed how: ``giza, overlap``."""
    return str(NamedRules.of(puzzle.game, puzzle.rules))


def task(puzzle: Puzzle, after: int | None = None) -> str:
    """Name the deal, the game, and the task after this number of moves, in a line."""
    position = puzzle.start
    for move in puzzle.moves[: after or 0]:
        position = position.play(move)
    named = NamedRules.of(puzzle.game, puzzle.rules)
    return task_of(named, puzzle.deal, position.cards_left())
