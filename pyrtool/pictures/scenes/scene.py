"""What is where on the picture of a position.

Decides the geometry: which cards lie where, in which order they are painted, which words lie
beside them. What a scene is made of is in `elements`; colours and files are for the painters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.layout import Shape
from pyrtool.game.position import Position
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import Font
from pyrtool.pictures.lettering.words import describe, stars_line
from pyrtool.pictures.scenes.bands import (
    BESIDE,
    PART_GAP,
    ROW_STEP,
    TOUCH,
    band_width,
    lefts,
    step_of,
)
from pyrtool.pictures.scenes.elements import Face, Role, Scene, Slot, Text

FAN_STEPS: Final = (0.75, 0.585, 0.415)
"""Steps of fans: index and three columns of pips, two, or one show whole. Another step, short of
touching, shows slivers of pips or of the lower index."""
LINE_GAP: Final = 0.1  # between the rows of a long stock
MARGIN: Final = 0.34
LEAST_WIDTH: Final = 6 * TOUCH + 1  # so that a small pyramid's stock does not make a tower

LETTERS: Final[dict[Role, tuple[float, float]]] = {
    "title": (0.034, 15),
    "subtitle": (0.021, 11),
    "stars": (0.027, 12),
    "caption": (0.021, 11),
    "label": (0.0165, 9.5),
}
"""Letter sizes by role: parts of the page's width, and pixels that they have at least."""

MOST_LABEL_TIMES: Final = 2.2
"""How much larger labels can be beside a standard pyramid before those of waste and turned meet."""

LABEL_GAP: Final = 0.4  # ems between two labels at least


def compose(
    position: Position,
    *,
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    marks: Mapping[Card, str] | None = None,
    label_times: float = 1.0,
    font: Font | None = None,
    width_px: int | None = None,
    steady: bool = False,
) -> Scene:
    """The scene of a position.

    `subtitle` and `stars` (0..5) lie below the title. `marks` maps cards to kinds in `MARKS`;
    discarded cards are ignored. Discarded cards leave their place empty; a column without cards
    is outlined. `label_times`, up to `MOST_LABEL_TIMES`, enlarges the labels for a page of several
    positions; the pass is then not named. `font` is for title and caption. If `steady`, the cards
    of the stock keep their places while others are dealt, which suits moving pictures. On a page
    that is `width_px` wide, letters are large enough to be read. A `RenderError` names a wrong
    number of stars or an unknown kind.
    """
    page = _Page(
        _content_width(position),
        dict(marks or {}),
        label_times=label_times,
        font=font,
        width_px=width_px,
        steady=steady,
    )
    page.tableau(position)
    page.heading(title, subtitle, None if stars is None else stars_line(stars))
    page.bouquet(position)
    page.stock(position)
    page.caption(caption)
    return page.scene(describe(position, marks))


def captioned(
    scene: Scene,
    caption: str,
    height: float = 0.0,
    font: Font | None = None,
    width_px: int | None = None,
) -> Scene:
    """The scene with a caption below all that it shows, or below `height` if that is more."""
    bottom = max(scene.height, height) - 2 * MARGIN
    page = _Page(scene.width - 2 * MARGIN, {}, bottom, font=font, width_px=width_px)
    page.caption(caption)
    below = page.scene("")
    return replace(scene, height=below.height, texts=scene.texts + below.texts)


def letter_size(role: Role, width: float, width_px: int | None) -> float:
    """How large the letters of a role are on a page of this width."""
    part, least_px = LETTERS[role]
    return width * max(part, least_px / width_px if width_px else 0.0)


def _content_width(position: Position) -> float:
    bands = [band_width([shape for _, shape in band]) for band in position.layout.bands()]
    return max(*bands, LEAST_WIDTH if position.rules.stock_size else 0.0)


@dataclass
class _Page:
    """A page being filled from the top; coordinates are without the margin."""

    width: float
    marks: dict[Card, str]
    bottom: float = 0.0
    label_times: float = 1.0
    font: Font | None = None
    width_px: int | None = None
    steady: bool = False
    slots: list[Slot] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    apexes: list[tuple[float, float]] = field(default_factory=list)

    @property
    def page_width(self) -> float:
        return self.width + 2 * MARGIN

    def size(self, role: Role) -> float:
        """How large the letters of a role are."""
        return letter_size(role, self.page_width, self.width_px)

    def put(self, card: Card, x: float, y: float, shown: float = 1.0) -> None:
        self.faces.append(Face(card, x, y, self.marks.get(card), min(shown, 1.0)))

    # The tableau.

    def tableau(self, position: Position) -> None:
        """The shapes from the top down, each in its fixed place."""
        for band in position.layout.bands():
            top = self.bottom + PART_GAP if self.apexes else 0.0
            shapes = [shape for _, shape in band]
            margin = (self.width - band_width(shapes)) / 2
            for (first, shape), beyond in zip(band, lefts(shapes), strict=True):
                left = margin + beyond
                emptied: dict[float, float] = {}
                for i, (x, y, shown) in enumerate(self.spots(shape, left, top), first):
                    self.apexes.append((x, y))
                    self.bottom = max(self.bottom, y + FACE_HEIGHT)
                    emptied.setdefault(x, y)
                    if (card := position.tableau[i]) is not None:
                        self.put(card, x, y, shown)
                        emptied[x] = -1.0
                if not (shape.touching or shape.flowing):  # columns
                    self.slots += [Slot(x, y) for x, y in emptied.items() if y >= 0]

    def spots(self, shape: Shape, left: float, top: float) -> Iterator[tuple[float, float, float]]:
        """Where a shape's cards lie that begins at (left, top), and how much of each shows."""
        if shape.flowing:
            per_row, step = _spread(len(shape.places), self.width)
            for i in range(len(shape.places)):
                yield *_in_rows(i, per_row, step, self.width, top), step
            return
        for x, row in shape.spots:
            yield left + x * step_of(shape), top + row * ROW_STEP, 1.0

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
        if not undealt and not position.passed():
            return
        passes = ""  # said once, where a line of labels has room to its right
        if rules.passes != 1 and self.label_times == 1:
            passes = f", pass {position.pass_number}"
            passes += f" of {rules.passes}" if rules.passes else ""
        for number, waste in enumerate(position.wastes, 1):
            name = position.waste_name(number).capitalize()
            beside, label = (turned, "" if position.stock else passes) if number == 1 else ((), "")
            self.waste_and_turned(name, waste, beside, step, label)
        if position.stock:
            self.label([("Stock" + passes, 0.0)])
            skipped = -len(position.stock) % per_row if self.steady else 0
            self.rows((None,) * skipped + position.stock, per_row, step, centred=False)

    def waste_and_turned(
        self, name: str, waste: Sequence[Card], turned: Sequence[Card], step: float, passes: str
    ) -> None:
        """A waste from its bottom to its top, and to its right the turned card. Where the waste
        takes several rows, its top lies apart from them."""
        beside = 1 + PART_GAP if turned else 0.0
        per_row = _fitting(self.width - beside, step)
        apart = len(waste) > per_row
        if apart:
            beside += 1 + PART_GAP
            per_row = _fitting(self.width - beside, step)
        fan, top_card = (waste[:-1], waste[-1:]) if apart else (waste, ())
        x = ((min(len(fan), per_row) - 1) * step if fan else 0.0) + 1 + PART_GAP
        single = [("Top", card) for card in top_card] + [("Turned", card) for card in turned]
        words = [name, *(word for word, _ in single)]
        size = self.label_times * self.size("label")
        fits = (letters.width(name + passes) + LABEL_GAP) * size <= x
        words[0 if waste and (fits or not single) else -1] += passes
        self.label(
            [(word, x + (k - 1) * (1 + PART_GAP) if k else 0.0) for k, word in enumerate(words)]
        )
        top = self.bottom
        if fan:
            self.rows(fan, per_row, step, centred=False)
        else:
            self.slots.append(Slot(0.0, top))
            self.bottom = top + FACE_HEIGHT
        for k, (_, card) in enumerate(single):
            self.put(card, x + k * (1 + PART_GAP), top)

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
        """A line of labels, each at its x, so small that none runs into the next."""
        size = self.label_times * self.size("label")
        baseline = self.bottom + PART_GAP + size * letters.ASCENT
        fits = size
        for (word, x), (_, beyond) in pairwise(words):
            fits = min(fits, (beyond - x) / (letters.width(word) + LABEL_GAP))
        self.texts += [Text(word, x, baseline, fits, "label") for word, x in words]
        self.bottom = baseline + size * 0.5

    def heading(self, title: str | None, subtitle: str | None, stars: str | None) -> None:
        """Title, subtitle and stars in the free corner left of the apex, or above all if they are
        too long; a subtitle rather takes more lines."""
        lines = heading(
            title, subtitle, stars, self.page_width, self.width, self.font, self.width_px
        )
        if subtitle and any(self._meets_tableau(line) for line in lines):
            beside = self.apexes[0][0] - PART_GAP if self.apexes else self.width
            narrow = heading(
                title, subtitle, stars, self.page_width, beside, self.font, self.width_px
            )
            if not any(self._meets_tableau(line) for line in narrow):
                lines = narrow
        if not lines:
            return
        down = lines[-1].y
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
        self.slots = [Slot(slot.x, slot.y + by) for slot in self.slots]
        self.bottom += by

    def caption(self, caption: str | None) -> None:
        """The caption below everything, on the axis of the title and the labels."""
        size = self.size("caption")
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
            self.texts.append(Text(line, 0.0, self.bottom, size, "caption", font=self.font))
        self.bottom += size * letters.DESCENT if lines else 0.0

    def scene(self, description: str) -> Scene:
        """The finished page, margins added."""
        m, laid = MARGIN, [(face.x, face.y) for face in self.faces]
        return Scene(
            self.page_width,
            self.bottom + 2 * m,
            tuple(Slot(s.x + m, s.y + m) for s in self.slots),
            tuple(
                replace(face, x=face.x + m, y=face.y + m, lapped=_is_lapped(face, laid[k + 1 :]))
                for k, face in enumerate(self.faces)
            ),
            tuple(replace(text, x=text.x + m, y=text.y + m) for text in self.texts),
            description,
        )


def _is_lapped(face: Face, later: Sequence[tuple[float, float]]) -> bool:
    """Whether a card painted `later` lies on one without a suit; touching corners do not count."""
    return not face.card.has_suit and any(
        abs(x - face.x) < TOUCH - 0.05 and abs(y - face.y) < FACE_HEIGHT - 0.05 for x, y in later
    )


def heading(
    title: str | None,
    subtitle: str | None,
    stars: str | None,
    page_width: float,
    width: float,
    font: Font | None,
    width_px: int | None,
) -> list[Text]:
    """Title, subtitle and stars as lines from (0, 0) downwards, none wider than `width`."""
    lines: list[Text] = []
    down = 0.0
    wanted: tuple[tuple[str | None, Role], ...] = (
        (title, "title"),
        (subtitle, "subtitle"),
        (stars, "stars"),
    )
    for words, role in wanted:
        size = letter_size(role, page_width, width_px)
        for line in letters.wrap(words or "", width / size, role == "title", font):
            apart = letters.LINE_HEIGHT if not lines or lines[-1].role == role else 1.6
            down += size * (apart if lines else letters.ASCENT)
            lines.append(Text(line, 0.0, down, size, role, font=font))
    return lines


def _spread(count: int, width: float) -> tuple[int, float]:
    """Cards in a row, and their step, for `count` cards in as few rows as stay readable."""
    lines = 1
    while True:
        per_row = -(-count // lines)
        if per_row <= 1:
            return 1, BESIDE
        step = (width - 1) / (per_row - 1)
        if step >= FAN_STEPS[-1]:
            fan = next(fan for fan in FAN_STEPS if fan <= step)
            return per_row, min(step, BESIDE) if step >= TOUCH else fan
        lines += 1


def _fitting(room: float, step: float) -> int:
    """How many cards a row has room for."""
    return max(1, int((room - 1) / step + 1e-9) + 1)


def _block_left(per_row: int, step: float, width: float) -> float:
    """Where a block of rows begins that is centred in `width`."""
    return (width - 1 - (per_row - 1) * step) / 2


def _in_rows(i: int, per_row: int, step: float, width: float, top: float) -> tuple[float, float]:
    """Where card i of a block of rows lies; the block is centred in `width`, 0 for flush left."""
    line, index = divmod(i, per_row)
    left = _block_left(per_row, step, width) if width else 0.0
    return left + index * step, top + line * (FACE_HEIGHT + LINE_GAP)


guard(__name__)
