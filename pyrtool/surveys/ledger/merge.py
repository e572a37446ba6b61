"""Ledgers made of others: parts put together, and what is sound of one that was damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from pyrtool.base.arguments import guard
from pyrtool.base.files import beside
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.ledger.checks import Head, Row, read_head, read_row
from pyrtool.surveys.ledger.database import (
    UNREADABLE,
    DamageError,
    LedgerError,
    check_format,
    connect,
    explained,
    lock,
)
from pyrtool.surveys.ledger.ledger import Ledger, create_ledger, open_ledger
from pyrtool.surveys.plan import Plan, difference_in_words, differences
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.ranges import Ranges


def merge_ledgers(paths: list[Path], target: Path) -> Outcomes:
    """Put the shards of several ledgers into a new one; they must agree and share no deal.

    The new ledger appears when it is whole.
    """
    if not paths:
        raise LedgerError("no ledgers to merge")
    if target.exists():
        raise LedgerError(f"{target}: is there already")
    with (
        beside(target) as place,
        open_ledger(paths[0]) as first,
        create_ledger(place, first.plan, (), first.identity) as merged,
    ):
        for path in paths:
            with open_ledger(path) as part:
                _check_disjoint(part, merged)
                merged.want(part.wanted)
                for shard in part.shards():
                    merged.add(shard)
        return merged.tally()


def _check_disjoint(part: Ledger, merged: Ledger) -> None:
    for name, here, there in differences(merged.identity, part.identity):
        difference = difference_in_words(name, there, here)
        raise LedgerError(f"{part.path}: was begun {difference} as the first ledger")
    twice = ranges.overlap(merged.done(), part.done())
    if twice:
        raise LedgerError(f"{part.path}: deals {ranges.words(twice)} are in another ledger too")


def take_out_damage(path: Path, plan: Plan | None, wanted: Ranges) -> Ranges | None:
    """Put the sound shards of a damaged ledger into a new one in its place.

    The deals that are wanted and missing then; None where nothing was damaged. The ledger's own
    head holds where it is sound; else `plan`, for deals `wanted`, provided that some shard of the
    ledger was made by it. `DamageError` when nothing can be read, or nothing says what it is about.
    """
    try:
        with open_ledger(path):
            return None
    except DamageError:
        pass
    with beside(path) as place, closing(connect(path, "rw")) as connection:
        with explained(path):
            check_format(path, connection)
            _lock(connection)
        head = _sound_head(connection)
        if head is None and plan is None:
            raise DamageError(path, "its head, too: name its DEALS and rules again")
        if head is None:
            assert plan is not None
            head = Head(plan.identity(), plan.game, wanted)
            if not any(_sound_rows(connection, head)):
                raise DamageError(path, "no shard of it is sound and was made by these rules")
        with create_ledger(place, head.plan(), head.wanted, head.identity) as fresh:
            done: Ranges = ()
            for row in _sound_rows(connection, head):
                shard = row.shard(QUESTIONS[fresh.plan.question], fresh.identity["solver"])
                deals = ((shard.first, shard.last),)
                if not ranges.overlap(done, deals):
                    fresh.add(shard)
                    done = ranges.normal((*done, *deals))
            return fresh.missing()


def _lock(connection: sqlite3.Connection) -> None:
    """Keep other writers out; a database too damaged to be locked has none."""
    try:
        lock(connection)
    except UnicodeDecodeError:
        pass  # SQLite's message quotes the damaged bytes
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise


def _sound_head(connection: sqlite3.Connection) -> Head | None:
    try:
        return read_head(connection)
    except (sqlite3.Error, *UNREADABLE):
        return None


def _sound_rows(connection: sqlite3.Connection, head: Head) -> Iterator[Row]:
    """The rows that are sound, from both ends to where nothing can be read, each once."""
    seen: set[int] = set()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error, *UNREADABLE):
            places = connection.execute(
                f"SELECT rowid FROM shard NOT INDEXED ORDER BY rowid {order}"
            )
            for (place,) in places:
                if place in seen:
                    continue
                seen.add(place)
                with suppress(sqlite3.Error, *UNREADABLE):
                    row, checksum = read_row(connection, place)
                    row.check(head.identity, checksum)
                    yield row


guard(__name__)
