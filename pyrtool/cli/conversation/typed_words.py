"""The words to type in `play`, with what each does, and their short forms."""

from __future__ import annotations

from typing import Final

HELP: Final = (
    ("4c/9h, 4c 9h, 4/9", "discard a pair; suits only where they matter"),
    ("kc, k", "discard a king"),
    ("deal, deal*3, d", "deal from the stock, N times (deal2: to waste 2, by choice)"),
    ("redeal, r", "turn the waste over"),
    ("undo, u, undo 3, undo all", "take moves back; redo repeats them"),
    ("hint, h, hint open", "a winning move by what you can know; hint open uses the stock"),
    ("solve, solve play", "show the rest of a solution, or play it"),
    ("moves, moves worth", "the legal moves (m); the value of each; its chance, stock unseen"),
    ("show, score", "the position; the state of the game"),
    ("rules", "the rules of the game, and its goal"),
    ("open", "turn the stock of this deal face up"),
    ("turned 5c", "name the card that was turned, if it was unknown (??)"),
    ("save, save FILE", "save the game in a file; save! FILE replaces any other file"),
    ("next", "continue with the next deal"),
    ("quit, q", "end, as does the end of the input"),
)
SHORT: Final = {"u": "undo", "h": "hint", "m": "moves", "q": "quit", "?": "help", "exit": "quit"}
