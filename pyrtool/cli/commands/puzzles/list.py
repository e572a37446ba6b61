"""``pyrtool puzzles list``: the problems in a table."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.answers.explain.reasoning import Reasoning, reason
from pyrtool.answers.rating import Rating
from pyrtool.cli.deals.puzzles import (
    GameOption,
    LevelOption,
    game_of,
    kept_puzzles,
)
from pyrtool.cli.options.options import FormatOption
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.words.rating import floored
from pyrtool.records.collection import Puzzle, puzzle_record, puzzles

EXAMPLES: Final = (
    (
        "pyrtool puzzles list",
        "List all problems",
    ),
    (
        "pyrtool puzzles list --level easy --game giza",
        "List the easy ones of Giza",
    ),
)


def command(
    level: LevelOption = None,
    game: GameOption = None,
    reasoning: Annotated[
        bool,
        typer.Option(
            "--reasoning",
            help="What the explanation of each takes, in place of the difficulty",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    format: FormatOption = "text",
) -> int:
    """List the problems and their difficulty.

    The columns are number, title, game, level, difficulty, and only moves. `pyrtool rate --help`
    explains the difficulty; ~ marks an estimate, and > a bound. The last column counts the moves of
    the solution for which every alternative loses.

    With --reasoning, the columns count the pairs found to be in every solution, those that follow
    without a trial, and the trials. The last one is the hardest technique.
    """
    kept = kept_puzzles(puzzles(), level, game)
    with Output(format) as output:
        if format == "text" and reasoning:
            output.text(_reasons("#", "title", "game", "pairs", "alone", "trials", "technique"))
        elif format == "text":
            output.text(_row("#", "title", "game", "level", "difficulty", "only"))
        for puzzle in kept:
            found = reason(puzzle.deal, puzzle.won) if reasoning else None
            if format != "text":
                output.record(puzzle_record(puzzle, found))
            elif reasoning:
                output.text(_reasoned(puzzle, found))
            else:
                output.text(_line(puzzle))
    return 0


def _line(puzzle: Puzzle) -> str:
    rating = puzzle.rating
    level = f"{rating.level:<8} {'*' * rating.stars}"
    only = "?" if rating.only_moves is None else str(rating.only_moves)
    return _row(str(puzzle.number), puzzle.title, game_of(puzzle), level, _difficulty(rating), only)


def _reasoned(puzzle: Puzzle, found: Reasoning | None) -> str:
    """What the explanation takes; nothing for a game without explanations."""
    cells = ["-"] * 4
    if found is not None:
        cells = [*map(str, (found.forced, found.deduced, found.trials)), found.technique or "-"]
    return _reasons(str(puzzle.number), puzzle.title, game_of(puzzle), *cells)


def _reasons(
    number: str, title: str, game: str, pairs: str, alone: str, trials: str, technique: str
) -> str:
    """A line of the table with --reasoning, at most 80 characters."""
    counts = f"{pairs:>5}  {alone:>5}  {trials:>6}"
    return f"{number:>2}  {title:<27}  {game:<13}  {counts}  {technique}"


def _row(number: str, title: str, game: str, level: str, difficulty: str, only: str) -> str:
    """A line of the table, at most 80 characters."""
    return f"{number:>2}  {title:<27}  {game:<13}  {level:<14}  {difficulty:>10}  {only:>4}"


def _difficulty(rating: Rating) -> str:
    """``4.80`` exactly, ``~4.80`` as measured, ``>4.71`` for a bound, or ``no limit``."""
    if rating.difficulty is not None:
        return f"{'' if rating.exact else '~'}{rating.difficulty:.2f}"
    return "no limit" if rating.bounded_by is None else f">{floored(rating.bounded_by)}"
