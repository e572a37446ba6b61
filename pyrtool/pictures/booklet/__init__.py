"""A booklet of problems in print: title page, contents, how to play, problems, solutions.

Decides what its pages contain, and in which order. ``pages.typ`` has the layout, `sizes` the room
of each problem, `solutions` the words of a solution, and `comments` what is said of it. `typeset`
draws the cards, and the caller chooses the problems. Needs typst, which comes with the extra
``print``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.answers.explain.telling import Paragraph
from pyrtool.answers.rating import LEVELS, Rating
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.base.version import MADE_BY
from pyrtool.base.words import one_of
from pyrtool.game.cards import SUIT_SIGNS
from pyrtool.game.position import Move, Position
from pyrtool.languages import chosen, count_of, grouped, listed, say
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet.comments import Comments
from pyrtool.pictures.booklet.sizes import PAPERS, PER_PAGE, Sheet, diagram
from pyrtool.pictures.booklet.solutions import columns, entries, example
from pyrtool.pictures.decks import RenderError, deck_named
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import GIVEN_FAMILY, OwnFont
from pyrtool.pictures.lettering.how_to_play import briefest_base, how_it_differs, how_to_play
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.lettering.typography import card_pattern, typeset_pairs, typeset_signs
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
from pyrtool.pictures.scenes.scene import MARGIN

MOST_TITLE: Final = 120
"""Characters of a title, as of what names author and date."""

_MOST_NAMED: Final = 4
"""Games that a title names."""

_TITLE_EMS: Final = 16.0
_BACKGROUND: Final = "white"
_FAMILY: Final = "Libertinus Serif"  # comes with typst


@dataclass(frozen=True)
class Problem:
    """What a booklet shows of a deal: `start`, and at its end the `moves` that win it, or the
    `proof` that nothing does.

    `task` is the goal in one line, `teaser` what is special, and `named` the section. Without a
    `rating` the problem has no stars, without a `reasoning` nothing below them, and without
    `comments` its solution has none.
    """

    number: int
    title: str
    task: str
    named: NamedRules
    start: Position
    moves: tuple[Move, ...]
    teaser: str = ""
    rating: Rating | None = None
    reasoning: Reasoning | None = None
    comments: Comments | None = None
    proof: tuple[Paragraph, ...] = ()


class Look(TypedDict):
    """What booklets and Sunday pages are made with alike."""

    title: str | None
    author: str | None
    date: str | None
    paper: str
    deck: str
    font: OwnFont | None


def booklet(
    problems: Sequence[Problem],
    *,
    title: str | None = None,
    author: str | None = None,
    date: str | None = None,
    per_page: int = PER_PAGE[0],
    notes: bool = False,
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
) -> bytes:
    """Make the booklet as a PDF. The same arguments give the same bytes.

    Problems keep their order within each game, and games the order in which they first appear.
    Each game begins a page, but games of a single problem share one. The title page shows the
    hardest problem, `title` (by default the games), `author` and `date`, set in `font` if given.
    With `per_page` 1, a diagram is as wide as the text; with 4, problems lie in two columns. With
    `notes`, lines for notes lie below a problem; with 2 on a page, beside it. `paper` is one of
    `PAPERS`.
    """
    check_booklet([title, author, date], per_page, paper, deck)
    if not problems:
        raise RenderError("a booklet needs a problem")
    sections = list(dict.fromkeys(problem.named for problem in problems))
    problems = sorted(problems, key=lambda problem: sections.index(problem.named))
    games = [printed(game_title(named)) for named in sections]
    if title is None:
        title = _named(list(dict.fromkeys(named.title for named in sections)))
    title = printed(title)
    sheet = Sheet(paper, per_page, notes)
    diagrams = [diagram(problem.start, sheet.room) for problem in problems]
    book = {
        "title": title,
        "author": printed(author or ""),
        "made_by": MADE_BY,
        "date": letters.plain(date or ""),
        "fonts": fonts(font),
        "lines": letters.wrap(title, _TITLE_EMS, bold=True, own=font),
        "count": count_of(len(problems), "problem"),
        "cover": hardest(problems),
        "sections": _sections(sections, games),
        "inks": inks(deck),
        **sheet.to_dict(),
        **explained(problems),
        **_entries(problems, diagrams, sections),
    }
    return typeset_pages("pages.typ", [scene for scene, _ in diagrams], book, deck, font)


def typeset_pages(
    pages: str,
    scenes: Sequence[Scene],
    book: JsonObject,
    deck: str,
    font: OwnFont | None,
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """Set the file `pages` of this folder: scenes are its ``drawn``, and `book` its texts."""
    drawn = "".join(
        f"{picture(scene, str(at), _BACKGROUND, MARGIN)},\n" for at, scene in enumerate(scenes)
    )
    given = {SYMBOLS_FILE: symbols(deck, _BACKGROUND), **(files or {})}
    for at, scene in enumerate(scenes):
        given |= layers(scene, str(at), deck, _BACKGROUND)
    folder = Path(__file__).parent
    parts = [(folder / name).read_text(encoding="utf-8") for name in ("common.typ", pages)]
    source = "\n".join([f"{PRELUDE}#let drawn = (\n{drawn})", *parts])
    spoken = {"language": chosen().language, "words": dict(chosen().messages)}
    return typeset(source, given, {"book": json.dumps(book | spoken)}, font=font)


def check_booklet(texts: Iterable[str | None], per_page: int, paper: str, deck: str) -> None:
    """A `RenderError` names what no booklet can be like; `texts` are title, author and date."""
    if per_page not in PER_PAGE:
        raise RenderError(f"per page {per_page}: must be {one_of(PER_PAGE)}")
    if paper not in PAPERS:
        raise RenderError(f"unknown paper {paper[:24]!r}: choose from {', '.join(PAPERS)}")
    for name, text in zip(("title", "author", "date"), texts, strict=True):
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


def inks(deck: str) -> list[list[str]]:
    """The cards of each suit in a text, as a pattern, with their colour."""
    colours = deck_named(deck).colours
    return [[card_pattern(sign), ink] for sign, ink in zip(SUIT_SIGNS, colours, strict=True)]


def fonts(font: OwnFont | None) -> list[str]:
    """The families of titles, the first that has a letter first."""
    return [*([] if font is None else [GIVEN_FAMILY]), _FAMILY]


def printed(text: str) -> str:
    """A text as it is set in print."""
    return typeset_signs(letters.plain(text))


def explained(problems: Sequence[Problem]) -> JsonObject:
    """What the booklet explains: the levels, and the piles of its games."""
    rules = [problem.start.rules for problem in problems]
    return {
        "levels": [
            [say(level), grouped(round(10**begins, -int(begins) + 1))] for level, begins in LEVELS
        ],
        "rated": any(problem.rating is not None for problem in problems),
        "reasoned": any(problem.reasoning is not None for problem in problems),
        "proved": any(problem.proof for problem in problems),
        "stock": any(one.stock == "dealt" for one in rules),
        "wastes": any(one.wastes > 1 for one in rules),
        "choice": any(one.deal_to == "choice" for one in rules),
    }


def _entries(
    problems: Sequence[Problem],
    diagrams: Sequence[tuple[Scene, float]],
    sections: Sequence[NamedRules],
) -> JsonObject:
    """The problems with their solutions, and how these are written."""
    shown = [
        {
            **entry(problem, scene),
            "number": problem.number,
            "section": sections.index(problem.named),
            "unit": unit,
        }
        for problem, (scene, unit) in zip(problems, diagrams, strict=True)
    ]
    return {"problems": shown, **how_written(shown)}


def how_written(shown: Sequence[JsonObject]) -> JsonObject:
    """Whether entries have moves, an example of these, and whether cards have places."""
    moves = [move for one in shown for move in one["moves"]]
    places = any("@" in words for _, words in moves)
    return {"moves": bool(moves), "example": example(moves), "places": places}


def _sections(sections: Sequence[NamedRules], games: Sequence[str]) -> list[JsonObject]:
    """The games with their rules: one in full, then of each other what differs."""
    rules = [named.rules for named in sections]
    base = briefest_base(rules)
    return [
        {
            "game": game,
            "rules": [printed_rule(part) for part in how_to_play(one)]
            if at == base
            else [printed_rule(how_it_differs(one, rules[base]))],
            "as": "" if at == base else games[base],
        }
        for at, (one, game) in enumerate(zip(rules, games, strict=True))
    ]


def printed_rule(text: str) -> str:
    """A sentence of the rules as it is set in print."""
    return printed(typeset_pairs(as_drawn(text)))


def entry(problem: Problem, scene: Scene) -> JsonObject:
    """A problem as the pages set it, with its solution."""
    moves = entries(problem.moves, problem.start)
    reasoning = problem.reasoning
    return {
        "title": printed(problem.title),
        "task": printed_rule(problem.task),
        "teaser": printed(problem.teaser),
        "stars": None if problem.rating is None else problem.rating.stars,
        "across": scene.width - 2 * MARGIN,
        "down": scene.height - 2 * MARGIN,
        "described": svg.describe_scene(scene),
        "level": say(reasoning.level) if reasoning and reasoning.level else "",
        "count": count_of(len(problem.moves), "move") if problem.moves else "",
        "reasoning": "" if reasoning is None else reasoning.summary,
        "moves": moves,
        "columns": columns(moves),
        "comments": None if problem.comments is None else _printed_comments(problem.comments),
        "proof": [_printed_paragraph(part) for part in problem.proof],
    }


def _printed_comments(comments: Comments) -> JsonObject:
    """Comments as they are set in print."""
    return {
        "known": printed_rule(comments.known),
        "reasons": [
            {"move": move, **_printed_paragraph(reason)} for move, reason in comments.reasons
        ],
    }


def _printed_paragraph(paragraph: Paragraph) -> JsonObject:
    return {
        "text": printed_rule(paragraph.text),
        "sentences": [[number, printed_rule(text)] for number, text in paragraph.sentences],
    }


def _named(names: list[str]) -> str:
    """``Giza, Pyramid and King Tut``; of many the first two."""
    if len(names) > _MOST_NAMED:
        names = [*names[:2], say("{0} more games", len(names) - 2)]
    return listed(names)


guard(__name__)
