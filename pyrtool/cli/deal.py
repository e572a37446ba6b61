"""``pyrtool deal``: the cards of deals."""

from __future__ import annotations

from typing import Annotated

import typer

from pyrtool.cli.options import (
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = "native",
    keep_if: KeepIfOption = None,
    diagram: Annotated[
        bool, typer.Option("--diagram", help="Draw each deal in text, as it lies on the table.")
    ] = False,
    format: FormatOption = "text",
) -> int:
    """Print deals, one a line: the deck in dealing order.

    All that is printed is read back by every command that takes DEALS.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.output import Output
    from pyrtool.cli.selection import STDIN, select
    from pyrtool.cli.sieve import Sieve
    from pyrtool.notation import format_deal, format_diagram
    from pyrtool.position import Position
    from pyrtool.records import deal_record

    if diagram and format != "text":
        raise PyrtoolError(f"--diagram is text: it does not go with --format {format}")
    rules = ruling.rules()
    sieve = Sieve(rules, keep_if, limiting.limits())
    selected = select(deals, numbering, rules)
    with Output(format, prompt=STDIN in deals) as output:
        for chosen in sieve.kept(selected):
            if format != "text":
                output.record(deal_record(chosen.deal, ruling.game))
            elif diagram:
                drawing = format_diagram(Position.start(chosen.deal.cards, rules))
                output.text(f"# {chosen.name}, {ruling.game}\n{drawing}\n")
            else:
                output.text(format_deal(chosen.deal.cards))
    return sieve.status
