"""``pyrtool deal``: the cards of deals."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.cli.deals.selection import STDIN, Selection, Span, select
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options.options import (
    AsciiOption,
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.options.together import Excludes, Needs
from pyrtool.notation import format_deal, format_deals, format_diagram, format_heading
from pyrtool.records import deal_record

EXAMPLES: Final = (
    (
        "pyrtool deal 1-3",
        "Print three deals, one a line",
    ),
    (
        "pyrtool deal 2 --game giza --diagram",
        "Draw deal 2 of Giza in text",
    ),
    (
        "pyrtool deal 1-100 --game giza --keep-if winnable > won.txt",
        "Write the winnable deals to a file",
    ),
)

TOGETHER: Final = (
    Excludes("--diagram", "--format=json|ndjson", "a diagram is text"),
    Needs(
        "--limit-nodes --limit-memory --limit-seconds",
        "--keep-if=winnable|lost",
        "otherwise no deal is searched",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    diagram: Annotated[
        bool,
        typer.Option("--diagram", help="Draw each deal in text", rich_help_panel=OUTPUT),
    ] = False,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Print deals as cards, diagrams, or records.

    A line of cards is the deck in dealing order. Diagrams and records also name the game and its
    rules. Every command that accepts files of deals reads this output back.

    Exit status: 0 every deal printed; 2 invalid input; 3 a limit left a --keep-if deal unknown.
    """
    sieve = Sieve(keep_if, limiting.limits())
    spell = spelling(letters=ascii)
    selected = select(deals, ruling, numbering)
    with Output(format, prompt=STDIN in deals) as output:
        if format == "text" and not diagram:
            _print_lines(selected, sieve, output)
            return sieve.end()
        for chosen in sieve.kept(selected):
            if format != "text":
                output.record(chosen.labels | deal_record(chosen.deal, chosen.game))
            else:
                heading = format_heading(chosen.deal, chosen.named, chosen.origin)
                output.text(f"{heading}\n{spell(format_diagram(chosen.position))}\n")
    return sieve.end()


def _print_lines(selected: Selection, sieve: Sieve, output: Output) -> None:
    """The deals to be kept in lines; ranges without an object for each deal, where they can be."""
    for source in selected.sources:
        if isinstance(source, Span) and sieve.judges_in_bulk(source.rules):
            for chunk in sieve.chunks(source):
                output.lines(format_deals(chunk.dealer, chunk.first, chunk.wanted))
        else:
            for chosen in sieve.kept(source):
                output.text(format_deal(chosen.whole.cards))
