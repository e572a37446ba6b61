"""What is where on the picture of a position, as data.

Decides the geometry: which cards lie where, in which order they are painted, which
words stand beside them. The unit is the width of a card; x runs to the right and y
downwards from the page's upper left corner. Colours, pixels and file formats are for
the painters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from pyrtool.cards import Card
from pyrtool.door import check_fields, guard
from pyrtool.layout import Shape
from pyrtool.position import Position
from pyrtool.render import text as letters
from pyrtool.render.deck import FACE_HEIGHT, RenderError
from pyrtool.render.fonts import Font
from pyrtool.render.looks import BADGE, MARKS
from pyrtool.render.words import describe, stars_line

ROW_STEP: Final = 0.44 * FACE_HEIGHT  # shows the big index whole; 0.40 clips the suit
TOUCH: Final = 0.985  # step in a pyramid's row: the corners leave no hole where they meet
BESIDE: Final = 1.06  # step of cards that lie free, side by side
FAN_STEP: Final = 0.75  # a wider one, short of touching, shows slivers of the lower index
LEAST_STEP: Final = 0.4  # a fan closer than this hides the big index of a ten
PART_GAP: Final = 0.32  # between pyramid, columns, reserve and stock
LINE_GAP: Final = 0.1  # between the rows of a long stock
MARGIN: Final = 0.34
MOST_ABREAST: Final = 9  # open cards of one row that a picture is made wider for
LEAST_WIDTH: Final = 6 * TOUCH + 1  # so that a small pyramid's stock does not make a tower

TITLE_EM: Final = 0.034  # letter sizes as parts of the page width
STARS_EM: Final = 0.027
CAPTION_EM: Final = 0.021
LABEL_EM: Final = 0.0165

MOST_LABEL_TIMES: Final = 2.2
"""How much larger labels can be before those of waste and turned card meet."""

Role = Literal["title", "stars", "label", "caption"]
Anchor = Literal["left", "centre"]


@dataclass(frozen=True)
class Face:
    """A card, face up, its upper left corner at (x, y).

    `shown` is the width at its left that no card of the same row hides, 0..1.
    """

    card: Card
    x: float
    y: float
    mark: str | None = None
    shown: float = 1.0

    @property
    def badge(self) -> tuple[float, float]:
        """The centre of a mark's badge: the upper right corner of what shows of the card."""
        beside_index = self.shown >= 0.5  # a closer fan leaves room only below the index
        return self.x + self.shown - 1.3 * BADGE, self.y + (1.3 * BADGE if beside_index else 0.77)


@dataclass(frozen=True)
class Slot:
    """The outline of an empty pile, as large as a card."""

    x: float
    y: float


@dataclass(frozen=True)
class Text:
    """One line of text; (x, y) is the point of its baseline that `anchor` names.

    `font` is one that the user brings: what it lacks is set in the bundled one.
    """

    text: str
    x: float
    y: float
    size: float
    role: Role
    anchor: Anchor = "left"
    font: Font | None = None

    @property
    def bold(self) -> bool:
        """Whether the line is set in the bold font."""
        return self.role == "title"

    @property
    def left(self) -> float:
        """Where the line begins."""
        return self.x - (self.width / 2 if self.anchor == "centre" else 0)

    @property
    def width(self) -> float:
        """The line's width."""
        return self.size * letters.width(self.text, self.bold, self.font)


@dataclass(frozen=True)
class Scene:
    """A page of `width` by `height`; slots are painted first, faces in order, then texts.
    `description` says in words which cards are shown, for formats that can carry it."""

    width: float
    height: float
    slots: tuple[Slot, ...]
    faces: tuple[Face, ...]
    texts: tuple[Text, ...]
    description: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        if not (0 < self.width < 1e5 and 0 < self.height < 1e5):  # far more than any sheet has
            raise RenderError(f"a scene of {self.width:g} by {self.height:g} cannot be drawn")

    def words(self, *roles: Role) -> list[str]:
        """The lines of these roles, from top to bottom."""
        return [text.text for text in self.texts if text.role in roles]


def compose(
    position: Position,
    *,
    title: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    marks: Mapping[Card, str] | None = None,
    label_times: float = 1.0,
    font: Font | None = None,
) -> Scene:
    """The scene of a position.

    `stars` (0..5) stand under the title. `marks` maps cards to kinds in `MARKS`; cards that
    are no longer on the table are passed over. Cards that are gone leave their place empty.
    With `label_times`, up to `MOST_LABEL_TIMES`, the labels are so much larger, for a page of
    several positions; the pass is then not named. `font` is for title and caption.
    A `RenderError` names a wrong number of stars or a kind that does not exist.
    """
    for kind in (marks or {}).values():
        if kind not in MARKS:
            raise RenderError(f"there is no mark {kind[:24]!r}: choose from {', '.join(MARKS)}")
    page = _Page(_content_width(position), dict(marks or {}), label_times=label_times, font=font)
    page.tableau(position)
    page.heading(title, None if stars is None else stars_line(stars))
    page.bouquet(position)
    page.stock(position)
    page.caption(caption)
    return page.scene(describe(position, marks))


def captioned(scene: Scene, caption: str, height: float = 0.0, font: Font | None = None) -> Scene:
    """The scene with a caption below all that it shows, or below `height` if that is more."""
    bottom = max(scene.height, height) - 2 * MARGIN
    page = _Page(scene.width - 2 * MARGIN, {}, bottom, font=font)
    page.caption(caption)
    below = page.scene("")
    return replace(scene, height=below.height, texts=scene.texts + below.texts)


def _content_width(position: Position) -> float:
    bands = [_band_width([shape for _, shape in band]) for band in position.layout.bands()]
    return max(*bands, LEAST_WIDTH if position.rules.stock_size else 0.0)


def _band_width(shapes: Sequence[Shape]) -> float:
    return sum(_shape_width(shape) + PART_GAP for shape in shapes) - PART_GAP


def _shape_width(shape: Shape) -> float:
    cards = min(shape.width, MOST_ABREAST) if shape.flowing else shape.width
    return (cards - 1) * _step(shape) + 1


def _step(shape: Shape) -> float:
    """From one card of a row to the next."""
    return TOUCH if shape.touching else BESIDE


@dataclass
class _Page:
    """A page being filled from the top; coordinates are without the margin."""

    width: float
    marks: dict[Card, str]
    bottom: float = 0.0
    label_times: float = 1.0
    font: Font | None = None
    slots: list[Slot] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    apexes: list[tuple[float, float]] = field(default_factory=list)

    @property
    def page_width(self) -> float:
        return self.width + 2 * MARGIN

    def put(self, card: Card, x: float, y: float, shown: float = 1.0) -> None:
        self.faces.append(Face(card, x, y, self.marks.get(card), min(shown, 1.0)))

    # The tableau.

    def tableau(self, position: Position) -> None:
        """The shapes from the top down, each in its fixed place."""
        for band in position.layout.bands():
            top = self.bottom + PART_GAP if self.apexes else 0.0
            left = (self.width - _band_width([shape for _, shape in band])) / 2
            for first, shape in band:
                for i, (x, y, shown) in enumerate(self.spots(shape, left, top), first):
                    self.apexes.append((x, y))
                    self.bottom = max(self.bottom, y + FACE_HEIGHT)
                    if (card := position.tableau[i]) is not None:
                        self.put(card, x, y, shown)
                left += _shape_width(shape) + PART_GAP

    def spots(self, shape: Shape, left: float, top: float) -> Iterator[tuple[float, float, float]]:
        """Where a shape's cards lie that begins at (left, top), and how much of each shows."""
        if shape.flowing:
            per_row, step = _spread(len(shape.places), self.width)
            for i in range(len(shape.places)):
                yield *_in_rows(i, per_row, step, self.width, top), step
            return
        for x, row in shape.spots:
            yield left + x * _step(shape), top + row * ROW_STEP, 1.0

    # The stock.

    def bouquet(self, position: Position) -> None:
        """The open bouquet in dealing order; a card that is gone leaves a hole."""
        if position.bouquet:
            per_row, step = _spread(len(position.bouquet), self.width)
            self.label([("Bouquet", _block_left(per_row, step, self.width))])
            self.rows(position.bouquet, per_row, step)

    def stock(self, position: Position) -> None:
        """A dealt stock: all in one block at the start, else waste, turned card and rest."""
        rules = position.rules
        if rules.stock != "dealt":
            return
        turned = () if position.turned is None else (position.turned,)
        undealt = turned + position.stock
        per_row, step = _spread(rules.stock_size, self.width)
        left = _block_left(per_row, step, self.width)
        if len(undealt) == rules.stock_size and position.pass_number == 1:
            if undealt:
                self.label([("Stock, in the order of dealing", left)])
                self.rows(undealt, per_row, step)
            return
        if not undealt and not position.waste:
            return
        passes = ""  # said once, where a line of labels has room to its right
        if rules.passes != 1 and self.label_times == 1:
            passes = f", pass {position.pass_number}"
            passes += f" of {rules.passes}" if rules.passes else ""
        self.waste_and_turned(position.waste, turned, step, "" if position.stock else passes)
        if position.stock:
            self.label([("Stock" + passes, 0.0)])
            self.rows(position.stock, per_row, step, centred=False)

    def waste_and_turned(
        self, waste: Sequence[Card], turned: Sequence[Card], step: float, passes: str
    ) -> None:
        """The waste from its bottom to its top, and to its right the turned card."""
        room = self.width - (1 + PART_GAP if turned else 0)
        per_row = max(1, int((room - 1) / step + 1e-9) + 1)
        waste_width = (min(len(waste), per_row) - 1) * step + 1 if waste else 1.0
        turned_x = waste_width + PART_GAP
        words = [("Waste" + (passes if waste else ""), 0.0)]
        if turned:
            words.append(("Turned" + ("" if waste else passes), turned_x))
        self.label(words)
        top = self.bottom
        if waste:
            self.rows(waste, per_row, step, centred=False)
        else:
            self.slots.append(Slot(0.0, top))
            self.bottom = top + FACE_HEIGHT
        for card in turned:
            self.put(card, turned_x, top)

    def rows(
        self, cards: Sequence[Card | None], per_row: int, step: float, centred: bool = True
    ) -> None:
        """Cards in rows of `per_row`, each row's later cards upon the earlier ones."""
        top = self.bottom
        for i, card in enumerate(cards):
            x, y = _in_rows(i, per_row, step, self.width if centred else 0.0, top)
            self.bottom = y + FACE_HEIGHT
            if card is not None:
                rest = cards[i + 1 : (i // per_row + 1) * per_row]
                to_next = next((k for k, c in enumerate(rest, 1) if c is not None), None)
                self.put(card, x, y, to_next * step if to_next else 1.0)

    # The words.

    def label(self, words: Sequence[tuple[str, float]]) -> None:
        """A line of labels, each at its x."""
        size = self.label_times * LABEL_EM * self.page_width
        baseline = self.bottom + PART_GAP + size * letters.ASCENT
        self.texts += [Text(word, x, baseline, size, "label") for word, x in words]
        self.bottom = baseline + size * 0.5

    def heading(self, title: str | None, stars: str | None) -> None:
        """Title and stars in the free corner left of the apex, or above all if too long."""
        lines: list[Text] = []
        down = 0.0
        wanted: tuple[tuple[str | None, float, Role], ...] = (
            (title, TITLE_EM, "title"),
            (stars, STARS_EM, "stars"),
        )
        for words, em, role in wanted:
            size = em * self.page_width
            for line in letters.wrap(words or "", self.width / size, role == "title", self.font):
                down += size * (letters.ASCENT if not lines else letters.LINE_HEIGHT)
                lines.append(Text(line, 0.0, down, size, role, font=self.font))
        if not lines:
            return
        down += lines[-1].size * letters.DESCENT
        if any(self._meets_tableau(line) for line in lines):
            self._push_down(down + PART_GAP / 2)
        self.texts += lines

    def _meets_tableau(self, line: Text) -> bool:
        low = line.y + line.size * letters.DESCENT + PART_GAP / 4
        right = line.x + line.width + PART_GAP
        return any(y < low and x < right for x, y in self.apexes)

    def _push_down(self, by: float) -> None:
        self.faces = [
            Face(face.card, face.x, face.y + by, face.mark, face.shown) for face in self.faces
        ]
        self.bottom += by

    def caption(self, caption: str | None) -> None:
        """The caption below everything: one line centred, more lines flush left."""
        size = CAPTION_EM * self.page_width
        room = self.width / size
        lines = letters.wrap(caption or "", room, own=self.font)
        for narrower in (0.95, 0.9, 0.85):  # rather than leave a word alone in the last line
            tighter = letters.wrap(caption or "", narrower * room, own=self.font)
            last = letters.width(lines[-1], own=self.font) if lines else room
            if last < room / 4 and len(tighter) == len(lines) > 1:
                lines = tighter
        self.bottom += PART_GAP if lines else 0.0
        for i, line in enumerate(lines):
            self.bottom += size * (letters.LINE_HEIGHT if i else letters.ASCENT)
            if len(lines) == 1:
                text = Text(line, self.width / 2, self.bottom, size, "caption", "centre")
            else:
                text = Text(line, 0.0, self.bottom, size, "caption")
            self.texts.append(replace(text, font=self.font))
        self.bottom += size * letters.DESCENT if lines else 0.0

    def scene(self, description: str) -> Scene:
        """The finished page, margins added."""
        m = MARGIN
        return Scene(
            self.page_width,
            self.bottom + 2 * m,
            tuple(Slot(s.x + m, s.y + m) for s in self.slots),
            tuple(Face(f.card, f.x + m, f.y + m, f.mark, f.shown) for f in self.faces),
            tuple(replace(text, x=text.x + m, y=text.y + m) for text in self.texts),
            description,
        )


def _spread(count: int, width: float) -> tuple[int, float]:
    """Cards in a row, and their step, for `count` cards in as few rows as stay readable."""
    lines = 1
    while True:
        per_row = -(-count // lines)
        if per_row <= 1:
            return 1, BESIDE
        step = (width - 1) / (per_row - 1)
        if step >= LEAST_STEP:
            return per_row, min(step, BESIDE if step >= TOUCH else FAN_STEP)
        lines += 1


def _block_left(per_row: int, step: float, width: float) -> float:
    """Where a block of rows begins that is centred in `width`."""
    return (width - 1 - (per_row - 1) * step) / 2


def _in_rows(i: int, per_row: int, step: float, width: float, top: float) -> tuple[float, float]:
    """Where card i of a block of rows lies; the block is centred in `width`, 0 for flush left."""
    line, index = divmod(i, per_row)
    left = _block_left(per_row, step, width) if width else 0.0
    return left + index * step, top + line * (FACE_HEIGHT + LINE_GAP)


guard(__name__)
