"""``pyrtool advise``: what each legal move is worth."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.advice import advise
from pyrtool.cli.shared.advising import advice_answer, advice_text
from pyrtool.cli.shared.options import (
    AsciiOption,
    Deals,
    FormatOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.shared.output import Output
from pyrtool.cli.shared.selection import select
from pyrtool.cli.shared.sieve import SOME_UNKNOWN
from pyrtool.cli.shared.terminal import spelling
from pyrtool.records import advice_record

EXAMPLES: Final = (
    (
        "pyrtool advise 9 --game microsoft",
        "What each first move of deal 9 is worth.",
    ),
    (
        "pyrtool deal 9 --game microsoft --diagram | pyrtool advise -",
        "The same for a table that is read; a file's name in place of - reads a file.",
    ),
    (
        "pyrtool advise 1-5 --game giza --format ndjson",
        "Five deals, a JSON record each.",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    orders: Annotated[
        int,
        typer.Option(help="Orders of unknown cards to try.", metavar="N"),
    ] = 100,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Tell what each legal move is worth, and which ones keep the win.

    Every card is known. Of a move that keeps the win you see the fewest moves to the end, this one
    included; of one that loses, the best that is left: cards, or points where the rules keep them.
    An only move is one beside which every other choice loses. Moves that come to the same stand
    together. Cards that are unknown are written ??: then you see whether a move wins with every
    order of them or with none, or two orders that show that it depends; a player is taken to see
    them from then on. The exit status is 3 when something is unknown, or a limit left it unproved.
    """
    limits = limiting.limits()
    spell = spelling(letters=ascii)
    status = 0
    answered = False
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering, in_play=True):
            advice = advise(chosen.position, limits, orders)
            if advice.limit is not None or advice.verdict == "unknown":
                status = SOME_UNKNOWN
            if format == "text":
                gap = "\n" if answered else ""
                heading = f"{gap}{chosen.title}: {advice_answer(advice)}"
                output.text("\n".join(filter(None, [heading, spell(advice_text(advice))])))
                answered = True
            else:
                output.record(
                    advice_record(chosen.deal, chosen.game, chosen.rules, advice, chosen.moves)
                )
    return status
