"""``pyrtool advise``: what each legal move is worth."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pyrtool.answers.advice.advise import MOST_ORDERS, advise
from pyrtool.answers.closed import View, usual_orders, weigh
from pyrtool.answers.unknown_cards.chances import MOST_DEALS
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.cli.answer_text.advice import (
    advice_answer,
    advice_text,
    chances_text,
    table_answer,
    table_text,
)
from pyrtool.cli.answer_text.verdicts import headed
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import DealOptions, SelectedDeal
from pyrtool.cli.options.input_output import SpelledOptions
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.output import Output, spelling
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import PositionError

TABLE_SECONDS: Final = 4.5
"""The limit for a table with unknown cards, where none is given."""


@dataclass(frozen=True)
class _SamplingOptions:
    """The unknown cards, and how many orders of them are sampled."""

    orders: int | None = None
    closed: bool = False
    seed: int | None = None


def command(
    dealing: DealOptions,
    limiting: LimitOptions,
    sampling: _SamplingOptions,
    printing: SpelledOptions,
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
    limits = limiting.limits()
    spell = spelling(letters=printing.ascii)
    unknown = False
    with Output(printing.format, prompt=True) as output:
        for selected in dealing.select(any_number=True):
            advice = (_closed if sampling.closed else _known)(selected, sampling, limits)
            unknown |= advice.is_unknown
            if printing.format == "text":
                output.part(headed(selected, spell(advice.text)))
            else:
                output.record(selected.labels | advice.record())
    return SOME_UNKNOWN if unknown else 0


@dataclass(frozen=True)
class _Advice:
    """The answer about a deal or position; `is_unknown` if some of it is unknown."""

    text: str
    record: Callable[[], JsonObject]
    is_unknown: bool


def _closed(selected: SelectedDeal, sampling: _SamplingOptions, limits: Limits) -> _Advice:
    """Return the chances of the moves of a player that does not see the stock."""
    orders = sampling.orders
    if orders is None and limits.seconds is None:
        orders = usual_orders(selected.position)
    with selected.naming_errors():
        if selected.seen is not None:
            raise PositionError("it is not known how many cards lie face down: leave out --closed")
        selected.check_hidden()
        view = View.of(selected.position)
    chances = weigh(view, orders, limits, sampling.seed or 0)

    def record() -> JsonObject:
        from pyrtool.records.writing import chances_record  # text is printed without it

        return chances_record(selected.deal, selected.game, chances, selected.moves)

    is_unknown = any(one.complete and not one.exact for one in chances)
    return _Advice(chances_text(chances, selected.position), record, is_unknown)


def _known(selected: SelectedDeal, sampling: _SamplingOptions, limits: Limits) -> _Advice:
    """Return what each move is worth with every card known, or its chance with unknown cards."""
    orders = MOST_ORDERS if sampling.orders is None else sampling.orders
    subject, deals, seed = selected.seen or selected.position, 0, sampling.seed or 0
    if isinstance(subject, PartlySeen) or subject.unknown():
        deals = MOST_DEALS if sampling.orders is None else orders
        if limits.nodes is None and limits.seconds is None:
            limits = replace(limits, seconds=TABLE_SECONDS)
    elif sampling.seed is not None:
        raise PyrtoolError("--seed: every card is known here, so nothing is drawn at random")
    with selected.naming_errors():
        advice = advise(subject, limits, orders, deals, seed)
    if advice.assumed is None:
        words = [advice_answer(advice), advice_text(advice)]
    else:
        words = [table_answer(advice), table_text(advice)]

    def record() -> JsonObject:
        from pyrtool.records.writing import advice_record  # text is printed without it

        return advice_record(selected.deal, selected.game, advice, selected.moves, selected.seen)

    is_unknown = advice.limit is not None or advice.verdict == "unknown"
    return _Advice("\n".join(filter(None, words)), record, is_unknown and advice.assumed is None)
