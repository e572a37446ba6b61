"""A booklet of problems in print: title page, problems with room for notes, solutions at the end.

Decides what stands on its pages and where; the cards are drawn by `typeset`, and which problems
stand in it is for the caller. Needs typst, which comes with the extra ``print``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.cards import counted
from pyrtool.door import guard
from pyrtool.notation import format_moves
from pyrtool.position import Move, Position
from pyrtool.rating import LEVELS
from pyrtool.render import svg
from pyrtool.render import text as letters
from pyrtool.render.deck import RenderError, deck_named
from pyrtool.render.fonts import GIVEN_FAMILY, OwnFont
from pyrtool.render.scene import Scene, compose
from pyrtool.render.typeset import PRELUDE, SYMBOLS_FILE, picture, symbols, typeset

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres by name; the first is the default."""

PER_PAGE: Final = (2, 4)
"""How many problems can stand on a page; the first is the default."""

MOST_TITLE: Final = 120
"""Characters of a title."""

MARGIN_MM: Final = 15.0
"""What is left free on every side; the page number stands below."""

_FOOT_MM: Final = 8.0
_GUTTER_MM: Final = 6.0
_HEAD_MM: Final = 14.0  # number, title, stars and a task of two lines
_NOTES_MM: Final = 24.0  # the least room for notes below a picture
_BESIDE_MM: Final = 52.0  # and beside one
_RULE_MM: Final = 7.0
_TITLE_EMS: Final = 16.0

_BACKGROUND: Final = "white"
_FAMILY: Final = "Libertinus Serif"  # comes with typst
_SUITS: Final = str.maketrans("CDHS", "♣♦♥♠")

_PAGES: Final = """\
#let book = json(bytes(sys.inputs.book))
#set document(title: book.title, date: none)
#set text(font: "Libertinus Serif", size: 10pt, lang: "en", fallback: true)
#set par(leading: 0.5em, spacing: 0.6em)
#set page(
  width: book.wide * 1mm, height: book.high * 1mm,
  margin: (x: book.margin * 1mm, top: book.margin * 1mm, bottom: (book.margin + book.foot) * 1mm),
  footer-descent: 0mm,
  footer: context if here().page() > 1 {
    set text(size: 9pt)
    align(center + top, pad(top: 3mm, counter(page).display()))
  },
)
#show regex("[♦♥]"): set text(fill: rgb("#B00020"))

#let star(full) = box(baseline: 12%, polygon(
  fill: if full { rgb("#B07A00") } else { white }, stroke: 0.5pt + rgb("#B07A00"),
  ..range(10).map(i => {
    let reach = if calc.even(i) { 0.5em } else { 0.21em }
    (0.5em + reach * calc.sin(i * 36deg), 0.5em - reach * calc.cos(i * 36deg))
  }),
))
#let stars(count) = range(5).map(i => star(i < count)).join(h(0.12em))
#let rules(high) = {
  set text(size: 8pt, fill: luma(35%))
  block(height: high, width: 100%, {
    place(top + left, [Notes])
    for i in range(1, calc.floor(high / (book.rule * 1mm)) + 1) {
      place(top + left, dy: i * book.rule * 1mm, line(length: 100%, stroke: 0.4pt + luma(65%)))
    }
  })
}
#let shown(at, wide, high) = {
  let one = book.problems.at(at)
  let unit = calc.min(wide / one.wide, high / one.high)
  figure(alt: one.told, kind: "picture", supplement: none, drawn.at(at)(unit))
}
#set figure(gap: 0pt)

// The title page.
#v(1fr)
#align(center, {
  set text(font: book.fonts)
  text(size: 30pt, weight: "bold", book.lines.map(line => [#line]).join(linebreak()))
  v(4mm)
  text(size: 13pt, book.count)
})
#v(1fr)
#align(center, shown(book.cover, 125mm, 125mm))
#v(1fr)
#align(center, grid(
  columns: book.levels.len(), column-gutter: 7mm, row-gutter: 2mm,
  ..range(book.levels.len()).map(i => stars(i + 1)), ..book.levels.map(level => [#level]),
))
#v(1fr)

// The problems.
#let across = if book.each == 4 { 2 } else { 1 }
#let inner = (book.wide - 2 * book.margin) * 1mm
#let tall = (book.high - 2 * book.margin - book.foot) * 1mm
#let gutter = book.gutter * 1mm
#let cell-wide = (inner - (across - 1) * gutter) / across
#let cell-high = (tall - gutter) / 2 - 0.1mm // so that rounding moves none to the next page
#let head = book.head * 1mm
#let cell(at) = {
  let one = book.problems.at(at)
  block(width: 100%, height: cell-high, breakable: false, {
    block(height: head, below: 0mm, {
      grid(columns: (1fr, auto), column-gutter: 3mm,
        heading(level: 2, text(size: 12.5pt)[#one.number. #one.title]), stars(one.stars))
      v(1.6mm, weak: true)
      text(size: 8.5pt, fill: luma(30%), one.task)
    })
    let room = cell-high - head
    if across == 2 {
      let high = room - book.notes * 1mm
      block(height: high, width: 100%, spacing: 0mm, align(center, shown(at, cell-wide, high)))
      v(1.5mm)
      rules(book.notes * 1mm - 1.5mm)
    } else {
      grid(columns: (1fr, book.beside * 1mm), column-gutter: gutter,
        align(left, shown(at, cell-wide - book.beside * 1mm - gutter, room)), rules(room))
    }
  })
}
#for first in range(0, book.problems.len(), step: book.each) {
  pagebreak()
  grid(columns: (1fr,) * across, column-gutter: gutter, row-gutter: gutter,
    ..range(first, calc.min(first + book.each, book.problems.len())).map(cell))
}

// The solutions.
#pagebreak()
#heading(level: 1, text(size: 18pt)[Solutions])
#v(1mm)
4♣/9♥ are two cards that go together, K♠ is one that goes alone; “deal” deals once from the stock,
“deal ×3” three times, and “redeal” makes a new stock of the waste.
#v(2mm)
#columns(3, gutter: 6mm, {
  set text(size: 8.5pt)
  for one in book.problems {
    block(breakable: false, below: 3.2mm, {
      text(weight: "bold")[#one.number. #one.title]
      linebreak()
      one.moves.map(word => box(word)).join([ ])
    })
  }
})
"""


@dataclass(frozen=True)
class Problem:
    """What a booklet shows of a deal: `start`, and at its end the `moves` that win it.

    `task` says what is to be done, in a line; `stars` are 0 to 5.
    """

    number: int
    title: str
    task: str
    stars: int
    start: Position
    moves: tuple[Move, ...]


def booklet(
    problems: Sequence[Problem],
    *,
    title: str,
    per_page: int = PER_PAGE[0],
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
) -> bytes:
    """The booklet as a PDF, its problems in the order given; the same ones give the same bytes.

    The hardest of them stands on the title page, whose title is set in `font` where that has the
    letters. A `RenderError` names what cannot be, or says
    that typst is missing.
    """
    if not problems:
        raise RenderError("a booklet needs a problem")
    if per_page not in PER_PAGE:
        raise RenderError(f"per page {per_page}: must be {' or '.join(map(str, PER_PAGE))}")
    if paper not in PAPERS:
        raise RenderError(f"there is no paper {paper[:24]!r}: choose from {', '.join(PAPERS)}")
    if len(title) > MOST_TITLE:
        raise RenderError(f"a title of {len(title)} characters: at most {MOST_TITLE} have room")
    deck_named(deck)
    title = letters.plain(title)
    scenes = [compose(problem.start) for problem in problems]
    files = {_lettering(at): svg.lettering(scene, _BACKGROUND) for at, scene in enumerate(scenes)}
    drawn = "".join(
        f"{picture(scene, _lettering(at), _BACKGROUND)},\n" for at, scene in enumerate(scenes)
    )
    wide, high = PAPERS[paper]
    book = {
        "title": title,
        "fonts": [*([] if font is None else [GIVEN_FAMILY]), _FAMILY],
        "lines": letters.wrap(title, _TITLE_EMS, bold=True, own=font),
        "count": counted(len(problems), "problem"),
        "levels": [level for level, _ in LEVELS],
        "cover": max(range(len(problems)), key=lambda at: problems[at].stars),
        "each": per_page,
        "wide": wide,
        "high": high,
        "margin": MARGIN_MM,
        "foot": _FOOT_MM,
        "gutter": _GUTTER_MM,
        "head": _HEAD_MM,
        "notes": _NOTES_MM,
        "beside": _BESIDE_MM,
        "rule": _RULE_MM,
        "problems": [_told(*pair) for pair in zip(problems, scenes, strict=True)],
    }
    source = f"{PRELUDE}#let drawn = (\n{drawn})\n{_PAGES}"
    files[SYMBOLS_FILE] = symbols(deck, _BACKGROUND)
    return typeset(source, files, {"book": json.dumps(book)}, font=font)


def _lettering(at: int) -> str:
    return f"lettering-{at}.svg"


def _told(problem: Problem, scene: Scene) -> dict[str, object]:
    return {
        "number": problem.number,
        "title": letters.plain(problem.title),
        "task": letters.plain(problem.task),
        "stars": problem.stars,
        "wide": scene.width,
        "high": scene.height,
        "told": svg.told(scene),
        "moves": [_word(word) for word in format_moves(problem.moves).split()],
    }


def _word(word: str) -> str:
    """A word of `format_moves` as people print it: ``4♣/9♥``, ``deal ×3``."""
    if "deal" in word:
        return word.replace("*", " ×")
    return word.replace("T", "10").translate(_SUITS)


guard(__name__)
