"""A booklet of any deals in one call: solved, rated and written.

Decides the title of each problem, and the order of the problems.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from pyrtool.answers.rating import Rating, RatingLimits, rate
from pyrtool.answers.solve import solution
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.files import write_whole
from pyrtool.base.limits import Limits
from pyrtool.base.words import counted, file_name
from pyrtool.game.line import played
from pyrtool.game.position import Move, start_of
from pyrtool.notation import NamedRules
from pyrtool.notation.deals import placed
from pyrtool.pictures.booklet import MOST_TITLE, PER_PAGE, Problem, booklet, check_booklet
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import OwnFont
from pyrtool.pictures.lettering.text import plain
from pyrtool.pictures.lettering.titles import capital, deal_title, short_task

__all__ = ["book", "check_path", "check_title", "in_order", "problem_of"]


def book(
    deals: Iterable[Subject],
    path: str | os.PathLike[str] | None = None,
    *,
    title: str | None = None,
    author: str | None = None,
    date: str | None = None,
    titles: Sequence[str] | None = None,
    rated: bool = True,
    per_page: int = PER_PAGE[0],
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
    limits: Limits = Limits(),
) -> bytes:
    """Make a booklet of deals and their solutions, to be printed.

    It needs the extra ``print``. The same arguments give the same bytes.

    Args:
        deals: Deals, or positions from which play goes on. All must be winnable.
        path: Where the booklet is written, a ``.pdf``.
        title: What the title page says; without it, the games.
        author: The name on the title page.
        date: The date on the title page, as you write it.
        titles: The titles of the problems, one for each; an empty one leaves the number.
        rated: Whether stars say how hard a problem is.
        per_page: How many problems a page has: 2 or 4.
        paper: ``a4`` or ``letter``.
        deck: One of `pyrtool.pictures.DECKS`.
        font: A font for the title page, from `pyrtool.pictures.read_font`.
        limits: What the search for each solution may use.

    Returns:
        The PDF.

    Raises:
        NoSolutionError: A deal cannot be won, or is won already.
        LeftOpenError: A limit was reached before a solution was found.
        RenderError: A title is too long or cannot be drawn, or there is no such paper or deck.
        OSError: The file cannot be written.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> book([deal(2, "giza"), deal(8, "giza")], title="Two problems")[:4]
        b'%PDF'
    """
    check_booklet([title, author, date], per_page, paper, deck)
    if path is not None:
        check_path(path)
    given = tuple(deals)
    if titles is not None and len(titles) != len(given):
        raise RenderError(f"titles: {counted(len(titles), 'title')} for {len(given)} deals")
    for number, one in enumerate(titles or (), 1):
        check_title(one, f"title {number}")
    problems = []
    for subject, called in zip(given, titles or [""] * len(given), strict=True):
        won = solution(subject, limits)
        rating = rate(subject, None, RatingLimits(memory_mib=limits.memory_mib)) if rated else None
        named = NamedRules.nearest(subject.rules)
        problems.append(problem_of(subject, named, won.moves, title=called, rating=rating))
    content = booklet(
        in_order(problems),
        title=title,
        author=author,
        date=date,
        per_page=per_page,
        paper=paper,
        deck=deck,
        font=font,
    )
    if path is not None:
        write_whole(Path(path), content)
    return content


def problem_of(
    subject: Subject,
    named: NamedRules,
    moves: Sequence[Move],
    *,
    number: int = 0,
    title: str = "",
    teaser: str = "",
    made: Sequence[Move] = (),
    rating: Rating | None = None,
) -> Problem:
    """Make the problem of a deal that `moves` win, after those that were `made` before.

    Without a `title` its title is the deal's number, or its place (`in_order`).
    """
    start = played(start_of(subject), made).end
    title, numbered = " ".join(title.split()), deal_title(subject)
    done = f"after {counted(len(made), 'move')}" if made else None
    at = start.pass_number
    in_pass = f"pass {at}" if at > 1 else None
    return Problem(
        number=number,
        title=title or capital(numbered or ""),
        task=short_task(start, numbered if title else None, done, in_pass),
        named=named,
        start=start,
        moves=tuple(moves),
        teaser=" ".join(teaser.split()),
        rating=rating,
    )


def in_order(problems: Sequence[Problem]) -> list[Problem]:
    """The problems by their games, in the order in which these come first, numbered from 1 on."""
    games = list(dict.fromkeys(problem.named for problem in problems))
    ordered = sorted(problems, key=lambda problem: games.index(problem.named))
    return [
        replace(problem, number=number, title=problem.title or f"Problem {number}")
        for number, problem in enumerate(ordered, 1)
    ]


def check_path(path: str | os.PathLike[str]) -> None:
    """A `RenderError` unless a path is that of a PDF."""
    if Path(path).suffix.lower() != ".pdf":
        raise RenderError(f"{file_name(path)}: a booklet is a .pdf")


def check_title(title: str, place: str) -> None:
    """A `RenderError` that names the place of a title that has no room, or cannot be drawn."""
    if len(title) > MOST_TITLE:
        raise RenderError(f"{place}: a title of {len(title)} characters: {MOST_TITLE} have room")
    try:
        plain(title)
    except RenderError as error:
        raise RenderError(placed(place, error)) from None


guard(__name__)
