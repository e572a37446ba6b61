"""Deal, solve, explain and draw Pyramid and Giza solitaire.

DEALS are any mix of numbers (12), ranges (1-1000), file names, and - for the standard input;
`find` takes numbers and ranges only. A file holds deals, positions (-- for a discarded card), or
the JSON of this program. Lines that begin with # are comments. After a command, --help-all explains
the options that few calls need, too.

Exit status: 0 every question answered (won or lost alike); 1 a failure, or something verified does
not hold; 2 invalid input; 3 a limit left an answer unknown.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    ("pyrtool open", "Play in your browser"),
    ("pyrtool solve 2 --game giza", "Solve deal 2 of Giza"),
    ("pyrtool render 2 --game giza -o giza2.png", "Draw it"),
)

PANELS: Final = {
    "Deals": {
        "deal": "Print deals as cards, diagrams, or records.",
        "find": "Search many deals for winnable ones with given properties.",
        "compose": "Compose deals to a stipulation.",
        "twins": "Show which exchanges of two cards turn a deal's verdict.",
        "games": "List the games and their rules.",
        "puzzles": "Use the collection of problems.",
    },
    "Answers": {
        "solve": "Decide whether deals can be won, and show how or why not.",
        "blocks": "Show which cards block each deal.",
        "explain": "Explain why deals are unwinnable, or how they are won.",
        "rate": "Rate how hard deals are.",
        "advise": "Evaluate each legal move, and show which ones win.",
        "review": "Judge a game as it was played, move by move.",
    },
    "Play": {
        "open": "Play in your browser.",
        "play": "Play a deal in the terminal.",
    },
    "Make": {
        "render": "Draw deals and solutions, or make pages to play them on.",
        "book": "Make a printable booklet of deals, or sheets to copy.",
        "site": "Make a web site on which people play problems.",
    },
    "Research": {
        "survey": "Count wins, losses, or best scores over many deals.",
        "chart": "Draw charts of surveys.",
        "watch": "Simulate a player that does not see the stock.",
        "verify": "Check records and solutions by replaying them.",
    },
}
"""The commands as the help page groups them, a file each, with the summary of its help."""

COMMANDS: Final = {name: summary for panel in PANELS.values() for name, summary in panel.items()}
