"""Verify records, and solutions in words.

The referee replays moves, blocks are checked by `pyrtool.answers.blocks`, and what was searched is
searched again. Decides which check confirms which fields: all others are named, never passed over.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyrtool.answers.best.best import Best, BestError, best
from pyrtool.answers.best.matches import per_deal
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, stock_blocks
from pyrtool.answers.blocks.wording import format_certificate
from pyrtool.answers.closed import Player, PlayerError
from pyrtool.answers.objectives import worth
from pyrtool.answers.plain_search import search
from pyrtool.answers.review.judge import review
from pyrtool.answers.review.luck import split, usual_orders
from pyrtool.answers.shortest import shortest
from pyrtool.answers.solve import solve, verdict_only, with_stock_block
from pyrtool.answers.verdicts import Answer, Lost, Reason, Unknown, Verdict, Won
from pyrtool.base.arguments import public
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import counted
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import game
from pyrtool.game.line import played
from pyrtool.game.points import PAR_GAMES
from pyrtool.game.position import Move, Position, Subject
from pyrtool.notation.files import Solution
from pyrtool.notation.moves import Event, ReplayError, parse_moves, replay
from pyrtool.notation.rules import NamedRules
from pyrtool.records.claims import (
    BestClaim,
    BlockClaim,
    Claims,
    ExchangeClaim,
    Finding,
    MatchClaim,
    Record,
    Unfinished,
)
from pyrtool.records.explanations import check_explanation
from pyrtool.records.fields import RecordError
from pyrtool.records.ratings import NotRatedAgain, check_reasoning, contradiction
from pyrtool.records.reading import parse_record
from pyrtool.records.writing import BOUNDS, ending, luck_record, review_record


@public
def verify(
    record: Mapping[str, object],
    limits: Limits = Limits(),
    *,
    before: Mapping[str, object] | None = None,
) -> Finding:
    """Check a record: the referee replays its moves, and what was lost by search is searched again.

    Args:
        record: What a command prints with ``--format json`` or ``ndjson``, as a dict.
        limits: What a search that is done again may use.
        before: The preceding record, for the total of a match.

    Returns:
        Whether the record holds, and in words why.

    Raises:
        RecordError: It is no record: a field is missing, or of another type or range.

    Examples:
        >>> from pyrtool.answers.solve import solve
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.records.writing import solve_record
        >>> two = deal(2, "giza")
        >>> record = solve_record(two, "giza", solve(two))
        >>> verify(record).outcome
        'holds'
        >>> verify(record | {"moves": record["moves"][:3]}).words
        'not won: after the last move 46 cards are left'
    """
    earlier = None if before is None else parse_record(dict(before))
    return check_record(parse_record(dict(record)), limits, earlier)


_OF_MOVES: Final = ("first_moves", "losing_first_moves", "only_moves")
"""The figures of a rating that may be left open."""


def check_record(
    record: Record, limits: Limits = Limits(), before: Record | None = None
) -> Finding:
    """Check whether the claims of a record hold; the total of a match needs the record `before`.

    Each claim is confirmed, contradicted, or named as unconfirmed, independently of the others.
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
    if record.review is not None or record.luck is not None:
        _check_review(record, claims, limits)
        return
    if record.best is not None:
        check_best(record, record.best, claims, limits)
        return
    match record.verdict:
        case Won():
            _check_moves(record, claims, limits)
        case Lost(reason, _, block):
            if block is None:
                _search_again(record, claims, limits)
            elif check_loss(record, reason, block, claims, limits):
                claims.say(f"lost: {block.kind}")
        case Unknown(limit):
            claims.confirm("verdict")
            claims.says_unknown(f"unknown: the limit on {limit} was reached")
        case Unfinished():
            _check_play(record, claims)
        case None:
            _check_deal(record.deal, claims)
    _check_problem(record, claims, limits)
    if record.reasoning is not None and not claims.is_open("verdict"):
        check_reasoning(record.start(), record.reasoning, claims, limits)


def _check_deal(given: Subject, claims: Claims) -> None:
    """Judge a record that claims no more than which deal it is."""
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
    positions = played(start, moves).positions
    needed = next((made for made, here in enumerate(positions) if here.is_won()), len(moves))
    # A game as it was played can go on after the win, as closed players do with kings.
    as_played = record.ended is not None or bool(record.ending)
    if needed < len(moves) and not as_played:
        more = counted(len(moves) - needed, "more move")
        claims.contradict(f"won in {counted(needed, 'move')}, but the record has {more}", "moves")
        return
    claims.confirm("moves")
    if record.rating is not None:
        _check_rating(record.rating, record, moves, claims, limits)


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
        wrong = contradiction(rating, record.start(), moves, limits)
    except NotRatedAgain as error:
        claims.limit(f"; the rating is not confirmed: {error}")
        return
    if wrong is not None:
        claims.contradict(f"{claims.so_far}, but {wrong}", "rating")
        return
    claims.confirm("rating")
    claims.leave(*(f"rating.{name}" for name in _OF_MOVES if rating.get(name) is None))
    claims.say(", rated again")


def _check_problem(record: Record, claims: Claims, limits: Limits) -> None:
    """Judge what only problems have: an exchange of two cards, and rules by which it is lost."""
    if record.exchange is not None:
        _check_exchange(record, record.exchange, claims, limits)
    if record.then is not None:
        _check_then(record.then, claims, limits)
    if record.lost_by is not None:
        _check_lost_by(record, record.lost_by, claims, limits)


def _check_exchange(record: Record, claim: ExchangeClaim, claims: Claims, limits: Limits) -> None:
    """Judge the verdict after an exchange, and how many exchanges turn that of the deal."""
    deal = record.deal
    if isinstance(deal, Position):
        claims.contradict("only a whole deal has an exchange", "exchange")
        return
    words = f"with {claim.cards[0]} and {claim.cards[1]} exchanged"
    own = _answer(verdict_only(deal, limits))
    found = _answer(verdict_only(deal.exchanged(*claim.cards), limits))
    if "unknown" in (own, found):
        claims.limit(f"; the verdict {words} is not confirmed: a limit was reached")
        return
    if found != claim.verdict:
        claims.contradict(f"{words} it is {found}", "exchanged")
    every = [_answer(verdict_only(deal.exchanged(*pair), limits)) for pair in deal.exchanges()]
    turning = sum(one not in (own, "unknown") for one in every)
    if "unknown" in every:
        claims.limit("; a limit leaves open how many exchanges turn the verdict")
    elif turning != claim.turning:
        claims.contradict(f"{counted(turning, 'exchange')} turn the verdict", "exchanges")
    claims.confirm("exchange", "exchanged")
    if "unknown" not in every:
        claims.confirm("exchanges")
    claims.say(f"; {found} {words}")


def _check_then(then: Record, claims: Claims, limits: Limits) -> None:
    """Judge the moves that win after an exchange, and their rating."""
    own = Claims(("then", "rating"))
    _check_moves(then, own, limits)
    found = own.finding()
    if found.outcome == "fails":
        claims.contradict(f"then: {found.words}", "then", "rating")
        return
    claims.confirm("then", *({"rating"} - {*found.unconfirmed}))
    claims.leave(*({*found.unconfirmed} - {"then"}))
    (claims.limit if found.outcome == "limit" else claims.say)(f": {found.words}")


def _check_lost_by(record: Record, other: NamedRules, claims: Claims, limits: Limits) -> None:
    """Judge whether the same cards are lost by other rules."""
    if isinstance(record.deal, Position) or {*other.rules.deck} != {*record.rules.deck}:
        claims.contradict(f"these cards are no deal of {other}", "lost_by")
        return
    found = _answer(verdict_only(Deal.of(record.deal.cards, other.rules), limits))
    if found == "won":
        claims.contradict(f"won by {other}, too", "lost_by")
    elif found == "lost":
        claims.confirm("lost_by")
        claims.say(f"; lost by {other}")
    else:
        claims.limit(f"; a limit leaves open whether it is lost by {other}")


def _answer(verdict: Verdict) -> Answer:
    return "won" if verdict.is_won else "lost" if verdict.is_lost else "unknown"


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
    """Return the finding about this number of moves, which end here."""
    if end.is_won():
        return Finding("holds", f"won in {counted(moves, 'move')}")
    pyramid = end.rules.goal == "pyramid"
    count = end.pyramid_left() if pyramid else end.cards_left()
    left = f"{count} {'pyramid ' if pyramid else ''}{'cards are' if count > 1 else 'card is'}"
    return Finding("fails", f"not won: after the last move {left} left")


def _check_blocks(
    record: Record, claimed: Sequence[BlockClaim], claims: Claims, limits: Limits
) -> None:
    """Judge whether each block holds by its argument, and no simpler one is left out."""
    first = find_block(record.start())
    if first is None and all(claim.block.kind == "stock block" for claim in claimed):
        first = next(iter(stock_blocks(record.start(), limits)), None)
    if not claimed:
        if first is not None:
            claims.contradict(f"there is a {first.kind}", "blocks")
        claims.confirm("blocks")
        claims.say("no block, looked for again")
        return
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


def _check_review(record: Record, claims: Claims, limits: Limits) -> None:
    """Judge the marks of a game: the referee replays it, and each position is searched again."""
    claimed = record.review
    if claimed is None:
        assert record.luck is not None
        _check_luck(record, record.luck, claims)
        return
    try:
        moves, _ = replay(record.events, record.start())
    except ReplayError as error:
        claims.contradict(str(error), "review")
        return
    found = review(record.start(), moves, limits)
    if found.is_partial:
        claims.limit("the marks are not confirmed: a limit was reached")
        return
    true = review_record(record.deal, record.game, found, claimed["ended"])["review"]
    wrong = [name for name in true if true[name] != claimed[name]]
    if wrong:
        claims.contradict(f"review: {', '.join(wrong)}: not so when judged again", "review")
    claims.confirm("review")
    claims.leave("ended")
    claims.say(f"{counted(len(moves), 'move')} judged again")


def _check_luck(record: Record, claimed: JsonObject, claims: Claims) -> None:
    """Judge skill and luck of a game: the referee replays it, its parts must add up, and what is
    sampled is sampled again, unless that takes too long."""
    try:
        moves, end = replay(record.events, record.start())
        player = Player(claimed["player"], int(claimed["seed"]))
        player.check(record.rules)
    except (ReplayError, PlayerError) as error:
        claims.contradict(str(error), "luck")
        return
    orders, chance = claimed["orders"], claimed["first"]["value"]
    for number, step in enumerate(claimed["steps"], 1):
        if not abs(step["chance"]["value"] - chance) <= _ROUNDED:
            claims.contradict(f"luck: the parts before move {number} do not add up", "luck")
            return
        chance += step["skill"]["value"] + step["luck"]["value"]
    sums = sum(claimed[name]["value"] for name in ("first", "skill", "luck"))
    result = claimed["result"]["value"]
    is_over = end.is_won() or claimed["ended"]
    ends = (sums, chance + claimed["gave_up"]["value"])
    if not all(abs(one - result) <= _ROUNDED for one in ends):
        claims.contradict("luck: the parts do not add up to the result", "luck")
    if is_over and result != float(end.is_won()):
        claims.contradict(f"luck: the result is {float(end.is_won()):g}", "luck")
    claims.say(f"{counted(len(moves), 'move')} replayed, whose parts add up")
    claims.leave("ended")
    if player.imagines or not 1 <= orders <= usual_orders(player, record.start()):
        claims.confirm("luck")
        claims.leave("luck.chances")  # they would take too long
        return
    found = split(record.start(), moves, player, orders=orders, ended=claimed["ended"])
    true = luck_record(record.deal, record.game, found, claimed["ended"])["luck"]
    wrong = [name for name in true if not _is_alike(true[name], claimed[name])]
    if wrong:
        claims.contradict(f"luck: {', '.join(wrong)}: not so when sampled again", "luck")
    claims.confirm("luck")
    claims.say(f", and sampled again with {counted(orders, 'order')}")


_ROUNDED: Final = 1e-6


def _is_alike(one: object, other: object) -> bool:
    """Return whether values are the same, apart from how their numbers are rounded."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_alike(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_alike, one, other))
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) <= _ROUNDED
    return one == other


def _wrong_argument(
    record: Record, block: Block, claim: BlockClaim, number: int, limits: Limits
) -> str | None:
    """Say why a block does not hold by its claimed argument; None if it does."""
    if not check_block(block, record.start(), limits):
        return f"block {number} is no {block.kind}"
    if claim.certificate is None:
        return None
    again = format_certificate(certify(block, record.start()), record.rules)
    if claim.certificate != again:
        return f"block {number} holds, but not by the certificate given"
    return None


def _search_again(record: Record, claims: Claims, limits: Limits) -> None:
    claim = record.verdict
    assert isinstance(claim, Lost)
    match solve(record.start(), limits):
        case Won(moves):
            words = f"the deal can be won, in {counted(len(moves), 'move')}"
            claims.contradict(words, "verdict", "reason")
        case Unknown(limit):
            claims.limit(f"lost is not confirmed: the limit on {limit} was reached")
        case Lost("stock block"):
            # A limit may have kept the search of the record from the block.
            claims.confirm("verdict")
            claims.say("lost (there is a stock block), searched again")
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


def confirm_loss(record: Record, finding: Finding, limits: Limits = Limits()) -> Finding:
    """Add what the plain search of the whole game says of a loss that a search found.

    It is asked if the loss was confirmed and is exhausted, or a stock block. Anything else has
    evidence that needs no search: moves that are replayed, another block.
    """
    claim = record.verdict
    if finding.outcome == "fails" or "verdict" in finding.unconfirmed:
        return finding
    if not isinstance(claim, Lost) or claim.reason not in ("exhausted", "stock block"):
        return finding
    opinion = search(record.start(), limits)
    if opinion.answer == "won":
        return replace(finding, outcome="fails", words=f"{finding.words}, but a plain search wins")
    if opinion.answer == "unknown":
        words = f"{finding.words}, but not plainly: the limit on {opinion.limit} was reached"
        return replace(finding, outcome="limit", words=words)
    seen = counted(opinion.nodes, "position")
    return replace(finding, words=f"{finding.words}, and by a plain search of {seen}")


# Best lines, and blocks that show a loss.


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


# Matches.


def check_match(record: Record, before: Record | None, claims: Claims) -> None:
    """Judge the totals of a deal of a match, and which game of which match it is.

    Totals are confirmed by the record `before`, of the game before it.
    """
    claim = record.match
    counted = None if record.best is None else _counted_in(record.best, record.best.ending)
    if claim is None or counted is None or record.best is None:
        raise RecordError("a record of no match, or without what it counts")
    claims.confirm("over", "target")  # they are the question
    last = before.match if before is not None else None
    total, most = counted, _most_of(record.best, counted, record)
    if claim.game == 1:
        starts = claim.match == 1 if last is None else _is_over(last, before)
        known = starts and (last is None or claim.match == last.match + 1)
        after = " after the first game"
        most += ((claim.over or 1) - 1) * per_deal(record.rules, record.best.by)[1]
    else:
        known = last is not None and _is_next(claim, record, last, before)
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
    """Return whether the match of the record before ended with it.

    It did if all its deals were played, or its target was reached.
    """
    if last.over is None:
        return last.game == PAR_GAMES
    if last.game == last.over:
        return True
    if last.target is None or before is None or before.best is None:
        return False
    least = (last.over - last.game) * per_deal(before.rules, before.best.by)[0]
    return last.total + least >= last.target


def _is_next(claim: MatchClaim, record: Record, last: MatchClaim, before: Record | None) -> bool:
    """Return whether a deal is the next one of the match of the record before."""
    if (last.match, last.game) != (claim.match, claim.game - 1):
        return False
    if (last.over, last.target) != (claim.over, claim.target):
        return False
    if claim.over is None:
        return True
    by = None if record.best is None else record.best.by
    return before is not None and before.best is not None and before.best.by == by


def _counted_in(claim: BestClaim, reached: dict[str, int | None] | dict[str, int]) -> int | None:
    """Return what a line counts that reaches this much, or that a bound of this much allows."""
    (first, *_) = BOUNDS[claim.by]
    number = reached.get(first)
    if number is None or claim.by not in ("pyramid", "all"):
        return number
    return int(number == 0)


def _most_of(claim: BestClaim, counted: int, record: Record) -> int:
    """Return the most that a line of the deal can count, if the claims are true."""
    if claim.at_least is not None and counted >= claim.at_least:
        return per_deal(record.rules, claim.by)[1]
    bound = None if claim.bound is None else _counted_in(claim, claim.bound)
    return counted if bound is None else bound


_WON: Final = re.compile(r"(?:^|: )won in ([0-9]{1,5}) moves? \([0-9]+ nodes?\)$")


def check_solution(solution: Solution) -> Finding:
    """Check whether a solution in words holds as its heading says, or wins if it has none.

    A heading that does not say that the deal is won makes no claim, but the moves must be such as
    can be played. A `MoveError` where a word is no move.
    """
    won = _WON.search(solution.remark or "")
    if solution.text is None:
        if won is not None and int(won[1]):
            return Finding("fails", "the moves are missing")
        return Finding("no-claim", "no moves are given")
    try:
        moves = parse_moves(solution.text, solution.start)
    except ReplayError as error:
        return Finding("fails", str(error))
    if won is not None and int(won[1]) != len(moves):
        return Finding("fails", f"{counted(len(moves), 'move')}, not {int(won[1])}")
    end = played(solution.start, moves).end
    if won is not None or solution.remark is None:
        return ending_of(len(moves), end)
    made = f"{counted(len(moves), 'move')} can be made, {counted(end.cards_left(), 'card')} left"
    return Finding("no-claim", made)
