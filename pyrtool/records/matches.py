"""Whether the deals of a match add up.

Decides what the total after a deal follows from: that of the record before it, and the deal's line.
"""

from __future__ import annotations

from pyrtool.answers.best.over_deals import per_deal
from pyrtool.base.arguments import guard
from pyrtool.game.points import PAR_GAMES
from pyrtool.records.claims import Claims
from pyrtool.records.record import BestClaim, MatchClaim, Record, RecordError
from pyrtool.records.writing import BOUNDS


def check_match(record: Record, before: Record | None, claims: Claims) -> None:
    """Judge the totals of a deal of a match, and which game of which match it is.

    Totals are confirmed by the record `before`, of the game before it.
    """
    claim = record.match
    counted = None if record.best is None else _counted(record.best, record.best.ending)
    if claim is None or counted is None or record.best is None:
        raise RecordError("a record of no match, or without what it counts")
    claims.confirm("over", "target")  # they are the question
    last = before.match if before is not None else None
    total, most = counted, _most(record.best, counted, record)
    if claim.game == 1:
        starts = claim.match == 1 if last is None else _is_over(last, before)
        known = starts and (last is None or claim.match == last.match + 1)
        after = " after the first game"
        most += ((claim.over or 1) - 1) * per_deal(record.rules, record.best.by)[1]
    else:
        known = last is not None and _goes_on(claim, record, last, before)
        if last is None or not known:
            return
        total, after = last.total + counted, ""
        most += (last.at_most or 0) - per_deal(record.rules, record.best.by)[1]
    if claim.total != total:
        claims.contradict(f"the total{after} is {total}", "total")
    claims.confirm("total")
    if claim.at_most is not None:
        _check_most(claim.at_most, most, claims)
    if known:
        claims.confirm("match", "game_of_match")


def _check_most(claimed: int, most: int, claims: Claims) -> None:
    """Judge what is still possible. What the line is worth at most is a claim of its own: while
    that is open, this is."""
    if claimed != most:
        claims.contradict(f"the total that is still possible is {most}", "at_most")
    elif not (claims.is_open("proved") or claims.is_open("bound")):
        claims.confirm("at_most")


def _is_over(last: MatchClaim, before: Record | None) -> bool:
    """Whether the match of the record before ended with it: all its deals were played, or its
    target was reached."""
    if last.over is None:
        return last.game == PAR_GAMES
    if last.game == last.over:
        return True
    if last.target is None or before is None or before.best is None:
        return False
    least = (last.over - last.game) * per_deal(before.rules, before.best.by)[0]
    return last.total + least >= last.target


def _goes_on(claim: MatchClaim, record: Record, last: MatchClaim, before: Record | None) -> bool:
    """Whether a deal is the next one of the match of the record before."""
    if (last.match, last.game) != (claim.match, claim.game - 1):
        return False
    if (last.over, last.target) != (claim.over, claim.target):
        return False
    if claim.over is None:
        return True
    by = None if record.best is None else record.best.by
    return before is not None and before.best is not None and before.best.by == by


def _counted(claim: BestClaim, reached: dict[str, int | None] | dict[str, int]) -> int | None:
    """What a line counts that reaches this much, or a bound of this much allows."""
    (first, *_) = BOUNDS[claim.by]
    number = reached.get(first)
    if number is None or claim.by not in ("pyramid", "all"):
        return number
    return int(number == 0)


def _most(claim: BestClaim, counted: int, record: Record) -> int:
    """What no line of the deal counts more than, if its claims are true."""
    if claim.at_least is not None and counted >= claim.at_least:
        return per_deal(record.rules, claim.by)[1]
    bound = None if claim.bound is None else _counted(claim, claim.bound)
    return counted if bound is None else bound


guard(__name__)
