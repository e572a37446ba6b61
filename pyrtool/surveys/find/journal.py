"""The journal: the store of a search for deals, with a row for each part that is looked through."""

import json
from dataclasses import dataclass
from pathlib import Path

from pyrtool.game.ranges import Ranges
from pyrtool.records.ratings import format_rating, format_reasoning, parse_rating, parse_reasoning
from pyrtool.surveys.find.query import Found, Query
from pyrtool.surveys.store import Head, Row, Store


@dataclass(frozen=True)
class FindPart:
    """The deals found among `first` to `last`, in their order, or the hardest first.

    `left_open`: of how many deals, found or not, a limit leaves open whether they are as wanted.
    """

    first: int
    last: int
    found: tuple[Found, ...]
    left_open: int = 0

    @property
    def deals(self) -> int:
        """The number of deals that this part of a search looked through."""
        return self.last - self.first + 1


class Journal(Store[FindPart]):
    """An open journal; its `parts` are those that are done."""

    noun = "journal"
    work = "search"
    redo = "`find --redo-damaged` searches the damaged parts again"
    application_id = 0x50595246  # "PYRF"
    version = 1
    columns = """
  found TEXT NOT NULL,         -- each deal with its rating, measure and reasoning, JSON
  left_open INTEGER NOT NULL,  -- deals that a limit leaves open
"""

    def row_of(self, part: FindPart) -> Row:
        """Return the row of a part."""
        found = [
            {
                "number": one.number,
                "rating": None if one.rating is None else format_rating(one.rating),
                "measured": one.measured,
                "reasoning": None if one.reasoning is None else format_reasoning(one.reasoning),
            }
            for one in part.found
        ]
        return str(part.first), str(part.last), json.dumps(found), part.left_open

    def part_of(self, row: Row) -> FindPart:
        """Return the part of a row; a `ValueError` if these deals cannot have it."""
        first, last, stored, left_open = row
        found = tuple(
            Found(
                one["number"],
                None if one["rating"] is None else parse_rating(one["rating"]),
                one["measured"],
                None if one["reasoning"] is None else parse_reasoning(one["reasoning"]),
            )
            for one in json.loads(stored)
        )
        part = FindPart(int(first), int(last), found, left_open)
        numbers = {one.number for one in found if type(one.number) is int}
        if not (
            len(numbers) == len(found)
            and all(part.first <= number <= part.last for number in numbers)
            and 0 <= part.left_open <= part.deals
        ):
            raise ValueError("what these deals cannot have")
        return part


def open_journal(path: Path, query: Query, deals: Ranges, *, redo_damaged: bool = False) -> Journal:
    """Begin a journal, or resume that of the same query over the same deals.

    `StoreError` for a file that is none, belongs to another search or cannot be written, and for a
    damaged one; with `redo_damaged` its sound parts are kept. `OSError` where another search is
    writing to it.
    """
    identity = query.identity() | {"deals": [list(ends) for ends in deals]}
    head = Head(identity, query.plan.game, deals)
    if redo_damaged and path.exists():
        Journal.take_out_damage(path, head)
    return Journal.resume(path, head)
