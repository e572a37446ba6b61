"""DEALS where only numbers are taken: as ranges, without an object for each deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import Selected, Span, source_name
from pyrtool.game.deals import Numbering
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.ranges import Ranges


def all_deals(deals: Sequence[str] | None, older: Sequence[str] | None) -> list[str]:
    """The words of DEALS, or of the option --deals in which they stood before."""
    return list(deals or older or ())


def ranges_of(
    words: Sequence[str], sources: Sequence[Iterable[Selected]], numbering: Numbering | None
) -> tuple[str, Ranges]:
    """The prefix of the deals' numbers, and their ranges; `sources` are what the words select."""
    spans: list[Span] = []
    for word, source in zip(words, sources, strict=True):
        if not isinstance(source, Span):
            raise PyrtoolError(
                f"{source_name(word)}: only numbers and ranges are allowed here, such as 1-1000"
            )
        spans.append(source)
    prefixes = {span.prefix if numbering == "pysolfc" else "" for span in spans}
    if len(prefixes) > 1:
        raise PyrtoolError("numbers with ms and numbers without it cannot be mixed")
    return prefixes.pop(), ranges.normal((span.low, span.high) for span in spans)
