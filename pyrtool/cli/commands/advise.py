"""``pyrtool advise``: what each legal move is worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

import typer

from pyrtool.answers.advice import MOST_ORDERS, advise
from pyrtool.answers.closed import View, usual_orders, weigh
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options.options import (
    AsciiOption,
    Deals,
    FormatOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.advising import advice_answer, advice_text, chances_text
from pyrtool.records import advice_record, chances_record

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
        "pyrtool advise 87 --closed --orders 500",
        "What the moves are worth to a player who does not see the stock.",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    orders: Annotated[
        int | None,
        typer.Option(
            help="Orders of unknown cards to try.",
            metavar="N",
            show_default="100; with --closed 4000, or 100 where the solver is asked",
        ),
    ] = None,
    closed: Annotated[
        bool,
        typer.Option("--closed", help="Advise by what a player knows who does not see the stock."),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="With --closed: imagine orders for so long.", metavar="S", show_default=False
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="With --closed: which orders are imagined.", metavar="S", show_default="0"
        ),
    ] = None,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Tell what each legal move is worth, and which ones keep the win.

    Every card is known. Of a move that keeps the win you see the fewest moves to the end, this one
    included; of one that loses, the best that is left: cards, or points where the rules keep them.
    An only move is one beside which every other choice loses. Moves that come to the same stand
    together. Cards that are unknown are written ??: then you see whether a move wins with every
    order of them or with none, or two orders that show that it depends; a player is taken to see
    them from then on. With --closed a dealt stock lies face down, and of each move you see its
    chance and a 95 % interval, estimated by orders that are imagined. The exit status is 3 when
    something is unknown, or a limit left it unproved.
    """
    if not closed and (seconds is not None or seed is not None):
        raise PyrtoolError("--seconds and --seed go with --closed")
    if closed and seconds is not None and orders is not None:
        raise PyrtoolError("--seconds and --orders say both how long: give one of them")
    if seconds is not None and limiting.limit_seconds is not None:
        raise PyrtoolError("--seconds and --limit-seconds say both how long: give one of them")
    limits = limiting.limits()
    spell = spelling(letters=ascii)
    status = 0
    answered = False
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering, in_play=True):
            if closed:
                within = limits if seconds is None else replace(limits, seconds=seconds)
                wanted = orders
                if orders is None and seconds is None:
                    wanted = usual_orders(chosen.position)
                with chosen.refused():
                    view = View.of(chosen.position)
                chances = weigh(view, wanted, within, seed or 0)
                if any(one.complete and not one.exact for one in chances):
                    status = SOME_UNKNOWN
                if format == "text":
                    gap = "\n" if answered else ""
                    told = chances_text(chances, chosen.position)
                    output.text(f"{gap}{chosen.title}: {spell(told)}")
                    answered = True
                else:
                    output.record(
                        chosen.labels
                        | chances_record(chosen.deal, chosen.game, chances, chosen.moves)
                    )
                continue
            with chosen.refused():
                advice = advise(chosen.position, limits, MOST_ORDERS if orders is None else orders)
            if advice.limit is not None or advice.verdict == "unknown":
                status = SOME_UNKNOWN
            if format == "text":
                gap = "\n" if answered else ""
                heading = f"{gap}{chosen.title}: {advice_answer(advice)}"
                output.text("\n".join(filter(None, [heading, spell(advice_text(advice))])))
                answered = True
            else:
                output.record(
                    chosen.labels | advice_record(chosen.deal, chosen.game, advice, chosen.moves)
                )
    return status
