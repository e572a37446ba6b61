"""A picture as data: cards, empty places, lines of text, and the page that holds them.

The unit is the width of a card; x runs to the right and y downwards from the page's upper left
corner. `heading` and `letter_size` decide the lines above the cards and the size of all letters;
`positions` decides where things lie.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Final, Literal

from pyrtool.base.arguments import check_fields
from pyrtool.game.cards import Card
from pyrtool.pictures.cards.marks import BADGE
from pyrtool.pictures.decks import FACE_HEIGHT, RenderError
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.descriptions import stars_line
from pyrtool.pictures.lettering.fonts import Font
from pyrtool.pictures.lettering.typesetting import typeset_signs
from pyrtool.pictures.settings import PictureSettings

Role = Literal["title", "subtitle", "stars", "label", "number", "caption"]
Anchor = Literal["left", "centre"]


@dataclass(frozen=True)
class Face:
    """A card, its upper left corner at (x, y).

    `shown` is the width at its left that no card of the same row hides, 0..1. `lapped` is true if
    another card lies on it; only cards without suits have it. `down` is true if it lies face down.
    """

    card: Card
    x: float
    y: float
    mark: str | None = None
    shown: float = 1.0
    lapped: bool = False
    down: bool = False

    @property
    def is_fanned(self) -> bool:
        """Whether the next card of the row hides the right of a large face."""
        return self.shown < 0.95

    def badge(self, is_large: bool) -> tuple[float, float]:
        """Return the centre of a mark's badge, where it covers no index: the upper right corner of
        what shows of the card, or on a large face the middle of its top."""
        if is_large and self.card.has_suit and not self.down:
            return (self.x + 0.2, self.y + 1.1) if self.is_fanned else (self.x + 0.49, self.y + 0.2)
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
        """True if the line is set in the bold font."""
        return self.role == "title"

    @property
    def left(self) -> float:
        """The x at which the line begins."""
        return self.x - (self.width / 2 if self.anchor == "centre" else 0)

    @property
    def width(self) -> float:
        """The line's width."""
        return self.size * letters.width(self.text, self.bold, self.font)


@dataclass(frozen=True)
class Stroke:
    """A line through points, as thick as `width`; a `faint` one has the colour of labels."""

    points: tuple[tuple[float, float], ...]
    width: float
    faint: bool = False

    def moved(self, x: float, y: float) -> "Stroke":
        """Return the same line elsewhere."""
        return replace(self, points=tuple((left + x, top + y) for left, top in self.points))


@dataclass(frozen=True)
class Pile:
    """Cards upon or beside each other without a gap, as one rectangle with one shadow."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Scene:
    """A page of `width` by `height`.

    Slots are painted first, then shadows, faces and marks (`painted`), strokes, and texts.
    `description` names the cards in words, for formats that can carry it.
    """

    width: float
    height: float
    slots: tuple[Slot, ...]
    faces: tuple[Face, ...]
    texts: tuple[Text, ...]
    description: str = ""
    strokes: tuple[Stroke, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)
        if not (0 < self.width < 1e5 and 0 < self.height < 1e5):  # far more than any sheet has
            raise RenderError(f"a scene of {self.width:g} by {self.height:g} cannot be drawn")

    def words(self, *roles: Role) -> list[str]:
        """Return the lines of these roles, from top to bottom."""
        return [text.text for text in self.texts if text.role in roles]

    def moved(self, x: float, y: float) -> "Scene":
        """Return the same page with all that lies on it moved."""
        return replace(
            self,
            slots=tuple(replace(spot, x=spot.x + x, y=spot.y + y) for spot in self.slots),
            faces=tuple(replace(spot, x=spot.x + x, y=spot.y + y) for spot in self.faces),
            texts=tuple(replace(text, x=text.x + x, y=text.y + y) for text in self.texts),
            strokes=tuple(stroke.moved(x, y) for stroke in self.strokes),
        )

    def painted(self) -> Iterator[tuple[Face, bool]]:
        """Yield each face in its order and, with True, each mark: after the row that its card lies
        in, and below the next one. Where cards of a row overlap, the next one lies on it."""
        for _, row in groupby(self.faces, key=lambda face: face.y):
            framed = []
            for face in row:
                yield face, False
                if face.mark is not None and face.shown < 1:
                    yield face, True
                elif face.mark is not None:
                    framed.append(face)
            yield from ((face, True) for face in framed)

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """All that faces cover, in as few rectangles as columns and rows make. A pile's shadow is
        cast on the page only, so that shadows do not add up where cards lie upon each other."""
        cards = sorted((round(f.x, 6), round(f.y, 6)) for f in self.faces)
        columns: list[Pile] = []
        for x, y in cards:
            last = columns[-1] if columns else None
            if last and last.left == x and y <= last.bottom:
                columns[-1] = replace(last, bottom=y + FACE_HEIGHT)
            else:
                columns.append(Pile(x, y, x + 1, y + FACE_HEIGHT))
        rows: list[Pile] = []
        for pile in sorted(columns, key=lambda pile: (pile.top, pile.bottom, pile.left)):
            last = rows[-1] if rows else None
            alike = last and (last.top, last.bottom) == (pile.top, pile.bottom)
            if last and alike and pile.left <= last.right + 1e-6:
                rows[-1] = replace(last, right=pile.right)
            else:
                rows.append(pile)
        return tuple(rows)


LETTERS: Final[dict[Role, tuple[float, float]]] = {
    "title": (0.04, 18),
    "subtitle": (0.025, 13),
    "stars": (0.034, 15),
    "caption": (0.025, 13),
    "label": (0.0195, 11.5),
    "number": (0.0165, 9),
}
"""Letter sizes by role: parts of the page's width, and pixels that they have at least."""


def letter_size(role: Role, width: float, width_px: int | None, times: float = 1.0) -> float:
    """Return the size of a role's letters on a page of this width, `times` as large as usual."""
    part, least_px = LETTERS[role]
    return width * max(times * part, least_px / width_px if width_px else 0.0)


def heading(settings: PictureSettings, page_width: float, width: float) -> list[Text]:
    """Set title, subtitle, and stars as lines from (0, 0) downwards, none wider than `width`."""
    stars = None if settings.stars is None else stars_line(settings.stars)
    texts: tuple[tuple[str | None, Role], ...] = (
        (settings.title, "title"),
        (settings.subtitle, "subtitle"),
        (stars, "stars"),
    )
    font, lines, down = settings.font, list[Text](), 0.0
    for words, role in texts:
        size = letter_size(role, page_width, settings.width_px)
        for line in letters.wrap(typeset_signs(words or ""), width / size, role == "title", font):
            apart = letters.LINE_HEIGHT if not lines or lines[-1].role == role else 1.6
            down += size * (apart if lines else letters.ASCENT)
            lines.append(Text(line, 0.0, down, size, role, font=font))
    return lines
