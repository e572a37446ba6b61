"""The collection of problems, from easy ones to the hardest that were found.

`list` names them, `show` sets one on the table, `render` draws it, `solve` prints its solution,
and `book` makes a booklet of them. Each has a number and a title, and stars that say how hard it
is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from pyrtool.cli.shared.options import AsciiOption, FormatOption, with_groups
from pyrtool.cli.shared.render_options import LookOptions, font_for

if TYPE_CHECKING:
    from pyrtool.cli.shared.selection import Selected
    from pyrtool.collection import Puzzle
    from pyrtool.rating import Rating

_PLACEHOLDER: Final = "{puzzle}"
_RANGE: Final = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)
_ALL: Final = "all"
_SPOILERS: Final = ("moves", "nodes", "shortest")

Puzzles = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLES",
        help="Problems: numbers (7), ranges (1-10), names (a-small-maze), or all.",
        show_default=False,
    ),
]
Level = Literal["easy", "moderate", "hard", "expert", "master"]


LevelOption = Annotated[
    Level | None,
    typer.Option(metavar="LEVEL", help="Only this level: easy to master.", show_default=False),
]
GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", metavar="GAME", help="Only this game.", show_default=False),
]


def list_(
    level: LevelOption = None,
    game: GameOption = None,
    format: FormatOption = "text",
) -> int:
    """List the problems: number, title, game, level, difficulty, and only moves.

    The difficulty is explained by `pyrtool rate --help`; ~ stands before one that was measured
    by games played out, > before a bound. The last column tells how many times in the solution just
    one choice keeps the win.
    """
    from pyrtool.cli.shared.output import Output
    from pyrtool.collection import puzzle_record, puzzles

    kept = _kept(puzzles(), level, game)
    with Output(format) as output:
        if format == "text":
            output.text(_row("#", "title", "game", "level", "difficulty", "only"))
        for puzzle in kept:
            if format == "text":
                output.text(_line(puzzle))
            else:
                output.record(puzzle_record(puzzle))
    return 0


def show(puzzles: Puzzles, ascii: AsciiOption = False, format: FormatOption = "text") -> int:
    """Show problems as diagrams, with how hard they are and without the solution.

    The JSON record has all but the moves.
    """
    from pyrtool.cli.commands.rate import in_words
    from pyrtool.cli.shared.output import Output
    from pyrtool.cli.shared.terminal import spelling
    from pyrtool.collection import puzzle_record
    from pyrtool.notation import format_diagram

    spell = spelling(letters=ascii)
    with Output(format) as output:
        for count, puzzle in enumerate(_chosen(puzzles)):
            if format != "text":
                record = puzzle_record(puzzle)
                output.record({name: record[name] for name in record if name not in _SPOILERS})
                continue
            lines = ["", _heading(puzzle)] if count else [_heading(puzzle)]
            lines += [fill(_task(puzzle), 80), "", spell(format_diagram(puzzle.start)), ""]
            lines.append(in_words(puzzle.rating, puzzle.won, ""))
            output.text("\n".join(lines))
    return 0


@with_groups
def render(
    puzzles: Puzzles,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file, as for `pyrtool render`; {puzzle} in it stands for the number.",
            show_default=False,
        ),
    ],
    looking: LookOptions,
    after: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Draw the table after N moves of the solution.", show_default=False
        ),
    ] = None,
    caption: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A text below, in place of the task."),
    ] = None,
) -> int:
    """Draw problems as pictures with number, title, stars and task, the solutions in motion
    (.webp, .apng, .gif), or make each a page (.html) on which it is played.
    """
    from pyrtool.cards import PyrtoolError, file_name
    from pyrtool.cli.commands.render import check_folder
    from pyrtool.cli.shared.drawing import Drawing
    from pyrtool.cli.shared.render_options import ShowOptions
    from pyrtool.render import check_path

    check_path(output)
    check_folder(output, _PLACEHOLDER)
    chosen = _chosen(puzzles)
    if len(chosen) > 1 and _PLACEHOLDER not in output:
        raise PyrtoolError(
            f"{file_name(output)}: several puzzles need {_PLACEHOLDER} in the name, as in "
            f"puzzle-{_PLACEHOLDER}.png"
        )
    for puzzle in chosen:
        told = ShowOptions(after=after, caption=_task(puzzle) if caption is None else caption)
        drawing = Drawing(
            output,
            told,
            looking,
            heading=f"{puzzle.number}. {puzzle.title}",
            stars=puzzle.rating.stars,
        )
        drawing.check()
        path = output.replace(_PLACEHOLDER, f"{puzzle.number:02d}")
        drawing.write(_selected(puzzle), puzzle.won, path)
    return 0


def solve(
    puzzles: Puzzles,
    words: Annotated[
        bool,
        typer.Option("--words", help="Print solutions as words (4C/9H KC deal), for `verify`."),
    ] = False,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Print the solutions of problems, replayed by the referee, and how hard they are.

    The JSON record is the one that the collection keeps.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.commands.rate import in_words as rated
    from pyrtool.cli.commands.solve import for_people, in_words
    from pyrtool.cli.shared.output import Output
    from pyrtool.cli.shared.terminal import spelling
    from pyrtool.collection import puzzle_record
    from pyrtool.solver import replay

    if words and format != "text":
        raise PyrtoolError(f"--words is text: it does not go with --format {format}")
    spell = spelling(letters=ascii)
    with Output(format) as output:
        for count, puzzle in enumerate(_chosen(puzzles)):
            replay(puzzle.deal.cards, puzzle.rules, puzzle.moves)
            if format != "text":
                output.record(puzzle_record(puzzle))
            elif words:
                output.text(in_words(_selected(puzzle), _heading(puzzle), puzzle.moves))
            else:
                lines = ["", _heading(puzzle)] if count else [_heading(puzzle)]
                lines.append(spell(for_people(_selected(puzzle), puzzle.won)))
                lines.append(rated(puzzle.rating, puzzle.won, ""))
                output.text("\n".join(lines))
    return 0


def book(
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file, a .pdf.", show_default=False
        ),
    ],
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PUZZLES]",
            help="Problems: numbers (7), ranges (1-10), names (a-small-maze); else all.",
            show_default=False,
        ),
    ] = None,
    game: GameOption = None,
    level: LevelOption = None,
    per_page: Annotated[
        int, typer.Option(metavar="N", help="How many problems stand on a page: 2 or 4.")
    ] = 2,
    paper: Annotated[str, typer.Option(help="The size of the pages: a4 or letter.")] = "a4",
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="What the title page says; else the games.", show_default=False
        ),
    ] = None,
    deck: Annotated[str, typer.Option(help="The faces of the cards.")] = "2color",
    font: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="A font (.ttf, .otf) for the title page.", show_default=False
        ),
    ] = None,
) -> int:
    """Make a booklet to be printed: a title page, problems with number, stars and room for notes,
    and the solutions at the end.

    It needs the extra `print`.
    """
    from pathlib import Path

    from pyrtool.cards import PyrtoolError, file_name
    from pyrtool.cli.commands.render import check_folder
    from pyrtool.files import write_whole
    from pyrtool.games import TITLES
    from pyrtool.render.booklet import Problem, booklet

    if Path(output).suffix.lower() != ".pdf":
        raise PyrtoolError(f"{file_name(output)}: a booklet is a .pdf")
    check_folder(output, _PLACEHOLDER)
    kept = _kept(_chosen(puzzles or [_ALL]), level, game)
    if not kept:
        raise PyrtoolError("none of these puzzles is of that game and level")
    problems = [
        Problem(one.number, one.title, _task(one), one.rating.stars, one.start, one.moves)
        for one in kept
    ]
    named = _listed(list(dict.fromkeys(TITLES[one.game] for one in kept)))
    content = booklet(
        problems,
        title=named if title is None else title,
        per_page=per_page,
        paper=paper,
        deck=deck,
        font=font_for(title or "", font),
    )
    write_whole(Path(output), content)
    return 0


def _kept(chosen: Sequence[Puzzle], level: Level | None, game: str | None) -> list[Puzzle]:
    """Those of this level and this game; a `PyrtoolError` if there is no such game."""
    from pyrtool.games import game as rules_of

    if game is not None:
        rules_of(game)
    return [
        puzzle
        for puzzle in chosen
        if level in (None, puzzle.rating.level) and game in (None, puzzle.game)
    ]


def _listed(names: Sequence[str]) -> str:
    """``Giza, Pyramid and King Tut``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _chosen(words: Sequence[str]) -> list[Puzzle]:
    """The problems that the words name, in their order."""
    from pyrtool.cards import PyrtoolError
    from pyrtool.collection import puzzle, puzzles

    found: list[Puzzle] = []
    for word in words:
        ends = _RANGE.fullmatch(word)
        if word == _ALL:
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


def _selected(puzzle: Puzzle) -> Selected:
    from pyrtool.cli.shared.selection import Selected
    from pyrtool.notation import NamedRules

    named = NamedRules.of(puzzle.game, puzzle.rules)
    return Selected(puzzle.deal, f"puzzle {puzzle.number}", named)


def _heading(puzzle: Puzzle) -> str:
    return f"Puzzle {puzzle.number}: {puzzle.title}"


def _game(puzzle: Puzzle) -> str:
    """The game, and where its rules are changed how: ``giza, overlap``."""
    from pyrtool.notation import NamedRules

    return str(NamedRules.of(puzzle.game, puzzle.rules))


def _task(puzzle: Puzzle) -> str:
    """The deal, the game, and what is to be done, in a line."""
    from pyrtool.games import TITLES

    deal, rules = puzzle.deal, puzzle.rules
    what = (
        "clear the pyramid" if rules.goal == "pyramid" else f"discard all {rules.deck_size} cards"
    )
    number = "" if deal.number is None else f", {deal.numbering} deal {deal.number}"
    game = _game(puzzle).replace(puzzle.game, TITLES[puzzle.game], 1)
    return f"{game}{number}: {what} in pairs that add to {rules.total}."


def _line(puzzle: Puzzle) -> str:
    rating = puzzle.rating
    level = f"{rating.level:<8} {'*' * rating.stars}"
    only = "?" if rating.only_moves is None else str(rating.only_moves)
    return _row(str(puzzle.number), puzzle.title, _game(puzzle), level, _difficulty(rating), only)


def _row(number: str, title: str, game: str, level: str, difficulty: str, only: str) -> str:
    """A line of the table, at most 80 characters."""
    return f"{number:>2}  {title:<27}  {game:<13}  {level:<14}  {difficulty:>10}  {only:>4}"


def _difficulty(rating: Rating) -> str:
    """``4.80`` exactly, ``~4.80`` as measured, ``>4.71`` for a bound, or ``no limit``."""
    from pyrtool.cli.commands.rate import floored

    if rating.difficulty is not None:
        return f"{'' if rating.exact else '~'}{rating.difficulty:.2f}"
    return "no limit" if rating.bounded_by is None else f">{floored(rating.bounded_by)}"


COMMANDS: Final[dict[str, Callable[..., int]]] = {
    "list": list_,
    "show": show,
    "render": render,
    "solve": solve,
    "book": book,
}
"""The subcommands, for `app`."""
