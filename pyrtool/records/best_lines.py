"""Whether a best line is what its record says, a match adds up, and a block shows a loss."""

from __future__ import annotations

from dataclasses import replace

from pyrtool.blocks import Block, check_block, find_block
from pyrtool.cards import counted
from pyrtool.door import guard
from pyrtool.notation.moves import replay
from pyrtool.optimum import Best, BestError, best, worth
from pyrtool.position import PAR_GAMES, Position
from pyrtool.records.record import BestClaim, Finding, Record, RecordError, Unfinished
from pyrtool.records.writing import BOUNDS, ending
from pyrtool.solver import Limits, Lost, Reason, Unknown, Verdict


def check_best(record: Record, claim: BestClaim, limits: Limits) -> Finding:
    """Whether the line ends as told and, if that is claimed, no line does better.

    A `ReplayError` names a move that cannot be made.
    """
    lines = [("", record.told, claim)]
    if claim.cleared is not None:
        lines.append(("cleared: ", *claim.cleared))
    ends = []
    for of, told, part in lines:
        moves, end = replay(told, record.start())
        wrong = _wrong_end(end, len(moves), part)
        if of and end.pyramid_left():
            wrong = wrong or "the pyramid is not"
        if wrong:
            return Finding("fails", f"{of}{wrong}")
        ends.append((end, len(moves)))
    if wrong := _wrong_verdict(record, ends[0][0]):
        return Finding("fails", wrong)
    line = f"the line of {counted(ends[0][1], 'move')} ends as told"
    clears = not ends[0][0].pyramid_left()
    if clears and claim.cleared is not None:
        return Finding("fails", f"{line}, and clears the pyramid, for which another is told")
    if not all(part.proved for _, _, part in lines):
        return Finding("no-claim", f"{line}; whether a line does better is left open")
    shortest = claim.least_moves is not None
    try:
        best_line = best(*record.asked(), claim.by, limits, claim.at_least, shortest)
    except BestError as error:
        return Finding("fails", str(error))
    found = [one for one in (best_line, best_line.cleared) if one is not None]
    if reached := next((one.limit for one in found if not one.proved), None):
        limit = f"the limit on {reached} was reached"
        return Finding("limit", f"{line}, but that it is the best is not confirmed: {limit}")
    if not isinstance(record.verdict, Unknown) and (
        _in_words(best_line.verdict) != _in_words(record.verdict)
    ):
        return Finding("fails", f"the deal is {_in_words(best_line.verdict)}")
    if len(found) != len(lines) and not clears:
        costs = "nothing" if len(found) == 1 else "something, and is not told"
        return Finding("fails", f"{line}, but to clear the pyramid as well costs {costs}")
    for (of, _, part), (end, made), one in zip(lines, ends, found, strict=False):
        if wrong := _wrong_line(end, part, one):
            return Finding(
                "fails", f"{of}the line of {counted(made, 'move')} ends as told, {wrong}"
            )
    best_or_enough = "is the best"
    if claim.at_least is not None and worth(ends[0][0], claim.by)[0] >= claim.at_least:
        best_or_enough = f"has at least {claim.at_least}"
    return Finding("holds", f"{line}, and {best_or_enough}, searched again")


def _wrong_end(end: Position, moves: int, claim: BestClaim) -> str | None:
    """What of a line is not as told, as a replay shows."""
    for name, value in ending(end, claim.by).items():
        if value != claim.ending.get(name, ...):
            return f"after the last move {name} is {value}"
    if claim.least_moves is not None and (
        moves < claim.least_moves or (claim.proved and moves > claim.least_moves)
    ):
        return f"the line has {counted(moves, 'move')}, not {claim.least_moves}"
    if not claim.proved and _is_beyond(end, claim):
        return f"the line of {counted(moves, 'move')} ends as told, and is better than its bound"
    return None


def _wrong_line(end: Position, claim: BestClaim, found: Best) -> str | None:
    """Why a line is not the best, or none of the fewest moves, when `found` is."""
    reached = worth(end, claim.by)
    enough = found.at_least is not None and reached[0] >= found.at_least
    if reached != worth(found.position, claim.by) and not (enough and found.is_enough):
        return "but is not the best"
    if claim.least_moves is not None and claim.least_moves != found.least_moves:
        return f"but no line as good has fewer than {found.least_moves} moves"
    return None


def _wrong_verdict(record: Record, end: Position) -> str | None:
    """What in a verdict is not so, as far as a look at the deal and the line tells."""
    verdict = record.verdict
    if not isinstance(verdict, Lost):
        return None
    if end.is_won():
        return "the verdict is lost, but the line wins"
    return None if verdict.block is None else wrong_block(record, verdict.reason, verdict.block)


def wrong_block(record: Record, reason: Reason, block: Block) -> str | None:
    """Why a loss for this reason is not shown by the block that is told; None if it is."""
    if block.kind != reason:
        return f"the reason is {reason}, the block is a {block.kind}"
    if not check_block(record.own(block), *record.asked()):
        return f"this is no {block.kind}"
    first = find_block(*record.asked())
    if first is not None and first.kind != reason:
        return f"lost, but the reason is {first.kind}, not {reason}"
    return None


def _is_beyond(end: Position, claim: BestClaim) -> bool:
    """Whether a line that ends here does better than the bound that is told."""
    if claim.bound is None:
        return False
    bound = [claim.bound[name] for name in BOUNDS[claim.by]]
    reached = worth(end, claim.by)
    if len(bound) == 1:
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
    return f"lost, {verdict.reason}" if isinstance(verdict, Lost) else "won"


guard(__name__)
