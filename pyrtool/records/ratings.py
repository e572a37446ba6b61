"""A rating as JSON, and whether a claimed rating holds.

Decides the fields. A rating is checked by rating again, within the work that the claim names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps
from math import isclose
from typing import Final

from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shorten
from pyrtool.game.position import Move

MOST_PLAYOUTS: Final = 10_000_000
MOST_POSITIONS: Final = 50_000_000
"""Ratings that claim to have taken more are not done again."""

_MOVES: Final = ("first_moves", "losing_first_moves", "only_moves")
_CHANCES: Final = ("plain", "clever")
_OF_CHANCE: Final = (
    "chance",
    "difficulty",
    "difficulty_low",
    "difficulty_high",
    "playouts",
    "wins",
)
_SCALE: Final = ("level", "stars", "difficulty", "greater_than", "exact")
_FIELDS: Final = (*_SCALE, *_CHANCES, "positions", *_MOVES)


def format_rating(rating: Rating) -> JsonObject:
    """The fields of a rating. A `difficulty` is null where no game is won: exactly none if
    `exact`, else none of the playouts, and then it is `greater_than`."""
    return {
        "level": rating.level,
        "stars": rating.stars,
        "difficulty": rating.difficulty,
        "greater_than": rating.bounded_by,
        "exact": rating.exact,
        "plain": _format_chance(rating.plain),
        "clever": _format_chance(rating.clever),
        "positions": rating.positions,
        "first_moves": rating.first_moves,
        "losing_first_moves": rating.losing_first_moves,
        "only_moves": rating.only_moves,
    }


def _format_chance(chance: Chance) -> JsonObject:
    return {
        "chance": chance.value,
        "difficulty": chance.difficulty,
        "difficulty_low": chance.least,
        "difficulty_high": chance.most,
        "playouts": chance.playouts,
        "wins": None if chance.exact else chance.wins,
    }


def parse_rating(fields: JsonObject, place: str = "") -> Rating:
    """Read what `format_rating` wrote; a `RatingError` begins with `place`.

    Levels and difficulties are not read: they follow from the chances. But all must be there, and
    nothing else.
    """
    before = f"{place}: " if place else ""
    for part, known, of in _parts(fields):
        if strange := next((name for name in part if name not in known), None):
            raise RatingError(f"{before}{of}: there is no {shorten(strange)}")
        if missing := next((name for name in known if name not in part), None):
            raise RatingError(f"{before}{of}: the field {missing!r} is missing")
    try:
        return Rating(
            _parse_chance(fields["plain"]),
            _parse_chance(fields["clever"]),
            _whole(fields["positions"]),
            *(None if fields[name] is None else _whole(fields[name]) for name in _MOVES),
        )
    except (TypeError, ValueError):
        raise RatingError(f"{before}the field 'rating' is not a rating") from None


def _parts(fields: JsonObject) -> Iterator[tuple[JsonObject, Sequence[str], str]]:
    """The objects of a rating, the fields that each must have, and its place."""
    yield fields, _FIELDS, "rating"
    for name in _CHANCES:
        if type(fields[name]) is dict:
            yield fields[name], _OF_CHANCE, f"rating: {name}"


def _parse_chance(fields: JsonObject) -> Chance:
    playouts = _whole(fields["playouts"])
    if playouts:
        wins = _whole(fields["wins"])
        return Chance(wins / playouts, playouts, wins)
    value = fields["chance"]
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError(value)
    return Chance(value)


def _whole(value: object) -> int:
    """The value if it is a number of things."""
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


class RatingError(PyrtoolError):
    """Fields that are not a rating."""


class NotRatedAgain(Exception):
    """The claimed rating would take too much to check; the message says what."""


def contradiction(
    rating: JsonObject,
    subject: Subject,
    moves: Sequence[Move],
    memory_mib: int = 1024,
) -> str | None:
    """Describe how a claimed rating differs from the true one; None if it holds.

    Facts about moves that the claim omits, or has as unknown (null), are not checked.

    Raises:
        NotRatedAgain: The check would take too much.
    """
    again = format_rating(rate(subject, moves, _limits(rating, memory_mib)))
    if rating.get("exact") is True and not again["exact"]:
        raise NotRatedAgain(f"the exact rating does not fit {memory_mib} MiB")
    for name in _MOVES:
        if rating.get(name) is None:
            again.pop(name)
        elif again[name] is None:
            raise NotRatedAgain("which moves lose was not found within the limit on nodes")
    return _difference(rating, again)


def _limits(rating: JsonObject, memory_mib: int) -> RatingLimits:
    """Limits that reproduce the claimed rating: exact, or by the same number of games."""
    plain = rating.get("plain")
    playouts = plain.get("playouts") if isinstance(plain, dict) else None
    positions = rating.get("positions")
    if rating.get("exact") is True:
        if type(positions) is int and positions > MOST_POSITIONS:
            raise NotRatedAgain(f"{positions} positions are too many to check")
        return RatingLimits(positions=MOST_POSITIONS, playouts=1, memory_mib=memory_mib)
    if type(playouts) is int and playouts > MOST_PLAYOUTS:
        raise NotRatedAgain(f"{playouts} playouts are too many to check")
    games = playouts if type(playouts) is int and playouts > 0 else 1
    return RatingLimits(positions=1, playouts=games, memory_mib=memory_mib)


def _difference(claimed: object, again: JsonObject, of: str = "") -> str | None:
    """The first field that differs. Chances may by rounding."""
    for name, right in again.items():
        given = claimed.get(name) if isinstance(claimed, dict) else None
        where = f"{of}{name}".replace("_", " ")
        if isinstance(right, dict):
            inner = _difference(given, right, f"{name} player's ")
            if inner is not None:
                return inner
        elif not _same(given, right):
            words = f"is {shorten(dumps(given))[1:-1]}, should be {dumps(right)}"
            return f"the rating's {where} {words}"
    return None


def _same(given: object, right: object) -> bool:
    if isinstance(right, float) and (type(given) is int or type(given) is float):
        return isclose(given, right, rel_tol=1e-9, abs_tol=1e-4 if right > 1 else 0.0)
    return type(given) is type(right) and bool(given == right)


guard(__name__)
