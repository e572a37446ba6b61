"""``pyrtool puzzles show``: problems as diagrams."""

from __future__ import annotations

from textwrap import fill
from typing import Final

from pyrtool.answers.explain.reasoning import reason
from pyrtool.cli.deals.puzzles import (
    Puzzles,
    chosen_puzzles,
    puzzle_heading,
    task,
)
from pyrtool.cli.options.options import AsciiOption, FormatOption
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.rating import rating_words
from pyrtool.notation import format_diagram
from pyrtool.records.collection import puzzle_record

EXAMPLES: Final = (
    (
        "pyrtool puzzles show 13",
        "Print a problem by number",
    ),
    (
        "pyrtool puzzles show a-small-maze",
        "Print it by name",
    ),
)


def command(puzzles: Puzzles, ascii: AsciiOption = False, format: FormatOption = "text") -> int:
    """Print problems as diagrams, without the solution.

    The difficulty and the reasoning follow each diagram. The JSON record has everything except the
    moves.
    """
    spell = spelling(letters=ascii)
    with Output(format) as output:
        for count, puzzle in enumerate(chosen_puzzles(puzzles)):
            reasoning = reason(puzzle.deal, puzzle.won)
            if format != "text":
                record = puzzle_record(puzzle, reasoning)
                output.record({name: record[name] for name in record if name not in _SPOILERS})
                continue
            lines = ["", puzzle_heading(puzzle)] if count else [puzzle_heading(puzzle)]
            lines += [fill(task(puzzle), 80), "", spell(format_diagram(puzzle.start)), ""]
            lines.append(rating_words(puzzle.rating, puzzle.won, "", reasoning))
            output.text("\n".join(lines))
    return 0


_SPOILERS: Final = ("moves", "nodes", "shortest")
