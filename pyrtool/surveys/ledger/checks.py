"""Whether a ledger holds what was written to it: a checksum of its head and of every shard.

A shard's covers all that its row says and what it belongs to: the question, the rules, what numbers
mean, the limits, the solver's version. Ledgers of an earlier form have none; there each shard's
counts and sums are counted again from the outcomes of its deals, which bear a checksum of zlib's.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, Self

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.deals import MOST_DEALS
from pyrtool.surveys.counts import Nodes, Outcomes, unpack_histogram
from pyrtool.surveys.ledger.database import UNREADABLE, is_former
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.questions.question import Question
from pyrtool.surveys.shard import Shard
from pyrtool.surveys.work.ranges import Ranges, normal

CHECKSUM: Final = "checksum"
"""The key of the head's checksum, and the column of a shard's."""


class Head(NamedTuple):
    """What a ledger is about: identity, the game's name, the deals that it is to hold."""

    identity: JsonObject
    game: str
    wanted: Ranges

    @classmethod
    def of_texts(cls, texts: Mapping[str, str], checked: bool) -> Self:
        """Read what `texts` wrote; a `ValueError` unless it is so, `checked` by its checksum."""
        stored = {key: json.loads(text) for key, text in texts.items()}
        identity, game, wanted = (stored[name] for name in cls._fields)
        found = cls(identity, game, normal((int(first), int(last)) for first, last in wanted))
        if not isinstance(game, str):
            raise ValueError("the name of its game is none")
        found.plan()
        if checked and found.texts() != dict(texts):
            raise ValueError("its head does not agree with its checksum")
        return found

    def texts(self) -> dict[str, str]:
        """What is stored, by its keys: JSON texts, deal numbers in digits."""
        wanted = [[str(first), str(last)] for first, last in self.wanted]
        content = {"identity": self.identity, "game": self.game, "wanted": wanted}
        return {
            key: json.dumps(one) for key, one in (content | {CHECKSUM: _digest(content)}).items()
        }

    def plan(self) -> Plan:
        """The plan, whatever solver it names."""
        return Plan.of_identity(self.identity, self.game)


class Row(NamedTuple):
    """A shard as it is stored; the fields are the columns (`ledger`)."""

    first: str
    last: str
    deals: int
    counts: str
    nodes: str
    most_nodes: int
    hardest: str | None
    histogram: bytes
    outcomes: bytes
    seconds: float

    @classmethod
    def of_shard(cls, shard: Shard) -> Self:
        """The row of a shard."""
        nodes = shard.tally.nodes
        return cls(
            str(shard.first),
            str(shard.last),
            shard.deals,
            json.dumps(shard.tally.kept),
            str(nodes.total),
            nodes.most,
            None if nodes.hardest is None else str(nodes.hardest),
            nodes.pack_histogram(),
            shard.packed,
            shard.seconds,
        )

    def shard(self, question: Question, solver: str) -> Shard:
        """The inverse of `of_shard`; `ValueError`, `TypeError` or `LookupError` for other rows."""
        first, last = int(self.first), int(self.last)
        return Shard(first, last, self.tally(question), self.outcomes, self.seconds, solver)

    def tally(self, question: Question) -> Outcomes:
        """What is counted; a `ValueError` where these deals cannot have such sums."""
        hardest = None if self.hardest is None else int(self.hardest)
        histogram = unpack_histogram(self.histogram)
        spent = Nodes(int(self.nodes), self.most_nodes, hardest, histogram)
        counts = json.loads(self.counts)
        if not isinstance(counts, dict) or any(
            type(deals) is not int or deals < 0 for deals in counts.values()
        ):
            raise ValueError("counts that are none")
        outcomes = question.outcomes(counts, spent)
        deals = int(self.last) - int(self.first) + 1
        if not (
            0 < deals == self.deals == sum(outcomes.counts.values()) <= MOST_DEALS
            and type(spent.most) is int
            and 0 <= spent.total <= spent.most * deals
            and spent.deals <= deals
        ):
            raise ValueError("sums that this number of deals cannot have")
        return outcomes

    @property
    def name(self) -> str:
        """What it is called in words: ``shard 1-2000``."""
        named = str(self.first), str(self.last)
        readable = all(end.isdecimal() and len(end) <= 40 for end in named)
        return f"shard {'-'.join(named)}" if readable else "a shard without a name"

    def checksum(self, identity: JsonObject) -> str:
        """The SHA-256 of what it says, and of what it belongs to."""
        cells = [hashlib.sha256(c).hexdigest() if isinstance(c, bytes) else c for c in self]
        return _digest([identity, cells])

    def check(self, identity: JsonObject, checksum: str | None) -> None:
        """Raise a `ValueError` that names the shard if it disagrees with its checksum or has sums
        that its deals cannot have.

        A checksum of None: it has none, and its sums are counted again.
        """
        try:
            sound = (
                self._agrees_with_its_deals(identity)
                if checksum is None
                else self.checksum(identity) == checksum
            )
            self.tally(_question(identity))
        except UNREADABLE as error:
            raise ValueError(f"{self.name}: {error}") from None
        if not sound:
            against = "the outcomes of its deals" if checksum is None else "its checksum"
            raise ValueError(f"{self.name} does not agree with {against}")

    def _agrees_with_its_deals(self, identity: JsonObject) -> bool:
        question = _question(identity)
        first, deals = int(self.first), int(self.last) - int(self.first) + 1
        if type(self.seconds) is not float or not 0 <= self.seconds < 1e12:
            raise ValueError("a time that is none")
        if deals < 1 or deals != self.deals:
            raise ValueError("another number of deals")
        tally = question.recount(self.outcomes, first, deals)
        again = Row.of_shard(Shard(first, first + deals - 1, tally, self.outcomes, 0, ""))
        counts = json.loads(self.counts)
        return (
            {name: deals for name, deals in counts.items() if deals} == json.loads(again.counts)
            and (self.nodes, self.most_nodes, self.hardest)
            == (again.nodes, again.most_nodes, again.hardest)
            and unpack_histogram(self.histogram) == tally.nodes.histogram
        )


def _question(identity: JsonObject) -> Question:
    return QUESTIONS[identity.get("question", "verdict")]


def _digest(content: object) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def read_head(connection: sqlite3.Connection) -> Head:
    """The head of a ledger; one of `UNREADABLE` or of SQLite's errors unless it is sound."""
    texts = dict(connection.execute("SELECT key, value FROM survey").fetchall())
    return Head.of_texts(texts, checked=not is_former(connection))


def read_rows(
    connection: sqlite3.Connection, which: str = ""
) -> Iterator[tuple[int, Row, str | None]]:
    """The shards of a ledger as they were read, unchecked: place, row and checksum, if any."""
    checksum = "NULL" if is_former(connection) else CHECKSUM
    columns = ", ".join(("rowid", *Row._fields, checksum))
    rows = connection.execute(f"SELECT {columns} FROM shard NOT INDEXED {which}")
    for place, *cells, checksum in rows:
        yield place, Row(*cells), checksum


def read_row(connection: sqlite3.Connection, place: int) -> tuple[Row, str | None]:
    """One of them, by its place; a `LookupError` where there is none."""
    for _, row, checksum in read_rows(connection, f"WHERE rowid = {place:d}"):
        return row, checksum
    raise LookupError("a shard is there and is not")


guard(__name__)
