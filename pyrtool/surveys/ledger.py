"""The ledger: the store of a survey, with a row for each shard."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyrtool.base.files import beside
from pyrtool.game import ranges
from pyrtool.game.deals import MOST_DEALS
from pyrtool.game.ranges import Ranges
from pyrtool.surveys.counts import Nodes, Outcomes, unpack_histogram
from pyrtool.surveys.plan import difference_in_words, differences
from pyrtool.surveys.questions import Survey
from pyrtool.surveys.questions.question import Cell
from pyrtool.surveys.shards import Shard
from pyrtool.surveys.store import Head, Row, Store, StoreError


class Ledger(Store[Shard]):
    """An open ledger; `plan` and `question` are what it was begun with."""

    noun = "ledger"
    work = "survey"
    redo = "`survey run --redo-damaged` solves the damaged parts again"
    application_id = 0x50595254  # "PYRT"
    version = 2
    columns = """
  deals INTEGER NOT NULL,      -- of them all, dropped ones too
  counts TEXT NOT NULL,        -- how many deals had which outcome, JSON
  nodes TEXT NOT NULL,         -- their sum, in digits
  most_nodes INTEGER NOT NULL,
  hardest TEXT,                -- the first deal with so many
  histogram BLOB NOT NULL,     -- of node counts (`Nodes.pack_histogram`)
  outcomes BLOB NOT NULL,      -- of each deal, and its nodes (Question.unpack)
  seconds REAL NOT NULL,       -- of processor time
"""

    def _begin(self) -> None:
        self.survey = Survey.of_identity(self.identity, self._head.game)
        self.plan, self.question = self.survey.plan, self.survey.question

    def row_of(self, part: Shard) -> Row:
        """Return the row of a shard."""
        nodes = part.tally.nodes
        return (
            str(part.first),
            str(part.last),
            part.deals,
            json.dumps(part.tally.kept),
            str(nodes.total),
            nodes.most,
            None if nodes.hardest is None else str(nodes.hardest),
            nodes.pack_histogram(),
            part.packed,
            part.seconds,
        )

    def part_of(self, row: Row) -> Shard:
        """Return the shard of a row; a `ValueError` if its deals cannot have such sums."""
        first, last, deals, stored, total, most, hardest, histogram, packed, seconds = row
        counts = json.loads(stored)
        if not isinstance(counts, dict) or any(
            type(deals) is not int or deals < 0 for deals in counts.values()
        ):
            raise ValueError("counts that are none")
        nodes = Nodes(
            int(total), most, None if hardest is None else int(hardest), unpack_histogram(histogram)
        )
        outcomes: Outcomes = self.question.outcomes(counts, nodes)
        shard = Shard(int(first), int(last), outcomes, packed, seconds, self.identity["solver"])
        if not (
            0 < shard.deals == deals == sum(outcomes.counts.values()) <= MOST_DEALS
            and type(most) is int
            and 0 <= nodes.total <= most * deals
            and nodes.deals <= deals
        ):
            raise ValueError("sums that this number of deals cannot have")
        return shard

    def tally(self) -> Outcomes:
        """Return the sum of all shards: a `Tally`, or `Scores` where they were asked for."""
        total: Outcomes = self.question.outcomes({}, Nodes())
        with self.reading(self.path):
            for _, row, _ in self.read_rows(self._connection):
                total += self.part_of(row).tally
        return total

    def seconds(self) -> float:
        """Return the processor time that the shards took."""
        with self.explained(self.path):
            (seconds,) = self._connection.execute("SELECT total(seconds) FROM shard").fetchone()
        return float(seconds)

    def deals(self) -> Iterator[tuple[int, *tuple[Cell, ...]]]:
        """Yield the number and the columns of every deal that was not dropped, in the deals' order.

        The columns are those of the question; of verdicts, the outcome and the nodes.
        """
        for shard in self.parts():
            with self.reading(self.path):
                for offset, found in enumerate(self.question.unpack(shard.packed, shard.deals)):
                    if found is not None:
                        yield shard.first + offset, *found


open_ledger: Final = Ledger.open


def head_of(survey: Survey, wanted: Ranges) -> Head:
    """Return the head of a ledger of these deals."""
    return Head(survey.identity(), survey.plan.game, ranges.normal(wanted))


def merge_ledgers(paths: list[Path], target: Path) -> Outcomes:
    """Put the shards of several ledgers into a new one; they must agree and share no deal.

    The new ledger appears when it is whole.
    """
    if not paths:
        raise StoreError("no ledgers to merge")
    if target.exists():
        raise StoreError(f"{target}: is there already")
    with (
        beside(target) as place,
        open_ledger(paths[0]) as first,
        Ledger.create(place, Head(first.identity, first.plan.game, ())) as merged,
    ):
        for path in paths:
            with open_ledger(path) as part:
                _check_disjoint(part, merged)
                merged.want(part.wanted)
                for shard in part.parts():
                    merged.add(shard)
        return merged.tally()


def _check_disjoint(part: Ledger, merged: Ledger) -> None:
    for name, here, there in differences(merged.identity, part.identity):
        difference = difference_in_words(name, there, here)
        raise StoreError(f"{part.path}: was begun {difference} as the first ledger")
    twice = ranges.overlap(merged.done(), part.done())
    if twice:
        raise StoreError(f"{part.path}: deals {ranges.words(twice)} are in another ledger too")
