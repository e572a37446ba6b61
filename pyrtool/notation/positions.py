"""A table read from text: a diagram, rows parted by ``/``, or cards one after the other.

Decides which lines belong to a table and where each card of it lies. Whether such a table can be is
for `pyrtool.game.position`, how one is written for `diagram`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted
from pyrtool.game.cards import UNKNOWN, Card
from pyrtool.game.deals import Deal, rules_of
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Position, Subject, start_of
from pyrtool.notation.cells import (
    GAPS,
    PILES,
    ROW_END,
    UNKNOWNS,
    WASTE,
    Word,
    check_deck,
    check_words,
    label_of,
    parse_word,
    words_of,
)
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.diagrams import CLEARED, GAP, GONE, PASS, Row, rows_of
from pyrtool.notation.face_down import STOCK, face_down, for_unseen, impossible, without_number

_COUNT: Final = re.compile(r"[0-9]{1,4}")


@public
def parse_position(text: str, rules: str | Rules) -> Position:
    """Read a position of a game.

    ``--`` is a gap, ``??`` an unknown card, a rank alone a card whose suit does not matter. What is
    missing from the deck is gone.

    Args:
        text: A printed position, a line with ``/`` between its rows, or the cards of a whole deal.
        rules: The game by its name, or its rules.

    Returns:
        The position.

    Raises:
        NotationError: The text is no position; the message names the line and the card.

    Examples:
        >>> from pyrtool.game.games import Rules
        >>> rules = Rules(rows=2, total=5, passes=2)
        >>> parse_position("5C / -- -- turned AD stock 4H pass 2", rules).cards_left()
        3
    """
    return start_of(_read_whole(text, rules_of(rules)))


@public
def parse_diagram(text: str, rules: Rules) -> Deal:
    """Return the deal that a diagram shows, without a number; the inverse of `format_diagram`.

    Args:
        text: The diagram. Labels, blank lines, and lines beginning with ``#`` are optional.
        rules: The rules of the game.

    Raises:
        NotationError: The text is no diagram, or one of a position in play.
    """
    read = _read_whole(text, rules)
    if isinstance(read, Position):
        raise NotationError("a position in play, not a whole deal: `parse_position` reads it")
    return read


def _read_whole(text: str, rules: Rules) -> Subject:
    reader = TableReader(rules)
    after_blank = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            after_blank = True
        elif not line.lstrip().startswith("#"):
            if not reader.takes(line, after_blank):
                raise NotationError(f"line {number}: the table above is whole")
            reader.read(f"line {number}", line)
            after_blank = False
    return reader.result()


class TableReader:
    """Reads one table, line by line, no further than it must."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._rows = rows_of(rules)
        self._lines: list[tuple[str, list[Word]]] = []  # of the tableau, each with its label
        self._piles: dict[str, list[Word]] = {}
        self._rest: list[Word] = []  # after the tableau, without a label
        self._pile: list[Word] | None = None  # the one that goes on
        self._label = ""  # of this pile
        self._any_number: set[str] = set()  # the piles with any number of cards face down
        self._start = self._place = ""
        self._in_rows = False  # a line had its rows parted
        self._one_line = False

    @property
    def is_complete(self) -> bool:
        """True if every card of the deck has its place, so that only a few labels can follow."""
        return self._held() >= self.rules.deck_size

    @property
    def may_go_on(self) -> bool:
        """True if a line can follow that belongs to a complete table."""
        hides = any(word.text in UNKNOWNS for words in self._piles.values() for word in words)
        has_pass = self.rules.passes != 1 and PASS not in self._piles
        has_cleared = PASS in self._piles and CLEARED not in self._piles and self._has_gaps()
        return has_pass or has_cleared or (hides and GONE not in self._piles)

    def takes(self, line: str, after_blank: bool) -> bool:
        """Return whether a line belongs to this table and not to what comes after it."""
        words = words_of(line)
        label = label_of(words[0], self.rules) if words else ""
        if not self._start or not words:
            return True
        if label in PILES or not self._has_tableau():
            return True  # no table begins so
        if self._one_line or self.is_complete or label or ROW_END in words:
            return False
        if self._pile is None:
            return not after_blank or not self._has_gaps()
        return not after_blank

    def read(self, place: str, line: str) -> None:
        """Read a line; a `NotationError` begins with `place`."""
        words = words_of(line)
        if not words:
            return
        self._start, self._place = self._start or place, place
        parted = ROW_END in words
        self._in_rows |= parted
        label, number = "", 0
        row: list[Word] = []
        for at, word in enumerate(words):
            if word == ROW_END:
                self._add(label, row)
                label, row = "", []
            elif new_label := label_of(word, self.rules):
                self._add(label, row)
                label, row = new_label, []
                if new_label != WASTE or self.rules.wastes == 1:
                    self._open(label)
            elif label == WASTE and label_of(words[at - 1], self.rules) == WASTE:
                if self.rules.wastes > 1:
                    label = self._waste(word)
                    self._open(label)
                elif not _is_waste_number(words[at : at + 2]):
                    number += 1
                    row.append(Word(f"{place}, card {number}", word))
            else:
                number += 1
                row.append(Word(f"{place}, card {number}", word))
        if label == WASTE and self.rules.wastes > 1:
            self._waste("")
        self._add(label, row)
        self._one_line = parted and self._has_tableau()

    def _waste(self, word: str) -> str:
        """Return the label of the waste of this number."""
        number, most = word.removesuffix(":"), self.rules.wastes
        if number not in map(str, range(1, most + 1)):
            raise NotationError(f"{self._place}: say which waste, waste 1 to waste {most}")
        return f"{WASTE} {number}"

    def _open(self, label: str) -> None:
        """Begin a pile at its label, or a part of the tableau."""
        if label.split(" ")[0] not in PILES:
            return
        if label in self._piles:
            raise NotationError(f"{self._place}: {label} comes twice")
        self._pile, self._label = self._piles.setdefault(label, []), label

    def _add(self, label: str, row: Sequence[Word]) -> None:
        """Add words that belong together: a row, or the cards of a pile."""
        texts = [word.text for word in row]
        if self._pile is not None:
            if label.split(" ")[0] not in ("", *PILES):
                raise NotationError(f"{self._place}: {label} belongs before the piles")
            if any(self._pile is self._piles.get(name) for name in (PASS, CLEARED)):
                self._pile += row
                return
            added, any_number = face_down(row, self._label, self.rules)
            check_words(added, self.rules)
            self._pile += added
            self._any_number |= {self._label} if any_number else set()
            return
        if not row or self._is_numbers(texts):
            return
        check_words(row, self.rules)
        missing = self.rules.tableau_size - sum(len(words) for _, words in self._lines)
        if self._in_rows or len(row) <= missing:
            if missing <= 0:
                self._rest += row
            else:
                self._lines.append((label, list(row)))
            return
        if missing:
            self._lines.append((label, list(row[:missing])))
        self._rest += row[missing:]

    def _is_numbers(self, texts: Sequence[str]) -> bool:
        """Return whether a row has the numbers above columns."""
        if not all(_COUNT.fullmatch(text) for text in texts):
            return False
        places = Layout.of(self.rules).places
        rows = ([str(places[i].index) for i in row.places] for row in self._rows if row.numbered)
        return list(texts) in rows

    def _held(self) -> int:
        """Count the places and cards so far."""
        piles = (words for name, words in self._piles.items() if name not in PILES[-3:])
        rows = (words for _, words in self._lines)
        return sum(map(len, chain(rows, piles, [self._rest])))

    def _cells(self) -> Iterator[Word]:
        """Return every word that stands for a card or a gap."""
        piles = (words for name, words in self._piles.items() if name not in (PASS, CLEARED))
        return chain(*(words for _, words in self._lines), *piles, self._rest)

    def _has_tableau(self) -> bool:
        count = sum(len(words) for _, words in self._lines)
        return self._pile is not None or count >= self.rules.tableau_size

    def _has_gaps(self) -> bool:
        return any(word.text in GAPS for _, words in self._lines for word in words)

    def result(self) -> Subject:
        """Return the whole deal or the position that was read; a `NotationError` if there is
        none."""
        if not self._start:
            raise NotationError("no table: there are no cards")
        rules = self.rules
        stock = self._piles.get(STOCK, [])
        # All that is said of the stock may be a number: a card's rank or a count.
        number_alone = stock[0] if len(stock) == 1 and _COUNT.fullmatch(stock[0].text) else None
        cards = map(parse_word, self._cells())
        if number_alone and any(card is not None and card.has_suit for card in cards):
            raise NotationError(f"{number_alone.place}: {for_unseen(number_alone.text)}")
        check_deck(self._cells(), rules)
        tableau = self._tableau()
        piles = {name: self._cards(name) for name in PILES[:3]} | {GONE: self._cards(GONE)}
        numbers = range(1, rules.wastes + 1)
        names = [f"{WASTE} {number}" for number in numbers] if rules.wastes > 1 else [WASTE]
        wastes = [self._cards(name) for name in names]
        if self._rest and (piles["bouquet"] or piles["turned"]):
            raise NotationError(f"{self._rest[0].place}: cards that belong to no row or pile")
        if len(piles["turned"]) > 1:
            raise NotationError(f"{self._piles['turned'][1].place}: more than one turned card")
        rest = [parse_word(word) for word in self._rest]
        dealt = rules.stock == "dealt"
        dealt_rest = [card for card in rest if dealt and card is not None]
        undealt = [*piles["turned"], *dealt_rest, *piles["stock"]]
        bouquet = [*self._bouquet(), *(() if dealt else rest)]
        number, cleared = self._number(PASS), self._number(CLEARED)
        seen = PartlySeen(
            rules,
            tuple(tableau),
            bouquet=tuple(bouquet),
            stock=None if "stock" in self._any_number else tuple(undealt[len(piles["turned"]) :]),
            turned=next(iter(piles["turned"]), None),
            waste=tuple(wastes[0]),
            more_below=WASTE in self._any_number,
            further_wastes=tuple(map(tuple, wastes[1:])),
            pass_number=1 if number is None else number,
            cleared_in_pass=cleared,
            gone=tuple(piles[GONE]),
        )
        where = f"the table at {self._start}" if self._start != self._place else self._start
        if self._any_number:
            raise without_number(seen, where)
        try:
            if number in (None, 1) and not (piles["turned"] and not rules.stock_top):
                whole = [*tableau, *(undealt if dealt else bouquet)]
                suited = [card for card in whole if card is not None and card.has_suit]
                if len(whole) == len(suited) == rules.deck_size:
                    return Deal.of(suited, rules)
            return seen.position()
        except PyrtoolError as error:
            if self._rest:
                raise NotationError(placed(where, error)) from None
            if number_alone:
                error = PyrtoolError(f"{error} ({for_unseen(number_alone.text)})")
            raise impossible(seen, self._piles, where, error) from None

    def _tableau(self) -> list[Card | None]:
        """Return what lies at each place of the tableau, in dealing order."""
        lines = self._lines
        fits = sum(
            len(row.places) == len(words)
            for row, (_, words) in zip(self._rows, lines, strict=False)
        )
        labelled = any(label for label, _ in lines)
        if self._in_rows or labelled or (fits > 1 and 2 * fits >= len(lines)):
            return self._of_rows()
        self._check_order()
        words = [word for _, words in lines for word in words]
        if len(words) < self.rules.tableau_size:
            self._ends_early(len(words))
        return [parse_word(word) for word in words]

    def _check_order(self) -> None:
        """Raise a `NotationError` if lines have as many cards as the rows, or as those of the
        pyramid above all else, but not in their order. Lines of equal length are no rows."""
        sizes = [len(row.places) for row in self._rows]
        lengths = [len(words) for _, words in self._lines]
        pairs = enumerate(zip(lengths, sizes, strict=False))
        wrong = next((at for at, (length, size) in pairs if length != size), None)
        if wrong is None or len({*lengths[:-1]}) < 2:
            return
        above = sum(row.label == self._rows[0].label for row in self._rows)
        for count in (above, len(sizes)):
            if count > 2 and sorted(lengths[:count]) == sorted(sizes[:count]):
                place = self._lines[wrong][1][0].place.rpartition(",")[0]
                raise NotationError(
                    f"{place}: {counted(lengths[wrong], 'card')}, where row {wrong + 1} of these "
                    f"rules has {sizes[wrong]}: write rows from the top down"
                )

    def _of_rows(self) -> list[Card | None]:
        cells: dict[int, Card | None] = {}
        rows = iter(self._rows)
        layout = Layout.of(self.rules)
        shape_of = [k for k, shape in enumerate(layout.shapes) for _ in shape.places]
        written: set[int] = set()  # the shapes

        def leave_out(row: Row) -> None:
            """Columns or a reserve may be empty; a pyramid's gaps must be written."""
            first = row.places[0]
            if layout.in_pyramid[first] or shape_of[first] in written:
                self._ends_early(len(cells))
            cells.update(dict.fromkeys(row.places))

        for label, words in self._lines:
            row = next(rows, None)
            while row is not None and label and row.label != label:
                leave_out(row)
                row = next(rows, None)
            place = words[0].place.rpartition(",")[0]
            if row is None:
                raise NotationError(f"{place}: a row more than these rules have")
            if len(row.places) != len(words):
                raise NotationError(
                    f"{place}: {counted(len(words), 'card')}, where the diagram of these rules has "
                    f"{len(row.places)} ({GAP} is a card that is gone, {UNKNOWN} an unknown one)"
                )
            written.update(shape_of[i] for i in row.places)
            cells.update(zip(row.places, map(parse_word, words), strict=True))
        for row in rows:
            leave_out(row)
        return [cells[i] for i in range(self.rules.tableau_size)]

    def _ends_early(self, given: int) -> None:
        size = self.rules.tableau_size
        raise NotationError(
            f"{self._place}: the table ends after {given} of {size} cards of the tableau "
            f"({GAP} is a card that is gone, {UNKNOWN} an unknown one)"
        )

    def _bouquet(self) -> list[Card | None]:
        return [parse_word(word) for word in self._piles.get("bouquet", ())]

    def _cards(self, name: str) -> list[Card]:
        cells = map(parse_word, self._piles.get(name, ()))
        return [cell for cell in cells if cell is not None]

    def _number(self, label: str) -> int | None:
        words = self._piles.get(label)
        if words is None:
            return None
        texts = [word.text for word in words]
        if not texts or not _COUNT.fullmatch(texts[0]) or texts[1:2] not in ([], ["of"]):
            raise NotationError(f"{self._place}: {label} must be a number, as in {label} 2")
        return int(texts[0])


def _is_waste_number(words: Sequence[str]) -> bool:
    """Return whether the first of two words is the one waste's number, not of cards face down."""
    return bool(re.fullmatch("1:?", words[0])) and words[1:] not in (["face"], ["card"])
