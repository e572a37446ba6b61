"""A table drawn in text, for people: rows centred, piles labelled, 80 columns.

Decides the place of each card in a diagram, and in the one-line form of a table.
`positions` reads both. Pictures are for `pictures`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.game.cards import RANKS, SUITS, UNKNOWN, Card
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position
from pyrtool.game.shapes import Shape
from pyrtool.languages import listed, say

WIDTH: Final = 80
GAP: Final = "--"
"""The mark at a place whose card was discarded."""

PASS: Final = "pass"
CLEARED: Final = "cleared"
"""Before the pass in which the pyramid was cleared, if it is not this one."""
GONE: Final = "gone"
"""Before cards that are gone, where others are unknown."""

_MARGIN: Final = 9  # the longest label and a space
_CARD: Final = 2  # characters
_STEP: Final = 4  # from one card of a row to the next: even, as a row is shifted by half of it
_NARROW: Final = 3  # piles, and columns too many for the wide step
_PILE: Final = 12  # cards to a line of a pile: the usual 24 stock cards make two full lines


@dataclass(frozen=True)
class Row:
    """One line of the tableau: the places in it and the offset of each, in characters.

    `numbered`: the section has a line of column numbers, which bears the label.
    """

    label: str
    numbered: bool
    places: tuple[int, ...]
    offsets: tuple[int, ...]

    @property
    def width(self) -> int:
        """The width in characters."""
        return self.offsets[-1] + _CARD


@public
def format_diagram(position: Position, face_down: bool = False) -> str:
    """Draw a position as lines of text, the last one without a line end.

    `parse_position` reads the diagram back.

    Args:
        position: The position to draw.
        face_down: Whether to hide cards that lie face down. Then the stock shows only its number of
            cards, and hidden tableau cards are ``??``.

    Returns:
        The diagram.
    """
    rules = position.rules
    hidden = position.face_down() if face_down else ()
    sections = list(_sections(rules))
    width = max(max(row.width for row in rows) for rows in sections)
    width = max(width, _NARROW * min(rules.stock_size, _PILE) - 1)
    lines: list[str] = []
    for rows in sections:
        indent = " " * ((width - max(row.width for row in rows)) // 2)
        if rows[0].numbered:
            numbers = [str(position.layout.places[i].index) for i in rows[0].places]
            lines.append(rows[0].label.ljust(_MARGIN) + indent + _spread(rows[0], numbers))
        for row in rows:
            cells = [position.tableau[i] for i in row.places]
            texts = [
                UNKNOWN if cell in hidden else GAP if cell is None else card_text(cell, rules)
                for cell in cells
            ]
            label = "" if row.numbered else row.label
            lines.append(label.ljust(_MARGIN) + indent + _spread(row, texts))
    for label, cards in _piles(position):
        if face_down and label == "stock":
            lines.append(label.ljust(_MARGIN) + f"{len(cards)} face down")
            continue
        texts = [(GAP if card is None else card_text(card, rules)).rjust(_CARD) for card in cards]
        for at in range(0, len(texts), _PILE):
            line = " ".join(texts[at : at + _PILE])
            lines.append(("" if at else label).ljust(_MARGIN) + line)
    lines += [label.ljust(_MARGIN) + text for label, text in _numbers(position)]
    return "\n".join(line.rstrip() for line in lines)


@public
def format_position(position: Position) -> str:
    """Write a position in one line, which `parse_position` reads.

    Args:
        position: The position.

    Returns:
        The line, with ``/`` between the rows.
    """
    words: list[str] = []
    for rows in _sections(position.rules):
        for row in rows:
            if words and (not row.label or row is not rows[0]):
                words.append("/")
            if row.label and row is rows[0]:
                words.append(row.label)
            words += [_text(position.tableau[i]) for i in row.places]
    for label, cards in _piles(position):
        words += [label, *map(_text, cards)]
    for label, text in _numbers(position):
        words += [label, text]
    return " ".join(words)


def format_call(position: Position) -> str:
    """Write the call of `parse_position` that makes the position, its game by name if it has
    one."""
    rules = position.rules
    game = next((name for name, known in GAMES.items() if known == rules), rules)
    return f"parse_position({format_position(position)!r}, {game!r})"


def rows_of(rules: Rules) -> list[Row]:
    """Return the lines of the tableau from the top of a diagram down."""
    return [row for rows in _sections(rules) for row in rows]


def _sections(rules: Rules) -> Iterator[list[Row]]:
    """Yield the tableau's parts from the top of the diagram down, each a list of its lines."""
    for band in Layout.of(rules).bands():
        first, shape = band[0]
        if shape.flowing:
            for at in range(0, len(shape.places), _PILE):
                line = range(first + at, first + min(at + _PILE, len(shape.places)))
                label = "" if at else shape.label
                offsets = tuple(_STEP * k for k in range(len(line)))
                yield [Row(label, False, tuple(line), offsets)]
            continue
        for rows in _broken(band).values():
            yield [
                Row(shape.label, shape.numbered, *_places(row)) for _, row in sorted(rows.items())
            ]


_Spots = dict[int, list[tuple[int, int]]]  # row -> its places, each with its offset


def _places(row: list[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the places of a row from the left, and the offset of each."""
    places, offsets = zip(*sorted(row, key=lambda spot: spot[1]), strict=True)
    return places, offsets


def _broken(band: Sequence[tuple[int, Shape]]) -> dict[tuple[int, int], _Spots]:
    """Shapes that lie side by side, in as many sections as 80 columns need.

    Pyramids stay whole; columns are separated.
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
    """Yield the piles beside the tableau that hold cards, in dealing order at the start."""
    if any(position.bouquet):
        yield "bouquet", position.bouquet
    if position.turned is not None:
        yield "turned", (position.turned,)
    if position.stock:
        yield "stock", position.stock
    for number, waste in enumerate(position.wastes, 1):
        if waste:
            yield position.waste_name(number), waste
    if position.gone:
        yield GONE, position.gone


def _numbers(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the words about the passes."""
    number, cleared = position.pass_number, position.cleared_in_pass
    if number > 1:
        passes = position.rules.passes
        yield PASS, f"{number}" if passes is None else f"{number} of {passes}"
    if cleared not in (None, number):
        yield CLEARED, str(cleared)


def _spread(row: Row, texts: Sequence[str]) -> str:
    line = ""
    for offset, text in zip(row.offsets, texts, strict=True):
        line = line.ljust(offset)
        line += " " * (offset > 0 and not line.endswith(" ")) + text.rjust(_CARD)
    return line


def card_text(card: Card, rules: Rules) -> str:
    """Write a card as people read it: the ranks of a Spanish deck are numbers."""
    return card.spanish if is_spanish(rules) else str(card)


def card_form(rules: Rules) -> str:
    """Explain how the deck's cards are written: ``write 7S, TD or KH``, and the letters that
    are known."""
    high = rules.highest_rank
    ranks = sorted({min(7, high), min(10, max(high - 1, 1)), high})
    suits = zip(ranks, (3, 1, 2), strict=False)
    cards = [Card.of_rank(rank, min(suit, rules.suits - 1)) for rank, suit in suits]
    examples = listed((card_text(card, rules) for card in cards), "or")
    known = say("1 to 12") if is_spanish(rules) else "".join(map(say, RANKS[:high]))
    return say("write {0} (ranks {1}, suits {2})", examples, known, SUITS[: rules.suits])


def is_spanish(rules: Rules) -> bool:
    """Return whether people know the deck as a Spanish one, of 12 ranks, which are numbers."""
    return rules.highest_rank == 12 and rules.suits == len(SUITS)


def _text(card: Card | None) -> str:
    return GAP if card is None else str(card)
