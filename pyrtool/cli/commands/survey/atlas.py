"""``pyrtool survey atlas``: every game with its rules, names, source and win rate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.options.output import show
from pyrtool.surveys import open_ledger
from pyrtool.surveys.atlas import atlas
from pyrtool.surveys.findings import Finding

EXAMPLES: Final = (
    (
        "pyrtool survey atlas",
        "Write every game without rates",
    ),
    (
        "pyrtool survey atlas giza.db one.db > atlas.md",
        "Add the rates of two ledgers",
    ),
)


def command(
    ledgers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LEDGERS",
            help="Ledgers of `survey run`, at most one for each game and question",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Write the rules, names, source and win rate of each game.

    The page is Markdown. Each rate and its processor time come from a ledger of verdicts on native
    deals. The rules are those of a named game, or rules for which other sources publish a rate; the
    page shows both. Ledgers of `survey run --best all` and `--best pyramid` add the fewest cards
    that must stay. The same ledgers make the same atlas.
    """
    findings = []
    for name in ledgers or ():
        with open_ledger(Path(name)) as book:
            findings.append(Finding.of_ledger(book))
    show(atlas(findings))
    return 0
