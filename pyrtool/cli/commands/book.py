"""``pyrtool book``: a booklet of any deals, to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Won
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
from pyrtool.cli.options.panels import SHOWING, TEXT
from pyrtool.cli.words.booking import BookFile, BookOptions
from pyrtool.cli.words.rating import rate_alone
from pyrtool.pictures.booklet import Problem
from pyrtool.pictures.booklet.book import check_title, in_order, problem_of

EXAMPLES: Final = (
    (
        "pyrtool book 1-20 --game giza --keep-if winnable -o giza.pdf",
        "The winnable ones of twenty deals",
    ),
    (
        'pyrtool book 2 8 --game giza --title "Two problems" --paper letter -o two.pdf',
        "Two deals under a title of your own",
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
            "--rate/--no-rate", help="Difficulty of each problem as stars", rich_help_panel=SHOWING
        ),
    ] = True,
) -> int:
    """Make a printable booklet of deals and their solutions.

    The booklet has a title page, contents, rules of play, the problems with room for notes, and
    the solutions at the end. It needs the extra `print`. A record's title is printed above its
    problem, unless --titles names another.

    Every deal is solved. The command rejects unwinnable deals, unless --keep-if winnable leaves
    them out. A deal that a limit left unknown is named and left out.

    Exit status: 0 every deal included; 2 invalid input; 3 a limit left a deal unknown.
    """

    booking.check(output, (*deals, titles))
    if titles == STDIN and STDIN in deals:
        raise PyrtoolError("the standard input (-) can be read only once")
    selected = select(deals, ruling, numbering, in_play=True)
    own = None if titles is None else _titles(titles)
    sieve = Sieve(keep_if, limiting.limits())
    solved = list(sieve.won(selected, "a booklet shows solutions"))
    if own is not None and len(own) != len(solved):
        lines, problems = counted(len(own), "line"), counted(len(solved), "problem")
        raise PyrtoolError(f"{source_name(titles or '')}: {lines} for {problems}")
    if solved:
        booking.write(_problems(solved, own, rate, limiting.limit_memory), output)
    return sieve.end()


def _titles(word: str) -> list[str]:
    """The lines of a file, a title each; an empty line leaves a problem its own."""

    check_file(word, "no file")
    lines = [line.strip() for line in "".join(read_lines(word)).splitlines()]
    for number, line in enumerate(lines, 1):
        check_title(line, f"{source_name(word)}, line {number}")
    return lines


def _problems(
    solved: Sequence[tuple[Selected, Won]], own: Sequence[str] | None, rated: bool, memory_mib: int
) -> list[Problem]:
    """The problems in the order given, games apart, numbered from 1 on."""
    problems = []
    for (chosen, won), title in zip(solved, own or [""] * len(solved), strict=True):
        title = title or " ".join(chosen.own_title.split())
        teaser = " ".join(chosen.teaser.split())
        for text in (title, teaser):
            check_title(text, chosen.name)
        rating = rate_alone(chosen, memory_mib) if rated else None
        problems.append(
            problem_of(
                chosen.deal,
                chosen.named,
                won.moves,
                title=title,
                teaser=teaser,
                made=chosen.moves,
                rating=rating,
            )
        )
    return in_order(problems)
