"""``pyrtool render``: deals as pictures, and as pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated

import typer

from pyrtool.cards import PyrtoolError, file_name
from pyrtool.cli.shared.drawing import Drawing
from pyrtool.cli.shared.naming import check_folder
from pyrtool.cli.shared.options import (
    Deals,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.shared.output import complain
from pyrtool.cli.shared.render_options import LookOptions, ShowOptions
from pyrtool.cli.shared.selection import Selected, select
from pyrtool.cli.shared.sieve import Sieve
from pyrtool.render import check_path
from pyrtool.solver import Unknown

_PLACEHOLDER = "{deal}"


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
            "{deal} in it stands for the deal number.",
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
    solution in motion, .html is the page. With several deals, {deal} in the file's name keeps the
    files apart; a deal that has no number counts as text-1, text-2 ..
    """
    check_path(output)
    check_folder(output, _PLACEHOLDER)
    drawing = Drawing(output, showing, looking, limiting.limit_memory)
    drawing.check()
    sieve = Sieve(keep_if, limiting.limits())
    selected: Iterator[Selected] = select(deals, ruling, numbering)
    if _PLACEHOLDER not in output:
        first = list(islice(selected, 2))
        if len(first) > 1:
            raise PyrtoolError(
                f"{file_name(output)}: several deals need {_PLACEHOLDER} in the name, as in "
                f"deal-{_PLACEHOLDER}.png"
            )
        selected = chain(first, selected)
    unnamed = 0
    unsolved = ((one, None) for one in sieve.kept(selected))
    for chosen, verdict in sieve.solved(selected) if drawing.solves else unsolved:
        number = chosen.deal.number
        unnamed += number is None
        if drawing.lacks(chosen, verdict):
            assert isinstance(verdict, Unknown)
            complain(f"{chosen.name}: unknown, the limit on {verdict.limit} was reached")
            continue
        path = output.replace(_PLACEHOLDER, f"text-{unnamed}" if number is None else str(number))
        drawing.write(chosen, verdict, path)
    return sieve.end()
