"""Whether a solution in words holds."""

from __future__ import annotations

import re
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import counted
from pyrtool.game.deals import Deal
from pyrtool.game.line import played
from pyrtool.game.position import Position
from pyrtool.notation.claims import Solution
from pyrtool.notation.moves import ReplayError, parse_moves
from pyrtool.records.checking import ending_of
from pyrtool.records.record import Finding

_WON: Final = re.compile(r"(?:^|: )won in ([0-9]{1,5}) moves? \([0-9]+ nodes?\)$")


def check_words(text: str, deal: Deal) -> Finding:
    """Whether moves in words can be played and win; a `MoveError` where a word is no move."""
    return _check_line(text, Position.start(deal))


def check_solution(solution: Solution) -> Finding:
    """Whether a solution in words holds as its heading says, or wins where there is none.

    A heading that does not say that the deal is won makes no claim, but the moves must be such as
    can be played. A `MoveError` where a word is no move.
    """
    won = _WON.search(solution.remark or "")
    if solution.text is None:
        if won is not None and int(won[1]):
            return Finding("fails", "the moves are missing")
        return Finding("no-claim", "no moves are given")
    if solution.remark is None or won is not None:
        return _check_line(solution.text, solution.start, int(won[1]) if won else None)
    try:
        moves = parse_moves(solution.text, solution.start)
    except ReplayError as error:
        return Finding("fails", str(error))
    left = played(solution.start, moves).end.cards_left()
    made = f"{counted(len(moves), 'move')} can be made, {counted(left, 'card')} left"
    return Finding("no-claim", made)


def _check_line(text: str, start: Position, length: int | None = None) -> Finding:
    try:
        moves = parse_moves(text, start)
    except ReplayError as error:
        return Finding("fails", str(error))
    if length not in (None, len(moves)):
        return Finding("fails", f"{counted(len(moves), 'move')}, not {length}")
    return ending_of(len(moves), played(start, moves).end)


guard(__name__)
