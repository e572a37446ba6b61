"""Whether a best line is what its record says, and a match adds up."""

from __future__ import annotations

from dataclasses import replace

from pyrtool.blocks import check_block, find_block
from pyrtool.cards import counted
from pyrtool.door import guard
from pyrtool.notation.moves import replay
from pyrtool.optimum import BestError, best, worth
from pyrtool.position import PAR_GAMES, Position
from pyrtool.records.record import BestClaim, Finding, Record, RecordError, Unfinished
from pyrtool.records.writing import BOUNDS, ending
from pyrtool.solver import Limits, Lost, Verdict, Won


def check_best(record: Record, claim: BestClaim, limits: Limits) -> Finding:
    """Whether the line ends as told and, if that is claimed, no line does better.

    A `ReplayError` names a move that cannot be made.
    """
    moves, end = replay(record.told, record.start())
    for name, value in ending(end).items():
        if value != claim.ending.get(name, ...):
            return Finding("fails", f"after the last move {name} is {value}")
    if wrong := _wrong_verdict(record, end):
        return Finding("fails", wrong)
    line = f"the line of {counted(len(moves), 'move')} ends as told"
    if not claim.proved:
        if _is_beyond(end, claim):
            return Finding("fails", f"{line}, and is better than its bound")
        return Finding("no-claim", f"{line}; whether a line does better is left open")
    try:
        found = best(*record.asked(), claim.by, limits)
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


def _wrong_verdict(record: Record, end: Position) -> str | None:
    """What in a verdict is not so, as far as a look at the deal and the line tells."""
    verdict = record.verdict
    if not isinstance(verdict, Lost):
        return None
    if end.is_won():
        return "the verdict is lost, but the line wins"
    if verdict.block is None:
        return None
    if verdict.block.kind != verdict.reason:
        return f"the reason is {verdict.reason}, the block is a {verdict.block.kind}"
    if not check_block(verdict.block, *record.asked()):
        return f"this is no {verdict.block.kind}"
    first = find_block(*record.asked())
    if first is not None and first.kind != verdict.reason:
        return f"lost, but the reason is {first.kind}, not {verdict.reason}"
    return None


def _is_beyond(end: Position, claim: BestClaim) -> bool:
    """Whether a line that ends here does better than the bound that is told."""
    if claim.bound is None:
        return False
    bound = [claim.bound[name] for name in BOUNDS[claim.by]]
    reached = worth(end, claim.by)
    if claim.by == "score":
        return reached[0] > bound[0]
    return any(left < least for left, least in zip(reached, bound, strict=True))


def check_match(record: Record, before: Record | None, found: Finding) -> Finding:
    """What becomes of the finding on a deal of a match when its total is looked at too.

    A total is confirmed by the record `before`, of the game before it.
    """
    claim = record.match
    score = None if record.best is None else record.best.ending.get("score")
    if claim is None or score is None:
        raise RecordError("a record of no match, or without a score")
    last = before.match if before is not None else None
    if claim.game == 1:
        if claim.total != score:
            return Finding("fails", f"the total after the first game is {score}")
        starts = claim.match == 1 if last is None else last.game == PAR_GAMES
        if starts and (last is None or claim.match == last.match + 1):
            return found
        return replace(found, unconfirmed=("match", "game_of_match"))
    if last is None or (last.match, last.game) != (claim.match, claim.game - 1):
        return replace(found, unconfirmed=("match", "game_of_match", "total"))
    if claim.total != last.total + score:
        return Finding("fails", f"the total is {last.total + score}")
    return found


def _in_words(verdict: Verdict | Unfinished | None) -> str:
    match verdict:
        case Lost(reason):
            return f"lost, {reason}"
        case Won():
            return "won"
    return "unknown"


guard(__name__)
