"""Check best lines in records, and blocks that show a loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pyrtool.answers.best.best import Best, BestError, best
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.objectives import worth
from pyrtool.answers.solve import verdict_only, with_stock_block
from pyrtool.answers.verdicts import Lost, Reason, Unknown, Verdict
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import counted
from pyrtool.game.position import Position
from pyrtool.notation.moves import Event, ReplayError, replay
from pyrtool.records.claims import BestClaim, Claims, Record, Unfinished
from pyrtool.records.writing import BOUNDS, ending


@dataclass(frozen=True)
class _Part:
    """One of the lines of a record: its claim and, by a replay, its end.

    `place` precedes the names of its fields, `of` the words about it.
    """

    claim: BestClaim
    end: Position
    made: int
    place: str
    of: str

    @property
    def words(self) -> str:
        return f"{self.of}the line of {counted(self.made, 'move')} ends as recorded"

    @property
    def reached(self) -> tuple[int, ...]:
        return worth(self.end, self.claim.by)

    @property
    def is_enough(self) -> bool:
        at_least = self.claim.at_least
        return at_least is not None and self.reached[0] >= at_least

    @property
    def goal(self) -> tuple[int, ...]:
        """Return what a line must reach to do as well."""
        at_least = self.claim.at_least
        return (at_least,) if at_least is not None and self.is_enough else self.reached

    def name(self, *fields: str) -> list[str]:
        """Return the fields by their places."""
        return [f"{self.place}{field}" for field in fields]


def check_best(record: Record, claim: BestClaim, claims: Claims, limits: Limits) -> None:
    """Judge whether the lines end as claimed and, if claimed, no line does better.

    Each line, the verdict and each bound is judged by itself, whatever becomes of the others. Only
    what a limit kept from being proved is not searched again.
    """
    claims.confirm("best", "at_least")  # they are the question
    main = _replayed(record, record.events, claim, claims)
    clearing = None
    if claim.cleared is not None:
        events, line = claim.cleared
        line = replace(line, at_least=claim.at_least)
        clearing = _replayed(record, events, line, claims, "cleared")
        if clearing is not None and clearing.end.pyramid_left():
            claims.contradict("cleared: the pyramid is not", "cleared.moves")
            clearing = None
    if main is not None:
        claims.say(main.words)
        if clearing is not None:
            _check_both(main, clearing, claims)
    parts = [part for part in (main, clearing) if part is not None]
    found = None
    if any(part.claim.proved for part in parts):
        shortest = any(part.claim.least_moves is not None for part in parts)
        try:
            found = best(record.start(), claim.by, limits, claim.at_least, shortest)
        except BestError as error:
            claims.contradict(str(error), "best")
    if main is not None and not main.claim.proved:
        claims.says_unknown("; whether a line does better is left open")
    if main is not None and found is not None:
        _judge(main, found, claims)
        if claim.cleared is None:
            _check_alone(main, found, claims)
    if clearing is not None and found is not None:
        _judge_clearing(clearing, found, claims)
    _check_verdict(record, parts, found, claims, limits)


def _replayed(
    record: Record, events: Sequence[Event], claim: BestClaim, claims: Claims, name: str = ""
) -> _Part | None:
    """Replay a line and judge its claims; return None if it cannot be played."""
    of, place = (f"{name}: ", f"{name}.") if name else ("", "")
    try:
        moves, end = replay(events, record.start())
    except ReplayError as error:
        claims.contradict(f"{of}{error}", f"{place}moves")
        return None
    claims.confirm(f"{place}moves")
    for field, value in ending(end, claim.by).items():
        if value != claim.ending.get(field, ...):
            claims.contradict(f"{of}after the last move {field} is {value}", f"{place}{field}")
        claims.confirm(f"{place}{field}")
    part = _Part(claim, end, len(moves), place, of)
    least = claim.least_moves
    if least is not None and (part.made < least or (claim.proved and part.made > least)):
        words = f"{of}the line has {counted(part.made, 'move')}, not {least}"
        claims.contradict(words, f"{place}least_moves")
    if not claim.proved and _is_beyond(part.reached, claim):
        claims.contradict(f"{part.words}, and is better than its bound", f"{place}bound")
    return part


def _check_both(main: _Part, clearing: _Part, claims: Claims) -> None:
    """Judge whether a second line, that clears the pyramid, has a reason to be there."""
    if not main.end.pyramid_left():
        words = f"{main.words}, and clears the pyramid, so the second line has no purpose"
        claims.contradict(words, *clearing.name("moves"))
    elif not main.is_enough and _is_better(clearing.reached, main.reached, main.claim):
        claims.contradict(f"{clearing.words}, and is better than the other", *main.name("moves"))


def _check_verdict(
    record: Record, parts: Sequence[_Part], found: Best | None, claims: Claims, limits: Limits
) -> None:
    """Judge the verdict: by its block, by a line that wins, else by a search."""
    claimed = record.verdict
    if claimed is None or isinstance(claimed, Unfinished | Unknown):
        claims.confirm("verdict")  # the reason of an unknown one stays not checked
        return
    wins = any(part.end.is_won() for part in parts)
    if isinstance(claimed, Lost):
        if wins:
            claims.contradict("the verdict is lost, but the line wins", "verdict", "reason")
            return
        if claimed.block is not None:
            check_loss(record, claimed.reason, claimed.block, claims, limits)
            return
    elif wins:
        claims.confirm("verdict")
        return
    again = verdict_only(record.start(), limits) if found is None else found.verdict
    if isinstance(again, Unknown):
        claims.limit(f"; the verdict, {_in_words(claimed)}, is not confirmed: {_reached(again)}")
    elif _in_words(again) != _in_words(claimed):
        claims.contradict(f"the deal is {_in_words(again)}", "verdict", "reason")
    else:
        claims.confirm("verdict")
        looked = with_stock_block(record.start(), again, limits)
        if not isinstance(looked, Lost) or looked.reason != "stock block":
            claims.confirm("reason")  # else it was not looked for


def _judge(part: _Part, found: Best, claims: Claims) -> None:
    """Judge whether no line is better than this one, when `found` is what a search finds.

    A better line contradicts it, proved to be the best or not; only a proof confirms it.
    """
    claim, names = part.claim, part.name
    if claim.least_moves is not None:
        _judge_fewest(part, found, claims)
    reached = worth(found.position, claim.by)
    if not claim.proved:
        if claim.bound is not None and _is_beyond(reached, claim):
            claims.contradict(f"{part.of}a line is better than the bound", *names("bound"))
        elif found.proved and not found.is_enough:
            claims.confirm(*names("bound"))
    elif part.is_enough:
        claims.confirm(*names("proved"))
        claims.say("" if part.of else f", and has at least {claim.at_least}, searched again")
    elif _is_better(reached, part.reached, claim):
        claims.contradict(f"{part.words}, but is not the best", *names("proved"))
    elif not found.proved:
        of = f"; {part.of}" if part.of else ", but "
        claims.limit(f"{of}that it is the best is not confirmed: {_reached(found)}")
    elif reached != part.reached:
        raise AssertionError("a line that the referee played is better than the best")
    else:
        claims.confirm(*names("proved"))
        claims.say("" if part.of else ", and is the best, searched again")


def _judge_fewest(part: _Part, found: Best, claims: Claims) -> None:
    """Judge whether no line that does as well has fewer moves.

    A line that is found contradicts it if it does as well. What no line of the found goal falls
    below, none of a goal that takes as much or more does.
    """
    least, name = part.claim.least_moves, part.name("least_moves")
    goal = worth(found.position, found.by)
    as_well = not _is_better(part.goal, goal, part.claim)
    if found.at_least is not None and found.is_enough:
        goal = (found.at_least,)
    assert least is not None
    if as_well and len(found.moves) < least:
        words = (
            f"{part.words}, but a line that does as well has {counted(len(found.moves), 'move')}"
        )
        claims.contradict(words, *name)
    elif (found.least_moves or 0) >= least and not _is_better(goal, part.goal, part.claim):
        claims.confirm(*name)
    elif not found.proved:
        claims.limit(f"; {part.of}that none has fewer moves is not confirmed: {_reached(found)}")


def _check_alone(main: _Part, found: Best, claims: Claims) -> None:
    """Judge whether to clear the pyramid as well needs no line of its own."""
    if not main.claim.proved or not main.end.pyramid_left():
        return
    if found.proved and found.cleared is not None:
        words = f"{main.words}, but the record lacks the line that clears the pyramid as well"
        claims.contradict(words, "proved")
    elif main.is_enough and not found.proved:
        claims.leave("proved")
        claims.limit(f", but what clearing the pyramid costs is not confirmed: {_reached(found)}")


def _judge_clearing(part: _Part, found: Best, claims: Claims) -> None:
    """Judge the line that clears the pyramid as well."""
    if found.cleared is not None:
        _judge(part, found.cleared, claims)
    elif found.proved:
        words = f"{part.words}, but clearing the pyramid as well costs nothing"
        claims.contradict(words, *part.name("proved"))
    elif part.claim.proved:
        claims.limit(f"; {part.of}that it is the best is not confirmed: {_reached(found)}")


def _reached(search: Best | Unknown) -> str:
    return f"the limit on {search.limit} was reached"


def _is_better(one: Sequence[int], other: Sequence[int], claim: BestClaim) -> bool:
    """Return whether a line that reaches `one` is better than one that reaches `other`."""
    left = claim.by in ("pyramid", "all")
    return tuple(one) < tuple(other) if left else tuple(one) > tuple(other)


def check_loss(
    record: Record, reason: Reason, block: Block, claims: Claims, limits: Limits
) -> bool:
    """Judge whether the block of the record shows a loss for this reason; True if it does."""
    try:
        wrong = _wrong_block(record, reason, block, limits)
    except LeftOpenError as error:
        claims.limit(f"the {block.kind} is not confirmed: {error}")
        return False
    if wrong is not None:
        claims.contradict(wrong, "reason", "block")
        return False
    claims.confirm("verdict", "reason", "block")
    return True


def _wrong_block(record: Record, reason: Reason, block: Block, limits: Limits) -> str | None:
    """Say why the block of the record does not show a loss for this reason; None if it does."""
    if block.kind != reason:
        return f"the reason is {reason}, the block is a {block.kind}"
    if not check_block(record.own(block), record.start(), limits):
        return f"this is no {block.kind}"
    first = find_block(record.start())
    if first is not None and first.kind != reason:
        return f"lost, but the reason is {first.kind}, not {reason}"
    return None


def _is_beyond(reached: Sequence[int], claim: BestClaim) -> bool:
    """Return whether the result of a line is better than the claimed bound."""
    if claim.bound is None:
        return False
    bound = [claim.bound[name] for name in BOUNDS[claim.by]]
    if len(bound) == 1:
        return reached[0] > bound[0]
    return any(left < least for left, least in zip(reached, bound, strict=True))


def _in_words(verdict: Verdict) -> str:
    return f"lost, {verdict.reason}" if isinstance(verdict, Lost) else "won"
