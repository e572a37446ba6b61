"""``pyrtool blocks``: why deals are impossible."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.answers.blocks import blocks, explain, title, unanswered_sets
from pyrtool.base.limits import LeftOpenError
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options.language import ENGLISH, LANG_IS_TEXT, LangOption
from pyrtool.cli.options.options import (
    Deals,
    FormatOption,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output, complain
from pyrtool.cli.options.panels import FINDING
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.answers import heading
from pyrtool.languages import say
from pyrtool.records import blocks_record

EXAMPLES: Final = (
    (
        "pyrtool blocks 3 --game giza",
        "Show why deal 3 of Giza is unwinnable",
    ),
    (
        "pyrtool blocks 1-5 --all",
        "Every block of the smallest order",
    ),
)

TOGETHER: Final = (LANG_IS_TEXT,)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    numbering: NumberingOption = None,
    all: Annotated[
        bool,
        typer.Option(
            "--all",
            help="All blocks of the smallest order, not only one",
            rich_help_panel=FINDING,
        ),
    ] = False,
    format: FormatOption = "text",
    lang: LangOption = ENGLISH,
) -> int:
    """Show which cards block each deal.

    The simplest block is shown. A simple block is a card covered by all its complements. A set
    block is a set that cannot be discarded even after every other card. A crossblock is the
    smallest choice of sets that cannot be discarded together.

    A dealt stock counts as open for these. If no two stock cards can match, a set with most of its
    cards in the stock is a block too. A stock block is the smallest choice of sets that cannot be
    discarded together with the stock in its order. If a rank matches several ranks, a large set
    shows only its simple blocks.
    """
    selected = select(deals, ruling, numbering, in_play=True)
    is_open = False
    spell = str if lang == ENGLISH else spelling()
    with Output(format, prompt=True) as output:
        for chosen in selected:
            rules = chosen.rules
            try:
                arguments = blocks(chosen.asked, every=all)
            except LeftOpenError as error:
                complain(f"{chosen.name}: unknown, {error}")
                is_open = True
                continue
            if format != "text":
                output.record(
                    chosen.labels | blocks_record(chosen.deal, chosen.game, arguments, chosen.moves)
                )
                continue
            name = heading(chosen)
            for argument in arguments:
                head = say("{0}: {1}", name, title(argument.block, rules))
                output.part(spell(f"{head}\n{explain(argument, rules)}"))
            if not arguments:
                silence = f" ({unanswered})" if (unanswered := unanswered_sets(rules)) else ""
                output.part(say("{0}: {1}", name, say("no block")) + silence)
    return SOME_UNKNOWN if is_open else 0
