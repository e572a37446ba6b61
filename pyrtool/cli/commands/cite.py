"""``pyrtool cite``: how to cite this version."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.cli.options.output import show
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.words.citation import CitationFormat, citation, publishing

EXAMPLES: Final = (
    (
        "pyrtool cite",
        "Print a BibTeX entry",
    ),
    (
        "pyrtool cite --format text",
        "Print a sentence for a list of references",
    ),
)


def command(
    format: Annotated[
        CitationFormat,
        typer.Option(
            metavar="FORMAT",
            help="BibTeX, plain text, or the content of CITATION.cff",
            rich_help_panel=OUTPUT,
        ),
    ] = "bibtex",
) -> int:
    """Print how to cite pyrtool.

    The entry names the version and the solver version, as counts of nodes depend on the solver.
    """
    show(citation(format, publishing()))
    return 0
