"""Reading records: what a value of JSON claims, or what is wrong with it.

`fields.check` judges which fields a record has, and what each can be; here is judged what only the
rules of its game decide.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import Final

from pyrtool.answers.best.best import possible
from pyrtool.answers.best.matches import per_deal
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.objectives import By
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject, number_field
from pyrtool.base.messages import shown
from pyrtool.base.version import STAMP
from pyrtool.game.cards import Card, set_name
from pyrtool.game.deals import Deal, parse_number
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_GAMES, PAR_POINTS, points
from pyrtool.game.position import Position, Subject
from pyrtool.notation.deals import placed
from pyrtool.notation.face_down import UnknownCountError
from pyrtool.notation.files import UNFINISHED, parse_table_fields
from pyrtool.notation.moves import Event, move_of, parse_event, replay
from pyrtool.notation.places import parse_named
from pyrtool.notation.rules import carried_rules, parse_named_rules
from pyrtool.records.claims import (
    BestClaim,
    BlockClaim,
    ExchangeClaim,
    MatchClaim,
    Record,
    Unfinished,
)
from pyrtool.records.fields import RecordError, check, fields
from pyrtool.records.ratings import parse_rating, parse_reasoning

_READ: Final = {
    "of_blocks": ("beside 'blocks'", "blocks"),
    "of_explanation": ("beside 'explanation'", "explanation"),
    "of_advice": ("beside 'advice'", "advice"),
    "of_closed": ("beside 'closed'", "closed"),
    "of_review": ("beside 'review'", "review"),
    "of_luck": ("beside 'luck'", "luck"),
    "of_best": ("with 'best'", "best"),
    "of_verdict": ("without 'best'", "verdict", "reason", "moves", "nodes"),
    "of_deal": ("without 'verdict'", "deal"),
}
"""The kinds of records that are read: why fields of others have no meaning there, and the fields
of which a record has one. The first kind that fits is meant."""

_OF_DEALS: Final = ("puzzle", "slug", "title", "teaser")
_MAY_BE_NULL: Final = ("deal", "numbering", "cards", "reason", "moves")


def parse_record(value: object, place: str = "") -> Record:
    """Read what any command wrote: a deal, its verdict, blocks or best line, or a game in play.

    A `RecordError` begins with `place`. Other fields may be there: `Record.unread` names them.
    """
    if not isinstance(value, dict):
        raise RecordError(placed(place, "not a record: an object of fields is wanted"))
    try:
        return _parse(value)
    except PyrtoolError as error:
        raise RecordError(placed(place, error)) from None


def _parse(value: JsonObject) -> Record:
    named = carried_rules(value)
    of_kinds = ((kind, names) for kind, (_, *names) in _READ.items())
    kind = next((kind for kind, names in of_kinds if value.keys() & names), "of_deal")
    known = fields(kind)
    for name in value:
        if name not in known and any(name in fields(other) for other in _READ):
            raise RecordError(f"the field {name!r} has no meaning {_READ[kind][0]}")
    check(kind, {name: held for name, held in value.items() if name in known})
    assert named is not None  # its fields are there
    read = _parse_subject(value, named.rules)
    claims: JsonObject = {}
    if kind == "of_blocks":
        claims["blocks"] = tuple(
            BlockClaim(
                _parse_block(block, read.rules, f"block {number}: "), block.get("certificate")
            )
            for number, block in enumerate(value["blocks"], 1)
        )
    elif kind == "of_explanation":
        claims["explanation"] = value["explanation"]
    elif kind in ("of_review", "of_luck"):
        judged = claims[kind[3:]] = value[kind[3:]]
        moves = judged.get("moves") or [step["move"] for step in judged.get("steps", [])]
        claims |= {"events": _parse_events(moves), "ended": judged["ended"]}
    elif kind in ("of_best", "of_verdict"):
        claims = _parse_answer(value, read.rules)
    claims["after"] = _parse_events(value.get("after", []))
    if "then" in value and isinstance(read, Deal):  # a position has no exchange
        won = {"verdict": "won", "reason": None, "rating": value.get("rating"), **value["then"]}
        twin = read.exchanged(*claims["exchange"].cards)
        claims["then"] = Record(twin, named.game, **_parse_answer(won, read.rules))
    names = _names(value, known)
    return _with_their_cards(Record(read, named.game, **claims, fields=names))


def _parse_subject(value: JsonObject, rules: Rules) -> Subject:
    """Read the deal, or the position without one."""
    number = None
    if value["deal"] is not None:
        number = parse_number(str(value["deal"]), value["numbering"])
        if number_field(number) != value["deal"]:
            raise RecordError(f"the field 'deal' must be {number_field(number)!r}")
    try:
        read = parse_table_fields(value, rules, "")
    except UnknownCountError as error:
        return error.seen.positions[0]  # no claim is about a table that may be another
    if isinstance(read, Position):
        return read
    return replace(read, number=number, numbering=value["numbering"])


def _names(value: JsonObject, known: Container[str]) -> tuple[str, ...]:
    """List the names of all claims, those that nothing can check last. Null says nothing in some
    fields; each field of a second line is a claim by itself."""
    names: list[str] = []
    for name, held in sorted(value.items(), key=lambda f: f[0] not in known or f[0] in _OF_DEALS):
        if name == "cleared":
            names += [f"cleared.{inner}" for inner in held]
        elif name not in STAMP and (held is not None or name not in _MAY_BE_NULL):
            names.append(name)
    return tuple(names)


def _with_their_cards(record: Record) -> Record:
    """Give the moves the cards that they take: one card of two packs is known by its place. What
    cannot be played stays as it is, for `check_record`."""
    verdict = record.verdict
    if record.rules.packs == 1 or not isinstance(verdict, Won | Unfinished):
        return record
    try:
        moves, _ = replay(record.events, record.start())
    except PyrtoolError:
        return record
    return replace(record, verdict=replace(verdict, moves=moves))


def _parse_answer(value: JsonObject, rules: Rules) -> JsonObject:
    """Read the claims of a record with a verdict, by the names of `Record`'s fields."""
    claims: JsonObject = {
        "events": _parse_events(value["moves"] or []),
        "ended": value.get("ended"),
    }
    claims["verdict"] = verdict = _parse_verdict(value, claims["events"], rules)
    if "best" in value:
        claims["best"] = _parse_best(value, rules)
    elif isinstance(verdict, Won | Unfinished):
        claims["ending"] = _parse_ending(value, rules)
    if "match" in value:
        claims["match"] = _parse_match(value, rules)
    if "exchange" in value:
        one, other = map(Card.parse, value["exchange"])
        if {one, other} - set(rules.deck) or one.rank == other.rank:
            raise RecordError(f"the field 'exchange' cannot be {one} and {other}")
        claims["exchange"] = ExchangeClaim((one, other), value["exchanged"], value["exchanges"])
    if "lost_by" in value:
        claims["lost_by"] = parse_named_rules(value["lost_by"])
    if value.get("rating") is not None:
        claims["rating"] = value["rating"]
        parse_rating(value["rating"])
    if "reasoning" in value:
        claims["reasoning"] = value["reasoning"]
        reasoning = parse_reasoning(value["reasoning"])
        if value["verdict"] != reasoning.verdict:
            raise RecordError(f"reasoning: is that of a {reasoning.verdict} deal")
    return claims


def _parse_verdict(
    value: JsonObject, events: Sequence[Event], rules: Rules
) -> Verdict | Unfinished:
    reason, nodes = value["reason"], value["nodes"]
    if value["verdict"] == "lost":
        block = _parse_block(value["block"], rules) if "block" in value else None
        return Lost(reason, nodes, block)
    if reason not in (None, UNFINISHED):
        return Unknown(reason, nodes)
    # The moves beside a best line are those of the line.
    played = () if "best" in value else tuple(move_of(one) for one in events if one.kind != "auto")
    if reason == UNFINISHED:
        return Unfinished(played)
    left_open = () if "best" in value else (value.get("limit"), value.get("least_moves"))
    return Won(played, nodes, value.get("shortest", False), *left_open)


def _parse_events(moves: Iterable[object]) -> tuple[Event, ...]:
    return tuple(parse_event(event, f"event {k}") for k, event in enumerate(moves, 1))


def _parse_best(value: JsonObject, rules: Rules) -> BestClaim:
    by = value["best"]
    claim = _parse_line(value, rules, by)
    if "at_least" in value:
        _in_range(value, "at_least", *possible(rules, by))
        claim = replace(claim, at_least=value["at_least"])
    if "cleared" in value:
        cleared = value["cleared"]
        line = _parse_line(cleared, rules, by, "cleared: ")
        claim = replace(claim, cleared=(_parse_events(cleared["moves"]), line))
    return claim


def _parse_line(value: JsonObject, rules: Rules, by: By, of: str = "") -> BestClaim:
    """Read the claims about one best line."""
    bound = value.get("bound")
    if bound is not None:
        _parse_ending(bound, rules, f"{of}bound: ")
    reached = _parse_ending(value, rules, of)
    return BestClaim(by, value["proved"], reached, bound, least_moves=value.get("least_moves"))


def _parse_ending(value: JsonObject, rules: Rules, of: str = "") -> dict[str, int | None]:
    """Read the claims about the end of the moves, by the names of `writing.ending`."""
    size = rules.deck_size
    most = PAR_POINTS[0] if rules.scoring == "par" else points(rules.row_count, size)
    bounds = dict.fromkeys(("pyramid_left", "cards_left", "removed"), (0, size))
    bounds["score"] = (-size if rules.scoring == "par" else 0, most)
    for name in bounds:
        _in_range(value, name, *bounds[name], of)
    return {name: value[name] for name in (*bounds, "cleared_in_pass") if name in value}


def _in_range(value: JsonObject, name: str, least: int, most: int, of: str = "") -> None:
    """Reject a number that the rules do not allow."""
    if name in value and not least <= value[name] <= most:
        raise RecordError(f"{of}the field {name!r} cannot be {value[name]}")


def _parse_match(value: JsonObject, rules: Rules) -> MatchClaim:
    over = value.get("over", PAR_GAMES)
    least, most = (over * each for each in per_deal(rules, value["best"]))
    _in_range(value, "game_of_match", 1, over)
    for name in ("target", "total", "at_most"):
        _in_range(value, name, least, most)
    return MatchClaim(
        value["match"],
        value["game_of_match"],
        value["total"],
        *(value.get(name) for name in ("over", "target", "at_most")),
    )


def _parse_block(value: JsonObject, rules: Rules, of: str = "block: ") -> Block:
    named = {set_name(*ranks): ranks for ranks in rules.sets}
    for name in value["sets"]:
        if name not in named:
            raise RecordError(f"{of}there is no set {shown(name)}")
    return Block(
        value["kind"],
        tuple(named[name] for name in value["sets"]),
        None if value["card"] is None else parse_named(value["card"]).card,
        tuple(parse_named(cover).card for cover in value["covers"]),
    )
