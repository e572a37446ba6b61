"""Ratings in words: how hard a deal is."""

from typing import Final

from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.answers.verdicts import Verdict, Won
from pyrtool.base.messages import counted
from pyrtool.languages import count_of, decimal, grouped, message, say

_FIRST: Final = (
    message("{0}, of which none loses"),
    message("{0}, of which 1 loses"),
    message("{0}, of which {1} lose"),
)
"""First moves, by how many of them lose: none, one, several."""


def level_words(rating: Rating) -> str:
    """Return the level; ``or harder`` where the difficulty is a bound."""
    level = say(rating.level)
    if rating.bounded_by is not None and rating.stars < 5:
        return say("{0} or harder", level)
    return level


def reasoning_lines(reasoning: Reasoning | None) -> list[str]:
    """Say what an explanation takes, in indented lines as those of a rating; none for None."""
    if reasoning is None:
        return []
    lines = [_line(say("reasoning"), reasoning.words)]
    if reasoning.technique:
        lines.append(_line(say("technique"), say(reasoning.technique)))
    return lines


def _line(label: str, text: str) -> str:
    return f"  {label:11}  {text}"


def rating_words(
    rating: Rating, verdict: Verdict, heading: str, reasoning: Reasoning | None = None
) -> str:
    """Return the level after `heading`, and indented lines below; at most 80 characters each."""
    unknown = say("unknown: the limit on nodes was reached")
    if rating.losing_first_moves is None:
        first = unknown
    else:
        first = say(
            _FIRST[min(rating.losing_first_moves, 2)], rating.first_moves, rating.losing_first_moves
        )
    only = unknown
    if rating.only_moves is not None and isinstance(verdict, Won):
        only = say(
            "{0} in a solution of {1}", rating.only_moves, count_of(len(verdict.moves), "move")
        )
    return "\n".join(
        [
            heading + say("{0} ({1} of 5 stars)", level_words(rating), rating.stars),
            _line(say("difficulty"), _chance_in_words(rating.plain)),
            _line(say("clever"), _chance_in_words(rating.clever)),
            _line(say("first moves"), first),
            _line(say("only moves"), only),
            *reasoning_lines(reasoning),
        ]
    )


def _chance_in_words(chance: Chance) -> str:
    if chance.exact:
        if chance.difficulty is None:
            return say("no limit: such a player never wins (exact)")
        games = _rounded(1 / chance.value)
        return say("{0}  wins 1 game in {1} (exact)", decimal(chance.difficulty), games)
    if chance.difficulty is None:
        games = say("won none of {0} games played", grouped(chance.playouts))
        return f"> {floored(chance.least or 0)}  {games} ({say('95%')})"
    games = say("won {0} of {1} games played", grouped(chance.wins), grouped(chance.playouts))
    ends = say("95%: {0} to {1}", decimal(chance.least or 0), decimal(chance.most or 0))
    return f"{decimal(chance.difficulty)}  {games} ({ends})"


def _rounded(number: float) -> str:
    """Write a number with three digits that count, and commas."""
    if number < 9.95:
        return decimal(number, 1)
    return grouped(round(number, min(3 - len(str(int(number))), 0)))


def floored(bound: float) -> str:
    """Return a bound to two decimals, never more than it is."""
    return decimal(int(bound * 100) / 100)


def rating_in_words(rating: Rating, hardness: float) -> str:
    """Return a rating for people, in at most 80 columns where numbers are of common length."""
    if rating.difficulty is not None:
        shown = f"{rating.difficulty:.2f}"
    else:
        shown = "no win" if rating.exact else f"> {floored(hardness)}"
    moves = "? only moves" if rating.only_moves is None else counted(rating.only_moves, "only move")
    return f"{level_words(rating)} {shown}, {moves}"
