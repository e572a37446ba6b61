"""``pyrtool puzzles show``: problems set on the table."""

from __future__ import annotations

from textwrap import fill
from typing import Final

from pyrtool.cli.shared.options import AsciiOption, FormatOption
from pyrtool.cli.shared.output import Output
from pyrtool.cli.shared.puzzles import (
    Puzzles,
    chosen_puzzles,
    puzzle_heading,
    task,
)
from pyrtool.cli.shared.rating import rating_words
from pyrtool.cli.shared.terminal import spelling
from pyrtool.collection import puzzle_record
from pyrtool.notation import format_diagram

EXAMPLES: Final = (
    (
        "pyrtool puzzles show 13",
        "A problem by its number.",
    ),
    (
        "pyrtool puzzles show a-small-maze",
        "The same one by its name.",
    ),
)


def command(puzzles: Puzzles, ascii: AsciiOption = False, format: FormatOption = "text") -> int:
    """Show problems as diagrams, without the solution.

    Below each stands how hard it is. The JSON record has all but the moves.
    """
    spell = spelling(letters=ascii)
    with Output(format) as output:
        for count, puzzle in enumerate(chosen_puzzles(puzzles)):
            if format != "text":
                record = puzzle_record(puzzle)
                output.record({name: record[name] for name in record if name not in _SPOILERS})
                continue
            lines = ["", puzzle_heading(puzzle)] if count else [puzzle_heading(puzzle)]
            lines += [fill(task(puzzle), 80), "", spell(format_diagram(puzzle.start)), ""]
            lines.append(rating_words(puzzle.rating, puzzle.won, ""))
            output.text("\n".join(lines))
    return 0


_SPOILERS: Final = ("moves", "nodes", "shortest")
