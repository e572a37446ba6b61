"""What a file claims: records in JSON, and solutions in words under their headings.

Decides which lines are the words of one solution, and of which deal. Whether a claim holds is for
`records`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import Rules
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position, start_of
from pyrtool.notation.cells import is_whole_line
from pyrtool.notation.deals import NotationError, parse_deal, placed
from pyrtool.notation.files import Item, read_items
from pyrtool.notation.headings import Heading
from pyrtool.notation.moves import begins_moves, parse_moves
from pyrtool.notation.positions import TableReader
from pyrtool.notation.rules import NamedRules

MOST_LINES: Final = 10_000
"""More lines of words are no solution of one deal, but a stream that may never end."""


@dataclass(frozen=True)
class Words:
    """Lines of words, and the heading above them if there is one; `place` is the first line's."""

    place: str
    heading: Heading | None
    lines: tuple[Item, ...]

    @property
    def text(self) -> str:
        """All words."""
        return _joined(self.lines)


@dataclass(frozen=True)
class Solution:
    """The words of one solution, with its deal and rules, and the moves before its first one.

    `text` is None for a heading without words: it claims nothing. `remark` is what the heading says
    about the answer, None without a heading.
    """

    place: str
    deal: Deal | Position
    named: NamedRules
    after: tuple[Move, ...]
    text: str | None
    remark: str | None

    @property
    def start(self) -> Position:
        """The table before the first of the words."""
        return played(start_of(self.deal), self.after).end


def read_claims(lines: Iterable[str]) -> Iterator[Item | Words]:
    """The JSON values of a file, and its words: those under each heading, and those under none. A
    `NotationError` where there are more than `MOST_LINES` of these."""
    heading: Heading | None = None
    place = ""
    words: list[Item] = []

    def gathered() -> Iterator[Words]:
        if words or (heading is not None and not heading.of_all):
            yield Words(place, heading, tuple(words))

    for item in read_items(lines):
        if item.text is not None:
            place = place or item.place
            words.append(item)
            if len(words) > MOST_LINES:
                raise NotationError(f"{item.place}: more lines of words than a solution has")
            continue
        yield from gathered()
        heading, place, words = item.heading, "", []
        if heading is None:
            yield item
        else:
            place = item.place
    yield from gathered()


def solution_of(words: Words) -> Solution:
    """The solution under a heading; a `NotationError` names the place where it is not one."""
    heading = words.heading
    if heading is None or heading.of_all:
        raise NotationError(f"{words.place}: words without a heading that names their deal")
    lines = words.lines
    rules = heading.named.rules
    table: Deal | Position | None = None
    if heading.number is None and lines:
        table, lines = _read_table(lines, rules)
    try:
        chosen = _chosen(heading, table)
        after = parse_moves(heading.after, start_of(chosen))
    except PyrtoolError as error:
        raise NotationError(placed(words.place, error)) from None
    text = _joined(lines) if lines else None
    return Solution(words.place, chosen, heading.named, after, text, heading.remark)


def _chosen(heading: Heading, table: Deal | Position | None) -> Deal | Position:
    """The deal of a heading: the one with its number, or the table below it."""
    if heading.number is not None and heading.numbering is not None:
        return deal(heading.number, heading.named.rules, heading.numbering)
    if table is None:
        raise NotationError("the deal of this heading is missing")
    return table


def _read_table(lines: tuple[Item, ...], rules: Rules) -> tuple[Deal | Position, tuple[Item, ...]]:
    """The deal or the position that the lines begin with, and the other lines."""
    first = lines[0]
    if is_whole_line(_text(first), rules):
        return parse_deal(_text(first), rules, first.place), lines[1:]
    reader = TableReader(rules)
    for at, line in enumerate(lines):
        text = _text(line)
        if at and (begins_moves(text) or not reader.takes(text, line.after_blank)):
            return reader.result(), lines[at:]
        reader.read(line.place, text)
    return reader.result(), ()


def _text(line: Item) -> str:
    return line.text or ""


def _joined(lines: tuple[Item, ...]) -> str:
    return " ".join(map(_text, lines))


guard(__name__)
