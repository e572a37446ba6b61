"""``pyrtool rate``: how hard deals are."""

from __future__ import annotations

from typing import Final

from pyrtool.answers.solve import Lost, Verdict
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN, Sieve
from pyrtool.cli.options.options import (
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.words.rating import RatingOptions, rating_of, rating_words
from pyrtool.records import solve_record

EXAMPLES: Final = (
    (
        "pyrtool rate 2 --game giza",
        "How hard deal 2 of Giza is.",
    ),
    (
        "pyrtool rate 1-20 --game giza --keep-if winnable",
        "The same of all that can be won among twenty deals.",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    rating: RatingOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    format: FormatOption = "text",
) -> int:
    """Rate won deals: how likely a player wins who plays any legal move.

    The difficulty is -log10 of the chance of a player who discards kings at once and otherwise
    any legal move, all with the same chance: 3 means that one game in 1000 is won. It is exact,
    or where that takes too many positions measured by games played out. Besides: a cleverer
    player who makes no move that creates a set block, first moves that lose, and how many times in
    the solution just one choice keeps the win.

    The exit status is 3 when a limit left something unknown.
    """
    within = rating.limits(limiting)
    sieve = Sieve(keep_if, limiting.limits())
    status = 0
    with Output(format, prompt=True) as output:
        for chosen, verdict in sieve.solved(select(deals, ruling, numbering, in_play=True)):
            found = rating_of(chosen, verdict, within)
            if found is not None and found.only_moves is None:
                status = SOME_UNKNOWN
            if format == "text":
                heading = f"{chosen.title}: "
                told = (
                    rating_words(found, verdict, heading) if found else heading + _unrated(verdict)
                )
                output.text(told)
            else:
                output.record(
                    chosen.labels
                    | solve_record(chosen.deal, chosen.game, verdict, found, chosen.moves)
                )
    return max(status, sieve.end())


def _unrated(verdict: Verdict) -> str:
    if isinstance(verdict, Lost):
        return f"lost, {verdict.reason}"
    limit = getattr(verdict, "limit", "")
    return f"unknown, the limit on {limit} was reached"
