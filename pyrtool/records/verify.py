"""A record of JSON, read and checked in one call."""

from __future__ import annotations

from collections.abc import Mapping

from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.records.checking import check_record
from pyrtool.records.reading import parse_record
from pyrtool.records.record import Finding


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
        >>> from pyrtool.records import solve_record
        >>> two = deal(2, "giza")
        >>> record = solve_record(two, "giza", solve(two))
        >>> verify(record).outcome
        'holds'
        >>> verify(record | {"moves": record["moves"][:3]}).words
        'not won: after the last move 46 cards are left'
    """
    earlier = None if before is None else parse_record(dict(before))
    return check_record(parse_record(dict(record)), limits, earlier)


guard(__name__)
