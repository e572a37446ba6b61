"""Whether a record holds.

Moves are replayed by `position`, blocks checked by `blocks`, and what was searched is searched
again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, cast

from pyrtool.blocks import Block, check_block
from pyrtool.cards import counted
from pyrtool.deals import Deal, deal
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.midgame import solve_from
from pyrtool.notation.claims import Solution
from pyrtool.notation.moves import ReplayError, parse_moves, replay
from pyrtool.optimum import BestError, best, worth
from pyrtool.position import Move, Position
from pyrtool.rating import NotRatedAgain, contradiction
from pyrtool.records.record import BestClaim, Finding, Record, Unfinished
from pyrtool.records.writing import ending
from pyrtool.solver import Limits, Lost, Reason, Unknown, Verdict, Won, solve

_WON: Final = re.compile(r"(?:^|: )won in ([0-9]{1,5}) moves? \([0-9]+ nodes?\)$")


def check_record(record: Record, limits: Limits = Limits()) -> Finding:
    """Whether what the record claims is so; `limits` are for a search done again."""
    given = record.deal
    if given.number is not None and given.numbering is not None:
        named = deal(given.number, given.numbering, record.rules)
        if named.cards != given.cards:
            return Finding("fails", _disagreement(named, given))
    if record.best is not None:
        return _check_best(record, record.best, limits)
    match record.verdict:
        case Won():
            return _check_moves(record, limits)
        case Lost(reason, _, block):
            return _check_block(record, reason, block) if block else _search(record, limits)
        case Unknown(limit):
            return Finding("no-claim", f"unknown: the limit on {limit} was reached")
        case Unfinished():
            return _check_play(record)


def check_words(text: str, deal: Deal, rules: Rules) -> Finding:
    """Whether moves in words can be played and win; a `MoveError` where a word is no move."""
    return _check_line(text, Position.start(deal.cards, rules))


def check_solution(told: Solution) -> Finding:
    """Whether a solution in words holds as its heading says, or wins where there is none.

    A heading that does not say that the deal is won makes no claim, but the moves must be such as
    can be played. A `MoveError` where a word is no move.
    """
    won = _WON.search(told.remark or "")
    if told.text is None:
        if won is not None and int(won[1]):
            return Finding("fails", "the moves are missing")
        return Finding("no-claim", "no moves are told")
    if told.remark is None or won is not None:
        return _check_line(told.text, told.start, int(won[1]) if won else None)
    try:
        moves = parse_moves(told.text, told.start)
    except ReplayError as error:
        return Finding("fails", str(error))
    left = told.start.play_all(moves).cards_left()
    made = f"{counted(len(moves), 'move')} can be made, {counted(left, 'card')} left"
    return Finding("no-claim", made)


def _check_line(text: str, start: Position, length: int | None = None) -> Finding:
    try:
        moves = parse_moves(text, start)
    except ReplayError as error:
        return Finding("fails", str(error))
    if length not in (None, len(moves)):
        return Finding("fails", f"{counted(len(moves), 'move')}, not {length}")
    return _ending(len(moves), start.play_all(moves))


def _check_moves(record: Record, limits: Limits = Limits()) -> Finding:
    try:
        moves, end = replay(record.told, record.start())
    except ReplayError as error:
        return Finding("fails", str(error))
    found = _ending(len(moves), end)
    if found.outcome != "holds" or record.rating is None:
        return found
    return _check_rating(record.rating, found, record, moves, limits)


def _check_rating(
    told: dict[str, Any], found: Finding, record: Record, moves: Sequence[Move], limits: Limits
) -> Finding:
    """What becomes of the finding that the moves win when the rating told is looked at too."""
    cards, memory = record.deal.cards, limits.memory_mib
    try:
        wrong = contradiction(told, cards, record.rules, moves, memory)
    except NotRatedAgain as error:
        return Finding("limit", f"{found.words}; the rating is not confirmed: {error}")
    if wrong is not None:
        return Finding("fails", f"{found.words}, but {wrong}")
    return Finding("holds", f"{found.words}, rated again")


def _check_best(record: Record, claim: BestClaim, limits: Limits) -> Finding:
    cards, rules = record.deal.cards, record.rules
    try:
        moves, end = replay(record.told, record.start())
    except ReplayError as error:
        return Finding("fails", str(error))
    for name, value in ending(end).items():
        if value != claim.ending.get(name, ...):
            return Finding("fails", f"after the last move {name} is {value}")
    line = f"the line of {counted(len(moves), 'move')} ends as told"
    if not claim.proved:
        return Finding("no-claim", f"{line}; whether a line does better is left open")
    try:
        found = best(cards, rules, claim.by, limits)
    except BestError as error:
        return Finding("fails", str(error))
    if not found.proved:
        limit = f"the limit on {found.limit} was reached"
        return Finding("limit", f"{line}, but that it is the best is not confirmed: {limit}")
    if worth(found.position, claim.by) != worth(end, claim.by):
        return Finding("fails", f"{line}, but is not the best")
    if _in_words(found.verdict) != _in_words(record.verdict):
        return Finding("fails", f"the deal is {_in_words(found.verdict)}")
    return Finding("holds", f"{line}, and is the best, searched again")


def _in_words(verdict: Verdict | Unfinished) -> str:
    match verdict:
        case Lost(reason):
            return f"lost, {reason}"
        case Won():
            return "won"
    return "unknown"


def _check_play(record: Record) -> Finding:
    try:
        moves, end = replay(record.told, record.start())
    except ReplayError as error:
        return Finding("fails", str(error))
    if end.is_won():
        return Finding("fails", f"not unfinished, but won in {counted(len(moves), 'move')}")
    left = counted(end.cards_left(), "card")
    return Finding("no-claim", f"unfinished: {counted(len(moves), 'move')} made, {left} left")


def _ending(moves: int, end: Position) -> Finding:
    if end.is_won():
        return Finding("holds", f"won in {moves} moves")
    pyramid = end.rules.goal == "pyramid"
    count = end.pyramid_left() if pyramid else end.cards_left()
    left = f"{count} {'pyramid ' if pyramid else ''}{'cards are' if count > 1 else 'card is'}"
    return Finding("fails", f"not won: after the last move {left} left")


def _check_block(record: Record, reason: Reason, block: Block) -> Finding:
    if block.kind != reason:
        return Finding("fails", f"the reason is {reason}, the block is a {block.kind}")
    if check_block(block, record.deal.cards, record.rules):
        return Finding("holds", f"lost: {block.kind}")
    return Finding("fails", f"this is no {block.kind}")


def _search(record: Record, limits: Limits) -> Finding:
    claim = cast(Lost, record.verdict)
    if record.after:
        found = solve_from(record.start(), limits)
    else:
        found = solve(record.deal.cards, record.rules, limits)
    match found:
        case Won(moves):
            return Finding("fails", f"the deal can be won, in {len(moves)} moves")
        case Unknown(limit):
            return Finding("limit", f"lost is not confirmed: the limit on {limit} was reached")
        case Lost(reason):
            if reason != claim.reason:
                return Finding("fails", f"lost, but the reason is {reason}, not {claim.reason}")
            return Finding("holds", f"lost: {reason}, searched again")


def _disagreement(named: Deal, given: Deal) -> str:
    pairs = enumerate(zip(named.cards, given.cards, strict=True), 1)
    at, (right, wrong) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    return (
        f"these are not the cards of {named.numbering} deal {named.number}: "
        f"card {at} is {wrong}, should be {right}"
    )


guard(__name__)
