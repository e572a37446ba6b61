"""The lines that are entered in `play`, at a terminal or by a script, and the words to type.

Decides what each word does, its short forms, and what is rejected: words that have no meaning
there, or are no number.
"""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten
from pyrtool.game.cards import RANKS
from pyrtool.game.rules import Rules
from pyrtool.game.words import command_words, typed_command
from pyrtool.languages import message, say

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
    """Return the words that have a meaning under these rules, with cards that are there, and what
    each does."""
    ranks = range(1, rules.highest_rank + 1)
    alone = [RANKS[rank - 1].lower() for rank in ranks if rules.goes_alone(rank)]
    meanings = {}
    for words, meaning in HELP:
        if words.startswith(FROM_STOCK) and rules.stock != "dealt":
            continue
        if words.startswith("redeal") and rules.passes == 1:
            continue
        if words != KING or "k" in alone:
            meanings[with_a_pair(words, rules)] = meaning
        elif alone:
            meanings[f"{alone[0]}c, {alone[0]}"] = NO_KING
    return meanings


def with_a_pair(text: str, rules: Rules) -> str:
    """Return a text about 4c and 9h, about two cards that match under these rules."""
    one, other = 4, 9
    if rules.highest_rank < one or other not in rules.partners[one]:
        ways = ((rank, rules.partners[rank]) for rank in range(1, rules.highest_rank + 1))
        one, other = next((rank, mates[-1]) for rank, mates in ways if mates)
    low, high = RANKS[one - 1].lower(), RANKS[other - 1].lower()
    text = text.replace("4c", f"{low}c").replace("9h", f"{high}h")
    return text.replace("4/9", f"{low}/{high}")


_QUEEN, _KING = 12, 13


class Refusal(PyrtoolError):
    """Words that do nothing here, with the reason."""


def nothing_after(word: str, rest: str) -> None:
    """Refuse words after one that has no use for them."""
    if rest:
        raise Refusal(say("{0}: {1} has no meaning after it", command_words(word), shorten(rest)))


def check_letter(word: str, rest: str, rules: Rules) -> None:
    """Refuse a letter that may be a card, or something else."""
    if word == "q" and not rest and rules.goes_alone(_QUEEN):
        raise Refusal(say("q: the queen, or the end? Type 12 or quit."))
    if word == say("K").lower() == "r" and not rest and rules.goes_alone(_KING):
        raise Refusal(say("r: the king, or redeal? Type 13 or redeal."))


def number_of(rest: str, all_of_them: int, word: str) -> int:
    """Read a number of moves, 1 for no words; `all` is all of them."""
    if not rest:
        return 1
    if typed_command(rest).lower() == "all":
        return max(all_of_them, 1)
    if not (rest.isascii() and rest.isdigit() and len(rest) < 6 and int(rest)):
        typed = f"{command_words(word)} {shorten(rest)}"
        raise Refusal(say("{0}: must be a number of moves, or all", typed))
    return int(rest)


def alone(error: PyrtoolError, words: str) -> str:
    """Return the message; where one move was typed, without its number."""
    text = str(error)
    return text.removeprefix(say("move {0}: {1}", 1, "")) if len(words.split()) == 1 else text


_LONGEST_LINE_BYTES: Final = 2**16
_STDIN: Final = 0  # what `input` reads and edits


def typed(words: Callable[[], list[str]]) -> Iterator[str]:
    """Yield lines from a terminal, edited and completed where Python can; the end key ends them."""
    try:
        import readline
    except ImportError:
        pass
    else:

        def complete(begun: str, number: int) -> str | None:
            fitting = [word for word in words() if word.lower().startswith(begun.lower())]
            return [*fitting, None][min(number, len(fitting))]

        readline.set_completer(complete)
        readline.set_completer_delims(" ,")
        readline.parse_and_bind("tab: complete")
    while True:
        try:
            yield input("> ")
        except EOFError:
            print(flush=True)
            return
        except UnicodeDecodeError:
            yield "\ufffd"


def open_terminal() -> int:
    """Open the terminal for moves, as the standard input holds the position; a `PyrtoolError` if no
    terminal is here."""
    try:
        return os.open("CON" if sys.platform == "win32" else "/dev/tty", os.O_RDONLY)
    except OSError:
        raise PyrtoolError(
            "the standard input (-) holds the position, and no terminal is here to type moves: "
            "name a deal or a file"
        ) from None


def hear_terminal(terminal: int) -> None:
    """Take the terminal for the standard input, which was read to its end."""
    os.dup2(terminal, _STDIN)
    os.close(terminal)
    sys.stdin = open(_STDIN, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def piped() -> Iterator[str]:
    """Yield lines from a script; a piece of one that is far too long counts as a line."""
    if sys.stdin is None:
        return
    while line := sys.stdin.buffer.readline(_LONGEST_LINE_BYTES):
        yield line.decode("utf-8", "replace").removeprefix("\ufeff")
