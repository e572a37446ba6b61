"""``pyrtool rate``: how hard deals are."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.answers.explain.reasoning import reason
from pyrtool.answers.solve import Lost, Verdict
from pyrtool.answers.verdicts import Unknown
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN, Sieve
from pyrtool.cli.options.language import ENGLISH, LANG_IS_TEXT, LangOption
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
from pyrtool.cli.options.panels import FINDING
from pyrtool.cli.words.answers import heading, limit_words, reason_words
from pyrtool.cli.words.rating import RatingOptions, rating_of, rating_words, reasoning_lines
from pyrtool.languages import say
from pyrtool.records import solve_record

EXAMPLES: Final = (
    (
        "pyrtool rate 2 --game giza",
        "Rate deal 2 of Giza",
    ),
    (
        "pyrtool rate 1-20 --game giza --keep-if winnable",
        "Rate the winnable ones of twenty deals",
    ),
)

TOGETHER: Final = (LANG_IS_TEXT,)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    rating: RatingOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    no_reasoning: Annotated[
        bool,
        typer.Option(
            "--no-reasoning",
            help="Leave out the reasoning, which takes most of the time",
            rich_help_panel=FINDING,
        ),
    ] = False,
    format: FormatOption = "text",
    lang: LangOption = ENGLISH,
) -> int:
    """Rate the difficulty of winnable deals.

    The difficulty is -log10 of the win probability of a random player: 3 means one win in 1,000
    games. The random player discards kings immediately; it chooses every other move with equal
    probability among the legal ones. The value is exact, or estimated by playouts if it needs too
    many positions.

    The rating also has the difficulty for a block-aware player ("clever"), which never creates a
    set block. It counts the first moves that lose, and the only moves of the solution: moves for
    which every alternative loses.

    The reasoning is what the explanation takes (see `pyrtool explain`): the trials, and the hardest
    technique. For winnable deals it counts the forced pairs, which every solution has.

    Exit status: 0 every deal rated; 2 invalid input; 3 a limit left something unknown.
    """
    within = rating.limits(limiting)
    sieve = Sieve(keep_if, limiting.limits())
    status = 0
    with Output(format, prompt=True) as output:
        for chosen, verdict in sieve.solved(select(deals, ruling, numbering, in_play=True)):
            found = rating_of(chosen, verdict, within)
            if found is not None and found.only_moves is None:
                status = SOME_UNKNOWN
            reasoning = None if no_reasoning else reason(chosen.asked, verdict)
            if format != "text":
                output.record(
                    chosen.labels
                    | solve_record(
                        chosen.deal, chosen.game, verdict, found, chosen.moves, reasoning
                    )
                )
            elif found is not None:
                head = say("{0}: {1}", heading(chosen), "")
                output.text(rating_words(found, verdict, head, reasoning))
            else:
                head = say("{0}: {1}", heading(chosen), _unrated(verdict))
                lines = [head, *reasoning_lines(reasoning)]
                output.text("\n".join(lines))
    return max(status, sieve.end())


def _unrated(verdict: Verdict) -> str:
    if isinstance(verdict, Lost):
        return say("lost, {0}", reason_words(verdict.reason))
    assert isinstance(verdict, Unknown)  # what is won is rated
    return say("unknown, {0}", limit_words(verdict.limit))
