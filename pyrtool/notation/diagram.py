"""A table drawn in text, for people: rows centred, piles labelled, 80 columns.

Decides where each card stands in a diagram. Any position can be drawn; the diagram
of a whole deal can be read back. Pictures are for `render`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.cards import Card, CardError, PyrtoolError
from pyrtool.deals import Deal
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.layout import Layout
from pyrtool.notation.line import NotationError, placed
from pyrtool.position import Position

WIDTH: Final = 80
GONE: Final = ".."
"""What stands at a place whose card is gone."""

_MARGIN: Final = 9  # the longest label and a space
_STEP: Final = 4  # from one card of a row to the next: even, as a row is shifted by half of it
_NARROW: Final = 3  # piles, and columns too many for the wide step
_PILE: Final = 12  # cards to a line of a pile: the usual 24 stock cards make two full lines
_LABELS: Final = ("columns", "reserve", "bouquet", "turned", "stock", "waste", "pass")


@dataclass(frozen=True)
class _Row:
    """One line of the tableau: the places in it and the offset of each, in characters."""

    label: str
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
        if rows[0].label == "columns":
            numbers = [str(position.layout.places[i].index) for i in rows[0].places]
            lines.append("columns".ljust(_MARGIN) + indent + _spread(rows[0], numbers))
        for row in rows:
            texts = [_text(position.tableau[i]) for i in row.places]
            label = "" if row.label == "columns" else row.label
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
    rows = [list(row.places) for rows in _sections(Layout.of(rules)) for row in rows]
    if rules.stock_size:
        rows.append(list(range(rules.tableau_size, rules.deck_size)))
    cards: dict[int, Card] = {}
    start = place = ""
    for row in rows:
        pile = row[0] >= rules.tableau_size  # may be broken into lines anywhere
        while row:
            place, words = _next_words(remaining, place, len(cards), rules.deck_size)
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
    lines: Iterator[tuple[str, str]], last: str, read: int, size: int
) -> tuple[str, list[str]]:
    """The next line that holds cards, without its label."""
    for place, line in lines:
        words = line.split()
        if words and words[0].rstrip(":").lower() in _LABELS:
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
    rows = max(place.row for place in layout.places if place.kind == "pyramid")
    abreast = (WIDTH - _MARGIN) // (rows * _STEP)  # pyramids that fit side by side
    pyramids: dict[int, dict[int, list[tuple[int, int]]]] = {}
    columns: dict[int, dict[int, list[tuple[int, int]]]] = {}
    wide = max((place.index for place in layout.places if place.kind == "column"), default=0)
    step = _STEP if _MARGIN + wide * _STEP <= WIDTH else _NARROW
    reserve: list[int] = []
    for i, place in enumerate(layout.places):
        if place.kind == "pyramid":
            pyramid, in_row = divmod(place.index - 1, place.row)
            band, across = divmod(pyramid, abreast)
            offset = across * rows * _STEP + (rows - place.row) * _STEP // 2 + in_row * _STEP
            pyramids.setdefault(band, {}).setdefault(place.row, []).append((i, offset))
        elif place.kind == "column":
            band, across = divmod(place.index - 1, 2 * _PILE)
            columns.setdefault(band, {}).setdefault(place.row, []).append((i, across * step))
        else:
            reserve.append(i)
    for label, bands in (("", pyramids), ("columns", columns)):
        for band_rows in bands.values():
            yield [_row(label, places) for places in band_rows.values()]
    for at in range(0, len(reserve), _PILE):
        line = reserve[at : at + _PILE]
        yield [_row("" if at else "reserve", [(i, k * _STEP) for k, i in enumerate(line)])]


def _row(label: str, places: Sequence[tuple[int, int]]) -> _Row:
    return _Row(label, tuple(i for i, _ in places), tuple(x for _, x in places))


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
