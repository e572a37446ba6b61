"""The words to type in `play`, with what each does, and their short forms."""

from __future__ import annotations

from typing import Final

from pyrtool.languages import message

HELP: Final = (
    ("4c/9h, 4c 9h, 4/9", message("discard a pair; suits only where they matter")),
    ("kc, k", message("discard a king")),
    ("deal, deal*3, d", message("deal from the stock, N times (deal2: to waste 2, by choice)")),
    ("redeal, r", message("turn the waste over")),
    ("undo, u, undo 3, undo all", message("take moves back; redo repeats them")),
    (
        "hint, h, hint open",
        message("a winning move by what you can know; hint open uses the stock"),
    ),
    ("why, why 4c/9h, hint why", message("a reason: for the next move, or why a move loses")),
    ("solve, solve play", message("show the rest of a solution, or play it")),
    (
        "moves, moves worth",
        message("the legal moves (m); the value of each; its chance, stock unseen"),
    ),
    ("show, score", message("the position; the state of the game")),
    ("rules", message("the rules of the game, and its goal")),
    ("open", message("turn the stock of this deal face up")),
    ("turned 5c", message("name the card that was turned, if it was unknown (??)")),
    ("save, save FILE", message("save the game in a file; save! FILE replaces any other file")),
    ("next", message("continue with the next deal")),
    ("quit, q", message("end, as does the end of the input")),
)
SHORT: Final = {"u": "undo", "h": "hint", "m": "moves", "q": "quit", "?": "help", "exit": "quit"}
