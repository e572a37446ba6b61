"""A booklet or a sheet of any deals in one call: solved, rated and written.

Decides the title and the number of each problem.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.solve import problem_verdict
from pyrtool.answers.verdicts import Won
from pyrtool.base.arguments import public
from pyrtool.base.files import write_whole
from pyrtool.base.limits import Limits
from pyrtool.base.messages import capital, counted, file_name
from pyrtool.game.deals import Deal
from pyrtool.game.line import played
from pyrtool.game.position import Move, Subject, start_of
from pyrtool.languages import count_of, say
from pyrtool.notation import NamedRules
from pyrtool.notation.deals import placed
from pyrtool.pictures.booklet import pages
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import OwnFont
from pyrtool.pictures.lettering.titles import deal_title, exchange_task, short_task, unwinnable_task
from pyrtool.pictures.lettering.typesetting import plain

__all__ = ["book", "check_path", "check_title", "numbered", "problem_of"]


@public
def book(
    deals: Iterable[Subject],
    path: str | os.PathLike[str] | None = None,
    *,
    title: str | None = None,
    author: str | None = None,
    date: str | None = None,
    titles: Sequence[str] | None = None,
    rated: bool = True,
    per_page: int | None = None,
    notes: bool = False,
    comments: bool = False,
    paper: str = "a4",
    deck: str = "2color",
    font: OwnFont | None = None,
    sheet: pages.SheetKind | None = None,
    link: str = "",
    limits: Limits = Limits(),
) -> bytes:
    """Make a booklet of deals and their solutions, to be printed.

    It needs the extra ``print``. The same arguments give the same bytes.

    Args:
        deals: Deals, or positions from which play goes on, in the order of the booklet. For an
            unwinnable one, the problem is to show that it cannot be won, and the solution gives
            the reasons.
        path: Where the booklet is written, a ``.pdf``.
        title: What the title page says; without it, the games.
        author: The name on the title page.
        date: The date on the title page, as you write it.
        titles: The titles of the problems, one for each; an empty one leaves the number.
        rated: Whether stars, and the level of the reasoning, say how hard a problem is.
        per_page: How many problems a page has: 1, 2 or 4. Without it, a booklet has 2, a sheet for
            a class 2, and one for a tournament 4.
        notes: Whether the problems of a booklet have lines for notes.
        comments: Whether its solutions have comments: pairs that every solution has, and reasons.
        paper: ``a4`` or ``letter``.
        deck: One of `pyrtool.pictures.DECKS`.
        font: A font for the title page, from `pyrtool.pictures.read_font`.
        sheet: What to make in place of a booklet. ``class``: sheets with room for a pupil's name
            and pairs. ``tournament``: sheets with boxes for results, a table of all players, and
            no hint which deals cannot be won. The solutions come last, as pairs only. ``column``:
            the first deal, and the solution of a second, last week's, as narrow as a newspaper
            has it. ``sunday``: the same on a whole page.
        link: The address of the first deal, for the QR code of a column or a Sunday page.
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
    settings = pages.BookSettings(title, author, date, paper, deck, font)
    pages.check_sheet(sheet, per_page=per_page, notes=notes, comments=comments, link=link)
    if path is not None:
        check_path(path)
    given = tuple(deals)
    pages.check_count(sheet, len(given))
    if titles is not None and len(titles) != len(given):
        raise RenderError(f"titles: {counted(len(titles), 'title')} for {len(given)} deals")
    for number, one in enumerate(titles or (), 1):
        check_title(one, f"title {number}")
    limit = RatingLimits(memory_mib=limits.memory_mib)
    unnumbered = []
    for subject, called in zip(given, titles or [""] * len(given), strict=True):
        verdict = problem_verdict(subject, limits)
        moves = verdict.moves if isinstance(verdict, Won) else ()
        rating = rate(subject, None, limit) if rated and moves else None
        printed = pages.explained_for_print(
            subject, verdict, rated=rated and sheet is None, commented=comments
        )
        named = NamedRules.nearest(subject.rules)
        unnumbered.append(
            problem_of(subject, named, moves, title=called, rating=rating, printed=printed)
        )
    problems = numbered(unnumbered)
    content = pages.pdf_of(problems, sheet, settings, per_page=per_page, notes=notes, link=link)
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
    earlier: Sequence[Move] = (),
    rating: Rating | None = None,
    printed: pages.Printed = pages.NOTHING,
    exchange: bool = False,
) -> pages.Problem:
    """Make the problem of a deal that `moves` win, after the `earlier` moves.

    A deal that cannot be won has no moves, and `printed` gives the proof, or with `exchange` the
    two cards to be exchanged.

    Without a `title` its title is the deal's number, or its place (`numbered`).
    """
    start = played(start_of(subject), earlier).end
    title, numbered = " ".join(title.split()), deal_title(subject)
    done = say("after {0}", count_of(len(earlier), "move")) if earlier else None
    at = start.pass_number
    in_pass = say("pass {0}", at) if at > 1 else None
    before = (numbered if title else None, done, in_pass)
    aim = short_task(start, *before)
    task = aim if moves else unwinnable_task(subject, *before)
    if exchange and isinstance(subject, Deal):
        task = aim = exchange_task(*before)
    return pages.Problem(
        number=number,
        title=title or capital(numbered or ""),
        task=task,
        named=named,
        start=start,
        moves=tuple(moves),
        teaser=" ".join(teaser.split()),
        rating=rating,
        reasoning=printed.reasoning,
        comments=printed.comments,
        proof=printed.proof,
        aim=aim,
        marks=printed.marks,
    )


def numbered(problems: Sequence[pages.Problem]) -> list[pages.Problem]:
    """Number the problems from 1 on, in the order in which they are given."""
    return [
        replace(problem, number=number, title=problem.title or say("Problem {0}", number))
        for number, problem in enumerate(problems, 1)
    ]


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise a `RenderError` unless a path is that of a PDF."""
    if Path(path).suffix.lower() != ".pdf":
        raise RenderError(f"{file_name(path)}: a booklet is a .pdf")


def check_title(title: str, place: str) -> None:
    """Raise a `RenderError` that names the place of a title that cannot be drawn or has no room."""
    if len(title) > pages.MOST_TITLE:
        raise RenderError(
            f"{place}: a title of {len(title)} characters: {pages.MOST_TITLE} have room"
        )
    try:
        plain(title)
    except RenderError as error:
        raise RenderError(placed(place, error)) from None
