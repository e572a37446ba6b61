"""Deal, solve, explain and draw Pyramid and Giza solitaire.

DEALS are any mix of numbers (12), ranges (1-1000), file names, and - for the standard
input; `find` takes numbers and ranges only. A file holds deals, tables in play (-- for a card that
is gone), or the JSON of this program; lines that begin with # are passed over.

The exit status is 0 when the question was answered (won or lost alike), 1 after a failure
or when something verified does not hold, 2 for wrong input, and 3 when a limit left an
answer unknown.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    (
        "pyrtool play",
        "A deal of Giza that can be won, to be played here.",
    ),
    (
        "pyrtool solve 2 --game giza",
        "Whether deal 2 of Giza can be won, and how.",
    ),
    (
        "pyrtool render 2 --game giza -o giza2.png",
        "Its picture.",
    ),
)

COMMANDS: Final = {
    "games": "List the games and how their rules differ from standard Pyramid.",
    "deal": "Print deals, one a line: the deck in dealing order.",
    "solve": "Solve deals: the moves of a win, or the reason why there is none.",
    "par": "Play matches of six deals of par Pyramid, each for its best score.",
    "verify": "Check records and solutions: the referee replays them.",
    "blocks": "Tell what blocks each deal, and on which cards.",
    "rate": "Rate won deals: how likely a player wins who plays any legal move.",
    "find": "Look through many deals for winnable ones that are as wanted.",
    "render": "Draw deals as pictures, or make pages to play them on.",
    "book": "Make a booklet of deals and their solutions, to be printed.",
    "site": "Make a web site on which problems are played.",
    "advise": "Tell what each legal move is worth, and which ones keep the win.",
    "watch": "Watch a player who does not see the stock play a deal.",
    "play": "Play a deal: moves are typed, such as 4C/9H, 4 9, KC or deal.",
    "puzzles": "The collection of problems, from easy ones to the hardest found.",
    "chart": "Draw charts of what was measured, as .png or .svg.",
    "survey": "Count wins and losses, or best par scores, over many deals.",
}
"""The commands, a file each, with the first paragraph of its help."""
