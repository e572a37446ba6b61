"""``pyrtool deal``: the cards of deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pyrtool.cli.options import (
    AsciiOption,
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)

if TYPE_CHECKING:
    from pyrtool.cli.output import Output
    from pyrtool.cli.selection import Selection
    from pyrtool.cli.sieve import Sieve


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
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Print deals, one a line: the deck in dealing order.

    All that is printed is read back by every command that takes DEALS.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.output import Output
    from pyrtool.cli.selection import STDIN, select
    from pyrtool.cli.sieve import Sieve
    from pyrtool.cli.terminal import spelling
    from pyrtool.notation import format_deal, format_diagram
    from pyrtool.position import Position
    from pyrtool.records import deal_record

    if diagram and format != "text":
        raise PyrtoolError(f"--diagram is text: it does not go with --format {format}")
    rules = ruling.rules()
    sieve = Sieve(rules, keep_if, limiting.limits())
    spell = spelling(letters=ascii)
    selected = select(deals, numbering, rules)
    with Output(format, prompt=STDIN in deals) as output:
        if format == "text" and not diagram and sieve.judges_in_bulk:
            _print_lines(selected, sieve, output)
            return sieve.end()
        for chosen in sieve.kept(selected):
            if format != "text":
                output.record(deal_record(chosen.deal, ruling.game))
            elif diagram:
                drawing = spell(format_diagram(Position.start(chosen.deal.cards, rules)))
                output.text(f"# {chosen.name}, {ruling.game}\n{drawing}\n")
            else:
                output.text(format_deal(chosen.deal.cards))
    return sieve.end()


def _print_lines(selected: Selection, sieve: Sieve, output: Output) -> None:
    """The deals to be kept in lines, ranges of numbers without an object for each deal."""
    from pyrtool.cli.selection import Span
    from pyrtool.notation import format_deal, format_deals

    for source in selected.sources:
        if isinstance(source, Span):
            for chunk in sieve.chunks(source):
                output.lines(format_deals(chunk.dealer, chunk.first, chunk.wanted))
        else:
            for chosen in sieve.kept(source):
                output.text(format_deal(chosen.deal.cards))
