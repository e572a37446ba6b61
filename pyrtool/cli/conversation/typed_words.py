"""The words to type in `play`, with what each does, and their short forms."""

from __future__ import annotations

from typing import Final

from pyrtool.game.cards import RANKS
from pyrtool.game.rules import Rules
from pyrtool.languages import message

KING: Final = "kc, k"
HELP: Final = (
    ("4c/9h, 4c 9h, 4/9", message("discard a pair; suits only where they matter")),
    (KING, message("discard a king")),
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
NO_KING: Final = message("discard a card alone")
FROM_STOCK: Final = ("deal, ", "redeal, ", "open", "turned ")
"""How the words begin that have a meaning with a stock to deal alone."""


def words_for(rules: Rules) -> dict[str, str]:
    """The words that have a meaning under these rules, with cards that are there, and what each
    does."""
    ranks = range(1, rules.highest_rank + 1)
    alone = [RANKS[rank - 1].lower() for rank in ranks if rules.goes_alone(rank)]
    found = {}
    for words, meaning in HELP:
        if words.startswith(FROM_STOCK) and rules.stock != "dealt":
            continue
        if words.startswith("redeal") and rules.passes == 1:
            continue
        if words != KING or "k" in alone:
            found[with_a_pair(words, rules)] = meaning
        elif alone:
            found[f"{alone[0]}c, {alone[0]}"] = NO_KING
    return found


def with_a_pair(text: str, rules: Rules) -> str:
    """A text about 4c and 9h, about two cards that match under these rules."""
    one, other = 4, 9
    if rules.highest_rank < one or other not in rules.partners[one]:
        ways = ((rank, rules.partners[rank]) for rank in range(1, rules.highest_rank + 1))
        one, other = next((rank, mates[-1]) for rank, mates in ways if mates)
    low, high = RANKS[one - 1].lower(), RANKS[other - 1].lower()
    text = text.replace("4c", f"{low}c").replace("9h", f"{high}h")
    return text.replace("4/9", f"{low}/{high}")
