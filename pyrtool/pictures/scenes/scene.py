"""What is where on the picture of a position.

Decides the geometry: which cards lie where, in which order they are painted, which words lie
beside them. What a scene is made of is in `elements`; colours and files are for the painters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.layout import Shape
from pyrtool.game.position import Position
from pyrtool.languages import say
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import Font
from pyrtool.pictures.lettering.typography import typeset_signs
from pyrtool.pictures.lettering.words import describe, pass_words, pile_words, stars_line
from pyrtool.pictures.scenes.bands import (
    PART_GAP,
    ROW_STEP,
    band_width,
    content_width,
    drops,
    is_lapped,
    lefts,
    step_of,
)
from pyrtool.pictures.scenes.elements import Face, Role, Scene, Slot, Text
from pyrtool.pictures.scenes.fans import (
    FAN_STEPS,
    LINE_STEP,
    balanced,
    block_width,
    fitting,
    full,
    spread,
)
from pyrtool.pictures.scenes.headings import heading, letter_size

MARGIN: Final = 0.34

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
    as_seen: bool = False,
) -> Scene:
    """The scene of a position.

    `subtitle` and `stars` (0..5) lie below the title. `marks` maps cards to kinds in `MARKS`;
    discarded cards are ignored. Discarded cards leave their place empty; a column without cards
    is outlined. `label_times`, up to `MOST_LABEL_TIMES`, enlarges the labels for a page of several
    positions; the pass is then not named. `font` is for title and caption. If `steady`, the cards
    of the stock keep their places while others are dealt, which suits moving pictures. If
    `as_seen`, cards that lie face down show their backs, and the stock is one pile. On a page
    that is `width_px` wide, letters are large enough to be read. A `RenderError` names a wrong
    number of stars or an unknown kind.
    """
    down = frozenset((*position.face_down(), *position.stock) if as_seen else ())
    page = _Page(
        content_width(position),
        dict(marks or {}),
        label_times=label_times,
        font=font,
        width_px=width_px,
        steady=steady,
        as_seen=as_seen,
        down=down,
    )
    page.tableau(position)
    page.heading(title, subtitle, None if stars is None else stars_line(stars))
    page.bouquet(position)
    page.stock(position)
    page.caption(caption)
    return page.scene(describe(position, marks, down))


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
        """How large the letters of a role are."""
        return letter_size(role, self.page_width, self.width_px)

    def put(self, card: Card, x: float, y: float, shown: float = 1.0) -> None:
        mark, is_down = self.marks.get(card), card in self.down
        self.faces.append(Face(card, x, y, mark, min(shown, 1.0), down=is_down))

    # The tableau.

    def tableau(self, position: Position) -> None:
        """The shapes from the top down, each in its fixed place."""
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
        """The open bouquet in dealing order; a card that is gone leaves a hole."""
        if position.bouquet:
            per_row, step = spread(len(position.bouquet), self.width)
            self.block("Bouquet", position.bouquet, balanced(len(position.bouquet), per_row), step)

    def stock(self, position: Position) -> None:
        """A dealt stock: all in one block at the start, else waste, turned card and rest. As it is
        seen, the rest is one pile beside the others."""
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
                self.block(stock + say(", in the order of dealing"), undealt, sizes, step)
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
            self.block(stock + passes, cards, self.in_rows(len(cards), per_row), step)

    def centred(self, width: float) -> float:
        """Where wastes begin that are centred, but if steady, since they grow and shrink."""
        return 0.0 if self.steady else (self.width - width) / 2

    def in_rows(self, count: int, per_row: int) -> list[int]:
        """The rows of a pile; if steady, cards that follow move none."""
        return full(count, per_row) if self.steady else balanced(count, per_row)

    def block(
        self, name: str, cards: Sequence[Card | None], sizes: Sequence[int], step: float
    ) -> None:
        """A pile in rows below its label."""
        left = (self.width - block_width(sizes, step)) / 2
        self.label([(name, left)])
        self.rows(cards, sizes, step, left)

    def waste_and_beside(
        self, waste: Sequence[Card], beside: Sequence[tuple[str, Card]], step: float, passes: str
    ) -> None:
        """A waste from its bottom to its top, and to its right other piles of one card, with their
        labels. Where the waste takes several rows, its top lies apart from them."""
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
        """A pile in rows, or its outline where it is empty."""
        if cards:
            self.rows(cards, sizes, step, left, line_step)
        else:
            self.slots.append(Slot(left, self.bottom))
            self.bottom += FACE_HEIGHT

    def several_wastes(
        self, position: Position, beside: Sequence[tuple[str, Card]], passes: str
    ) -> None:
        """The wastes side by side, and to their right other piles of one card. Each row of a waste
        lies upon the one before, and leaves its indices free."""
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
        """Cards in rows of these sizes, each row's later cards upon the earlier ones."""
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
        self.faces = [replace(face, y=face.y + by) for face in self.faces]
        self.slots = [Slot(slot.x, slot.y + by) for slot in self.slots]
        self.bottom += by

    def caption(self, caption: str | None) -> None:
        """The caption below everything, on the axis of the title and the labels."""
        size = self.size("caption")
        room, words = self.width / size, typeset_signs(caption or "")
        lines = letters.wrap(words, room, own=self.font)
        for narrower in (0.95, 0.9, 0.85):  # rather than leave a word alone in the last line
            tighter = letters.wrap(words, narrower * room, own=self.font)
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
                replace(face, x=face.x + m, y=face.y + m, lapped=is_lapped(face, laid[k + 1 :]))
                for k, face in enumerate(self.faces)
            ),
            tuple(replace(text, x=text.x + m, y=text.y + m) for text in self.texts),
            description,
        )


guard(__name__)
