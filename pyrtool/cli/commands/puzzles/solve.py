"""``pyrtool puzzles solve``: the solutions of problems."""

from __future__ import annotations

from typing import Final

from pyrtool.answers.solve import replay
from pyrtool.cli.deals.puzzles import (
    Puzzles,
    as_selected,
    chosen_puzzles,
    puzzle_heading,
)
from pyrtool.cli.options.language import ENGLISH, LANG_HAS_NO_WORDS, LANG_IS_TEXT, LangOption
from pyrtool.cli.options.options import WORDS_ARE_TEXT, AsciiOption, FormatOption, WordsOption
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.answers import answer, answer_text, in_words
from pyrtool.cli.words.rating import rating_words
from pyrtool.records.collection import puzzle_record

EXAMPLES: Final = (
    (
        "pyrtool puzzles solve 13",
        "Print a solution",
    ),
    (
        "pyrtool puzzles solve 1-3 --words | pyrtool verify",
        "Check three solutions",
    ),
)

TOGETHER: Final = (WORDS_ARE_TEXT, LANG_IS_TEXT, LANG_HAS_NO_WORDS)


def command(
    puzzles: Puzzles,
    words: WordsOption = False,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
    lang: LangOption = ENGLISH,
) -> int:
    """Print the solutions of problems and their difficulty.

    The referee replays each solution. The JSON record is the collection's own.
    """
    spell = spelling(letters=ascii)
    with Output(format) as output:
        for count, puzzle in enumerate(chosen_puzzles(puzzles)):
            replay(puzzle.deal, puzzle.moves)
            if format != "text":
                output.record(puzzle_record(puzzle))
            elif words:
                heading = f"{puzzle_heading(puzzle)}: {answer(puzzle.won)}"
                output.text(in_words(as_selected(puzzle), heading, puzzle.moves))
            else:
                lines = ["", puzzle_heading(puzzle)] if count else [puzzle_heading(puzzle)]
                lines.append(spell(answer_text(as_selected(puzzle), puzzle.won)))
                lines.append(rating_words(puzzle.rating, puzzle.won, ""))
                output.text("\n".join(lines))
    return 0
