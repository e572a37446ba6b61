"""Count the deals of a survey by the order of their block.

A ledger keeps the reason of each loss, and not the order: a survey does not look for it. Decides
how it is counted afterwards, deal by deal: crossblocks, and the stock blocks of losses that the
search found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pyrtool.answers.blocks import find_block
from pyrtool.answers.blocks.stock_block import MOST_BLOCK_NODES, stock_blocks
from pyrtool.base.arguments import guard
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.game.deals import deal
from pyrtool.game.position import Position
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON
from pyrtool.surveys.findings import rules_text
from pyrtool.surveys.ledger.ledger import Ledger
from pyrtool.surveys.plan import SurveyError
from pyrtool.surveys.tables import Table

_ORDERED: Final = ("crossblock", "stock block")


def count_orders(ledger: Ledger) -> Counter[str]:
    """How many deals of a ledger ended how, with the order of each block of several sets.

    A loss that the search found is ``exhausted`` where no stock block was found within
    `MOST_BLOCK_NODES` nodes.

    Raises:
        SurveyError: The survey does not ask for verdicts, or its deals come from a file.
    """
    plan = ledger.plan
    if plan.question != "verdict" or plan.text:
        what = "the deals of a file" if plan.text else f"the question {plan.question}"
        raise SurveyError(f"{ledger.path}: orders are of verdicts of numbered deals, not of {what}")
    counts: Counter[str] = Counter()
    for number, *cells in ledger.deals():
        name = str(cells[0])
        if name in ("crossblock", "exhausted"):
            named = f"{plan.prefix}{number}" if plan.prefix else number
            name = _with_order(Position.start(deal(named, plan.rules, plan.numbering)), name)
        counts[name] += 1
    return counts


def _with_order(start: Position, reason: str) -> str:
    if reason == "crossblock":
        block = find_block(start)
        return reason if block is None else f"{reason} {block.order}"
    try:
        found = stock_blocks(start, Limits(nodes=MOST_BLOCK_NODES), is_lost=True)
    except LeftOpenError:
        return reason
    return f"stock block {found[0].order}" if found else reason


def orders_table(ledgers: Sequence[Ledger]) -> Table:
    """A row a ledger: its rules, its deals, and how many ended how."""
    counts = [count_orders(ledger) for ledger in ledgers]
    seen = set().union(*counts)
    names = [WON]
    for reason in (*LOST_REASONS[:-1], "stock block", LOST_REASONS[-1]):
        ordered = [name for name in seen if name.startswith(f"{reason} ")]
        ordered.sort(key=lambda name: int(name.split()[-1]))
        names += ordered if reason in _ORDERED else [reason]
    names += [limit for limit in LIMITS if limit in seen]
    rows = [
        [rules_text(ledger.plan.rules, ledger.plan.game), str(found.total())]
        + [str(found[name]) for name in names]
        for ledger, found in zip(ledgers, counts, strict=True)
    ]
    return Table("Blocks by order", ["rules", "deals", *names], rows)


guard(__name__)
