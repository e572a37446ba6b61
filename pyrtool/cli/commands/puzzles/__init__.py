"""The collection of problems, from easy ones to the hardest found.

`list` names them, `show` sets one on the table, `render` draws it, `solve` prints its solution,
and `book` makes a booklet of them. Each has a number and a title, and stars that say how hard it
is.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    (
        "pyrtool puzzles list",
        "All problems.",
    ),
    (
        "pyrtool puzzles show 1",
        "The first one, without its solution.",
    ),
    (
        "pyrtool puzzles solve 1",
        "Its solution.",
    ),
)

COMMANDS: Final = {
    "list": "List the problems with how hard each is.",
    "show": "Show problems as diagrams, without the solution.",
    "render": "Draw problems as pictures, or make pages to play them on.",
    "solve": "Print the solutions of problems, and how hard they are.",
    "book": "Make a booklet of problems to be printed.",
}
"""The commands, each with the first sentence of its help."""
