"""Positions to be drawn, and pictures as they are looked at."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import resvg_py
from PIL import Image

from pyrtool import Won, deal, solve
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Move, Position
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.scenes.positions import MARGIN
from pyrtool.pictures.scenes.scene import Face, Scene

from .dealing import shuffled_start, won
from .playouts import play_out

LONG = (
    "Every set can be discarded when the others are gone, but 4-9 and 5-8 wait for one another: "
    "a crossblock. " * 4
)

SLACK = 1e-6

SHAPES = {
    **{f"bouquet of {rows} rows": replace(GAMES["bouquet"], rows=rows) for rows in range(1, 10)},
    **GAMES,
    "nine rows, seven dealt": Rules(rows=9),
    "ten rows": Rules(rows=10, packs=2, stock="bouquet"),
    "two pyramids": Rules(rows=6, pyramids=2),
    "reserve": Rules(reserve=7),
    "columns and stock": Rules(rows=5, columns=(4, 3)),
    "two suits": Rules(rows=4, suits=2, stock="bouquet"),
    "many short columns": Rules(rows=1, columns=(25, 2), stock="bouquet"),
}


def start(rules: Rules, seed: int = 1) -> Position:
    return shuffled_start(rules, seed)


def played(rules: Rules, moves: int, seed: int = 1) -> Position:
    return play_out(start(rules, seed), seed, moves)[1]


def decoded(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def assert_on_page(scene: Scene) -> None:
    """Cards keep the margin; words stay on the page and off the cards and one another."""
    edge = SLACK
    piles = [(pile.x, pile.y) for pile in scene.faces] + [(pile.x, pile.y) for pile in scene.slots]
    for x, y in piles:
        assert MARGIN - edge <= x <= scene.width - MARGIN - 1 + edge
        assert MARGIN - edge <= y <= scene.height - MARGIN - FACE_HEIGHT + edge
    for slot in scene.slots:
        assert not any(overlap(Face(face.card, slot.x, slot.y), face) for face in scene.faces)
    boxes = []
    for text in scene.texts:
        top, bottom = text.y - 0.71 * text.size, text.y + letters.DESCENT * text.size
        left, right = text.left, text.left + text.width
        assert left >= MARGIN - edge and right <= scene.width - MARGIN + edge, text
        assert top >= MARGIN - edge and bottom <= scene.height - MARGIN + edge, text
        boxes.append((left, top, right, bottom))
        for face in scene.faces:
            apart = face.x >= right or face.x + 1 <= left
            assert apart or face.y >= bottom or face.y + FACE_HEIGHT <= top, (text, face)
    for i, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:i]:
            beside = other[2] <= left or right <= other[0]
            assert beside or other[3] <= top + 0.05 or bottom <= other[1] + 0.05


def overlap(one: Face, other: Face) -> bool:
    return abs(one.x - other.x) < 1 - SLACK and abs(one.y - other.y) < FACE_HEIGHT - SLACK


GIZA, GIZA_MOVES = Position.start(deal(2, "giza")), won(deal(2, "giza")).moves


def rasterised(content: bytes, size: tuple[int, int]) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=content.decode(), width=size[0], height=size[1], dpi=96)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def winnable(game: str) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    for number in range(1, 200):
        verdict = solve(deal(number, game))
        if isinstance(verdict, Won):
            yield Position.start(deal(number, game)), verdict.moves


def texts(content: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content)]


def chart_words(path: Path) -> list[str]:
    """The words of an SVG chart: matplotlib keeps them as comments beside their outlines."""
    return re.findall(r"<!-- (.*?) -->", path.read_text())
