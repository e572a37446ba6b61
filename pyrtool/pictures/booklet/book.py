"""A booklet or a Sunday page of any deals in one call: solved, rated and written.

Decides the title of each problem, and the order of the problems.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pyrtool.answers.rating import Rating, RatingLimits, rate
from pyrtool.answers.solve import Won, problem_verdict
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.files import write_whole
from pyrtool.base.limits import Limits
from pyrtool.base.words import capital, counted, file_name
from pyrtool.game.line import played
from pyrtool.game.position import Move, start_of
from pyrtool.languages import count_of, say
from pyrtool.notation import NamedRules
from pyrtool.notation.deals import placed
from pyrtool.pictures.booklet import MOST_TITLE, Look, Problem, booklet, check_booklet
from pyrtool.pictures.booklet.comments import NOTHING, Printed, explained_for_print
from pyrtool.pictures.booklet.sizes import PER_PAGE
from pyrtool.pictures.booklet.sunday import check_link, sunday_page
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import OwnFont
from pyrtool.pictures.lettering.text import plain
from pyrtool.pictures.lettering.titles import deal_title, short_task, unwinnable_task

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
    notes: bool = False,
    comments: bool = False,
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
    sunday: bool = False,
    link: str = "",
    limits: Limits = Limits(),
) -> bytes:
    """Make a booklet of deals and their solutions, to be printed.

    It needs the extra ``print``. The same arguments give the same bytes.

    Args:
        deals: Deals, or positions from which play goes on. For an unwinnable one, the problem
            is to show that it cannot be won, and the solution gives the reasons.
        path: Where the booklet is written, a ``.pdf``.
        title: What the title page says; without it, the games.
        author: The name on the title page.
        date: The date on the title page, as you write it.
        titles: The titles of the problems, one for each; an empty one leaves the number.
        rated: Whether stars, and the level of the reasoning, say how hard a problem is.
        per_page: How many problems a page has: 1, 2 or 4.
        notes: Whether the problems have lines for notes.
        comments: Whether the solutions have comments: pairs that every solution has, and reasons.
        paper: ``a4`` or ``letter``.
        deck: One of `pyrtool.pictures.DECKS`.
        font: A font for the title page, from `pyrtool.pictures.read_font`.
        sunday: Whether to make one sheet: the first deal large, and of a second, last week's, the
            solution upside down.
        link: The address of the first deal, for the QR code of a Sunday page.
        limits: What the search for each solution may use.

    Returns:
        The PDF.

    Raises:
        NoSolutionError: A deal is won already.
        LeftOpenError: A limit was reached before a solution was found.
        RenderError: A title is too long or cannot be drawn, or there is no such paper or deck.
        OSError: The file cannot be written.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> book([deal(2, "giza"), deal(8, "giza")], title="Two problems")[:4]
        b'%PDF'
    """
    check_booklet([title, author, date], per_page, paper, deck)
    check_link(link)
    if path is not None:
        check_path(path)
    given = tuple(deals)
    if titles is not None and len(titles) != len(given):
        raise RenderError(f"titles: {counted(len(titles), 'title')} for {len(given)} deals")
    for number, one in enumerate(titles or (), 1):
        check_title(one, f"title {number}")
    wanted = _Wanted(rated, comments, limits)
    problems = [
        _problem(subject, called, wanted)
        for subject, called in zip(given, titles or [""] * len(given), strict=True)
    ]
    ordered = in_order(problems)
    look: Look = {
        "title": title,
        "author": author,
        "date": date,
        "paper": paper,
        "deck": deck,
        "font": font,
    }
    if sunday:
        content = sunday_page(ordered, link=link, **look)
    else:
        content = booklet(ordered, per_page=per_page, notes=notes, **look)
    if path is not None:
        write_whole(Path(path), content)
    return content


@dataclass(frozen=True)
class _Wanted:
    """Whether deals are rated and commented, and the limits on that."""

    rated: bool
    commented: bool
    limits: Limits


def _problem(subject: Subject, title: str, wanted: _Wanted) -> Problem:
    """The problem of a deal, which is solved, rated and explained."""
    rated, limits = wanted.rated, wanted.limits
    verdict = problem_verdict(subject, limits)
    moves = verdict.moves if isinstance(verdict, Won) else ()
    limit = RatingLimits(memory_mib=limits.memory_mib)
    return problem_of(
        subject,
        NamedRules.nearest(subject.rules),
        moves,
        title=title,
        rating=rate(subject, None, limit) if rated and moves else None,
        printed=explained_for_print(subject, verdict, rated=rated, commented=wanted.commented),
    )


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
    printed: Printed = NOTHING,
) -> Problem:
    """Make the problem of a deal that `moves` win, after those that were `made` before; of a deal
    that cannot be won, which has none, `printed` gives the proof.

    Without a `title` its title is the deal's number, or its place (`in_order`).
    """
    start = played(start_of(subject), made).end
    title, numbered = " ".join(title.split()), deal_title(subject)
    done = say("after {0}", count_of(len(made), "move")) if made else None
    at = start.pass_number
    in_pass = say("pass {0}", at) if at > 1 else None
    before = (numbered if title else None, done, in_pass)
    return Problem(
        number=number,
        title=title or capital(numbered or ""),
        task=short_task(start, *before) if moves else unwinnable_task(subject, *before),
        named=named,
        start=start,
        moves=tuple(moves),
        teaser=" ".join(teaser.split()),
        rating=rating,
        reasoning=printed.reasoning,
        comments=printed.comments,
        proof=printed.proof,
    )


def in_order(problems: Sequence[Problem]) -> list[Problem]:
    """The problems by their games, in the order in which these come first, numbered from 1 on."""
    games = list(dict.fromkeys(problem.named for problem in problems))
    ordered = sorted(problems, key=lambda problem: games.index(problem.named))
    return [
        replace(problem, number=number, title=problem.title or say("Problem {0}", number))
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
