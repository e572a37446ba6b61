"""Ratings and reasoning as JSON, and whether a claim of one holds.

A rating is checked by rating again, within the work that the claim names and
the limits; a reasoning by explaining again.
"""

from collections.abc import Sequence
from dataclasses import replace
from json import dumps
from math import isclose
from typing import Final

from pyrtool.answers.explain.difficulty import Reasoning, reason
from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import shorten, shown
from pyrtool.game.position import Move, Subject
from pyrtool.notation.deals import placed
from pyrtool.records.claims import Claims
from pyrtool.records.fields import RecordError, check, write

MOST_PLAYOUTS: Final = 10_000_000
MOST_POSITIONS: Final = 50_000_000
"""Ratings that claim to have taken more are not done again."""

_GREATEST: Final = 1_000
"""No chance or difficulty is greater: that of the smallest chance of 64 bits is 324."""

_MOVES: Final = ("first_moves", "losing_first_moves", "only_moves")


def format_rating(rating: Rating) -> JsonObject:
    """Write the fields of a rating. A `difficulty` is null if no game is won: exactly none if
    `exact`, else none of the playouts, and then it is `greater_than`."""
    return write(
        "rating",
        rating,
        greater_than=rating.bounded_by,
        plain=_format_chance(rating.plain),
        clever=_format_chance(rating.clever),
    )


def _format_chance(chance: Chance) -> JsonObject:
    return write(
        "chance",
        chance,
        chance=chance.value,
        difficulty_low=chance.least,
        difficulty_high=chance.most,
        wins=None if chance.exact else chance.wins,
    )


def parse_rating(fields: JsonObject, place: str = "") -> Rating:
    """Read what `format_rating` wrote; a `RecordError` begins with `place`.

    Levels and difficulties are not read: they follow from the chances.
    """
    check("rating", fields, *filter(None, [place]), "rating")
    try:
        return Rating(
            _parse_chance(fields["plain"]),
            _parse_chance(fields["clever"]),
            fields["positions"],
            *(fields[name] for name in _MOVES),
        )
    except PyrtoolError as error:
        raise RecordError(placed(place, f"rating: {error}")) from None


def _parse_chance(fields: JsonObject) -> Chance:
    playouts, wins = fields["playouts"], fields["wins"] or 0
    return Chance(wins / playouts, playouts, wins) if playouts else Chance(fields["chance"])


class NotRatedAgain(Exception):
    """The claimed rating would take too much to check; the message says what."""


def contradiction(
    rating: JsonObject, subject: Subject, moves: Sequence[Move], limits: Limits
) -> str | None:
    """Describe how a claimed rating differs from the true one; None if it holds.

    Fields that contradict each other need no rating. Facts about moves that the claim has as
    unknown (null) are not checked. `NotRatedAgain` if the check would take too much.
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


def format_reasoning(reasoning: Reasoning) -> JsonObject:
    """Write the fields of what an explanation takes. `level`, `trials` and `technique` are null if
    nothing is deduced, `forced` and `deduced` for a lost deal."""
    trials = None if reasoning.technique is None else reasoning.trials
    return write("reasoning", reasoning, trials=trials)


def parse_reasoning(fields: JsonObject) -> Reasoning:
    """Read what `format_reasoning` wrote; a `RecordError` for anything else."""
    check("reasoning", fields, "reasoning")
    found = Reasoning(
        "lost" if fields["forced"] is None else "won",
        fields["trials"] or 0,
        *(fields[name] for name in ("technique", "forced", "deduced")),
    )
    if format_reasoning(found) != fields:
        raise RecordError("the fields of 'reasoning' contradict each other")
    return found


def check_reasoning(start: Subject, claimed: JsonObject, claims: Claims, limits: Limits) -> None:
    """Judge what the explanation of a deal or a position is claimed to take."""
    verdict = solve(start, limits)
    if isinstance(verdict, Unknown):
        claims.limit(f"; the reasoning is not confirmed: the limit on {verdict.limit} was reached")
        return
    found = reason(start, verdict)
    again = None if found is None else format_reasoning(found)
    for name, given in claimed.items():
        right = "none" if again is None else shown(again[name])
        if again is None or again[name] != given:
            words = f"the reasoning's {name} is {shown(given)}, should be {right}"
            claims.contradict(words, "reasoning")
            return
    claims.confirm("reasoning")
    claims.say(", explained again")
