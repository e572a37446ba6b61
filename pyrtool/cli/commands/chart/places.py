"""``pyrtool chart places``: where the blocks of deals lie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import select
from pyrtool.cli.options.options import Deals, NumberingOption, RuleOptions, with_groups
from pyrtool.cli.words.charting import ChartFile, ChartTitle, check_chart_file
from pyrtool.game.deals import Deal
from pyrtool.surveys.charts import count_places, places_chart

EXAMPLES: Final = (
    (
        "pyrtool chart places 1-200 -g giza -o places.png",
        "Draw 200 deals of Giza",
    ),
    (
        "pyrtool chart places 1-200 -o pyramid.svg",
        "Draw 200 deals of Pyramid",
    ),
)


@with_groups
def command(
    deals: Deals,
    output: ChartFile,
    ruling: RuleOptions,
    numbering: NumberingOption = None,
    title: ChartTitle = None,
) -> int:
    """Draw where the blocks of deals lie.

    The chart shows the tableau twice: how often the card at each place can never be discarded, and
    how often other cards wait for it. All deals must belong to one game.
    """
    check_chart_file(output, deals)
    selected = select(deals, ruling, numbering)
    named = (first := next(selected)).named

    def dealt() -> Iterator[Deal]:
        yield first.whole
        for one in selected:
            if one.named != named:
                raise PyrtoolError(f"{one.name}: is of {one.named}, the first deal of {named}")
            yield one.whole

    places_chart(count_places(dealt(), named.rules), named, Path(output), title)
    return 0
