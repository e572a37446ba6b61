"""A table drawn in text, for people: rows centred, piles labelled, 80 columns.

Decides where each card stands in a diagram. Any position can be drawn; the diagram
of a whole deal can be read back. Pictures are for `render`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.cards import Card, CardError, PyrtoolError
from pyrtool.deals import Deal
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.layout import Layout, Shape
from pyrtool.notation.line import NotationError, placed
from pyrtool.position import Position

WIDTH: Final = 80
GONE: Final = ".."
"""What stands at a place whose card is gone."""

_MARGIN: Final = 9  # the longest label and a space
_STEP: Final = 4  # from one card of a row to the next: even, as a row is shifted by half of it
_NARROW: Final = 3  # piles, and columns too many for the wide step
_PILE: Final = 12  # cards to a line of a pile: the usual 24 stock cards make two full lines
_PILES: Final = ("bouquet", "turned", "stock", "waste", "pass")


@dataclass(frozen=True)
class _Row:
    """One line of the tableau: the places in it and the offset of each, in characters.

    `numbered`: the section has a line of column numbers, which bears the label.
    """

    label: str
    numbered: bool
    places: tuple[int, ...]
    offsets: tuple[int, ...]

    @property
    def width(self) -> int:
        return self.offsets[-1] + 2


def format_diagram(position: Position, face_down: bool = False) -> str:
    """The table as lines of text, the last one without a line end.

    With the stock `face_down` only the number of its cards is told.
    """
    sections = list(_sections(position.layout))
    width = max(max(row.width for row in rows) for rows in sections)
    width = max(width, _NARROW * min(position.rules.stock_size, _PILE) - 1)
    lines: list[str] = []
    for rows in sections:
        indent = " " * ((width - max(row.width for row in rows)) // 2)
        if rows[0].numbered:
            numbers = [str(position.layout.places[i].index) for i in rows[0].places]
            lines.append(rows[0].label.ljust(_MARGIN) + indent + _spread(rows[0], numbers))
        for row in rows:
            texts = [_text(position.tableau[i]) for i in row.places]
            label = "" if row.numbered else row.label
            lines.append(label.ljust(_MARGIN) + indent + _spread(row, texts))
    for label, cards in _piles(position):
        if face_down and label == "stock":
            lines.append(label.ljust(_MARGIN) + f"{len(cards)} face down")
            continue
        texts = [_text(card) for card in cards]
        for at in range(0, len(texts), _PILE):
            line = " ".join(texts[at : at + _PILE])
            lines.append(("" if at else label).ljust(_MARGIN) + line)
    if position.pass_number > 1:
        of = "" if position.rules.passes is None else f" of {position.rules.passes}"
        lines.append("pass".ljust(_MARGIN) + f"{position.pass_number}{of}")
    return "\n".join(line.rstrip() for line in lines)


def parse_diagram(text: str, rules: Rules) -> Deal:
    """Read the diagram of a whole deal under `rules`; the inverse of `format_diagram`.

    Labels, blank lines and lines beginning with ``#`` may be left out or added.
    """
    lines = ((f"line {n}", line) for n, line in enumerate(text.splitlines(), 1))
    return read_diagram(
        ((place, line) for place, line in lines if line.strip() and not line.startswith("#")),
        rules,
    )


def read_diagram(lines: Iterable[tuple[str, str]], rules: Rules) -> Deal:
    """Read one diagram from (place, line) pairs, no further than its last card."""
    remaining = iter(lines)
    labels = {*_PILES, *(shape.label for shape in Layout.of(rules).shapes)}
    rows = [list(row.places) for rows in _sections(Layout.of(rules)) for row in rows]
    if rules.stock_size:
        rows.append(list(range(rules.tableau_size, rules.deck_size)))
    cards: dict[int, Card] = {}
    start = place = ""
    for row in rows:
        pile = row[0] >= rules.tableau_size  # may be broken into lines anywhere
        while row:
            place, words = _next_words(remaining, labels, place, len(cards), rules.deck_size)
            start = start or place
            if len(words) > len(row) or (len(words) < len(row) and not pile):
                raise NotationError(
                    f"{place}: {len(words)} cards, where the diagram of these rules has {len(row)}"
                )
            for number, word in enumerate(words, 1):
                cards[row.pop(0)] = _card(word, f"{place}, card {number}")
    try:
        return Deal.of_cards([cards[i] for i in range(rules.deck_size)], rules)
    except PyrtoolError as error:
        raise NotationError(placed(f"the diagram at {start}", error)) from None


def first_row_size(rules: Rules) -> int:
    """How many cards stand in the first line of a diagram."""
    return len(next(_sections(Layout.of(rules)))[0].places)


def _next_words(
    lines: Iterator[tuple[str, str]], labels: Collection[str], last: str, read: int, size: int
) -> tuple[str, list[str]]:
    """The next line that holds cards, without its label."""
    for place, line in lines:
        words = line.split()
        if words and words[0].rstrip(":").lower() in labels:
            words = words[1:]
        if words and not all(word.isdigit() for word in words):
            return place, words
    raise NotationError(placed(last, f"the diagram ends after {read} of {size} cards"))


def _card(word: str, place: str) -> Card:
    if word == GONE:
        raise NotationError(f"{place}: {GONE} is an empty place: only a whole deal can be read")
    try:
        return Card.parse(word)
    except CardError as error:
        raise NotationError(f"{place}: {error}") from None


def _sections(layout: Layout) -> Iterator[list[_Row]]:
    """The tableau's parts from the top of the diagram down, each a list of its lines."""
    for band in layout.bands():
        first, shape = band[0]
        if shape.flowing:
            for at in range(0, len(shape.places), _PILE):
                line = range(first + at, first + min(at + _PILE, len(shape.places)))
                label = "" if at else shape.label
                yield [_Row(label, False, tuple(line), tuple(_STEP * k for k in range(len(line))))]
            continue
        for rows in _broken(band).values():
            yield [
                _Row(shape.label, shape.numbered, *zip(*sorted(row, key=_across), strict=True))
                for _, row in sorted(rows.items())
            ]


_Spots = dict[int, list[tuple[int, int]]]
"""Row -> its places, each with its offset."""


def _across(spot: tuple[int, int]) -> int:
    return spot[1]


def _broken(band: Sequence[tuple[int, Shape]]) -> dict[tuple[int, int], _Spots]:
    """Shapes that stand side by side, broken into sections where 80 columns do not hold them.

    Pyramids stay whole, columns are parted.
    """
    sections: dict[tuple[int, int], _Spots] = {}
    line = across = 0
    for first, shape in band:
        wide = int(shape.width)
        step = _STEP if _MARGIN + wide * _STEP <= WIDTH else _NARROW
        if across and _MARGIN + across + wide * step > WIDTH:
            line, across = line + 1, 0
        for i, (x, row) in enumerate(shape.spots, first):
            part, left = divmod(x, 2 * _PILE)
            rows = sections.setdefault((line, int(part)), {})
            rows.setdefault(row, []).append((i, across + int(left * step)))
        across += wide * step
    return sections


def _piles(position: Position) -> Iterator[tuple[str, Sequence[Card | None]]]:
    """The piles beside the tableau that hold cards, in dealing order at the start."""
    if any(position.bouquet):
        yield "bouquet", position.bouquet
    if position.turned is not None:
        yield "turned", (position.turned,)
    if position.stock:
        yield "stock", position.stock
    if position.waste:
        yield "waste", position.waste


def _spread(row: _Row, texts: Sequence[str]) -> str:
    line = ""
    for offset, text in zip(row.offsets, texts, strict=True):
        line = line.ljust(offset) + text.rjust(2)
    return line


def _text(card: Card | None) -> str:
    return GONE if card is None else str(card)


guard(__name__)
