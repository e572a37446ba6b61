"""The scene of one position: which card lies where, and which words lie beside the cards.

Decides the geometry and the order of painting: first the distances between cards, in card widths,
then which piles there are and where they lie. `scene` has the parts of a scene; colours and files
are for the painters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import Final

from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.game.shapes import Shape
from pyrtool.languages import say
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.descriptions import describe, pass_words, pile_words
from pyrtool.pictures.lettering.typesetting import typeset_signs
from pyrtool.pictures.scenes.scene import Face, Role, Scene, Slot, Text, heading, letter_size
from pyrtool.pictures.settings import USUAL, PictureSettings

ROW_STEP: Final = 0.44 * FACE_HEIGHT  # shows the big index whole; 0.40 clips the suit
TOUCH: Final = 0.985  # step in a pyramid's row: the corners leave no hole where they meet
BESIDE: Final = 1.06  # step of cards that lie free, side by side
PART_GAP: Final = 0.32  # between pyramid, columns, reserve and stock
LEAST_WIDTH: Final = 6 * TOUCH + 1  # so that a small pyramid's stock does not make a tower
MOST_ABREAST: Final = 9  # open cards of one row that a picture is made wider for


def band_width(shapes: Sequence[Shape], down: Sequence[int]) -> float:
    """Return the width of the shapes of a band together."""
    begins = lefts(shapes, down)
    return max(left + _shape_width(shape) for left, shape in zip(begins, shapes, strict=True))


def content_width(position: Position) -> float:
    """Return the width of a picture without its margins."""
    bands = ([shape for _, shape in band] for band in position.layout.bands())
    widths = [band_width(shapes, drops(shapes, position.rules)) for shapes in bands]
    return max(*widths, LEAST_WIDTH if position.rules.stock_size else 0.0)


def is_lapped(face: Face, later: Sequence[tuple[float, float]]) -> bool:
    """Return whether a card painted `later` lies on one without a suit; touching corners do not
    count."""
    return not face.card.has_suit and any(
        abs(x - face.x) < TOUCH - 0.05 and abs(y - face.y) < FACE_HEIGHT - 0.05 for x, y in later
    )


def lefts(shapes: Sequence[Shape], down: Sequence[int]) -> list[float]:
    """Return the left edges of a band's shapes: each is as near to those before it as can be."""
    edges = [0.0]
    for k, shape in enumerate(shapes[1:], 1):
        before = zip(edges, shapes[:k], down, strict=False)
        edges.append(
            max(left + _apart(other, shape, drop - down[k]) for left, other, drop in before)
        )
    return edges


def drops(shapes: Sequence[Shape], rules: Rules) -> list[int]:
    """Return how many rows lower than the highest of a band each shape begins.

    All end on one base line. If rows score, they begin on one line, since a line is a row.
    """
    if rules.scoring == "microsoft":
        return [0 for _ in shapes]
    most = max(shape.rows for shape in shapes)
    return [most - shape.rows for shape in shapes]


def _apart(one: Shape, other: Shape, lower: int) -> float:
    """Return the least distance from the left edge of a shape to that of the next one.

    The shape begins this many rows `lower`. Cards that lie side by side keep a gap between them."""
    if one.flowing or other.flowing:
        return _shape_width(one) + PART_GAP
    ends = (
        x * step_of(one) + 1 - other_x * step_of(other)
        for x, row in one.spots
        for other_x, other_row in other.spots
        if abs(row + lower - other_row) * ROW_STEP < FACE_HEIGHT
    )
    return max(0.0, PART_GAP + max(ends))


def _shape_width(shape: Shape) -> float:
    cards = min(shape.width, MOST_ABREAST) if shape.flowing else shape.width
    return (cards - 1) * step_of(shape) + 1


def step_of(shape: Shape) -> float:
    """Return the distance from one card of a row to the next."""
    return TOUCH if shape.touching else BESIDE


FAN_STEPS: Final = (0.75, 0.585, 0.415)
"""Steps of fans: index and three columns of pips, two, or one show whole. Another step, short of
touching, shows slivers of pips or of the lower index."""
LINE_STEP: Final = FACE_HEIGHT + 0.1  # from row to row of a long pile
GROUP_GAP: Final = 0.3  # between groups of cards that are dealt together, more than a step


def spread(count: int, width: float) -> tuple[int, float]:
    """Return the cards in a row and their step, for `count` cards in as few rows as can be read."""
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


def fitting(room: float, step: float) -> int:
    """Count the cards for which a row has room."""
    return max(1, int((room - 1) / step + 1e-9) + 1)


def balanced(count: int, per_row: int) -> list[int]:
    """Count the cards of each row, so that none has two more than another.

    >>> balanced(17, 8)
    [6, 6, 5]
    """
    lines = max(1, -(-count // per_row))
    return [count // lines + (line < count % lines) for line in range(lines)]


def block_width(sizes: Sequence[int], step: float) -> float:
    """Return the width of a block of rows; an empty one is as wide as a card."""
    return (max([1, *sizes]) - 1) * step + 1


MARGIN: Final = 0.34

MOST_LABEL_TIMES: Final = 2.2
"""How much larger labels can be beside a standard pyramid before those of waste and turned meet."""
LABEL_GAP: Final = 0.4  # ems between two labels at least


def compose(
    position: Position,
    settings: PictureSettings = USUAL,
    *,
    marks: Mapping[Card, str] | None = None,
    label_times: float = 1.0,
    steady: bool = False,
    as_seen: bool = False,
) -> Scene:
    """Compose the scene of a position.

    Discarded cards leave their place empty; a column without cards is outlined. Letters are large
    enough to be read at the width of the settings, if they have one.

    Args:
        position: The position.
        settings: The texts, their font, and the width.
        marks: Cards to kinds of `MARKS`; discarded cards are ignored.
        label_times: Enlarges the labels for a page of several positions, up to `MOST_LABEL_TIMES`;
            labels then do not name the pass.
        steady: Whether the cards of the stock keep their places while others are dealt, as in an
            animation.
        as_seen: Whether cards that lie face down show their backs, and the stock is one pile.

    Raises:
        RenderError: The number of stars is wrong, or there is no such mark.
    """
    down = frozenset((*position.face_down(), *position.stock) if as_seen else ())
    page = _Page(
        content_width(position),
        dict(marks or {}),
        settings=settings,
        label_times=label_times,
        steady=steady,
        as_seen=as_seen,
        down=down,
    )
    page.tableau(position)
    page.heading()
    page.bouquet(position)
    page.stock(position)
    page.caption(settings.caption)
    return page.scene(describe(position, marks, down))


def captioned(
    scene: Scene,
    caption: str,
    settings: PictureSettings = USUAL,
    height: float = 0.0,
    times: float = 1.0,
) -> Scene:
    """Add a caption below the scene, or `height` if more, in letters `times` as large as usual."""
    bottom = max(scene.height, height) - 2 * MARGIN
    page = _Page(scene.width - 2 * MARGIN, {}, settings, bottom, caption_times=times)
    page.caption(caption)
    below = page.scene("")
    return replace(scene, height=below.height, texts=scene.texts + below.texts)


@dataclass
class _Page:
    """A page being filled from the top; coordinates are without the margin."""

    width: float
    marks: dict[Card, str]
    settings: PictureSettings
    bottom: float = 0.0
    label_times: float = 1.0
    caption_times: float = 1.0
    steady: bool = False
    as_seen: bool = False
    down: frozenset[Card] = frozenset()
    slots: list[Slot] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    apexes: list[tuple[float, float]] = field(default_factory=list)

    @property
    def page_width(self) -> float:
        return self.width + 2 * MARGIN

    def size(self, role: Role) -> float:
        """Return the size of a role's letters."""
        times = self.caption_times if role == "caption" else 1.0
        return letter_size(role, self.page_width, self.settings.width_px, times)

    def put(self, card: Card, x: float, y: float, shown: float = 1.0) -> None:
        mark, is_down = self.marks.get(card), card in self.down
        self.faces.append(Face(card, x, y, mark, min(shown, 1.0), down=is_down))

    # The tableau.

    def tableau(self, position: Position) -> None:
        """Place the shapes from the top down, each in its fixed place."""
        for band in position.layout.bands():
            top = self.bottom + PART_GAP if self.apexes else 0.0
            shapes = [shape for _, shape in band]
            down = drops(shapes, position.rules)
            margin = (self.width - band_width(shapes, down)) / 2
            for (first, shape), beyond, drop in zip(band, lefts(shapes, down), down, strict=True):
                left = margin + beyond
                emptied: dict[float, float] = {}
                for i, (x, y, shown) in enumerate(
                    self.spots(shape, left, top + drop * ROW_STEP), first
                ):
                    self.apexes.append((x, y))
                    emptied.setdefault(x, y)
                    if (card := position.tableau[i]) is not None:
                        self.put(card, x, y, shown)
                        emptied[x] = -1.0
                    if card or self.steady or i == first or not shape.touching:  # rows close up
                        self.bottom = max(self.bottom, y + FACE_HEIGHT)
                if not (shape.touching or shape.flowing):  # columns
                    self.slots += [Slot(x, y) for x, y in emptied.items() if y >= 0]

    def spots(self, shape: Shape, left: float, top: float) -> Iterator[tuple[float, float, float]]:
        """Yield the place of each card of a shape at (left, top), and how much of it shows."""
        if shape.flowing:
            per_row, step = spread(len(shape.places), self.width)
            sizes = balanced(len(shape.places), per_row)
            begins = self.centred(block_width(sizes, step))
            for line, size in enumerate(sizes):
                for i in range(size):
                    yield begins + i * step, top + line * LINE_STEP, step
            return
        for x, row in shape.spots:
            yield left + x * step_of(shape), top + row * ROW_STEP, 1.0

    # The stock.

    def bouquet(self, position: Position) -> None:
        """Place the open bouquet in dealing order; a card that is gone leaves a hole."""
        if position.bouquet:
            per_row, step = spread(len(position.bouquet), self.width)
            self.block("Bouquet", position.bouquet, balanced(len(position.bouquet), per_row), step)

    def stock(self, position: Position) -> None:
        """Place a dealt stock: all in one block at the start, else waste, turned card and rest. As
        it is seen, the rest is one pile beside the others."""
        rules, stock = position.rules, pile_words("stock")
        if rules.stock != "dealt":
            return
        turned = () if position.turned is None else (position.turned,)
        undealt = turned + position.stock
        per_row, step = spread(rules.stock_size, self.width)
        step = FAN_STEPS[-1] if self.as_seen else step  # as there is the stock's pile beside it
        at_start = len(undealt) == rules.stock_size and position.pass_number == 1
        if at_start and not self.as_seen:
            if undealt:
                sizes = balanced(len(undealt), per_row)
                label = stock + say(", in the order of dealing")
                self.numbered(label, undealt, sizes, step, rules.draw)
            return
        if not undealt and not position.passed():
            return
        passes = ""  # written once, where a line of labels has room to its right
        if rules.passes != 1 and self.label_times == 1:
            passes = f", {pass_words(position.pass_number, rules.passes)}"
        beside = [(say("Turned"), card) for card in turned]
        if self.as_seen:
            beside += [(f"{stock} {len(position.stock)}", card) for card in position.stock[:1]]
        below = () if self.as_seen else position.stock
        if len(position.wastes) == 1:
            self.waste_and_beside(position.waste, beside, step, "" if below else passes)
        else:
            self.several_wastes(position, beside, "" if below else passes)
        if below:
            skipped = -len(below) % per_row if self.steady else 0
            cards = (None,) * skipped + below
            self.numbered(
                stock + passes, cards, self.in_rows(len(cards), per_row), step, rules.draw
            )

    def centred(self, width: float) -> float:
        """Return the left edge of centred wastes; 0 if steady, since they grow and shrink."""
        return 0.0 if self.steady else (self.width - width) / 2

    def in_rows(self, count: int, per_row: int) -> list[int]:
        """Count the cards of each row of a pile; if steady, each row is full before the next
        begins: cards that follow move none."""
        if not self.steady:
            return balanced(count, per_row)
        return [min(per_row, count - first) for first in range(0, count, per_row)]

    def block(
        self, name: str, cards: Sequence[Card | None], sizes: Sequence[int], step: float
    ) -> None:
        """Place a pile in rows below its label."""
        left = (self.width - block_width(sizes, step)) / 2
        self.label([(name, left)])
        self.rows(cards, sizes, step, left)

    def numbered(
        self, name: str, cards: Sequence[Card | None], sizes: Sequence[int], step: float, draw: int
    ) -> None:
        """Place a stock in rows below its label, every fifth card numbered, and each group of
        several cards that are dealt together apart; a steady one without both."""
        if self.steady:
            self.block(name, cards, sizes, step)
            return
        wide, groups = block_width(sizes, step), -(-max(sizes) // draw)
        gap = min(GROUP_GAP, (self.width - wide) / (groups - 1)) if draw > 1 and groups > 1 else 0.0
        left = (self.width - wide - gap * (groups - 1)) / 2
        self.label([(name, left)])
        size, first = self.label_times * self.size("number"), 0
        for count in sizes:
            self.bottom += size + (LINE_STEP - FACE_HEIGHT if first else 0.3 * size)
            xs = [left + i * step + i // draw * gap for i in range(count)]
            for number, x in enumerate(xs, first + 1):
                if number in (1, len(cards)) or (number % 5 == 0 and number + 2 < len(cards)):
                    x += min(step, 1.0) / 2
                    at = self.bottom - size / 4
                    self.texts.append(Text(f"{number}", x, at, size, "number", "centre"))
            for i, x in enumerate(xs):
                card, after = cards[first + i], [*xs, x + 1.0][i + 1]
                assert card is not None  # only a steady stock has holes
                self.put(card, x, self.bottom, after - x)
            self.bottom += FACE_HEIGHT
            first += count

    def waste_and_beside(
        self, waste: Sequence[Card], beside: Sequence[tuple[str, Card]], step: float, passes: str
    ) -> None:
        """Place a waste from its bottom to its top, and to its right other piles of one card, with
        their labels. Where the waste takes several rows, its top lies apart from them."""
        taken = len(beside) * (1 + PART_GAP)
        apart = len(waste) > fitting(self.width - taken, step)
        per_row = fitting(self.width - taken - apart * (1 + PART_GAP), step)
        fan, top_card = (waste[:-1], waste[-1:]) if apart else (waste, ())
        sizes = self.in_rows(len(fan), per_row)
        wide = block_width(sizes, step)
        single = [*((say("Top"), card) for card in top_card), *beside]
        left = self.centred(wide + len(single) * (1 + PART_GAP))
        words = [pile_words("waste"), *(word for word, _ in single)]
        size = self.label_times * self.size("label")
        fits = (letters.width(words[0] + passes) + LABEL_GAP) * size <= wide + PART_GAP
        words[0 if waste and (fits or not single) else -1] += passes
        beyond = [left + wide + PART_GAP + k * (1 + PART_GAP) for k in range(len(single))]
        self.label(list(zip(words, [left, *beyond], strict=True)))
        top = self.bottom
        self.pile(fan, sizes, step, left)
        for (_, card), x in zip(single, beyond, strict=True):
            self.put(card, x, top)

    def pile(
        self,
        cards: Sequence[Card],
        sizes: Sequence[int],
        step: float,
        left: float,
        line_step: float = LINE_STEP,
    ) -> None:
        """Place a pile in rows, or its outline if it is empty."""
        if cards:
            self.rows(cards, sizes, step, left, line_step)
        else:
            self.slots.append(Slot(left, self.bottom))
            self.bottom += FACE_HEIGHT

    def several_wastes(
        self, position: Position, beside: Sequence[tuple[str, Card]], passes: str
    ) -> None:
        """Place the wastes side by side, and to their right other piles of one card. Each row of a
        waste lies upon the one before, and leaves its indices free."""
        wastes = position.wastes
        room = self.width - (position.rules.stock_top + self.as_seen) * (1 + PART_GAP)
        cell = (room - (len(wastes) - 1) * PART_GAP) / len(wastes)
        steps = FAN_STEPS[-1:] if self.steady else FAN_STEPS
        fits = (step for step in steps if max(map(len, wastes)) <= fitting(cell, step))
        step = next(fits, FAN_STEPS[-1])
        sizes = [self.in_rows(len(waste), fitting(cell, step)) for waste in wastes]
        widths = [cell if self.steady else block_width(rows, step) for rows in sizes]
        widths += [1.0 for _ in beside]
        x = self.centred(sum(widths) + (len(widths) - 1) * PART_GAP)
        lefts = list(accumulate(widths[:-1], lambda at, wide: at + wide + PART_GAP, initial=x))
        words = [pile_words(position.waste_name(k)) for k in range(1, len(wastes) + 1)]
        words += [word for word, _ in beside]
        words[-1] += passes
        self.label(list(zip(words, lefts, strict=True)))
        top = lowest = self.bottom
        for waste, rows, left in zip(wastes, sizes, lefts, strict=False):
            self.bottom = top
            self.pile(waste, rows, step, left, ROW_STEP)
            lowest = max(lowest, self.bottom)
        for (_, card), left in zip(beside, lefts[len(wastes) :], strict=True):
            self.put(card, left, top)
        self.bottom = max(lowest, top + FACE_HEIGHT)

    def rows(
        self,
        cards: Sequence[Card | None],
        sizes: Sequence[int],
        step: float,
        left: float,
        line_step: float = LINE_STEP,
    ) -> None:
        """Place cards in rows of these sizes, each row's later cards upon the earlier ones."""
        y, first = self.bottom, 0
        for size in sizes:
            row = cards[first : first + size]
            for i, card in enumerate(row):
                if card is not None:
                    rest = row[i + 1 :]
                    to_next = next((k for k, c in enumerate(rest, 1) if c is not None), None)
                    self.put(card, left + i * step, y, to_next * step if to_next else 1.0)
            self.bottom = max(self.bottom, y + FACE_HEIGHT)
            y, first = y + line_step, first + size

    # The words.

    def label(self, words: Sequence[tuple[str, float]]) -> None:
        """Place a line of labels, each at its x, so small that none runs into the next."""
        size = self.label_times * self.size("label")
        baseline = self.bottom + PART_GAP + size * letters.ASCENT
        fits = size
        for (word, x), (_, beyond) in pairwise(words):
            fits = min(fits, (beyond - x) / (letters.width(word) + LABEL_GAP))
        self.texts += [Text(word, x, baseline, fits, "label") for word, x in words]
        self.bottom = baseline + size * 0.5

    def heading(self) -> None:
        """Place title, subtitle, and stars in the free corner left of the apex, or above all if
        they are too long; a subtitle rather takes more lines."""
        lines = heading(self.settings, self.page_width, self.width)
        for smaller in (0.95, 0.9, 0.85):  # rather than move the tableau down
            tighter = heading(self.settings, smaller * self.page_width, self.width)
            if any(map(self._meets_tableau, lines)) and not any(map(self._meets_tableau, tighter)):
                lines = tighter
        if self.settings.subtitle and any(self._meets_tableau(line) for line in lines):
            beside = self.apexes[0][0] - PART_GAP if self.apexes else self.width
            narrow = heading(self.settings, self.page_width, beside)
            if not any(self._meets_tableau(line) for line in narrow):
                lines = narrow
        if not lines:
            return
        down = lines[-1].y + lines[-1].size * letters.DESCENT
        if any(self._meets_tableau(line) for line in lines):
            by = down + PART_GAP / 2
            self.faces = [replace(face, y=face.y + by) for face in self.faces]
            self.slots = [Slot(slot.x, slot.y + by) for slot in self.slots]
            self.bottom += by
        self.texts += lines

    def _meets_tableau(self, line: Text) -> bool:
        low = line.y + line.size * letters.DESCENT + PART_GAP / 4
        right = line.x + line.width + PART_GAP
        return any(y < low and x < right for x, y in self.apexes)

    def caption(self, caption: str | None) -> None:
        """Place the caption below everything, on the axis of the title and the labels."""
        size, font = self.size("caption"), self.settings.font
        room, words = self.width / size, typeset_signs(caption or "")
        lines = letters.wrap(words, room, own=font)
        for narrower in (0.95, 0.9, 0.85):  # rather than leave a word alone in the last line
            tighter = letters.wrap(words, narrower * room, own=font)
            last = letters.width(lines[-1], own=font) if lines else room
            if last < room / 4 and len(tighter) == len(lines) > 1:
                lines = tighter
        self.bottom += PART_GAP if lines else 0.0
        for i, line in enumerate(lines):
            self.bottom += size * (letters.LINE_HEIGHT if i else letters.ASCENT)
            self.texts.append(Text(line, 0.0, self.bottom, size, "caption", font=font))
        self.bottom += size * letters.DESCENT if lines else 0.0

    def scene(self, description: str) -> Scene:
        """Return the finished page, margins added."""
        laid = [(face.x, face.y) for face in self.faces]
        faces = (
            replace(face, lapped=is_lapped(face, laid[k + 1 :]))
            for k, face in enumerate(self.faces)
        )
        width, height = self.page_width, self.bottom + 2 * MARGIN
        on_page = tuple(self.slots), tuple(faces), tuple(self.texts)
        return Scene(width, height, *on_page, description).moved(MARGIN, MARGIN)
