"""Reading records: what a value of JSON claims, or what is wrong with it.

Decides what each kind of verdict must show.
"""

from __future__ import annotations

from typing import Any, get_args

from pyrtool.blocks import Block
from pyrtool.blocks import Kind as BlockKind
from pyrtool.cards import Card, PyrtoolError, set_name, shorten
from pyrtool.deals import NUMBERINGS, Deal, DealNumber, Numbering, parse_number
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.notation.line import placed
from pyrtool.notation.moves import Event, move_of, parse_event
from pyrtool.notation.source import UNFINISHED, parse_cards_field
from pyrtool.optimum import By
from pyrtool.records.record import BestClaim, Record, RecordError, Unfinished
from pyrtool.solver import Limit, Lost, Reason, Unknown, Verdict, Won


def parse_record(value: object, place: str = "") -> Record:
    """Read what `solve_record` wrote; a `RecordError` begins with `place`. More fields may
    be there, and are not looked at."""
    if not isinstance(value, dict):
        raise RecordError(placed(place, "not a record: an object of fields is wanted"))
    try:
        return _parse(value)
    except PyrtoolError as error:
        raise RecordError(placed(place, error)) from None


def _parse(value: dict[str, Any]) -> Record:
    rules = _parse_rules(_field(value, "rules", dict))
    number, numbering = _parse_number(value)
    cards = parse_cards_field(_field(value, "cards", str), rules, "").cards
    best = _parse_best(value, rules) if "best" in value else None
    if best is not None:
        # The moves are the best line's.
        told = _parse_events(_field(value, "moves", list))
        won = value.get("verdict") == "won"
        verdict, _ = _parse_verdict(value | {"moves": [] if won else None}, rules)
    else:
        verdict, told = _parse_verdict(value, rules)
    game = _field(value, "game", str)
    rating = _field(value, "rating", dict, type(None)) if "rating" in value else None
    after = _parse_events(_field(value, "after", list)) if "after" in value else ()
    return Record(Deal(number, numbering, cards), game, rules, verdict, told, rating, best, after)


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


def _parse_verdict(
    value: dict[str, Any], rules: Rules
) -> tuple[Verdict | Unfinished, tuple[Event, ...]]:
    kind = _field(value, "verdict", str)
    reason = _field(value, "reason", str, type(None))
    nodes = _field(value, "nodes", int)
    moves = _field(value, "moves", list, type(None)) or []
    if kind not in ("won", "lost", "unknown"):
        raise RecordError(f"there is no verdict {shorten(kind)}")
    reasons = {"won": (None,), "lost": get_args(Reason), "unknown": (*get_args(Limit), UNFINISHED)}
    if reason not in reasons[kind]:
        raise RecordError(f"{kind}: the reason cannot be {shorten(str(reason))}")
    if kind == "won" or reason == UNFINISHED:
        if value["moves"] is None:
            raise RecordError(f"{reason or kind}: the moves are missing")
        told = _parse_events(moves)
        played = tuple(move_of(event) for event in told if event.kind != "auto")
        return Unfinished(played) if reason else Won(played, nodes), told
    if moves:
        raise RecordError(f"{kind}: there can be no moves")
    if kind == "unknown":
        return Unknown(reason, nodes), ()
    if reason not in get_args(BlockKind) or (reason == "count" and "block" not in value):
        return Lost(reason, nodes), ()
    return Lost(reason, nodes, _parse_block(_field(value, "block", dict), rules)), ()


def _parse_events(moves: list[Any]) -> tuple[Event, ...]:
    return tuple(parse_event(event, f"event {k}") for k, event in enumerate(moves, 1))


def _parse_best(value: dict[str, Any], rules: Rules) -> BestClaim:
    by = _field(value, "best", str)
    if by not in get_args(By):
        raise RecordError(f"best: must be {', '.join(get_args(By))}, not {shorten(by)}")
    names = ["pyramid_left", "cards_left"]
    if rules.scoring == "par":
        names += ["score", "cleared_in_pass"]
    ending = {name: _field(value, name, int, type(None)) for name in names}
    return BestClaim(by, _field(value, "proved", bool), ending)


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


guard(__name__)
