"""``pyrtool render``: deals as pictures, and as pages."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.naming import Naming
from pyrtool.cli.deals.selection import Selection, select
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options.options import (
    Deals,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import complain
from pyrtool.cli.options.render_options import LookOptions, ShowOptions
from pyrtool.cli.words.drawing import Drawing
from pyrtool.pictures import check_path

_PLACEHOLDER = "{deal}"

EXAMPLES: Final = (
    (
        "pyrtool render 2 --game giza -o giza2.png",
        "A picture.",
    ),
    (
        "pyrtool render 2 --game giza -o giza2.html",
        "A page on which the deal is played in a browser.",
    ),
    (
        "pyrtool render 1-3 --game giza --block --keep-if blocked -o why-{deal}.png",
        "What blocks each of the deals that are blocked.",
    ),
)


@with_groups
def command(
    deals: Deals,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file: .png, .svg, .pdf, .webp, .apng, .gif or .html; "
            "{deal} in it stands for the deal number, {n} for 1, 2 ..",
            show_default=False,
        ),
    ],
    showing: ShowOptions,
    looking: LookOptions,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
) -> int:
    """Draw deals as pictures, or make pages to play them on.

    The file's name says which: .png, .svg and .pdf are pictures, .webp, .apng and .gif show the
    solution in motion, .html is the page. With several deals, {deal} or {n} in the file's name
    keeps the files apart, and may stand in the title; a deal that has no number counts as text-1,
    text-2 .. Two pictures of one name are refused before any is drawn.
    """
    check_path(output)
    naming = Naming(output, _PLACEHOLDER)
    naming.check()
    drawing = Drawing(output, showing, looking, limiting.limit_memory, inputs=deals)
    drawing.check()
    sieve = Sieve(keep_if, limiting.limits())
    if not (drawing.solves or sieve.solves) and limiting != LimitOptions():
        raise PyrtoolError("limits go with what is solved: this picture needs no search")
    selection = select(deals, ruling, numbering, in_play=True)
    if not naming.several:
        first = list(islice(selection, 2))
        if len(first) > 1:
            raise naming.refuse_several("deal")
        selection = Selection([first])
    selected = naming.distinct(selection)
    unnamed = drawn = 0
    for chosen, verdict in drawing.answered(sieve, selected):
        number = chosen.deal.number
        unnamed += number is None
        if drawing.lacks(chosen, verdict):
            assert isinstance(verdict, Unknown)
            complain(f"{chosen.name}: unknown, the limit on {verdict.limit} was reached")
            continue
        drawn += 1
        called = f"text-{unnamed}" if number is None else str(number)
        title = None if showing.title is None else naming.fill(showing.title, drawn, called)
        drawing.write(chosen, verdict, naming.name(drawn, called), title)
    return sieve.end()
