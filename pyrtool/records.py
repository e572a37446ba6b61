"""The records of `solve`: verdicts to and from JSON, and whether a record holds.

Decides which fields a record has and what each kind of verdict must show. The moves in
it are read by `notation`, replayed by `position`; blocks are checked by `blocks`, and
what was searched is searched again by `solver`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from pyrtool.blocks import Block, Certificate, check_block, format_certificate
from pyrtool.blocks import Kind as BlockKind
from pyrtool.cards import Card, PyrtoolError, set_name, shorten
from pyrtool.deals import NUMBERINGS, Deal, DealNumber, Numbering, deal, parse_number
from pyrtool.games import Rules
from pyrtool.notation.line import NotationError, format_deal, placed
from pyrtool.notation.moves import (
    Event,
    ReplayError,
    events,
    format_event,
    move_of,
    parse_event,
    parse_moves,
    replay,
)
from pyrtool.notation.source import parse_cards_field
from pyrtool.position import Position
from pyrtool.solver import Limit, Limits, Lost, Reason, Unknown, Verdict, Won, solve

GREATEST_JSON_INTEGER: Final = 2**53 - 1
"""Greater deal numbers are strings, as many readers of JSON would round them."""


class RecordError(NotationError):
    """A value that is not a record; the message names the record and the field."""


@dataclass(frozen=True)
class Record:
    """What a record claims. `told` are the events of its moves, for a replay."""

    deal: Deal
    game: str
    rules: Rules
    verdict: Verdict
    told: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Finding:
    """Whether a record holds, and in words why, or why that could not be told.

    `no-claim` is a record that says unknown; `limit` one whose search reached a limit.
    """

    outcome: Literal["holds", "fails", "no-claim", "limit"]
    words: str


def deal_record(deal: Deal, game: str) -> dict[str, Any]:
    """The fields that name a deal: `deal`, `numbering`, `game`, `cards`."""
    number = deal.number
    if isinstance(number, int) and number > GREATEST_JSON_INTEGER:
        number = str(number)
    return {
        "deal": number,
        "numbering": deal.numbering,
        "game": game,
        "cards": format_deal(deal.cards),
    }


def solve_record(deal: Deal, game: str, rules: Rules, verdict: Verdict) -> dict[str, Any]:
    """The record of a verdict. `moves` is null unless won, `reason` unless lost or unknown;
    `shortest` of a won deal says whether it is proved that no line has fewer moves."""
    record = deal_record(deal, game)
    cards = record.pop("cards")
    record |= {"rules": rules.to_dict(), "cards": cards}
    match verdict:
        case Won(moves, nodes):
            start = Position.start(deal.cards, rules)
            told = [format_event(event) for event in events(moves, start)]
            record |= {"verdict": "won", "reason": None, "moves": told, "nodes": nodes}
            record["shortest"] = verdict.shortest
        case Lost(reason, nodes, block):
            record |= {"verdict": "lost", "reason": reason, "moves": None, "nodes": nodes}
            if block is not None:
                record["block"] = _format_block(block, rules)
        case Unknown(limit, nodes):
            record |= {"verdict": "unknown", "reason": limit, "moves": None, "nodes": nodes}
    return record


def blocks_record(
    deal: Deal, game: str, rules: Rules, arguments: Sequence[Certificate]
) -> dict[str, Any]:
    """The record of a deal's blocks, each with its certificate; `blocks` is empty for none."""
    record = deal_record(deal, game)
    cards = record.pop("cards")
    told = [
        _format_block(argument.block, rules) | {"certificate": format_certificate(argument, rules)}
        for argument in arguments
    ]
    return record | {"rules": rules.to_dict(), "cards": cards, "blocks": told}


def parse_record(value: object, place: str = "") -> Record:
    """Read what `solve_record` wrote; a `RecordError` begins with `place`. More fields may
    be there, and are not looked at."""
    if not isinstance(value, dict):
        raise RecordError(placed(place, "not a record: an object of fields is wanted"))
    try:
        return _parse(value)
    except PyrtoolError as error:
        raise RecordError(placed(place, error)) from None


def check_record(record: Record, limits: Limits = Limits()) -> Finding:
    """Whether what the record claims is so; `limits` are for a search done again."""
    given = record.deal
    if given.number is not None and given.numbering is not None:
        named = deal(given.number, given.numbering, record.rules)
        if named.cards != given.cards:
            return Finding("fails", _disagreement(named, given))
    match record.verdict:
        case Won():
            return _check_moves(record)
        case Lost(reason, _, block):
            return _check_block(record, reason, block) if block else _search(record, limits)
        case Unknown(limit):
            return Finding("no-claim", f"unknown: the limit on {limit} was reached")


def check_words(text: str, deal: Deal, rules: Rules) -> Finding:
    """Whether moves in words can be played and win; a `MoveError` where a word is no move."""
    position = Position.start(deal.cards, rules)
    try:
        moves = parse_moves(text, position)
    except ReplayError as error:
        return Finding("fails", str(error))
    for move in moves:
        position = position.play(move)
    return _ending(len(moves), position)


def _check_moves(record: Record) -> Finding:
    try:
        moves, end = replay(record.told, Position.start(record.deal.cards, record.rules))
    except ReplayError as error:
        return Finding("fails", str(error))
    return _ending(len(moves), end)


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
    match solve(record.deal.cards, record.rules, limits):
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


# Reading.


def _parse(value: dict[str, Any]) -> Record:
    rules = _parse_rules(_field(value, "rules", dict))
    number, numbering = _parse_number(value)
    cards = parse_cards_field(_field(value, "cards", str), rules, "").cards
    verdict, told = _parse_verdict(value, rules)
    game = _field(value, "game", str)
    return Record(Deal(number, numbering, cards), game, rules, verdict, told)


def _field(value: dict[str, Any], name: str, *kinds: type) -> Any:
    if name not in value:
        raise RecordError(f"the field {name!r} is missing")
    if type(value[name]) not in kinds:
        shown = shorten(repr(value[name]))[1:-1]  # cut, but not quoted twice
        raise RecordError(f"the field {name!r} cannot be {shown}")
    return value[name]


def _parse_rules(value: dict[str, Any]) -> Rules:
    try:
        return Rules.from_dict(value)
    except PyrtoolError as error:
        raise RecordError(placed("rules", error)) from None
    except TypeError:  # a value of a kind that no rule has, such as a list
        raise RecordError("rules: a field has a value of the wrong kind") from None


def _parse_number(value: dict[str, Any]) -> tuple[DealNumber | None, Numbering | None]:
    number = _field(value, "deal", int, str, type(None))
    numbering = _field(value, "numbering", str, type(None))
    if number is None and numbering is None:
        return None, None
    if number is None or numbering is None:
        raise RecordError("the fields 'deal' and 'numbering' go together")
    if numbering not in NUMBERINGS:
        raise RecordError(f"there is no numbering {shorten(numbering)}")
    return parse_number(str(number), numbering), numbering


def _parse_verdict(value: dict[str, Any], rules: Rules) -> tuple[Verdict, tuple[Event, ...]]:
    kind = _field(value, "verdict", str)
    reason = _field(value, "reason", str, type(None))
    nodes = _field(value, "nodes", int)
    moves = _field(value, "moves", list, type(None)) or []
    if kind not in ("won", "lost", "unknown"):
        raise RecordError(f"there is no verdict {shorten(kind)}")
    reasons = {"won": (None,), "lost": get_args(Reason), "unknown": get_args(Limit)}[kind]
    if reason not in reasons:
        raise RecordError(f"{kind}: the reason cannot be {shorten(str(reason))}")
    if kind == "won":
        if value["moves"] is None:
            raise RecordError("won: the moves are missing")
        told = tuple(parse_event(event, f"event {k}") for k, event in enumerate(moves, 1))
        played = tuple(move_of(event) for event in told if event.kind != "auto")
        return Won(played, nodes), told
    if moves:
        raise RecordError(f"{kind}: there can be no moves")
    if kind == "unknown":
        return Unknown(reason, nodes), ()
    if reason not in get_args(BlockKind) or (reason == "count" and "block" not in value):
        return Lost(reason, nodes), ()
    return Lost(reason, nodes, _parse_block(_field(value, "block", dict), rules)), ()


def _format_block(block: Block, rules: Rules) -> dict[str, Any]:
    return {
        "kind": block.kind,
        "sets": [set_name(low, rules.total) for low, _ in block.sets],
        "card": None if block.card is None else str(block.card),
        "covers": list(map(str, block.covers)),
    }


def _parse_block(value: dict[str, Any], rules: Rules) -> Block:
    kind = _field(value, "kind", str)
    if kind not in get_args(BlockKind):
        raise RecordError(f"there is no block {shorten(kind)}")
    named = {set_name(low, rules.total): (low, high) for low, high in rules.sets}
    names = _field(value, "sets", list)
    for name in names:
        if not isinstance(name, str) or name not in named:
            raise RecordError(f"block: there is no set {shorten(str(name))}")
    if not names:
        raise RecordError("block: it has no set")
    card = _field(value, "card", str, type(None))
    covers = _field(value, "covers", list)
    return Block(
        kind,
        tuple(named[name] for name in names),
        None if card is None else Card.parse(card),
        tuple(Card.parse(str(cover)) for cover in covers),
    )
