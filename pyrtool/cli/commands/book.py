"""``pyrtool book``: a booklet of any deals, to be printed."""

from collections.abc import Sequence
from math import inf

from pyrtool.answers.solve import solution
from pyrtool.answers.verdicts import Lost, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.base.messages import counted
from pyrtool.cli.booklets import BookOptions
from pyrtool.cli.deals.deal_filter import DealFilter, rate_alone
from pyrtool.cli.deals.selection import (
    STDIN,
    DealOptions,
    SelectedDeal,
    check_file,
    read_lines,
    source_name,
)
from pyrtool.cli.options.input_output import DealKind
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.output import complain
from pyrtool.pictures.booklet import pages
from pyrtool.pictures.booklet.book import check_title, numbered, problem_of
from pyrtool.surveys.find.query import hardness


def command(
    dealing: DealOptions,
    output: str,
    booking: BookOptions,
    limiting: LimitOptions,
    keep_if: DealKind | None = None,
    titles: str | None = None,
    rate: bool = True,
    rising: bool = False,
) -> int:
    """Make a printable booklet of deals, or sheets to copy.

    The booklet has a title page, contents, rules of play, the problems, and the solutions at the
    end. It needs the extra `print`. A record's title is printed above its problem, unless --titles
    names another.

    Without --rising, problems keep the given order, so their numbers are those of the pictures
    that `render` makes of the same deals. Every deal is solved. For an unwinnable deal, the problem
    is to show that it cannot be won, and the solution gives the reasons; --keep-if winnable leaves
    such deals out. A deal that a limit left unknown is named and left out.

    Exit status: 0 every deal included; 2 invalid input, or no deal kept; 3 a limit left a deal
    unknown.
    """
    booking.check(output, (*dealing.deals, titles))
    if titles == STDIN and STDIN in dealing.deals:
        raise PyrtoolError("the standard input (-) can be read only once")
    selection = dealing.select()
    own = None if titles is None else _titles(titles)
    deal_filter = DealFilter(keep_if, limiting.limits())
    solved = list(deal_filter.decided(selection))
    if not solved and not deal_filter.unknown:
        raise PyrtoolError(f"{deal_filter.summary()}: a booklet needs a problem")
    if own is not None and len(own) != len(solved):
        lines, needed = counted(len(own), "line"), counted(len(solved), "problem")
        raise PyrtoolError(f"{source_name(titles or '')}: {lines} for {needed}")
    if solved and not (booking.is_weekly and deal_filter.unknown):  # else the wrong deal is today's
        pages.check_count(booking.sheet, len(solved))
        problems = _problems(solved, own, rate, booking, limiting.limit_memory)
        if rising:
            problems.sort(key=lambda one: inf if one.rating is None else hardness(one.rating))
        booking.write(numbered(problems), output)
    return deal_filter.exit_status()


def _titles(word: str) -> list[str]:
    """Return the lines of a file, a title each; an empty line leaves a problem its own."""

    check_file(word, "not a file")
    lines = [line.strip() for line in "".join(read_lines(word)).splitlines()]
    for number, line in enumerate(lines, 1):
        check_title(line, f"{source_name(word)}, line {number}")
    return lines


def _problems(
    solved: Sequence[tuple[SelectedDeal, Won | Lost]],
    own: Sequence[str] | None,
    rated: bool,
    booking: BookOptions,
    memory_mib: int,
) -> list[pages.Problem]:
    problems = []
    for (selected, verdict), title in zip(solved, own or [""] * len(solved), strict=True):
        title = title or " ".join(selected.own_title.split())
        teaser = " ".join(selected.teaser.split())
        for text in (title, teaser):
            check_title(text, selected.name)
        won = verdict if isinstance(verdict, Won) else None
        rating = rate_alone(selected, memory_mib) if rated and won is not None else None
        if rating is not None and rating.bounded_by is not None:
            complain(
                f"{selected.title}: no win in {rating.plain.playouts:,} random games: its stars, "
                f"{rating.level}, are the least possible"
            )
        cards = selected.exchange if won is None else None
        if cards is not None:
            twin = selected.whole_deal.exchanged(*cards)
            moves = solution(twin, Limits(memory_mib=memory_mib)).moves
            printed = pages.exchange_for_print(twin, cards, moves)
        else:
            printed = pages.explained_for_print(
                selected.subject,
                verdict,
                rated=rated and booking.sheet is None,
                commented=booking.comments,
            )
        problems.append(
            problem_of(
                selected.deal,
                selected.named,
                () if won is None else won.moves,
                title=title,
                teaser=teaser,
                earlier=selected.moves,
                rating=rating,
                printed=printed,
                exchange=cards is not None,
            )
        )
    return problems
