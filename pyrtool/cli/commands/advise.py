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
from pyrtool.cli.options.panels import UNSEEN
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.advising import advice_answer, advice_text, chances_text
from pyrtool.records import advice_record, chances_record

EXAMPLES: Final = (
    (
        "pyrtool advise 9 --game microsoft",
        "Evaluate each first move of deal 9",
    ),
    (
        "pyrtool deal 9 --game microsoft --diagram | pyrtool advise -",
        "Evaluate the moves of a position",
    ),
    (
        "pyrtool advise 87 --closed --orders 500",
        "Evaluate without seeing the stock",
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
            help="Orders of the unknown cards to sample",
            metavar="N",
            show_default="100; with --closed 4000, or 100 if each order must be solved",
            rich_help_panel=UNSEEN,
        ),
    ] = None,
    closed: Annotated[
        bool,
        typer.Option(
            "--closed", help="Use only what a player sees, not the stock", rich_help_panel=UNSEEN
        ),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="With --closed: seconds of sampling, instead of --orders",
            metavar="S",
            show_default=False,
            rich_help_panel=UNSEEN,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="With --closed: seed of the sampled orders",
            metavar="S",
            show_default="0",
            rich_help_panel=UNSEEN,
        ),
    ] = None,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Evaluate each legal move, and show which ones win.

    Every card is known. A winning move shows the fewest moves to the end, itself included. A losing
    move shows the best result that is left: cards, or points in a game with scoring. An only move
    is one for which every alternative loses. Moves that lead to the same position share a line.

    Unknown cards are written ??. Then each move shows whether it wins with every order of them,
    with none, or depends; for "depends", two orders are the proof. A player is assumed to see those
    cards after the move.

    With --closed, a dealt stock lies face down. Each move shows its win probability with a 95%
    interval, estimated from sampled orders of the stock.

    Exit status: 0 every move evaluated; 2 invalid input; 3 something is unknown or unproved.
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
