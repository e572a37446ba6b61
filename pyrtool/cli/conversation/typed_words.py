"""The words that can be typed in `play`, with what each does, and their short forms."""

from __future__ import annotations

from typing import Final

HELP: Final = (
    ("4c/9h, 4c 9h, 4/9", "discard a pair; suits only where they matter"),
    ("kc, k", "discard a king"),
    ("deal, deal*3, d", "deal from the stock, so many times (deal2: to waste 2, by choice)"),
    ("redeal, r", "turn the waste over"),
    ("undo, u, undo 3, undo all", "take moves back; redo makes them again"),
    ("hint, h, hint open", "a move that keeps the win, by what you can know; open looks at all"),
    ("solve, solve play", "show the rest of a solution, or play it"),
    ("moves, moves worth", "the legal moves, m; what each is worth; moves chances: unseen stock"),
    ("show, score", "the table; how the game stands"),
    ("rules", "what is allowed, and when the game is won"),
    ("open", "turn the stock of this deal face up"),
    ("turned 5c", "say which card was turned, where the table did not tell it (??)"),
    ("save, save FILE", "keep the game in a file; save! FILE replaces any other file"),
    ("next", "go on to the next deal"),
    ("quit, q", "end, as does the end of the input"),
)
SHORT: Final = {"u": "undo", "h": "hint", "m": "moves", "q": "quit", "?": "help", "exit": "quit"}
