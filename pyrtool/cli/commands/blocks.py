"""``pyrtool blocks``: why deals are impossible."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.answers.blocks import blocks, explain, title, untold_sets
from pyrtool.cli.deals.selection import select
from pyrtool.cli.options.options import (
    Deals,
    FormatOption,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.records import blocks_record

EXAMPLES: Final = (
    (
        "pyrtool blocks 3 --game giza",
        "Why deal 3 of Giza cannot be won.",
    ),
    (
        "pyrtool blocks 1-5 --all",
        "Every block of the smallest order, of five deals.",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    numbering: NumberingOption = None,
    all: Annotated[
        bool, typer.Option("--all", help="Tell all blocks of the smallest order, not only one.")
    ] = False,
    format: FormatOption = "text",
) -> int:
    """Tell what blocks each deal, and on which cards.

    The simplest block is told: a card covered by all its complements, else a set that cannot be
    discarded even with every other card gone, else a crossblock, the smallest choice of sets that
    cannot be discarded together. A dealt stock is taken to lie open; where no two stock cards
    can match, a set with most of its cards in the stock is a block too. Where a rank goes with
    several, of a set that is large nothing is told but its simple blocks.
    """
    selected = select(deals, ruling, numbering, in_play=True)
    answered = False
    with Output(format, prompt=True) as output:
        for chosen in selected:
            rules = chosen.rules
            arguments = blocks(chosen.asked, every=all)
            if format != "text":
                output.record(
                    chosen.labels | blocks_record(chosen.deal, chosen.game, arguments, chosen.moves)
                )
                continue
            for argument in arguments:
                gap = "\n" if answered else ""
                why = explain(argument, rules)
                output.text(f"{gap}{chosen.title}: {title(argument.block, rules)}\n{why}")
                answered = True
            if not arguments:
                gap = "\n" if answered else ""
                silence = f" ({untold})" if (untold := untold_sets(rules)) else ""
                output.text(f"{gap}{chosen.title}: no block{silence}")
                answered = True
    return 0
