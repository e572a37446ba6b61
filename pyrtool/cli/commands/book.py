"""``pyrtool book``: a booklet of any deals, to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Lost, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import counted
from pyrtool.cli.deals.selection import (
    STDIN,
    Selected,
    check_file,
    read_lines,
    select,
    source_name,
)
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options.options import (
    Deals,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import complain
from pyrtool.cli.options.panels import SHOWING, TEXT
from pyrtool.cli.words.booking import BookFile, BookOptions
from pyrtool.cli.words.rating import rate_alone
from pyrtool.pictures.booklet import Problem
from pyrtool.pictures.booklet.book import check_title, in_order, problem_of
from pyrtool.pictures.booklet.comments import explained_for_print

EXAMPLES: Final = (
    (
        "pyrtool book 1-20 --game giza --keep-if winnable -o giza.pdf",
        "The winnable ones of twenty deals",
    ),
    (
        'pyrtool book 2 8 --game giza --title "Two problems" --paper letter -o two.pdf',
        "Two deals under a title of your own",
    ),
    (
        "pyrtool book 8 2 --game giza --sunday -o sunday.pdf",
        "One sheet: deal 8, and last week's solution, that of deal 2",
    ),
)


@with_groups
def command(
    deals: Deals,
    output: BookFile,
    booking: BookOptions,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    titles: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="File with a title a line, in the order of the problems; - is standard input",
            show_default=False,
            rich_help_panel=TEXT,
        ),
    ] = None,
    rate: Annotated[
        bool,
        typer.Option(
            "--rate/--no-rate",
            help="Difficulty of each problem: stars, reasoning",
            rich_help_panel=SHOWING,
        ),
    ] = True,
) -> int:
    """Make a printable booklet of deals and their solutions.

    The booklet has a title page, contents, rules of play, the problems, and the solutions at the
    end. It needs the extra `print`. A record's title is printed above its
    problem, unless --titles names another.

    Every deal is solved. For an unwinnable deal, the problem is to show that it cannot be won, and
    the solution gives the reasons; --keep-if winnable leaves such deals out. A deal that a limit
    left unknown is named and left out.

    Exit status: 0 every deal included; 2 invalid input; 3 a limit left a deal unknown.
    """

    booking.check(output, (*deals, titles))
    if titles == STDIN and STDIN in deals:
        raise PyrtoolError("the standard input (-) can be read only once")
    selected = select(deals, ruling, numbering, in_play=True)
    own = None if titles is None else _titles(titles)
    sieve = Sieve(keep_if, limiting.limits())
    solved = list(sieve.decided(selected))
    if own is not None and len(own) != len(solved):
        lines, problems = counted(len(own), "line"), counted(len(solved), "problem")
        raise PyrtoolError(f"{source_name(titles or '')}: {lines} for {problems}")
    if solved and not (booking.sunday and sieve.unknown):  # else the wrong deal is today's
        made = _problems(solved, own, rate, booking.comments, limiting.limit_memory)
        booking.write(made, output)
    return sieve.end()


def _titles(word: str) -> list[str]:
    """The lines of a file, a title each; an empty line leaves a problem its own."""

    check_file(word, "no file")
    lines = [line.strip() for line in "".join(read_lines(word)).splitlines()]
    for number, line in enumerate(lines, 1):
        check_title(line, f"{source_name(word)}, line {number}")
    return lines


def _problems(
    solved: Sequence[tuple[Selected, Won | Lost]],
    own: Sequence[str] | None,
    rated: bool,
    commented: bool,
    memory_mib: int,
) -> list[Problem]:
    """The problems in the order given, games apart, numbered from 1 on."""
    problems = []
    for (chosen, verdict), title in zip(solved, own or [""] * len(solved), strict=True):
        title = title or " ".join(chosen.own_title.split())
        teaser = " ".join(chosen.teaser.split())
        for text in (title, teaser):
            check_title(text, chosen.name)
        won = verdict if isinstance(verdict, Won) else None
        rating = rate_alone(chosen, memory_mib) if rated and won is not None else None
        if rating is not None and rating.bounded_by is not None:
            complain(
                f"{chosen.title}: no win in {rating.plain.playouts:,} random games: its stars, "
                f"{rating.level}, are the least possible"
            )
        problems.append(
            problem_of(
                chosen.deal,
                chosen.named,
                () if won is None else won.moves,
                title=title,
                teaser=teaser,
                made=chosen.moves,
                rating=rating,
                printed=explained_for_print(
                    chosen.asked, verdict, rated=rated, commented=commented
                ),
            )
        )
    return in_order(problems)
