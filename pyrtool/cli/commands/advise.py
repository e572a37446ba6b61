"""``pyrtool advise``: what each legal move is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Final

import typer

from pyrtool.answers.advice import MOST_ORDERS, advise
from pyrtool.answers.closed import View, usual_orders, weigh
from pyrtool.answers.hidden.chances import MOST_DEALS
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.cli.deals.selection import Selected, select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options.language import ENGLISH, LANG_IS_TEXT, LangOption
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
from pyrtool.cli.options.together import Excludes, Needs
from pyrtool.cli.words.advising import advice_answer, advice_text, chances_text
from pyrtool.cli.words.answers import heading
from pyrtool.cli.words.at_the_table import table_answer, table_text
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import PositionError
from pyrtool.languages import say
from pyrtool.languages.table import untyped

EXAMPLES: Final = (
    (
        "pyrtool advise 9 --game microsoft",
        "Evaluate each first move of deal 9",
    ),
    (
        "echo K / 6 7 turned 5 stock 3 face down | pyrtool advise - --rows 2",
        "Find the best move at a table with cards face down",
    ),
    (
        "pyrtool advise 87 --closed --orders 500",
        "Evaluate without seeing the stock",
    ),
)

TOGETHER: Final = (
    Excludes("--seconds", "--orders --limit-seconds", "each says how long to sample"),
    Needs("--seconds", "--closed", "it is for sampled orders of the stock"),
    LANG_IS_TEXT,
)

TABLE_SECONDS: Final = 4.5
"""The limit for a table with unknown cards, where none is given."""


@dataclass(frozen=True)
class _SamplingOptions:
    """What is unknown, and how many orders of it are sampled."""

    orders: Annotated[
        int | None,
        typer.Option(
            help="Orders of the unknown cards to sample",
            metavar="N",
            show_default="100, and 400 for chances; with --closed 4000, or 100 if each order must "
            "be solved",
            rich_help_panel=UNSEEN,
        ),
    ] = None
    closed: Annotated[
        bool,
        typer.Option(
            "--closed", help="Use only what a player sees, not the stock", rich_help_panel=UNSEEN
        ),
    ] = False
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Older form of --limit-seconds with --closed",
            metavar="S",
            show_default=False,
            hidden=True,
            rich_help_panel=UNSEEN,
        ),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(
            help="With unknown cards or --closed: seed of what is sampled",
            metavar="S",
            show_default="0",
            rich_help_panel=UNSEEN,
        ),
    ] = None

    def limits(self, limiting: LimitOptions) -> Limits:
        """The limits of one answer."""
        found = limiting.limits()
        return found if self.seconds is None else replace(found, seconds=self.seconds)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    sampling: _SamplingOptions,
    numbering: NumberingOption = None,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
    lang: LangOption = ENGLISH,
) -> int:
    """Evaluate each legal move, and show which ones win.

    Every card is known. A winning move shows the fewest moves to the end, itself included. A losing
    move shows the best result that is left: cards, or points in a game with scoring. An only move
    is one for which every alternative loses. Moves that lead to the same position share a line.

    Unknown cards are written ??, or as in "stock 18 face down", "waste 3 face down 6H", or "stock
    face down" for any number. Then each move shows its chance for a player that does not know them,
    with a 95% interval. It also shows what wins or loses whatever they are. One line names what is
    assumed. Without a limit this takes at most about five seconds.

    With --closed, a dealt stock lies face down. Each move shows its win probability with a 95%
    interval, estimated from sampled orders of the stock: --orders, or as many as there is time for
    in --limit-seconds.

    Exit status: 0 every move evaluated; 2 invalid input; 3 something is unknown or unproved.
    """
    limits = sampling.limits(limiting)
    spell = spelling(letters=ascii)
    unknown = False
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering, in_play=True, any_number=True):
            found = (_closed if sampling.closed else _known)(chosen, sampling, limits)
            unknown |= found.is_unknown
            if format == "text":
                output.part(say("{0}: {1}", heading(chosen), spell(found.text)))
            else:
                output.record(chosen.labels | found.record())
    return SOME_UNKNOWN if unknown else 0


@dataclass(frozen=True)
class _Advice:
    """What is printed of a deal or position; `is_unknown` where some of it is."""

    text: str
    record: Callable[[], JsonObject]
    is_unknown: bool


def _closed(chosen: Selected, sampling: _SamplingOptions, limits: Limits) -> _Advice:
    """The chances of the moves of a player that does not see the stock."""
    orders = sampling.orders
    if orders is None and limits.seconds is None:
        orders = usual_orders(chosen.position)
    with chosen.refused():
        if chosen.seen is not None:
            raise PositionError("it is not known how many cards lie face down: leave out --closed")
        view = View.of(chosen.position)
    chances = weigh(view, orders, limits, sampling.seed or 0)

    def record() -> JsonObject:
        from pyrtool.records import chances_record  # text is printed without it

        return chances_record(chosen.deal, chosen.game, chances, chosen.moves)

    is_unknown = any(one.complete and not one.exact for one in chances)
    return _Advice(chances_text(chances, chosen.position, untyped), record, is_unknown)


def _known(chosen: Selected, sampling: _SamplingOptions, limits: Limits) -> _Advice:
    """What each move is worth with every card known, or its chance with unknown cards."""
    orders = MOST_ORDERS if sampling.orders is None else sampling.orders
    subject, deals, seed = chosen.seen or chosen.position, 0, sampling.seed or 0
    if isinstance(subject, PartlySeen) or subject.unknown():
        deals = MOST_DEALS if sampling.orders is None else orders
        if limits.nodes is None and limits.seconds is None:
            limits = replace(limits, seconds=TABLE_SECONDS)
    elif sampling.seed is not None:
        raise PyrtoolError("--seed: every card is known here, so nothing is drawn at random")
    with chosen.refused():
        advice = advise(subject, limits, orders, deals, seed)
    if advice.assumed is None:
        words = [advice_answer(advice), advice_text(advice, spell=untyped)]
    else:
        words = [table_answer(advice, untyped), table_text(advice, untyped)]

    def record() -> JsonObject:
        from pyrtool.records import advice_record  # text is printed without it

        return advice_record(chosen.deal, chosen.game, advice, chosen.moves, chosen.seen)

    is_unknown = advice.limit is not None or advice.verdict == "unknown"
    return _Advice("\n".join(filter(None, words)), record, is_unknown and advice.assumed is None)
