"""Whether a record holds.

Moves are replayed by `position`, blocks checked by `blocks`, and what was searched is searched
again. Decides which check confirms which fields: all others are named, never passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.blocks import Block, certify, check_block, find_block, format_certificate
from pyrtool.answers.blocks.stock_block import stock_blocks
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, decide, shortest
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import LeftOpenError
from pyrtool.base.words import counted
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import game
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.notation.moves import ReplayError, replay
from pyrtool.records.best_lines import check_best, check_loss
from pyrtool.records.claims import Claims
from pyrtool.records.explanations import check_explanation
from pyrtool.records.matches import check_match
from pyrtool.records.ratings import NotRatedAgain, contradiction
from pyrtool.records.reasoning import check_reasoning
from pyrtool.records.record import BlockClaim, Finding, Record, Unfinished
from pyrtool.records.writing import ending

_OF_MOVES: Final = ("first_moves", "losing_first_moves", "only_moves")
"""The figures of a rating that may be left open."""


def check_record(
    record: Record, limits: Limits = Limits(), before: Record | None = None
) -> Finding:
    """Check whether the claims of a record hold.

    Each claim is confirmed, contradicted, or named as unconfirmed, independently of the others.

    Args:
        record: The record to check.
        limits: Limits of a search that is repeated.
        before: The preceding record, for the total of a match.

    Returns:
        Whether the record holds, and why.
    """
    claims = Claims(record.fields)
    if _is_about_a_deal(record, claims):
        _check(record, claims, limits)
        if record.match is not None:
            check_match(record, before, claims)
    return claims.finding()


def _is_about_a_deal(record: Record, claims: Claims) -> bool:
    """Judge the deal of the record; whether it exists, so that the other claims can be checked."""
    given = record.deal
    claims.confirm("rules")  # they are what is played
    if record.rules == game(record.game):
        claims.confirm("game")
    if isinstance(given, Deal) and given.number is not None and given.numbering is not None:
        named = deal(given.number, record.rules, given.numbering)
        if named.cards != given.cards:
            claims.contradict(_disagreement(named, given), "cards")
            return False
    claims.confirm("deal", "numbering", "cards", "position")
    try:
        record.start()
    except ReplayError as error:
        claims.contradict(str(error), "after")
        return False
    claims.confirm("after")
    return True


def _check(record: Record, claims: Claims, limits: Limits) -> None:
    if record.blocks is not None:
        try:
            _check_blocks(record, record.blocks, claims, limits)
        except LeftOpenError as error:
            claims.limit(f"the blocks are not confirmed: {error}")
        return
    if record.explanation is not None:
        check_explanation(record.start(), record.explanation, claims, limits)
        return
    if record.best is not None:
        check_best(record, record.best, claims, limits)
        return
    match record.verdict:
        case Won():
            _check_moves(record, claims, limits)
        case Lost(reason, _, block):
            if block is None:
                _search(record, claims, limits)
            elif check_loss(record, reason, block, claims, limits):
                claims.say(f"lost: {block.kind}")
        case Unknown(limit):
            claims.confirm("verdict")
            claims.says_unknown(f"unknown: the limit on {limit} was reached")
        case Unfinished():
            _check_play(record, claims)
        case None:
            _check_deal(record.deal, claims)
    if record.reasoning is not None and not claims.is_open("verdict"):
        check_reasoning(record.start(), record.reasoning, claims, limits)


def _check_deal(given: Deal | Position, claims: Claims) -> None:
    """The finding for a record that claims no more than which deal it is."""
    if isinstance(given, Position):
        claims.says_unknown("a position that can be")
    elif given.number is None:
        claims.says_unknown("cards that no number names")
    else:
        claims.say(f"the cards of {given.numbering} deal {given.number}")


def _check_moves(record: Record, claims: Claims, limits: Limits) -> None:
    start = record.start()
    try:
        moves, end = replay(record.events, start)
    except ReplayError as error:
        claims.contradict(str(error), "moves")
        return
    _check_ending(record, end, claims)
    found = ending_of(len(moves), end)
    if found.outcome != "holds":
        claims.contradict(found.words, "verdict", "moves")
        return
    claims.confirm("verdict")
    claims.say(found.words)
    _check_shortest(record, claims, limits)
    needed = _moves_to_win(start, moves)
    if needed < len(moves) and not _goes_on(record):
        more = counted(len(moves) - needed, "more move")
        claims.contradict(f"won in {counted(needed, 'move')}, but the record has {more}", "moves")
        return
    claims.confirm("moves")
    if record.rating is not None:
        _check_rating(record.rating, record, moves, claims, limits)


def _goes_on(record: Record) -> bool:
    """Whether the record is a game as it was played.

    Such a game can continue after the win, as players that do not see the stock do with kings.
    """
    return record.ended is not None or bool(record.ending)


def _moves_to_win(start: Position, moves: Sequence[Move]) -> int:
    """How many of the moves, which win, it takes."""
    positions = played(start, moves).positions
    return next((made for made, here in enumerate(positions) if here.is_won()), len(moves))


def _check_shortest(record: Record, claims: Claims, limits: Limits) -> None:
    """Judge how many moves a line has at least, of moves that win."""
    claim = record.verdict
    assert isinstance(claim, Won)
    made, won = len(claim.moves), claims.so_far
    least = made if claim.shortest else claim.least_moves
    if least is None:
        return
    name = "shortest" if claim.shortest else "least_moves"
    if made < least:
        claims.contradict(f"{won}, but the record claims that no line has fewer than {least}", name)
        return
    verdict = shortest(record.start(), limits)
    if isinstance(verdict, Lost):
        raise AssertionError("a deal that the referee saw won is reported as lost")
    proved = 0
    if isinstance(verdict, Won):
        if len(verdict.moves) < least:
            claims.contradict(f"{won}, but a line has {len(verdict.moves)}", name)
            return
        fewest = len(verdict.moves) if verdict.shortest else verdict.least_moves
        assert fewest is not None  # one or the other is given
        proved = fewest
    if proved >= least:
        claims.confirm(name)
        claims.say(", the fewest" if claim.shortest else f", and no line has fewer than {least}")
        return
    what = "these are the fewest" if claim.shortest else f"no line has fewer than {least}"
    claims.limit(f"; that {what} is open: the limit on {verdict.limit} was reached")


def _check_rating(
    rating: JsonObject, record: Record, moves: Sequence[Move], claims: Claims, limits: Limits
) -> None:
    """Judge the claimed rating of moves that win."""
    try:
        wrong = contradiction(rating, record.start(), moves, limits.memory_mib)
    except NotRatedAgain as error:
        claims.limit(f"; the rating is not confirmed: {error}")
        return
    if wrong is not None:
        claims.contradict(f"{claims.so_far}, but {wrong}", "rating")
        return
    claims.confirm("rating")
    claims.leave(*(f"rating.{name}" for name in _OF_MOVES if rating.get(name) is None))
    claims.say(", rated again")


def _check_play(record: Record, claims: Claims) -> None:
    try:
        moves, end = replay(record.events, record.start())
    except ReplayError as error:
        claims.contradict(str(error), "moves")
        return
    claims.confirm("moves", "shortest")  # it is false in every game in play
    _check_ending(record, end, claims)
    if end.is_won():
        words = f"not unfinished, but won in {counted(len(moves), 'move')}"
        claims.contradict(words, "verdict", "reason")
        return
    claims.confirm("verdict", "reason")
    left = counted(end.cards_left(), "card")
    claims.says_unknown(f"unfinished: {counted(len(moves), 'move')} made, {left} left")


def _check_ending(record: Record, end: Position, claims: Claims) -> None:
    """Judge the claims about the end of the moves."""
    true = ending(end, "all")
    for name, claimed in (record.ending or {}).items():
        if claimed != true[name]:
            claims.contradict(f"{name} is {true[name]}, not {claimed}", name)
        claims.confirm(name)


def ending_of(moves: int, end: Position) -> Finding:
    """Whether this number of moves, ending here, wins."""
    if end.is_won():
        return Finding("holds", f"won in {counted(moves, 'move')}")
    pyramid = end.rules.goal == "pyramid"
    count = end.pyramid_left() if pyramid else end.cards_left()
    left = f"{count} {'pyramid ' if pyramid else ''}{'cards are' if count > 1 else 'card is'}"
    return Finding("fails", f"not won: after the last move {left} left")


def _check_blocks(
    record: Record, claimed: Sequence[BlockClaim], claims: Claims, limits: Limits
) -> None:
    """Judge whether each block holds by its argument, and no simpler one is left out.

    A record of no block claims none that the order of the stock leaves aside: earlier versions
    looked for no others.
    """
    first = find_block(record.start())
    if not claimed:
        if first is not None:
            claims.contradict(f"there is a {first.kind}", "blocks")
        claims.confirm("blocks")
        claims.say("no block, looked for again")
        return
    if first is None and any(claim.block.kind == "stock block" for claim in claimed):
        first = next(iter(stock_blocks(record.start(), limits)), None)
    seen: list[Block] = []
    for number, claim in enumerate(claimed, 1):
        alike = sum(claim.block == other.block for other in claimed[: number - 1])
        block = record.own(claim.block, alike)
        if wrong := _wrong_argument(record, block, claim, number, limits):
            claims.contradict(wrong, "blocks")
        elif block in seen:
            claims.contradict(f"block {number} appears twice", "blocks")
        elif first is not None and first.order != block.order:
            words = f"block {number} is a {block.kind}, there is a {first.kind}"
            claims.contradict(words, "blocks")
        seen.append(block)
    if first is not None and first.kind not in [block.kind for block in seen]:
        claims.contradict(f"there is a {first.kind}, which is simpler", "blocks")
    if not all(claim.certificate for claim in claimed):
        claims.leave("certificate")
    claims.confirm("blocks")
    blocks = (
        f"{len(claimed)} blocks hold" if len(claimed) > 1 else f"a {claimed[0].block.kind} holds"
    )
    claims.say(f"{blocks}, argued again")


def _wrong_argument(
    record: Record, block: Block, claim: BlockClaim, number: int, limits: Limits
) -> str | None:
    """Why a block does not hold by its claimed argument, if it does not."""
    if not check_block(block, record.start(), limits):
        return f"block {number} is no {block.kind}"
    if claim.certificate is None:
        return None
    again = format_certificate(certify(block, record.start()), record.rules)
    if claim.certificate != again:
        return f"block {number} holds, but not by the certificate given"
    return None


def _search(record: Record, claims: Claims, limits: Limits) -> None:
    claim = record.verdict
    assert isinstance(claim, Lost)
    match decide(record.start(), limits):
        case Won(moves):
            words = f"the deal can be won, in {counted(len(moves), 'move')}"
            claims.contradict(words, "verdict", "reason")
        case Unknown(limit):
            claims.limit(f"lost is not confirmed: the limit on {limit} was reached")
        case Lost(reason):
            if reason != claim.reason:
                claims.contradict(f"lost, but the reason is {reason}, not {claim.reason}", "reason")
            claims.confirm("verdict", "reason")
            claims.say(f"lost: {reason}, searched again")


def _disagreement(named: Deal, given: Deal) -> str:
    pairs = enumerate(zip(named.cards, given.cards, strict=True), 1)
    at, (right, wrong) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    return (
        f"these are not the cards of {named.numbering} deal {named.number}: "
        f"card {at} is {wrong}, should be {right}"
    )


guard(__name__)
