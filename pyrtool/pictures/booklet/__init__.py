"""A booklet of problems in print: title page, contents, how to play, problems, solutions.

Decides what its pages contain, and in which order. ``pages.typ`` has the layout, and `solutions`
the words of a solution. `typeset` draws the cards, and the caller chooses the problems. Needs
typst, which comes with the extra ``print``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pyrtool.answers.blocks.words import listed
from pyrtool.answers.rating import LEVELS, Rating
from pyrtool.base.arguments import guard
from pyrtool.base.version import MADE_BY
from pyrtool.base.words import counted
from pyrtool.game.cards import SUIT_SIGNS
from pyrtool.game.games import TITLES
from pyrtool.game.position import Move, Position
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet.solutions import columns, entries, example
from pyrtool.pictures.decks import RenderError, deck_named
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import GIVEN_FAMILY, OwnFont
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.lettering.words import as_drawn
from pyrtool.pictures.painters import svg
from pyrtool.pictures.painters.typeset import (
    PRELUDE,
    SYMBOLS_FILE,
    layers,
    picture,
    symbols,
    typeset,
)
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.scene import compose

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres by name; the first is the default."""

PER_PAGE: Final = (2, 4)
"""How many problems a page can have; the first is the default."""

MOST_TITLE: Final = 120
"""Characters of a title, as of what names author and date."""

_MOST_NAMED: Final = 4
"""Games that a title names."""

MARGIN_MM: Final = 15.0
"""The margin on every side; the page number is in the lower one."""

_FOOT_MM: Final = 8.0
_TITLE_EMS: Final = 16.0
_LABEL_TIMES: Final = {2: 1.5, 4: 2.0}  # labels of stock and waste, by problems on a page

_BACKGROUND: Final = "white"
_FAMILY: Final = "Libertinus Serif"  # comes with typst


@dataclass(frozen=True)
class Problem:
    """What a booklet shows of a deal: `start`, and at its end the `moves` that win it.

    `task` is the goal in one line, `teaser` what is special, and `named` the section. Without a
    `rating` the problem has no stars.
    """

    number: int
    title: str
    task: str
    named: NamedRules
    start: Position
    moves: tuple[Move, ...]
    teaser: str = ""
    rating: Rating | None = None


def booklet(
    problems: Sequence[Problem],
    *,
    title: str | None = None,
    author: str | None = None,
    date: str | None = None,
    per_page: int = PER_PAGE[0],
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
) -> bytes:
    """Make the booklet as a PDF. The same arguments give the same bytes.

    Problems keep their order within each game, and games the order in which they first appear.
    Each game begins a page, but games of a single problem share one. The title page shows the
    hardest problem, `title` (by default the games), `author` and `date`, set in `font` if given.
    With `per_page` 4, problems lie in two columns with room for notes below; with 2, the room is
    beside them. `paper` is one of `PAPERS`.
    """
    check_booklet([title, author, date], per_page, paper, deck)
    if not problems:
        raise RenderError("a booklet needs a problem")
    sections = list(dict.fromkeys(problem.named for problem in problems))
    problems = sorted(problems, key=lambda problem: sections.index(problem.named))
    games = list(map(game_title, sections))
    if title is None:
        title = _named(list(dict.fromkeys(TITLES[named.game] for named in sections)))
    title = letters.plain(title)
    times = _LABEL_TIMES[per_page]
    scenes = [compose(problem.start, label_times=times) for problem in problems]
    wide, high = PAPERS[paper]
    ours = deck_named(deck)
    entries = [
        _told(problem, scene, sections.index(problem.named))
        for problem, scene in zip(problems, scenes, strict=True)
    ]
    moves = [move for one in entries for move in one["moves"]]
    book = {
        "title": title,
        "author": letters.plain(author or ""),
        "made_by": MADE_BY,
        "date": letters.plain(date or ""),
        "fonts": [*([] if font is None else [GIVEN_FAMILY]), _FAMILY],
        "lines": letters.wrap(title, _TITLE_EMS, bold=True, own=font),
        "count": counted(len(problems), "problem"),
        "levels": [
            [level, f"{round(10**begins, -int(begins) + 1):,.0f}"] for level, begins in LEVELS
        ],
        "rated": any(problem.rating is not None for problem in problems),
        "cover": hardest(problems),
        "each": per_page,
        "wide": wide,
        "high": high,
        "margin": MARGIN_MM,
        "foot": _FOOT_MM,
        "inks": [list(pair) for pair in zip(SUIT_SIGNS, ours.colours, strict=True)],
        "sections": [_section(named, game) for named, game in zip(sections, games, strict=True)],
        "stock": any(problem.start.rules.stock == "dealt" for problem in problems),
        "wastes": any(problem.start.rules.wastes > 1 for problem in problems),
        "choice": any(problem.start.rules.deal_to == "choice" for problem in problems),
        "problems": entries,
        "example": example(moves),
        "places": any("@" in words for _, words in moves),
    }
    drawn = "".join(f"{picture(scene, str(at), _BACKGROUND)},\n" for at, scene in enumerate(scenes))
    files = {SYMBOLS_FILE: symbols(deck, _BACKGROUND)}
    for at, scene in enumerate(scenes):
        files |= layers(scene, str(at), _BACKGROUND)
    pages = (Path(__file__).parent / "pages.typ").read_text(encoding="utf-8")
    source = f"{PRELUDE}#let drawn = (\n{drawn})\n{pages}"
    return typeset(source, files, {"book": json.dumps(book)}, font=font)


def check_booklet(said: Iterable[str | None], per_page: int, paper: str, deck: str) -> None:
    """A `RenderError` names what no booklet can be like; `said` are title, author and date."""
    if per_page not in PER_PAGE:
        raise RenderError(f"per page {per_page}: must be {' or '.join(map(str, PER_PAGE))}")
    if paper not in PAPERS:
        raise RenderError(f"unknown paper {paper[:24]!r}: choose from {', '.join(PAPERS)}")
    for name, text in zip(("title", "author", "date"), said, strict=True):
        if len(text or "") > MOST_TITLE:
            raise RenderError(
                f"{name}: {len(text or '')} characters: at most {MOST_TITLE} have room"
            )
    deck_named(deck)


def hardest(problems: Sequence[Problem]) -> int:
    """Find the place of the hardest problem by its difficulty.

    A problem without a difficulty counts as easier than all others. If none is rated, the first
    is taken.
    """

    def difficulty(at: int) -> float:
        rating = problems[at].rating
        return -1.0 if rating is None or rating.reached is None else rating.reached

    return max(range(len(problems)), key=difficulty)


def _section(named: NamedRules, game: str) -> dict[str, Any]:
    return {"game": game, "rules": [as_drawn(part) for part in how_to_play(named.rules)]}


def _told(problem: Problem, scene: Scene, section: int) -> dict[str, Any]:
    moves = entries(problem.moves, problem.start)
    return {
        "number": problem.number,
        "title": letters.plain(problem.title),
        "task": letters.plain(problem.task),
        "teaser": letters.plain(problem.teaser),
        "section": section,
        "stars": None if problem.rating is None else problem.rating.stars,
        "wide": scene.width,
        "high": scene.height,
        "described": svg.describe_scene(scene),
        "count": counted(len(problem.moves), "move"),
        "moves": moves,
        "columns": columns(moves),
    }


def _named(names: list[str]) -> str:
    """``Giza, Pyramid and King Tut``; of many the first two."""
    if len(names) > _MOST_NAMED:
        names = [*names[:2], f"{len(names) - 2} more games"]
    return listed(names)


guard(__name__)
