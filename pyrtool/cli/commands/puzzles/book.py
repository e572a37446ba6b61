"""``pyrtool puzzles book``: a booklet of problems."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.puzzles import (
    ALL,
    GameOption,
    LevelOption,
    chosen_puzzles,
    kept_puzzles,
    problems,
)
from pyrtool.cli.options.options import with_groups
from pyrtool.cli.words.booking import BookFile, BookOptions
from pyrtool.languages import say
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet import Problem
from pyrtool.pictures.booklet.book import problem_of
from pyrtool.pictures.booklet.comments import explained_for_print
from pyrtool.records.collection import Puzzle

EXAMPLES: Final = (
    (
        "pyrtool puzzles book -o problems.pdf",
        "A booklet of all problems",
    ),
    (
        "pyrtool puzzles book --game giza --level easy --per-page 4 -o easy.pdf",
        "The easy ones of Giza, four on a page",
    ),
)


@with_groups
def command(
    output: BookFile,
    booking: BookOptions,
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PUZZLES",
            help="Problems: numbers (7), ranges (1-10), names (a-small-maze); without any, all",
            show_default=False,
            autocompletion=problems,
        ),
    ] = None,
    game: GameOption = None,
    level: LevelOption = None,
) -> int:
    """Make a printable booklet of problems.

    The booklet has a title page, contents, rules of play, problems with stars, and the solutions
    at the end. It needs the extra `print`.
    """
    booking.check(output)
    kept = kept_puzzles(chosen_puzzles(puzzles or [ALL]), level, game)
    if not kept:
        raise PyrtoolError("none of these puzzles is of that game and level")
    booking.write([_problem(one, booking.comments) for one in kept], output)
    return 0


def _problem(one: Puzzle, commented: bool) -> Problem:
    """A problem of the collection as the booklet has it."""
    return problem_of(
        one.deal,
        NamedRules.of(one.game, one.rules),
        one.moves,
        number=one.number,
        title=say(one.title),
        teaser=say(one.teaser) if one.teaser else "",
        rating=one.rating,
        printed=explained_for_print(one.deal, one.won, rated=True, commented=commented),
    )
