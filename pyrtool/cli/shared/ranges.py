"""DEALS where only numbers are taken: as ranges, without an object for each deal."""

from __future__ import annotations

from pyrtool.cards import PyrtoolError
from pyrtool.cli.shared.options import NumberingName, RuleOptions
from pyrtool.cli.shared.selection import Span, select
from pyrtool.work import ranges
from pyrtool.work.ranges import Ranges


def selected_numbers(
    words: list[str], numbering: NumberingName | None, ruling: RuleOptions
) -> tuple[str, Ranges]:
    """The prefix of the deals' numbers, and their ranges."""
    sources = select(words, ruling, numbering).sources
    spans = [source for source in sources if isinstance(source, Span)]
    prefixes = {span.prefix if numbering == "pysolfc" else "" for span in spans}
    if len(spans) != len(sources) or len(prefixes) > 1:
        raise PyrtoolError("--deals: numbers, ms numbers and files cannot be mixed")
    return prefixes.pop(), ranges.normal((span.low, span.high) for span in spans)
