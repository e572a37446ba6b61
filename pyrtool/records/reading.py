"""Reading records: what a value of JSON claims, or what is wrong with it.

Decides which fields each kind of record has, and of which type and range each is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar, get_args, overload

from pyrtool.answers.best.best import possible
from pyrtool.answers.best.matches import MOST_DEALS, per_deal
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.block import Kind as BlockKind
from pyrtool.answers.objectives import By
from pyrtool.answers.verdicts import Lost, Reason, Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import GREATEST_JSON_INTEGER, JsonObject, number_field
from pyrtool.base.limits import Limit
from pyrtool.base.messages import shorten, shown
from pyrtool.base.version import STAMP
from pyrtool.game.cards import rank_of, set_name
from pyrtool.game.deals import NUMBERINGS, Deal, DealNumber, Numbering, parse_number
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_GAMES, PAR_POINTS, points
from pyrtool.game.position import Subject
from pyrtool.notation.deals import placed
from pyrtool.notation.face_down import UnknownCountError
from pyrtool.notation.files import UNFINISHED, parse_table_fields
from pyrtool.notation.moves import Event, move_of, parse_event, replay
from pyrtool.notation.places import parse_named
from pyrtool.notation.rules import carried_rules
from pyrtool.records.claims import (
    BestClaim,
    BlockClaim,
    MatchClaim,
    Record,
    RecordError,
    Unfinished,
)
from pyrtool.records.ratings import parse_rating, parse_reasoning
from pyrtool.records.writing import BOUNDS

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")


class Fields:
    """Reads an object; `of` precedes the names in errors, as in ``block: ``."""

    def __init__(self, value: JsonObject, of: str = "") -> None:
        self._value = value
        self._unread = dict.fromkeys(value)
        self._of = of

    def __contains__(self, name: str) -> bool:
        return name in self._value

    @property
    def unread(self) -> tuple[str, ...]:
        """The names of fields that were not read, in their order."""
        return tuple(self._unread)

    @overload
    def take(self, name: str, kind: type[_A], /) -> _A: ...
    @overload
    def take(self, name: str, kind: type[_A], other: type[_B], /) -> _A | _B: ...
    @overload
    def take(
        self, name: str, kind: type[_A], other: type[_B], third: type[_C], /
    ) -> _A | _B | _C: ...
    def take(self, name: str, *kinds: type) -> object:
        """Return the value of a field, which must be there and be exactly of one of the types."""
        self._unread.pop(name, None)
        if name not in self._value:
            raise RecordError(f"{self._of}the field {name!r} is missing")
        value: object = self._value[name]
        if type(value) not in kinds:
            raise self.wrong(name)
        return value

    def number(self, name: str, least: int, most: int = 2**63 - 1) -> int:
        """Return the value of a field that must be a whole number in this range."""
        value = self.take(name, int)
        if not least <= value <= most:
            raise self.wrong(name)
        return value

    def wrong(self, name: str) -> RecordError:
        """Word the message for a field that has a value which it cannot have."""
        value = self._value[name]
        held = shorten(repr(value))[1:-1] if isinstance(value, str) else shown(value)  # quoted once
        return RecordError(f"{self._of}the field {name!r} cannot be {held}")

    def refuse(self, names: tuple[str, ...], why: str) -> None:
        """Raise a `RecordError` if one of the fields is there, where it has no meaning."""
        for name in names:
            if name in self._value:
                raise RecordError(f"{self._of}the field {name!r} has no meaning {why}")


_BYS: Final[tuple[By, ...]] = get_args(By)
_BLOCKS: Final[tuple[BlockKind, ...]] = get_args(BlockKind)
_REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
_LIMITS: Final[tuple[Limit, ...]] = get_args(Limit)

_ANSWER: Final = ("verdict", "reason", "moves", "nodes", "best")
_MATCH: Final = ("match", "game_of_match", "total")
_CHALLENGE: Final = ("over", "target", "at_most")
_ENDING: Final = ("pyramid_left", "cards_left", "score", "cleared_in_pass")
_OF_BEST: Final = ("removed", "at_least", "proved", "bound", "cleared")
_LEFT_OPEN: Final = ("limit", "least_moves")
_MAY_BE_NULL: Final = ("deal", "numbering", "cards", "reason", "moves", "rating")
_OF_ANSWERS: Final = (
    *_ANSWER,
    *_MATCH,
    *_CHALLENGE,
    *_ENDING,
    *_OF_BEST,
    *_LEFT_OPEN,
    "shortest",
    "block",
    "rating",
    "reasoning",
    "ended",
)


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
    fields = Fields(value)
    fields.take("rules", dict)
    fields.take("game", str)
    named = carried_rules(value)
    assert named is not None
    rules = named.rules
    number, numbering = _parse_number(fields)
    if "position" in fields:
        fields.take("position", str)
        fields.take("cards", type(None))
    else:
        fields.take("cards", str)
    read: Subject
    try:
        read = parse_table_fields(value, rules, "")
    except UnknownCountError as error:
        read = error.seen.positions[0]  # no claim is about a table that may be another
    if isinstance(read, Deal):
        read = Deal(number, numbering, read.cards, rules)
    elif number is not None:
        raise RecordError("the field 'deal' needs 'cards', not 'position'")
    claims: JsonObject = {}
    if "blocks" in fields:
        fields.refuse(_OF_ANSWERS, "beside 'blocks'")
        claims["blocks"] = _parse_blocks(fields, rules)
    elif "explanation" in fields:
        fields.refuse(_OF_ANSWERS, "beside 'explanation'")
        claims["explanation"] = fields.take("explanation", dict)
    elif any(name in fields for name in _ANSWER):
        claims = _parse_answer(fields, rules)
    else:
        fields.refuse(_OF_ANSWERS, "without 'verdict'")
    if "after" in fields:
        claims["after"] = _parse_events(fields.take("after", list))
    return _with_their_cards(Record(read, named.game, **claims, fields=_claimed(value, fields)))


def _claimed(value: JsonObject, fields: Fields) -> tuple[str, ...]:
    """List the names of all claims, with unknown fields last. Null says
    nothing in some fields; each field of a second line is a claim by itself."""
    names: list[str] = []
    for name, held in sorted(value.items(), key=lambda one: one[0] in fields.unread):
        if name == "cleared" and isinstance(held, dict):
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


def _parse_number(fields: Fields) -> tuple[DealNumber | None, Numbering | None]:
    number_read = fields.take("deal", int, str, type(None))
    numbering = fields.take("numbering", str, type(None))
    if number_read is None and numbering is None:
        return None, None
    if number_read is None or numbering is None:
        raise RecordError("the fields 'deal' and 'numbering' need each other")
    if numbering not in NUMBERINGS:
        raise RecordError(f"unknown numbering {shorten(numbering)}")
    if isinstance(number_read, int) and number_read > GREATEST_JSON_INTEGER:
        raise fields.wrong("deal")
    number = parse_number(str(number_read), numbering)
    if type(number_field(number)) is not type(number_read) or number_field(number) != number_read:
        raise RecordError(f"the field 'deal' must be {number_field(number)!r}")
    return number, numbering


def _parse_answer(fields: Fields, rules: Rules) -> JsonObject:
    """Read the claims of a record with a verdict, by the names of `Record`'s fields."""
    claims: JsonObject = {}
    if "best" in fields:
        # The moves are the best line's.
        claims["events"] = _parse_events(fields.take("moves", list))
        claims["verdict"], _ = _parse_verdict(fields, rules, has_moves=False)
        if isinstance(claims["verdict"], Unfinished):
            raise RecordError(f"{UNFINISHED}: a game in play has no best line")
        if isinstance(claims["verdict"], Won) and claims["verdict"].shortest:
            raise RecordError("shortest: the moves beside 'best' are not those of the verdict")
        claims["best"] = _parse_best(fields, rules)
        fields.refuse(("rating", "reasoning", "ended"), "with 'best'")
    else:
        claims["verdict"], claims["events"] = _parse_verdict(fields, rules, has_moves=True)
        fields.refuse((*_MATCH, *_CHALLENGE, *_OF_BEST), "without 'best'")
        if not (isinstance(claims["verdict"], Won) and claims["verdict"].limit):
            fields.refuse(_LEFT_OPEN, "without 'best', or a win whose fewest moves are not proved")
        if isinstance(claims["verdict"], Won | Unfinished):
            claims["ending"] = _parse_ending(fields, rules)
        else:
            fields.refuse(_ENDING, "without moves")
    if "match" in fields:
        claims["match"] = _parse_match(fields, claims["best"], rules)
    else:
        fields.refuse(_CHALLENGE, "without 'match'")
    if "ended" in fields:
        claims["ended"] = fields.take("ended", bool)
    if "rating" in fields:
        claims["rating"] = rating = fields.take("rating", dict, type(None))
        if rating is not None:
            if not isinstance(claims["verdict"], Won):
                raise RecordError("rating: only won deals have one")
            parse_rating(rating)
    if "reasoning" in fields:
        claims["reasoning"] = fields.take("reasoning", dict)
        reasoning = parse_reasoning(claims["reasoning"])
        if not isinstance(claims["verdict"], Won if reasoning.verdict == "won" else Lost):
            raise RecordError(f"reasoning: is that of a {reasoning.verdict} deal")
    return claims


def _parse_verdict(
    fields: Fields, rules: Rules, has_moves: bool
) -> tuple[Verdict | Unfinished, tuple[Event, ...]]:
    kind = fields.take("verdict", str)
    reason = fields.take("reason", str, type(None))
    nodes = fields.number("nodes", 0)
    moves = fields.take("moves", list, type(None)) if has_moves else None
    if kind not in ("won", "lost", "unknown"):
        raise RecordError(f"unknown verdict {shorten(kind)}")
    reasons = {"won": (None,), "lost": _REASONS, "unknown": (*_LIMITS, UNFINISHED)}
    if reason not in reasons[kind]:
        raise RecordError(f"{kind}: the reason cannot be {shorten(str(reason))}")
    if kind != "lost":
        fields.refuse(("block",), f"where the verdict is {kind}")
    if kind == "won" or reason == UNFINISHED:
        if has_moves and moves is None:
            raise RecordError(f"{reason or kind}: the moves are missing")
        events = _parse_events(moves or [])
        played = tuple(move_of(event) for event in events if event.kind != "auto")
        shortest = fields.take("shortest", bool) if "shortest" in fields else False
        if reason is None:
            if not has_moves or "limit" not in fields:
                return Won(played, nodes, shortest), events
            if shortest:
                raise RecordError("limit: it is proved that no line is shorter")
            limit, least = _parse_limit(fields), fields.number("least_moves", 0)
            return Won(played, nodes, shortest, limit, least), events
        if shortest:
            raise RecordError(f"{reason}: no line is the shortest yet")
        return Unfinished(played), events
    fields.refuse(("shortest",), f"where the verdict is {kind}")
    if moves:
        raise RecordError(f"{kind}: there can be no moves")
    if reason in _LIMITS:
        return Unknown(reason, nodes), ()
    assert reason in _REASONS  # of a lost deal
    if reason not in _BLOCKS:
        fields.refuse(("block",), f"where the reason is {reason}")
        return Lost(reason, nodes), ()
    block = _parse_block(Fields(fields.take("block", dict), "block: "), rules)
    return Lost(reason, nodes, block), ()


def _parse_events(moves: list[object]) -> tuple[Event, ...]:
    return tuple(parse_event(event, f"event {k}") for k, event in enumerate(moves, 1))


def _parse_best(fields: Fields, rules: Rules) -> BestClaim:
    by = fields.take("best", str)
    if by not in _BYS:
        raise RecordError(f"best: must be {', '.join(_BYS)}, not {shorten(by)}")
    claim = _parse_line(fields, rules, by)
    challenge = by == "score" or rank_of(by) > 0
    if not challenge:
        fields.refuse(("at_least", "least_moves", "cleared"), f"where best is {by}")
    if "at_least" in fields:
        claim = replace(claim, at_least=fields.number("at_least", *possible(rules, by)))
    if "cleared" in fields:
        cleared = Fields(fields.take("cleared", dict), "cleared: ")
        events = _parse_events(cleared.take("moves", list))
        claim = replace(claim, cleared=(events, _parse_line(cleared, rules, by)))
        if cleared.unread:
            raise RecordError(f"cleared: there is no {shorten(cleared.unread[0])}")
    return claim


def _parse_ending(fields: Fields, rules: Rules) -> dict[str, int | None]:
    """Read the claims about the end of the moves, by the names of `writing.ending`."""
    bounds = _bounds(rules)
    for name, kept in (
        ("score", rules.scoring != "none"),
        ("cleared_in_pass", rules.scoring == "par"),
    ):
        if not kept:
            fields.refuse((name,), "where the rules keep no such score")
    ending: dict[str, int | None] = {
        name: fields.number(name, *bounds[name])
        for name in ("pyramid_left", "cards_left", "score")
        if name in fields
    }
    if "cleared_in_pass" in fields:
        ending["cleared_in_pass"] = fields.take("cleared_in_pass", int, type(None))
    return ending


def _bounds(rules: Rules) -> dict[str, tuple[int, int]]:
    """Return the least and the most that each field about the end of a line can be."""
    size = rules.deck_size
    scores = (
        (-size, PAR_POINTS[0]) if rules.scoring == "par" else (0, points(rules.row_count, size))
    )
    return dict.fromkeys(("pyramid_left", "cards_left", "removed"), (0, size)) | {"score": scores}


def _parse_line(fields: Fields, rules: Rules, by: By) -> BestClaim:
    """Read the claims about one best line."""
    bounds = _bounds(rules)
    counted = ["pyramid_left", "cards_left"]
    counted += ["score"] * (rules.scoring != "none") + ["removed"] * bool(rank_of(by))
    ending: dict[str, int | None] = {name: fields.number(name, *bounds[name]) for name in counted}
    if rules.scoring == "par":
        ending["cleared_in_pass"] = fields.take("cleared_in_pass", int, type(None))
    proved, bound = fields.take("proved", bool), None
    if proved:
        fields.refuse(("limit", "bound"), "where the line is proved to be the best")
    else:
        _parse_limit(fields)
        given = Fields(fields.take("bound", dict), "bound: ")
        bound = {name: given.number(name, *bounds[name]) for name in BOUNDS[by]}
        if given.unread:
            raise RecordError(f"bound: there is no {shorten(given.unread[0])}")
    least_moves = fields.number("least_moves", 0) if "least_moves" in fields else None
    return BestClaim(by, proved, ending, bound, least_moves=least_moves)


def _parse_limit(fields: Fields) -> Limit:
    """Read the limit that was reached."""
    limit = fields.take("limit", str)
    if limit not in _LIMITS:
        raise fields.wrong("limit")
    return limit


def _parse_match(fields: Fields, best: BestClaim, rules: Rules) -> MatchClaim:
    if "over" in fields:
        return _parse_challenge(fields, best.by, rules)
    fields.refuse(_CHALLENGE, "without 'over'")
    if best.by != "score":
        raise RecordError("match: only the best scores of deals make one")
    number, game = fields.number("match", 1), fields.number("game_of_match", 1, PAR_GAMES)
    total = fields.number("total", -PAR_GAMES * rules.deck_size, PAR_GAMES * PAR_POINTS[0])
    return MatchClaim(number, game, total)


def _parse_challenge(fields: Fields, by: By, rules: Rules) -> MatchClaim:
    over = fields.number("over", 1, MOST_DEALS)
    totals = tuple(over * each for each in per_deal(rules, by))
    number, game = fields.number("match", 1), fields.number("game_of_match", 1, over)
    target = fields.number("target", *totals) if "target" in fields else None
    total, at_most = fields.number("total", *totals), fields.number("at_most", *totals)
    return MatchClaim(number, game, total, over, target, at_most)


def _parse_blocks(fields: Fields, rules: Rules) -> tuple[BlockClaim, ...]:
    claims = []
    for number, value in enumerate(fields.take("blocks", list), 1):
        of = f"block {number}: "
        if not isinstance(value, dict):
            raise RecordError(f"{of}an object of fields is wanted")
        given = Fields(value, of)
        certificate = given.take("certificate", dict) if "certificate" in given else None
        claims.append(BlockClaim(_parse_block(given, rules, of), certificate))
    return tuple(claims)


def _parse_block(fields: Fields, rules: Rules, of: str = "block: ") -> Block:
    kind = fields.take("kind", str)
    if kind not in _BLOCKS:
        raise RecordError(f"unknown block {shorten(kind)}")
    named = {set_name(*ranks): ranks for ranks in rules.sets}
    names = fields.take("sets", list)
    for name in names:
        if not isinstance(name, str) or name not in named:
            raise RecordError(f"{of}there is no set {shown(name)}")
    if not names:
        raise RecordError(f"{of}it has no set")
    card = fields.take("card", str, type(None))
    covers = fields.take("covers", list)
    if not all(isinstance(cover, str) for cover in covers):
        raise fields.wrong("covers")
    if fields.unread:
        raise RecordError(f"{of}it has no field {shorten(fields.unread[0])}")
    return Block(
        kind,
        tuple(named[name] for name in names),
        None if card is None else parse_named(card).card,
        tuple(parse_named(cover).card for cover in covers),
    )
