"""``pyrtool deal``: the cards of deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count, islice
from random import Random, randrange
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.deal_filter import DealFilter
from pyrtool.cli.deals.selection import STDIN, SelectedDeal, Selection, Span, select
from pyrtool.cli.options.input_output import DealKind
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import Format, Output, complain, spelling
from pyrtool.game.deals import Numbering
from pyrtool.notation import format_deal, format_deals, format_diagram, format_heading
from pyrtool.records.writing import deal_record

ANY: Final = "any"
"""The word of DEALS for deals at random."""

MOST_NUMBER: Final = 999_999  # of a deal at random: short enough to note
MOST_TRIED: Final = 20_000
"""So many deals in a row that are not kept end the search for deals at random."""


@dataclass(frozen=True)
class _RandomOptions:
    """The number of deals to pick at random, and the seed that picks them again."""

    count: int | None = None
    seed: int | None = None

    def check(self, deals: Sequence[str]) -> bool:
        """Return whether deals are picked at random; reject options without use."""
        if ANY not in deals:
            if (self.count, self.seed) != (None, None):
                raise PyrtoolError(
                    f"--count and --seed are for deals at random: pyrtool deal {ANY}"
                )
            return False
        if len(deals) > 1:
            raise PyrtoolError(f"{ANY}: give it alone, or give numbers of deals")
        if self.count is not None and not 1 <= self.count <= MOST_TRIED:
            raise PyrtoolError(f"--count {self.count}: must be 1 to {MOST_TRIED:,}")
        return True


def command(
    deals: list[str],
    ruling: RuleOptions,
    limiting: LimitOptions,
    picking: _RandomOptions,
    numbering: Numbering | None = None,
    keep_if: DealKind | None = None,
    diagram: bool = False,
    ascii: bool = False,
    format: Format = "text",
) -> int:
    """Print deals as cards, diagrams, or records.

    A line of cards is the deck in dealing order, with the number of the deal beside it. Diagrams
    and records also name the game and its rules. Every command that accepts files of deals reads
    this output back.

    With --keep-if, the last line on stderr counts the deals that were kept, and the others by what
    they are.

    Exit status: 0 every deal printed; 2 invalid input; 3 a limit left a --keep-if deal unknown.
    """
    deal_filter = DealFilter(keep_if, limiting.limits())
    is_random = picking.check(deals)
    selection = Selection([]) if is_random else select(deals, ruling, numbering)
    with Output(format, prompt=STDIN in deals) as output:
        if is_random:
            seed = randrange(10**6) if picking.seed is None else picking.seed
            kept = deal_filter.deals(_at_random(ruling, numbering, deal_filter, seed))
            for selected in islice(kept, picking.count or 1):
                _print(selected, diagram, ascii, output)
            complain(f"deals at random with --seed {seed}")
        elif format == "text" and not diagram:
            _print_lines(selection, deal_filter, output)
        else:
            for selected in deal_filter.deals(selection):
                _print(selected, diagram, ascii, output)
    return deal_filter.exit_status()


def _at_random(
    ruling: RuleOptions, numbering: Numbering | None, deal_filter: DealFilter, seed: int
) -> Iterator[SelectedDeal]:
    """Yield deals at random, each once, until too many in a row are not kept."""
    named, means = ruling.named(), ruling.numbering(numbering)
    chance, seen, since, kept = Random(seed), set[int](), 0, 0
    while since < MOST_TRIED and len(seen) < MOST_NUMBER:
        number = chance.randint(1, MOST_NUMBER)
        if number not in seen:
            seen.add(number)
            since, kept = since + 1 if kept == deal_filter.kept else 0, deal_filter.kept
            yield Span(number, number, "", means, named).deal(number)
    complain(f"the search ends: {since:,} deals in a row are not {deal_filter.keep_if}")


def _print(selected: SelectedDeal, diagram: bool, ascii: bool, output: Output) -> None:
    if output.format != "text":
        output.record(selected.labels | deal_record(selected.deal, selected.game))
    elif diagram:
        heading = format_heading(selected.deal, selected.named, selected.origin)
        text = spelling(letters=ascii)(format_diagram(selected.position))
        output.text(f"{heading}\n{text}\n")
    else:
        deal = selected.whole_deal
        beside = "" if deal.number is None else f"  # deal {deal.number} ({deal.numbering})"
        output.text(format_deal(deal.cards) + beside)


def _print_lines(selection: Selection, deal_filter: DealFilter, output: Output) -> None:
    """Print deals in lines; those of ranges without an object for each deal, if they can be."""
    for source in selection.sources:
        if isinstance(source, Span) and deal_filter.judges_in_bulk(source.rules):
            for chunk in deal_filter.chunks(source):
                lines = format_deals(chunk.dealer, chunk.first, chunk.wanted).splitlines()
                kept = compress(count(chunk.first), chunk.wanted)
                output.lines(
                    "".join(
                        f"{line}  # deal {source.number(number)} ({source.numbering})\n"
                        for line, number in zip(lines, kept, strict=True)
                    )
                )
        else:
            for selected in deal_filter.deals(source):
                _print(selected, False, False, output)
