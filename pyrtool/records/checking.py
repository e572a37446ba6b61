"""Whether a record holds.

Moves are replayed by `position`, blocks checked by `blocks`, and what was searched is searched
again. Decides which fields nothing checks: they are named, never passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from pyrtool.blocks import Block, certify, check_block, find_block, format_certificate
from pyrtool.cards import counted
from pyrtool.deals import Deal, deal
from pyrtool.door import guard
from pyrtool.games import game
from pyrtool.notation.moves import ReplayError, replay
from pyrtool.played import played
from pyrtool.position import Move, Position
from pyrtool.rating import NotRatedAgain, contradiction
from pyrtool.records.best_lines import check_best, check_match, wrong_block
from pyrtool.records.record import BlockClaim, Finding, Record, Unfinished
from pyrtool.records.writing import ending
from pyrtool.solver import Limits, Lost, Reason, Unknown, Won, shortest, solve

_OF_MOVES: Final = ("first_moves", "losing_first_moves", "only_moves")
"""The figures of a rating that may be left open."""


def check_record(
    record: Record, limits: Limits = Limits(), before: Record | None = None
) -> Finding:
    """Whether what the record claims is so; `limits` are for a search done again.

    `before` is the record that stands before it, for the total of a match.
    """
    given = record.deal
    if isinstance(given, Deal) and given.number is not None and given.numbering is not None:
        named = deal(given.number, given.numbering, record.rules)
        if named.cards != given.cards:
            return Finding("fails", _disagreement(named, given))
    try:
        found = _check(record, limits)
    except ReplayError as error:
        return Finding("fails", str(error))
    if record.match is not None and found.outcome != "fails":
        found = check_match(record, before, found)
    if found.outcome == "fails":
        return found
    return replace(found, unconfirmed=(*_unchecked(record), *found.unconfirmed))


def _unchecked(record: Record) -> Iterator[str]:
    """The fields that no check looks at."""
    if record.rules != game(record.game):
        yield "game"  # whose rules were changed; only the rules can be played
    if record.verdict is not None:
        yield "nodes"
    if isinstance(record.verdict, Unknown):
        yield "reason"
    if isinstance(record.verdict, Won) and (record.best or not record.verdict.shortest):
        yield "shortest"
        if record.verdict.limit is not None:
            yield "limit"
    if record.ended is not None:
        yield "ended"
    if record.best is not None and not record.best.proved:
        yield from ("verdict", "limit", "bound", "proved")
    yield from record.unread


def _check(record: Record, limits: Limits) -> Finding:
    if record.blocks is not None:
        return _check_blocks(record, record.blocks)
    if record.best is not None:
        return check_best(record, record.best, limits)
    match record.verdict:
        case Won():
            return _check_moves(record, limits)
        case Lost(reason, _, block):
            return _check_lost(record, reason, block) if block else _search(record, limits)
        case Unknown(limit):
            record.start()
            return Finding("no-claim", f"unknown: the limit on {limit} was reached")
        case Unfinished():
            return _check_play(record)
    record.start()  # what comes `after` is replayed
    if isinstance(record.deal, Position):
        return Finding("no-claim", "a position that can be")
    if record.deal.number is None:
        return Finding("no-claim", "cards that no number names")
    return Finding("holds", f"the cards of {record.deal.numbering} deal {record.deal.number}")


def _check_moves(record: Record, limits: Limits) -> Finding:
    start = record.start()
    moves, end = replay(record.told, start)
    found = ending_of(len(moves), end)
    if found.outcome != "holds":
        return found
    if wrong := _misplaced(record, end):
        return wrong
    needed = _moves_to_win(start, moves)
    if needed < len(moves) and not _goes_on(record):
        more = counted(len(moves) - needed, "more move")
        return Finding("fails", f"won in {counted(needed, 'move')}, but {more} told")
    found = _check_shortest(record, found, limits)
    if found.outcome != "holds" or record.rating is None:
        return found
    return _check_rating(record.rating, found, record, moves, limits)


def _goes_on(record: Record) -> bool:
    """Whether it tells a game as it was played: after the win who plays it may go on, as players
    who do not see the stock do with kings."""
    return record.ended is not None or bool(record.ending)


def _moves_to_win(start: Position, moves: Sequence[Move]) -> int:
    """How many of the moves, which win, it takes."""
    positions = played(start, moves).positions
    return next((made for made, here in enumerate(positions) if here.is_won()), len(moves))


def _check_shortest(record: Record, found: Finding, limits: Limits) -> Finding:
    """What becomes of the finding that the moves win where it is told how many a line has at
    least."""
    claim = cast(Won, record.verdict)
    made = len(claim.moves)
    least = made if claim.shortest else claim.least_moves
    if least is None:
        return found
    if made < least:
        return Finding("fails", f"{found.words}, where no line is to have fewer than {least}")
    verdict = shortest(*record.asked(), limits)
    if isinstance(verdict, Lost):
        raise AssertionError("a deal that the referee saw won is said to be lost")
    proved = 0
    if isinstance(verdict, Won):
        if len(verdict.moves) < least:
            return Finding("fails", f"{found.words}, but a line has {len(verdict.moves)}")
        proved = len(verdict.moves) if verdict.shortest else verdict.least_moves or 0
    if proved >= least:
        fewest = "the fewest" if claim.shortest else f"and no line has fewer than {least}"
        return Finding("holds", f"{found.words}, {fewest}")
    fewest = "these are the fewest" if claim.shortest else f"no line has fewer than {least}"
    why = f"the limit on {verdict.limit} was reached"
    return Finding("limit", f"{found.words}; that {fewest} is open: {why}")


def _check_rating(
    told: dict[str, Any], found: Finding, record: Record, moves: Sequence[Move], limits: Limits
) -> Finding:
    """What becomes of the finding that the moves win when the rating told is looked at too."""
    try:
        wrong = contradiction(told, *record.asked(), moves, limits.memory_mib)
    except NotRatedAgain as error:
        return Finding("limit", f"{found.words}; the rating is not confirmed: {error}")
    if wrong is not None:
        return Finding("fails", f"{found.words}, but {wrong}")
    left_open = tuple(f"rating.{name}" for name in _OF_MOVES if told.get(name) is None)
    return Finding("holds", f"{found.words}, rated again", left_open)


def _check_play(record: Record) -> Finding:
    moves, end = replay(record.told, record.start())
    if end.is_won():
        return Finding("fails", f"not unfinished, but won in {counted(len(moves), 'move')}")
    if wrong := _misplaced(record, end):
        return wrong
    left = counted(end.cards_left(), "card")
    return Finding("no-claim", f"unfinished: {counted(len(moves), 'move')} made, {left} left")


def _misplaced(record: Record, end: Position) -> Finding | None:
    """What is told wrongly of where the moves lead, if anything is."""
    true = ending(end, "all")
    for name, told in (record.ending or {}).items():
        if told != true[name]:
            return Finding("fails", f"{name} is {true[name]}, not {told}")
    return None


def ending_of(moves: int, end: Position) -> Finding:
    """Whether so many moves that end here win."""
    if end.is_won():
        return Finding("holds", f"won in {counted(moves, 'move')}")
    pyramid = end.rules.goal == "pyramid"
    count = end.pyramid_left() if pyramid else end.cards_left()
    left = f"{count} {'pyramid ' if pyramid else ''}{'cards are' if count > 1 else 'card is'}"
    return Finding("fails", f"not won: after the last move {left} left")


def _check_lost(record: Record, reason: Reason, block: Block) -> Finding:
    if wrong := wrong_block(record, reason, block):
        return Finding("fails", wrong)
    return Finding("holds", f"lost: {block.kind}")


def _check_blocks(record: Record, claims: Sequence[BlockClaim]) -> Finding:
    """Whether each block holds by its argument, and no simpler one is left out."""
    first = find_block(*record.asked())
    if not claims:
        if first is None:
            return Finding("holds", "no block, looked for again")
        return Finding("fails", f"there is a {first.kind}")
    seen: list[Block] = []
    for number, claim in enumerate(claims, 1):
        alike = sum(claim.block == other.block for other in claims[: number - 1])
        block = record.own(claim.block, alike)
        if not check_block(block, *record.asked()):
            return Finding("fails", f"block {number} is no {block.kind}")
        if block in seen:
            return Finding("fails", f"block {number} is told twice")
        seen.append(block)
        if first is not None and first.order != block.order:
            return Finding("fails", f"block {number} is a {block.kind}, there is a {first.kind}")
        again = format_certificate(certify(block, *record.asked()), record.rules)
        if claim.certificate is not None and claim.certificate != again:
            return Finding("fails", f"block {number} holds, but not by the certificate told")
    if first is not None and first.kind not in [block.kind for block in seen]:
        return Finding("fails", f"there is a {first.kind}, which is simpler")
    blocks = f"{len(claims)} blocks hold" if len(claims) > 1 else f"a {claims[0].block.kind} holds"
    left_open = () if all(claim.certificate for claim in claims) else ("certificate",)
    return Finding("holds", f"{blocks}, argued again", left_open)


def _search(record: Record, limits: Limits) -> Finding:
    claim = cast(Lost, record.verdict)
    match solve(*record.asked(), limits):
        case Won(moves):
            return Finding("fails", f"the deal can be won, in {counted(len(moves), 'move')}")
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
