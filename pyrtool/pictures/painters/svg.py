"""The painter of SVG pictures: a scene as one document that needs nothing else.

Decides how a scene becomes shapes; what is where is decided by `scene`, the faces' shapes by
`faces`. Letters are outlines of the bundled font and the shadow is a few plain shapes rather
than a filter, so that browsers, editors and printers show the same. A face, a letter and a
mark are each defined once. The words are there too, as title and description.
"""

from collections.abc import Callable
from math import ceil, erf, sqrt
from typing import Final
from xml.sax.saxutils import escape

from pyrtool.base.version import MADE_BY
from pyrtool.game.cards import Card
from pyrtool.languages import chosen, message, say
from pyrtool.pictures.cards import backs, marks
from pyrtool.pictures.cards.faces import (
    LARGE_BELOW_PX,
    UNIT,
    cards_without_faces,
    drawing,
    face,
    large_face,
    shared_shapes,
)
from pyrtool.pictures.decks import FACE_HEIGHT, Deck, deck_named
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.fonts import OUTLINE_EM
from pyrtool.pictures.scenes.scene import Face, Pile, Scene, Slot, Stroke, Text
from pyrtool.pictures.scenes.themes import CHIP, Theme, chips, inks, role_ink, theme_named
from pyrtool.pictures.settings import PictureSettings

MM_PER_INCH: Final = 25.4
UNTITLED: Final = message("A deal of cards")
"""What a picture without a title is called."""

_SHADOW_STEPS: Final = 8
_SHADOW_REACH: Final = 2.0  # how far it reaches, in standard deviations of its blur
_SHADOW_INSET: Final = 0.7  # what lies further in is hidden by the cards


def paint(scene: Scene, settings: PictureSettings) -> bytes:
    """Write the scene as an SVG file, in a deck and on a background that exist.

    Its width is in CSS pixels, or with `dpi` as many millimetres as that makes in print.
    Lines are at least as thick as one of those pixels.
    """
    width_px = settings.known_px
    scale = width_px / scene.width
    height_px = round(scene.height * scale)
    unit, per_px = ("", 1.0) if settings.dpi is None else ("mm", MM_PER_INCH / settings.dpi)
    size = f'width="{_n(width_px * per_px, 3)}{unit}" height="{_n(height_px * per_px, 3)}{unit}"'
    theme = theme_named(settings.background)
    wide, high = _n(scene.width * UNIT), _n(height_px / scale * UNIT)
    pen = _Pen(deck_named(settings.deck), theme, scale)
    body = [f'<path fill="{theme.page}" d="M0 0h{wide}v{high}h-{wide}z"/>'] if theme.page else []
    body += [pen.slot(slot) for slot in scene.slots]
    body += pen.shadows(scene)
    body += [pen.mark(spot) if is_mark else pen.card(spot) for spot, is_mark in scene.painted()]
    body += [*map(pen.stroke, scene.strokes), *map(pen.line, scene.texts)]
    shapes = shared_shapes(face.card for face in scene.faces if not face.down)
    words = (
        f'<title id="title">{escape(title(scene))}</title>'
        f'<desc id="desc">{escape(describe_scene(scene))}</desc>'
        f"<metadata>{MADE_BY} {settings.carried}</metadata>"
    )
    seen = f'{size} viewBox="0 0 {wide} {high}" role="img" aria-labelledby="title desc"'
    return _file(seen, words, shapes + "".join(pen.definitions.values()), body)


def layers(scene: Scene, name: str, deck: str, background: str) -> dict[str, bytes]:
    """Write the shadows of a scene's piles, to lie under the cards, and its words, to be laid upon
    them: each alone as an SVG file of its size."""
    shade, words = (_Pen(deck_named(deck), theme_named(background), UNIT) for _ in range(2))
    seen = f'viewBox="0 0 {_n(scene.width * UNIT)} {_n(scene.height * UNIT)}"'
    drawn = {
        f"shade-{name}.svg": (shade, shade.shadows(scene)),
        f"words-{name}.svg": (
            words,
            [*map(words.stroke, scene.strokes), *map(words.line, scene.texts)],
        ),
    }
    return {
        file: _file(seen, "", "".join(pen.definitions.values()), body)
        for file, (pen, body) in drawn.items()
    }


Images = Callable[[Card], str]
"""The drawing of a face in pixels, or empty where it is to be drawn in lines."""

SYMBOL_PAD: Final = ceil(0.06 * UNIT)
"""What a file of `symbols` is larger than a card on every side, in units of its viewBox."""

SYMBOLS: Final = (
    "back",
    *map(str, (*Card.ALL, *cards_without_faces())),
    *(f"{card} lapped" for card in cards_without_faces()),
    "down",
    "slot",
    *(
        f"{part} {kind}"
        for kind, mark in marks.MARKS.items()
        for part in ("tint", "frame", "badge")
        if part != "tint" or marks.LINES[mark.line].is_tinted
    ),
)
"""The names of all `symbols`, in their order."""


def symbols(deck: str, background: str, images: Images) -> dict[str, bytes]:
    """Make SVG files of the parts of scenes, in lines of no pixel's thickness, for PDF.

    - ``back`` is a white card.
    - ``4H`` is what is printed on a card, ``4`` on one without a suit, ``??`` on an unknown one.
    - ``4 lapped`` is the same where another card lies on it.
    - ``down`` is what a card shows that lies face down.
    - ``slot`` is an empty pile.
    - ``tint move``, ``frame move`` and ``badge move`` are parts of a mark.

    All are 240 by 336 units and `SYMBOL_PAD` on every side, the centre of what is shown in the
    middle. `images` are the pictures on court cards.
    """
    pen = _Pen(deck_named(deck), theme_named(background), 4 * UNIT, images)
    names = (
        pen.define_back(),
        *(pen.define_face(card) for card in (*Card.ALL, *cards_without_faces())),
        *(pen.define_face(card, lapped=True) for card in cards_without_faces()),
        *(pen.define_down(), pen.define_slot()),
        *(name for kind in marks.MARKS for name in pen.define_mark(kind) if name),
    )
    wide, high = UNIT + 2 * SYMBOL_PAD, round(UNIT * FACE_HEIGHT) + 2 * SYMBOL_PAD
    seen = f'viewBox="{_n(-wide / 2)} {_n(-high / 2)} {wide} {high}"'
    shapes = shared_shapes(Card.ALL)
    drawn = (_file(seen, "", shapes, [pen.definitions[name]]) for name in names)
    return dict(zip(SYMBOLS, drawn, strict=True))


def _file(seen: str, words: str, definitions: str, body: list[str]) -> bytes:
    spoken = chosen().language
    language = "" if spoken == "en" else f' xml:lang="{spoken}"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f"{language} {seen}>{words}<defs>{definitions}</defs>{''.join(body)}</svg>\n"
    ).encode()


def title(scene: Scene) -> str:
    """Return the title of the picture."""
    return " ".join(scene.words("title")) or say(UNTITLED)


def describe_scene(scene: Scene) -> str:
    """Write all that the picture says: stars, labels and caption, and every card."""
    stars = "".join(scene.words("stars")).count("★")
    lines = [" ".join(scene.words("subtitle"))]
    lines += [say("Stars: {0} of 5.", stars)] if scene.words("stars") else []
    lines.append(scene.description)
    lines.append(" ".join(scene.words("caption")))
    return "\n".join(line for line in lines if line)


class _Pen:
    """Writes elements, and keeps the definitions they refer to."""

    def __init__(
        self, deck: Deck, theme: Theme, px_per_card: float, images: Images | None = None
    ) -> None:
        self.definitions: dict[str, str] = {}
        self._deck, self._theme, self._images = deck, theme, images
        self._px, self._is_large = UNIT / px_per_card, px_per_card < LARGE_BELOW_PX
        self._edge_width = max(self._px, marks.EDGE * UNIT)

    # Cards.

    def card(self, spot: Face) -> str:
        """Write a card, and the tint of its mark, which lies under the ink."""
        x, y = spot.x + 0.5, spot.y + FACE_HEIGHT / 2
        shown = (
            self.define_down()
            if spot.down
            else self.define_face(spot.card, spot.lapped, spot.is_fanned)
        )
        tint = spot.mark and self.define_mark(spot.mark)[0]
        text = _use(self.define_back(), x, y) + (_use(tint, x, y) if tint else "")
        return text + _use(shown, x, y)

    def mark(self, spot: Face) -> str:
        """Write the frame and badge of a card's mark."""
        assert spot.mark is not None
        _, frame, badge = self.define_mark(spot.mark)
        return _use(frame, spot.x + 0.5, spot.y + FACE_HEIGHT / 2) + _use(
            badge, *spot.badge(self._is_large)
        )

    def stroke(self, one: Stroke) -> str:
        """Write a line through points."""
        colour = self._theme.muted if one.faint else self._theme.text
        path = "L".join(f"{_n(x * UNIT)} {_n(y * UNIT)}" for x, y in one.points)
        return (
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-linejoin="round" '
            f'stroke-width="{_n(one.width * UNIT)}"/>'
        )

    def slot(self, spot: Slot) -> str:
        """Write the outline of an empty pile."""
        return _use(self.define_slot(), spot.x + 0.5, spot.y + FACE_HEIGHT / 2)

    def define_face(self, card: Card, lapped: bool = False, is_fanned: bool = False) -> str:
        """Define a face and return its id; here and below, the origin is the card's centre."""
        name = str(card)[::-1]  # an id cannot begin with a digit
        if self._is_large and is_fanned and card.has_suit:
            name += "f"
        if not card.has_suit:
            name = (f"n{card}" if card.is_known else "u") + ("l" if lapped else "")
        if name not in self.definitions:
            if card.has_suit:
                deck = self._deck
                drawn = face(card, deck.colours, deck.dress, deck.trim)
                if self._is_large:
                    drawn = large_face(card, deck.colours[card.suit], is_fanned)
                drawn = (self._images(card) if self._images else "") or drawn
            else:
                drawn = drawing(card, UNIT, lapped)
            self.definitions[name] = f'<g id="{name}">{drawn}</g>'
        return name

    def define_down(self) -> str:
        """Define what a card shows that lies face down, and return its id."""
        self.definitions["d"] = f'<g id="d">{backs.drawing(UNIT)}</g>'
        return "d"

    def define_back(self) -> str:
        """Define a white card with its edge, and return its id."""
        paint = f'id="b" fill="#FFF" stroke="{self._theme.edge}"'
        self.definitions["b"] = self._ring(0, self._edge_width, paint)
        return "b"

    def define_slot(self) -> str:
        """Define an empty pile's outline, and return its id."""
        thick, halo = 1.5 * self._edge_width, self._theme.halo
        ring = self._ring(0, thick)
        if halo:
            ring = self._ring(-thick, 2 * thick, f'stroke="{halo}"') + ring
        self.definitions["s"] = f'<g id="s" fill="none" stroke="{self._theme.muted}">{ring}</g>'
        return "s"

    def define_mark(self, kind: str) -> tuple[str, str, str]:
        """Define a mark's tint (empty for none), frame and badge, and return their ids."""
        mark, tint, frame, disc = marks.MARKS[kind], f"t-{kind}", f"f-{kind}", f"g-{kind}"
        tint = tint if marks.LINES[mark.line].is_tinted else ""
        if frame not in self.definitions:
            if tint:
                paint = f'id="{tint}" fill="{mark.colour}" fill-opacity="{marks.TINT}"'
                self.definitions[tint] = _rect(self._edge_width, paint)
            paint = f'id="{frame}" fill="none" stroke="{mark.colour}"'
            self.definitions[frame] = f"<g {paint}>{self._frame(mark)}</g>"
            drawn = badge(mark, max(marks.LEAST_BADGE_PX * self._px, marks.BADGE * UNIT))
            self.definitions[disc] = f'<g id="{disc}">{drawn}</g>'
        return tint, frame, disc

    def _frame(self, mark: marks.Mark) -> str:
        thick, line, lines = max(2 * self._px, marks.FRAME * UNIT), marks.LINES[mark.line], ""
        for outer, inner in line.rings:
            if line.is_dashed:
                wide, middle = (inner - outer) * thick, (outer + inner) * thick / 2
                lines += f'<path stroke-width="{_n(wide)}" d="{_dashes(middle)}"/>'
            else:
                lines += self._ring(outer * thick, inner * thick)
        return lines

    def _ring(self, outer: float, inner: float, paint: str = "") -> str:
        """Write the band between two insets of a card, as a line of that width."""
        return _rect((outer + inner) / 2, f'stroke-width="{_n(inner - outer)}" {paint}'.rstrip())

    # Shadows.

    def shadows(self, scene: Scene) -> list[str]:
        """Write the shadows of all piles as one: lines of all piles upon one another, each thinner
        than the one before, whose darkness together falls off as a blurred one does."""
        if not scene.piles:
            return []
        inset, low = _SHADOW_INSET * marks.BLUR, _n(marks.DROP * UNIT)
        rects = "".join(_path(pile, inset) for pile in scene.piles)
        self.definitions["q"] = f'<path id="q" d="{rects}"/>'
        lines, light = "", 1.0
        for k in range(_SHADOW_STEPS):
            reach = (1 - (k + 0.5) / _SHADOW_STEPS) * (_SHADOW_REACH + _SHADOW_INSET)
            dark = marks.SHADE * (1 - erf((reach - _SHADOW_INSET) / sqrt(2))) / 2
            thick = _n(2 * reach * marks.BLUR * UNIT)
            opacity = _n(1 - (1 - dark) / light, 4)
            lines += f'<use xlink:href="#q" stroke-width="{thick}" opacity="{opacity}"/>'
            light = 1 - dark
        return [
            f'<g stroke="#000" stroke-linejoin="round" transform="translate(0 {low})">{lines}</g>'
        ]

    # Letters.

    def line(self, text: Text) -> str:
        """Write a line of text in outlines; a letter is defined once for each font."""
        colours = inks(text, self._theme, self._deck)
        main = role_ink(text.role, self._theme)
        glyphs = []
        for (font, char, pen), colour in zip(
            letters.placed(text.text, text.bold, text.font), [*colours, main], strict=True
        ):
            shape = font.outline(char) if char else ""
            if shape:
                kind = "o" if font is text.font else "T" if text.bold else "t"
                name = f"{kind}{ord(char):x}"
                self.definitions.setdefault(name, f'<path id="{name}" d="{shape}"/>')
                x = round(pen * OUTLINE_EM)
                fill = "" if colour == main else f' fill="{colour}"'
                glyphs.append(f'<use xlink:href="#{name}" x="{x}"{fill}/>')
        if not glyphs:
            return ""
        place = f"translate({_n(text.left * UNIT)} {_n(text.y * UNIT)})"
        scale = f"scale({_n(text.size * UNIT / OUTLINE_EM, 5)})"
        reach, above, high = (round(part * OUTLINE_EM) for part in CHIP)
        cards = [
            f'<rect x="{round(begins * OUTLINE_EM)}" y="{-above}" height="{high}" rx="{reach * 2}"'
            f' width="{round((ends - begins) * OUTLINE_EM)}" fill="{self._theme.chip}"/>'
            for begins, ends in chips(text, self._theme)
        ]
        drawn = "".join([*cards, *glyphs])
        if halo := self._theme.halo:
            pen_em = _n(2 * marks.HALO * OUTLINE_EM)
            around = f'stroke="{halo}" stroke-width="{pen_em}" stroke-linejoin="round"'
            drawn = f"<g {around}>{drawn}</g>{drawn}"
        return f'<g fill="{main}" transform="{place}{scale}">{drawn}</g>'


def badge(mark: marks.Mark, radius: float) -> str:
    """Write the elements of a mark's badge: its sign, white on a disc, round the origin."""
    reach, sign = marks.SIGN_REACH * radius, marks.SIGNS[mark.sign]
    thick = reach / 2
    path = "".join(
        "M" + "L".join(f"{_n(x * reach)} {_n(y * reach)}" for x, y in stroke)
        for stroke in sign.strokes
    )
    parts = f'<path d="{path}"/>' if path else ""
    if sign.ring:
        parts += f'<circle r="{_n(sign.ring * reach - thick / 2)}"/>'
    for x, y in sign.dots:
        spot = f'cx="{_n(x * reach)}" cy="{_n(y * reach)}"'
        parts += f'<circle {spot} r="{_n(marks.DOT * reach)}" fill="#FFF" stroke="none"/>'
    pen = f'fill="none" stroke="#FFF" stroke-width="{_n(thick)}" stroke-linejoin="round"'
    return (
        f'<circle r="{_n(radius)}" fill="#FFF"/>'
        f'<circle r="{_n(0.88 * radius)}" fill="{mark.colour}"/><g {pen}>{parts}</g>'
    )


def _use(name: str, x: float, y: float) -> str:
    return f'<use xlink:href="#{name}" x="{_n(x * UNIT)}" y="{_n(y * UNIT)}"/>'


def _rect(inset: float, paint: str, corner: float = marks.CORNER * UNIT) -> str:
    """Write a card's shape made smaller by `inset` on every side, its centre at the origin."""
    wide, high = UNIT - 2 * inset, UNIT * FACE_HEIGHT - 2 * inset
    corner = max(0.0, corner - inset)
    return (
        f'<rect x="{_n(-wide / 2)}" y="{_n(-high / 2)}" width="{_n(wide)}" height="{_n(high)}"'
        f' rx="{_n(corner)}" {paint}/>'
    )


def _path(pile: Pile, inset: float) -> str:
    """Path data of a pile made smaller by `inset` on every side."""
    left, top = _n((pile.left + inset) * UNIT, 1), _n((pile.top + inset) * UNIT, 1)
    wide = _n((pile.right - pile.left - 2 * inset) * UNIT, 1)
    high = _n((pile.bottom - pile.top - 2 * inset) * UNIT, 1)
    return f"M{left} {top}h{wide}v{high}h-{wide}z"


def _dashes(inset: float) -> str:
    """Path data of a frame's dashes along its middle line; the corners are dashes too."""
    half_wide, half_high = UNIT / 2, UNIT * FACE_HEIGHT / 2
    dash_x, dash_y = UNIT / marks.DASHES[0], UNIT * FACE_HEIGHT / marks.DASHES[1]
    round_from = max(marks.CORNER * UNIT, inset)
    radius = _n(round_from - inset)
    path = ""
    for x in (-1, 1):
        for y in (-1, 1):
            side, end = x * (half_wide - inset), y * (half_high - inset)
            path += (
                f"M{_n(side)} {_n(y * (half_high - dash_y))}V{_n(y * (half_high - round_from))}"
                f"A{radius} {radius} 0 0 {int(x == y)}"
                f" {_n(x * (half_wide - round_from))} {_n(end)}H{_n(x * (half_wide - dash_x))}"
            )
        for k in range(2, marks.DASHES[1] - 2, 2):
            path += f"M{_n(x * (half_wide - inset))} {_n(k * dash_y - half_high)}v{_n(dash_y)}"
        for k in range(2, marks.DASHES[0] - 2, 2):
            path += f"M{_n(k * dash_x - half_wide)} {_n(x * (half_high - inset))}h{_n(dash_x)}"
    return path


def _n(value: float, digits: int = 2) -> str:
    """Write a number as short as it can be written."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return "0" if text in ("-0", "") else text
