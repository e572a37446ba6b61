"""``pyrtool book``: a booklet of any deals, to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from pyrtool.cards import PyrtoolError, counted
from pyrtool.cli.shared.booking import BookFile, BookOptions
from pyrtool.cli.shared.options import (
    Deals,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.shared.selection import STDIN, Selected, check_file, read_lines, select
from pyrtool.cli.shared.sieve import Sieve
from pyrtool.rating import Rating, RatingLimits, rate
from pyrtool.render.booklet import Problem
from pyrtool.render.titles import capital, deal_title, short_task
from pyrtool.solver import Won

EXAMPLES: Final = (
    (
        "pyrtool book 1-20 --game giza --keep-if winnable -o giza.pdf",
        "The deals that can be won, with their solutions.",
    ),
    (
        'pyrtool book 2 8 --game giza --title "Two problems" --paper letter -o two.pdf',
        "A booklet with a title of your own.",
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
            help="Titles of the problems, a line each in their order; - for standard input.",
            show_default=False,
        ),
    ] = None,
    rate: Annotated[
        bool, typer.Option("--rate/--no-rate", help="Whether stars say how hard a problem is.")
    ] = True,
) -> int:
    """Make a booklet of deals and their solutions, to be printed.

    It has a title page, contents, how to play, the problems with room for notes, and the solutions
    at the end. Every deal is solved. One that cannot be won is refused (--keep-if winnable leaves
    it out); one that a limit left unknown is named and left out, and the exit status is 3. A
    record's title stands above its problem, where --titles names no other. It needs the extra
    `print`.
    """

    booking.check(output)
    if titles == STDIN and STDIN in deals:
        raise PyrtoolError("the standard input (-) can be read only once")
    selected = select(deals, ruling, numbering, in_play=True)
    own = None if titles is None else _titles(titles)
    sieve = Sieve(keep_if, limiting.limits())
    solved = list(sieve.won(selected, "a booklet shows solutions"))
    if own is not None and len(own) != len(solved):
        raise PyrtoolError(f"--titles: {len(own)} lines for {len(solved)} problems")
    if solved:
        booking.write(_problems(solved, own, rate, limiting.limit_memory), output)
    return sieve.end()


def _titles(word: str) -> list[str]:
    """The lines of a file, a title each; an empty line leaves a problem its own."""

    check_file(word)
    lines = "".join(read_lines(word)).splitlines()
    return [line.strip() for line in lines]


def _problems(
    solved: Sequence[tuple[Selected, Won]], own: Sequence[str] | None, rated: bool, memory_mib: int
) -> list[Problem]:
    """The problems in the order given, games apart, numbered from 1 on."""

    titles = [""] * len(solved) if own is None else own
    order = {named: at for at, named in reversed(list(enumerate(one.named for one, _ in solved)))}
    told = sorted(zip(solved, titles, strict=True), key=lambda pair: order[pair[0][0].named])
    problems = []
    for number, ((chosen, won), title) in enumerate(told, 1):
        title = title or chosen.own_title
        called = deal_title(chosen.deal) or f"problem {number}"
        done = f"after {counted(len(chosen.moves), 'move')}" if chosen.moves else None
        problems.append(
            Problem(
                number=number,
                title=title or capital(called),
                task=short_task(chosen.rules, deal_title(chosen.deal) if title else None, done),
                named=chosen.named,
                start=chosen.position,
                moves=tuple(won.moves),
                teaser=chosen.teaser,
                rating=_rating(chosen, won, memory_mib) if rated else None,
            )
        )
    return problems


def _rating(chosen: Selected, won: Won, memory_mib: int) -> Rating | None:
    """How hard the deal is, or the position."""

    return rate(*chosen.asked, None, RatingLimits(memory_mib=memory_mib))
