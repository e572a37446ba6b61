"""What is refused at the prompt: words that have no meaning there, or are no number."""

from __future__ import annotations

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten
from pyrtool.game.rules import Rules
from pyrtool.languages import say

_QUEEN, _KING = 12, 13


class Refusal(PyrtoolError):
    """Words that do nothing here, with the reason."""


def nothing_after(word: str, rest: str) -> None:
    """Refuse words after one that has no use for them."""
    if rest:
        raise Refusal(say("{0}: {1} has no meaning after it", word, shorten(rest)))


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
    if rest.lower() == "all":
        return max(all_of_them, 1)
    if not (rest.isascii() and rest.isdigit() and len(rest) < 6 and int(rest)):
        raise Refusal(say("{0} {1}: must be a number of moves, or all", word, shorten(rest)))
    return int(rest)


def alone(error: PyrtoolError, words: str) -> str:
    """The message; where one move was typed, without its number."""
    text = str(error)
    return text.removeprefix(say("move {0}: {1}", 1, "")) if len(words.split()) == 1 else text
