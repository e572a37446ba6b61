"""Ratings and reasoning as JSON, and whether a claim of one holds.

Decides the fields. A rating is checked by rating again, within the work that the claim names and
the limits; a reasoning by explaining again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from json import dumps
from math import isclose
from typing import Final

from pyrtool.answers.explain.difficulty import ORDER, Reasoning, reason
from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import shorten, shown
from pyrtool.game.position import Move, Subject
from pyrtool.records.claims import Claims

MOST_PLAYOUTS: Final = 10_000_000
MOST_POSITIONS: Final = 50_000_000
"""Ratings that claim to have taken more are not done again."""

_GREATEST: Final = 1_000
"""No chance or difficulty is greater: that of the smallest chance of 64 bits is 324."""

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
_RATING: Final = (*_SCALE, *_CHANCES, "positions", *_MOVES)


def format_rating(rating: Rating) -> JsonObject:
    """Write the fields of a rating. A `difficulty` is null if no game is won: exactly none if
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

    Levels and difficulties are not read: they follow from the chances. All must be there, alone.
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
    except (TypeError, ValueError, OverflowError):
        raise RatingError(f"{before}the field 'rating' is not a rating") from None


def _parts(fields: JsonObject) -> Iterator[tuple[JsonObject, Sequence[str], str]]:
    """Give the objects of a rating, the fields that each must have, and its place."""
    yield fields, _RATING, "rating"
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
    """Return the value if it is a whole number from 0 on, or raise a `ValueError`."""
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


class RatingError(PyrtoolError):
    """Fields that are not a rating."""


class NotRatedAgain(Exception):
    """The claimed rating would take too much to check; the message says what."""


def contradiction(
    rating: JsonObject, subject: Subject, moves: Sequence[Move], limits: Limits
) -> str | None:
    """Describe how a claimed rating differs from the true one; None if it holds.

    Fields that contradict each other need no rating. Facts about moves that the claim has as
    unknown (null) are not checked.

    Raises:
        NotRatedAgain: The check would take too much.
    """
    if wrong := _difference(rating, format_rating(parse_rating(rating))):
        return wrong
    try:
        again = format_rating(rate(subject, moves, _limits(rating, limits)))
    except LeftOpenError as error:
        raise NotRatedAgain(str(error)) from None
    if rating["exact"] is True and not again["exact"]:
        raise NotRatedAgain(f"the exact rating does not fit {limits.memory_mib} MiB")
    for name in _MOVES:
        if rating[name] is None:
            again.pop(name)
        elif again[name] is None:
            raise NotRatedAgain("which moves lose was not found within the limit on nodes")
    return _difference(rating, again)


def _limits(rating: JsonObject, limits: Limits) -> RatingLimits:
    """Return limits that reproduce the claimed rating: exact, or by the same number of games."""
    playouts, positions = rating["plain"]["playouts"], rating["positions"]
    kept = RatingLimits(memory_mib=limits.memory_mib, seconds=limits.seconds)
    if rating["exact"] is True:
        if positions > MOST_POSITIONS:
            raise NotRatedAgain(f"{shown(positions)} positions are too many to check")
        return replace(kept, positions=MOST_POSITIONS, playouts=1)
    if playouts > MOST_PLAYOUTS:
        raise NotRatedAgain(f"{shown(playouts)} playouts are too many to check")
    return replace(kept, positions=1, playouts=playouts)


def _difference(claimed: object, again: JsonObject, of: str = "") -> str | None:
    """Describe the first field that differs. Chances may differ by rounding."""
    for name, right in again.items():
        given = claimed.get(name) if isinstance(claimed, dict) else None
        where = f"{of}{name}".replace("_", " ")
        if isinstance(right, dict):
            inner = _difference(given, right, f"{name} player's ")
            if inner is not None:
                return inner
        elif not _same(given, right):
            words = f"is {_in_json(given)}, should be {dumps(right)}"
            return f"the rating's {where} {words}"
    return None


def _in_json(value: object) -> str:
    """Return a value for a message."""
    try:
        return shorten(dumps(value))[1:-1]
    except ValueError:  # an integer with thousands of digits
        return shown(value)


def _same(given: object, right: object) -> bool:
    if isinstance(right, float) and (type(given) is int or type(given) is float):
        if abs(given) > _GREATEST:  # `isclose` fails on an integer that no float holds
            return False
        return isclose(given, right, rel_tol=1e-9, abs_tol=1e-4 if right > 1 else 0.0)
    return type(given) is type(right) and bool(given == right)


_REASONING: Final = ("level", "trials", "technique", "forced", "deduced")


class ReasoningError(PyrtoolError):
    """Fields that are not what an explanation takes."""


def format_reasoning(reasoning: Reasoning) -> JsonObject:
    """Write the fields of what an explanation takes. `level`, `trials` and `technique` are null if
    nothing is deduced, `forced` and `deduced` for a lost deal."""
    return {
        "level": reasoning.level,
        "trials": None if reasoning.technique is None else reasoning.trials,
        "technique": reasoning.technique,
        "forced": reasoning.forced,
        "deduced": reasoning.deduced,
    }


def parse_reasoning(fields: JsonObject) -> Reasoning:
    """Read what `format_reasoning` wrote; a `ReasoningError` for anything else."""
    if sorted(fields) != sorted(_REASONING):
        raise ReasoningError(f"reasoning: the fields must be {', '.join(_REASONING)}")
    technique, trials = fields["technique"], fields["trials"]
    forced, deduced = fields["forced"], fields["deduced"]
    counts = (0 if trials is None else trials, forced or 0, deduced or 0)
    if technique not in (None, *ORDER) or not all(type(n) is int and n >= 0 for n in counts):
        raise ReasoningError("the field 'reasoning' is not what an explanation takes")
    found = Reasoning("lost" if forced is None else "won", counts[0], technique, forced, deduced)
    if format_reasoning(found) != fields:
        raise ReasoningError("the fields of 'reasoning' contradict each other")
    return found


def check_reasoning(start: Subject, claimed: JsonObject, claims: Claims, limits: Limits) -> None:
    """Judge what the explanation of a deal or a position is claimed to take."""
    verdict = solve(start, limits)
    if isinstance(verdict, Unknown):
        claims.limit(f"; the reasoning is not confirmed: the limit on {verdict.limit} was reached")
        return
    found = reason(start, verdict)
    again = {} if found is None else format_reasoning(found)
    for name in _REASONING:
        if found is None or again[name] != claimed[name]:
            right = "none" if found is None else shown(again[name])
            words = f"the reasoning's {name} is {shown(claimed[name])}, should be {right}"
            claims.contradict(words, "reasoning")
            return
    claims.confirm("reasoning")
    claims.say(", explained again")
