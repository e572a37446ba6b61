"""Use the collection of problems.

The problems range from easy to the hardest found. Each has a number, a title, and stars for its
difficulty.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    (
        "pyrtool puzzles list",
        "List all problems",
    ),
    (
        "pyrtool puzzles show 1",
        "Print the first one",
    ),
    (
        "pyrtool puzzles solve 1",
        "Print its solution",
    ),
)

COMMANDS: Final = {
    "list": "List the problems and their difficulty.",
    "show": "Print problems as diagrams, without the solution.",
    "render": "Draw problems, or make pages to play them on.",
    "solve": "Print the solutions of problems and their difficulty.",
    "book": "Make a printable booklet of problems.",
}
"""The commands, each with the summary of its help."""
